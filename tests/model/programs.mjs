// Where the command lines of both twins are.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const native = resolve(process.env.RESTANTE_CLI ?? join(checkout, 'build/restante'));
if (!existsSync(native))
  throw new Error(`there is no native command line at ${native}: build it, or name it in RESTANTE_CLI`);

/** The words that begin a command line. */
export const nativeExec = [native, 'exec'];
export const nativeCheck = [native, 'check'];
export const hostExec = [process.execPath, join(checkout, 'js/bin/restante.mjs'), 'exec', '--host', 'better-sqlite3'];
