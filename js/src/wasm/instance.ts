import { RestanteError } from '../errors.js';
import { HostFailure, type HostDatabase, type HostValue } from '../host/database.js';
import { readParameters, writeRows } from './border.js';

/** The exported functions of the module; wasm/exports.cpp describes them. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  restante_reserve(length: number): number;
  restante_call(length: number, flags: number): number;
  restante_transact(): number;
  restante_allocate(length: number): number;
  restante_fail(report: number, length: number): void;
  restante_run_body(): number;
}

/** Flags of `restante_call`. */
const payloadsAsText = 1;
const onTheOp = 2;

/** What an instance asks of the program around it. */
export interface World {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The host's database for a path, or null to use the SQLite in the module. */
  openHost(path: string, readOnly: boolean, busyTimeoutMs: number): HostDatabase | null;
  /** Called after a call that has committed something, before it answers. It must not throw. */
  onCommit?(): void;
}

export interface CallOptions {
  /** Payloads cross as JSON strings that hold their text. */
  payloadsAsText?: boolean;
  /** The command runs on the op of the transaction under way. */
  onOp?: boolean;
}

/** Thrown through a host's transaction to undo it; what failed is known on the other side of the border. */
const bodyFailed = Symbol('the body failed');

/** One instance of the module: one door with its stores, in a memory of its own. */
export class Instance {
  readonly #exports: Exports;
  readonly #world: World;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #databases = new Map<number, HostDatabase>();
  readonly #statements = new Map<number, string>();
  #nextDatabase = 1;
  #bytes = new Uint8Array();
  #words = new Uint32Array();
  #body: (() => void) | undefined;
  #thrown: { error: unknown } | undefined;
  #inHost = false;
  #committed = false;
  #stopped: RestanteError | undefined;

  constructor(module: WebAssembly.Module, world: World) {
    this.#world = world;
    const instance = new WebAssembly.Instance(module, this.#imports());
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  /** Runs one command at the door and answers its text. */
  call(command: string, options: CallOptions = {}): string {
    return this.#enter(() => {
      // Each UTF-16 unit takes three bytes at the most.
      const address = this.#exports.restante_reserve(command.length * 3);
      const room = this.#memory().subarray(address, address + command.length * 3);
      const { written } = this.#encoder.encodeInto(command, room);
      const flags = (options.payloadsAsText ? payloadsAsText : 0) | (options.onOp ? onTheOp : 0);
      return this.#answerAt(this.#exports.restante_call(written, flags));
    });
  }

