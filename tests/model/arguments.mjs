// Random arguments of each verb, aimed at what the model knows, so that most commands find something to do.

import {
  effects, identities, instants, keys, kinds, limits, minters, payloads, reasons, runs, runsAndEffects, sources,
} from './domains.mjs';
import { isParked, isSameEvent, isSameWait } from './model.mjs';

const bigPayload = 'big '.repeat(50_000);

/** Choices of arguments for one command. `bigness`: how often a payload is a big one. */
class Choice {
  constructor(random, model, bigness) {
    this.random = random;
    this.model = model;
    this.bigness = bigness;
  }

  instant() {
    return this.random.pick(instants);
  }

  limit() {
    return this.random.pick(limits);
  }

  /** One of `wanted` if there is one, but now and then any of `all`. */
  likely(probability, wanted, all) {
    return this.random.pick(wanted.length > 0 && this.random.chance(probability) ? wanted : all);
  }

  /** The member with this name, or nothing. */
  maybe(probability, name, value) {
    return this.random.chance(probability) ? { [name]: value() } : {};
  }

  correlation() {
    const length = this.random.weighted({ 0: 1, 1: 7, 2: 5, 3: 2 });
    return Array.from({ length }, () => this.random.pick(keys));
  }

  payload() {
    return this.random.chance(this.bigness) ? bigPayload : this.random.pick(payloads);
  }

  /** What decides whether events and waits meet; often as in one that is there, so that they do. */
  matter() {
    const { kind, correlation } = this.likely(0.5, [...this.model.waits, ...this.model.events], [
      { kind: this.random.pick(kinds), correlation: this.correlation() },
    ]);
    return { kind, correlation };
  }

  /** An event of an identity that is new more often than not. */
  event(matter = this.matter()) {
    const fresh = identities.filter((identity) => !this.model.stored(identity));
    return {
      ...this.likely(0.7, fresh, identities),
      ...matter,
      payload: this.payload(),
      ...this.maybe(0.25, 'by', () => this.random.pick(minters)),
    };
  }

  /** Most often a second copy of a live event, which may say something else. */
  eventAgain() {
    return { ...this.event(), ...this.identity((event) => event.state === 'live') };
  }

  /** The identity of a stored event that is as wanted, most of the time. */
  identity(isWanted = () => true) {
    const wanted = this.model.events.filter(isWanted);
    const { source, id } = this.likely(0.8, wanted, identities);
    return { source, id };
  }

  /** A run and effect that is registered or holds something, most of the time. */
  known(isWanted = () => true) {
    const wanted = [...this.model.waits, ...this.model.held()].filter(isWanted);
    const { run, effect } = this.likely(0.8, wanted, runsAndEffects);
    return { run, effect };
  }

  fresh() {
    const unregistered = runsAndEffects.filter((each) => !this.model.registered(each));
    return this.likely(0.6, unregistered, runsAndEffects);
  }

  wait({ run, effect }) {
    return {
      run,
      effect,
      ...this.matter(),
      ...this.maybe(0.2, 'from', () => this.random.pick(sources)),
      ...this.maybe(0.25, 'deadline', () => this.instant()),
      ...this.maybe(0.15, 'case', () => 'case 7'),
      ...this.maybe(0.15, 'step', () => this.random.pick([0, 3, 2 ** 32 - 1])),
      ...this.maybe(0.15, 'phase', () => this.random.pick(['forward', 'compensating'])),
    };
  }

  someWait() {
    return this.wait(this.random.chance(0.6) ? this.fresh() : this.known());
  }

  /** A run that holds something, most of the time, and the effects that it leaves unanswered; some twice or unknown. */
  endOfARun() {
    const { run, effect } = this.known((each) => this.model.heldBy(each));
    const more = Array.from({ length: this.random.below(4) }, () => this.random.pick([...effects, 'unknown']));
    return { run, unanswered: this.random.chance(0.6) ? [...more, effect] : more };
  }

