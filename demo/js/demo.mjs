// The demo in JavaScript: real GitHub webhook deliveries meet the runs that wait for them. flows.md tells the
// story, and cpp/ holds this program once more in C++, file by file and function by function.
//
//     node demo.mjs DELIVERIES DUMP
//
// reads the deliveries of the npm package @octokit/webhooks-examples, replays them against a store in memory,
// prints what happened, and writes every row of the store to DUMP, after each of its two parts. No clock and no
// chance: every run of either program gives the same commands the same instants, so the two reports and the two
// dumps have to be equal.

import { open } from '../../js/dist/index.js';
import { readDeliveries } from './deliveries.mjs';
import { Dump } from './dump.mjs';
import { flows } from './flows.mjs';
import { Replay } from './replay.mjs';
import { createRuns } from './runs.mjs';
import * as scenes from './scenes/scenes.mjs';
import { Stage } from './stage.mjs';
import { StoryTime } from './story-time.mjs';
import { printEvents, printRuns, printRunsOfScenes, printStates, printStories } from './tables.mjs';

const { keptForTheScenes } = scenes;

async function playFlows(store, time, deliveries) {
  console.log(`Part 1: ${flows.length} flows, on ${deliveries.length - keptForTheScenes.size} deliveries\n`);
  const replay = new Replay(store, time);
  await replay.play(deliveries, keptForTheScenes);
  const swept = await replay.sweep();
  await printRuns(store);
  await printEvents(store, replay);
  console.log(`The sweep took ${swept} events.`);
  await printStates(store);
  await printStories(store, replay);
}

async function playScenes(store, time, deliveries) {
  console.log(`Part 2: five scenes, on the ${keptForTheScenes.size} deliveries that were kept back\n`);
  console.log('  a line with a time (hours and minutes since the beginning): what happens');
  console.log("  a line after '|': what the store says");
  console.log('  live: nobody has the event');
  console.log('  held: it was given to a run that has not said yet that it has kept it');
  console.log('  spent: its run has kept it, and the store has let go of the payload');
  console.log('  dead: a dead letter; nobody gets it\n');
  const stage = new Stage(store, time, deliveries);
  await scenes.playCalledOff(stage);
  await scenes.playErased(stage);
  await scenes.playTimedOut(stage);
  await scenes.playWrongKey(stage);
  await scenes.playFailingResume(stage);
  await printRunsOfScenes(store);
  await printStates(store);
}

async function run(deliveriesPath, dumpPath) {
  const deliveries = readDeliveries(deliveriesPath);
  const dump = new Dump(dumpPath);
  const time = new StoryTime();
  const store = await open(':memory:', { clock: () => time.now });
  await createRuns(store);
  await playFlows(store, time, deliveries);
  await dump.write(store, 'after part 1');
  await playScenes(store, time, deliveries);
  await dump.write(store, 'after part 2');
  dump.close();
  await store.close();
}

async function main(parameters) {
  if (parameters.length !== 2) {
    console.error('usage: node demo.mjs DELIVERIES DUMP');
    return 2;
  }
  try {
    await run(...parameters);
    return 0;
  } catch (error) {
    console.error(`demo.mjs: ${error.message}`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
