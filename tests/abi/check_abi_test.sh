#!/usr/bin/env bash
# check_abi_test.sh CC FROZEN: check_abi.sh lets a struct grow, and finds each kind of breach.
set -euo pipefail
cc=$1 frozen=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect WORD TITLE FILE SED: after the change to one header, the check passes or fails
expect() {
  rm -rf "$work/tamis"
  cp -r "$frozen/tamis" "$work/tamis"
  sed -i -E "$4" "$work/tamis/abi/$3"
  if cmp -s "$frozen/tamis/abi/$3" "$work/tamis/abi/$3"; then
    echo "FAIL: $2: the change did not take"
    failures=1
  elif "$here/check_abi.sh" "$cc" "$frozen" "$work" > "$work/out" 2>&1; then
    [ "$1" = holds ] || { echo "FAIL: not seen: $2"; failures=1; }
  elif [ "$1" = holds ]; then
    echo "FAIL: refused: $2"
    cat "$work/out"
    failures=1
  fi
}

expect holds 'a member at the end' criterion.h 's/^\} tamis_criterion_1;/  double newer;\n&/'
expect holds 'a new enumerator at the end' search_strategy.h 's/TAMIS_MEASURES_LOSS/&, TAMIS_MEASURES_PAIR/'
expect holds 'a new struct' types.h 's/^enum tamis_code/typedef struct tamis_new {\n  int a;\n} tamis_new;\n&/'
expect breaks 'a member in between' criterion.h 's/^  int32_t \(\*score\)/  void* between;\n&/'
expect breaks 'a struct without size that grew' types.h 's/^\} tamis_text;/  int newer;\n&/'
expect breaks 'a member that is gone' services.h '/read_cells/d'
expect breaks 'another value' types.h 's/TAMIS_E_PARAM,/TAMIS_E_NEW, &/'
expect breaks 'another type of the same size' criterion.h 's/^  double prepare;/  int64_t prepare;/'
expect breaks 'an argument less' criterion.h 's/tamis_reason\* reasons, *//; s/tamis_reason\* reasons,$//'
exit $failures
