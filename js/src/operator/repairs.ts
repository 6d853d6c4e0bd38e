/** Telling what was done: requeue, offer, erase, conclude, sweep. */
import { keysCell, nameCell } from './cells.js';
import { defaultTenant, type EventName } from './command.js';
import { shownEvent, shownWait, type ConcludedValue, type EventValue, type RecordValue, type WaitValue } from './door-values.js';
import { instantOf, shownInstant } from './instants.js';
import type { OperatorStore } from './operator-store.js';
import { shellWord, shownName } from './shown-text.js';
import { tableText } from './table.js';
import type { ActionOf, Teller } from './telling.js';

export const requeue: Teller<ActionOf<'requeue'>> = {
  tell({ event }, _outcome, { store, now }) {
    return (
      `requeued ${shownEvent(event)}: it is live again, received at ${shownInstant(now)}\n` +
      'A run that begins to wait for it finds it. To a wait that is there already, offer it:\n' +
      `  ${offerAgain(event, store)}\n`
    );
  },
  refusal({ event }, { value, before }) {
    return value === true ? undefined : `${shownEvent(event)} was not requeued: ${hindrance(before)}`;
  },
};

export const offer: Teller<ActionOf<'offer'>> = {
  tell({ event }, { value }) {
    return (
      `offered ${shownEvent(event)}: ${shownWait(value as WaitValue)} holds it now\n` +
      'The wait is parked until its program is through with the event.\n'
    );
  },
  refusal({ event }, { value, before }) {
    if (value !== null) return undefined;
    if (before?.state === 'live') return `${shownEvent(event)} was taken by nobody: no open wait accepts it`;
    return `${shownEvent(event)} was not offered: ${hindrance(before)}`;
  },
};

export const erase: Teller<ActionOf<'erase'>> = {
  tell({ event }, { before }) {
    if (before?.erased) return `${shownEvent(event)} was erased before; nothing changed\n`;
    let told = `erased ${shownEvent(event)}: its content is gone, and copies of it are still refused\n`;
    if (before?.state === 'held') told += `${claimantOf(before)} holds it no longer, and goes on waiting.\n`;
    if (before?.state === 'live' || before?.state === 'held') told += 'It is a dead letter now.\n';
    return told;
  },
  refusal({ event }, { value, before }) {
    return value === true ? undefined : `${shownEvent(event)} was not erased: ${hindrance(before)}`;
  },
};

export const conclude: Teller<ActionOf<'conclude'>> = {
  tell({ run }, outcome) {
    const { waits, released, matched } = outcome.value as ConcludedValue;
    let told = `concluded ${shownName(run)}: ${counted(waits, 'wait')} ended, and it can never wait again\n`;
    if (waits === 0 && released.length === 0) told += 'It had no waits. If that is a surprise, look at its name again.\n';
    if (released.length > 0) told += `${counted(released.length, 'event')} went back to live:\n${eventsTable(released)}`;
    if (matched.length > 0) told += `${counted(matched.length, 'other wait')} took one at once:\n${waitsTable(matched)}`;
    return told;
  },
};

export const sweep: Teller<ActionOf<'sweep'>> = {
  tell({ olderThan, limit }, outcome, { now }) {
    const count = outcome.value as number;
    const cutoff = shownInstant(instantOf(olderThan, now));
    if (count === 0) return `swept nothing: no live event was received at or before ${cutoff}\n`;
    let told = `swept ${counted(count, 'event')}, received at or before ${cutoff}`;
    told += count === 1 ? ': a dead letter now\n' : ': dead letters now\n';
    if (limit !== undefined && count >= limit) told += 'That is the limit. There may be more: sweep again.\n';
    return told;
  },
};

/** Why an event cannot be given to anybody. The marks of a dead letter come first: they are for good. */
function hindrance(before: RecordValue | null): string {
  if (!before) return 'there is no such event';
  if (before.state === 'held') return `${claimantOf(before)} holds it`;
  if (before.state === 'spent') return `it was delivered to ${claimantOf(before)}, and its payload is shed`;
  if (before.state === 'live') return 'it is live already';
  if (before.erased) return 'its content was erased';
  if (before.addressed) return 'it was addressed to one run, and no other may have it';
  return 'it is a dead letter; requeue it first';
}

function claimantOf({ claimed_by }: RecordValue): string {
  return claimed_by ? shownWait(claimed_by) : '';
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The command line to type; what cannot be typed is told by its name in the usage. */
function offerAgain({ source, id }: EventName, store: OperatorStore): string {
  const line = `restante events ${shellWord(store.path) ?? 'DB'} offer ${shellWord(source) ?? 'SOURCE'} ${shellWord(id) ?? 'ID'}`;
  return store.tenant === defaultTenant ? line : `${line} --tenant ${shellWord(store.tenant) ?? 'NAME'}`;
}

function eventsTable(events: readonly EventValue[]): string {
  return tableText(
    [{ title: 'SOURCE' }, { title: 'ID' }, { title: 'KIND' }, { title: 'KEYS', widest: 60 }],
    events.map(({ source, id, kind, correlation }) => [nameCell(source), nameCell(id), nameCell(kind), keysCell(correlation)]),
  );
}

function waitsTable(waits: readonly WaitValue[]): string {
  return tableText(
    [{ title: 'RUN' }, { title: 'EFFECT' }, { title: 'KIND' }, { title: 'KEYS', widest: 60 }],
    waits.map(({ run, effect, kind, correlation }) => [nameCell(run), nameCell(effect), nameCell(kind), keysCell(correlation)]),
  );
}
