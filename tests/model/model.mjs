// The events face of one tenant, as plainly as it can be said: arrays, linear searches and no storage. It was written
// from the described behaviour alone, so that a mistake in the product is not repeated here.
//
// Each verb is a method that takes the command's members and returns the answer's value. `events` stands in order of
// arrival and `waits` in order of registration; sorting is stable, so that these orders decide ties by themselves.

const addresseeConcluded = 'addressee concluded';

export class Model {
  events = [];
  waits = [];
  seals = [];

  constructor(tenantName = 'default') {
    this.tenantName = tenantName;
  }

  /** A copy that shares nothing that a verb changes. */
  clone() {
    const copy = new this.constructor(this.tenantName);
    copy.events = this.events.map((event) => ({ ...event }));
    copy.waits = this.waits.map((wait) => ({ ...wait }));
    copy.seals = [...this.seals];
    return copy;
  }

  // Events come in

  buffer({ event, at }) {
    if (this.stored(event)) return false;
    this.events.push(arrived(event, at));
    return true;
  }

  match_waiter({ event: identity, at }) {
    const event = this.stored(identity);
    if (event?.state !== 'live') return null;
    const wait = this.firstWaiter(event, at);
    if (!wait) return null;
    this.give(event, wait, at);
    return waitAnswer(wait);
  }

  deliver({ event, at }) {
    this.buffer({ event, at });
    const stored = this.stored(event);
    if (stored.state !== 'live') return { outcome: 'duplicate' };
    const wait = this.match_waiter({ event, at });
    return wait ? { outcome: 'matched', wait, ...eventAndInstant(stored) } : { outcome: 'buffered' };
  }

  deliver_to({ run, event, at }) {
    const stored = this.stored(event);
    if (stored) return this.deliveredAgain(run, stored);
    const arriving = arrived(event, at);
    const [wait] = byEffect(this.waits.filter((each) => each.run === run && this.mayGet(each, arriving, at)));
    if (!wait) return { outcome: 'not_waiting' };
    this.events.push(arriving);
    this.give(arriving, wait, at);
    arriving.addressed = true;
    return { outcome: 'matched', wait: waitAnswer(wait) };
  }

  deliveredAgain(run, event) {
    const wait = event.state === 'held' && event.run === run && this.registered(event);
    if (!wait || this.isSealed(run) || !accepts(wait, event)) return { outcome: 'duplicate' };
    return { outcome: 'matched', wait: waitAnswer(wait) };
  }

  // Waits begin

  subscribe({ wait, at }) {
    if (this.isSealed(wait.run) || this.registered(wait)) return null;
    this.waits.push({ ...registration(wait, at), parkedAt: this.heldBy(wait) ? at : undefined });
    return null;
  }

  claim_for({ wait, at }) {
    if (this.isSealed(wait.run)) return null;
    const own = this.heldBy(wait);
    if (own) return eventAndInstant(own);
    const registered = this.registered(wait);
    if (registered && isParked(registered)) return null;
    const event = this.firstEvent(registered ?? wait, at);
    if (!event) return null;
    this.give(event, wait, at);
    return eventAndInstant(event);
  }

  await({ wait, at }) {
    this.subscribe({ wait, at });
    return this.claim_for({ wait, at });
  }

  park_wait({ wait, at }) {
    if (this.isSealed(wait.run)) return null;
    this.subscribe({ wait, at });
    this.registered(wait).parkedAt = at;
    return null;
  }

  // Waits end

  unsubscribe({ run, effect, event: delivered }) {
    const held = this.heldBy({ run, effect });
    if (held && (!delivered || isSameEvent(held, delivered))) spend(held);
    else if (held) release(held);
    this.waits = this.waits.filter((wait) => !isSameWait(wait, { run, effect }));
    return null;
  }

  unsubscribe_run({ run, unanswered }) {
    const { waits, released } = this.endRun(run, unanswered);
    return { waits, released: released.map(eventAnswer) };
  }

  seal_run({ run, at }) {
    if (this.isSealed(run)) return false;
    this.seals.push({ run, sealedAt: at });
    return true;
  }

  conclude_run({ run, unanswered, at }) {
    this.seal_run({ run, at });
    const { waits, released } = this.endRun(run, unanswered);
    const matched = released.map((event) => this.match_waiter({ event, at })).filter((wait) => wait !== null);
    return { waits, released: released.map(eventAnswer), matched };
  }

  expire_waits({ now, limit }) {
    const due = this.expirable().filter((wait) => isDue(wait, now));
    const expired = byDeadline(byRegistration(due)).slice(0, limit);
    this.waits = this.waits.filter((wait) => !expired.includes(wait));
    return expired.map(waitAnswer);
  }

  next_deadline() {
    return byDeadline(this.expirable())[0]?.deadline ?? null;
  }

