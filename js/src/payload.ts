import { RestanteError } from './errors.js';

/** A JSON text that is handed over to the letter: key order, number spelling and blanks inside survive. */
export class RawJson {
  constructor(readonly text: string) {}

  /** Within another value the text could not be kept to the letter. */
  toJSON(): never {
    throw new RestanteError('invalid_argument', 'rawJson stands for a whole payload only, not for a part of one');
  }
}

/** Hands over `text` as it is, instead of a value; it must be valid JSON. */
export function rawJson(text: string): RawJson {
  if (typeof text !== 'string') throw new RestanteError('invalid_argument', 'rawJson takes a string of JSON text');
  return new RawJson(text);
}

/** The JSON text of a caller's value; `what` names the argument in a refusal. */
export function jsonTextOf(value: unknown, what: string): string {
  if (value instanceof RawJson) return value.text;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (error instanceof RestanteError) throw error;
    // What was thrown may hold a part of the payload, so it is not repeated.
    throw new RestanteError('invalid_argument', `${what} has no JSON form`);
  }
  if (text === undefined) throw new RestanteError('invalid_argument', `${what} has no JSON form`);
  return text;
}
