#!/usr/bin/env bash
# check_snippets.sh COMPILER ROOT FLAGS -- PAGE.md...: every ```cpp block of the pages compiles as it stands.
set -u
compiler=$1 root=$2
shift 2
flags=()
while [ "$1" != -- ]; do flags+=("$1"); shift; done
shift
for room in "$root"/framework/*/include; do flags+=(-I"$room"); done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 count=0
for page in "$@"; do
  awk -v prefix="$work/$(basename "$page" .md)" '
    /^```cpp$/ { inside = 1; file = prefix "_" ++n ".cpp"; next }
    /^```$/ { inside = 0 }
    inside { print > file }' "$root/$page"
done
for snippet in "$work"/*.cpp; do
  [ -e "$snippet" ] || break
  count=$((count + 1))
  if "$compiler" -std=c++20 -fsyntax-only -I"$root/sdk/include" "${flags[@]}" "$snippet"; then
    echo "pass: $(basename "$snippet")"
  else
    echo "FAIL: $(basename "$snippet")"
    failures=$((failures + 1))
  fi
done
[ $count -gt 0 ] || { echo 'no snippet was found'; exit 1; }
[ $failures = 0 ]
