#!/usr/bin/env bash
# Fuzzes every harness (or those that are named) for a while each, from the kept inputs on, and prints how many inputs
# were tried. What ends a harness is left in build/fuzz/crashes; docs/testing.md says how to keep it.
#   tests/fuzz/run.sh [SECONDS [HARNESS...]]       after `cmake --workflow --preset fuzz`
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift $(($# > 0))
programs=build/fuzz/bin crashes=build/fuzz/crashes
mkdir -p $crashes
export UBSAN_OPTIONS=print_stacktrace=1
names=("$@")
if [ $# = 0 ]; then for folder in tests/fuzz/kept/*/; do names+=("$(basename "$folder")"); done; fi
failed=()
for name in "${names[@]}"; do
  found=build/fuzz/found/$name  # grows from run to run
  mkdir -p "$found"
  $programs/fuzz_"$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix=$crashes/"$name"- "$found" tests/fuzz/kept/"$name" > "$crashes/$name.log" 2>&1 || failed+=("$name")
  tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$crashes/$name.log")
  coverage=$(sed -n 's/.*\(cov: [0-9]*\).*/\1/p' "$crashes/$name.log" | tail -1)
  printf '%-10s %10s inputs, %s\n' "$name" "${tried:-?}" "$coverage"
done
for name in "${failed[@]}"; do
  echo "== $name"
  tail -40 "$crashes/$name.log"
done
[ ${#failed[@]} = 0 ]
