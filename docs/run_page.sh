#!/usr/bin/env bash
# run_page.sh ROOT BIN PAGE.md [DATA]: runs the ```console blocks of a page at the root of a copy of the data, with the
# programs of BIN, and compares what they print with what the page shows. A line "$ command" is run; the lines after
# it are what stdout and stderr must hold (none: nothing is printed); a line "..." stands for any number of lines.
# A command must succeed, unless what is shown begins with "tamis: ": an error shown on purpose must fail.
# Blocks ```console data need sets that this tree does not hold, as $TAMIS_DATA_DIR/iris/iris.csv: of the environment, else
# DATA. Without such a folder they are skipped.
# CMake finds tamis where BIN belongs to an installed package. The user's folders are empty ones.
set -u
root=$1 page=$3
export TAMIS_DATA_DIR=${TAMIS_DATA_DIR-${4-}}
export PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tests"
cp -r "$root/tests/data" "$work/tests/data"
cp -r "$root/docs" "$work/docs"
ln -s "$root/sdk" "$root/hosts" "$work"
export HOME=$work XDG_DATA_HOME=$work/.local/share XDG_CACHE_HOME=$work/.cache CMAKE_PREFIX_PATH=${2%/*}
cd "$work" || exit 2
failures=0 commands=0 skipped=0

# check COMMAND EXPECTED: EXPECTED may hold lines "..."
check() {
  local seen ended=success wanted=success pattern line
  commands=$((commands + 1))
  seen=$(bash -c "$1" 2>&1 < /dev/null) || ended=failure
  pattern=
  while IFS= read -r line; do
    if [ "$line" = ... ]; then pattern+='*'; else
      line=${line//\\/\\\\}; line=${line//\*/\\*}; line=${line//\?/\\?}; line=${line//\[/\\[}
      pattern+=$line$'\n'
    fi
  done <<< "$2"
  [[ $2 == 'tamis: '* ]] && wanted=failure
  # shellcheck disable=SC2053
  if [[ $seen$'\n' != $pattern ]]; then
    printf 'FAIL: %s\n-- the page shows\n%s\n-- the program prints\n%s\n' "$1" "$2" "$seen"
    failures=$((failures + 1))
  elif [ $ended != $wanted ]; then
    printf 'FAIL: %s\n-- the page shows a %s, the exit code says %s\n' "$1" $wanted $ended
    failures=$((failures + 1))
  else
    echo "pass: $1"
  fi
}

command='' expected='' inside=0 pending=0
flush() { [ $pending = 1 ] && check "$command" "${expected%$'\n'}"; pending=0; expected=; }
while IFS= read -r line; do
  case $line in
    '```console') inside=1 ;;
    '```console data') if [ -d "$TAMIS_DATA_DIR" ]; then inside=1; else skipped=$((skipped + 1)); fi ;;
    '```') [ $inside = 1 ] && flush; inside=0 ;;
    '$ '*) if [ $inside = 1 ]; then flush; command=${line#\$ } pending=1; fi ;;
    *) [ $inside = 1 ] && expected+=$line$'\n' ;;
  esac
done < "$page"
[ $((commands + skipped)) -gt 0 ] || { echo "no command was found in $page"; exit 1; }
[ $skipped = 0 ] || echo "blocks skipped: $skipped, as TAMIS_DATA_DIR is '$TAMIS_DATA_DIR', which is no folder with the sets"
echo "$commands commands, $failures failed"
[ $failures = 0 ]
