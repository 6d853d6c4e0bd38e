// Looks for a sequence in which the store and the model differ, and makes it as short as it gets.

import { firstDifference } from './comparison.mjs';
import { Coverage } from './coverage.mjs';
import { Model } from './model.mjs';
import { Random } from './random.mjs';
import { randomSequence } from './sequences.mjs';
import { shrink } from './shrinking.mjs';

const commandsForAStore = 120;

/** Any commands on few names. A seed's sequence is always the same where files are kept, and where they are not. */
export function mixedSequence(random, { stores, keepsFiles }) {
  return randomSequence(random, { stores, length: commandsForAStore, reopens: keepsFiles });
}

/**
 * Plays `count` sequences, those of `seed` and the seeds that follow; with `untilCovered` some more if an outcome has
 * not come up by then. Answers the first difference with its seed, shrunk, or none, and what the sequences came upon.
 */
export async function searchDifference(driver, options) {
  const { seed, count, untilCovered = false, newSequence = mixedSequence, newModel = newRightModel } = options;
  const coverage = new Coverage();
  const most = untilCovered ? 5 * count : count;
  for (let played = 0; played < count || (played < most && coverage.missing().length > 0); played += 1) {
    const sequence = newSequence(new Random(seed + played), driver);
    const difference = await differenceIn(driver, sequence, newModel, coverage);
    if (difference) return { coverage, seed: seed + played, difference };
  }
  return { coverage };
}

function newRightModel(tenant) {
  return new Model(tenant);
}

async function differenceIn(driver, sequence, newModel, coverage) {
  const found = await firstDifference(driver, sequence, newModel, coverage);
  if (!found) return undefined;
  const fails = async (commands) => (await firstDifference(driver, commands, newModel)) !== undefined;
  const shortest = await shrink(sequence, fails);
  // A difference that does not come again by itself is told as it was first seen.
  return (await firstDifference(driver, shortest, newModel)) ?? found;
}
