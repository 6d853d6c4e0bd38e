// The storage seam on a database of the host, and what the strictest host asks for.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { betterSqlite3, HostFailure, open, openDoor } from '../dist/index.js';
import { bindingPlan, boundArguments } from '../dist/host/binding-plan.js';
import { strictest } from '../dist/host/strictest.js';
import { event, fails, wait } from './support.mjs';

/** Passes everything on and counts what the core asks for. */
function watched(database) {
  const seen = { statements: new Map(), transactions: 0, mostParameters: 0 };
  return {
    seen,
    run(sql, parameters, wantNames) {
      seen.statements.set(sql, (seen.statements.get(sql) ?? 0) + 1);
      seen.mostParameters = Math.max(seen.mostParameters, parameters.length);
      return database.run(sql, parameters, wantNames);
    },
    transaction(body) {
      seen.transactions += 1;
      database.transaction(body);
    },
    close: () => database.close(),
  };
}

test('the program and the store share one connection, and transact joins their tables', async () => {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER NOT NULL)');
  database.prepare('INSERT INTO orders VALUES (?, 0)').run('A-1');
  const store = await open(betterSqlite3(database));
  await store.events.buffer(event('1'));
  await store.transact((op) => {
    op.events.claimFor(wait('run'));
    op.sql('UPDATE orders SET paid = 1 WHERE id = ?', ['A-1']);
  });
  assert.equal(database.prepare('SELECT paid FROM orders').pluck().get(), 1);
  await store.close();
  assert.equal(database.open, true);
  assert.equal(database.prepare("SELECT state FROM restante_events WHERE id = '1'").pluck().get(), 'held');
});

test('a transaction of the program, or of another store, on the same connection is told and not joined', async () => {
  const database = new Database(':memory:');
  const left = await open(betterSqlite3(database), { tenant: 'left' });
  const right = await open(betterSqlite3(database), { tenant: 'right' });
  database.exec('BEGIN');
  await fails(() => left.events.buffer(event('1')), 'transaction_open');
  database.exec('ROLLBACK');
  let attempt;
  await left.transact((op) => {
    op.events.buffer(event('1'));
    attempt = fails(() => right.events.buffer(event('1')), 'transaction_open');
  });
  await attempt;
  assert.equal(await right.events.buffer(event('1')), true);
  assert.equal(await left.events.buffer(event('1')), false);
});

test('a store that is used from within a statement of its own database is refused', async () => {
  const database = new Database(':memory:');
  const store = await open(betterSqlite3(database));
  const attempts = [];
  database.function('meddle', () => {
    attempts.push(fails(() => store.events.buffer(event('1')), 'transaction_open'));
    return 1;
  });
  await store.sql('SELECT meddle() AS n');
  assert.equal((await Promise.all(attempts)).length, 1);
  assert.equal(await store.events.buffer(event('1')), true);
});

test('a transaction that the program ends under the op takes everything with it', async () => {
  const database = new Database(':memory:');
  database.exec("CREATE TABLE m (n); CREATE TRIGGER ends BEFORE INSERT ON m BEGIN SELECT RAISE(ROLLBACK, 'bye'); END");
  const store = await open(betterSqlite3(database));
  for (const end of [() => database.prepare('INSERT INTO m VALUES (1)').run(), () => database.exec('ROLLBACK')]) {
    await fails(
      () =>
        store.transact((op) => {
          op.events.buffer(event('before'));
          try {
            end();
          } catch {}
          assert.throws(() => op.events.buffer(event('after')), { code: 'transaction_open' });
        }),
      'transaction_open',
    );
    await fails(() => store.transact(() => database.exec('ROLLBACK')), 'transaction_open');
    assert.equal(database.prepare('SELECT count(*) FROM restante_events').pluck().get(), 0);
  }
  assert.equal(await store.events.buffer(event('after')), true);
});

test("what a function of the program's throws is an SQL error that does not repeat it", async () => {
  const database = new Database(':memory:');
  database.function('broken', () => {
    throw new Error('SECRET');
  });
  const store = await open(betterSqlite3(database));
  const error = await fails(() => store.sql('SELECT broken() AS n'), 'sql_error');
  assert.doesNotMatch(error.message, /SECRET/);
  const rows = database.prepare('SELECT 1 UNION SELECT 2').iterate();
  rows.next();
  await fails(() => store.events.buffer(event('1')), 'busy');
  rows.return();
  assert.equal(await store.events.buffer(event('1')), true);
});

test('the core asks the strictest host for nothing that it has not', async () => {
  const database = watched(strictest(betterSqlite3(new Database(':memory:'))));
  const store = await open(database);
  await store.events.subscribe(wait('run', 'A-1', { deadline: 100, from: 'bank' }), { at: 1 });
  await store.events.buffer(event('1'), { at: 2 });
  await store.events.matchWaiter({ source: 'bank', id: '1' }, { at: 3 });
  await store.events.unsubscribe('run', 'payment', { event: { source: 'bank', id: '1' } });
  await store.events.deliverTo('run', event('2'));
  await store.events.sweepUnclaimed({ olderThan: 5, reason: 'late', limit: 3 });
  await store.events.deadLetters({ limit: 3 });
  assert.ok(database.seen.statements.size > 15);
  assert.ok(database.seen.mostParameters <= 100);
  for (const sql of database.seen.statements.keys())
    assert.doesNotMatch(sql, /^\s*(begin|commit|savepoint|release|rollback|pragma|attach)\b|or\s+rollback/i);
  const before = database.seen.transactions;
  await store.events.buffer(event('3'));
  assert.equal(database.seen.transactions, before + 1, 'a verb is one transaction');
  await store.close();
});

