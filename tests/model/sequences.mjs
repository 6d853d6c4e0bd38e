// Random sequences of commands: verbs, transactions (some of them undone), commands that are refused, reopenings.

import { commandFor } from './arguments.mjs';
import { failingSql, ModelDoor } from './model-door.mjs';
import { Model } from './model.mjs';
import { forStore, ModelStores } from './stores.mjs';

/** How often each kind of command comes up, before a source of commands sets its own accents. */
const usual = {
  buffer: 7,
  subscribe: 16,
  claim_for: 6,
  match_waiter: 6,
  deliver_to: 8,
  unsubscribe: 3.5,
  unsubscribe_run: 1.2,
  park_wait: 2.5,
  parked_waits: 2,
  erase_payload: 2,
  minter: 1,
  sweep_unclaimed: 1.5,
  dead_letters: 3,
  waiting: 1,
  seal_run: 1,
  deliver: 8,
  expire_waits: 1.5,
  next_deadline: 1,
  await: 6,
  conclude_run: 2,
  requeue: 2.5,
  lookup: 3,
  find: 1,
  stats: 1,
  forget: 3,
  forget_seals: 6,
  tenant: 0.5,
  transact: 6,
  refused: 2.5,
  reopen: 1,
};

/**
 * Random commands without end. `big`: with long transactions and big payloads among them. `more`: weights that differ
 * from the usual ones.
 */
export class CommandSource {
  #random;
  #weights;
  #verbs;
  #big;

  /** Every source likes some kinds of commands more than others: what is rare in one sequence is common in another. */
  constructor(random, { reopens = false, big = false, more = {} } = {}) {
    this.#random = random;
    const entries = Object.entries({ ...usual, ...more }).filter(([kind]) => reopens || kind !== 'reopen');
    this.#weights = Object.fromEntries(entries.map(([kind, weight]) => [kind, weight * random.pick([0.2, 1, 1, 3])]));
    const { transact, refused, reopen, ...verbs } = this.#weights;
    this.#verbs = verbs;
    this.#big = big;
  }

  /** A command for a store that is as the model. */
  next(model) {
    const kind = this.#random.weighted(this.#weights);
    if (kind === 'reopen') return { do: 'reopen' };
    if (kind === 'transact') return this.#transact(model);
    if (kind === 'refused') return this.#spoilt(this.#verb(model));
    return this.#command(kind, model);
  }

  #command(verb, model) {
    return commandFor(verb, this.#random, model, this.#big ? 0.04 : 0);
  }

  #verb(model) {
    return this.#command(this.#random.weighted(this.#verbs), model);
  }

  /** Each command is aimed at what those before it lead to. A failure at the end undoes them all. */
  #transact(model) {
    const length = this.#big && this.#random.chance(0.3) ? 20 : this.#random.between(1, 4);
    const door = new ModelDoor(model.clone());
    const commands = Array.from({ length }, () => {
      const command = this.#verb(door.model);
      door.call(command);
      return command;
    });
    if (this.#random.chance(0.4)) commands.push(this.#failure(door.model));
    return { do: 'transact', commands };
  }

  #failure(model) {
    if (this.#random.chance(0.3)) return { do: 'sql', sql: failingSql };
    if (this.#random.chance(0.2)) return { do: this.#random.pick(['transact', 'open', 'close', 'reopen']) };
    return this.#spoilt(this.#verb(model));
  }

  /** The command with one thing changed, nearly always to something that is refused. */
  #spoilt(command) {
    if (this.#random.chance(0.1)) return { ...command, do: `${command.do}s` };
    const inner = Object.keys(command).filter((member) => ['event', 'wait'].includes(member));
    if (inner.length === 0 || this.#random.chance(0.4)) return this.#spoiltMember(command);
    const [member] = inner;
    return { ...command, [member]: this.#spoiltMember(command[member]) };
  }

  #spoiltMember(record) {
    const members = Object.keys(record).filter((member) => !['do', 'payload'].includes(member));
    if (members.length === 0 || this.#random.chance(0.2)) return { ...record, surplus: 1 };
    const member = this.#random.pick(members);
    if (this.#random.chance(0.5)) return Object.fromEntries(Object.entries(record).filter(([each]) => each !== member));
    return { ...record, [member]: this.#random.pick([null, '', -1, 1.5, 'text', true, {}, [null], 2 ** 53]) };
  }
}

/** A sequence for fresh stores; each has its share in it. */
export function randomSequence(random, { stores, length, reopens }) {
  const sources = stores.map(() => new CommandSource(random, { reopens }));
  const models = new ModelStores(stores, (tenant) => new Model(tenant));
  return Array.from({ length: length * stores.length }, () => {
    const place = random.below(stores.length);
    const command = forStore(sources[place].next(models.doors.get(stores[place].as).model), stores[place]);
    models.call(command);
    return command;
  });
}
