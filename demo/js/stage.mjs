// What a scene plays on: the store, the time, the deliveries that were kept back for it, and the report.

import { Problem } from './problem.mjs';
import { addRun, finishRun } from './runs.mjs';
import { timeText } from './story-time.mjs';

export class Stage {
  #events;
  #scene;

  constructor(store, time, deliveries) {
    this.store = store;
    this.time = time;
    this.#events = new Map(deliveries.map(({ event }) => [event.id, event]));
  }

  // Begins the scene with this number, and prints its title.
  begin(number, title) {
    this.#scene = `scene ${number}`;
    console.log(`Scene ${number}: ${title}\n`);
  }

  end() {
    console.log('');
  }

  event(id) {
    const event = this.#events.get(id);
    if (!event) throw new Problem(`there is no delivery '${id}' for ${this.#scene}`);
    return event;
  }

  // The wait of a run of this scene for the only event that it needs.
  wait(run, kind, key) {
    return { run, effect: 'answer', kind, correlation: [key] };
  }

  // Writes the run into the integrator's table.
  addRun(op, wait) {
    addRun(op, { run: wait.run, flow: this.#scene, waitsUnder: wait.correlation[0].value }, this.time.now);
  }

  // Starts a run: writes it down and registers its wait, in one transaction. The event, if it is there already.
  start(wait) {
    return this.store.transact((op) => {
      this.addRun(op, wait);
      return op.events.await(wait, { at: this.time.now });
    });
  }

  // The run keeps the event's payload and its wait ends, in one transaction.
  async finish(wait, event, came) {
    await this.store.transact((op) => finishRun(op, wait, event, came, this.time.now));
  }

  // The runs that are registered for events of this kind, in line.
  async runsWaitingFor(kind) {
    const waits = await this.store.events.waiting({ limit: Number.MAX_SAFE_INTEGER });
    return runsText(waits.filter((wait) => wait.kind === kind));
  }

  // A line of the report with the time: what happens.
  happens(what) {
    console.log(`  ${timeText(this.time.now)}  ${what}`);
  }

  // The rest of such a line that is too long.
  goesOn(what) {
    console.log(`         ${what}`);
  }

  // A line of the report: what the store answered.
  answers(what) {
    console.log(`         | ${what}`);
  }

  // The same: everything that the store knows of an event.
  async answersAbout({ source, id }) {
    const record = await this.store.events.lookup({ source, id });
    const { payloadText } = record.event;
    const content = payloadText === undefined ? 'no payload' : `${Buffer.byteLength(payloadText)} bytes of payload`;
    const received = `received at ${timeText(record.receivedAt)}`;
    this.answers(`lookup ${id}: ${stateText(record)}; ${received}; ${content}${record.erased ? ', erased' : ''}`);
  }
}

export function outcomeText({ outcome, wait }) {
  return outcome === 'matched' ? `matched with '${wait.run}'` : outcome;
}

// "live", "held for 'announcer'", and so on.
export function stateText({ state, claimedBy, reason }) {
  if (state === 'held') return `held for '${claimedBy.run}'`;
  if (state === 'spent') return `spent on '${claimedBy.run}'`;
  if (state === 'dead') return `dead, '${reason}'`;
  return state;
}

// "release/12, there since 05:37", or "nothing"
export function claimText(claimed) {
  return claimed ? `${claimed.event.id}, there since ${timeText(claimed.receivedAt)}` : 'nothing';
}

// "'stand-in', 'announcer'", or "none"
export function runsText(waits) {
  return waits.map(({ run }) => `'${run}'`).join(', ') || 'none';
}
