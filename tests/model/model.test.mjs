// Random sequences of every verb on every kind of store, answer against answer with the model.
//
//   node --test tests/model/model.test.mjs
//
// RESTANTE_SEED=n begins with the sequence of that seed. RESTANTE_MODEL_SEQUENCES=n plays so many on each kind of
// store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowdSequence } from './crowds.mjs';
import { drivers } from './drivers.mjs';
import { mutants } from './mutants.mjs';
import { seedOfThisRun } from './random.mjs';
import { reportOf, scenarioOf } from './report.mjs';
import { searchDifference } from './search.mjs';

const usualCount = 60;
const seed = seedOfThisRun();
const count = Number(process.env.RESTANTE_MODEL_SEQUENCES ?? usualCount);

/** Runs `work` with a driver and leaves nothing of it. */
async function withDriver(name, work) {
  const driver = await drivers[name](name);
  try {
    return await work(driver);
  } finally {
    await driver.end();
  }
}

for (const name of Object.keys(drivers))
  test(`${name}: every answer is the model's`, (t) =>
    withDriver(name, async (driver) => {
      const untilCovered = count >= usualCount; // a few sequences need not come upon everything
      const { coverage, difference, seed: at } = await searchDifference(driver, { seed, count, untilCovered });
      if (difference) assert.fail(reportOf(difference, { title: name, seed: at, driver }));
      t.diagnostic(`seed ${seed}: ${coverage}`);
      if (untilCovered) assert.deepEqual(coverage.missing(), []);
    }));

for (const name of Object.keys(drivers))
  test(`${name}: every answer is the model's in crowds, too`, () =>
    withDriver(name, async (driver) => {
      const some = Math.ceil(count / 60); // each is as long as several others
      const { difference, seed: at } = await searchDifference(driver, { seed, count: some, newSequence: crowdSequence });
      if (difference) assert.fail(reportOf(difference, { title: name, seed: at, driver }));
    }));

test('a model that is wrong is found out by a real store, in few commands', () =>
  withDriver('native, memory', async (driver) => {
    const newModel = mutants['unsubscribe sheds what the wait holds, whatever was delivered'];
    const { difference } = await searchDifference(driver, { seed, count: usualCount, newModel });
    assert.ok(difference, `no sequence of the seeds from ${seed} finds it`);
    assert.ok(difference.commands.length <= 6, scenarioOf(difference, driver));
  }));
