/** Databases that the command line opens with npm better-sqlite3, when it is told to use that host. */
import { isAbsolute, join, normalize, sep } from 'node:path';
import { betterSqlite3, type BetterSqlite3Database } from '../../host/better-sqlite3.js';
import { HostFailure, type HostDatabase } from '../../host/database.js';
import { failureFromSqlite, sqliteCode } from '../../host/sqlite-codes.js';
import { CannotRun } from './cannot-run.js';

const inMemory = ':memory:';

interface Connection extends BetterSqlite3Database {
  close(): unknown;
}

interface ConnectionOptions {
  readonly: boolean;
  fileMustExist: boolean;
  timeout: number;
}

/** The class that the package exports. */
export type Connect = new (path: string, options: ConnectionOptions) => Connection;

/** What `openDoor` takes to open a path. */
export type OpenHost = (path: string, readOnly: boolean, busyTimeoutMs: number) => HostDatabase;

/** Throws CannotRun if the package is not installed, or cannot be loaded here. */
export async function loadBetterSqlite3(): Promise<Connect> {
  const name = 'better-sqlite3'; // not a literal below: the package is optional, and so are its types
  try {
    const connect = ((await import(name)) as { default: Connect }).default;
    // Its native part is loaded with the first database.
    new connect(inMemory, { readonly: false, fileMustExist: false, timeout: 0 }).close();
    return connect;
  } catch {
    throw new CannotRun('--host better-sqlite3 needs the npm package better-sqlite3, which cannot be loaded');
  }
}

/**
 * Opens each path with better-sqlite3, ":memory:" included. Relative ones are taken from `folder` and stay in it; with
 * an empty `folder` they are taken from the working directory.
 */
export function openWithBetterSqlite3(connect: Connect, folder: string): OpenHost {
  return (path, readOnly, busyTimeoutMs) => {
    try {
      if (folder !== '' && leavesItsFolder(path))
        throw new HostFailure('invalid_argument', 'path leaves the folder of the scenario');
      const place = path === inMemory || isAbsolute(path) ? path : join(folder, path);
      return closingHost(new connect(place, { readonly: readOnly && path !== inMemory, fileMustExist: readOnly, timeout: busyTimeoutMs }));
    } catch (error) {
      throw failureToOpen(path, error);
    }
  };
}

function leavesItsFolder(path: string): boolean {
  return !isAbsolute(path) && normalize(path).split(sep)[0] === '..';
}

function closingHost(connection: Connection): HostDatabase {
  syncInFull(connection);
  const host = betterSqlite3(connection);
  return {
    run: (sql, parameters, wantNames) => host.run(sql, parameters, wantNames),
    transaction: (body) => host.transaction(body),
    prepareForWrites: () => host.prepareForWrites?.(),
    truncateLog: () => host.truncateLog?.() ?? true,
    close: () => {
      host.close();
      connection.close();
    },
  };
}

/**
 * In WAL mode better-sqlite3 syncs less by default than an answered verb is promised. This is also the first look into
 * the file, so what is wrong with it is told in the words for that.
 */
function syncInFull(connection: Connection): void {
  try {
    connection.pragma('synchronous = FULL');
  } catch (error) {
    connection.close();
    const { code, message } = error as { code: string; message: string };
    throw failureFromSqlite(sqliteCode(code), message);
  }
}

function failureToOpen(path: string, error: unknown): HostFailure {
  if (error instanceof HostFailure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = typeof code === 'string' && code.startsWith('SQLITE_');
  const failure = known ? failureFromSqlite(sqliteCode(code), '').code : 'io';
  return new HostFailure(failure, `the database at '${path}' cannot be opened: ${String(message)}`);
}
