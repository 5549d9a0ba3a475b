#!/usr/bin/env bash
# cross_compiler.sh TAMIS SDK_INCLUDE FIXTURE.cpp DATA.csv: a plugin built with the other compiler, another
# optimisation level and other vector instructions gives the same result, but for its digest, as one built with this kernel's own.
set -euo pipefail
tamis=$1 include=$2 fixture=$3 data=$4
map=$(dirname "$include")/cmake/plugin.map
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
reference=
for flags in 'g++ -O2' 'g++ -O3 -mavx2' 'clang++ -O2' 'clang++ -O0' 'clang++ -O2 -stdlib=libstdc++ -flto=thin -fuse-ld=lld'; do
  dir=$folder/$(echo "$flags" | tr -c 'a-z0-9\n' _)
  mkdir "$dir"
  # shellcheck disable=SC2086
  ${flags} -std=c++20 -fPIC -shared -fvisibility=hidden -I"$include" -Wl,-z,defs -Wl,--version-script="$map" \
    -o "$dir/every_interface.so" "$fixture"
  strip "$dir/every_interface.so"
  result=$("$tamis" rank "$data" --target class --json -q --plugin-dir "$dir" -c test.judge 2>/dev/null | grep -v '"sha256"')
  [ -n "$result" ] || { echo "no result from a plugin built with: $flags"; exit 1; }
  [ -n "$reference" ] || reference=$result
  [ "$result" = "$reference" ] || { echo "another result from a plugin built with: $flags"; exit 1; }
  echo "same result: $flags"
done