  /** An event that an open wait of the run may well accept. */
  addressed() {
    const open = this.likely(0.8, this.model.waits.filter((wait) => !isParked(wait)), [undefined]);
    if (!open || this.random.chance(0.3)) return { run: open?.run ?? this.random.pick(runs), event: this.event() };
    const { run, kind, correlation } = open;
    return { run, event: this.event({ kind, correlation }) };
  }

  /** What a run that was handed `addressed` before may be handed again. */
  addressedAgain() {
    const { source, id } = this.identity((event) => event.state === 'held');
    const stored = this.model.stored({ source, id });
    return { run: stored?.run ?? this.random.pick(runs), event: { ...this.event(), source, id } };
  }

  /** Either the identity alone, or a whole event; what else that says must not matter. */
  identityOrEvent() {
    const identity = this.identity((event) => event.state === 'live');
    return this.random.chance(0.25) ? { ...this.event(), ...identity } : identity;
  }

  /** Most often the event that was delivered is the one that is held. */
  ending() {
    const pair = this.known();
    const held = this.model.heldBy(pair);
    const another = () => this.identity((event) => !held || !isSameEvent(event, held));
    const delivered = () => (held && this.random.chance(0.5) ? { source: held.source, id: held.id } : another());
    return { ...pair, ...this.maybe(0.65, 'event', delivered) };
  }

  states() {
    return this.random.pick([['spent'], ['dead'], ['spent', 'dead'], ['dead', 'spent']]);
  }
}

const makers = {
  buffer: (choice) => ({ event: choice.event(), at: choice.instant() }),
  subscribe: (choice) => ({ wait: choice.someWait(), at: choice.instant() }),
  claim_for: (choice) => ({ wait: choice.someWait(), at: choice.instant() }),
  match_waiter: (choice) => ({ event: choice.identityOrEvent(), at: choice.instant() }),
  deliver_to: (choice) => ({
    ...(choice.random.chance(0.3) ? choice.addressedAgain() : choice.addressed()),
    at: choice.instant(),
  }),
  unsubscribe: (choice) => choice.ending(),
  unsubscribe_run: (choice) => choice.endOfARun(),
  park_wait: (choice) => ({ wait: choice.someWait(), at: choice.instant() }),
  parked_waits: (choice) => ({ limit: choice.limit(), ...choice.maybe(0.4, 'parked_before', () => choice.instant()) }),
  erase_payload: (choice) => choice.identity(),
  minter: (choice) => choice.identity(),
  sweep_unclaimed: (choice) => ({
    older_than: choice.instant(),
    reason: choice.random.pick(reasons),
    ...choice.maybe(0.6, 'limit', () => choice.limit()),
  }),
  dead_letters: (choice) => ({ limit: choice.limit() }),
  waiting: (choice) => ({ limit: choice.limit() }),
  seal_run: (choice) => ({ run: choice.known().run, at: choice.instant() }),
  deliver: (choice) => ({
    event: choice.random.chance(0.3) ? choice.eventAgain() : choice.event(),
    at: choice.instant(),
  }),
  expire_waits: (choice) => ({ now: choice.instant(), limit: choice.limit() }),
  next_deadline: () => ({}),
  await: (choice) => ({ wait: choice.someWait(), at: choice.instant() }),
  conclude_run: (choice) => ({ ...choice.endOfARun(), at: choice.instant() }),
  requeue: (choice) => ({ ...choice.identity((event) => event.state === 'dead'), at: choice.instant() }),
  lookup: (choice) => choice.identity(),
  find: (choice) => ({ ...choice.random.pick(keys), limit: choice.limit() }),
  stats: () => ({}),
  forget: (choice) => ({ older_than: choice.instant(), states: choice.states(), limit: choice.limit() }),
  forget_seals: (choice) => ({ older_than: choice.instant(), limit: choice.limit() }),
  tenant: () => ({}),
};

/** A command for this verb, aimed at what the model knows. */
export function commandFor(verb, random, model, bigness = 0) {
  return { do: `events.${verb}`, ...makers[verb](new Choice(random, model, bigness)) };
}
