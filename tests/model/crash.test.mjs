// What was answered survives the death of the process at the next instruction, and what was under way is there as a
// whole or not at all.
//
//   node --test tests/model/crash.test.mjs
//
// RESTANTE_SEED=n gives the same commands again (not the same instants of death); RESTANTE_CRASH_KILLS=n kills so many
// processes of each program.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CrashRounds } from './crash-rounds.mjs';
import { hostExec, nativeExec } from './programs.mjs';
import { Random, seedOfThisRun } from './random.mjs';

const seed = seedOfThisRun();
const programs = [
  { name: 'native', program: nativeExec, usualKills: 250 },
  { name: 'better-sqlite3', program: hostExec, usualKills: 50 },
];

for (const { name, program, usualKills } of programs)
  test(`${name}: a process that is killed loses nothing that was acknowledged and leaves nothing half-done`, async (t) => {
    const kills = Number(process.env.RESTANTE_CRASH_KILLS ?? usualKills);
    const folder = mkdtempSync(join(tmpdir(), 'restante-crash-'));
    const rounds = new CrashRounds({ program, database: join(folder, 'a.db'), random: new Random(seed) });
    try {
      await rounds.run(kills);
    } catch (error) {
      rounds.writeLog(join(folder, 'acknowledged.jsonl'));
      throw new Error(`${error.message}\nseed ${seed}, after ${rounds}\nthe file and what was acknowledged are in ${folder}`, {
        cause: error,
      });
    }
    t.diagnostic(`seed ${seed}: ${rounds}`);
    if (kills >= usualKills) assert.deepEqual(rounds.coverage.missingVerbs(), []);
    rmSync(folder, { recursive: true });
  });
