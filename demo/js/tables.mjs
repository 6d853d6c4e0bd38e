// The tables of the report.

import { flowNamed, flows, flowStartedBy, flowWaitingFor, stories } from './flows.mjs';
import { Fate } from './replay.mjs';
import { sweepReason } from './sweeping.mjs';

const noLimit = Number.MAX_SAFE_INTEGER;

// A row of a table: a name, and a cell for each column.
function printRow(name, cells) {
  const nameWidth = 24;
  const cellWidth = 11;
  console.log('  ' + name.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(cellWidth)).join(''));
}

const countRunsOfFlow = `
  SELECT count(*) AS runs,
    count(*) FILTER (WHERE came = 'early') AS early,
    count(*) FILTER (WHERE came = 'late') AS late,
    count(*) FILTER (WHERE came = 'addressed') AS addressed,
    count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE rivals > 0) AS competed,
    count(*) FILTER (WHERE sender IS NOT NULL) AS one_sender
  FROM demo_runs WHERE flow = ?`;

// How the runs of a flow fared, out of the integrator's own table.
async function countRuns(store, flow) {
  const [counts] = await store.sql(countRunsOfFlow, [flow.name]);
  return Object.values(counts);
}

export async function printRuns(store) {
  console.log('Runs of each flow\n');
  printRow('', ['runs', 'early', 'late', 'addressed', 'waiting', 'competed', 'one sender']);
  for (const flow of flows) printRow(flow.name, await countRuns(store, flow));
  console.log('');
  console.log('  early: the event came first, and was held until its run called for it');
  console.log('  late: the run waited first');
  console.log('  addressed: the event named its run');
  console.log('  waiting: the event has not come yet');
  console.log('  competed: other runs waited under the same key when this one got its event');
  console.log('  one sender: the run accepts events of one named sender only\n');
}

function printFate(name, { came, refused, taken, swept }) {
  printRow(name, [came, refused, taken, swept, came - taken - swept]);
}

async function fatesByKind(store, replay) {
  const fates = replay.fates();
  for (const { event } of await store.events.deadLetters({ limit: noLimit })) ++fates.get(event.kind).swept;
  return fates;
}

export async function printEvents(store, replay) {
  const fates = await fatesByKind(store, replay);
  console.log('Events that each flow waits for\n');
  printRow('', ['came', 'refused', 'taken', 'swept', 'live']);
  for (const flow of flows) printFate(flow.name, fates.get(flow.waitsFor) ?? new Fate());
  const starting = new Fate();
  const ofNoFlow = new Fate();
  const all = new Fate();
  for (const [kind, fate] of fates) {
    if (flowStartedBy(kind)) starting.add(fate);
    if (!flowStartedBy(kind) && !flowWaitingFor(kind)) ofNoFlow.add(fate);
    all.add(fate);
  }
  printFate('(start a run)', starting);
  printFate('(of no flow)', ofNoFlow);
  printFate('all', all);
  console.log('');
  console.log('  refused: further copies of a delivery that is there already');
  console.log('  taken: given to a run');
  console.log(`  swept: made a dead letter with the reason '${sweepReason}'`);
  console.log('  live: came within the last hour, and may still find its run\n');
}

export async function printStories(store, replay) {
  const waiting = await store.events.waiting({ limit: noLimit });
  for (const { flow, title } of stories) {
    console.log(`${title} (${flow})\n`);
    for (const line of replay.storyOf(flow)) console.log(`  ${line}`);
    for (const wait of waiting)
      if (wait.kind === flowNamed(flow).waitsFor) console.log(`  at the end  '${wait.run}' still waits`);
    console.log('');
  }
}

// How many events, waits and sealed runs there are, by the store's own count.
export async function printStates(store) {
  const stats = await store.events.stats();
  const events = `${stats.live} live, ${stats.held} held, ${stats.spent} spent, ${stats.dead} dead`;
  const waits = `${stats.waitsOpen} open, ${stats.waitsParked} parked`;
  console.log(`The store counts its events: ${events}; erased among them: ${stats.erased}.`);
  console.log(`Its waits: ${waits}. Its sealed runs: ${stats.sealedRuns}.\n`);
}

const runsOfScenes = `
  SELECT run, state, coalesce(event, 'no event') AS event FROM demo_runs WHERE flow LIKE 'scene %'
  ORDER BY started_at, run`;

// The runs of the scenes, by the integrator's own table.
export async function printRunsOfScenes(store) {
  const runWidth = 24;
  const stateWidth = 12;
  console.log("The runs of the scenes, by the integrator's own table\n");
  for (const { run, state, event } of await store.sql(runsOfScenes))
    console.log(`  ${run.padEnd(runWidth)}${state.padEnd(stateWidth)}${event}`);
  console.log('');
}
