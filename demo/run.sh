#!/usr/bin/env bash
# Runs the demo in C++ and in Node on the same deliveries, and compares the two.
#
#     demo/run.sh [BUILD-FOLDER]
#
# BUILD-FOLDER is where the native twin was built (default: build, in the project's folder).
set -euo pipefail

demo=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$demo")
deliveries=$project/js/node_modules/@octokit/webhooks-examples/api.github.com/index.json

if [ $# -gt 1 ]; then
  echo "usage: demo/run.sh [BUILD-FOLDER]" >&2
  exit 2
fi
native=${1:-$project/build}/restante_demo

for needed in "$native" "$project/js/dist/index.js" "$deliveries"; do
  if [ ! -f "$needed" ]; then
    echo "demo/run.sh: $needed is missing; 'make demo' builds and fetches all that it needs" >&2
    exit 1
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

section() { printf '==== %s ====\n\n' "$1"; }
milliseconds() { date +%s%3N; }
begin=$(milliseconds)

section "C++: a store in a file"
"$native" "$deliveries" "$folder/store.db" "$folder/native.jsonl" "$folder/files.txt" | tee "$folder/native.txt"
middle=$(milliseconds)

section "C++: what could be read of the erased payload of scene 2 in the store's files"
cat "$folder/files.txt"
echo

section "Node $(node --version): a store in memory, through WebAssembly"
node "$demo/js/demo.mjs" "$deliveries" "$folder/node.jsonl" | tee "$folder/node.txt"
end=$(milliseconds)

section "Comparison: the two reports, and every row of both databases"
status=0
if diff "$folder/native.txt" "$folder/node.txt"; then
  echo "reports: $(wc -l <"$folder/native.txt") lines, equal"
else
  status=1
fi
node "$demo/compare.mjs" "$folder/native.jsonl" "$folder/node.jsonl" || status=1

printf '\nC++ took %d ms, Node took %d ms.\n' $((middle - begin)) $((end - middle))
exit "$status"
