#!/usr/bin/env bash
# man_pages.sh TAMIS FOLDER: each command has a page in FOLDER that formats without a warning and has every flag of --help.
set -eu
tamis=$1 folder=$2
has_all_flags() {  # PAGE HELP...
  local page=$folder/$1.1 flag
  shift
  "$@" --help | grep -oE -- '^ +-[^ ]*' | tr ', ' '\n\n' | grep -E '^--?[a-z]' | sort -u | while read -r flag; do
    sed 's/\\-/-/g' "$page" | grep -qF -- "$flag" || { echo "$page has no $flag"; exit 1; }
  done
}
pages=0
has_all_flags tamis "$tamis"
for command in $("$tamis" complete '' | cut -f 1); do
  has_all_flags "tamis-$command" "$tamis" "$command"
  grep -qF "tamis\\-$command" "$folder/tamis.1" || { echo "tamis.1 does not name tamis-$command"; exit 1; }
  pages=$((pages + 1))
done
test "$pages" -gt 7
test "$(ls "$folder" | wc -l)" = $((pages + 1))
if command -v groff > /dev/null; then
  for page in "$folder"/*.1; do
    warnings=$(groff -man -ww -Tutf8 -z "$page" 2>&1)
    [ -z "$warnings" ] || { echo "$page: $warnings"; exit 1; }
  done
else
  echo 'groff is not here, so the pages were not formatted'
fi
