import { RestanteError } from './errors.js';
import type { HostDatabase } from './host/database.js';
import { Instance, type World } from './wasm/instance.js';
import { compiledModule } from './wasm/module.js';

/** The command door: one JSON command in, one JSON answer out (docs/door.md). Failures are answers. */
export interface Door {
  call(command: string): string;
  /** Closes every store of the door. */
  dispose(): void;
}

export interface DoorOptions {
  /** The host's database for a path, or null to use the SQLite in the module. Default: always null. */
  openHost?: World['openHost'];
  /** Milliseconds since 1970-01-01T00:00:00Z. Default: `Date.now`. */
  clock?: () => number;
}

/** A door of its own, with no store open. */
export async function openDoor(options: DoorOptions = {}): Promise<Door> {
  return new InstanceDoor(await newInstance(options));
}

export async function newInstance(options: DoorOptions & Pick<World, 'onCommit'>): Promise<Instance> {
  return new Instance(await compiledModule(), {
    now: options.clock ?? Date.now,
    openHost: options.openHost ?? ((): HostDatabase | null => null),
    ...(options.onCommit && { onCommit: options.onCommit }),
  });
}

class InstanceDoor implements Door {
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  call(command: string): string {
    try {
      // Encoding would replace it without a word.
      if (/\p{Surrogate}/u.test(command))
        throw new RestanteError('invalid_argument', 'the command holds half of a surrogate pair, which has no UTF-8 form');
      return this.#instance.call(command);
    } catch (error) {
      if (!(error instanceof RestanteError)) throw error;
      return JSON.stringify({ ok: false, error: { code: error.code, message: error.message } });
    }
  }

  dispose(): void {
    this.#instance.dispose();
  }
}
