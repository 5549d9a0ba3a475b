#!/usr/bin/env bash
# rust.sh TAMIS ROOT COMPILER: the plugin in Rust of docs/plain_c.md is built with the command that stands in its first
# lines, keeps the contract, and scores as the same method in C++ does, bit by bit. Skipped (77) where there is no rustc.
set -eu
tamis=$1 root=$2 compiler=$3
if ! command -v rustc > /dev/null; then
  echo 'skipped: there is no rustc on this machine'
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$root/docs/plain_c/lopsided.rs
cp "$source" "$work"
cd "$work"
eval "$(sed -n 's|^// *\(rustc .*\)|\1|p' "$source")"
"$tamis" validate "$work/lopsided.so"

"$compiler" -std=c++20 -O2 -ffp-contract=off -fPIC -shared -fvisibility=hidden -I"$root/sdk/include" \
  -Wl,--version-script="$root/sdk/cmake/plugin.map" -o "$work/in_cpp.so" "$root/docs/tutorial/lopsided/lopsided.cpp"
scores() {
  "$tamis" rank "$root/tests/data/sonar.csv" --target class --plugin-dir "$work" -c "$1" --json --quiet |
    grep -E '"(feature|score)"'
}
scores org.example.lopsided > in_cpp
scores org.example.lopsided_in_rust > in_rust
[ -s in_cpp ]
diff in_cpp in_rust
echo 'the same scores as in C++'
