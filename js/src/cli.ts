/** The command line: `restante exec` and `restante check`, in the words of the native twin. */
import { readFileSync } from 'node:fs';
import { openDoor } from './door.js';
import { RestanteError } from './errors.js';
import { Answer } from './scenario/answer.js';
import { JsonDocument, MalformedJson } from './scenario/json-document.js';
import { CannotRun } from './scenario/node/cannot-run.js';
import { loadBetterSqlite3, openWithBetterSqlite3 } from './scenario/node/better-sqlite3-files.js';
import { betterSqlite3Host, moduleMemory } from './scenario/node/runtimes.js';
import { findScenarios, readScenario } from './scenario/node/scenario-files.js';
import { quoted } from './scenario/quoted.js';
import { tellTally, type Tally } from './scenario/report.js';
import { runScenario } from './scenario/scenario.js';
import { isWellFormed, printable, textOfBytes } from './scenario/text.js';

const exitSuccess = 0;
/** A check failed, or the database could not be opened. */
const exitFailure = 1;
/** Nothing was run. */
const exitMisuse = 2;

/** The command line cannot be understood. The usage is shown with it. */
class UsageError extends Error {}

/** Where a database is kept: in the module, or by a package of the host. */
type Host = 'module' | 'better-sqlite3';
type StorePlace = 'memory' | 'file';

type Invocation =
  | { readonly do: 'help' }
  | { readonly do: 'version' }
  | { readonly do: 'exec'; readonly host: Host; readonly database: string }
  | { readonly do: 'check'; readonly host: Host; readonly store: StorePlace; readonly paths: readonly string[] };

const usage = `Usage:
  restante exec [--host better-sqlite3] DB
      Runs commands from standard input, one JSON object a line, on the database file DB
      (':memory:' for one that is gone afterwards), and answers each with one line.
  restante check [--host better-sqlite3] [--store memory|file] FILE-OR-FOLDER...
      Runs scenarios; of a folder every file below it whose name ends in .jsonl.
      --store: where the store of a scenario lives that opens none and requires no memory.
  restante --help
  restante --version

Without --host databases live in the memory of the WebAssembly module, and DB is ':memory:'.

Exit codes: 0 all went well, 1 a check failed or the database could not be opened,
2 the command line cannot be used and nothing was run.
`;

/** Runs the command line; `words` are those behind the program's name. Returns the exit code. */
export async function main(words: readonly string[]): Promise<number> {
  process.stdout.on('error', exitWithoutOutput);
  try {
    return await run(parseCommandLine(words));
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`restante: ${printable(error.message)}\n\n${usage}`);
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

interface Operands {
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly operands: readonly string[];
  readonly help: boolean;
}

function parseCommandLine(words: readonly string[]): Invocation {
  const [first] = words;
  switch (first) {
    case undefined:
      throw new UsageError('a sub-command is missing');
    case 'exec':
      return parseExec(words);
    case 'check':
      return parseCheck(words);
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

function withoutOperands(words: readonly string[], invocation: Invocation): Invocation {
  if (words.length > 1) throw new UsageError(`'${words[0]}' stands alone`);
  return invocation;
}

function hostOf({ options }: Operands): Host {
  const value = lastValue(options, '--host');
  if (value === undefined) return 'module';
  if (value === 'better-sqlite3') return value;
  throw new UsageError(`--host is 'better-sqlite3', not '${value}'`);
}

function storeOf({ options }: Operands): StorePlace {
  const value = lastValue(options, '--store') ?? 'memory';
  if (value === 'memory' || value === 'file') return value;
  throw new UsageError(`--store is 'memory' or 'file', not '${value}'`);
}

function lastValue(options: Operands['options'], wanted: string): string | undefined {
  return options.filter(([name]) => name === wanted).at(-1)?.[1];
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/** The words behind a sub-command: options with their values, and operands. Behind "--" all are operands. */
function sortOut(words: readonly string[], optionsWithValue: readonly string[]): Operands {
  const options: [string, string][] = [];
  const operands: string[] = [];
  let help = false;
  let onlyOperands = false;
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i]!;
    if (onlyOperands || !isOption(word)) operands.push(word);
    else if (word === '--') onlyOperands = true;
    else if (word === '--help' || word === '-h') help = true;
    else {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word : word.slice(0, equals);
      if (!optionsWithValue.includes(name)) throw new UsageError(`'${words[0]}' has no option '${name}'`);
      if (equals < 0) i += 1;
      const value = equals < 0 ? words[i] : word.slice(equals + 1);
      if (value === undefined) throw new UsageError(`the option '${name}' needs a value`);
      options.push([name, value]);
    }
  }
  return { options, operands, help };
}

// exec: commands in, answers out

async function exec(host: Host, database: string): Promise<number> {
  const door = await openDoor(
    host === 'better-sqlite3' ? { openHost: openWithBetterSqlite3(await loadBetterSqlite3(), '') } : {},
  );
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

/**
 * A payload that some other program stored may hold line breaks between its tokens (JSON allows them nowhere else).
 * They become spaces, so that one answer stays one line.
 */
function onOneLine(answer: string): string {
  return answer.replaceAll('\n', ' ');
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
