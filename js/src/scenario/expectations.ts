import type { Answer } from './answer.js';
import type { JsonDocument, JsonValue } from './json-document.js';
import { findDifference, type Difference } from './json-equality.js';
import type { JsonPointer } from './json-pointer.js';
import { quoted } from './quoted.js';

export interface Save {
  readonly name: string;
  readonly place: JsonPointer;
}

/** What a line of a scenario expects of its answer. Without an `error` the command must succeed. */
export interface Expectations {
  value?: JsonDocument;
  match?: JsonDocument;
  /** A text: the code; an object: matched. */
  error?: JsonDocument;
  text?: string;
  absent: JsonPointer[];
  saves: Save[];
}

/** Both read well behind "expected: " and "reason: ". */
export interface Disappointment {
  readonly expected: string;
  readonly reason: string;
}

/** The first expectation that the answer does not meet, if there is one. */
export function findDisappointment(answer: Answer, expectations: Expectations): Disappointment | undefined {
  const disappointment = expectations.error
    ? judgeError(answer, expectations.error)
    : judgeSuccess(answer, expectations);
  return disappointment ?? judgeText(answer, expectations.text);
}

function judgeError(answer: Answer, wanted: JsonDocument): Disappointment | undefined {
  const isCode = wanted.root.type === 'string';
  const expected = `${isCode ? 'the error' : 'an error that matches'} ${wanted.text}`;
  if (!answer.error) return { expected, reason: 'the command succeeded' };
  if (isCode) {
    if (answer.error.code === wanted.root.decoded()) return undefined;
    return { expected, reason: 'the command failed with another code' };
  }
  const difference = findDifference(answer.error.object, wanted.root, 'atLeast');
  return difference && { expected, reason: tell('the error', difference) };
}

function judgeSuccess(answer: Answer, expectations: Expectations): Disappointment | undefined {
  if (!answer.value) return { expected: describeSuccess(expectations), reason: 'the command failed' };
  return judgeValue(answer.value, expectations);
}

function judgeValue(value: JsonValue, { value: wanted, match, absent, saves }: Expectations): Disappointment | undefined {
  const inequality = wanted && findDifference(value, wanted.root, 'exactly');
  if (inequality) return { expected: describeValue(wanted), reason: tell('the value', inequality) };
  const mismatch = match && findDifference(value, match.root, 'atLeast');
  if (mismatch) return { expected: describeMatch(match), reason: tell('the value', mismatch) };
  for (const place of absent)
    if (place.find(value)) return { expected: `nothing at ${quoted(place.text)}`, reason: 'there is something' };
  for (const { name, place } of saves)
    if (!place.find(value))
      return {
        expected: `something at ${quoted(place.text)} to save as ${quoted(name)}`,
        reason: 'there is nothing',
      };
  return undefined;
}

function judgeText(answer: Answer, text: string | undefined): Disappointment | undefined {
  if (text === undefined || answer.text.includes(text)) return undefined;
  return { expected: `an answer that contains the text ${quoted(text)}`, reason: 'the answer does not contain it' };
}

function describeSuccess({ value, match }: Expectations): string {
  if (value) return describeValue(value);
  return match ? describeMatch(match) : 'success';
}

function describeValue(value: JsonDocument): string {
  return `the value ${value.text}`;
}

function describeMatch(match: JsonDocument): string {
  return `a value that matches ${match.text}`;
}

function tell(subject: string, { pointer, what }: Difference): string {
  return pointer === '' ? `${subject} ${what}` : `${subject} at ${quoted(pointer)} ${what}`;
}
