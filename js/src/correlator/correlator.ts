import { RestanteError } from '../errors.js';
import { checkedObject, type At, type CorrelationKey, type Event, type StoredEvent, type StoredWait, type Wait } from '../events.js';
import type { Op, Store } from '../store.js';
import { Machine, type FailingWait, type MachineOptions, type ResumeStep } from './machine.js';
import { after } from './timer.js';
import { Waiters } from './waiters.js';

/** What `resume` is told beside the wait and its event. */
export interface ResumeContext {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  receivedAt: number;
  /** 1 and up: how often this correlator has tried. */
  attempt: number;
  /** Aborted when `resumeTimeoutMs` is over or the correlator is closed. */
  signal: AbortSignal;
}

/** What the op-carrying `resume` is told: it works in the transaction that ends the wait. */
export interface ResumeInTransactionContext {
  receivedAt: number;
  attempt: number;
  op: Op;
}

interface CommonOptions extends MachineOptions {
  /** A wait whose deadline came, or nobody's event did. It is removed already. For a record that cannot be lost, call `expireWaits` in your own `transact`. */
  expired?: (wait: StoredWait) => unknown;
  /**
   * What went wrong, with the wait if it was about one: a `resume` that failed (it is tried again), an `expired` that
   * did, or the storage. Default: `console.error` with the error's code or name, and nothing of its text.
   */
  onError?: (error: unknown, wait?: StoredWait) => void;
  /** How long `resume` may take before it counts as failed and the next one is served. Default: `redeliverAfterMs`. */
  resumeTimeoutMs?: number;
  /** How often commits of other processes are looked for once started. Default 1,000. */
  pollMs?: number;
  /** A name that nobody else has, for `waitFor`. Default: a random UUID. */
  newRun?: () => string;
}

/** Hands an event to its run. When it returns, the event counts as kept and the wait is ended. */
export interface ResumeOptions extends CommonOptions {
  transactional?: false;
  resume: (wait: StoredWait, event: StoredEvent, context: ResumeContext) => unknown;
}

/**
 * The same inside of the transaction that ends the wait: what `resume` does with `op` and the end of the wait happen
 * both or neither, so the run is resumed exactly once. It must be synchronous.
 */
export interface TransactionalResumeOptions extends CommonOptions {
  transactional: true;
  resume: (wait: StoredWait, event: StoredEvent, context: ResumeInTransactionContext) => unknown;
}

export type CorrelatorOptions = ResumeOptions | TransactionalResumeOptions;

/** What a tick did. */
export interface Tick {
  resumed: number;
  failed: number;
  expired: number;
  swept: number;
  /** A page was full: there may be more to do at once. */
  full: boolean;
}

export interface WaitForOptions {
  kind: string;
  correlation: readonly CorrelationKey[];
  from?: string;
  /** After that many milliseconds the promise is rejected with a `TimeoutError`. */
  timeoutMs?: number;
  /** When it is aborted the promise is rejected with its reason. */
  signal?: AbortSignal;
}

/** Stores with a correlator; a second one would take the first one's machine away. */
const taken = new WeakSet<Store>();

/**
 * Sees to it that every event reaches the run that waits for it, also after a crash, that waits time out, and that what
 * nobody calls for is swept. `deliver` and `expect` resume at once what they match. Redelivery, time-outs and sweeps
 * happen whenever there is something to do anyway; `start` sees to them in time, or else call `tick` now and then.
 *
 * A run may be resumed twice (a crash after `resume` and before its wait is ended): make `resume` repeatable, or use
 * `transactional`.
 */
export class Correlator {
  readonly #store: Store;
  readonly #machine: Machine;
  readonly #options: CorrelatorOptions;
  readonly #waiters: Waiters;
  readonly #page: number;
  readonly #resumeTimeoutMs: number;
  /** Steps are served one at a time: each piece of work waits for the one before. */
  #line: Promise<unknown> = Promise.resolve();
  #pumping: Promise<void> | undefined;
  #lookAgain = false;
  /** An answer to the machine that the storage did not take: it goes first. */
  #unanswered: (() => void) | undefined;
  #callOff: (() => void) | undefined;
  #stopListening: (() => void) | undefined;
  readonly #closing = new AbortController();

