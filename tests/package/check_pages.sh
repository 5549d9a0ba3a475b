#!/usr/bin/env bash
# check_pages.sh FOLDER: each file that a page below FOLDER links to, or that its commands read and did not write, lies
# where it says.
set -eu
cd "$1"
count=0 missing=0
expect() { # PAGE FILE
  count=$((count + 1))
  [ -e "$2" ] || { echo "$1 names $2, which is not there"; missing=$((missing + 1)); }
}
while IFS= read -r page; do
  while IFS= read -r link; do
    expect "$page" "$(dirname "$page")/$link"
  done < <(grep -oE '\]\([^)#]+' "$page" | cut -c3- | grep -v '^https\?:')
  while IFS= read -r file; do
    expect "$page" "$file"
  done < <(grep -oE '(tests/data|docs/tutorial|hosts/embed)/[a-z_]+\.[a-z]+' "$page" | grep -vxFf <(sed -n 's/^.* written to //p' "$page"))
done < <(find . -name '*.md')
[ $count -gt 0 ] || { echo "no page below $1 names a file"; exit 1; }
echo "$count files, $missing missing"
[ $missing = 0 ]
