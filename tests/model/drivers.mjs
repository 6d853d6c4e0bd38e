// The command door in every place where a store can be. A driver has
//
//   name, keepsFiles
//   stores             which stores it has: with files two tenants share one
//   begin()            fresh stores; whatever was there before is gone
//   answers(commands)  the answer to each, in their order
//   end()              nothing is left of it

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoor } from '../../js/dist/index.js';
import { strictest } from '../../js/dist/host/strictest.js';
import { loadBetterSqlite3, openWithBetterSqlite3 } from '../../js/dist/scenario/node/better-sqlite3-files.js';
import { ExecProcess } from './exec-process.mjs';
import { nativeExec } from './programs.mjs';
import { ModelStores, oneTenant, openings, twoTenants } from './stores.mjs';

const inMemory = ':memory:';

/** The places of fresh stores: memory again and again, or one new file after the other in a folder of our own. */
class Places {
  #folder;
  #count = 0;

  constructor(keepsFiles) {
    this.#folder = keepsFiles ? mkdtempSync(join(tmpdir(), 'restante-model-')) : undefined;
  }

  next() {
    if (this.#folder === undefined) return inMemory;
    this.#count += 1;
    return join(this.#folder, `${this.#count}.db`);
  }

  remove() {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
  }
}

class Driver {
  #places;

  constructor(name, keepsFiles) {
    this.name = name;
    this.keepsFiles = keepsFiles;
    this.stores = keepsFiles ? twoTenants : oneTenant;
    this.#places = new Places(keepsFiles);
  }

  async begin() {
    const answers = await this.answers(openings(this.stores, this.#places.next()));
    const failed = answers.find(({ ok }) => !ok);
    if (failed) throw new Error(`${this.name}: no fresh store could be opened: ${JSON.stringify(failed.error)}`);
  }

  end() {
    this.#places.remove();
  }
}

/** One native process that lives as long as it can, and is begun again if a sequence ended it. */
class NativeDriver extends Driver {
  #process;

  async begin() {
    if (!this.#process?.isAlive) this.#process = new ExecProcess(nativeExec, inMemory);
    await super.begin();
  }

  answers(commands) {
    return this.#process.ask(commands);
  }

  async end() {
    await this.#process?.end();
    super.end();
  }
}

/** The module in this process. */
class ModuleDriver extends Driver {
  #door;
  #options;

  constructor(name, keepsFiles, options) {
    super(name, keepsFiles);
    this.#options = options;
  }

  async begin() {
    this.#door ??= await openDoor(this.#options);
    await super.begin();
  }

  async answers(commands) {
    return commands.map((command) => JSON.parse(this.#door.call(JSON.stringify(command))));
  }

  end() {
    this.#door?.dispose();
    super.end();
  }
}

/** A model in the place of a store, for testing the tests. */
export class ModelDriver {
  name = 'the model';
  keepsFiles = true;
  stores = oneTenant;
  #newModel;
  #models;

  constructor(newModel) {
    this.#newModel = newModel;
  }

  begin() {
    this.#models = new ModelStores(this.stores, this.#newModel);
  }

  answers(commands) {
    // Not the objects themselves: what changes later must not change an answer that was given.
    return commands.map((command) => JSON.parse(JSON.stringify(this.#models.call(command))));
  }

  end() {}
}

/** Functions that make a driver, by its name. */
export const drivers = {
  'native, memory': (name) => new NativeDriver(name, false),
  'native, file': (name) => new NativeDriver(name, true),
  'WebAssembly, memory': (name) => new ModuleDriver(name, false, {}),
  'WebAssembly on the SQL of a host, memory': (name) => hostDriver(name, false),
  'WebAssembly on the SQL of a host, file': (name) => hostDriver(name, true),
};

async function hostDriver(name, keepsFiles) {
  const open = openWithBetterSqlite3(withoutSyncs(await loadBetterSqlite3()), '');
  return new ModuleDriver(name, keepsFiles, { openHost: (...given) => strictest(open(...given)) });
}

/** With a write-ahead log, as the native twin keeps its files, and without syncs, as it is told to here. */
function withoutSyncs(Database) {
  return class extends Database {
    constructor(...given) {
      super(...given);
      this.pragma('journal_mode = WAL');
    }

    pragma(source) {
      return super.pragma(source.replace('synchronous = FULL', 'synchronous = OFF'));
    }
  };
}
