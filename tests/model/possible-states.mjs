// Which states a store may be in when its process was killed: that of the last acknowledged command, or that of the one
// after it, which may have been committed and not answered. Nothing else.

import { isDeepStrictEqual } from 'node:util';
import { isSameAnswer } from './comparison.mjs';
import { invariants } from './invariants.mjs';
import { ModelDoor } from './model-door.mjs';

export class PossibleStates {
  #doors = [new ModelDoor()];
  #interrupted;

  /** One of the models that the store may be as. */
  get model() {
    return this.#doors[0].model;
  }

  get count() {
    return this.#doors.length;
  }

  /** Leaves only the states in which the command is answered so. Throws if there is none. */
  acknowledge(command, answer) {
    const expected = this.#doors.map((door) => door.call(command));
    this.#doors = this.#doors.filter((_, index) => isSameAnswer(expected[index], answer));
    if (this.#doors.length === 0) throw new Error(differenceInWords(command, answer, expected, this.#interrupted));
    for (const { model } of this.#doors) mustBeSound(model);
  }

  /** The process died when this command was next. */
  interruptedAt(command) {
    this.#interrupted = command;
    const oneAhead = this.#doors.map(({ model }) => new ModelDoor(model.clone()));
    for (const door of oneAhead) door.call(command);
    for (const door of oneAhead) if (!this.#has(door)) this.#doors.push(door);
  }

  #has({ model }) {
    return this.#doors.some((each) => isDeepStrictEqual(each.model, model));
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
  return JSON.stringify(value, (_, each) => (typeof each === 'string' && each.length > 2000 ? `${each.slice(0, 20)}…` : each));
}
