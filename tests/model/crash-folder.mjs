// Crash rounds in a folder of their own, which is kept if they find something.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrashRounds } from './crash-rounds.mjs';
import { Random } from './random.mjs';

/** Kills so many processes of the program. Answers what came of it, or throws what is wrong. */
export async function killInRounds(program, { kills, seed, untilCovered }) {
  const folder = mkdtempSync(join(tmpdir(), 'restante-crash-'));
  const rounds = new CrashRounds({ program, database: join(folder, 'a.db'), random: new Random(seed) });
  try {
    await rounds.run(kills, { untilCovered });
  } catch (error) {
    rounds.writeLog(join(folder, 'acknowledged.jsonl'));
    const words = `${error.message}\nseed ${seed}, after ${rounds}\nthe file and what was acknowledged are in ${folder}`;
    throw Object.assign(new Error(words, { cause: error }), { folder });
  }
  rmSync(folder, { recursive: true });
  return rounds;
}
