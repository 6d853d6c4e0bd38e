// Which states a store may be in when its process was killed: that of the last acknowledged command, or that of the one
// after it, which may have been committed and not answered. Nothing else.

import { isDeepStrictEqual } from 'node:util';
import { isSameAnswer } from './comparison.mjs';
import { invariants } from './invariants.mjs';
import { ModelDoor } from './model-door.mjs';

export class PossibleStates {
  /** Each with the commands that lead to it. */
  #states = [{ door: new ModelDoor(), commands: [] }];
  #interrupted;

  /** One of the models that the store may be as, and the commands that lead to it. */
  get model() {
    return this.#states[0].door.model;
  }

  get commands() {
    return this.#states[0].commands;
  }

  get count() {
    return this.#states.length;
  }

  /** Leaves only the states in which the command is answered so. Throws if there is none. */
  acknowledge(command, answer) {
    const expected = this.#states.map(({ door }) => door.call(command));
    const left = this.#states.filter((_, index) => isSameAnswer(expected[index], answer));
    if (left.length === 0) throw new Error(differenceInWords(command, answer, expected, this.#interrupted));
    this.#states = left;
    for (const { door, commands } of left) {
      commands.push(command);
      mustBeSound(door.model);
    }
  }

  /** The process died when this command was next. */
  interruptedAt(command) {
    this.#interrupted = command;
    const oneAhead = this.#states.map(({ door, commands }) => ({
      door: new ModelDoor(door.model.clone()),
      commands: [...commands, command],
    }));
    for (const state of oneAhead) {
      state.door.call(command);
      if (!this.#has(state.door.model)) this.#states.push(state);
    }
  }

  #has(model) {
    return this.#states.some(({ door }) => isDeepStrictEqual(door.model, model));
  }
}

function differenceInWords(command, answer, expected, interrupted) {
  return [
    'the file is in no state that it may be in',
    `last interrupted: ${shortened(interrupted)}`,
    `command:  ${shortened(command)}`,
    `came:     ${shortened(answer)}`,
    ...expected.map((each) => `expected: ${shortened(each)}`),
  ].join('\n');
}

function mustBeSound(model) {
  const broken = invariants(model);
  if (broken.length > 0) throw new Error(`the model breaks its own promises:\n${broken.join('\n')}`);
}

/** Big payloads would bury the rest. */
function shortened(value) {
  const isLong = (each) => typeof each === 'string' && each.length > 2000;
  return JSON.stringify(value, (_, each) => (isLong(each) ? `${each.slice(0, 20)}…` : each));
}
