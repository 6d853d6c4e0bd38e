/** What Node gives to scenarios: stores in the module's memory, or on a database of the host. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoor } from '../../door.js';
import { strictest } from '../../host/strictest.js';
import type { ScenarioRuntime } from '../runtime.js';
import { loadBetterSqlite3, openWithBetterSqlite3 } from './better-sqlite3-files.js';
import { CannotRun } from './cannot-run.js';

const inMemory = ':memory:';
/** A name that no scenario takes for a file of its own. */
const inAFile = 'restante-check-store-a.db';

/** Stores in memory, on the SQLite in the module. */
export const moduleMemory: ScenarioRuntime = {
  features: ['memory', 'exact_integers'],
  async begin() {
    const door = await openDoor();
    return { door, storePath: inMemory, end: async () => door.dispose() };
  },
};

/**
 * Stores on better-sqlite3, held to what the strictest host can do; relative paths fall in a folder of the scenario.
 * Throws CannotRun if there is no better-sqlite3.
 */
export async function betterSqlite3Host(store: 'memory' | 'file'): Promise<ScenarioRuntime> {
  const connect = await loadBetterSqlite3();
  return {
    features: ['memory', 'files', 'second_connection', 'read_only'],
    async begin() {
      const folder = makeTemporaryFolder();
      const open = openWithBetterSqlite3(connect, folder);
      const door = await openDoor({ openHost: (...given) => strictest(open(...given)) });
      return {
        door,
        storePath: store === 'file' ? inAFile : inMemory,
        async end() {
          door.dispose();
          removeFolder(folder);
        },
      };
    },
  };
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'restante-'));
  } catch {
    throw new CannotRun('a temporary folder cannot be made');
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What cannot be removed is left to the system's own cleaning.
  }
}
