// Looks for a sequence in which the store and the model differ, and makes it as short as it gets.

import { firstDifference } from './comparison.mjs';
import { Coverage } from './coverage.mjs';
import { Model } from './model.mjs';
import { Random } from './random.mjs';
import { randomSequence } from './sequences.mjs';
import { shrink } from './shrinking.mjs';

const commandsOfASequence = 120;

/** The sequence of a seed is always the same for drivers that keep files, and for those that do not. */
export function sequenceOf(seed, keepsFiles) {
  return randomSequence(new Random(seed), { length: commandsOfASequence, reopens: keepsFiles });
}

/**
 * Plays `count` sequences, those of `seed` and the seeds that follow. Answers the first difference with its seed, shrunk,
 * or none, and what the sequences came upon.
 */
export async function searchDifference(driver, { seed, count, newModel = () => new Model() }) {
  const coverage = new Coverage();
  for (let at = seed; at < seed + count; at += 1) {
    const found = await differenceIn(driver, sequenceOf(at, driver.keepsFiles), newModel, coverage);
    if (found) return { coverage, seed: at, difference: found };
  }
  return { coverage };
}

async function differenceIn(driver, sequence, newModel, coverage) {
  const found = await firstDifference(driver, sequence, newModel, coverage);
  if (!found) return undefined;
  const fails = async (commands) => (await firstDifference(driver, commands, newModel)) !== undefined;
  const shortest = await shrink(sequence, fails);
  // A difference that does not come again by itself is told as it was first seen.
  return (await firstDifference(driver, shortest, newModel)) ?? found;
}
