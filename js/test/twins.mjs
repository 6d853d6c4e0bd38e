// The command lines of both twins, as child processes.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const js = dirname(dirname(fileURLToPath(import.meta.url)));
export const testsFolder = resolve(js, '../tests');

const native = resolve(process.env.RESTANTE_CLI ?? join(js, '../build/restante'));
if (!existsSync(native))
  throw new Error(`there is no native command line at ${native}: build it, or name it in RESTANTE_CLI`);

export const twins = [
  { name: 'native', command: [native] },
  { name: 'wasm', command: [process.execPath, join(js, 'bin/restante.mjs')] },
];

/** The options that put the wasm twin on a host with files; empty if better-sqlite3 does not load here. */
export const hostArguments = (await loads('better-sqlite3')) ? [['--host', 'better-sqlite3']] : [];

async function loads(name) {
  try {
    const { default: Database } = await import(name);
    new Database(':memory:').close(); // its native part is loaded with the first database
    return true;
  } catch {
    return false;
  }
}

/** Runs a command to its end: its exit code, and what it printed. */
export function run([program, ...words], { input = '', cwd, env = {}, stdout = 'pipe' } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', stdout, 'pipe'] });
    const out = [];
    const err = [];
    child.stdout?.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => {}); // a program that ends early leaves its input unread
    child.on('error', failed);
    child.on('close', (code) => done({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }));
    child.stdin.end(input);
  });
}
