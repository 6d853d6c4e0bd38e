/**
 * Shows what Google Benchmark measured: single verbs, and how flat claim_for and match_waiter are over history.
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
/** verb → its figures, each with the history it had. */
const withHistory = new Map();
for (const { run_name: name, real_time: time } of medians) {
  const [first, verb, history] = name.split('/');
  if (first !== 'history') {
    single.push([first, time.toFixed(1)]);
    continue;
  }
  const figures = withHistory.get(verb) ?? withHistory.set(verb, []).get(verb);
  figures.push({ history: Number(history), time });
}

printTitle(`Single verbs, each a transaction in memory: median of ${repetitions} repetitions`);
single.sort(([a], [b]) => (a < b ? -1 : 1));
printTable([['verb', 'µs'], ...single], [1]);

printTitle('One key with a history of spent events and ended waits: µs a call');
const histories = [...withHistory.values()][0].map(({ history }) => history).sort((a, b) => a - b);
const rows = [['verb', ...histories.map(grouped), 'longest : shortest', '']];
for (const [verb, figures] of withHistory) {
  const times = histories.map((history) => figures.find((figure) => figure.history === history).time);
  const ratio = times.at(-1) / times[0];
  rows.push([verb, ...times.map((time) => time.toFixed(1)), ratio.toFixed(2), verdict(ratio, '≤', aim, aim.toFixed(1))]);
}
printTable(rows, histories.map((_, i) => i + 1).concat(histories.length + 1));
