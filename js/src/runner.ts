import { RestanteError, type ErrorCode } from './errors.js';

/** Runs commands at the door and answers their values, for the typed faces. */
export interface Runner {
  run(command: object): unknown;
  /** The store's clock. */
  now(): number;
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
