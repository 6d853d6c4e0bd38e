// Crash rounds in a folder of their own, which is kept if they find something.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrashRounds } from './crash-rounds.mjs';
import { Random } from './random.mjs';

/** Kills so many processes of the programs. Answers what came of it, or throws what is wrong. */
export async function killInRounds(programs, { kills, seed, untilCovered }) {
  const folder = mkdtempSync(join(tmpdir(), 'restante-crash-'));
  const rounds = new CrashRounds({ programs, database: join(folder, 'a.db'), random: new Random(seed) });
  try {
    await rounds.run(kills, { untilCovered });
  } catch (error) {
    rounds.writeLog(join(folder, 'done.jsonl'));
    const words = `${error.message}\nseed ${seed}, after ${rounds}\nthe file and what was done are in ${folder}`;
    throw Object.assign(new Error(words, { cause: error }), { folder });
  }
  rmSync(folder, { recursive: true });
  return rounds;
}