  parked_waits({ limit, parked_before = Infinity }) {
    for (const { run } of this.seals) this.retire(run);
    const parked = this.waits.filter((wait) => isParked(wait) && wait.parkedAt < parked_before);
    return by(byRegistration(parked), ({ parkedAt }) => parkedAt)
      .slice(0, limit)
      .map(waitAnswer);
  }

  waiting({ limit }) {
    return byRegistration(this.waits).slice(0, limit).map(waitAnswer);
  }

  // Events end

  sweep_unclaimed({ older_than, reason, limit }) {
    const old = this.events.filter((event) => event.state === 'live' && event.receivedAt <= older_than);
    const swept = byAge(old).slice(0, limit);
    for (const event of swept) bury(event, reason);
    return swept.length;
  }

  dead_letters({ limit }) {
    return newestFirst(this.events.filter((event) => event.state === 'dead'))
      .slice(0, limit)
      .map((event) => ({ ...eventAndInstant(event), reason: reasonAnswer(event) }));
  }

  requeue({ source, id, at }) {
    const event = this.stored({ source, id });
    if (event?.state !== 'dead' || event.erased || event.addressed) return false;
    Object.assign(event, { state: 'live', receivedAt: at, reason: undefined });
    return true;
  }

  erase_payload({ source, id }) {
    const event = this.stored({ source, id });
    if (!event) return false;
    if (event.state === 'held') this.reopenWaitOf(event);
    if (event.state === 'live' || event.state === 'held') bury(event, 'erased');
    event.payload = undefined;
    event.erased = true;
    return true;
  }

  forget({ older_than, states, limit }) {
    const old = this.events.filter((event) => states.includes(event.state) && event.receivedAt <= older_than);
    const forgotten = byAge(old).slice(0, limit);
    this.events = this.events.filter((event) => !forgotten.includes(event));
    return forgotten.length;
  }

  forget_seals({ older_than, limit }) {
    const isIdle = ({ run }) => ![...this.waits, ...this.held()].some((each) => each.run === run);
    const old = this.seals.filter((seal) => seal.sealedAt <= older_than && isIdle(seal));
    const forgotten = byRun(old, ({ sealedAt }) => sealedAt).slice(0, limit);
    this.seals = this.seals.filter((seal) => !forgotten.includes(seal));
    return forgotten.length;
  }

  // Questions

  minter({ source, id }) {
    const event = this.stored({ source, id });
    if (!event) return null;
    return event.by ? { minter: 'operator', ...event.by } : { minter: 'nobody' };
  }

  lookup({ source, id }) {
    const event = this.stored({ source, id });
    return event ? historyAnswer(event) : null;
  }

  find({ namespace, value, limit }) {
    return newestFirst(this.events.filter((event) => hasKey(event, { namespace, value })))
      .slice(0, limit)
      .map(historyAnswer);
  }

  stats() {
    const inState = (state) => this.events.filter((event) => event.state === state);
    const oldest = (state) => byAge(inState(state))[0]?.receivedAt;
    return withoutAbsent({
      live: inState('live').length,
      held: inState('held').length,
      spent: inState('spent').length,
      dead: inState('dead').length,
      erased: this.events.filter((event) => event.erased).length,
      waits_open: this.waits.filter((wait) => !isParked(wait) && !this.isSealed(wait.run)).length,
      waits_parked: this.waits.filter(isParked).length,
      sealed_runs: this.seals.length,
      oldest_live_at: oldest('live'),
      oldest_held_at: oldest('held'),
    });
  }

  tenant() {
    return this.tenantName;
  }

  // What the verbs have in common

  stored(identity) {
    return this.events.find((event) => isSameEvent(event, identity));
  }

  registered(identity) {
    return this.waits.find((wait) => isSameWait(wait, identity));
  }

  held() {
    return this.events.filter((event) => event.state === 'held');
  }

  /** What a (run, effect) holds, be its wait registered or not. */
  heldBy(identity) {
    return this.held().find((event) => isSameWait(event, identity));
  }

  isSealed(run) {
    return this.seals.some((seal) => seal.run === run);
  }

  mayGet(wait, event, at) {
    return !isParked(wait) && !this.isSealed(wait.run) && !isDue(wait, at) && accepts(wait, event);
  }

  /** The event's keys in their order; under a key the oldest wait that may get it. */
  firstWaiter(event, at) {
    const candidates = byRegistration(this.waits.filter((wait) => this.mayGet(wait, event, at)));
    return firstUnderAKey(event.correlation, candidates);
  }

  /** The wait's keys in their order; under a key the oldest live event that it accepts. */
  firstEvent(wait, at) {
    if (isDue(wait, at)) return undefined;
    return firstUnderAKey(
      wait.correlation,
      byAge(this.events.filter((event) => event.state === 'live' && accepts(wait, event))),
    );
  }

