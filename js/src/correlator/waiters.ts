import { RestanteError } from '../errors.js';
import type { StoredEvent, Wait } from '../events.js';

/** By this the runs of `waitFor` are known, those of other processes included. */
const runPrefix = 'restante.waitFor/';
const effect = 'event';

export interface Waiter {
  answer(event: StoredEvent): void;
  expire(): void;
  giveUp(reason: unknown): void;
}

/** The promises of `waitFor`: each is a run of its own, which only the process that made it can resume. */
export class Waiters {
  readonly #newRun: () => string;
  readonly #deadAfterMs: number;
  readonly #waiters = new Map<string, Waiter>();
  /** Runs of other processes, and when they were met first. */
  readonly #foreign = new Map<string, number>();
  /** With so many of them it is time to see which can be forgotten. */
  #mostForeign = 64;

  constructor(newRun: () => string, deadAfterMs: number) {
    this.#newRun = newRun;
    this.#deadAfterMs = deadAfterMs;
  }

  /** A wait that nobody else has. */
  wait(shape: Pick<Wait, 'kind' | 'correlation' | 'from'>, deadline: number | undefined): Wait {
    const run = runPrefix + this.#newRun();
    if (this.#waiters.has(run)) throw new RestanteError('invalid_argument', 'newRun gave a name that is in use');
    return { ...shape, run, effect, ...(deadline !== undefined && { deadline }) };
  }

  add(run: string, waiter: Waiter): void {
    this.#waiters.set(run, waiter);
  }

  remove(run: string): void {
    this.#waiters.delete(run);
  }

  isOurs(wait: Pick<Wait, 'run'>): boolean {
    return this.#waiters.has(wait.run);
  }

  /** Asked after `isOurs`. */
  isForeign(wait: Pick<Wait, 'run'>): boolean {
    return wait.run.startsWith(runPrefix);
  }

  answer(run: string, event: StoredEvent): void {
    this.#waiters.get(run)!.answer(event);
  }

  expire(run: string): void {
    this.#waiters.get(run)!.expire();
  }

  giveUpAll(reason: unknown): void {
    for (const waiter of [...this.#waiters.values()]) waiter.giveUp(reason);
  }

  /**
   * Whether a run of another process has been met for so long that its process is taken for dead. Until then it may be
   * alive and find its event by redelivery. `failing`: the runs that will come round again.
   */
  isDead(run: string, now: number, failing: () => Iterable<string>): boolean {
    let since = this.#foreign.get(run);
    if (since === undefined) {
      if (this.#foreign.size >= this.#mostForeign) this.#forgetAllBut(new Set(failing()));
      since = now;
      this.#foreign.set(run, since);
    }
    return now - since >= this.#deadAfterMs;
  }

  /** Those that do not come round again have found their event, or were passed on. */
  #forgetAllBut(runs: ReadonlySet<string>): void {
    for (const run of this.#foreign.keys()) if (!runs.has(run)) this.#foreign.delete(run);
    this.#mostForeign = 2 * this.#foreign.size + 64;
  }
}
