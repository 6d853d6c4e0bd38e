import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import Database from 'better-sqlite3';
import { betterSqlite3, open } from '../dist/index.js';
import { strictest } from '../dist/host/strictest.js';

export const event = (id, key = 'A-1', more = {}) => ({
  source: 'bank',
  id,
  kind: 'payment.settled',
  correlation: [{ namespace: 'order', value: key }],
  payload: { cents: 4200 },
  ...more,
});

export const wait = (run, key = 'A-1', more = {}) => ({
  run,
  effect: 'payment',
  kind: 'payment.settled',
  correlation: [{ namespace: 'order', value: key }],
  ...more,
});

/** Asserts that `work` fails with a RestanteError of this code, and answers the error. */
export async function fails(work, code) {
  let failure;
  await assert.rejects(
    async () => work(),
    (error) => {
      failure = error;
      assert.equal(error.name, 'RestanteError');
      assert.equal(error.code, code, error.message);
      assert.ok(error.message.length > 0);
      return true;
    },
  );
  return failure;
}

/** The two kinds of storage that a store of this package has, each as a function that opens a fresh one. */
export const storages = {
  'the SQLite in the module': (options) => open(':memory:', options),
  "a database of the host's": (options) => open(strictest(betterSqlite3(new Database(':memory:'))), options),
};

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The path of a file that is not there yet, in a folder that is removed at the end. */
export function freshPath() {
  const folder = mkdtempSync(join(tmpdir(), 'restante-'));
  folders.push(folder);
  return join(folder, 'store.db');
}

/** Opens a store in a file, on a connection of its own. */
export function openFile(path, options) {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  return open(betterSqlite3(database), options);
}

/** As `storages`, and files beside them. */
export const allStorages = { ...storages, 'a file': (options) => openFile(freshPath(), options) };

/** A clock that stands still until it is moved, for the options of a store. */
export function stoppedClock(now = 1_000_000) {
  const clock = () => clock.now;
  clock.now = now;
  return clock;
}
