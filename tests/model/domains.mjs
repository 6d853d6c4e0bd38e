// The few names, keys and instants that random commands are made of. They are few, so that commands meet.

export const sources = ['bank', 'form', 'meter'];
export const ids = ['1', '2', '3', '4'];
export const kinds = ['paid', 'signed'];
export const runs = ['r1', 'r2', 'r3', 'r4'];
/** The last two are sorted by their bytes, which is not how JavaScript compares them. */
export const effects = ['approval', '\uff5e', '\u{1f600}'];
/** The same value under two namespaces, and an empty one. */
export const keys = [
  { namespace: 'order', value: 'A' },
  { namespace: 'order', value: 'B' },
  { namespace: 'case', value: 'A' },
  { namespace: 'case', value: '' },
];
/** They are taken in any order, so time runs backwards, too; deadlines and cut-offs are among them. */
export const instants = [-10, 0, 10, 20, 30, 40];
export const limits = [0, 1, 1, 2, 3, 3, 100];
export const reasons = ['', 'nobody came', 'late'];
export const payloads = [null, 0, -1.5, true, 'text', '', [], {}, { cents: 4200 }, [1, [2, { deep: '\u0000' }]]];
export const minters = [
  { actor: 'ada', basis: 'authenticated' },
  { actor: 'bob', basis: 'asserted' },
  { actor: 'bob', basis: 'connected' },
];

export const identities = sources.flatMap((source) => ids.map((id) => ({ source, id })));
export const runsAndEffects = runs.flatMap((run) => effects.map((effect) => ({ run, effect })));
