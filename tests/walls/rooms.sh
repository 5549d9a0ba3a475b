#!/usr/bin/env bash
# rooms.sh ROOT: the rooms of framework/, their lines, and which other rooms each one includes. Fails, with each breach as
# file:line, where a room includes one that is not below it, another one's private header, or a host; where the kernel
# has grown; and where docs/architecture.md draws other arrows.
set -u
cd "$1" || exit 2
breaches=0

# A room may include those before it.
rooms=(support charts kernel data run labels prediction knockoffs selection study experiment report conformance)
kernel_may_include=' support '  # not data: the kernel reads no files
most_lines_of_kernel=3500

breach() {
  printf '%s\n' "$1"
  breaches=1
}

found=$(find framework -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort | tr '\n' ' ')
listed=$(printf '%s\n' "${rooms[@]}" | sort | tr '\n' ' ')
[ "$found" = "$listed" ] || breach "framework/ has the rooms $found; $0 knows $listed"

arrows=''
lines=()
below=' '
for room in "${rooms[@]}"; do
  mapfile -t files < <(find "framework/$room" \( -name '*.hpp' -o -name '*.cpp' \) | sort)
  lines+=("$(cat "${files[@]}" /dev/null | wc -l)")
  may=$below
  [ "$room" = kernel ] && may=$kernel_may_include
  used=' '
  while IFS=: read -r file line other; do
    [ "$other" = "$room" ] && continue
    case $may in
      *" $other "*) ;;
      *) breach "$file:$line: $room includes $other" ;;
    esac
    case $used in *" $other "*) ;; *) used+="$other " ;; esac
  done < <(grep -nE '^ *# *include *<tamis/framework/' "${files[@]}" /dev/null |
           sed -E 's|^([^:]*:[0-9]*):.*<tamis/framework/([a-z_]*)/.*|\1:\2|')
  while IFS=: read -r file line header; do
    case $(realpath -m --relative-to="framework/$room" "$(dirname "$file")/$header") in
      ../*) breach "$file:$line: $room includes $header, which stands outside of it" ;;
    esac
  done < <(grep -nE '^ *# *include *"[^"]*[.][.]/' "${files[@]}" /dev/null | sed -E 's|^([^:]*:[0-9]*):[^"]*"([^"]*)".*|\1:\2|')
  uses=''
  for other in "${rooms[@]}"; do case $used in *" $other "*) uses+=" $other" ;; esac; done
  arrows+=$(printf '%-11s ->%s' "$room" "$uses")$'\n'
  below+="$room "
done

total=0
for i in "${!rooms[@]}"; do
  printf '%-11s %6d lines\n' "${rooms[i]}" "${lines[i]}"
  total=$((total + lines[i]))
  [ "${rooms[i]}" != kernel ] || [ "${lines[i]}" -le $most_lines_of_kernel ] ||
    breach "the kernel has ${lines[i]} lines, more than $most_lines_of_kernel: what could stand above it?"
done
printf '%-11s %6d lines\n\n%s' together $total "$arrows"

page=docs/architecture.md
drawn=$(grep -E '^    [a-z]+ *->' $page | cut -c5-)
[ "$drawn" = "${arrows%$'\n'}" ] || breach "$page draws other arrows:
$drawn"
exit $breaches
