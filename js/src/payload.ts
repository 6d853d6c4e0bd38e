import { RestanteError } from './errors.js';

/** A JSON text that is handed over to the letter: key order, number spelling and blanks inside survive. */
export class RawJson {
  constructor(readonly text: string) {}
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
    throw new RestanteError('invalid_argument', `${what} has no JSON form (${(error as Error).message})`);
  }
  if (text === undefined) throw new RestanteError('invalid_argument', `${what} has no JSON form`);
  return text;
}
