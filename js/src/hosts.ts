import { lastValue, type Operands } from './operands.js';
import { UsageError } from './usage-error.js';

/** Where a database is kept: in the module, or by a package of the host. */
export type Host = 'module' | 'better-sqlite3';

export function hostOf(given: Operands): Host {
  const value = lastValue(given, '--host');
  if (value === undefined) return 'module';
  if (value === 'better-sqlite3') return value;
  throw new UsageError(`--host is 'better-sqlite3', not '${value}'`);
}