  give(event, { run, effect }, at) {
    Object.assign(event, { state: 'held', run, effect });
    const wait = this.registered({ run, effect });
    if (wait) wait.parkedAt = at;
  }

  /** Registration and age stay, and with them the place in line. */
  reopenWaitOf(event) {
    const wait = this.registered(event);
    if (wait) wait.parkedAt = undefined;
  }

  /** Ends a run's waits. `released`: the events that others may have now. */
  endRun(run, unanswered) {
    const held = byAge(this.held().filter((event) => event.run === run));
    const returned = held.filter((event) => unanswered.includes(event.effect));
    for (const event of held) returned.includes(event) ? release(event) : spend(event);
    const ended = this.waits.filter((wait) => wait.run === run);
    this.waits = this.waits.filter((wait) => wait.run !== run);
    return { waits: ended.length, released: returned.filter((event) => event.state === 'live') };
  }

  retire(run) {
    for (const event of this.held()) if (event.run === run) spend(event);
    this.waits = this.waits.filter((wait) => wait.run !== run || !isParked(wait));
  }

  /** The waits that may time out: those that hold nothing, of runs that are not over. */
  expirable() {
    return this.waits.filter((wait) => wait.deadline !== undefined && !this.heldBy(wait) && !this.isSealed(wait.run));
  }
}

// Rows

function arrived({ source, id, kind, correlation, payload, by }, receivedAt) {
  return {
    ...{ source, id, kind, correlation: distinct(correlation), payload, by, receivedAt },
    ...{ state: 'live', run: undefined, effect: undefined, reason: undefined, erased: false, addressed: false },
  };
}

function registration(wait, registeredAt) {
  return { step: 0, phase: 'forward', ...wait, correlation: distinct(wait.correlation), registeredAt };
}

function spend(event) {
  Object.assign(event, { state: 'spent', payload: undefined });
}

function bury(event, reason) {
  Object.assign(event, { state: 'dead', reason, run: undefined, effect: undefined });
}

function release(event) {
  if (event.addressed) bury(event, addresseeConcluded);
  else Object.assign(event, { state: 'live', run: undefined, effect: undefined });
}

// Matching

export const isSameEvent = (one, other) => one.source === other.source && one.id === other.id;
export const isSameWait = (one, other) => one.run === other.run && one.effect === other.effect;
export const isParked = (wait) => wait.parkedAt !== undefined;
export const isDue = (wait, at) => wait.deadline !== undefined && at >= wait.deadline;
const isSameKey = (one, other) => one.namespace === other.namespace && one.value === other.value;
const hasKey = (row, key) => row.correlation.some((each) => isSameKey(each, key));

function accepts(wait, event) {
  const fromAnyoneOr = wait.from ?? event.source;
  if (wait.kind !== event.kind || fromAnyoneOr !== event.source) return false;
  return wait.correlation.some((key) => hasKey(event, key));
}

function firstUnderAKey(keys, candidates) {
  for (const key of keys) {
    const hit = candidates.find((row) => hasKey(row, key));
    if (hit) return hit;
  }
  return undefined;
}

function distinct(keys) {
  return keys.filter((key, index) => keys.findIndex((each) => isSameKey(each, key)) === index);
}

// Orders

const by = (rows, number) => [...rows].sort((one, other) => number(one) - number(other));
export const byAge = (events) => by(events, ({ receivedAt }) => receivedAt);
const newestFirst = (events) => byAge(events).reverse();
const byRegistration = (waits) => by(waits, ({ registeredAt }) => registeredAt);
const byDeadline = (waits) => by(waits, ({ deadline }) => deadline);
const inBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const byBytes = (rows, text) => [...rows].sort((one, other) => inBytes(text(one), text(other)));
const byEffect = (waits) => byBytes(waits, ({ effect }) => effect);
const byRun = (seals, number) => by(byBytes(seals, ({ run }) => run), number);

// Answers

/** What is absent is left out of an answer. */
function withoutAbsent(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export function eventAnswer({ source, id, kind, correlation, payload, by: minter }) {
  return withoutAbsent({ source, id, kind, correlation, payload, by: minter });
}

function eventAndInstant(event) {
  return { event: eventAnswer(event), received_at: event.receivedAt };
}

function waitAnswer({ registeredAt, parkedAt, ...wait }) {
  return withoutAbsent(wait);
}

function reasonAnswer(event) {
  return event.reason === '' ? 'unclaimed' : event.reason;
}

function historyAnswer(event) {
  const { state, run, effect, erased, addressed } = event;
  return withoutAbsent({
    ...eventAndInstant(event),
    state,
    claimed_by: run === undefined ? undefined : { run, effect },
    reason: reasonAnswer(event),
    erased,
    addressed,
  });
}
