/** Runs one scenario: a file of commands, one a line, with what their answers must be. */
import { Answer } from './answer.js';
import { BadLine } from './bad-line.js';
import { findDisappointment, type Save } from './expectations.js';
import { MalformedJson } from './json-document.js';
import { findMember, splitLine, textMember } from './line-members.js';
import { quoted } from './quoted.js';
import { tellFailure, tellSkipped, type FailedLine, type Print, type Tally } from './report.js';
import type { ScenarioDoor, ScenarioRuntime } from './runtime.js';
import { noteOf, readLine, requiredFeatures, type ScenarioLine } from './scenario-line.js';
import { textOfBytes } from './text.js';

interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Runs every line of `content` on stores of its own, and tells what failed. `file` is the name to tell it under. A
 * scenario that requires what the runtime does not have is told and not run.
 */
export async function runScenario(
  file: string,
  content: string | Uint8Array,
  runtime: ScenarioRuntime,
  print: Print,
): Promise<Tally> {
  const lines = linesToRun(typeof content === 'string' ? content : textOfBytes(content));
  const required = leadingRequirement(lines);
  const missing = required?.find((feature) => !runtime.features.includes(feature));
  if (missing !== undefined) {
    tellSkipped(print, file, missing);
    return { passed: 0, failed: 0 };
  }
  const commands = required ? lines.slice(1) : lines;
  const first = commands[0];
  if (!first) return { passed: 0, failed: 0 };
  const world = await runtime.begin();
  try {
    const run = new ScenarioRun(file, world.door, print);
    // A scenario that asks for memory shows what a store in memory does, so it gets one wherever the others live.
    const path = required?.includes('memory') ? ':memory:' : world.storePath;
    if (!opensTheStore(first)) await run.openTheStore(path, first.number);
    for (const line of commands) await run.run(line);
    return run.tally;
  } finally {
    await world.end();
  }
}

function linesToRun(text: string): NumberedLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line }))
    .filter((line) => !line.text.startsWith('//') && /[^ \t\r]/.test(line.text));
}

/** The features that the scenario begins by asking for; undefined if it does not, or not as it should. */
function leadingRequirement(lines: readonly NumberedLine[]): string[] | undefined {
  const [first] = lines;
  return first && unlessBad(() => requiredFeatures(splitLine(first.text)));
}

/** Whether the line opens the store that a scenario otherwise finds open. */
function opensTheStore(line: NumberedLine): boolean {
  const opens = unlessBad(() => {
    const members = splitLine(line.text);
    const isFirstStore = !findMember(members, 'as') || textMember(members, 'as') === 'a';
    return textMember(members, 'do') === 'open' && isFirstStore;
  });
  return opens ?? false;
}

/** Undefined for a bad line, which is told when its turn comes. */
function unlessBad<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadLine) return undefined;
    throw error;
  }
}

class ScenarioRun {
  readonly tally: Tally = { passed: 0, failed: 0 };
  readonly #file: string;
  readonly #door: ScenarioDoor;
  readonly #print: Print;
  readonly #saved = new Map<string, string>();

  constructor(file: string, door: ScenarioDoor, print: Print) {
    this.#file = file;
    this.#door = door;
    this.#print = print;
  }

  async openTheStore(path: string, line: number): Promise<void> {
    const command = `{"do":"open","path":${quoted(path)}}`;
    const answer = new Answer(await this.#door.call(command));
    if (answer.value) return;
    this.#fail(line, {
      note: 'the store of the scenario',
      command,
      answer: answer.text,
      expected: 'success',
      reason: 'the store cannot be opened',
    });
  }

  async run(line: NumberedLine): Promise<void> {
    let note = '';
    let read: ScenarioLine;
    try {
      const members = splitLine(line.text);
      note = noteOf(members);
      read = readLine(members, this.#saved);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.#fail(line.number, { note, command: line.text, reason: error.reason });
      return;
    }
    this.#judge(line.number, note, read, await this.#door.call(read.command));
  }

  #judge(number: number, note: string, line: ScenarioLine, text: string): void {
    const { command, expectations } = line;
    let answer: Answer;
    try {
      answer = new Answer(text);
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      this.#fail(number, { note, command, answer: text, expected: 'valid JSON', reason: error.reason });
      return;
    }
    const disappointment = findDisappointment(answer, expectations);
    this.#save(answer, expectations.saves);
    if (disappointment) this.#fail(number, { note, command, answer: text, ...disappointment });
    else this.tally.passed += 1;
  }

  /**
   * Also after a failed line, so that the lines behind it fail for reasons of their own. What cannot be saved is
   * forgotten: a value from before must not stand in for it.
   */
  #save(answer: Answer, saves: readonly Save[]): void {
    for (const { name, place } of saves) {
      const part = answer.value && place.find(answer.value);
      if (part) this.#saved.set(name, part.spelling);
      else this.#saved.delete(name);
    }
  }

  #fail(line: number, failed: FailedLine): void {
    this.tally.failed += 1;
    tellFailure(this.#print, this.#file, line, failed);
  }
}
