#!/usr/bin/env bash
# contracts.sh ROOT: what the public headers promise stands where a reader and Doxygen look for it. Fails, with each breach
# as file:line, on a virtual function of the interfaces whose comment does not name its phase or, where the function
# takes anything, says nothing of \throws; and on a \param, \throws or \returns in the middle of a line.
set -u
cd "$1" || exit 2
breaches=0

# The four interfaces and their base; component.hpp explains the phases.
interfaces=(component criterion search_strategy noise_model distance_metric)

breach() {
  printf '%s\n' "$1"
  breaches=1
}

checked=0
for name in "${interfaces[@]}"; do
  file=sdk/include/tamis/$name.hpp
  [ -f "$file" ] || { breach "$file is not there; $0 knows the interface $name"; continue; }
  # The comment is the block of /// lines right above. A declaration goes on to the parenthesis that closes its
  # parameters, maybe over several lines.
  found=$(awk -v file="$file" '
    function judge(    parameters) {
      ++functions
      if (comment == "") problem("has no comment")
      else if (comment !~ /\[(setup|scoring|fit)\]/) problem("names no phase: [setup], [scoring] or [fit]")
      parameters = declaration
      sub(/^[^(]*\(/, "", parameters)
      sub(/\)[^)]*$/, "", parameters)
      if (parameters !~ /^[ \t]*$/ && comment !~ /\\throws/) problem("says nothing of \\throws")
    }
    function problem(what) {
      print file ":" begin ": " what ": " declaration
    }
    function closed(text,    opened, shut) {
      opened = gsub(/\(/, "(", text)
      shut = gsub(/\)/, ")", text)
      return opened > 0 && opened == shut
    }
    open { line = $0; sub(/^[ \t]+/, " ", line); declaration = declaration line }
    !open && /^[ \t]*\/\/\// { comment = comment "\n" $0; next }
    !open && /^[ \t]*virtual[ \t]/ && !/~/ {
      declaration = $0; sub(/^[ \t]+/, "", declaration); begin = FNR; open = 1
    }
    open && closed(declaration) { judge(); open = 0; comment = ""; next }
    !open { comment = "" }
    END { print "functions " functions + 0 }
  ' "$file")
  functions=$(printf '%s\n' "$found" | sed -n 's/^functions //p')
  [ "$functions" -gt 0 ] || breach "no virtual function was found in $file: the check would pass on nothing"
  checked=$((checked + functions))
  found=$(printf '%s\n' "$found" | grep -v '^functions ')
  [ -z "$found" ] || breach "$found"
done

found=$(grep -rnE '//.*[^/!< ].*\\(t?param|throws|returns?)([^A-Za-z]|$)' --include='*.hpp' --include='*.h' \
          sdk/include framework plugins hosts 2>/dev/null)
[ -z "$found" ] || breach "a command of Doxygen in the middle of a line:
$found"

[ $breaches = 0 ] && echo "$checked functions of the interfaces say their phase and what they throw"
exit $breaches
