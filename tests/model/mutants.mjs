// Models that are wrong in one point each. A test that does not tell them from the right one would not tell a product
// with the same mistake either.

import { isDue, isParked, isSameEvent, Model } from './model.mjs';

/** A model with other methods; each is handed the right one as `right`. */
function mutant(methods) {
  class Mutant extends Model {}
  for (const [name, method] of Object.entries(methods)) {
    const right = Model.prototype[name];
    Mutant.prototype[name] = function (members, ...more) {
      return method.call(this, members, (...given) => right.apply(this, given), ...more);
    };
  }
  return (tenant) => new Mutant(tenant);
}

export const mutants = {
  'unsubscribe sheds a live event, too': mutant({
    unsubscribe(members, right) {
      const live = members.event && this.stored(members.event);
      const { run, effect } = members;
      if (live?.state === 'live') Object.assign(live, { state: 'spent', payload: undefined, run, effect });
      return right(members);
    },
  }),
  'unsubscribe sheds what the wait holds, whatever was delivered': mutant({
    unsubscribe: ({ event, ...members }, right) => right(members),
  }),
  'a failed transaction leaves its first commands done': mutant({
    clone() {
      return this;
    },
  }),
  'a second copy replaces the payload': mutant({
    buffer(members, right) {
      const stored = this.stored(members.event);
      if (stored?.state === 'live') stored.payload = members.event.payload;
      return right(members);
    },
  }),
  'events are known by their id alone': mutant({
    stored(identity) {
      return this.events.find(({ id }) => id === identity.id);
    },
  }),
  'a parked wait can get a second event': mutant({
    mayGet: (wait, right, event, at) => right({ ...wait, parkedAt: undefined }, event, at),
  }),
  'a deadline lets an event in at its own instant': mutant({
    mayGet(wait, right, event, at) {
      return right(wait, event, wait.deadline === at ? at - 1 : at);
    },
  }),
  'a claim ignores the deadline': mutant({
    firstEvent: (wait, right, at) => right({ ...wait, deadline: undefined }, at),
  }),
  'a claim goes by what it says, not by what is registered': mutant({
    firstEvent(wait, right, at) {
      return right(this.lastSaid ?? wait, at);
    },
    claim_for(members, right) {
      this.lastSaid = members.wait;
      return right(members);
    },
  }),
  'a wait parked by somebody can claim': mutant({
    claim_for(members, right) {
      const registered = this.registered(members.wait);
      if (registered && !this.heldBy(registered)) registered.parkedAt = undefined;
      return right(members);
    },
  }),
  'a claim of what is held already refreshes the parked instant': mutant({
    claim_for(members, right) {
      const answer = right(members);
      const registered = this.registered(members.wait);
      if (answer && registered) registered.parkedAt = members.at;
      return answer;
    },
  }),
  'subscribe does not notice what the wait holds already': mutant({
    subscribe(members, right) {
      const isNew = !this.registered(members.wait);
      right(members);
      const registered = this.registered(members.wait);
      if (isNew && registered) registered.parkedAt = undefined;
      return null;
    },
  }),
  'subscribing again changes the keys': mutant({
    subscribe(members, right) {
      const registered = this.registered(members.wait);
      if (registered) registered.correlation = members.wait.correlation;
      return right(members);
    },
  }),
  'a sealed run can still claim what it holds': mutant({
    claim_for(members, right) {
      const own = this.heldBy(members.wait);
      const sealed = this.seals;
      if (own) this.seals = [];
      const answer = right(members);
      this.seals = sealed;
      return answer;
    },
  }),
  'a wait of a sealed run is elected': mutant({
    mayGet(wait, right, event, at) {
      return right({ ...wait, run: '' }, event, at);
    },
  }),
  'deliver_to takes any of the waits': mutant({
    deliver_to(members, right) {
      const inOrder = this.waits;
      const stored = this.stored(members.event);
      if (!stored) this.waits = inOrder.filter((wait) => this.mayGet(wait, { ...members.event }, members.at)).slice(-1);
      const answer = right(members);
      this.waits = inOrder;
      return answer;
    },
  }),
  'deliver_to again asks for the deadline': mutant({
    deliver_to(members, right) {
      const wait = this.registered(this.stored(members.event) ?? { run: undefined });
      return wait && isDue(wait, members.at) ? { outcome: 'duplicate' } : right(members);
    },
  }),
  'deliver_to leaves no mark': mutant({
    deliver_to(members, right) {
      const isNew = !this.stored(members.event);
      const answer = right(members);
      const stored = this.stored(members.event);
      if (isNew && stored) stored.addressed = false;
      return answer;
    },
  }),
  'a duplicate that is live is not offered again': mutant({
    deliver(members, right) {
      return this.stored(members.event)?.state === 'live' ? { outcome: 'buffered' } : right(members);
    },
  }),
  'what is released is as young as its release': mutant({
    unsubscribe_run(members, right) {
      const answer = right(members);
      for (const event of answer.released) this.stored(event).receivedAt = 40;
      return answer;
    },
  }),
  'concluding a run offers in the order of arrival': mutant({
    endRun(run, right, unanswered) {
      const answer = right(run, unanswered);
      return { ...answer, released: this.events.filter((event) => answer.released.includes(event)) };
    },
  }),
  'concluding a sealed run does nothing': mutant({
    conclude_run(members, right) {
      return this.isSealed(members.run) ? { waits: 0, released: [], matched: [] } : right(members);
    },
  }),
  'parking does not refresh the instant': mutant({
    park_wait(members, right) {
      const before = this.registered(members.wait)?.parkedAt;
      right(members);
      const registered = this.registered(members.wait);
      if (registered && before !== undefined) registered.parkedAt = before;
      return null;
    },
  }),
  'parked_waits lists what was parked at the instant, too': mutant({
    parked_waits: ({ parked_before, ...members }, right) =>
      right(parked_before === undefined ? members : { ...members, parked_before: parked_before + 1 }),
  }),
  'parked_waits lets sealed runs be': mutant({ retire() {} }),
  'parked_waits ends the open waits of sealed runs': mutant({
    retire(run, right) {
      right(run);
      this.waits = this.waits.filter((wait) => wait.run !== run);
    },
  }),
  'expire_waits ends waits that hold something': mutant({
    expirable() {
      return this.waits.filter((wait) => wait.deadline !== undefined && !this.isSealed(wait.run));
    },
  }),
  'expire_waits spares parked waits': mutant({
    expirable(_, right) {
      return right().filter((wait) => !isParked(wait));
    },
  }),
  'expire_waits ends waits of sealed runs': mutant({
    expirable() {
      return this.waits.filter((wait) => wait.deadline !== undefined && !this.heldBy(wait));
    },
  }),
  'erasing leaves the wait parked': mutant({ reopenWaitOf() {} }),
  'erasing sends the wait to the end of the line': mutant({
    reopenWaitOf(event, right) {
      right(event);
      const wait = this.registered(event);
      if (wait) this.waits = [...this.waits.filter((each) => each !== wait), wait];
    },
  }),
  'erasing a dead letter changes its reason': mutant({
    erase_payload(members, right) {
      const event = this.stored(members);
      if (event?.state === 'dead') event.reason = 'erased';
      return right(members);
    },
  }),
  'a sweep leaves what came at the cut-off': mutant({
    sweep_unclaimed: (members, right) => right({ ...members, older_than: members.older_than - 1 }),
  }),
  'a sweep begins with the newest': mutant({
    sweep_unclaimed(members, right) {
      const events = this.events;
      const most = members.limit ?? events.length;
      const youngest = [...events].sort((one, other) => other.receivedAt - one.receivedAt);
      const old = youngest.filter(({ state, receivedAt }) => state === 'live' && receivedAt <= members.older_than);
      this.events = old.slice(0, most);
      const count = right(members);
      this.events = events;
      return count;
    },
  }),
  'requeue takes addressed ones': mutant({
    requeue(members, right) {
      const event = this.stored(members);
      if (event?.state === 'dead') event.addressed = false;
      return right(members);
    },
  }),
  'requeue keeps the age': mutant({
    requeue(members, right) {
      const before = this.stored(members)?.receivedAt;
      const answer = right(members);
      if (answer) this.stored(members).receivedAt = before;
      return answer;
    },
  }),
  'requeue puts the event last in arrival': mutant({
    requeue(members, right) {
      const answer = right(members);
      const event = this.stored(members);
      if (answer) this.events = [...this.events.filter((each) => !isSameEvent(each, event)), event];
      return answer;
    },
  }),
  'forget takes one more than the limit': mutant({
    forget: (members, right) => right({ ...members, limit: members.limit + 1 }),
  }),
  'forget_seals forgets runs that hold something': mutant({
    forget_seals(members, right) {
      const { held } = this;
      this.held = () => [];
      const answer = right(members);
      this.held = held;
      return answer;
    },
  }),
  'stats count open waits of sealed runs': mutant({
    stats(_, right) {
      return { ...right(), waits_open: this.waits.filter((wait) => !isParked(wait)).length };
    },
  }),
};
