#!/usr/bin/env bash
# build.sh DOXYGEN DOXYFILE FOLDER ROOT: makes the API reference in FOLDER, and fails on each warning but these two, which
# Doxygen 1.9.4 cannot be told to leave out:
#  - a function with \param for some of its parameters has none for the others: \param stands where a name does not say it;
#  - a member has no comment, in a header other than those that authors of methods read first, sdk/include/tamis/*.hpp.
set -u
doxygen=$1 doxyfile=$2 folder=$3 root=$4
rm -rf "$folder/html" && mkdir -p "$folder" || exit 2
"$doxygen" "$doxyfile" || exit 1
left=$(sed "s|^$root/||" "$folder/warnings.txt" | awk '
  /The following parameters? of .* (is|are) not documented:/ { next }
  /^  parameter / { next }
  /Member .* is not documented\.$/ && !/^sdk\/include\/tamis\/[a-z_]+\.(hpp|h):/ { next }
  /Compound .* is not documented\.$/ && /^sdk\/include\/tamis\/abi\// { next }  # C, explained by the file that holds it
  { print }')
if [ -n "$left" ]; then
  printf '%s\n' "$left"
  exit 1
fi
echo "the API reference begins at $folder/html/index.html"
