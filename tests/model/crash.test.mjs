// What was answered survives the death of the process at the next instruction, and what was under way is there as a
// whole or not at all.
//
//   node --test tests/model/crash.test.mjs
//
// RESTANTE_SEED=n begins with the same commands again, but not with the same instants of death. RESTANTE_CRASH_KILLS=n
// kills so many processes of each kind.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { killInRounds } from './crash-folder.mjs';
import { checkout, hostExec, nativeExec } from './programs.mjs';
import { seedOfThisRun } from './random.mjs';

const seed = seedOfThisRun();
const kinds = [
  { name: 'native', programs: [nativeExec], usualKills: 250 },
  { name: 'better-sqlite3', programs: [hostExec], usualKills: 50 },
  { name: 'both by turns on one file', programs: [nativeExec, hostExec], usualKills: 30 },
];

for (const { name, programs, usualKills } of kinds)
  test(`${name}: a process that is killed loses nothing acknowledged and leaves nothing half-done`, async (t) => {
    const kills = Number(process.env.RESTANTE_CRASH_KILLS ?? usualKills);
    const rounds = await killInRounds(programs, { kills, seed, untilCovered: kills >= usualKills });
    t.diagnostic(`seed ${seed}: ${rounds}`);
    assert.ok(rounds.oneMore + rounds.noMore > 0, 'no process was killed while it changed something');
  });

// The test of the test

const standIn = (kind) => [process.execPath, join(checkout, 'tests/model/stand-in.mjs'), kind];

test('a sound stand-in for a store is found sound', () => killInRounds([standIn('sound')], { kills: 10, seed }));

for (const kind of ['answers-first', 'saves-half'])
  test(`a store is found out that ${kind.replace('-', ' ')}`, async () => {
    await assert.rejects(killInRounds([standIn(kind)], { kills: 200, seed }), ({ folder, message }) => {
      assert.match(message, /the file is in no state that it may be in/);
      rmSync(folder, { recursive: true });
      return true;
    });
  });
