import { HostFailure, type HostDatabase, type HostRows, type HostValue } from './database.js';

const mostParameters = 100;
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const transactionWords = /^\s*(begin|commit|end|rollback|savepoint|release)\b/i;

/**
 * Restricts a database to what the strictest host (a Durable Object) gives: no transaction control and no PRAGMA by
 * SQL, no `OR ROLLBACK`, at most 100 parameters, numbers only as doubles, one piece of rows. For proving that the core
 * asks for no more.
 */
export function strictest(database: HostDatabase): HostDatabase {
  return {
    run(sql: string, parameters: readonly HostValue[], wantNames: boolean): HostRows {
      const words = sql.replace(quoted, ' ');
      if (transactionWords.test(words)) throw new HostFailure('unsupported', 'this host has no transaction control by SQL');
      if (/^\s*pragma\b/i.test(words)) throw new HostFailure('unsupported', 'this host has no PRAGMA');
      if (/\bor\s+rollback\b/i.test(words)) throw new HostFailure('unsupported', 'this host does not survive OR ROLLBACK');
      if (parameters.length > mostParameters) throw new HostFailure('unsupported', 'this host takes 100 parameters at most');
      const answer = database.run(sql, parameters, wantNames);
      return { columns: answer.columns, rows: answer.rows.map((row) => row.map(asDouble)) };
    },
    transaction: (body) => database.transaction(body),
    close: () => database.close(),
  };
}

function asDouble(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
