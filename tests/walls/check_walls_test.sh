#!/usr/bin/env bash
# The check of the walls fails when a wall is broken: each breach is put into a copy of a small tree.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

fresh() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{sdk/src,plugins/a,framework,hosts}
  echo 'tamis::describe<A>("some_method", "x")' > "$tree/plugins/a/a.hpp"
}
# expect CODE NAME FILE LINE
expect() {
  fresh
  [ -z "$3" ] || printf '%s\n' "$4" > "$tree/$3"
  "$here/check_walls.sh" "$tree" > /dev/null
  local code=$?
  if [ $code = "$1" ]; then echo "pass: $2"; else echo "FAIL: $2 (exit $code)"; failures=1; fi
}

expect 0 'a clean tree passes' '' ''
expect 1 'sdk includes the framework' sdk/src/x.cpp '#include <tamis/framework/run/select.hpp>'
expect 1 'a plugin includes the framework' plugins/a/x.cpp '#include <tamis/framework/run/select.hpp>'
expect 1 'a plugin links the framework' plugins/a/CMakeLists.txt 'target_link_libraries(a PRIVATE tamis::framework)'
expect 1 'the framework includes a host' framework/x.cpp '#include "../../hosts/cli/terminal.hpp"'
expect 1 'the framework names a method' framework/x.cpp 'if (id == "some_method") {}'
expect 1 'a host names a method' hosts/x.cpp 'run("some_method");'
exit $failures