  /** Opens a correlator on a store; one at a time. */
  static async open(store: Store, options: CorrelatorOptions): Promise<Correlator> {
    return new Correlator(store, options);
  }

  private constructor(store: Store, options: CorrelatorOptions) {
    const { resume, transactional, expired, onError, resumeTimeoutMs, pollMs, newRun, ...machineOptions } = checkedObject(options, 'options');
    if (typeof resume !== 'function') throw new RestanteError('invalid_argument', 'resume must be a function');
    checkDuration('resumeTimeoutMs', resumeTimeoutMs);
    checkDuration('pollMs', pollMs);
    if (taken.has(store))
      throw new RestanteError('invalid_argument', 'a correlator is open on this store already: close it first');
    this.#store = store;
    this.#options = options;
    this.#machine = new Machine(store, machineOptions);
    this.#page = machineOptions.page ?? 128;
    const redeliverAfterMs = machineOptions.redeliverAfterMs ?? 30_000;
    this.#resumeTimeoutMs = resumeTimeoutMs ?? redeliverAfterMs;
    this.#waiters = new Waiters(newRun ?? (() => crypto.randomUUID()), 2 * redeliverAfterMs);
    taken.add(store);
  }

  /**
   * Keeps an event and gives it to whoever waits for it, in one transaction: once this answers, it is durable. A matched
   * run is resumed in the background; `idle` waits for that.
   */
  async deliver(event: Event | StoredEvent, options: At = {}): Promise<{ outcome: 'matched' | 'buffered' | 'duplicate' }> {
    this.#refuseIfClosed();
    const outcome = this.#machine.deliver(event, checkedObject(options, 'options').at ?? this.#store.now());
    if (outcome === 'matched') this.#kick();
    return { outcome };
  }

  /** Registers a wait and looks for its event. If that is there already, the run is resumed in the background. */
  async expect(wait: Wait, options: At = {}): Promise<void> {
    this.#refuseIfClosed();
    this.#machine.expect(wait, checkedObject(options, 'options').at ?? this.#store.now());
    this.#kick();
  }

