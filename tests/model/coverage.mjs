// What a run of sequences came upon: how often each verb, and whether each of its outcomes. Sequences in which nothing
// ever matches would pass without a word.

import { verbs } from './shapes.mjs';

const isSomething = (value) => value !== null;
const isNothing = (value) => value === null;
const isTrue = (value) => value === true;
const isFalse = (value) => value === false;
const isPositive = (value) => value > 0;
const isList = (value) => value.length > 0;
const hasOutcome = (outcome) => (value) => value.outcome === outcome;
const hasMinter = (minter) => (value) => value?.minter === minter;
const isInState = (state) => (value) => value?.state === state;

/** The outcomes of each verb that must come up. */
const outcomes = {
  buffer: { new: isTrue, known: isFalse },
  claim_for: { 'an event': isSomething, nothing: isNothing },
  await: { 'an event': isSomething, nothing: isNothing },
  match_waiter: { 'a wait': isSomething, nobody: isNothing },
  deliver: { matched: hasOutcome('matched'), buffered: hasOutcome('buffered'), duplicate: hasOutcome('duplicate') },
  deliver_to: {
    matched: hasOutcome('matched'),
    duplicate: hasOutcome('duplicate'),
    'not waiting': hasOutcome('not_waiting'),
  },
  unsubscribe_run: { 'waits ended': ({ waits }) => waits > 0, released: ({ released }) => isList(released) },
  conclude_run: {
    'waits ended': ({ waits }) => waits > 0,
    released: ({ released }) => isList(released),
    'matched again': ({ matched }) => isList(matched),
  },
  parked_waits: { some: isList },
  erase_payload: { erased: isTrue, unknown: isFalse },
  minter: { 'never seen': isNothing, nobody: hasMinter('nobody'), 'an operator': hasMinter('operator') },
  sweep_unclaimed: { some: isPositive, none: (count) => count === 0 },
  dead_letters: {
    some: isList,
    erased: (letters) => letters.some(({ event }) => !('payload' in event)),
    unclaimed: (letters) => letters.some(({ reason }) => reason === 'unclaimed'),
    'for a concluded run': (letters) => letters.some(({ reason }) => reason === 'addressee concluded'),
  },
  waiting: { some: isList },
  seal_run: { new: isTrue, again: isFalse },
  expire_waits: { some: isList },
  next_deadline: { some: isSomething, none: isNothing },
  requeue: { live: isTrue, refused: isFalse },
  lookup: {
    live: isInState('live'),
    held: isInState('held'),
    spent: isInState('spent'),
    dead: isInState('dead'),
    unknown: isNothing,
    erased: (value) => value?.erased === true,
    addressed: (value) => value?.addressed === true,
  },
  find: { some: isList },
  forget: { some: isPositive },
  forget_seals: { some: isPositive },
};

export class Coverage {
  commands = 0;
  refused = 0;
  undone = 0;
  verbs = new Map(Object.keys(verbs).map((verb) => [verb, 0]));
  #unseen = new Set(
    Object.entries(outcomes).flatMap(([verb, each]) => Object.keys(each).map((outcome) => `${verb}: ${outcome}`)),
  );

  add(command, answer) {
    this.commands += 1;
    if (command.do === 'transact') this.#addTransaction(command, answer);
    else if (!answer.ok) this.refused += 1;
    else this.#addValue(command, answer.value);
  }

  /** The verbs that never succeeded. */
  missingVerbs() {
    return [...this.verbs].filter(([, count]) => count === 0).map(([verb]) => verb);
  }

  /** The verbs and outcomes that never came up. */
  missing() {
    return [...this.missingVerbs(), ...this.#unseen];
  }

  toString() {
    const counts = [...this.verbs].map(([verb, count]) => `${verb} ${count}`).join(', ');
    return `${this.commands} commands, ${this.refused} refused, ${this.undone} transactions undone; ${counts}`;
  }

  #addTransaction({ commands }, answer) {
    if (!answer.ok) this.undone += 1;
    else commands.forEach((command, index) => this.#addValue(command, answer.value[index]));
  }

  #addValue({ do: name }, value) {
    const verb = name.replace('events.', '');
    if (!this.verbs.has(verb)) return;
    this.verbs.set(verb, this.verbs.get(verb) + 1);
    for (const [outcome, isIt] of Object.entries(outcomes[verb] ?? {}))
      if (isIt(value)) this.#unseen.delete(`${verb}: ${outcome}`);
  }
}
