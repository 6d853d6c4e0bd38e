import { RestanteError } from '../errors.js';
import { checkedObject, refuseMembers, type At, type CorrelationKey, type Event, type StoredEvent, type StoredWait, type Wait } from '../events.js';
import { Store, type Op } from '../store.js';
import { Machine, type FailingWait, type MachineOptions, type ResumeStep, type WaitId } from './machine.js';
import { after, turn } from './timer.js';
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
  /**
   * A wait whose deadline came, and no event. It is removed already, so a crash or a failure here loses the call: at every
   * start `expect` again what your own tables say is waiting; it can then only expire.
   */
  expired?: (wait: StoredWait) => unknown;
  /**
   * What went wrong, with the wait if it was about one: a `resume` that failed (it is tried again), an `expired` that
   * did, or the storage. Default: `console.error` with the error's code or name, and nothing of its text.
   */
  onError?: (error: unknown, wait?: StoredWait) => void;
  /**
   * How long `resume` may take before it counts as failed and the next one is served; `expired` has the same time.
   * Default: `redeliverAfterMs`.
   */
  resumeTimeoutMs?: number;
  /** How often commits of other processes are looked for once started; at least 1. Default 1,000. */
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

const latestInstant = 8.64e15;

/** So many steps in a row may hold up everything else in the process. */
const stepsATurn = 128;

