#!/usr/bin/env bash
# The check of the walls fails when a wall is broken: each breach is put into a copy of a small tree.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

fresh() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{sdk/src,plugins/a,framework/data,hosts}
  for id in some_method variance forward rank; do
    echo "tamis::describe<A>(\"$id\", \"x\")"
  done > "$tree/plugins/a/a.hpp"
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
expect 1 'sdk includes the framework' sdk/src/x.cpp '#include <tamis/framework/selection/select.hpp>'
expect 1 'a plugin includes the framework' plugins/a/x.cpp '#include <tamis/framework/selection/select.hpp>'
expect 1 'a plugin includes what stands in tests/' plugins/a/x_test.cpp '#include "../../tests/sdk/table.hpp"'
expect 1 'a plugin links the framework' plugins/a/CMakeLists.txt 'target_link_libraries(a PRIVATE tamis::framework)'
expect 1 'the framework includes a host' framework/x.cpp '#include "../../hosts/cli/terminal.hpp"'
expect 1 'the framework names a method' framework/x.cpp 'if (id == "some_method") {}'
expect 1 'a host names a method' hosts/x.cpp 'run("some_method");'
expect 1 'a help text names a method' hosts/x.cpp '"  tamis rank data.csv --criterion some_method\n"'
expect 1 'an option of a method is named' hosts/x.cpp 'set("some_method.neighbours");'
expect 1 'backquotes name a method' framework/x.cpp 'fail("choose `some_method` instead");'
expect 1 'a raw string names a method' framework/x.cpp 'R"(the method some_method, for example)"'
expect 1 'a sentence of the kernel names a flag' framework/data/x.cpp 'fail("say --bins 3");'
expect 0 'a sentence of the kernel names a key' framework/data/x.cpp 'fail("say `data.bins = 3`"); n--;'
expect 1 'a host builds on a method' hosts/CMakeLists.txt 'add_dependencies(tamis some_method)'
expect 0 'a longer word is no id' framework/x.cpp 'call(some_methods, "awesome_method");'
expect 0 'a comment may name a method' framework/x.cpp 'int k;  // as some_method has it'
expect 1 'an ordinary word in quotes is an id' framework/x.cpp 'if (id == "variance") {}'
expect 1 'an ordinary word in escaped quotes is an id' hosts/x.cpp 'help("criterion \"variance\" ...");'
expect 1 'an ordinary word after use is an id' hosts/x.cpp 'help("[criterion] use = variance");'
expect 0 'an ordinary word is a word' framework/x.cpp 'note("the variance is 0"); std::forward<T>(x);'
expect 0 'rank is a command and a field' hosts/x.cpp 'add_subcommand("rank"); json["rank"] = 1;'
expect 1 'rank after use is an id' hosts/x.cpp "help(\"search.use = 'rank'\");"
exit $failures
