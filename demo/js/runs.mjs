// The integrator's own table, in the same database: one row for each run.

const createTable = `CREATE TABLE demo_runs (
  run TEXT PRIMARY KEY,
  flow TEXT NOT NULL,
  waits_under TEXT NOT NULL,
  sender TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'called off', 'timed out')),
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

const selectRivals = `
  SELECT count(*) AS rivals FROM demo_runs AS mine JOIN demo_runs AS other USING (flow, waits_under)
  WHERE mine.run = ? AND other.run <> mine.run AND other.state = 'waiting'`;

const updateAnswer = `
  UPDATE demo_runs SET state = 'done', finished_at = ?, came = ?, rivals = ?, event = ?, answer = ?
  WHERE run = ?`;

const updateState = `
  UPDATE demo_runs SET state = ?, finished_at = ? WHERE run = ?`;

export async function createRuns(store) {
  await store.sql(createTable);
}

// `flow` is the run's flow, or the scene that it plays in; `sender` the only one that the run accepts.
export function addRun(op, { run, flow, waitsUnder, sender }, at) {
  op.sql(insertRun, [run, flow, waitsUnder, sender ?? null, at]);
}

// How many other runs wait under the same key.
export function countRivals(op, run) {
  return op.sql(selectRivals, [run])[0].rivals;
}

// The run keeps the payload in its own row, and is done. `came` is `early`, `late` or `addressed`.
export function keepAnswer(op, run, event, came, at) {
  op.sql(updateAnswer, [at, came, countRivals(op, run), event.id, event.payloadText, run]);
}

// The same, and its wait ends: in one transaction, so that the event counts exactly once.
export function finishRun(op, wait, event, came, at) {
  keepAnswer(op, wait.run, event, came, at);
  op.events.unsubscribe(wait.run, wait.effect, { event });
}

// The run ends without an answer. `state` is `called off` or `timed out`.
export function closeRun(op, run, state, at) {
  op.sql(updateState, [state, at, run]);
}

// The run was written down with a wrong key.
export function correctKey(op, run, value) {
  op.sql('UPDATE demo_runs SET waits_under = ? WHERE run = ?', [value, run]);
}
