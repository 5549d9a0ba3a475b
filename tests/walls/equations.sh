#!/usr/bin/env bash
# equations.sh ROOT: each equation that the page of a plugin names by its number stands, with that number, in one of the
# plugin's sources, so that one grep leads from the paper to the line.
set -u
cd "$1" || exit 2
missing=0 checked=0
for page in plugins/*/README.md; do
  folder=$(dirname "$page")
  while read -r number; do
    checked=$((checked + 1))
    # "eq. 4", "eq. (4)" or a range that ends with it, as in "Eq. 3-6"
    grep -qE "[Ee]qs?\. \(?([0-9.]+-)?${number//./\\.}\)?([^0-9.]|\.?$|\. )" "$folder"/*.cpp || {
      echo "$page names eq. $number, and no source of $folder does"
      missing=1
    }
  done < <(grep -oE 'eqs?\. \(?[0-9]+(\.[0-9]+)?(-[0-9]+)?\)?' "$page" | sed -E 's/eqs?\. //; s/[()]//g; s/^[0-9]+-//' | sort -u)
done
[ $checked -gt 0 ] || { echo 'no page names an equation: the check would pass on nothing'; exit 1; }
[ $missing = 0 ] && echo "$checked equations are found in the sources"
exit $missing
