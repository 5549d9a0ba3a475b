#!/usr/bin/env bash
# check_abi.sh CC FROZEN TODAY: every member, enumerator and function that the headers of the folder FROZEN declare has
# the same place, size, value and type in those of TODAY. Only a struct that begins with `size` may have grown, at its
# end. Prints each breach and fails.
set -euo pipefail
cc=$1 frozen=$2 today=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# layout FOLDER: where things are
layout() {
  "$cc" -std=c11 -Wall -Wextra -Werror -I"$1" -o "$work/layout" "$frozen/layout.c"
  "$work/layout"
}

# declarations FOLDER: one a line, with the struct that it stands in; enumerators are left to the layout
declarations() {
  echo '#include <tamis/abi.h>' | "$cc" -std=c11 -E -P -I"$1" -x c - | tr '\n' ' ' | sed 's/[;{}]/&\n/g' |
    sed 's/  */ /g; s/^ //' |
    awk '/^typedef struct tamis_[a-z_0-9]+ \{$/ { inside = $3 }
         /tamis_/ || inside != "" { if ($0 !~ /^TAMIS_/) print inside ": " $0 }
         $0 == inside ";" { inside = "" }'
}

layout "$frozen" > "$work/was"
layout "$today" > "$work/is"
declarations "$frozen" > "$work/declared"
declarations "$today" > "$work/declares"

breaches=0
# missing TITLE WAS IS: lines of WAS that IS lacks
missing() {
  local lines
  lines=$(grep -Fxvf "$3" "$2" || true)
  if [ -n "$lines" ]; then
    printf '%s:\n%s\n' "$1" "$lines"
    breaches=1
  fi
}
grep -v ' at least ' "$work/was" > "$work/was_fixed"
missing 'it was, and is no more' "$work/was_fixed" "$work/is"
missing 'it was declared, and is no more' "$work/declared" "$work/declares"
shrunk=$(awk '/ at least / { if (NR == FNR) was[$2] = $6; else if ($6 < was[$2]) print $2 }' "$work/was" "$work/is")
if [ -n "$shrunk" ]; then
  printf 'shrunk:\n%s\n' "$shrunk"
  breaches=1
fi

[ $breaches = 0 ] && echo "$(wc -l < "$work/was") facts and $(wc -l < "$work/declared") declarations hold"
exit $breaches
