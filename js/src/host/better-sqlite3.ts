import { bindingPlan, boundArguments, type BindingPlan } from './binding-plan.js';
import { HostFailure, type HostDatabase, type HostRows, type HostValue } from './database.js';
import { failureFromSqlite, sqliteCode } from './sqlite-codes.js';

/** The part of npm `better-sqlite3` that is used; a `Database` of it fits. */
export interface BetterSqlite3Database {
  prepare(sql: string): BetterSqlite3Statement;
  transaction(body: () => void): { immediate(): void };
  pragma(source: string, options?: { simple: boolean }): unknown;
  readonly inTransaction: boolean;
}

interface PreparedStatement {
  readonly statement: BetterSqlite3Statement;
  readonly plan: BindingPlan;
}

interface BetterSqlite3Statement {
  readonly reader: boolean;
  raw(toggle: boolean): this;
  columns(): { name: string }[];
  all(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): unknown;
}

/**
 * A store on a database that the program has open with better-sqlite3. The store never closes it; use one connection
 * for the program's own tables and the store, and `transact` joins them. Inside `transact` use the op alone.
 *
 * The store switches `secure_delete` on for this connection, so that what is shed or erased is overwritten in the file.
 *
 * How durable an answer is, the connection decides: in WAL mode better-sqlite3 syncs as `synchronous=NORMAL` does;
 * with `database.pragma('synchronous = FULL')` an answered verb survives a power cut.
 */
export function betterSqlite3(database: BetterSqlite3Database): HostDatabase {
  return new BetterSqlite3Host(database);
}

class BetterSqlite3Host implements HostDatabase {
  readonly #database: BetterSqlite3Database;
  readonly #kept = new Map<string, PreparedStatement>();
  #depth = 0;

  constructor(database: BetterSqlite3Database) {
    this.#database = database;
  }

  run(sql: string, parameters: readonly HostValue[], wantNames: boolean): HostRows {
    if (this.#depth > 0 && !this.#database.inTransaction) throw endedFromOutside();
    try {
      // The caller's own SQL comes with wantNames and in any number of forms, so it is not kept.
      const { statement, plan } = wantNames ? this.#prepare(sql) : this.#prepareOnce(sql);
      const args = boundArguments(plan, parameters);
      if (!statement.reader) {
        statement.run(...args);
        return { columns: [], rows: [] };
      }
      const rows = statement.all(...args) as unknown[][];
      return { columns: wantNames ? statement.columns().map((column) => column.name) : columnsOf(rows), rows };
    } catch (error) {
      throw failureFrom(error, wantNames);
    }
  }

  transaction(body: () => void): void {
    if (this.#depth === 0 && this.#database.inTransaction)
      throw new HostFailure(
        'transaction_open',
        'a transaction is open on this connection already, begun by the program or by another store: use the op of transact',
      );
    let failed: { thrown: unknown } | undefined;
    const kept = () => {
      try {
        body();
        if (!this.#database.inTransaction) throw endedFromOutside();
      } catch (thrown) {
        failed = { thrown };
        throw thrown;
      }
    };
    this.#depth += 1;
    try {
      this.#database.transaction(kept).immediate();
    } catch (error) {
      if (failed) throw failed.thrown;
      throw failureFrom(error, true);
    } finally {
      this.#depth -= 1;
    }
  }

  prepareForWrites(): void {
    this.#database.pragma('secure_delete = ON');
  }

  truncateLog(): boolean {
    const patience = Number(this.#database.pragma('busy_timeout', { simple: true }));
    this.#database.pragma('busy_timeout = 0');
    try {
      if (this.#database.pragma('journal_mode', { simple: true }) === 'persist') {
        // There the last journal stays, with what was overwritten in it; leaving the mode deletes it.
        this.#database.pragma('journal_mode = delete');
        this.#database.pragma('journal_mode = persist');
      }
      const [result] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      return result?.busy === 0;
    } finally {
      this.#database.pragma(`busy_timeout = ${patience}`);
    }
  }

  close(): void {}

  #prepare(sql: string): PreparedStatement {
    const statement = this.#database.prepare(sql);
    if (statement.reader) statement.raw(true);
    return { statement, plan: bindingPlan(sql) };
  }

  #prepareOnce(sql: string): PreparedStatement {
    let prepared = this.#kept.get(sql);
    if (!prepared) {
      prepared = this.#prepare(sql);
      this.#kept.set(sql, prepared);
    }
    return prepared;
  }
}

/** Where names are not wanted only the number of columns counts. */
function columnsOf(rows: unknown[][]): string[] {
  return rows[0] ? new Array<string>(rows[0].length).fill('') : [];
}

/** The program ended it on its own connection, or a trigger of its statement did. */
function endedFromOutside(): HostFailure {
  return new HostFailure('transaction_open', 'the transaction was ended from outside of the op: inside transact use the op alone');
}

/** `callers`: something of the program's own ran, its SQL or a constraint of its tables. */
function failureFrom(error: unknown, callers: boolean): HostFailure {
  if (error instanceof HostFailure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : 'it gave no reason';
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return failureFromSqlite(sqliteCode(code), text);
  if (error instanceof RangeError && /more than one statement/.test(text))
    return new HostFailure('invalid_argument', 'sql holds more than one statement');
  if (error instanceof TypeError && /not open/.test(text)) return new HostFailure('closed', "the host's database was closed");
  if (error instanceof TypeError && /busy executing/.test(text))
    return new HostFailure('busy', "the host's connection is in the middle of a statement of the program");
  // A function that the program gave to SQL may throw what it likes; what it threw is not repeated.
  if (callers) return new HostFailure('sql_error', 'the SQL failed: a function of the program threw');
  return new HostFailure('io', `the host's database failed (${text})`);
}
