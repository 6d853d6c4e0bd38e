// The command door on the model: the same commands in, the same answers out as those of a real store.

import { Model } from './model.mjs';
import { rowsAsked } from './rows.mjs';
import { verbOf } from './shapes.mjs';

/** The one statement of SQL in the sequences that fails. */
export const failingSql = 'SELECT * FROM absent';

class Refusal extends Error {
  constructor(code, index) {
    super(code);
    this.answer = { ok: false, error: index === undefined ? { code } : { code, index } };
    this.code = code;
  }
}

export class ModelDoor {
  constructor(model = new Model()) {
    this.model = model;
  }

  call(command) {
    try {
      return { ok: true, value: this.valueOf(command) };
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  }

  valueOf(command) {
    if (command.do === 'transact') return this.transact(command);
    if (command.do === 'reopen') return null; // what a store in a file has kept is all there again
    return this.valueWithin(command);
  }

  /** What may stand in a transaction, too. */
  valueWithin(command) {
    if (command.do === 'sql') return this.rowsOf(command.sql);
    const verb = verbOf(command);
    if (verb === undefined) throw new Refusal('invalid_argument');
    return this.model[verb](command);
  }

  transact({ do: name, commands, ...surplus }) {
    if (!Array.isArray(commands) || Object.keys(surplus).length > 0) throw new Refusal('invalid_argument');
    const before = this.model.clone();
    return commands.map((command, index) => {
      try {
        return this.valueWithin(command);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.model = before;
        throw new Refusal(error.code, index);
      }
    });
  }

  rowsOf(sql) {
    if (sql === failingSql) throw new Refusal('sql_error');
    return rowsAsked(this.model, sql) ?? []; // all other SQL asks for broken promises
  }
}
