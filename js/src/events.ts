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

export type Delivery =
  | { outcome: 'matched'; wait: StoredWait; event: StoredEvent; receivedAt: number }
  | { outcome: 'buffered' }
  | { outcome: 'duplicate' };

export interface DeadLetter extends ClaimedEvent {
  reason: string;
}

/** What became of a run's waits and of the events they held. */
export interface EndedRun {
  /** Registered waits that were removed. */
  waits: number;
  /** Events that are live again, oldest first. */
  released: StoredEvent[];
}

export interface ConcludedRun extends EndedRun {
  /** The waits that took a released event, in the order of `released`. */
  matched: StoredWait[];
}

export type Minter = { minter: 'nobody' } | ({ minter: 'operator' } & MintedBy);

/** All that is known of one event. */
export interface EventRecord extends ClaimedEvent {
  state: 'live' | 'held' | 'spent' | 'dead';
  /** The wait it is or was claimed for; held and spent only. */
  claimedBy?: { run: string; effect: string };
  /** Dead only. */
  reason?: string;
  /** Its content was removed. */
  erased: boolean;
  /** It came through `deliverTo`. */
  addressed: boolean;
}

export interface EventStats {
  live: number;
  held: number;
  spent: number;
  dead: number;
  /** In any state. */
  erased: number;
  /** Those of sealed runs left out. */
  waitsOpen: number;
  waitsParked: number;
  sealedRuns: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  oldestLiveAt?: number;
  oldestHeldAt?: number;
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
    this.#command('unsubscribe', { ...delivered, run, effect }, unknown);
  }

  /**
   * `buffer`, then `matchWaiter`, in one transaction. A duplicate that is still live is offered again, which is how a
   * sender's retry repairs a crash between the two; any other duplicate changes nothing.
   */
  deliver(event: Event | StoredEvent, options: At = {}): Delivery {
    const answer = this.#run('deliver', { event: eventToStore(event) }, options) as DeliveryAnswer;
    return answer.outcome === 'matched' ? { outcome: 'matched', wait: answer.wait, ...claimedEvent(answer) } : answer;
  }

  /** `subscribe`, then `claimFor`, in one transaction. */
  await(wait: Wait, options: At = {}): ClaimedEvent | null {
    const claimed = this.#run('await', { wait }, options) as ClaimedAnswer | null;
    return claimed && claimedEvent(claimed);
  }

  /** Marks a wait as parked, registering it if need be: for a delivery that claimed an event but could not resume. */
  parkWait(wait: Wait, options: At = {}): void {
    this.#run('park_wait', { wait }, options);
  }

  /**
   * Parked waits, longest parked first; with `parkedBefore` those parked before that instant. First retires what sealed
   * runs left: their parked waits are removed, and what they hold is shed.
   */
  parkedWaits(options: { limit: number; parkedBefore?: number }): StoredWait[] {
    const { limit, parkedBefore, ...unknown } = checkedObject(options, 'options');
    return this.#command('parked_waits', { limit, parked_before: parkedBefore }, unknown) as StoredWait[];
  }

  /** Removes waits that hold no event and whose deadline has come, earliest deadline first, and answers them. */
  expireWaits(options: { now?: number; limit: number }): StoredWait[] {
    const { now = this.#runner.now(), limit, ...unknown } = checkedObject(options, 'options');
    return this.#command('expire_waits', { now, limit }, unknown) as StoredWait[];
  }

  /** The earliest deadline among the waits that `expireWaits` will look at. */
  nextDeadline(): number | null {
    return this.#command('next_deadline', {}) as number | null;
  }

  /**
   * Ends all waits of a run. What it holds for an effect in `unanswered` goes back to live and is answered (an addressed
   * one becomes a dead letter instead); everything else that it holds is shed.
   */
  unsubscribeRun(run: string, unanswered: readonly string[]): EndedRun {
    return endedRun(this.#command('unsubscribe_run', { run, unanswered }) as EndedRunAnswer);
  }

  /** The run is over: no event is elected for it any more. True if it was not sealed yet. */
  sealRun(run: string, options: At = {}): boolean {
    return this.#run('seal_run', { run }, options) as boolean;
  }

  /** `sealRun`, `unsubscribeRun`, and each released event offered to the next waiter, in one transaction. */
  concludeRun(run: string, unanswered: readonly string[], options: At = {}): ConcludedRun {
    const answer = this.#run('conclude_run', { run, unanswered }, options) as EndedRunAnswer & { matched: StoredWait[] };
    return { ...endedRun(answer), matched: answer.matched };
  }

  /**
   * Removes the content of an event for good; identity, keys, minter, instant and reason stay, so its copies are still
   * refused. A wait that held it is open again. False only if there is no such event.
   */
  erasePayload(event: EventId): boolean {
    return this.#command('erase_payload', identityOf(event)) as boolean;
  }

  /** Makes a dead letter live again, received at `at`. False unless it is one that was neither erased nor addressed. */
  requeue(event: EventId, options: At = {}): boolean {
    return this.#run('requeue', identityOf(event), options) as boolean;
  }

  /** What is known of an event; null if it was never kept. */
  lookup(event: EventId): EventRecord | null {
    const record = this.#command('lookup', identityOf(event)) as RecordAnswer | null;
    return record && eventRecord(record);
  }

  /** Who minted an event; null if it was never kept. */
  minter(event: EventId): Minter | null {
    return this.#command('minter', identityOf(event)) as Minter | null;
  }

  /** Every event under a key in whatever state, newest first. */
  find(key: CorrelationKey, options: { limit: number }): EventRecord[] {
    const { namespace, value, ...unknownOfKey } = checkedObject(key, 'key');
    refuseMembers(unknownOfKey, 'key.');
    const { limit, ...unknown } = checkedObject(options, 'options');
    const records = this.#command('find', { namespace, value, limit }, unknown) as RecordAnswer[];
    return records.map(eventRecord);
  }

  /** Registered waits, by instant of registration, then order. */
  waiting(options: { limit: number }): StoredWait[] {
    const { limit, ...unknown } = checkedObject(options, 'options');
    return this.#command('waiting', { limit }, unknown) as StoredWait[];
  }

  /** Dead letters, newest first. */
  deadLetters(options: { limit: number }): DeadLetter[] {
    const { limit, ...unknown } = checkedObject(options, 'options');
    const letters = this.#command('dead_letters', { limit }, unknown) as (ClaimedAnswer & { reason: string })[];
    return letters.map((letter) => ({ ...claimedEvent(letter), reason: letter.reason }));
  }

  /** How many rows there are of each sort, and the oldest that wait. */
  stats(): EventStats {
    const { waits_open, waits_parked, sealed_runs, oldest_live_at, oldest_held_at, ...counts } = this.#command('stats', {}) as StatsAnswer;
    return {
      ...counts,
      waitsOpen: waits_open,
      waitsParked: waits_parked,
      sealedRuns: sealed_runs,
      ...(oldest_live_at !== undefined && { oldestLiveAt: oldest_live_at }),
      ...(oldest_held_at !== undefined && { oldestHeldAt: oldest_held_at }),
    };
  }

  /** Turns live events received at or before `olderThan` into dead letters; answers how many. */
  sweepUnclaimed(options: { olderThan: number; reason: string; limit?: number }): number {
    const { olderThan, reason, limit, ...unknown } = checkedObject(options, 'options');
    return this.#command('sweep_unclaimed', { older_than: olderThan, reason, limit }, unknown) as number;
  }

  /**
   * Deletes events in one of `states` that were received at or before `olderThan`, oldest first; answers how many. The
   * price: such an event is then as if it had never been seen, and a late copy of it is taken for new.
   */
  forget(options: { olderThan: number; states: readonly ('spent' | 'dead')[]; limit: number }): number {
    const { olderThan, states, limit, ...unknown } = checkedObject(options, 'options');
    return this.#command('forget', { older_than: olderThan, states, limit }, unknown) as number;
  }

  /** Drops seals made at or before `olderThan` of runs that have no waits and hold nothing; answers how many. */
  forgetSeals(options: { olderThan: number; limit: number }): number {
    const { olderThan, limit, ...unknown } = checkedObject(options, 'options');
    return this.#command('forget_seals', { older_than: olderThan, limit }, unknown) as number;
  }

  /** The name of the tenant this store is bound to. */
  tenant(): string {
    return this.#command('tenant', {}) as string;
  }

  #run(verb: string, members: object, options: At): unknown {
    const { at = this.#runner.now(), ...unknown } = checkedObject(options, 'options');
    return this.#command(verb, { ...members, at }, unknown);
  }

  #command(verb: string, members: object, unknown: object = {}): unknown {
    refuseMembers(unknown);
    return this.#runner.run({ ...members, do: `events.${verb}` });
  }
}

