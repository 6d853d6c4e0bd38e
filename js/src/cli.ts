/** The command line: `restante exec`, `check` and `events`, in the words of the native twin. */
import { readFileSync } from 'node:fs';
import { openDoor, type Door } from './door.js';
import { RestanteError } from './errors.js';
import { hostOf, type Host } from './hosts.js';
import { isOption, lastValue, sortOut, type Operands } from './operands.js';
import { parseEventsCommand, type EventsCommand } from './operator/command.js';
import { events } from './operator/events.js';
import { eventsHelp, eventsSynopsis } from './operator/help.js';
import { refuseWhatIsNoFile } from './operator/node/database-file.js';
import { Answer, onOneLine } from './scenario/answer.js';
import { JsonDocument, MalformedJson } from './scenario/json-document.js';
import { CannotRun } from './scenario/node/cannot-run.js';
import { loadBetterSqlite3, openWithBetterSqlite3 } from './scenario/node/better-sqlite3-files.js';
import { betterSqlite3Host, moduleMemory } from './scenario/node/runtimes.js';
import { findScenarios, readScenario } from './scenario/node/scenario-files.js';
import { quoted } from './scenario/quoted.js';
import { tellTally, type Tally } from './scenario/report.js';
import { runScenario } from './scenario/scenario.js';
import { isWellFormed, printable, textOfBytes } from './scenario/text.js';
import { EventsUsageError, UsageError } from './usage-error.js';

const exitSuccess = 0;
/** A check failed, nothing was repaired, or no database was opened. */
const exitFailure = 1;
/** Nothing was run. */
const exitMisuse = 2;

type StorePlace = 'memory' | 'file';

type Invocation =
  | { readonly do: 'help' }
  | { readonly do: 'version' }
  | { readonly do: 'exec'; readonly host: Host; readonly database: string }
  | { readonly do: 'check'; readonly host: Host; readonly store: StorePlace; readonly paths: readonly string[] }
  | { readonly do: 'events help' }
  | { readonly do: 'events'; readonly host: Host; readonly command: EventsCommand };

const usage = `Usage:
  restante exec [--host better-sqlite3] DB
      Runs commands from standard input, one JSON object a line, on the database file DB
      (':memory:' for one that is gone afterwards), and answers each with one line.
  restante check [--host better-sqlite3] [--store memory|file] FILE-OR-FOLDER...
      Runs scenarios; of a folder every file below it whose name ends in .jsonl.
      --store: where the store of a scenario lives that opens none and requires no memory.
  restante events [--host better-sqlite3] DB SUB-COMMAND ...
      Looks at the events and waits in the database file DB, and repairs what went wrong there:
      stats, waiting, parked, dead, find, lookup, requeue, offer, erase, conclude, sweep.
      'restante events --help' explains them.
  restante --help
  restante --version

Without --host databases live in the memory of the WebAssembly module, and DB is ':memory:'.

Exit codes: 0 all went well, 1 a check failed, there was nothing to repair, or the database could
not be opened, 2 the command line cannot be used and nothing was run.
`;

/** Runs the command line; `words` are those behind the program's name. Returns the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  process.stdout.on('error', exitWithoutOutput);
  try {
    return await run(parseCommandLine(words));
  } catch (error) {
    if (error instanceof UsageError)
      process.stderr.write(`restante: ${printable(error.message)}\n\n${error instanceof EventsUsageError ? eventsSynopsis : usage}`);
    else process.stderr.write(`restante: ${printable(sentenceFor(error))}\n`);
    return error instanceof UsageError || error instanceof CannotRun ? exitMisuse : exitFailure;
  }
}

function run(invocation: Invocation): Promise<number> | number {
  switch (invocation.do) {
    case 'exec':
      return exec(invocation.host, invocation.database);
    case 'check':
      return check(invocation.host, invocation.store, invocation.paths);
    case 'events':
      return runEvents(invocation.host, invocation.command);
    case 'events help':
      process.stdout.write(eventsHelp);
      return exitSuccess;
    case 'help':
      process.stdout.write(usage);
      return exitSuccess;
    case 'version':
      process.stdout.write(`restante ${version()}\n`);
      return exitSuccess;
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof RestanteError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** A reader that went away needs no words; a disk without room does. */
function exitWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.stderr.write('restante: io: standard output cannot be written\n');
  process.exit(exitFailure);
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

// The words of the command line

function parseCommandLine(words: readonly string[]): Invocation {
  const [first] = words;
  switch (first) {
    case undefined:
      throw new UsageError('a sub-command is missing');
    case 'exec':
      return parseExec(words);
    case 'check':
      return parseCheck(words);
    case 'events':
      return parseEvents(words);
    case '--help':
    case '-h':
      return withoutOperands(words, { do: 'help' });
    case '--version':
      return withoutOperands(words, { do: 'version' });
    default:
      throw new UsageError(`there is no ${isOption(first) ? 'option' : 'sub-command'} '${first}'`);
  }
}

