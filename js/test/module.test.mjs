// The WebAssembly module itself: what it asks for, what it offers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const module = new WebAssembly.Module(readFileSync(new URL('../dist/restante.wasm', import.meta.url)));

test('the module imports what its host is documented to give, and nothing else', () => {
  assert.deepEqual(WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).sort(), [
    'env.emscripten_notify_memory_growth',
    'restante.host_body',
    'restante.host_close',
    'restante.host_committed',
    'restante.host_digits',
    'restante.host_now',
    'restante.host_number',
    'restante.host_open',
    'restante.host_prepare',
    'restante.host_random',
    'restante.host_run',
    'restante.host_transaction',
    'restante.host_truncate_log',
    'wasi_snapshot_preview1.proc_exit',
  ]);
});

test('the module exports a handful of functions', () => {
  const ours = WebAssembly.Module.exports(module).map(({ name }) => name).filter((name) => name.startsWith('restante_'));
  assert.deepEqual(ours.sort(), [
    'restante_allocate',
    'restante_call',
    'restante_fail',
    'restante_reserve',
    'restante_run_body',
    'restante_transact',
  ]);
});
