/** Parts of events and waits as cells of a table. What an answer leaves out is an empty cell. */
import type { EventValue } from './door-values.js';
import { shownInstant } from './instants.js';
import { shownName, shownPair, shownProse } from './shown-text.js';
import type { Cell } from './table.js';

export function nameCell(name: string | undefined): Cell {
  return name === undefined ? undefined : shownName(name);
}

export function proseCell(text: string | undefined): Cell {
  return text === undefined ? undefined : shownProse(text);
}

export function instantCell(instant: number | undefined): Cell {
  return instant === undefined ? undefined : shownInstant(instant);
}

/** The correlation keys of an event or a wait: "order=A-1 invoice=7". */
export function keysCell(correlation: EventValue['correlation']): Cell {
  if (correlation.length === 0) return undefined;
  return correlation.map(({ namespace, value }) => shownPair(namespace, '=', value)).join(' ');
}
