import type { ErrorCode } from '../errors.js';

/** What the core hands to a database of the host as a parameter. */
export type HostValue = null | number | string;

/** The rows of one statement, drained, each as a list of its columns. */
export interface HostRows {
  /** The names of the columns; read only when `wantNames` was set. */
  readonly columns: readonly string[];
  /** Values are null, number, bigint, string, or bytes. */
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * A database of the host, as narrow as the strictest host allows: statements that are drained at once, and
 * transactions by callback only. At most 100 parameters a statement; no BEGIN, COMMIT or PRAGMA comes from the core.
 *
 * A failure is thrown as a `HostFailure`; anything else that is thrown counts as `io`.
 */
export interface HostDatabase {
  /** Runs one statement of text `sql` to its end. The same text comes again and again: keep what was prepared. */
  run(sql: string, parameters: readonly HostValue[], wantNames: boolean): HostRows;
  /**
   * Runs `body` in a transaction that takes the write lock at its beginning and is undone if `body` throws; what it
   * throws comes out unchanged. Within another one: a part of it that can be undone alone.
   */
  transaction(body: () => void): void;
  /** Called once before the first write: what makes the storage fit, where the host has a say in it. */
  prepareForWrites?(): void;
  /**
   * Empties the write-ahead log, so that what was erased is gone from it, too. It waits for nobody: false if somebody
   * holds the log back; then it is asked again after the next commit. Left out where the host keeps the log to itself.
   */
  truncateLog?(): boolean;
  /** Lets go of the database, if it was opened for the store; leaves a database of the caller's alone. */
  close(): void;
}

/** Why a host's database failed, in the product's codes. */
export class HostFailure extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** SQLite's extended result code, of a `sql_error`. */
    readonly extendedCode: number = 1,
  ) {
    super(message);
  }
}