/** To wait for it is no failure that anybody need hear of. */
const stillElsewhere = new Error('the run waits in another process');

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
  /** Waits of `waitFor` that were given up and are not concluded yet: they go next. */
  readonly #abandoned = new Set<Wait>();
  #callOff: (() => void) | undefined;
  #stopListening: (() => void) | undefined;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  /** Opens a correlator on a store; one at a time. */
  static async open(store: Store, options: CorrelatorOptions): Promise<Correlator> {
    return new Correlator(store, options);
  }

  private constructor(store: Store, options: CorrelatorOptions) {
    const { resume, transactional, expired, onError, resumeTimeoutMs, pollMs, newRun, ...machineOptions } = checkedObject(options, 'options');
    if (!(store instanceof Store)) throw new RestanteError('invalid_argument', 'store must be a store');
    if (typeof resume !== 'function') throw new RestanteError('invalid_argument', 'resume must be a function');
    checkFunctions({ expired, onError, newRun });
    if (transactional !== undefined && typeof transactional !== 'boolean')
      throw new RestanteError('invalid_argument', 'transactional must be true or false');
    checkDuration('resumeTimeoutMs', resumeTimeoutMs);
    checkDuration('pollMs', pollMs, 1);
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
    const outcome = this.#machine.deliver(event, this.#instantOf(options));
    if (outcome === 'matched') this.#kick();
    return { outcome };
  }

  /** Registers a wait and looks for its event. If that is there already, the run is resumed in the background. */
  async expect(wait: Wait, options: At = {}): Promise<void> {
    this.#refuseIfClosed();
    this.#machine.expect(wait, this.#instantOf(options));
    this.#kick();
  }

  /**
   * A promise of the next event that matches, for callers that live in this process: nobody else can answer them. Its
   * time-out and abort end the wait, and an event that it held by then goes to the next waiter.
   */
  async waitFor(options: WaitForOptions): Promise<StoredEvent> {
    this.#refuseIfClosed();
    const { kind, correlation, from, timeoutMs, signal, ...unknown } = checkedObject(options, 'options');
    refuseMembers(unknown);
    checkDuration('timeoutMs', timeoutMs);
    if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
      throw new RestanteError('invalid_argument', 'signal must be an AbortSignal');
    signal?.throwIfAborted();
    const at = this.#store.now();
    const deadline = timeoutMs === undefined || at + timeoutMs > latestInstant ? undefined : at + timeoutMs;
    const wait = this.#waiters.wait({ kind, correlation, ...(from !== undefined && { from }) }, deadline);
    return new Promise<StoredEvent>((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        settle(() => reject(reason));
        this.#abandon(wait);
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

  /** Does what is due at `now`: at most a page of redeliveries or of time-outs, and the whole sweep, page by page. */
  async tick(now: number = this.#store.now()): Promise<Tick> {
    this.#refuseIfClosed();
    return this.#inLine(async () => {
      this.#refuseIfClosed();
      const tick: Tick = { resumed: 0, failed: 0, expired: 0, swept: -this.#machine.status().swept, full: false };
      while (!tick.full && !this.#closing.signal.aborted) {
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

  /**
   * Resolves when nothing is left to do now. Not from within `resume`, which it would wait for; nor may that await `tick`
   * or `waitFor`.
   */
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
   * time; what it does not finish comes round again. Idempotent. The store stays open. If the store is closed first,
   * the correlator finds out at its next step and closes itself.
   */
  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
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
    this.#pumping = this.#pumpInLine().then(() => {
      this.#pumping = undefined;
      if (this.#lookAgain) this.#kick();
    });
  }

  async #pumpInLine(): Promise<void> {
    const pollMs = this.#options.pollMs ?? 1_000;
    try {
      let wakeAt: number | undefined;
      while (this.#lookAgain) {
        this.#lookAgain = false;
        wakeAt = await this.#inLine(() => this.#pump());
      }
      this.#sleep(wakeAt === undefined ? pollMs : Math.min(wakeAt - this.#store.now(), pollMs));
    } catch (error) {
      this.#lookAgain = false;
      this.#report(error, undefined);
      if (isClosed(error)) void this.close();
      else this.#sleep(pollMs);
    }
  }

  async #pump(): Promise<number | undefined> {
    for (let served = 1; !this.#closing.signal.aborted; served += 1) {
      const step = this.#next(this.#store.now());
      if (step.step === 'idle') return step.wakeAt;
      if (step.step === 'expired') await this.#expire(step.wait);
      else await this.#resume(step, () => this.#store.now());
      if (served % stepsATurn === 0) await turn();
    }
    return undefined;
  }

  async #shutDown(): Promise<void> {
    this.#stopListening?.();
    this.#callOff?.();
    this.#waiters.giveUpAll(closed());
    this.#closing.abort(closed());
    await this.#line;
    try {
      this.#catchUp(this.#store.now());
    } catch (error) {
      this.#report(error, undefined);
    }
    taken.delete(this.#store);
  }

  #sleep(ms: number): void {
    if (!this.#stopListening || this.#closing.signal.aborted) return;
    this.#callOff = after(ms, () => this.#kick());
  }

  #next(at: number) {
    this.#catchUp(at);
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

  /** Ends a run of `waitFor` without its answer: at once, or if that cannot be (within `transact`, say) before the next step. */
  #abandon(wait: Wait): void {
    this.#abandoned.add(wait);
    try {
      this.#catchUp(this.#store.now());
    } catch {
      // It is tried again, and reported then.
    }
    this.#kick();
  }

  #catchUp(at: number): void {
    this.#unanswered?.();
    for (const wait of this.#abandoned) {
      this.#machine.passOn(wait, at);
      this.#abandoned.delete(wait);
    }
  }

  async #resume(step: ResumeStep, now: () => number): Promise<'resumed' | 'failed'> {
    // What is handed over may be changed by whoever gets it.
    const wait = { run: step.wait.run, effect: step.wait.effect };
    let end = () => this.#machine.resumed(wait);
    try {
      if (this.#waiters.isOurs(wait)) {
        this.#waiters.answer(wait.run, step.event);
      } else if (this.#waiters.isForeign(wait)) {
        this.#passOnIfDead(wait, now());
        end = () => this.#machine.ended(wait);
      } else if (this.#options.transactional) {
        await this.#resumeInTransaction(step);
        end = () => this.#machine.ended(wait);
      } else {
        await this.#resumeInTime(step);
      }
    } catch (error) {
      this.#answer(() => this.#machine.failed(wait, textOf(error), now()));
      if (error !== stillElsewhere) this.#report(error, step.wait);
      return 'failed';
    }
    this.#answer(end);
    return 'resumed';
  }

  /** A `waitFor` of another process: that one can answer it, unless it is dead. */
  #passOnIfDead(wait: WaitId, now: number): void {
    const failing = () => this.#machine.status().failing.map(({ run }) => run);
    if (!this.#waiters.isDead(wait.run, now, failing)) throw stillElsewhere;
    this.#machine.passOn(wait, now);
  }

  async #resumeInTime({ wait, event, receivedAt, attempt }: ResumeStep): Promise<void> {
    const resume = this.#options.resume as ResumeOptions['resume'];
    const controller = new AbortController();
    const onClosing = () => controller.abort(this.#closing.signal.reason);
    this.#closing.signal.addEventListener('abort', onClosing, { once: true });
    try {
      const context = { receivedAt, attempt, signal: controller.signal };
      await this.#inTime('resume', (late) => controller.abort(late), () => resume(wait, event, context));
    } finally {
      this.#closing.signal.removeEventListener('abort', onClosing);
    }
  }

  /** One that never comes back must not hold up the others. */
  async #inTime(name: string, onLate: (late: DOMException) => void, work: () => unknown): Promise<void> {
    let callOff = () => {};
    const overdue = new Promise<never>((_, reject) => {
      callOff = after(this.#resumeTimeoutMs, () => {
        const late = new DOMException(`${name} did not return within ${this.#resumeTimeoutMs} ms`, 'TimeoutError');
        reject(late);
        onLate(late);
      });
    });
    try {
      await Promise.race([(async () => work())(), overdue]);
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
    const { expired } = this.#options;
    // Whoever waits in another process has a timer of its own.
    if (!expired || this.#waiters.isForeign(wait)) return;
    try {
      await this.#inTime('expired', () => {}, () => expired(wait));
    } catch (error) {
      this.#report(error, wait);
    }
  }

  #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#line.then(work, work);
    this.#line = result.catch(() => {});
    return result;
  }

  #report(error: unknown, wait: StoredWait | undefined): void {
    if (this.#closing.signal.aborted && isClosed(error)) return;
    const { onError = tellConsole } = this.#options;
    (async () => onError(error, wait))().catch(tellConsole);
  }

  #instantOf(options: At): number {
    const { at = this.#store.now(), ...unknown } = checkedObject(options, 'options');
    refuseMembers(unknown);
    return at;
  }

  #refuseIfClosed(): void {
    if (this.#closing.signal.aborted) throw closed();
  }
}

function closed(): RestanteError {
  return new RestanteError('closed', 'the correlator was closed');
}

function isClosed(error: unknown): boolean {
  return error instanceof RestanteError && error.code === 'closed';
}

/** What an error says may hold a payload, so only its kind is printed. */
function tellConsole(error: unknown): void {
  let kind: string = typeof error;
  try {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
    kind = String(code ?? name ?? kind);
  } catch {
    // It does not even say what it is.
  }
  console.error(`restante: the correlator met an error (${kind}); give it onError to see it`);
}

function checkFunctions(functions: Record<string, unknown>): void {
  for (const [name, given] of Object.entries(functions))
    if (given !== undefined && typeof given !== 'function')
      throw new RestanteError('invalid_argument', `${name} must be a function`);
}

function checkDuration(name: string, ms: number | undefined, least = 0): void {
  if (ms !== undefined && !(Number.isSafeInteger(ms) && ms >= least))
    throw new RestanteError('invalid_argument', `${name} must be a whole number of milliseconds, ${least} or more`);
}

/** What an error says, whatever was thrown; half of a surrogate pair has no place in it. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).replace(/\p{Surrogate}/gu, '\ufffd');
  } catch {
    return 'it failed without a word';
  }
}
