// A sequence that went wrong, as a scenario that `restante check` can run.

import { openings } from './stores.mjs';

/** The commands as lines of a scenario, each with what the model answers. */
export function scenarioOf({ commands, expected }, { keepsFiles, stores }) {
  const opening = keepsFiles ? [{ requires: ['files'] }, ...openings(stores, 'a.db')] : [];
  const lines = commands.map((command, index) => ({ ...command, ...expectationOf(expected[index]) }));
  return [...opening, ...lines].map((line) => JSON.stringify(line)).join('\n');
}

function expectationOf({ ok, value, error }) {
  return ok ? { expect: value } : { expect_error: error };
}

/** All that a reader needs to see a difference again. */
export function reportOf(difference, { title, seed, driver }) {
  const { commands, expected, came } = difference;
  return [
    `${title}: the store and the model differ after ${commands.length} commands; seed ${seed}`,
    `came:     ${JSON.stringify(came)}`,
    `expected: ${JSON.stringify(expected.at(-1))}`,
    'as a scenario:',
    scenarioOf(difference, driver),
  ].join('\n');
}
