/** The words in which a run of scenarios is told; the native twin uses the same. */
import { printable } from './text.js';

/** Takes one line of output, without its end. */
export type Print = (line: string) => void;

/** Checks that passed and failed; every command line is one. */
export interface Tally {
  passed: number;
  failed: number;
}

export interface FailedLine {
  readonly note: string;
  /** As it was sent, or if it was not, the line as it is written. */
  readonly command: string;
  readonly answer?: string;
  readonly expected?: string;
  readonly reason: string;
}

export function tellFailure(print: Print, file: string, line: number, failed: FailedLine): void {
  const place = `${printable(file)}:${line}`;
  print(failed.note === '' ? place : `${place}: ${printable(failed.note)}`);
  const tellIndented = (what: string, text: string | undefined) => {
    if (text !== undefined) print(`    ${what}: ${printable(text)}`);
  };
  tellIndented('command', failed.command);
  tellIndented('answer', failed.answer);
  tellIndented('expected', failed.expected);
  tellIndented('reason', failed.reason);
}

export function tellSkipped(print: Print, file: string, missingFeature: string): void {
  print(`skipped ${printable(file)}: this runtime has no ${printable(missingFeature)}`);
}

export function tellTally(print: Print, tally: Tally): void {
  print(`${tally.passed} passed, ${tally.failed} failed`);
}
