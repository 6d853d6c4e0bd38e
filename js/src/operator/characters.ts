/** The characters of a text, as a terminal treats them. */
import { markCharacters, unseenCharacters, wideCharacters, type CharacterRange } from './character-ranges.js';

/** Moves the cursor, changes the direction, leaves no trace, or makes a letter that looks like another one. */
export function isUnseen(character: string): boolean {
  return liesIn(unseenCharacters, character.codePointAt(0)!);
}

/** How many columns of a terminal a text without unseen characters takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character.codePointAt(0)!);
  return columns;
}

function columnsOfCharacter(codePoint: number): number {
  if (liesIn(markCharacters, codePoint)) return 0;
  return liesIn(wideCharacters, codePoint) ? 2 : 1;
}

function liesIn(ranges: readonly CharacterRange[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]![1] < codePoint) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]![0] <= codePoint;
}