  /**
   * A promise of the next event that matches, for callers that live in this process: nobody else can answer them. Its
   * time-out and abort end the wait, and an event that it held by then goes to the next waiter.
   */
  async waitFor(options: WaitForOptions): Promise<StoredEvent> {
    this.#refuseIfClosed();
    const { timeoutMs, signal, ...shape } = checkedObject(options, 'options');
    checkDuration('timeoutMs', timeoutMs);
    signal?.throwIfAborted();
    const at = this.#store.now();
    const wait = this.#waiters.wait(shape, timeoutMs === undefined ? undefined : at + timeoutMs);
    return new Promise<StoredEvent>((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        if (!this.#waiters.has(wait.run)) return;
        settle(() => reject(reason));
        this.#passOn(wait).catch((error) => this.#report(error, undefined));
      };
      const onAbort = () => giveUp(signal!.reason);
      const timedOut = () => new DOMException('no event came in time', 'TimeoutError');
      const callOff = timeoutMs === undefined ? () => {} : after(timeoutMs, () => giveUp(timedOut()));
      const settle = (then: () => void) => {
        this.#waiters.remove(wait.run);
        callOff();
        signal?.removeEventListener('abort', onAbort);
        then();
      };
      this.#waiters.add(wait.run, {
        answer: (event) => settle(() => resolve(event)),
        expire: () => settle(() => reject(timedOut())),
        giveUp,
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        this.#machine.expect(wait, at);
      } catch (error) {
        settle(() => reject(error));
        return;
      }
      this.#kick();
    });
  }

  /** Does what is due at `now`: at most a page of redeliveries, a page of time-outs, and the sweep. */
  async tick(now: number = this.#store.now()): Promise<Tick> {
    this.#refuseIfClosed();
    return this.#inLine(async () => {
      const tick: Tick = { resumed: 0, failed: 0, expired: 0, swept: -this.#machine.status().swept, full: false };
      while (!tick.full) {
        const step = this.#next(now);
        if (step.step === 'idle') break;
        if (step.step === 'expired') {
          await this.#expire(step.wait);
          tick.expired += 1;
        } else {
          tick[await this.#resume(step, () => now)] += 1;
        }
        tick.full = tick.resumed + tick.failed >= this.#page || tick.expired >= this.#page;
      }
      tick.swept += this.#machine.status().swept;
      tick.full ||= tick.swept >= this.#page;
      return tick;
    });
  }

  /** From now on works by itself: on commits of this store, when something falls due, and every `pollMs`. */
  start(): void {
    this.#refuseIfClosed();
    if (this.#stopListening) return;
    this.#stopListening = this.#store.onCommit(() => this.#kick());
    this.#kick();
  }

  /** Resolves when nothing is left to do now. */
  async idle(): Promise<void> {
    this.#kick();
    while (this.#pumping) await this.#pumping;
    await this.#line;
  }

  /** Waits that are left alone because resuming them failed. */
  failing(): FailingWait[] {
    this.#refuseIfClosed();
    return this.#machine.status().failing;
  }

  /**
   * Stops, and rejects what `waitFor` promised. A `resume` under way is told by its signal and waited for, within its
   * time; what it does not finish comes round again. Idempotent. The store stays open.
   */
  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#stop();
      this.#waiters.giveUpAll(closed());
      this.#closing.abort(closed());
    }
    await this.#line.catch(() => {});
    taken.delete(this.#store);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Serves steps until there is none. Under way already, it looks once more before it ends. */
  #kick(): void {
    if (this.#closing.signal.aborted) return;
    this.#lookAgain = true;
    if (this.#pumping) return;
    this.#callOff?.();
    this.#pumping = this.#pumpInLine().then((wakeAt) => {
      this.#pumping = undefined;
      if (this.#lookAgain) this.#kick();
      else this.#sleepUntil(wakeAt);
    });
  }

  async #pumpInLine(): Promise<number | undefined> {
    let wakeAt: number | undefined;
    try {
      while (this.#lookAgain) {
        this.#lookAgain = false;
        wakeAt = await this.#inLine(() => this.#pump());
      }
    } catch (error) {
      this.#lookAgain = false;
      this.#report(error, undefined);
      if (error instanceof RestanteError && error.code === 'closed') this.#stop();
    }
    return wakeAt;
  }

  async #pump(): Promise<number | undefined> {
    while (!this.#closing.signal.aborted) {
      const step = this.#next(this.#store.now());
      if (step.step === 'idle') return step.wakeAt;
      if (step.step === 'expired') await this.#expire(step.wait);
      else await this.#resume(step, () => this.#store.now());
    }
    return undefined;
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#callOff?.();
  }

  #sleepUntil(wakeAt: number | undefined): void {
    if (!this.#stopListening || this.#closing.signal.aborted) return;
    const pollMs = this.#options.pollMs ?? 1_000;
    const dueMs = wakeAt === undefined ? pollMs : wakeAt - this.#store.now();
    this.#callOff = after(Math.min(dueMs, pollMs), () => this.#kick());
  }

  #next(at: number) {
    this.#unanswered?.();
    return this.#machine.next(at);
  }

  /** Tells the machine what became of its step. If the storage fails now, it is told before anything else happens. */
  #answer(tell: () => void): void {
    this.#unanswered = () => {
      tell();
      this.#unanswered = undefined;
    };
    this.#unanswered();
  }

  async #resume(step: ResumeStep, now: () => number): Promise<'resumed' | 'failed'> {
    const { wait, event } = step;
    try {
      if (this.#waiters.isOurs(wait)) {
        this.#waiters.answer(wait.run, event);
      } else if (this.#waiters.isForeign(wait)) {
        this.#waiters.refuseUntilDead(wait.run, now());
        await this.#passOn(wait);
        this.#answer(() => this.#machine.ended(wait));
        return 'resumed';
      } else if (this.#options.transactional) {
        await this.#resumeInTransaction(step);
        this.#answer(() => this.#machine.ended(wait));
        return 'resumed';
      } else {
        await this.#resumeInTime(step);
      }
    } catch (error) {
      const text = wellFormed(error instanceof Error ? error.message : String(error));
      this.#answer(() => this.#machine.failed(wait, text, now()));
      this.#report(error, wait);
      return 'failed';
    }
    this.#answer(() => this.#machine.resumed(wait));
    return 'resumed';
  }

  /** One that never comes back must not hold up the others. */
  async #resumeInTime({ wait, event, receivedAt, attempt }: ResumeStep): Promise<void> {
    const resume = this.#options.resume as ResumeOptions['resume'];
    const overdue = new AbortController();
    const signal = AbortSignal.any([overdue.signal, this.#closing.signal]);
    const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    stopped.catch(() => {});
    const late = new DOMException(`resume did not return within ${this.#resumeTimeoutMs} ms`, 'TimeoutError');
    const callOff = after(this.#resumeTimeoutMs, () => overdue.abort(late));
    try {
      await Promise.race([Promise.resolve().then(() => resume(wait, event, { receivedAt, attempt, signal })), stopped]);
    } finally {
      callOff();
    }
  }

  /**
   * The wait is ended first, so that `resume` may register it anew. If somebody else has ended it in the meantime, there
   * is nothing left to do.
   */
  async #resumeInTransaction({ wait, event, receivedAt, attempt }: ResumeStep): Promise<void> {
    const resume = this.#options.resume as TransactionalResumeOptions['resume'];
    await this.#store.transact((op) => {
      const { state, claimedBy } = op.events.lookup(event) ?? {};
      if (state !== 'held' || claimedBy?.run !== wait.run || claimedBy.effect !== wait.effect) return undefined;
      op.events.unsubscribe(wait.run, wait.effect, { event });
      return resume(wait, event, { receivedAt, attempt, op });
    });
  }

  async #expire(wait: StoredWait): Promise<void> {
    if (this.#waiters.isOurs(wait)) return this.#waiters.expire(wait.run);
    try {
      await this.#options.expired?.(wait);
    } catch (error) {
      this.#report(error, wait);
    }
  }

  /** Ends a run of `waitFor` without its answer: an event that it held goes to the next waiter, who is resumed. */
  async #passOn(wait: Pick<Wait, 'run' | 'effect'>): Promise<void> {
    const { matched } = await this.#store.events.concludeRun(wait.run, [wait.effect]);
    for (const next of matched) this.#machine.expect(next, this.#store.now());
    this.#kick();
  }

  #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#line.then(work, work);
    this.#line = result.catch(() => {});
    return result;
  }

  #report(error: unknown, wait: StoredWait | undefined): void {
    if (this.#closing.signal.aborted && error === this.#closing.signal.reason) return;
    const { onError = tellConsole } = this.#options;
    try {
      onError(error, wait);
    } catch (thrown) {
      tellConsole(thrown);
    }
  }

  #refuseIfClosed(): void {
    if (this.#closing.signal.aborted) throw closed();
  }
}

function closed(): RestanteError {
  return new RestanteError('closed', 'the correlator was closed');
}

/** What an error says may hold a payload, so only its kind is printed. */
function tellConsole(error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  console.error(`restante: the correlator met an error (${String(code ?? name ?? typeof error)}); give it onError to see it`);
}

function checkDuration(name: string, ms: number | undefined): void {
  if (ms !== undefined && !(Number.isSafeInteger(ms) && ms >= 0))
    throw new RestanteError('invalid_argument', `${name} must be a whole number of milliseconds, 0 or more`);
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
