import { newInstance } from './door.js';
import { RestanteError } from './errors.js';
import { Events } from './events.js';
import type { HostDatabase } from './host/database.js';
import { commandText, valueOf, type Runner } from './runner.js';
import { runSql, type SqlParameter, type SqlRow } from './sql.js';
import type { Instance } from './wasm/instance.js';

/** How a store is opened (ground rules, "Opening"). Durations are whole milliseconds. */
export interface OpenOptions {
  /** Trimmed of spaces and tabs, then 1 to 64 bytes without `/`, `:` and control characters. Default `default`. */
  tenant?: string;
  /** Without effect where the host decides. Default `full`. */
  synchronous?: 'full' | 'normal' | 'off';
  /** Without effect where the host decides. Default 5,000. */
  busyTimeoutMs?: number;
  /** The most bytes of one payload. Default 1 MiB. */
  maxPayloadBytes?: number;
  /** How long ids of delivered outbox messages are remembered. Default 7 days. */
  dedupRetentionMs?: number;
  readOnly?: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z. Default `Date.now`. */
  clock?: () => number;
}

/** A face whose verbs answer promises. */
export type Promised<Face> = {
  readonly [Verb in keyof Face]: Face[Verb] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Answer>
    : never;
};

/** The verbs of a face. */
export type Verbs<Face> = { readonly [Verb in keyof Face]: Face[Verb] };

/** The faces and the caller's own SQL inside one transaction. Valid within the body of `transact` only. */
export interface Op {
  readonly events: Verbs<Events>;
  /** One statement of the caller's own SQL. */
  sql(sql: string, parameters?: readonly SqlParameter[]): SqlRow[];
}

/**
 * Opens a store: `':memory:'` for a private one that lives with the handle, or a database of the host, such as
 * `betterSqlite3(database)`.
 */
export async function open(database: ':memory:' | (string & {}) | HostDatabase, options: OpenOptions = {}): Promise<Store> {
  if (typeof options !== 'object' || options === null)
    throw new RestanteError('invalid_argument', 'options must be an object');
  const { clock = Date.now, tenant, synchronous, busyTimeoutMs, maxPayloadBytes, dedupRetentionMs, readOnly, ...unknown } = options;
  const [mistyped] = Object.keys(unknown);
  if (mistyped !== undefined) throw new RestanteError('invalid_argument', `unknown option '${mistyped}'`);
  if (typeof clock !== 'function') throw new RestanteError('invalid_argument', 'clock must be a function');
  const host = typeof database === 'string' ? null : database;
  if (host !== null && typeof host?.run !== 'function')
    throw new RestanteError('invalid_argument', "open takes ':memory:' or a database of the host");
  const listeners = new Set<() => void>();
  const instance = await newInstance({ clock, openHost: () => host, onCommit: () => listeners.forEach((listener) => listener()) });
  const command = {
    do: 'open',
    path: typeof database === 'string' ? database : 'host',
    tenant,
    synchronous,
    busy_timeout_ms: busyTimeoutMs,
    max_payload_bytes: maxPayloadBytes,
    dedup_retention_ms: dedupRetentionMs,
    read_only: readOnly,
  };
  valueOf(instance.call(commandText(command)));
  return new Store(instance, clock, listeners);
}

/**
 * One database opened for one tenant. Verbs answer promises; each is one transaction, and durable once it is
 * answered.
 */
export class Store {
  readonly #instance: Instance;
  readonly #clock: () => number;
  readonly #runner: Runner;
  readonly #listeners: Set<() => void>;
  #inTransact = false;
  #closed = false;

  /** The verbs of the events face. */
  readonly events: Promised<Events>;

