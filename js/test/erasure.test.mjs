// What is erased is gone from the files of a host's database, too, where the host has a say in it.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { betterSqlite3, open } from '../dist/index.js';

const secret = 'a secret that stands nowhere else';
const event = (id, payload) => ({ source: 'bank', id, kind: 'paid', correlation: [], payload });

function bytesOf(path) {
  return [path, `${path}-wal`, `${path}-journal`].filter(existsSync).map((file) => readFileSync(file, 'latin1')).join('');
}

/** Runs `work` with a store on a file in this journal mode, and leaves nothing of it. */
async function withStore(journalMode, work) {
  const folder = mkdtempSync(join(tmpdir(), 'restante-test-'));
  const path = join(folder, 'a.db');
  const database = new Database(path);
  database.pragma(`journal_mode = ${journalMode}`);
  try {
    await work({ path, database, store: await open(betterSqlite3(database)) });
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

for (const journalMode of ['wal', 'delete', 'truncate', 'persist'])
  test(`better-sqlite3, journal mode ${journalMode}: an erased payload can be read nowhere in the files`, () =>
    withStore(journalMode, async ({ path, store }) => {
      for (const id of ['1', '2', '3']) await store.events.buffer(event(id, [secret, 'x'.repeat(id * 3_000)]), { at: 1 });
      assert.ok(bytesOf(path).includes(secret));
      await store.events.erasePayload({ source: 'bank', id: '1' });
      await store.transact((op) => op.events.erasePayload({ source: 'bank', id: '2' }));
      await store.events.erasePayload({ source: 'bank', id: '3' });
      assert.ok(!bytesOf(path).includes(secret));
      await store.close();
    }));

test('better-sqlite3: what a reader held back is truncated by the next commit, and at the latest when the store is closed', () =>
  withStore('wal', async ({ path, store }) => {
    const reader = new Database(path);
    const holdBack = () => reader.prepare('SELECT count(*) FROM restante_events').iterate();
    try {
      await store.events.buffer(event('1', secret), { at: 1 });
      let rows = holdBack();
      rows.next();
      await store.events.erasePayload({ source: 'bank', id: '1' });
      assert.ok(bytesOf(path).includes(secret), 'the reader may still look at it');
      rows.return();
      await store.events.buffer(event('2', 'harmless'), { at: 1 });
      assert.ok(!bytesOf(path).includes(secret));

      await store.events.buffer(event('3', secret), { at: 1 });
      rows = holdBack();
      rows.next();
      await store.events.erasePayload({ source: 'bank', id: '3' });
      rows.return();
      await store.close();
      assert.ok(!bytesOf(path).includes(secret));
    } finally {
      reader.close();
    }
  }));
