/** `restante events DB SUB-COMMAND`: an operator looks at the events of a database, and repairs them. */
import type { Door } from '../door.js';
import { onOneLine } from '../scenario/answer.js';
import type { JsonValue } from '../scenario/json-document.js';
import type { Action, EventsCommand } from './command.js';
import { doorCommand } from './door-commands.js';
import type { RecordValue } from './door-values.js';
import * as lists from './lists.js';
import { OperatorStore } from './operator-store.js';
import * as repairs from './repairs.js';
import type { Surroundings, Teller } from './telling.js';

export interface Printed {
  /** What was found or done. */
  readonly out: string;
  /** Why nothing was. */
  readonly err: string;
  readonly done: boolean;
}

const tellers: { readonly [Name in Action['do']]: Teller<Extract<Action, { readonly do: Name }>> } = { ...lists, ...repairs };

const onOneEvent: ReadonlySet<Action['do']> = new Set(['requeue', 'offer', 'erase']);
const writes: ReadonlySet<Action['do']> = new Set([...onOneEvent, 'conclude', 'sweep']);

/** `clock` is the machine's. Throws RestanteError. */
export function events(door: Door, command: EventsCommand, clock: number): Printed {
  const store = new OperatorStore(door, command.database, command.tenant);
  return run(command.action, command.json, { store, now: command.at ?? clock });
}

function run(action: Action, json: boolean, around: Surroundings): Printed {
  if (writes.has(action.do)) around.store.allowWriting();
  const { value, before } = valuesOf(action, around.store.ask(doorCommand(action, around.now)));
  const outcome = { value: JSON.parse(value.spelling) as unknown, before };
  const teller = tellers[action.do] as Teller<Action>;
  const refused = teller.refusal?.(action, outcome);
  const told = json ? `${onOneLine(value.spelling)}\n` : refused === undefined ? teller.tell(action, outcome, around) : '';
  return { out: told, err: refused === undefined ? '' : `restante: ${refused}\n`, done: refused === undefined };
}

function valuesOf(action: Action, answer: JsonValue): { value: JsonValue; before: RecordValue | null } {
  if (!onOneEvent.has(action.do)) return { value: answer, before: null };
  const [before, value] = answer.elements();
  return { value: value!, before: JSON.parse(before!.spelling) as RecordValue | null };
}
