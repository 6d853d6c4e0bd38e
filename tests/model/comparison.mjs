// A sequence of commands on a fresh store and on a fresh model, answer against answer.

import { isDeepStrictEqual } from 'node:util';
import { invariants } from './invariants.mjs';
import { listParked, observation } from './observation.mjs';
import { forStore, ModelStores } from './stores.mjs';

/** What is looked at when a sequence is at its end. */
function afterwards(stores) {
  return stores.flatMap((store) => {
    const look = observation(store.tenant);
    return [...look, listParked, ...look].map((command) => forStore(command, store));
  });
}

/**
 * The first command that is answered differently; nothing if there is none. After the sequence all that can be observed
 * is compared in the same way. `coverage` is told what came up.
 */
export async function firstDifference(driver, sequence, newModel, coverage) {
  const commands = [...sequence, ...afterwards(driver.stores)];
  const models = new ModelStores(driver.stores, newModel);
  await driver.begin();
  const answers = await driver.answers(commands);
  const expected = [];
  for (const [index, command] of commands.entries()) {
    expected.push(models.call(command));
    const came = answers[index];
    if (!isSameAnswer(expected[index], came)) return difference(commands, expected, came, sequence.length);
    if (index >= sequence.length) continue;
    for (const { model } of models.doors.values()) mustBeSound(model, command);
    coverage?.add(command, came);
  }
  return undefined;
}

/** The commands that led to it with their expected answers, and the answer that came to the last of them. */
function difference(commands, expected, came, length) {
  const last = expected.length - 1;
  const played = commands.slice(0, last + 1).map((command, index) => ({ command, expected: expected[index] }));
  // What only looks did nothing to bring the difference about.
  const told = played.filter(({ command }, index) => index < length || command.do === listParked.do || index === last);
  return { commands: told.map(({ command }) => command), expected: told.map((each) => each.expected), came };
}

/** Failures are equal by their code and their place in a transaction; what they say in words may differ. */
export function isSameAnswer(one, other) {
  return isDeepStrictEqual(withoutWords(one), withoutWords(other));
}

function withoutWords({ ok, value, error }) {
  return ok ? { ok, value } : { ok, code: error.code, index: error.index };
}

function mustBeSound(model, command) {
  const broken = invariants(model);
  if (broken.length === 0) return;
  throw new Error(`the model breaks its own promises after ${JSON.stringify(command)}:\n${broken.join('\n')}`);
}
