/** `restante events DB SUB-COMMAND`: what an operator asks for, taken from the words of the command line. */
import { hostOf, type Host } from '../hosts.js';
import { lastValue, sortOut, type Operands } from '../operands.js';
import { EventsUsageError, UsageError } from '../usage-error.js';
import { readDuration, readInstant, type Moment } from './instants.js';

export interface EventName {
  readonly source: string;
  readonly id: string;
}

export type Action =
  // Looking: these open the database for reading only.
  | { readonly do: 'stats' }
  | { readonly do: 'waiting' | 'parked' | 'dead'; readonly limit: number }
  | { readonly do: 'find'; readonly namespace: string; readonly value: string; readonly limit: number }
  | { readonly do: 'lookup'; readonly event: EventName }
  // Repairing one event.
  | { readonly do: 'requeue' | 'offer' | 'erase'; readonly event: EventName }
  // Repairing more than that.
  | { readonly do: 'conclude'; readonly run: string; readonly unanswered: readonly string[] }
  | { readonly do: 'sweep'; readonly olderThan: Moment; readonly reason: string; readonly limit: number | undefined };

export interface EventsCommand {
  readonly database: string;
  readonly tenant: string;
  /** For programs: the door's value instead of sentences and tables. */
  readonly json: boolean;
  /** What counts as now, instead of the machine's clock. */
  readonly at: number | undefined;
  readonly action: Action;
}

export const defaultTenant = 'default';
const defaultLimit = 100;

/** `words` begin with "events". Undefined if help was asked for. Throws EventsUsageError. */
export function parseEventsCommand(words: readonly string[]): { host: Host; command: EventsCommand } | undefined {
  try {
    const given = sortOut(
      words,
      ['--host', '--tenant', '--limit', '--at', '--namespace', '--value', '--unanswered', '--older-than', '--reason'],
      ['--json'],
    );
    return given.help ? undefined : { host: hostOf(given), command: commandFrom(given) };
  } catch (error) {
    throw error instanceof UsageError ? new EventsUsageError(error.message) : error;
  }
}

function commandFrom(given: Operands): EventsCommand {
  const subCommand = subCommandOf(given);
  refuseOptionsOfOthers(given, subCommand);
  const at = lastValue(given, '--at');
  return {
    database: given.operands[0]!,
    tenant: lastValue(given, '--tenant') ?? defaultTenant,
    json: lastValue(given, '--json') !== undefined,
    at: at === undefined ? undefined : readAt(at),
    action: subCommand.parse(new Given(given)),
  };
}

/** The words behind the database and the sub-command. */
class Given {
  readonly operands: readonly string[];

  constructor(readonly all: Operands) {
    this.operands = all.operands.slice(2);
  }

  has(option: string): boolean {
    return lastValue(this.all, option) !== undefined;
  }

  required(option: string): string {
    const value = lastValue(this.all, option);
    if (value === undefined) throw new UsageError(`'${this.all.operands[1]}' needs the option '${option}'`);
    return value;
  }

  need(count: number, what: string): void {
    if (this.operands.length !== count) throw new UsageError(`'${this.all.operands[1]}' takes ${what}`);
  }
}

interface SubCommand {
  readonly name: string;
  /** Beside those that all of them have. */
  readonly options: readonly string[];
  parse(given: Given): Action;
}

const subCommands: readonly SubCommand[] = [
  { name: 'stats', options: ['--at'], parse: stats },
  { name: 'waiting', options: ['--limit', '--at'], parse: (given) => listing('waiting', given) },
  { name: 'parked', options: ['--limit', '--at'], parse: (given) => listing('parked', given) },
  { name: 'dead', options: ['--limit'], parse: (given) => listing('dead', given) },
  { name: 'find', options: ['--limit', '--namespace', '--value'], parse: find },
  { name: 'lookup', options: [], parse: (given) => ({ do: 'lookup', event: eventOf(given) }) },
  { name: 'requeue', options: ['--at'], parse: (given) => ({ do: 'requeue', event: eventOf(given) }) },
  { name: 'offer', options: ['--at'], parse: (given) => ({ do: 'offer', event: eventOf(given) }) },
  { name: 'erase', options: [], parse: (given) => ({ do: 'erase', event: eventOf(given) }) },
  { name: 'conclude', options: ['--unanswered', '--at'], parse: conclude },
  { name: 'sweep', options: ['--older-than', '--reason', '--limit', '--at'], parse: sweep },
];

