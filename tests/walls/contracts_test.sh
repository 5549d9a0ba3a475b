#!/usr/bin/env bash
# The check of the contracts fails on a broken one: each breach is made in a copy of the headers.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

fresh() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/sdk" "$tree/framework/data"
  cp -r "$root/sdk/include" "$tree/sdk/include"
  cp -r "$root/framework/data/include" "$tree/framework/data/include"
}
# expect CODE NAME FILE SED: the check ends with CODE after SED has edited FILE, which it must have changed
expect() {
  fresh
  if [ -n "$3" ]; then
    cp "$tree/$3" "$tree/before"
    sed -i -E "$4" "$tree/$3"
    if cmp -s "$tree/before" "$tree/$3"; then echo "FAIL: $2 (nothing was edited)"; failures=1; return; fi
  fi
  "$here/contracts.sh" "$tree" > /dev/null
  local code=$?
  if [ $code = "$1" ]; then echo "pass: $2"; else echo "FAIL: $2 (exit $code)"; failures=1; fi
}

headers=sdk/include/tamis
expect 0 'the headers as they are pass' '' ''
expect 1 'a function without a phase' $headers/search_strategy.hpp 's/\[scoring\] Searches/Searches/'
expect 1 'a function that does not say what it throws' $headers/noise_model.hpp '/\\throws/d'
expect 1 'a function without a comment' $headers/criterion.hpp 's/^( *)(virtual Cost cost)/\n\1\2/'
expect 1 'a new function without a comment' $headers/distance_metric.hpp \
  's/^( *)virtual Geometry geometry/\1virtual int more(int a,\n\1    int b) const = 0;\n&/'
expect 0 'a function without arguments need not throw' $headers/distance_metric.hpp \
  's/^( *)virtual Geometry geometry/\1virtual int more() const = 0;\n\1\/\/\/ [scoring] As more().\n&/;s/^( *)(virtual int more)/\1\2/'
expect 1 'an interface that is gone' $headers/noise_model.hpp 's/virtual/inline/'
expect 1 'a command in the middle of a line' $headers/runtime.hpp 's/^( *\/\/\/ )\\throws/\1That is so. \\throws/'
expect 1 'a command in the middle of a line behind code' framework/data/include/tamis/framework/data/table.hpp \
  's/(\/\/\/< )/\1the same \\returns /'
expect 0 'a command at its beginning' framework/data/include/tamis/framework/data/table.hpp \
  's/(\/\/\/< )/\1\\returns /'
exit $failures
