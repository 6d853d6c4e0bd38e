import { claimedEvent, eventToStore, refuseMembers, type ClaimedAnswer, type ClaimedEvent, type Event, type StoredEvent, type StoredWait, type Wait } from '../events.js';
import type { Store } from '../store.js';

/** All durations in milliseconds; docs/events.md says what each is for. */
export interface MachineOptions {
  /** How long a parked wait is left alone that this correlator knows nothing of. Default 30,000. */
  redeliverAfterMs?: number;
  /** Live events older than this become dead letters; without it none does. */
  graceMs?: number;
  /** The most waits redelivered, waits expired and events swept before the others get their turn. Default 128. */
  page?: number;
  /** After the n-th failure in a row a wait is left alone for base * 2^(n-1). Default 1,000. */
  baseDelayMs?: number;
  /** And for this at the most. Default 3,600,000. */
  maxDelayMs?: number;
}

export interface ResumeStep extends ClaimedEvent {
  step: 'resume';
  wait: StoredWait;
  attempt: number;
}

/** A wait's identity. */
export type WaitId = Pick<Wait, 'run' | 'effect'>;

export type Step = ResumeStep | { step: 'expired'; wait: StoredWait } | { step: 'idle'; wakeAt?: number };

type StepAnswer =
  | ({ step: 'resume'; wait: StoredWait; attempt: number } & ClaimedAnswer)
  | { step: 'expired'; wait: StoredWait }
  | { step: 'idle'; wake_at?: number };

/** A wait that is left alone because resuming it failed. */
export interface FailingWait {
  run: string;
  effect: string;
  attempt: number;
  retryAt: number;
  /** The beginning of what its last failure said. */
  error: string;
}

export interface MachineStatus {
  failing: FailingWait[];
  /** Events that this correlator has swept. */
  swept: number;
}

/** The correlator of the core, which decides; what stands around it only does what it says. */
export class Machine {
  readonly #store: Store;

  constructor(store: Store, options: MachineOptions) {
    this.#store = store;
    const { redeliverAfterMs, graceMs, page, baseDelayMs, maxDelayMs, ...unknown } = options;
    refuseMembers(unknown);
    store.command({
      do: 'correlator.open',
      redeliver_after_ms: redeliverAfterMs,
      grace_ms: graceMs,
      page,
      base_delay_ms: baseDelayMs,
      max_delay_ms: maxDelayMs,
    });
  }

  deliver(event: Event | StoredEvent, at: number): 'matched' | 'buffered' | 'duplicate' {
    const { outcome } = this.#store.command({ do: 'correlator.deliver', event: eventToStore(event), at }) as {
      outcome: 'matched' | 'buffered' | 'duplicate';
    };
    return outcome;
  }

  expect(wait: Wait, at: number): void {
    this.#store.command({ do: 'correlator.expect', wait, at });
  }

  next(at: number): Step {
    const step = this.#store.command({ do: 'correlator.next', at }) as StepAnswer;
    if (step.step === 'resume')
      return { step: 'resume', wait: step.wait, attempt: step.attempt, ...claimedEvent(step) };
    if (step.step === 'expired') return step;
    return step.wake_at === undefined ? { step: 'idle' } : { step: 'idle', wakeAt: step.wake_at };
  }

  /** The run has kept the event: the machine ends the wait. */
  resumed({ run, effect }: WaitId): void {
    this.#store.command({ do: 'correlator.resumed', run, effect });
  }

  /** The wait was ended already, in the transaction that kept the event. */
  ended({ run, effect }: WaitId): void {
    this.#store.command({ do: 'correlator.ended', run, effect });
  }

  failed({ run, effect }: WaitId, error: string, at: number): void {
    this.#store.command({ do: 'correlator.failed', run, effect, error, at });
  }

  /** Ends a run without its answer: an event that it held goes to the next waiter, who is the next to be resumed. */
  passOn({ run, effect }: WaitId, at: number): void {
    const concluded = this.#store.command({ do: 'events.conclude_run', run, unanswered: [effect], at });
    for (const next of (concluded as { matched: StoredWait[] }).matched) this.expect(next, at);
  }

  status(): MachineStatus {
    const { failing, swept } = this.#store.command({ do: 'correlator.status' }) as {
      failing: (Omit<FailingWait, 'retryAt'> & { retry_at: number })[];
      swept: number;
    };
    return { failing: failing.map(({ retry_at, ...rest }) => ({ ...rest, retryAt: retry_at })), swept };
  }
}
