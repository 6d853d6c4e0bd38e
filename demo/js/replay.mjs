// The first part of the demo: the integrator's flows, fed with the deliveries one after the other.

import { valueOfKey } from './deliveries.mjs';
import { flowNamed, flowStartedBy, flowWaitingFor, startedByHand } from './flows.mjs';
import { addRun, countRivals, finishRun } from './runs.mjs';
import { timeText } from './story-time.mjs';
import { grace, sweepReason } from './sweeping.mjs';

const everyTenth = 10;

// What became of the events of one kind, or of many kinds together.
export class Fate {
  came = 0;
  refused = 0;
  taken = 0;
  swept = 0;

  add(other) {
    this.came += other.came;
    this.refused += other.refused;
    this.taken += other.taken;
    this.swept += other.swept;
  }
}

export class Replay {
  #store;
  #time;
  #fates = new Map();
  #stories = new Map();

  constructor(store, time) {
    this.#store = store;
    this.#time = time;
  }

  // Starts the runs that are started by hand, and receives all deliveries but those with the ids `keptBack`.
  // Every tenth delivery comes twice.
  async play(deliveries, keptBack) {
    for (const start of startedByHand) await this.#startByHand(start);
    for (const [i, delivery] of deliveries.entries()) {
      if (keptBack.has(delivery.event.id)) continue;
      if (delivery.addressee !== undefined) {
        await this.#receiveAddressed(delivery);
        continue;
      }
      await this.#receive(delivery);
      if ((i + 1) % everyTenth === 0) await this.#receive(delivery);
    }
  }

  // What nobody has asked for within the grace becomes a dead letter.
  sweep() {
    return this.#store.events.sweepUnclaimed({ olderThan: this.#time.next() - grace, reason: sweepReason });
  }

  // What became of the events of each kind, the sweep aside.
  fates() {
    return this.#fates;
  }

  // What happened in a flow, in the order in which it happened.
  storyOf(flow) {
    return this.#stories.get(flow) ?? [];
  }

  // A run that no delivery started.
  async #startByHand({ flow, run, value, from }) {
    const at = this.#time.next();
    await this.#store.transact((op) => {
      this.#startRun(op, flowNamed(flow), run, value, from, at);
    });
  }

  // What the integrator's webhook endpoint does with a delivery.
  async #receive({ event }) {
    const at = this.#time.next();
    let isNew = false;
    // The event is kept, the run that it starts is written, and whoever waits for it gets it, in one commit: a
    // crash leaves all of that or nothing. (`deliver` is `buffer` and `matchWaiter` in one; here they are apart,
    // for only a delivery that is new may start a run.)
    const wait = await this.#store.transact((op) => {
      isNew = op.events.buffer(event, { at });
      if (!isNew) return null;
      const flow = flowStartedBy(event.kind);
      if (flow) this.#startRunWith(op, flow, event, at);
      return op.events.matchWaiter({ source: event.source, id: event.id }, { at });
    });
    if (!isNew) {
      ++this.#fateOf(event.kind).refused;
      this.#tell(event.kind, at, `${event.id} comes again and is refused`);
      return;
    }
    ++this.#fateOf(event.kind).came;
    // From the match on the event is held for that wait. After a crash before the run went on, `await` with the
    // same wait would hand it out again.
    const kept = wait ? '' : '; no wait accepts it, so the store keeps it';
    this.#tell(event.kind, at, `${event.id} comes from ${event.source}${kept}`);
    if (wait) await this.#resume(wait, event, 'late', at);
  }

  // A delivery that names its run. Its sender hears nothing for a while, and sends it twice more.
  async #receiveAddressed({ event, addressee }) {
    const wait = await this.#deliverTo(addressee, event);
    if (!wait) return; // the run does not wait for it, so nothing was kept
    ++this.#fateOf(event.kind).came;
    await this.#deliverTo(addressee, event); // the run has not gone on yet, so the answer is the same
    await this.#resume(wait, event, 'addressed', this.#time.next());
    await this.#deliverTo(addressee, event); // now it has
    ++this.#fateOf(event.kind).refused;
  }

  // The run takes the delivery that started it, so that nobody else gets it and no sweep finds it.
  #startRunWith(op, flow, event, at) {
    const run = `run of ${event.id}`;
    const start = waitOf(run, 'start', event.kind, [{ namespace: 'delivery', value: event.id }]);
    op.events.claimFor(start, { at });
    op.events.unsubscribe(run, 'start');
    ++this.#fateOf(event.kind).taken;
    this.#startRun(op, flow, run, valueOfKey(event, flow.key), undefined, at);
  }

  // `await` registers the wait, and then looks for an event that came before it.
  #startRun(op, flow, run, value, from, at) {
    addRun(op, { run, flow: flow.name, waitsUnder: value, sender: from }, at);
    const wait = waitOf(run, 'answer', flow.waitsFor, [{ namespace: flow.key, value }]);
    if (from) wait.from = from;
    const claimed = op.events.await(wait, { at });
    const sender = from ? `, from ${from} only` : '';
    const wanted = `${flow.waitsFor} under ${flow.key} ${value}${sender}`;
    this.#tell(flow.waitsFor, at, `'${run}' starts and waits for ${wanted}`);
    if (!claimed) return;
    const found = `${claimed.event.id}, which has been there since ${timeText(claimed.receivedAt)}`;
    this.#tell(flow.waitsFor, at, `'${run}' finds ${found}, and is done`);
    finishRun(op, wait, claimed.event, 'early', at);
    ++this.#fateOf(flow.waitsFor).taken;
  }

  async #resume(wait, event, came, at) {
    const rivals = await this.#store.transact((op) => {
      finishRun(op, wait, event, came, at);
      return countRivals(op, wait.run);
    });
    ++this.#fateOf(event.kind).taken;
    this.#tell(event.kind, at, `'${wait.run}' gets ${event.id} and is done${rivalsText(rivals)}`);
  }

  async #deliverTo(run, event) {
    const at = this.#time.next();
    const { outcome, wait } = await this.#store.events.deliverTo(run, event, { at });
    this.#tell(event.kind, at, `${event.id} comes, addressed to '${run}': ${outcome.replace('_', ' ')}`);
    return wait;
  }

  #fateOf(kind) {
    if (!this.#fates.has(kind)) this.#fates.set(kind, new Fate());
    return this.#fates.get(kind);
  }

  // Adds a line to the story of the flow that waits for this kind of event.
  #tell(kind, at, line) {
    const flow = flowWaitingFor(kind);
    if (!flow) return;
    this.#stories.set(flow.name, [...this.storyOf(flow.name), `${timeText(at)}  ${line}`]);
  }
}

function waitOf(run, effect, kind, correlation) {
  return { run, effect, kind, correlation };
}

function rivalsText(rivals) {
  if (rivals === 0) return '';
  return `; ${rivals} ${rivals === 1 ? 'other run keeps' : 'other runs keep'} waiting`;
}
