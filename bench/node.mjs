/**
 * Who is compared in Node: the product through WebAssembly, its JavaScript included, and the floor's cycle as one
 * would write it by hand on better-sqlite3. Both start from JavaScript values and end with them, in memory.
 */
import { createRequire } from 'node:module';
import { open } from '../js/dist/index.js';

const Database = createRequire(new URL('../js/package.json', import.meta.url))('better-sqlite3');

/** The finalizer of SplitMix64, as in workload.cpp. */
function scattered(number) {
  let bits = BigInt(number);
  bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
  return (bits ^ (bits >> 31n)).toString(16).padStart(16, '0');
}

/** The cycle with this number; make_cycle in workload.cpp makes the same. */
export function makeCycle(number) {
  const name = scattered(2 * number + 1);
  const kind = 'payment.settled';
  const correlation = [{ namespace: 'order', value: `A-${scattered(2 * number + 2)}` }];
  const payload = {
    transaction: `tx-${name}`,
    cents: 4200,
    currency: 'EUR',
    debtor: { name: 'Ada Lovelace', country: 'GB' },
    settled: '2026-03-01T12:00:00Z',
  };
  return {
    at: 1_700_000_000_000 + number,
    event: { source: 'bank', id: `tx-${name}`, kind, correlation, payload },
    wait: { run: `run-${name}`, effect: 'payment', kind, correlation },
  };
}

function expectThat(isRight, otherwise) {
  if (!isRight) throw new Error(otherwise);
}

class Wasm {
  static async open() {
    return new Wasm(await open(':memory:'));
  }

  constructor(store) {
    this.store = store;
  }

  async late({ event, wait, at }) {
    const { events } = this.store;
    expectThat((await events.await(wait, { at })) === null, 'wasm found an event that was never sent');
    const delivery = await events.deliver(event, { at });
    expectThat(delivery.wait?.run === wait.run, 'wasm found no wait');
    await events.unsubscribe(wait.run, wait.effect);
  }

  async early({ event, wait, at }) {
    const { events } = this.store;
    expectThat((await events.deliver(event, { at })).outcome === 'buffered', 'wasm found a wait that nobody registered');
    const claimed = await events.await(wait, { at });
    expectThat(claimed?.event.payload.transaction === event.id, 'wasm found no event');
    await events.unsubscribe(wait.run, wait.effect);
  }

  async duplicate({ event, at }) {
    expectThat((await this.store.events.deliver(event, { at })).outcome === 'duplicate', 'wasm took a duplicate');
  }

  close() {
    return this.store.close();
  }
}

/** floor.c, statement by statement. */
class BetterSqlite3 {
  static async open() {
    return new BetterSqlite3(new Database(':memory:'));
  }

  constructor(database) {
    this.database = database;
    database.exec(`
      CREATE TABLE floor_events (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL,
        wait INTEGER, payload TEXT) STRICT;
      CREATE INDEX floor_live ON floor_events (key) WHERE wait IS NULL;
      CREATE TABLE floor_waits (number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, key TEXT NOT NULL,
        event INTEGER) STRICT;
      CREATE INDEX floor_open ON floor_waits (key) WHERE event IS NULL;`);
    const prepare = (sql) => database.prepare(sql);
    const insertEvent = prepare('INSERT INTO floor_events (id, key, payload) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    const insertWait = prepare('INSERT INTO floor_waits (run, key) VALUES (?, ?)');
    const findLive = prepare(
      'SELECT number, payload FROM floor_events WHERE key = ? AND wait IS NULL ORDER BY number LIMIT 1',
    );
    const findOpen = prepare('SELECT number, run FROM floor_waits WHERE key = ? AND event IS NULL ORDER BY number LIMIT 1');
    const giveEvent = prepare('UPDATE floor_events SET wait = ? WHERE number = ?');
    const parkWait = prepare('UPDATE floor_waits SET event = ? WHERE number = ?');
    const shedEvent = prepare(
      'UPDATE floor_events SET payload = NULL WHERE number = (SELECT event FROM floor_waits WHERE run = ?)',
    );
    const deleteWait = prepare('DELETE FROM floor_waits WHERE run = ?');

    this.expect = database.transaction((run, key) => {
      const wait = insertWait.run(run, key).lastInsertRowid;
      const event = findLive.get(key);
      if (!event) return null;
      giveEvent.run(wait, event.number);
      parkWait.run(event.number, wait);
      return JSON.parse(event.payload);
    }).immediate;
    this.deliver = database.transaction((id, key, payload) => {
      const { changes, lastInsertRowid: event } = insertEvent.run(id, key, JSON.stringify(payload));
      if (changes === 0) return 'duplicate';
      const wait = findOpen.get(key);
      if (!wait) return null;
      giveEvent.run(wait.number, event);
      parkWait.run(event, wait.number);
      return wait.run;
    }).immediate;
    this.finish = database.transaction((run) => {
      shedEvent.run(run);
      deleteWait.run(run);
    }).immediate;
  }

  late({ event, wait }) {
    const key = event.correlation[0].value;
    expectThat(this.expect(wait.run, key) === null, 'better-sqlite3 found an event that was never sent');
    expectThat(this.deliver(event.id, key, event.payload) === wait.run, 'better-sqlite3 found no wait');
    this.finish(wait.run);
  }

  early({ event, wait }) {
    const key = event.correlation[0].value;
    expectThat(this.deliver(event.id, key, event.payload) === null, 'better-sqlite3 found a wait of nobody');
    expectThat(this.expect(wait.run, key).transaction === event.id, 'better-sqlite3 found no event');
    this.finish(wait.run);
  }

  duplicate({ event }) {
    const key = event.correlation[0].value;
    expectThat(this.deliver(event.id, key, event.payload) === 'duplicate', 'better-sqlite3 took a duplicate');
  }

  close() {
    this.database.close();
  }
}

export const contestants = [
  { name: 'wasm', open: Wasm.open },
  { name: 'better-sqlite3', open: BetterSqlite3.open },
];

/** The contestants take turns within a round too, so that a slow second of the machine falls upon all of them. */
const slices = 20;

/**
 * One round: every contestant does every cycle on a fresh store in memory. `late` and `early` are lists of cycles, and
 * the duplicates are those of `late`. Answers a figure each, as restante_bench_cycles prints them.
 */
export async function runRound(round, warmUp, late, early) {
  const figures = [];
  const open = [];
  for (const contestant of contestants) {
    const store = await contestant.open();
    for (const cycle of warmUp) await store.late(cycle);
    open.push(store);
  }
  for (const [cycle, cycles] of [['late', late], ['early', early], ['duplicate', late]]) {
    const seconds = open.map(() => 0);
    for (let slice = 0; slice < slices; slice += 1) {
      const begin = Math.floor((cycles.length * slice) / slices);
      const end = Math.floor((cycles.length * (slice + 1)) / slices);
      for (let turn = 0; turn < open.length; turn += 1) {
        const who = (round + slice + turn) % open.length;
        const store = open[who];
        const from = process.hrtime.bigint();
        for (let i = begin; i < end; i += 1) await store[cycle](cycles[i]);
        seconds[who] += Number(process.hrtime.bigint() - from) / 1e9;
      }
    }
    seconds.forEach((sum, who) =>
      figures.push({ contestant: contestants[who].name, storage: 'memory', cycle, count: cycles.length, seconds: sum }),
    );
  }
  for (const store of open) await store.close();
  return figures;
}