function parseExec(words: readonly string[]): Invocation {
  const given = sortOut(words, ['--host']);
  if (given.help) return { do: 'help' };
  const [database] = given.operands;
  if (database === undefined || given.operands.length > 1) throw new UsageError("'exec' takes one database");
  return { do: 'exec', host: hostOf(given), database };
}

function parseCheck(words: readonly string[]): Invocation {
  const given = sortOut(words, ['--host', '--store']);
  if (given.help) return { do: 'help' };
  const host = hostOf(given);
  const store = storeOf(given);
  if (store === 'file' && host === 'module') throw new UsageError("'--store file' needs a host that keeps files");
  if (given.operands.length === 0) throw new UsageError("'check' takes at least one file or folder");
  return { do: 'check', host, store, paths: given.operands };
}

function parseEvents(words: readonly string[]): Invocation {
  const parsed = parseEventsCommand(words);
  return parsed ? { do: 'events', ...parsed } : { do: 'events help' };
}

function withoutOperands(words: readonly string[], invocation: Invocation): Invocation {
  if (words.length > 1) throw new UsageError(`'${words[0]}' stands alone`);
  return invocation;
}

function storeOf(given: Operands): StorePlace {
  const value = lastValue(given, '--store') ?? 'memory';
  if (value === 'memory' || value === 'file') return value;
  throw new UsageError(`--store is 'memory' or 'file', not '${value}'`);
}

// exec: commands in, answers out

async function exec(host: Host, database: string): Promise<number> {
  const door = await openDoorOn(host);
  try {
    const opened = new Answer(door.call(`{"do":"open","path":${quoted(database)}}`));
    if (opened.error) throw new RestanteError(opened.error.code as RestanteError['code'], opened.error.message);
    for await (const line of linesOf(standardInput())) {
      if (/^[ \t\r]*$/.test(line)) continue;
      await writeLine(onOneLine(isWellFormed(line) ? door.call(line) : refusalOf(line)));
    }
    return exitSuccess;
  } finally {
    door.dispose();
  }
}

async function openDoorOn(host: Host): Promise<Door> {
  return openDoor(host === 'better-sqlite3' ? { openHost: openWithBetterSqlite3(await loadBetterSqlite3(), '') } : {});
}

/**
 * What the door answers to bytes that are not UTF-8. A string cannot take them there, so they are refused here, in the
 * same words.
 */
function refusalOf(line: string): string {
  try {
    JsonDocument.parse(line, Infinity);
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    const message = `the command is not valid JSON: ${error.message}`;
    return `{"ok":false,"error":{"code":"invalid_argument","message":${quoted(message)}}}`;
  }
  throw new Error('a line that is not UTF-8 was read as JSON');
}

async function* standardInput(): AsyncIterable<Uint8Array> {
  try {
    yield* process.stdin as AsyncIterable<Uint8Array>;
  } catch {
    throw new RestanteError('io', 'standard input cannot be read');
  }
}

/** The lines of a stream of bytes; the last one need not end. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const lineFeed = 10;
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield textOfBytes(Buffer.concat([...begun, chunk.subarray(from, at)]));
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield textOfBytes(Buffer.concat(begun));
}

/** Returns once the line is out of this process; a failure ends the program (`exitWithoutOutput`). */
function writeLine(line: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${line}\n`, (error) => {
      if (!error) resolve();
    });
  });
}

// check: scenarios

async function check(host: Host, store: StorePlace, paths: readonly string[]): Promise<number> {
  // All of them first: a file that cannot be read is told before anything runs.
  const scenarios = findScenarios(paths).map((file) => ({ file, content: readScenario(file) }));
  const runtime = host === 'better-sqlite3' ? await betterSqlite3Host(store) : moduleMemory;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const all: Tally = { passed: 0, failed: 0 };
  for (const { file, content } of scenarios) {
    const { passed, failed } = await runScenario(file, content, runtime, print);
    all.passed += passed;
    all.failed += failed;
  }
  tellTally(print, all);
  return all.failed === 0 ? exitSuccess : exitFailure;
}

// events: an operator looks, and repairs

async function runEvents(host: Host, command: EventsCommand): Promise<number> {
  const door = await openDoorOn(host);
  try {
    // The module keeps no files, and says so itself.
    if (host !== 'module') refuseWhatIsNoFile(command.database);
    const { out, err, done } = events(door, command, Date.now());
    process.stdout.write(out);
    process.stderr.write(err);
    return done ? exitSuccess : exitFailure;
  } finally {
    door.dispose();
  }
}