  /** Use `open`. */
  constructor(instance: Instance, clock: () => number, listeners: Set<() => void>) {
    this.#instance = instance;
    this.#clock = clock;
    this.#listeners = listeners;
    this.#runner = this.#runnerFor(false);
    this.events = promised(new Events(this.#runner));
  }

  /**
   * One statement of the caller's own SQL in a transaction of its own. It may read the tables named `restante_…` but
   * not write them, and it controls no transaction.
   */
  async sql(sql: string, parameters: readonly SqlParameter[] = []): Promise<SqlRow[]> {
    return runSql(this.#runner, sql, parameters);
  }

  /**
   * Runs `body(op)` in one transaction, commits when it returns, and answers what it returned. What it throws undoes
   * everything and comes out unchanged; so does a verb that failed, even if `body` swallowed it. The body is
   * synchronous: one that returns a promise is refused and undone.
   */
  async transact<Result>(body: (op: Op) => Result): Promise<Result> {
    if (this.#closed) throw closed();
    if (this.#inTransact) throw transactionOpen();
    if (typeof body !== 'function') throw new RestanteError('invalid_argument', 'the body of transact must be a function');
    let ended = false;
    let failure: { error: unknown } | undefined;
    /** After the first failure, one that came before the core included, everything on the op fails with it. */
    const poisoning = <Answer>(work: () => Answer): Answer => {
      if (ended)
        throw new RestanteError('invalid_argument', 'the op was used after the body of its transact had returned');
      if (failure) throw failure.error;
      try {
        return work();
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const runner = this.#runnerFor(true);
    const op: Op = {
      events: wrapped(new Events(runner), poisoning),
      sql: (sql, parameters = []) => poisoning(() => runSql(runner, sql, parameters)),
    };
    let result: Result;
    this.#inTransact = true;
    try {
      valueOf(
        this.#instance.transact(() => {
          result = body(op);
          refuseThenable(result);
          if (failure) throw failure.error;
        }),
      );
    } finally {
      this.#inTransact = false;
      ended = true;
    }
    return result!;
  }

  /**
   * From now on `listener` is called after each commit of this store; the answer ends that. A listener must not throw,
   * and must leave verbs for later (a microtask will do).
   */
  onCommit(listener: () => void): () => void {
    if (typeof listener !== 'function') throw new RestanteError('invalid_argument', 'listener must be a function');
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The store's clock: milliseconds since 1970-01-01T00:00:00Z. */
  now(): number {
    return this.#clock();
  }

  /**
   * Runs one command at the store's door, for what is built on it; payloads cross as JSON strings that hold their text.
   * @internal
   */
  command(command: object): unknown {
    return this.#runner.run(command);
  }

  /** Idempotent. Verbs after it fail with `closed`. */
  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#inTransact) throw transactionOpen();
    this.#closed = true;
    valueOf(this.#instance.call('{"do":"close"}'));
    this.#instance.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #runnerFor(onOp: boolean): Runner {
    return {
      now: () => this.#clock(),
      run: (command) => {
        if (this.#closed) throw closed();
        return valueOf(this.#instance.call(commandText(command), { payloadsAsText: true, onOp }));
      },
    };
  }
}

function closed(): RestanteError {
  return new RestanteError('closed', 'the store was closed');
}

function transactionOpen(): RestanteError {
  return new RestanteError(
    'transaction_open',
    'a transaction of this store is open: inside transact use the op that was handed over',
  );
}

/** Holding the one writer over an await would stop everybody else. */
function refuseThenable(result: unknown): void {
  if (result === null || (typeof result !== 'object' && typeof result !== 'function')) return;
  const { then } = result as { then?: unknown };
  if (typeof then !== 'function') return;
  // What the refused promise still does must not come up as unhandled: its failure is reported here.
  Promise.resolve(result as PromiseLike<unknown>).catch(() => {});
  throw new RestanteError('invalid_argument', 'the body of transact must be synchronous, but it returned a promise');
}

/** The verbs of `face`, each run by `run`. */
function wrapped<Face extends object>(face: Face, run: (work: () => unknown) => unknown): Face {
  const verbs: Record<string, unknown> = {};
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(face))) {
    if (name === 'constructor') continue;
    const verb = (face as Record<string, (...args: unknown[]) => unknown>)[name]!;
    verbs[name] = (...args: unknown[]) => run(() => verb.apply(face, args));
  }
  return verbs as Face;
}

/** The verbs of `face`, each answering a promise, refusals of arguments included. */
function promised<Face extends object>(face: Face): Promised<Face> {
  return wrapped(face, async (work) => work()) as Promised<Face>;
}
