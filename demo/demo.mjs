// The demo in JavaScript: real GitHub webhook deliveries meet the runs that wait for them. flows.md tells the
// story, and demo.cpp is this program once more in C++, function by function and in the same order.
//
//     node demo.mjs DELIVERIES DUMP
//
// reads the deliveries of the npm package @octokit/webhooks-examples, replays them against a store in memory,
// prints what happened, and writes every row of the store to DUMP. No clock and no chance: every run of
// either program gives the same commands the same instants, so the two dumps have to be equal.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

import { open, rawJson } from '../js/dist/index.js';

// ---- The flows ----

// One flow of the integrator: which delivery starts a run, and which event the run then waits for. The run
// waits under the value that its starting delivery has for `key`. Without `startedBy`: started by hand only.
const flows = [
  {
    name: 'pull-request-closed',
    startedBy: 'pull_request.opened',
    waitsFor: 'pull_request.closed',
    key: 'pull_request',
  },
  {
    name: 'checks-completed',
    startedBy: 'check_run.created',
    waitsFor: 'check_run.completed',
    key: 'commit',
  },
  {
    name: 'issue-commented',
    startedBy: 'issues.opened',
    waitsFor: 'issue_comment.created',
    key: 'issue',
  },
  {
    name: 'deployment-succeeded',
    startedBy: 'deployment.created',
    waitsFor: 'deployment_status.success',
    key: 'deployment',
  },
  {
    name: 'workflow-completed',
    startedBy: 'workflow_run.requested',
    waitsFor: 'workflow_run.completed',
    key: 'workflow_run',
  },
  {
    name: 'discussion-answered',
    startedBy: 'discussion.created',
    waitsFor: 'discussion.answered',
    key: 'discussion',
  },
  {
    name: 'repositories-chosen',
    startedBy: 'installation.created',
    waitsFor: 'installation_repositories.added',
    key: 'installation',
  },
  {
    name: 'job-queued',
    waitsFor: 'workflow_job.queued',
    key: 'branch',
  },
  {
    name: 'review-answered',
    waitsFor: 'check_run.requested_action',
    key: 'check_run',
  },
];

// The runs that somebody starts by hand before the first delivery. `value` is the value of the flow's key,
// and `from` the only sender that the run accepts.
const startedByHand = [
  { flow: 'issue-commented', run: 'triage of issue 1', value: 'Codertocat/Hello-World#1' },
  {
    flow: 'job-queued',
    run: 'runner pool',
    value: 'main',
    from: 'github/lineville/elastic-machines-testing',
  },
  { flow: 'review-answered', run: 'review lgtm|26764', value: '1494503112' },
];

// Where in a payload the correlation keys stand.
const keyPlaces = [
  { namespace: 'repository', place: '/repository/full_name' },
  { namespace: 'commit', place: '/check_run/head_sha' },
  { namespace: 'commit', place: '/check_suite/head_sha' },
  { namespace: 'commit', place: '/workflow_run/head_sha' },
  { namespace: 'commit', place: '/workflow_job/head_sha' },
  { namespace: 'commit', place: '/pull_request/head/sha' },
  { namespace: 'commit', place: '/deployment/sha' },
  { namespace: 'commit', place: '/sha' },
  { namespace: 'commit', place: '/after' },
  { namespace: 'branch', place: '/workflow_run/head_branch' },
  { namespace: 'branch', place: '/workflow_job/head_branch' },
  { namespace: 'check_run', place: '/check_run/id' },
  { namespace: 'workflow_run', place: '/workflow_run/id' },
  { namespace: 'deployment', place: '/deployment/id' },
  { namespace: 'installation', place: '/installation/id' },
];

// A number means something within its repository only, so these keys are made of both: "owner/repository#2".
// One key in common is enough for a match, so a key of the bare number would match in any repository.
const numberedPlaces = [
  { namespace: 'pull_request', place: '/pull_request/number' },
  { namespace: 'issue', place: '/issue/number' },
  { namespace: 'discussion', place: '/discussion/number' },
];

