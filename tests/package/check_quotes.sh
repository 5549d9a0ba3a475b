#!/usr/bin/env bash
# check_quotes.sh PAGE.md FOLDER: each ```cpp and ```cmake block of the page stands in a file of the folder as it is
# shown, but for how far it is indented.
set -eu
page=$1 folder=$2
unindented() { sed -E 's/^[ \t]+//'; }
code=$(cat "$folder"/*.cpp "$folder"/CMakeLists.txt | unindented)$'\n'
count=0 block='' inside=0
while IFS= read -r line; do
  case $line in
    '```cpp' | '```cmake') inside=1 block='' ;;
    '```')
      if [ $inside = 1 ]; then
        count=$((count + 1)) inside=0
        if [[ $code != *"$block"* ]]; then
          printf 'no file of %s holds what the page shows:\n%s\n' "$folder" "$block"
          exit 1
        fi
      fi ;;
    *) [ $inside = 0 ] || block+=$line$'\n' ;;
  esac
done < <(unindented < "$page")
[ $count -gt 0 ] || { echo "no code was found in $page"; exit 1; }
echo "$count quotes"
