import { RestanteError, type ErrorCode } from './errors.js';

/** Runs commands at the door and answers their values, for the typed faces. */
export interface Runner {
  run(command: object): unknown;
  /** The store's clock. */
  now(): number;
}

/** The text of a command. What has no exact form in it is refused by the name of its member. */
export function commandText(command: object): string {
  let text: string;
  try {
    text = JSON.stringify(command);
  } catch {
    throw unfit(command);
  }
  // JSON.stringify writes half of a surrogate pair as an escape; everything else it writes is well-formed.
  if (/\\ud[89a-f]/.test(text) && holdsHalfPair(command)) throw unfit(command);
  return text;
}

const halfOfAPair = /\p{Surrogate}/u;

function holdsHalfPair(value: unknown): boolean {
  if (typeof value === 'string') return halfOfAPair.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => halfOfAPair.test(name) || holdsHalfPair(member));
}

function unfit(command: object): RestanteError {
  const find = (value: unknown, path: string): string | undefined => {
    if (typeof value === 'bigint') return `${path} must be a number, not a bigint`;
    if (typeof value === 'string' && halfOfAPair.test(value))
      return `${path} holds half of a surrogate pair, which has no UTF-8 form`;
    if (typeof value !== 'object' || value === null || path.length > 200) return undefined;
    for (const [name, member] of Object.entries(value)) {
      if (halfOfAPair.test(name)) return `${path || 'an argument'} has a member whose name holds half of a surrogate pair`;
      const found = find(member, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name);
      if (found) return found;
    }
    return undefined;
  };
  return new RestanteError('invalid_argument', find(command, '') ?? 'an argument has no JSON form');
}

/** The value of an answer; a failure is thrown. */
export function valueOf(answer: string): unknown {
  const parsed = JSON.parse(answer) as
    | { ok: true; value: unknown }
    | { ok: false; error: { code: ErrorCode; message: string; [detail: string]: unknown } };
  if (parsed.ok) return parsed.value;
  const { code, message, ...details } = parsed.error;
  throw new RestanteError(code, message, camelCased(details));
}

function camelCased(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
