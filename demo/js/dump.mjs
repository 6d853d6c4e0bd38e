import { closeSync, openSync, writeSync } from 'node:fs';

import { Problem } from './problem.mjs';

async function names(store, sql, parameters = []) {
  const found = await store.sql(sql, parameters);
  return found.map(({ name }) => name);
}

// The columns that put the rows of a table in one fixed order.
async function orderOf(store, table) {
  const columns = await names(
    store,
    'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
    [table],
  );
  return columns.length === 0 ? 'rowid' : columns.join(', ');
}

// A file with every table of the database, as it was at one or more moments: for each a line with its columns, and
// then a line for each of its rows.
export class Dump {
  #file;

  constructor(path) {
    try {
      this.#file = openSync(path, 'w');
    } catch {
      throw new Problem(`cannot write the dump to '${path}'`);
    }
  }

  async write(store, moment) {
    const tables = await names(
      store,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    for (const table of tables) {
      const name = `${moment}: ${table}`;
      const columns = await names(store, 'SELECT name FROM pragma_table_info(?) ORDER BY cid', [table]);
      this.#writeLine({ table: name, columns });
      const found = await store.sql(`SELECT * FROM ${table} ORDER BY ${await orderOf(store, table)}`);
      for (const row of found) this.#writeLine({ table: name, row });
    }
  }

  close() {
    closeSync(this.#file);
  }

  #writeLine(content) {
    writeSync(this.#file, JSON.stringify(content) + '\n');
  }
}