// The fixed date that the demo's time is counted from: 2024-01-01T00:00:00Z.
const beginning = 1_704_067_200_000;
const oneMinute = 60_000;
// How long an unclaimed event may wait for its run before the sweep takes it.
const grace = 60 * oneMinute;
const sweepReason = 'no run asked for it within an hour';
const everyTenth = 10;

// The flows whose story is told step by step at the end.
const stories = [
  {
    flow: 'pull-request-closed',
    title: 'The event may come before the wait',
  },
  {
    flow: 'deployment-succeeded',
    title: 'Several runs compete for one key: one event each, oldest wait first',
  },
  {
    flow: 'review-answered',
    title: 'An addressed event reaches its run and no other, however often it comes',
  },
  {
    flow: 'job-queued',
    title: 'A wait with a named sender ignores the same key from anybody else',
  },
];

const flowStartedBy = (kind) => flows.find((flow) => flow.startedBy === kind);
const flowWaitingFor = (kind) => flows.find((flow) => flow.waitsFor === kind);
const flowNamed = (name) => flows.find((flow) => flow.name === name);

// ---- Reading the deliveries ----

// A failure that the user can mend; it is told in one sentence.
class Problem extends Error {}

function readFile(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Problem(`cannot read the deliveries in '${path}'`);
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Payloads go into the store as the very text of the input file. Parsing and printing them again would change
// them, and differently in each language, so they are cut out of the text. These three functions find out
// where; they may trust the text, for it was parsed before.
function endOfString(text, begin) {
  let i = begin + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function endOfValue(text, begin) {
  if (text[begin] === '"') return endOfString(text, begin);
  let i = begin;
  if (text[begin] !== '{' && text[begin] !== '[') {
    while (!',]} \t\r\n'.includes(text[i])) ++i;
    return i;
  }
  let depth = 0;
  do {
    if (text[i] === '{' || text[i] === '[') ++depth;
    if (text[i] === '}' || text[i] === ']') --depth;
    i = text[i] === '"' ? endOfString(text, i) : i + 1;
  } while (depth > 0);
  return i;
}

// The extents of everything directly inside a list (its items) or an object (names and values in turn).
function itemsInside(text, begin) {
  const items = [];
  let i = begin + 1;
  for (;;) {
    while (' \t\r\n,:'.includes(text[i])) ++i;
    if (text[i] === '}' || text[i] === ']') return items;
    items.push({ begin: i, end: endOfValue(text, i) });
    i = items.at(-1).end;
  }
}

// The texts of all payloads: the items of every member "examples", in the order of the file.
function cutPayloads(text) {
  const payloads = [];
  for (const entry of itemsInside(text, text.indexOf('['))) {
    const members = itemsInside(text, entry.begin);
    for (let i = 0; i + 1 < members.length; i += 2) {
      if (text.slice(members[i].begin, members[i].end) !== '"examples"') continue;
      for (const payload of itemsInside(text, members[i + 1].begin))
        payloads.push(text.slice(payload.begin, payload.end));
    }
  }
  return payloads;
}

// A text, or a whole number as text, at a place in the payload.
function textAt(payload, place) {
  let value = payload;
  for (const name of place.split('/').slice(1)) value = value?.[name];
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : undefined;
}

// Who sent it: the repository, or else the account, that the webhook belongs to.
function sourceOf(payload) {
  for (const place of ['/repository/full_name', '/organization/login', '/installation/account/login']) {
    const owner = textAt(payload, place);
    if (owner !== undefined) return `github/${owner}`;
  }
  return 'github';
}

// The name of the event and its action. The action of every deployment status is "created"; what a run wants
// to know is the status itself, so that one stands in its place.
function kindOf(name, payload) {
  const place = name === 'deployment_status' ? '/deployment_status/state' : '/action';
  const action = textAt(payload, place);
  return action === undefined ? name : `${name}.${action}`;
}

function correlationOf(id, payload) {
  const keys = [{ namespace: 'delivery', value: id }];
  for (const { namespace, place } of keyPlaces) {
    const value = textAt(payload, place);
    if (value !== undefined) keys.push({ namespace, value });
  }
  const repository = textAt(payload, '/repository/full_name');
  for (const { namespace, place } of numberedPlaces) {
    const number = textAt(payload, place);
    if (number !== undefined && repository !== undefined)
      keys.push({ namespace, value: `${repository}#${number}` });
  }
  return keys;
}

// The button of a check run carries a name that the integrator gave it, and GitHub sends it back. So the
// integrator can say there which run the answer is for.
function addresseeOf(payload) {
  const button = textAt(payload, '/requested_action/identifier');
  return button === undefined ? undefined : `review ${button}`;
}

// A delivery is an event that is ready for the store, its payload's text, and the run that it names, if any.
function readDeliveries(path) {
  const text = readFile(path);
  const document = parseJson(text);
  if (!Array.isArray(document) || document.length === 0)
    throw new Problem(`'${path}' is not a JSON list of webhook examples`);
  if (!document.every((entry) => typeof entry?.name === 'string' && Array.isArray(entry.examples)))
    throw new Problem(`'${path}' has an entry without a name or without examples`);
  const deliveries = [];
  const payloads = cutPayloads(text);
  for (const { name, examples } of document) {
    for (const [number, payload] of examples.entries()) {
      // GitHub gives each delivery an id in a header; the package has none, so its place there is the id.
      const id = `${name}/${number}`;
      const payloadText = payloads[deliveries.length];
      const event = {
        source: sourceOf(payload),
        id,
        kind: kindOf(name, payload),
        correlation: correlationOf(id, payload),
        payload: rawJson(payloadText),
      };
      deliveries.push({ event, payloadText, addressee: addresseeOf(payload) });
    }
  }
  return deliveries;
}

function valueOfKey(event, namespace) {
  const key = event.correlation.find((key) => key.namespace === namespace);
  if (!key) throw new Problem(`the delivery ${event.id} has no key '${namespace}'`);
  return key.value;
}

// ---- The replay ----

// The integrator's own table, in the same database: one row for each run.
const createRuns = `CREATE TABLE demo_runs (
  run TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  waits_under TEXT NOT NULL,
  sender TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  came TEXT CHECK (came IN ('early', 'late', 'addressed')),
  rivals INTEGER,
  event TEXT,
  answer TEXT
) STRICT`;

const insertRun = `
  INSERT INTO demo_runs (run, flow, waits_under, sender, state, started_at)
  VALUES (?, ?, ?, ?, 'waiting', ?)`;

const countRivals = `
  SELECT count(*) AS rivals FROM demo_runs AS mine JOIN demo_runs AS other USING (flow, waits_under)
  WHERE mine.run = ? AND other.run <> mine.run AND other.state = 'waiting'`;

const finishRun = `
  UPDATE demo_runs SET state = 'done', finished_at = ?, came = ?, rivals = ?, event = ?, answer = ?
  WHERE run = ?`;

// "02:07": hours and minutes since the beginning.
function timeText(at) {
  const minutes = (at - beginning) / oneMinute;
  const twoDigits = (number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

// What became of the events of one kind, or of many kinds together.
class Fate {
  came = 0;
  refused = 0;
  taken = 0;
  swept = 0;

  add(other) {
    this.came += other.came;
    this.refused += other.refused;
    this.taken += other.taken;
    this.swept += other.swept;
  }
}

class Replay {
  #store;
  #now = beginning;
  #fates = new Map();
  #stories = new Map();

  constructor(store) {
    this.#store = store;
  }

  static async begin(store) {
    await store.sql(createRuns);
    return new Replay(store);
  }

  // A run that no delivery started.
  async startByHand({ flow, run, value, from }) {
    const at = this.#nextInstant();
    await this.#store.transact((op) => {
      this.#startRun(op, flowNamed(flow), run, value, from, at);
    });
  }

  // What the integrator's webhook endpoint does with a delivery.
  async receive({ event, payloadText }) {
    const at = this.#nextInstant();
    // The event is kept and the run that it starts is written in one commit: a crash leaves both or neither.
    const isNew = await this.#store.transact((op) => {
      if (!op.events.buffer(event, { at })) return false;
      const flow = flowStartedBy(event.kind);
      if (flow) this.#startRunWith(op, flow, event, at);
      return true;
    });
    if (!isNew) {
      ++this.#fateOf(event.kind).refused;
      this.#tell(event.kind, at, `${event.id} comes again and is refused`);
      return;
    }
    ++this.#fateOf(event.kind).came;
    // From the match on the event is held for that wait. After a crash before the run went on, `claimFor`
    // with the same wait would hand it out again.
    const wait = await this.#store.events.matchWaiter({ source: event.source, id: event.id }, { at });
    const held = wait ? '' : '; no wait accepts it, so it is held';
    this.#tell(event.kind, at, `${event.id} comes from ${event.source}${held}`);
    if (wait) await this.#resume(wait, event, payloadText, 'late', at);
  }

  // A delivery that names its run. Its sender hears nothing for a while, and sends it twice more.
  async receiveAddressed({ event, payloadText, addressee }) {
    const wait = await this.#deliverTo(addressee, event);
    if (!wait) return; // the run does not wait for it, so nothing was kept
    ++this.#fateOf(event.kind).came;
    await this.#deliverTo(addressee, event); // the run has not gone on yet, so the answer is the same
    await this.#resume(wait, event, payloadText, 'addressed', this.#nextInstant());
    await this.#deliverTo(addressee, event); // now it has
    ++this.#fateOf(event.kind).refused;
  }

  // What nobody has asked for within the grace becomes a dead letter.
  sweep() {
    return this.#store.events.sweepUnclaimed({ olderThan: this.#nextInstant() - grace, reason: sweepReason });
  }

  // What became of the events of each kind, the sweep aside.
  fates() {
    return this.#fates;
  }

  // What happened in a flow, in the order in which it happened.
  storyOf(flow) {
    return this.#stories.get(flow) ?? [];
  }

  // Time in the demo is a counter: one minute for each thing that happens.
  #nextInstant() {
    this.#now += oneMinute;
    return this.#now;
  }

  // The run takes the delivery that started it, so that nobody else gets it and no sweep finds it.
  #startRunWith(op, flow, event, at) {
    const run = `run of ${event.id}`;
    const start = waitOf(run, 'start', event.kind, [{ namespace: 'delivery', value: event.id }]);
    op.events.claimFor(start, { at });
    op.events.unsubscribe(run, 'start');
    ++this.#fateOf(event.kind).taken;
    this.#startRun(op, flow, run, valueOfKey(event, flow.key), undefined, at);
  }

  // First the wait is registered, then the run looks for an event that came before it.
  #startRun(op, flow, run, value, from, at) {
    op.sql(insertRun, [run, flow.name, value, from ?? null, at]);
    const wait = waitOf(run, 'answer', flow.waitsFor, [{ namespace: flow.key, value }]);
    if (from) wait.from = from;
    op.events.subscribe(wait, { at });
    const sender = from ? `, from ${from} only` : '';
    const wanted = `${flow.waitsFor} under ${flow.key} ${value}${sender}`;
    this.#tell(flow.waitsFor, at, `'${run}' starts and waits for ${wanted}`);
    const claimed = op.events.claimFor(wait, { at });
    if (!claimed) return;
    const found = `${claimed.event.id}, which has been held since ${timeText(claimed.receivedAt)}`;
    this.#tell(flow.waitsFor, at, `'${run}' finds ${found}, and is done`);
    this.#finish(op, wait, claimed.event, claimed.event.payloadText, 'early', at);
  }

  async #resume(wait, event, payloadText, came, at) {
    const rivals = await this.#store.transact((op) => this.#finish(op, wait, event, payloadText, came, at));
    this.#tell(event.kind, at, `'${wait.run}' gets ${event.id} and is done${rivalsText(rivals)}`);
  }

  // The run keeps the payload in its own row, and its wait ends: one commit, so the event counts exactly
  // once. Answers how many other runs waited under the same key.
  #finish(op, wait, event, payloadText, came, at) {
    const { rivals } = op.sql(countRivals, [wait.run])[0];
    op.sql(finishRun, [at, came, rivals, event.id, payloadText, wait.run]);
    op.events.unsubscribe(wait.run, wait.effect, { event: { source: event.source, id: event.id } });
    ++this.#fateOf(event.kind).taken;
    return rivals;
  }

  async #deliverTo(run, event) {
    const at = this.#nextInstant();
    const { outcome, wait } = await this.#store.events.deliverTo(run, event, { at });
    this.#tell(event.kind, at, `${event.id} comes, addressed to '${run}': ${outcome.replace('_', ' ')}`);
    return wait;
  }

  #fateOf(kind) {
    if (!this.#fates.has(kind)) this.#fates.set(kind, new Fate());
    return this.#fates.get(kind);
  }

  // Adds a line to the story of the flow that waits for this kind of event.
  #tell(kind, at, line) {
    const flow = flowWaitingFor(kind);
    if (!flow) return;
    this.#stories.set(flow.name, [...this.storyOf(flow.name), `${timeText(at)}  ${line}`]);
  }
}