function subCommandOf({ operands }: Operands): SubCommand {
  const [first, name] = operands;
  if (first === undefined) throw new UsageError("'events' takes a database and a sub-command");
  if (name === undefined) {
    if (subCommands.some((each) => each.name === first)) throw new UsageError(`the database is missing in front of '${first}'`);
    throw new UsageError(`the sub-command is missing behind '${first}'`);
  }
  const found = subCommands.find((each) => each.name === name);
  if (!found) throw new UsageError(`'events' has no sub-command '${name}'`);
  return found;
}

function refuseOptionsOfOthers({ options }: Operands, wanted: SubCommand): void {
  for (const [name] of options)
    if (!['--host', '--tenant', '--json', ...wanted.options].includes(name))
      throw new UsageError(`'${wanted.name}' has no option '${name}'`);
}

function stats(given: Given): Action {
  given.need(0, 'nothing else');
  return { do: 'stats' };
}

function listing(what: 'waiting' | 'parked' | 'dead', given: Given): Action {
  given.need(0, 'nothing else');
  return { do: what, limit: limitOf(given) };
}

function find(given: Given): Action {
  return { do: 'find', ...keyOf(given), limit: limitOf(given) };
}

function conclude(given: Given): Action {
  given.need(1, 'one run');
  const unanswered = given.all.options.filter(([name]) => name === '--unanswered').map(([, effect]) => effect);
  return { do: 'conclude', run: given.operands[0]!, unanswered };
}

function sweep(given: Given): Action {
  given.need(0, 'nothing else');
  return {
    do: 'sweep',
    olderThan: readOlderThan(given.required('--older-than')),
    reason: given.required('--reason'),
    limit: optionalLimit(given),
  };
}

function eventOf(given: Given): EventName {
  given.need(2, 'a source and an id');
  return { source: given.operands[0]!, id: given.operands[1]! };
}

function keyOf(given: Given): { namespace: string; value: string } {
  if (given.has('--namespace') || given.has('--value')) {
    given.need(0, 'either NAMESPACE=VALUE, or --namespace and --value');
    return { namespace: given.required('--namespace'), value: given.required('--value') };
  }
  given.need(1, 'one key, NAMESPACE=VALUE');
  const key = given.operands[0]!;
  const equals = key.indexOf('=');
  if (equals < 0) throw new UsageError(`'find' takes a key, NAMESPACE=VALUE, not '${key}'`);
  return { namespace: key.slice(0, equals), value: key.slice(equals + 1) };
}

function limitOf(given: Given): number {
  return optionalLimit(given) ?? defaultLimit;
}

function optionalLimit(given: Given): number | undefined {
  const limit = lastValue(given.all, '--limit');
  return limit === undefined ? undefined : readLimit(limit);
}

/** 1 is the least: a list of nothing would look like good news. */
function readLimit(text: string): number {
  const limit = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > Number.MAX_SAFE_INTEGER) throw new UsageError(`--limit is a whole number from 1, not '${text}'`);
  return limit;
}

function readAt(text: string): number {
  const at = readInstant(text);
  if (at === undefined)
    throw new UsageError(`--at is an instant in milliseconds or such as 2026-01-31T09:30:00Z, not '${text}'`);
  return at;
}

function readOlderThan(text: string): Moment {
  const instant = readInstant(text);
  if (instant !== undefined) return { milliseconds: instant, beforeNow: false };
  const duration = readDuration(text);
  if (duration !== undefined) return { milliseconds: duration, beforeNow: true };
  throw new UsageError(`--older-than is a duration such as 30d, 12h or 90m, or an instant, not '${text}'`);
}
