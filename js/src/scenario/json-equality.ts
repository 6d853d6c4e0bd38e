import type { JsonValue } from './json-document.js';
import { numbersEqual } from './json-number.js';
import { stepTo } from './json-pointer.js';

/**
 * `exactly`: objects have the same members in any order, lists the same elements in their order, texts are equal once
 * decoded, numbers by value. `atLeast`: the same, but members that the expected value does not name are ignored at
 * every depth.
 */
export type Matching = 'exactly' | 'atLeast';

export interface Difference {
  /** A JSON pointer into the value that came. */
  readonly pointer: string;
  /** Such as "is missing". */
  readonly what: string;
}

/** Whether `actual` is what was expected, and if not, where they part first, in the order of the expected value. */
export function findDifference(
  actual: JsonValue,
  expected: JsonValue,
  matching: Matching,
  pointer = '',
): Difference | undefined {
  if (actual.type === expected.type) {
    if (expected.type === 'object') return differenceOfObjects(actual, expected, matching, pointer);
    if (expected.type === 'array') return differenceOfArrays(actual, expected, matching, pointer);
    if (scalarsEqual(actual, expected)) return undefined;
  }
  return { pointer, what: 'is not what was expected' };
}

function scalarsEqual(actual: JsonValue, expected: JsonValue): boolean {
  if (expected.type === 'string') return actual.decoded() === expected.decoded();
  if (expected.type === 'number') return numbersEqual(actual.spelling, expected.spelling);
  return actual.spelling === expected.spelling;
}

function differenceOfArrays(
  actual: JsonValue,
  expected: JsonValue,
  matching: Matching,
  pointer: string,
): Difference | undefined {
  const came = actual.elements();
  const wanted = expected.elements();
  if (came.length !== wanted.length)
    return { pointer, what: `is a list of length ${came.length}, not ${wanted.length}` };
  for (const [index, element] of wanted.entries()) {
    const difference = findDifference(came[index]!, element, matching, stepTo(pointer, index));
    if (difference) return difference;
  }
  return undefined;
}

function differenceOfObjects(
  actual: JsonValue,
  expected: JsonValue,
  matching: Matching,
  pointer: string,
): Difference | undefined {
  const came = membersByKey(actual);
  const wanted = membersByKey(expected);
  for (const [key, { name, value }] of wanted) {
    const match = came.get(key);
    if (!match) return { pointer: stepTo(pointer, name), what: 'is missing' };
    const difference = findDifference(match.value, value, matching, stepTo(pointer, name));
    if (difference) return difference;
  }
  if (matching === 'atLeast') return undefined;
  for (const [key, { name }] of came)
    if (!wanted.has(key)) return { pointer: stepTo(pointer, name), what: 'was not expected' };
  return undefined;
}

/**
 * The members in the order of the text. A name may be written more than once in an object (payloads keep such
 * members), so a member's key is its name and how many of this name stand before it.
 */
function membersByKey(object: JsonValue): Map<string, { name: string; value: JsonValue }> {
  const seen = new Map<string, number>();
  const members = new Map<string, { name: string; value: JsonValue }>();
  for (const member of object.members()) {
    const name = member.name.decoded();
    const occurrence = seen.get(name) ?? 0;
    seen.set(name, occurrence + 1);
    members.set(`${occurrence} ${name}`, { name, value: member.value });
  }
  return members;
}
