import { RestanteError } from './errors.js';
import type { Runner } from './runner.js';

/** A parameter of the caller's own SQL. True and false are bound as 1 and 0. */
export type SqlParameter = null | string | number | bigint | boolean;

/** A column's value; an integer that a number would not hold exactly is a bigint. */
export type SqlValue = null | string | number | bigint;

export type SqlRow = Record<string, SqlValue>;

/** At this magnitude a whole number crosses as text, in both directions. */
interface ExactInteger {
  integer: string;
}

export function runSql(runner: Runner, sql: string, parameters: readonly SqlParameter[]): SqlRow[] {
  if (!Array.isArray(parameters)) throw new RestanteError('invalid_argument', 'params must be a list');
  const params = parameters.map(parameterToStore);
  const rows = runner.run({ do: 'sql', sql, params }) as Record<string, SqlValue | ExactInteger>[];
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      // Defined, not assigned: a column may have any name, `__proto__` too.
      if (typeof value === 'object' && value !== null)
        Object.defineProperty(row, name, { value: BigInt(value.integer), enumerable: true, configurable: true, writable: true });
    }
  }
  return rows as SqlRow[];
}

function parameterToStore(value: SqlParameter, index: number): unknown {
  if (typeof value === 'bigint') return { integer: value.toString() } satisfies ExactInteger;
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RestanteError('invalid_argument', `params[${index}] is not a finite number`);
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
    throw new RestanteError('invalid_argument', `params[${index}] must be null, text, a number, true or false`);
  return value;
}
