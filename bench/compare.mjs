/**
 * Compares whole cycles, rounds outermost: in each round the native program and then Node do every cycle on every
 * storage, and only the medians over the rounds are shown.
 *
 *     node bench/compare.mjs RESTANTE_BENCH_CYCLES FOLDER [quick]
 *
 * A ratio is the median of the rounds' own ratios, so that a minute in which the machine was slow for everybody does
 * not show in it; it need not be the quotient of the two medians beside it.
 */
import { execFileSync } from 'node:child_process';
import { makeCycle, runRound } from './node.mjs';
import { grouped, median, printTable, printTitle, verdict } from './report.mjs';

const [program, folder, mode] = process.argv.slice(2);
if (program === undefined || folder === undefined || (mode !== undefined && mode !== 'quick')) {
  console.error('usage: node bench/compare.mjs RESTANTE_BENCH_CYCLES FOLDER [quick]');
  process.exit(2);
}
const quick = mode === 'quick';
const rounds = quick ? 3 : 9;
const cyclesInNode = quick ? 500 : 2000;
// Rounds that Node does before anybody looks: its compilers take their time.
const roundsToWarmUp = quick ? 2 : 4;
const cyclesToWarmUp = 50;

const aims = {
  memory: { verbs: 0.6, correlator: 0.8, door: 0.35, wasm: 0.35 },
  'file normal': { verbs: 0.85 },
  'file full': { verbs: 0.85 },
};

const cyclesFrom = (first, count) => Array.from({ length: count }, (_, i) => makeCycle(first + i));
const warmUp = cyclesFrom(0, cyclesToWarmUp);
const late = cyclesFrom(cyclesToWarmUp, cyclesInNode);
const early = cyclesFrom(cyclesToWarmUp + cyclesInNode, cyclesInNode);

/** storage, cycle, contestant → the cycles per second of each round. */
const speeds = new Map();

function keep({ storage, cycle, contestant, count, seconds }) {
  const byCycle = speeds.get(storage) ?? speeds.set(storage, new Map()).get(storage);
  const byContestant = byCycle.get(cycle) ?? byCycle.set(cycle, new Map()).get(cycle);
  const list = byContestant.get(contestant) ?? byContestant.set(contestant, []).get(contestant);
  list.push(count / seconds);
}

function nativeRound(round) {
  const lines = execFileSync(program, [folder, String(round), ...(quick ? ['quick'] : [])], { encoding: 'utf8' });
  return lines.trimEnd().split('\n').map((line) => JSON.parse(line));
}

for (let round = 0; round < roundsToWarmUp; round += 1) await runRound(round, warmUp, late, early);
for (let round = 0; round < rounds; round += 1) {
  nativeRound(round).forEach(keep);
  (await runRound(round, warmUp, late, early)).forEach(keep);
}

printTitle(`Cycles, median of ${rounds} rounds`);
/** Whom a contestant is measured by: the floor, but for what stands above the verbs. */
const measures = { correlator: 'verbs' };
const names = {
  floor: 'floor (C)',
  verbs: 'verbs (C++)',
  correlator: 'correlator (C++)',
  door: 'door (native)',
  wasm: 'wasm in Node',
  'better-sqlite3': 'floor by better-sqlite3',
};
const rows = [['storage', 'cycle', 'who', 'per second', 'µs each', 'x floor', '']];
for (const [storage, byCycle] of speeds) {
  for (const [cycle, byContestant] of byCycle) {
    const floor = byContestant.get('floor');
    for (const [contestant, list] of byContestant) {
      const ratio = median(list.map((speed, round) => speed / floor[round]));
      const measure = measures[contestant];
      const measured = measure === undefined ? ratio : median(list.map((speed, round) => speed / byContestant.get(measure)[round]));
      const aim = aims[storage][contestant];
      rows.push([
        storage,
        cycle === 'insert' ? 'one insert' : cycle,
        names[contestant],
        grouped(median(list)),
        (1e6 / median(list)).toFixed(1),
        contestant === 'floor' ? '' : ratio.toFixed(2),
        aim === undefined ? '' : (measure ? `x ${measure} ${measured.toFixed(2)}, ` : '') + verdict(measured, '≥', aim, aim.toFixed(2)),
      ]);
    }
  }
}
printTable(rows, [3, 4, 5]);