/** An event as the door answers it; the payload is its text. */
export interface EventAnswer extends EventId {
  kind: string;
  correlation: CorrelationKey[];
  payload?: string;
  by?: MintedBy;
}

export interface ClaimedAnswer {
  event: EventAnswer;
  received_at: number;
}

type DeliveryAnswer = ({ outcome: 'matched'; wait: StoredWait } & ClaimedAnswer) | { outcome: 'buffered' } | { outcome: 'duplicate' };

interface EndedRunAnswer {
  waits: number;
  released: EventAnswer[];
}

interface RecordAnswer extends ClaimedAnswer {
  state: EventRecord['state'];
  claimed_by?: { run: string; effect: string };
  reason?: string;
  erased: boolean;
  addressed: boolean;
}

interface StatsAnswer {
  live: number;
  held: number;
  spent: number;
  dead: number;
  erased: number;
  waits_open: number;
  waits_parked: number;
  sealed_runs: number;
  oldest_live_at?: number;
  oldest_held_at?: number;
}

/** Everything else about an argument is for the core to judge. */
export function checkedObject<T>(value: T, what: string): T & object {
  if (typeof value !== 'object' || value === null)
    throw new RestanteError('invalid_argument', `${what} must be an object`);
  return value;
}

/** What an option is not may be a member of the command all the same, so the core cannot tell. */
export function refuseMembers(unknown: object, path = ''): void {
  const [name] = Object.keys(unknown);
  if (name === undefined) return;
  const shown = JSON.stringify(path + name).slice(1, -1);
  throw new RestanteError('invalid_argument', `unknown member '${shown}'`);
}

function identityOf(event: EventId): EventId {
  const { source, id } = checkedObject(event, 'event');
  return { source, id };
}

/** Payloads cross as their text; an event that the store has answered goes back with the text that came in. */
export function eventToStore(event: Event | StoredEvent): object {
  const { payloadText, ...given } = checkedObject(event, 'event') as Event & { payloadText?: unknown };
  if (payloadText !== undefined && typeof payloadText !== 'string')
    throw new RestanteError('invalid_argument', 'event.payloadText must be text');
  return { ...given, payload: payloadText ?? jsonTextOf(given.payload, 'event.payload') };
}

export function claimedEvent(claimed: ClaimedAnswer): ClaimedEvent {
  return { event: storedEvent(claimed.event), receivedAt: claimed.received_at };
}

function endedRun({ waits, released }: EndedRunAnswer): EndedRun {
  return { waits, released: released.map(storedEvent) };
}

function eventRecord({ claimed_by, event, received_at, ...rest }: RecordAnswer): EventRecord {
  return { ...claimedEvent({ event, received_at }), ...rest, ...(claimed_by && { claimedBy: claimed_by }) };
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