function waitOf(run, effect, kind, correlation) {
  return { run, effect, kind, correlation };
}

function rivalsText(rivals) {
  if (rivals === 0) return '';
  return `; ${rivals} ${rivals === 1 ? 'other run keeps' : 'other runs keep'} waiting`;
}

async function replayAll(replay, deliveries) {
  for (const start of startedByHand) await replay.startByHand(start);
  for (const [i, delivery] of deliveries.entries()) {
    if (delivery.addressee !== undefined) {
      await replay.receiveAddressed(delivery);
      continue;
    }
    await replay.receive(delivery);
    if ((i + 1) % everyTenth === 0) await replay.receive(delivery);
  }
}

// ---- The report ----

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

async function printRuns(store) {
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

async function printEvents(store, replay) {
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

// The store's own count of the same events.
async function printStates(store, swept) {
  const states = await store.sql(
    'SELECT state, count(*) AS events FROM restante_events GROUP BY state ORDER BY state',
  );
  const counts = states.map(({ state, events }) => `${events} ${state}`).join(' ');
  console.log(`The sweep took ${swept} events. The states of all events at the end: ${counts}\n`);
}

async function printStories(store, replay) {
  const waiting = await store.events.waiting({ limit: noLimit });
  for (const { flow, title } of stories) {
    console.log(`${title} (${flow})\n`);
    for (const line of replay.storyOf(flow)) console.log(`  ${line}`);
    for (const wait of waiting)
      if (wait.kind === flowNamed(flow).waitsFor) console.log(`  at the end  '${wait.run}' still waits`);
    console.log('');
  }
}

// ---- The dump ----

async function names(store, sql, parameters = []) {
  const found = await store.sql(sql, parameters);
  return found.map(({ name }) => name);
}

// The columns that put the rows of a table in one fixed order.
async function orderOf(store, table) {
  const columns = await names(
    store,
    'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
    [table],
  );
  return columns.length === 0 ? 'rowid' : columns.join(', ');
}

// A line with the columns of each table, and then a line for each of its rows.
async function dump(store, path) {
  const file = openDump(path);
  const tables = await names(
    store,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  for (const table of tables) {
    const columns = await names(store, 'SELECT name FROM pragma_table_info(?) ORDER BY cid', [table]);
    writeSync(file, JSON.stringify({ table, columns }) + '\n');
    const found = await store.sql(`SELECT * FROM ${table} ORDER BY ${await orderOf(store, table)}`);
    for (const row of found) writeSync(file, JSON.stringify({ table, row }) + '\n');
  }
  closeSync(file);
}

function openDump(path) {
  try {
    return openSync(path, 'w');
  } catch {
    throw new Problem(`cannot write the dump to '${path}'`);
  }
}

// ---- The program ----

async function run(deliveriesPath, dumpPath) {
  const deliveries = readDeliveries(deliveriesPath);
  const store = await open(':memory:');
  const replay = await Replay.begin(store);
  await replayAll(replay, deliveries);
  const swept = await replay.sweep();
  await printRuns(store);
  await printEvents(store, replay);
  await printStates(store, swept);
  await printStories(store, replay);
  await dump(store, dumpPath);
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
