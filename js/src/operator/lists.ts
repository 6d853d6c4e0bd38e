/** Telling what was found: stats, waiting, parked, dead, find, lookup. */
import { instantCell, keysCell, nameCell, proseCell } from './cells.js';
import { shownWait, type DeadLetterValue, type RecordValue, type StatsValue, type WaitValue } from './door-values.js';
import { shownAge } from './instants.js';
import { shownPair } from './shown-text.js';
import { tableText, type Cell } from './table.js';
import type { ActionOf, Teller } from './telling.js';
import { factsOf, type WaitFacts } from './wait-facts.js';

const widestKeys = 60;
const widestPair = 60;
const widestProse = 60;

const waitColumns = [{ title: 'RUN' }, { title: 'EFFECT' }, { title: 'KIND' }, { title: 'KEYS', widest: widestKeys }];
const eventColumns = [{ title: 'SOURCE' }, { title: 'ID' }, { title: 'KIND' }, { title: 'KEYS', widest: widestKeys }];

export const stats: Teller<ActionOf<'stats'>> = {
  tell(_wanted, outcome, { now }) {
    const value = outcome.value as StatsValue;
    const line = (title: string, count: number, oldest?: number): Cell[] => [
      title,
      String(count),
      instantCell(oldest),
      ageCell(oldest, now),
    ];
    return tableText(
      [{ title: 'WHAT' }, { title: 'COUNT', align: 'right' }, { title: 'OLDEST RECEIVED' }, { title: 'AGE' }],
      [
        line('events live', value.live, value.oldest_live_at),
        line('events held', value.held, value.oldest_held_at),
        line('events spent', value.spent),
        line('events dead', value.dead),
        line('events erased', value.erased),
        line('waits open', value.waits_open),
        line('waits parked', value.waits_parked),
        line('runs sealed', value.sealed_runs),
      ],
    );
  },
};

export const waiting: Teller<ActionOf<'waiting'>> = {
  tell({ limit }, outcome, { store, now }) {
    const waits = outcome.value as readonly WaitValue[];
    if (waits.length === 0) return 'no wait is registered\n';
    const rows = waits.map((wait) => {
      const facts = factsOf(wait, store);
      return [
        ...waitCells(wait),
        nameCell(wait.from),
        facts ? stateOf(facts) : 'ended',
        instantCell(facts?.registeredAt),
        ageCell(facts?.registeredAt, now),
        instantCell(wait.deadline),
      ];
    });
    const columns = [
      ...waitColumns,
      { title: 'FROM' },
      { title: 'STATE' },
      { title: 'REGISTERED' },
      { title: 'AGE' },
      { title: 'DEADLINE' },
    ];
    return tableText(columns, rows) + moreBeyond(waits.length, limit);
  },
};

export const parked: Teller<ActionOf<'parked'>> = {
  tell({ limit }, outcome, { store, now }) {
    const waits = outcome.value as readonly WaitValue[];
    if (waits.length === 0) return 'no wait is parked\n';
    const rows = waits.map((wait) => {
      const facts = factsOf(wait, store);
      return [
        ...waitCells(wait),
        facts?.holds,
        instantCell(facts?.parkedAt),
        ageCell(facts?.parkedAt, now),
      ];
    });
    const columns = [
      ...waitColumns,
      { title: 'HOLDS', widest: widestPair },
      { title: 'PARKED' },
      { title: 'AGE' },
    ];
    return tableText(columns, rows) + moreBeyond(waits.length, limit);
  },
};

export const dead: Teller<ActionOf<'dead'>> = {
  tell({ limit }, outcome) {
    const letters = outcome.value as readonly DeadLetterValue[];
    if (letters.length === 0) return 'there are no dead letters\n';
    const rows = letters.map(({ event, received_at, reason }) => [
      ...eventCells(event),
      instantCell(received_at),
      proseCell(reason),
      marksCell(!('payload' in event), false),
    ]);
    const columns = [
      ...eventColumns,
      { title: 'RECEIVED' },
      { title: 'REASON', widest: widestProse },
      { title: 'MARKS' },
    ];
    return tableText(columns, rows) + moreBeyond(letters.length, limit);
  },
};

export const find: Teller<ActionOf<'find'>> = {
  tell({ namespace, value, limit }, outcome) {
    const records = outcome.value as readonly RecordValue[];
    if (records.length === 0) return `no event has the key ${shownPair(namespace, '=', value)}\n`;
    return recordsTable(records) + moreBeyond(records.length, limit);
  },
};

export const lookup: Teller<ActionOf<'lookup'>> = {
  tell(_wanted, outcome) {
    return recordsTable([outcome.value as RecordValue]);
  },
  refusal({ event }, outcome) {
    return outcome.value === null ? `there is no event ${shownPair(event.source, '/', event.id)}` : undefined;
  },
};

function waitCells({ run, effect, kind, correlation }: WaitValue): Cell[] {
  return [nameCell(run), nameCell(effect), nameCell(kind), keysCell(correlation)];
}

function eventCells({ source, id, kind, correlation }: RecordValue['event']): Cell[] {
  return [nameCell(source), nameCell(id), nameCell(kind), keysCell(correlation)];
}

function recordsTable(records: readonly RecordValue[]): string {
  const rows = records.map(({ event, received_at, state, claimed_by, reason, erased, addressed }) => [
    ...eventCells(event),
    instantCell(received_at),
    nameCell(state),
    claimed_by && shownWait(claimed_by),
    proseCell(reason),
    marksCell(erased, addressed),
  ]);
  const columns = [
    ...eventColumns,
    { title: 'RECEIVED' },
    { title: 'STATE' },
    { title: 'CLAIMED BY', widest: widestPair },
    { title: 'REASON', widest: widestProse },
    { title: 'MARKS' },
  ];
  return tableText(columns, rows);
}

function stateOf({ sealed, parkedAt }: WaitFacts): string {
  if (sealed) return 'sealed';
  return parkedAt === undefined ? 'open' : 'parked';
}

function ageCell(instant: number | undefined, now: number): Cell {
  return instant === undefined ? undefined : shownAge(instant, now);
}

function marksCell(erased: boolean, addressed: boolean): Cell {
  if (erased && addressed) return 'erased addressed';
  if (erased) return 'erased';
  return addressed ? 'addressed' : undefined;
}

function moreBeyond(shown: number, limit: number): string {
  return shown < limit ? '' : `${shown} shown, which is the limit. There may be more: --limit N\n`;
}
