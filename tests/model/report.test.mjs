// What is printed for a difference can be run as it stands.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Model } from './model.mjs';
import { nativeCheck } from './programs.mjs';
import { Random, seedOfThisRun } from './random.mjs';
import { scenarioOf } from './report.mjs';
import { mixedSequence } from './search.mjs';
import { ModelStores, oneTenant, twoTenants } from './stores.mjs';

const seed = seedOfThisRun();

for (const place of [{ keepsFiles: false, stores: oneTenant }, { keepsFiles: true, stores: twoTenants }])
  test(`a sequence as a scenario passes, ${place.keepsFiles ? 'in files' : 'in memory'}`, () => {
    const commands = mixedSequence(new Random(seed), place);
    const models = new ModelStores(place.stores, (tenant) => new Model(tenant));
    const expected = commands.map((command) => structuredClone(models.call(command)));
    const folder = mkdtempSync(join(tmpdir(), 'restante-report-'));
    try {
      const file = join(folder, 'a.jsonl');
      writeFileSync(file, scenarioOf({ commands, expected }, place));
      const [program, ...words] = nativeCheck;
      const { status, stdout } = spawnSync(program, [...words, file], { encoding: 'utf8' });
      assert.match(stdout, / passed, 0 failed\n$/, `seed ${seed}`);
      assert.equal(status, 0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
