#!/usr/bin/env bash
# The check of the rooms fails when a wall is broken: each breach is put into a copy of the framework.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# expect CODE NAME FILE LINE: with the line at the end of the file
expect() {
  rm -rf "${tree:?}"/*
  mkdir "$tree/docs"
  cp -r "$1" "$tree/framework"
  cp "$1/../docs/architecture.md" "$tree/docs"
  shift
  mkdir -p "$tree/$(dirname "$3")"
  printf '%s\n' "$4" >> "$tree/$3"
  "$here/rooms.sh" "$tree" > "$tree/said"
  local code=$?
  if [ $code = "$1" ]; then echo "pass: $2"; else echo "FAIL: $2 (exit $code)"; cat "$tree/said"; failures=1; fi
}
framework=$(cd "$here/../../framework" && pwd)

expect "$framework" 0 'the tree passes' framework/kernel/x.cpp '#include <tamis/framework/support/text.hpp>'
expect "$framework" 1 'the kernel includes data' framework/kernel/x.cpp '#include <tamis/framework/data/read_table.hpp>'
expect "$framework" 1 'a selection includes a study' framework/selection/x.cpp '#include <tamis/framework/study/study.hpp>'
expect "$framework" 1 'a private header of another room' framework/selection/x.cpp '#include "../labels/fit_votes.hpp"'
expect "$framework" 1 'a room that nobody knows' framework/attic/x.cpp 'int x;'
expect "$framework" 1 'a kernel that grows' framework/kernel/x.cpp "$(yes '// more' | head -500)"
expect "$framework" 1 'an arrow that is not drawn' framework/prediction/x.cpp '#include <tamis/framework/run/parallel_tasks.hpp>'
expect "$framework" 1 'a picture of what is not there' docs/architecture.md '    labels      -> support'
exit $failures
