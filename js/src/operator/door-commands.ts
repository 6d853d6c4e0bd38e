/** What an operator asks for, as commands of the door (docs/door.md). */
import type { Action, EventName } from './command.js';
import { instantOf } from './instants.js';

/**
 * The command for an action. Of `requeue`, `offer` and `erase` it is the verb and, in front of it in the same
 * transaction, a look at the event: how it was explains what became of it. The answer is a list of the two values.
 */
export function doorCommand(action: Action, now: number): string {
  return JSON.stringify(commandFor(action, now));
}

export function openCommand(path: string, tenant: string, readOnly: boolean): string {
  return JSON.stringify({ do: 'open', path, tenant, read_only: readOnly });
}

export function tenantCommand(): string {
  return JSON.stringify({ do: 'events.tenant' });
}

export function sqlCommand(sql: string, params: readonly string[]): string {
  return JSON.stringify({ do: 'sql', sql, params });
}

function commandFor(action: Action, now: number): object {
  switch (action.do) {
    case 'stats':
      return { do: 'events.stats' };
    case 'waiting':
      return { do: 'events.waiting', limit: action.limit };
    case 'parked':
      return { do: 'events.parked_waits', limit: action.limit };
    case 'dead':
      return { do: 'events.dead_letters', limit: action.limit };
    case 'find':
      return { do: 'events.find', namespace: action.namespace, value: action.value, limit: action.limit };
    case 'lookup':
      return lookup(action.event);
    case 'requeue':
      return lookingFirst(action.event, { do: 'events.requeue', ...action.event, at: now });
    case 'offer':
      return lookingFirst(action.event, { do: 'events.match_waiter', event: action.event, at: now });
    case 'erase':
      return lookingFirst(action.event, { do: 'events.erase_payload', ...action.event });
    case 'conclude':
      return { do: 'events.conclude_run', run: action.run, unanswered: action.unanswered, at: now };
    case 'sweep':
      return {
        do: 'events.sweep_unclaimed',
        older_than: instantOf(action.olderThan, now),
        reason: action.reason,
        limit: action.limit, // left out by JSON if there is none
      };
  }
}

function lookup(event: EventName): object {
  return { do: 'events.lookup', ...event };
}

function lookingFirst(event: EventName, command: object): object {
  return { do: 'transact', commands: [lookup(event), command] };
}
