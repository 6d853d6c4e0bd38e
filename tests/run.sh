#!/usr/bin/env bash
# Runs every test on what `make` has built. Each part ends with its counts; the last line is the sum of failed parts.
set -uo pipefail
cd "$(dirname "$0")/.."
export RESTANTE_BUILD="$PWD/build" RESTANTE_CLI="$PWD/build/restante"

failed=0
part() {
  printf '\n==== %s\n' "$1"
  shift
  "$@" || failed=$((failed + 1))
}

part 'Native tests' build/tests/native/restante_tests
part 'Native tests, sanitized' build/sanitized/tests/native/restante_tests
part 'Scenarios: native, memory' build/restante check tests/scenarios
part 'Scenarios: native, file' build/restante check --store file tests/scenarios
part 'Scenarios: native, file, sanitized' build/sanitized/restante check --store file tests/scenarios
part 'Scenarios: WebAssembly, memory' node js/bin/restante.mjs check tests/scenarios
part 'Scenarios: WebAssembly on the SQL of a host, memory' node js/bin/restante.mjs check --host better-sqlite3 tests/scenarios
part 'Scenarios: WebAssembly on the SQL of a host, file' \
  node js/bin/restante.mjs check --host better-sqlite3 --store file tests/scenarios
part 'Model: random sequences on every kind of store, and killed processes' node --test tests/model/*.test.mjs
part 'Rules and their scenarios' node --test tests/rules.test.mjs
part 'JavaScript' node --test js/test/*.test.mjs
part 'Documentation' node --test tests/docs/*.test.mjs
part 'Demo: both twins from the same input' demo/run.sh

printf '\n'
if [ "$failed" -ne 0 ]; then
  echo "$failed parts of the tests failed"
  exit 1
fi
echo 'all parts of the tests passed'
