#!/usr/bin/env bash
# Builds and runs the benchmarks, and prints one report. See README.md for what it says. No figure makes it fail.
#
#     bench/run.sh
#
# BENCH_QUICK=1 takes a minute instead of several and shows less. BENCH_BUILD is the folder for the build (default:
# build/bench in the project's folder); the databases of the comparison are made in it too, so it should lie on the
# disk that is meant.
set -euo pipefail

bench=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$bench")
build=${BENCH_BUILD:-$project/build/bench}
mode=()
[ "${BENCH_QUICK:-0}" = 0 ] || mode=(quick)

for needed in "$project/js/dist/index.js" "$project/js/dist/restante.wasm" \
  "$project/js/node_modules/better-sqlite3/build/Release/better_sqlite3.node"; do
  if [ ! -f "$needed" ]; then
    echo "bench/run.sh: $needed is missing; 'make bench' builds all that it needs" >&2
    exit 1
  fi
done

mkdir -p "$build"
folder=$(mktemp -d "$build/run.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# Runs a command whose output is of interest only if it fails.
quietly() { "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }; }

quietly cmake -S "$project" -B "$build" -DRESTANTE_BENCH=ON -DRESTANTE_TESTS=OFF
quietly cmake --build "$build" -j"$(nproc)" --target restante_bench_cycles restante_bench_verbs

echo "Node $(node --version), $(nproc) processors, load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null || echo unknown)"

node "$bench/compare.mjs" "$build/bench/restante_bench_cycles" "$folder" "${mode[@]}"

# Many short repetitions: what the machine does besides falls into some of them, and the median leaves those out.
quietly "$build/bench/restante_bench_verbs" "${mode[@]}" --benchmark_repetitions=25 \
  --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
  --benchmark_out="$folder/verbs.json" --benchmark_out_format=json
node "$bench/verbs.mjs" "$folder/verbs.json"

node "$bench/start.mjs" "${mode[@]}"
