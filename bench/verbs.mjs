/**
 * Shows what Google Benchmark measured: single verbs, and how flat the rest is over what was there before.
 *
 *     node bench/verbs.mjs FILE
 *
 * FILE is what restante_bench_verbs wrote with --benchmark_out=FILE, with several repetitions.
 */
import { readFileSync } from 'node:fs';
import { grouped, printTable, printTitle, verdict } from './report.mjs';

const aim = 1.3;

const { benchmarks } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = benchmarks.find((figure) => figure.error_occurred);
if (failed) throw new Error(`${failed.name}: ${failed.error_message}`);
const medians = benchmarks.filter((figure) => figure.aggregate_name === 'median');
const repetitions = medians[0].iterations;

const single = [];
/** For each family: verb → its figures, each with the number of rows that were there. */
const families = { history: new Map(), crowd: new Map() };
for (const { run_name: name, real_time: time } of medians) {
  const [first, verb, there] = name.split('/');
  const family = families[first];
  if (family === undefined) {
    single.push([first, time.toFixed(1)]);
    continue;
  }
  const figures = family.get(verb) ?? family.set(verb, []).get(verb);
  figures.push({ there: Number(there), time });
}

printTitle(`Single verbs, each a transaction in memory: median of ${repetitions} repetitions`);
single.sort(([a], [b]) => (a < b ? -1 : 1));
printTable([['verb', 'µs'], ...single], [1]);

printFamily('One key with a history of spent events and ended waits: µs a call', families.history);
printFamily('Ten rows out of a crowd of their own sort: µs a call', families.crowd);

function printFamily(title, figuresOf) {
  printTitle(title);
  const sizes = [...figuresOf.values()][0].map(({ there }) => there).sort((a, b) => a - b);
  const rows = [['verb', ...sizes.map(grouped), 'longest : shortest', '']];
  for (const [verb, figures] of figuresOf) {
    const times = sizes.map((size) => figures.find(({ there }) => there === size).time);
    const ratio = times.at(-1) / times[0];
    rows.push([verb, ...times.map((time) => time.toFixed(1)), ratio.toFixed(2), verdict(ratio, '≤', aim, aim.toFixed(1))]);
  }
  printTable(rows, sizes.map((_, i) => i + 1).concat(sizes.length + 1));
}