  /**
   * Runs `body` in one transaction of the store "a" and answers the text of the door's answer. What `body` throws
   * undoes everything and comes out unchanged.
   */
  transact(body: () => void): string {
    this.#body = body;
    try {
      return this.#enter(() => {
        const place = this.#exports.restante_transact();
        if (place !== 0) return this.#answerAt(place);
        const thrown = this.#thrown;
        throw thrown ? thrown.error : new RestanteError('io', 'the body of transact did not run');
      });
    } finally {
      this.#body = undefined;
      this.#thrown = undefined;
    }
  }

  /** Lets go of every database of the host; every call after it is `closed`. */
  dispose(): void {
    this.#stopped ??= new RestanteError('closed', 'the store was closed');
    for (const database of this.#databases.values()) database.close();
    this.#databases.clear();
  }

  #enter(work: () => string): string {
    if (this.#stopped) throw this.#stopped;
    if (this.#inHost)
      throw new RestanteError('transaction_open', 'the store was used from within a statement of its own database');
    try {
      return work();
    } catch (error) {
      // After a trap the module's memory cannot be trusted; what was committed is safe with the storage.
      if (error instanceof WebAssembly.RuntimeError) {
        this.#stopped = new RestanteError('io', `the WebAssembly module stopped (${error.message}); open the store again`);
        throw this.#stopped;
      }
      throw error;
    } finally {
      this.#tellCommit();
    }
  }

  /** Within the body of a transaction nothing is committed yet, so this is never told from within one. */
  #tellCommit(): void {
    if (!this.#committed) return;
    this.#committed = false;
    this.#world.onCommit?.();
  }

  /** The module's memory; growing it detaches every older view. */
  #memory(): Uint8Array {
    if (this.#bytes.buffer !== this.#exports.memory.buffer) {
      this.#bytes = new Uint8Array(this.#exports.memory.buffer);
      this.#words = new Uint32Array(this.#exports.memory.buffer);
    }
    return this.#bytes;
  }

  #textAt(address: number, length: number): string {
    return this.#decoder.decode(this.#memory().subarray(address, address + length));
  }

  #answerAt(place: number): string {
    this.#memory();
    return this.#textAt(this.#words[place >>> 2]!, this.#words[(place >>> 2) + 1]!);
  }

  #database(number: number): HostDatabase {
    const database = this.#databases.get(number);
    if (!database) throw new HostFailure('closed', "the host's database was closed");
    return database;
  }

  /** Runs a host's function; a failure is reported to the module, never thrown through it. */
  #guarded(failed: number, work: () => number): number {
    const outer = this.#inHost;
    this.#inHost = true;
    try {
      return work();
    } catch (error) {
      this.#report(error);
      return failed;
    } finally {
      this.#inHost = outer;
    }
  }

  #report(error: unknown): void {
    const { code, extended, message } = reportOf(error);
    const report = this.#encoder.encode(`${code}\n${extended}\n${message}`);
    const address = this.#exports.restante_allocate(report.length);
    this.#memory().set(report, address);
    this.#exports.restante_fail(address, report.length);
  }

  /** The SQL of a statement of the core, decoded once; key 0 is SQL of the caller's. */
  #sql(key: number, address: number, length: number): string {
    if (key === 0) return this.#textAt(address, length);
    let sql = this.#statements.get(key);
    if (sql === undefined) {
      sql = this.#textAt(address, length);
      this.#statements.set(key, sql);
    }
    return sql;
  }

  #runBody(): number {
    try {
      this.#body!();
      return 0;
    } catch (error) {
      this.#thrown = { error };
      return 1;
    }
  }

  #transaction(number: number): number {
    const outer = this.#inHost;
    try {
      this.#database(number).transaction(() => {
        this.#inHost = false;
        if (this.#exports.restante_run_body() !== 0) throw bodyFailed;
        this.#inHost = outer;
      });
      return 0;
    } catch (error) {
      if (error === bodyFailed) return 1;
      this.#report(error);
      return -1;
    } finally {
      this.#inHost = outer;
    }
  }

  #imports(): WebAssembly.Imports {
    return {
      restante: {
        host_now: () => this.#world.now(),
        host_random: (address: number, length: number) => {
          crypto.getRandomValues(this.#memory().subarray(address, address + length));
        },
        host_number: (address: number, length: number) => Number(this.#textAt(address, length)),
        host_digits: (value: number, address: number) =>
          this.#encoder.encodeInto(Object.is(value, -0) ? '-0e+0' : value.toExponential(), this.#memory().subarray(address, address + 40))
            .written,
        host_body: () => this.#runBody(),
        host_open: (address: number, length: number, readOnly: number, busyTimeoutMs: number) =>
          this.#guarded(-1, () => {
            const database = this.#world.openHost(this.#textAt(address, length), readOnly !== 0, busyTimeoutMs);
            if (!database) return 0;
            const number = this.#nextDatabase++;
            this.#databases.set(number, database);
            return number;
          }),
        host_run: (number: number, key: number, sql: number, sqlLength: number, parameters: number, count: number) =>
          this.#guarded(0, () => {
            const text = this.#sql(key >>> 0, sql, sqlLength);
            const values: HostValue[] = readParameters(this.#memory(), parameters, count, this.#decoder);
            const rows = this.#database(number).run(text, values, key === 0);
            return writeRows(rows, key === 0, this.#encoder, (size) => {
              const address = this.#exports.restante_allocate(size);
              if (address === 0) throw new HostFailure('io', 'the memory ran out');
              return { memory: this.#memory(), address };
            });
          }),
        host_transaction: (number: number) => this.#transaction(number),
        host_committed: () => {
          this.#committed = true;
        },
        host_prepare: (number: number) =>
          this.#guarded(-1, () => {
            this.#database(number).prepareForWrites?.();
            return 0;
          }),
        // What a host cannot do is left out; an attempt that failed is made again.
        host_truncate_log: (number: number) => {
          const database = this.#databases.get(number);
          try {
            return (database?.truncateLog?.() ?? true) ? 1 : 0;
          } catch {
            return 0;
          }
        },
        host_close: (number: number) => {
          this.#guarded(0, () => {
            this.#database(number).close();
            this.#databases.delete(number);
            return 0;
          });
        },
      },
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        proc_exit: (code: number) => {
          throw new WebAssembly.RuntimeError(`it exited with ${code}`);
        },
      },
    };
  }
}

function reportOf(error: unknown): { code: string; extended: number; message: string } {
  if (error instanceof HostFailure) return { code: error.code, extended: error.extendedCode, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'io', extended: 0, message: `the host's database failed (${message})` };
}
