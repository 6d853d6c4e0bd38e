import { RestanteError } from './errors.js';
import { jsonTextOf, type RawJson } from './payload.js';
import type { Runner } from './runner.js';

/** What an event and a wait may have in common. `namespace` is a name; `value` any text of up to 1,024 bytes. */
export interface CorrelationKey {
  namespace: string;
  value: string;
}

/** Who on our own side minted an event. */
export interface MintedBy {
  actor: string;
  basis: 'authenticated' | 'asserted' | 'connected';
}

/** An event's identity inside its tenant. */
export interface EventId {
  source: string;
  id: string;
}

/** An event as a caller hands it over. `payload` is any JSON value, or `rawJson(text)`. */
export interface Event extends EventId {
  kind: string;
  correlation: readonly CorrelationKey[];
  payload: unknown | RawJson;
  by?: MintedBy;
}

/**
 * An event as the store answers it. `payloadText` is the text that came in; `payload` is parsed from it on first
 * access. Both are absent once the payload is erased or shed.
 */
export interface StoredEvent extends EventId {
  readonly kind: string;
  readonly correlation: readonly CorrelationKey[];
  readonly payload?: unknown;
  readonly payloadText?: string;
  readonly by?: MintedBy;
}

/** The expectation of one effect of one run; the pair is its identity. */
export interface Wait {
  run: string;
  effect: string;
  kind: string;
  correlation: readonly CorrelationKey[];
  /** Stored and handed back, like `step` (0 to 2^32 - 1, default 0) and `phase` (default `forward`). */
  case?: string;
  step?: number;
  phase?: 'forward' | 'compensating';
  /** Only events of exactly this source are accepted. */
  from?: string;
  /** From this instant on (milliseconds) no event is elected for the wait any more. */
  deadline?: number;
}

/** A wait as the store answers it. */
export interface StoredWait extends Wait {
  step: number;
  phase: 'forward' | 'compensating';
}

export interface ClaimedEvent {
  event: StoredEvent;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  receivedAt: number;
}

export type AddressedDelivery =
  | { outcome: 'matched'; wait: StoredWait }
  | { outcome: 'duplicate' }
  | { outcome: 'not_waiting' };

export interface DeadLetter extends ClaimedEvent {
  reason: string;
}

/** The instant of a verb, in milliseconds; left out, it is read from the store's clock. */
export interface At {
  at?: number;
}

/**
 * The events face: an inbound event is held until the run that waits for it calls, or the other way round. On a store
 * every verb is a transaction of its own and answers a promise; on the op of `transact` it answers at once. A verb
 * that fails throws a `RestanteError` and changes nothing.
 */
export class Events {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** Keeps an event. True if (source, id) is new; false changes nothing. Never matches: offer it with `matchWaiter`. */
  buffer(event: Event | StoredEvent, options: At = {}): boolean {
    return this.#run('buffer', { event: eventToStore(event) }, options) as boolean;
  }

  /** Registers a wait under all its keys; repeating it changes nothing. Never claims: ask with `claimFor`. */
  subscribe(wait: Wait, options: At = {}): void {
    this.#run('subscribe', { wait }, options);
  }

  /** The event this wait already holds, or else the oldest live one that matches, which it then holds. */
  claimFor(wait: Wait, options: At = {}): ClaimedEvent | null {
    const claimed = this.#run('claim_for', { wait }, options) as ClaimedAnswer | null;
    return claimed && claimedEvent(claimed);
  }

  /** Gives a live event to the open wait that was registered first, and answers that wait. */
  matchWaiter(event: EventId | Event | StoredEvent, options: At = {}): StoredWait | null {
    const given = 'kind' in checkedObject(event, 'event') ? eventToStore(event as Event) : event;
    return this.#run('match_waiter', { event: given }, options) as StoredWait | null;
  }

  /** Keeps an event for one run only, or not at all. */
  deliverTo(run: string, event: Event | StoredEvent, options: At = {}): AddressedDelivery {
    return this.#run('deliver_to', { run, event: eventToStore(event) }, options) as AddressedDelivery;
  }

  /** Ends one wait and sheds the payload it held (with `event` only that event's). Keep the payload first. */
  unsubscribe(run: string, effect: string, options: { event?: EventId } = {}): void {
    const { event, ...unknown } = checkedObject(options, 'options');
    const delivered = event === undefined ? {} : { event: identityOf(event) };
    this.#runner.run({ ...unknown, ...delivered, do: 'events.unsubscribe', run, effect });
  }

  /** Registered waits, by instant of registration, then order. */
  waiting(options: { limit: number }): StoredWait[] {
    return this.#runner.run({ ...checkedObject(options, 'options'), do: 'events.waiting' }) as StoredWait[];
  }

  /** Dead letters, newest first. */
  deadLetters(options: { limit: number }): DeadLetter[] {
    const letters = this.#runner.run({ ...checkedObject(options, 'options'), do: 'events.dead_letters' }) as (ClaimedAnswer & { reason: string })[];
    return letters.map((letter) => ({ ...claimedEvent(letter), reason: letter.reason }));
  }

  /** Turns live events received at or before `olderThan` into dead letters; answers how many. */
  sweepUnclaimed(options: { olderThan: number; reason: string; limit?: number }): number {
    const { olderThan, ...rest } = checkedObject(options, 'options');
    return this.#runner.run({ ...rest, do: 'events.sweep_unclaimed', older_than: olderThan }) as number;
  }

  /** The name of the tenant this store is bound to. */
  tenant(): string {
    return this.#runner.run({ do: 'events.tenant' }) as string;
  }

  #run(verb: string, members: object, options: At): unknown {
    const { at = this.#runner.now(), ...unknown } = checkedObject(options, 'options');
    return this.#runner.run({ ...unknown, ...members, do: `events.${verb}`, at });
  }
}

interface EventAnswer extends EventId {
  kind: string;
  correlation: CorrelationKey[];
  payload?: string;
  by?: MintedBy;
}

interface ClaimedAnswer {
  event: EventAnswer;
  received_at: number;
}

/** Everything else about an argument is for the core to judge. */
function checkedObject<T>(value: T, what: string): T & object {
  if (typeof value !== 'object' || value === null)
    throw new RestanteError('invalid_argument', `${what} must be an object`);
  return value;
}

function identityOf(event: EventId): EventId {
  const { source, id } = checkedObject(event, 'event');
  return { source, id };
}

/** Payloads cross as their text; an event that the store has answered goes back with the text that came in. */
function eventToStore(event: Event | StoredEvent): object {
  const { payloadText, ...given } = checkedObject(event, 'event') as Event & { payloadText?: unknown };
  const payload = typeof payloadText === 'string' ? payloadText : jsonTextOf(given.payload, 'event.payload');
  return { ...given, payload };
}

function claimedEvent(claimed: ClaimedAnswer): ClaimedEvent {
  return { event: storedEvent(claimed.event), receivedAt: claimed.received_at };
}

function storedEvent({ payload: payloadText, ...rest }: EventAnswer): StoredEvent {
  if (payloadText === undefined) return rest;
  let parsed: { value: unknown } | undefined;
  return {
    ...rest,
    payloadText,
    get payload() {
      parsed ??= { value: JSON.parse(payloadText) };
      return parsed.value;
    },
  };
}
