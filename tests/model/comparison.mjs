// A sequence of commands on a fresh store and on a fresh model, answer against answer.

import { isDeepStrictEqual } from 'node:util';
import { invariants } from './invariants.mjs';
import { ModelDoor } from './model-door.mjs';
import { listParked, observation } from './observation.mjs';

/** What is looked at when a sequence is at its end. */
const afterwards = [...observation, listParked, ...observation];

/**
 * The first command that is answered differently; nothing if there is none. After the sequence all that can be observed
 * is compared in the same way. `coverage` is told what came up.
 */
export async function firstDifference(driver, sequence, newModel, coverage) {
  const commands = [...sequence, ...afterwards];
  const door = new ModelDoor(newModel());
  await driver.begin();
  const answers = await driver.answers(commands);
  const expected = [];
  for (const [index, command] of commands.entries()) {
    expected.push(door.call(command));
    if (!isSameAnswer(expected[index], answers[index])) return difference(commands, expected, answers[index], sequence.length);
    if (index >= sequence.length) continue;
    mustBeSound(door.model, command);
    coverage?.add(command, answers[index]);
  }
  return undefined;
}

/** The commands that led to it with their expected answers, and the answer that came to the last of them. */
function difference(commands, expected, came, length) {
  const last = expected.length - 1;
  const played = commands.slice(0, last + 1).map((command, index) => ({ command, expected: expected[index] }));
  // What only looks did nothing to bring the difference about.
  const told = played.filter(({ command }, index) => index < length || command === listParked || index === last);
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
  if (broken.length > 0) throw new Error(`the model breaks its own promises after ${JSON.stringify(command)}:\n${broken.join('\n')}`);
}
