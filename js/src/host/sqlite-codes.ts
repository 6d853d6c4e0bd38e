import type { ErrorCode } from '../errors.js';
import { HostFailure } from './database.js';

/** SQLite's result codes by name, as far as a host may report them. */
const sqliteCodes: Readonly<Record<string, number>> = {
  SQLITE_ERROR: 1,
  SQLITE_PERM: 3,
  SQLITE_ABORT: 4,
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_NOMEM: 7,
  SQLITE_READONLY: 8,
  SQLITE_INTERRUPT: 9,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_SCHEMA: 17,
  SQLITE_TOOBIG: 18,
  SQLITE_CONSTRAINT: 19,
  SQLITE_MISMATCH: 20,
  SQLITE_MISUSE: 21,
  SQLITE_NOLFS: 22,
  SQLITE_AUTH: 23,
  SQLITE_RANGE: 25,
  SQLITE_NOTADB: 26,
  SQLITE_BUSY_RECOVERY: 261,
  SQLITE_BUSY_SNAPSHOT: 517,
  SQLITE_BUSY_TIMEOUT: 773,
  SQLITE_CONSTRAINT_CHECK: 275,
  SQLITE_CONSTRAINT_COMMITHOOK: 531,
  SQLITE_CONSTRAINT_FOREIGNKEY: 787,
  SQLITE_CONSTRAINT_FUNCTION: 1043,
  SQLITE_CONSTRAINT_NOTNULL: 1299,
  SQLITE_CONSTRAINT_PRIMARYKEY: 1555,
  SQLITE_CONSTRAINT_TRIGGER: 1811,
  SQLITE_CONSTRAINT_UNIQUE: 2067,
  SQLITE_CONSTRAINT_VTAB: 2323,
  SQLITE_CONSTRAINT_ROWID: 2579,
  SQLITE_CONSTRAINT_PINNED: 2835,
  SQLITE_CONSTRAINT_DATATYPE: 3091,
  SQLITE_CORRUPT_VTAB: 267,
  SQLITE_CORRUPT_SEQUENCE: 523,
  SQLITE_CORRUPT_INDEX: 779,
  SQLITE_READONLY_RECOVERY: 264,
  SQLITE_READONLY_CANTLOCK: 520,
  SQLITE_READONLY_ROLLBACK: 776,
  SQLITE_READONLY_DBMOVED: 1032,
  SQLITE_READONLY_CANTINIT: 1288,
  SQLITE_READONLY_DIRECTORY: 1544,
};

/** The number of a code by its name; of an extended code that is not in the list, the primary one. */
export function sqliteCode(name: string): number {
  const primary = name.split('_').slice(0, 2).join('_');
  return sqliteCodes[name] ?? sqliteCodes[primary] ?? 1;
}

const storageCodes: Readonly<Record<number, ErrorCode>> = {
  3: 'io',
  5: 'busy',
  6: 'busy',
  7: 'io',
  8: 'read_only',
  10: 'io',
  11: 'corrupt',
  13: 'disk_full',
  14: 'io',
  15: 'io',
  22: 'io',
  26: 'corrupt',
};

const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  busy: 'the database is locked by another writer',
  corrupt: 'the database cannot be understood',
  read_only: 'the database takes no writes',
  disk_full: 'the storage has no room',
  io: 'the storage failed',
};

/** What SQLite said, as the native twin says it: the storage's own codes apart, the rest a matter of the statement. */
export function failureFromSqlite(extended: number, message: string): HostFailure {
  const code = storageCodes[extended & 0xff];
  if (code) return new HostFailure(code, `${sentences[code]} (${message})`);
  return new HostFailure('sql_error', `the SQL failed: ${message}`, extended);
}