test('integers that this host rounds are unsupported, not wrong', async () => {
  const store = await open(betterSqlite3(new Database(':memory:')));
  for (const number of ['9007199254740992', '9007199254740993', '-9223372036854775808'])
    await fails(() => store.sql(`SELECT ${number} AS n`), 'unsupported');
  await fails(() => store.sql('SELECT ?', [9007199254740993n]), 'unsupported');
  assert.deepEqual((await store.sql('SELECT 9007199254740991 AS n, 1e300 AS r')).map((row) => ({ ...row })), [
    { n: 9007199254740991, r: 1e300 },
  ]);
  const exact = new Database(':memory:').defaultSafeIntegers(true);
  const exactStore = await open(betterSqlite3(exact));
  assert.equal((await exactStore.sql('SELECT 9007199254740993 AS n'))[0].n, 9007199254740993n);
  assert.equal(await exactStore.events.buffer(event('1')), true);
  assert.equal((await exactStore.events.claimFor(wait('run'), { at: 7 })).event.id, '1');
});

test('what the storage says has the same code as natively', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restante-host-'));
  try {
    const path = join(folder, 'a.db');
    const first = new Database(path, { timeout: 20 });
    first.pragma('journal_mode = WAL');
    const store = await open(betterSqlite3(first));
    const second = new Database(path);
    second.exec('BEGIN IMMEDIATE');
    await fails(() => store.events.buffer(event('1')), 'busy');
    second.exec('COMMIT');
    assert.equal(await store.events.buffer(event('1')), true);
    await store.close();

    const reader = await open(betterSqlite3(new Database(path, { readonly: true })), { readOnly: true });
    await fails(() => reader.events.buffer(event('2')), 'read_only');
    assert.equal((await reader.sql('SELECT count(*) AS n FROM restante_events'))[0].n, 1);

    second.exec('UPDATE restante_schema SET version = 77');
    await fails(() => open(betterSqlite3(new Database(path))), 'schema_too_new');
    second.exec('DROP TABLE restante_schema');
    await fails(() => open(betterSqlite3(new Database(path))), 'corrupt');
    const limited = new Database(':memory:');
    const full = await open(betterSqlite3(limited));
    limited.pragma(`max_page_count = ${limited.pragma('page_count', { simple: true })}`);
    await fails(() => full.events.buffer(event('1', 'A-1', { payload: 'x'.repeat(100_000) })), 'disk_full');
    limited.pragma('max_page_count = 100000');
    assert.equal(await full.events.buffer(event('1')), true);
    first.close();
    second.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('SQL of the caller binds by place, number and name as SQLite counts them', () => {
  const plan = (sql) => bindingPlan(sql);
  assert.deepEqual(plan('SELECT ?, ?'), { unnamed: [0, 1], named: [], count: 2 });
  assert.deepEqual(plan('SELECT ?2, ?, ?1'), { unnamed: [2], named: [['2', 1], ['1', 0]], count: 3 });
  assert.deepEqual(plan('SELECT :a, ?, @b, :a, $c'), { unnamed: [1], named: [['a', 0], ['b', 2], ['c', 3]], count: 4 });
  assert.deepEqual(plan('SELECT ?3'), { unnamed: [0, 1], named: [['3', 2]], count: 3 });
  assert.deepEqual(plan('SELECT :é'), { unnamed: [], named: [['é', 0]], count: 1 });
  assert.throws(() => plan('SELECT @a, :a'), { code: 'unsupported' });
  assert.deepEqual(plan("SELECT '?' , \"?\", [?], `?`, 'it''s ?' -- ?\n /* ? */, a$b"), { unnamed: [], named: [], count: 0 });
  assert.throws(() => boundArguments(plan('SELECT ?'), []), { code: 'invalid_argument' });
  const database = new Database(':memory:');
  const row = betterSqlite3(database).run('SELECT ?2 AS a, :x AS b, ? AS c, ?1 AS d', ['one', 'two', 'three', 'four'], true).rows[0];
  assert.deepEqual(row, ['two', 'three', 'four', 'one']);
});

test("a host that throws what it likes is an io failure, and the module lives on", async () => {
  let broken = false;
  const below = betterSqlite3(new Database(':memory:'));
  const store = await open({
    run(sql, parameters, wantNames) {
      if (broken) throw broken;
      return below.run(sql, parameters, wantNames);
    },
    transaction: (body) => below.transaction(body),
    close: () => {},
  });
  for (const [thrown, code] of [[new Error('gone'), 'io'], ['a string', 'io'], [undefined ?? 5, 'io'], [new HostFailure('disk_full', 'no room'), 'disk_full']]) {
    broken = thrown;
    await fails(() => store.events.buffer(event('1')), code);
    await fails(() => store.events.waiting({ limit: 1 }), code);
  }
  broken = false;
  assert.equal(await store.events.buffer(event('1')), true);
});

test('a door opens databases of the host by path', async () => {
  const opened = [];
  const door = await openDoor({
    openHost: (path, readOnly, busyTimeoutMs) => {
      opened.push([path, readOnly, busyTimeoutMs]);
      if (path === 'missing') throw new HostFailure('io', 'there is no such file');
      return betterSqlite3(new Database(':memory:'));
    },
  });
  assert.match(door.call('{"do":"open","path":"x","read_only":false,"busy_timeout_ms":7}'), /"ok":true/);
  assert.match(door.call('{"do":"open","path":"missing","as":"b"}'), /"code":"io","message":"there is no such file"/);
  assert.deepEqual(opened, [['x', false, 7], ['missing', false, 5000]]);
  door.dispose();
});
