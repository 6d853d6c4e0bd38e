// The test of the model test: the model against itself, and against models that are wrong in one point each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelDriver } from './drivers.mjs';
import { ModelDoor } from './model-door.mjs';
import { Model } from './model.mjs';
import { mutants } from './mutants.mjs';
import { seedOfThisRun } from './random.mjs';
import { scenarioOf } from './report.mjs';
import { searchDifference } from './search.mjs';

const seed = seedOfThisRun();
// The rarest mistake comes up in about one sequence of 130, so a search of this length misses none of them by chance. It
// ends with the first difference.
const manySequences = 4_000;

test('the model answers as itself, and keeps its own promises', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const itself = new ModelDriver((tenant) => new Model(tenant));
  const { difference, coverage } = await searchDifference(itself, {
    seed,
    count: 60,
    untilCovered: true,
  });
  assert.equal(difference, undefined);
  assert.deepEqual(coverage.missing(), []);
});

test('an undone transaction leaves the model as it was', () => {
  const event = { source: 's', id: '1', kind: 'k', correlation: [], payload: null };
  const door = new ModelDoor();
  const answer = door.call({
    do: 'transact',
    commands: [{ do: 'events.buffer', event, at: 1 }, { do: 'events.buffer', event }],
  });
  assert.deepEqual(answer, { ok: false, error: { code: 'invalid_argument', index: 1 } });
  assert.deepEqual(door.model, new Model());
});

for (const [mistake, newModel] of Object.entries(mutants))
  test(`a store is found out in which ${mistake}`, async (t) => {
    const driver = new ModelDriver(newModel);
    const { difference, seed: at } = await searchDifference(driver, { seed, count: manySequences });
    assert.ok(difference, `no sequence of the seeds from ${seed} finds it`);
    t.diagnostic(`${difference.commands.length} commands`);
    assert.ok(difference.commands.length <= 9, `seed ${at}:\n${scenarioOf(difference, driver)}`);
  });
