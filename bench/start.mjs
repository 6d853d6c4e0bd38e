/**
 * How large the WebAssembly module is, and how long Node takes to read, compile and instantiate it.
 *
 *     node bench/start.mjs [quick]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { grouped, median, printTable, printTitle, verdict } from './report.mjs';

const self = fileURLToPath(import.meta.url);
const mode = process.argv[2];

if (mode === 'once') {
  const { openDoor } = await import('../js/dist/index.js');
  const begin = performance.now();
  await openDoor();
  console.log(performance.now() - begin);
} else {
  const processes = mode === 'quick' ? 7 : 20;
  const times = Array.from({ length: processes }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [self, 'once'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return Number(stdout);
  });
  const module = readFileSync(new URL('../js/dist/restante.wasm', import.meta.url));
  const zipped = gzipSync(module, { level: 9 }).length;
  const start = median(times);

  printTitle('The WebAssembly module');
  printTable(
    [
      ['bytes', grouped(module.length), ''],
      ['bytes after gzip -9', grouped(zipped), verdict(zipped, '≤', 320_000, '320,000')],
      [
        `compiled and instantiated, median of ${processes} fresh processes`,
        `${start.toFixed(1)} ms`,
        verdict(start, '≤', 25, '25 ms'),
      ],
    ],
    [1],
  );
}
