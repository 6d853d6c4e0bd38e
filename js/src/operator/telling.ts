/** What the door answered, told in the operator's words. */
import type { Action } from './command.js';
import type { RecordValue } from './door-values.js';
import type { OperatorStore } from './operator-store.js';

export interface Outcome {
  /** What the verb answered. */
  readonly value: unknown;
  /** Of a verb on one event: what `lookup` said in front of it. */
  readonly before: RecordValue | null;
}

export interface Surroundings {
  readonly store: OperatorStore;
  readonly now: number;
}

/** `tell` makes a table or a sentence of an outcome. `refusal` is there if nothing was found or done, and says why. */
export interface Teller<A extends Action> {
  tell(wanted: A, outcome: Outcome, around: Surroundings): string;
  refusal?(wanted: A, outcome: Outcome): string | undefined;
}

export type ActionOf<Name extends Action['do']> = Extract<Action, { readonly do: Name }>;
