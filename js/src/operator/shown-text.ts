/**
 * Stored texts, made fit for tables and sentences.
 *
 * Whoever sent an event chose its texts. None of them may steer the terminal, pass for another column, or look like
 * another text: a key that is wrong by a blank or an accent is just what an operator is looking for.
 */
import { isOption } from '../operands.js';
import { quoted as quotedByJson } from '../scenario/quoted.js';
import { columnsOf, isUnseen } from './characters.js';

/**
 * A text as it is, if all of it can be seen, or else as a JSON string in which everything can be. In a string also
 * stand the empty text, "-" (which means: none), and texts with a blank.
 */
export function shownName(text: string): string {
  return shownWithout(text, ' ');
}

/** The same for texts of several words: blanks inside are left alone. */
export function shownProse(text: string): string {
  return shownWithout(text, '');
}

/** Two names that belong together: "bank/tx-1", "order=A-1". The first one never holds the separator. */
export function shownPair(first: string, separator: string, second: string): string {
  return shownWithout(first, ` ${separator}`) + separator + shownName(second);
}

/** A text as a word for a shell; undefined if it holds what cannot be seen, or an apostrophe. */
export function shellWord(text: string): string | undefined {
  if (holdsUnseen(text) || text.includes("'") || isOption(text)) return undefined;
  return /^[A-Za-z0-9_./:@%+,-]+$/.test(text) ? text : `'${text}'`;
}

/** At most so many columns of a shown text, with an ellipsis for the rest. */
export function cut(shown: string, columns: number): string {
  if (columnsOf(shown) <= columns) return shown;
  const ellipsis = '…';
  let kept = '';
  let taken = columnsOf(ellipsis);
  for (const character of shown) {
    taken += columnsOf(character);
    if (taken > columns) break;
    kept += character;
  }
  return kept + ellipsis;
}

function shownWithout(text: string, quotedFor: string): string {
  const asItIs = readsAsItIs(text) && !Array.from(quotedFor).some((character) => text.includes(character));
  return asItIs ? text : quoted(text);
}

function readsAsItIs(text: string): boolean {
  return text !== '' && text !== '-' && !/^ | $|["\\]/.test(text) && !holdsUnseen(text);
}

function holdsUnseen(text: string): boolean {
  return Array.from(text).some(isUnseen);
}

/** JSON has escaped some of the control characters already. */
function quoted(text: string): string {
  return Array.from(quotedByJson(text), (character) => (isUnseen(character) ? escaped(character) : character)).join('');
}

/** As JSON escapes it; characters beyond U+FFFF take two escapes there. */
function escaped(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
