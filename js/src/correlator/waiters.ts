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

  constructor(newRun: () => string, deadAfterMs: number) {
    this.#newRun = newRun;
    this.#deadAfterMs = deadAfterMs;
  }

  /** A wait that nobody else has. */
  wait(shape: Pick<Wait, 'kind' | 'correlation' | 'from'>, deadline: number | undefined): Wait {
    return { ...shape, run: runPrefix + this.#newRun(), effect, ...(deadline !== undefined && { deadline }) };
  }

  add(run: string, waiter: Waiter): void {
    this.#waiters.set(run, waiter);
  }

  remove(run: string): void {
    this.#waiters.delete(run);
  }

  has(run: string): boolean {
    return this.#waiters.has(run);
  }

  isOurs(wait: Wait): boolean {
    return this.#waiters.has(wait.run);
  }

  isForeign(wait: Wait): boolean {
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
   * The process that made the run may be alive and find its event by redelivery. Throws until it has had its time, and
   * more; then it is taken for dead.
   */
  refuseUntilDead(run: string, now: number): void {
    const since = this.#foreign.get(run) ?? now;
    this.#foreign.set(run, since);
    if (now - since < this.#deadAfterMs) throw new Error('the run waits in another process');
    this.#foreign.delete(run);
  }
}
