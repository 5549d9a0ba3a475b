#!/usr/bin/env bash
# link.sh COMPILER LIBRARY SAME OTHER: the object SAME links against the library; OTHER, compiled with -D_GLIBCXX_DEBUG,
# does not, and the linker's message says why.
set -euo pipefail
compiler=$1 library=$2 same=$3 other=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" "$same" "$library" -o "$work/same"
if message=$("$compiler" "$other" "$library" -o "$work/other" 2>&1); then
  echo 'a host with other containers links'
  exit 1
fi
grep -F 'tamis::framework::library_built_with_GLIBCXX_DEBUG' <<< "$message"
