#!/usr/bin/env bash
# check_walls.sh ROOT: the arrows run one way, hosts -> framework -> sdk <- plugins, and no method is named in
# framework/ or hosts/. Prints each breach as file:line and fails.
set -u
cd "$1" || exit 2
breaches=0

# forbid TITLE REGEX FOLDER...: no line of code in the folders may match
forbid() {
  local title=$1 regex=$2 found
  shift 2
  found=$(grep -rnE --include='*.hpp' --include='*.h' --include='*.cpp' --include='*.inl' --include='CMakeLists.txt' -- "$regex" "$@" 2>/dev/null)
  if [ -n "$found" ]; then
    printf '%s:\n%s\n' "$title" "$found"
    breaches=1
  fi
}

forbid 'the SDK includes another room' '#include *[<"](tamis/framework|framework|plugins|hosts|\.\./\.\./\.\.)' sdk
forbid 'the SDK links another room' 'tamis(::|_)(framework|host)' sdk/CMakeLists.txt sdk/src
forbid 'a plugin includes the framework or a host' '#include *[<"](tamis/framework|framework|hosts)' plugins
forbid 'a plugin includes what stands in tests/' '#include *[<"]([.]{2}/)+tests/' plugins
forbid 'a plugin links the framework or a host' 'tamis(::|_)(framework|host)' plugins
forbid 'the framework includes a plugin or a host' '#include *[<"](plugins|hosts|\.\./\.\./(plugins|hosts))' framework
forbid 'the framework links a plugin or a host' 'tamis_[a-z_]+_methods|tamis(::|_)host' framework
forbid 'a host includes a plugin' '#include *[<"](plugins|\.\./\.\./plugins)' hosts
forbid 'a host links a method' 'tamis_[a-z_]+_methods' hosts

# sentences speak of config keys; the command line's flags are its own affair (as are the commands that it has)
forbid 'a sentence of the framework names a flag of the command line' '"[^"]*--[a-z]' \
  framework/{data,run,labels,prediction,selection,study,experiment}

# the ids that the plugins describe
ids=$(find plugins \( -name '*.hpp' -o -name '*.cpp' \) -exec cat {} + | tr '\n' ' ' |
      grep -oE 'describe<[A-Za-z:]+>\( *"[a-z0-9_.]+"' | sed -E 's/.*"([^"]+)"/\1/' | sort -u)
[ -n "$ids" ] || { echo 'no component id was found in plugins/: the check would pass on nothing'; exit 1; }

# the lines of the kernel and the hosts as file:line:code, without comments
code=$(find framework hosts \( -name '*.hpp' -o -name '*.h' -o -name '*.cpp' -o -name '*.inl' \) -exec awk \
         '{ line = $0; sub(/(^|[ \t])\/\/.*/, "", line); print FILENAME ":" FNR ":" line }' {} +
       find framework hosts -name CMakeLists.txt -exec awk \
         '{ line = $0; sub(/#.*/, "", line); print FILENAME ":" FNR ":" line }' {} +)
for id in $ids; do
  word=${id//./\\.}
  # chosen as in a config: use = "id", search = 'id', criterion=id
  chosen="\\b(use|criterion|search|metric|noise) *= *[\\\\\"'\`]*$word\\b"
  case $id in
    # also a command of ours and a field of the result; and a word for "nothing"
    rank | none) regex=$chosen ;;
    # ordinary words of English, of C++ (std::forward) and of Boost (the chi_squared law)
    forward | backward | exhaustive | correlation | variance | cosine | chi_squared) regex="[\"'\`]$word(\\\\)?[\"'\`]|$chosen" ;;
    # anywhere, help texts and longer strings included
    *) regex="\\b$word\\b" ;;
  esac
  # what is searched begins after the file and the line, as a file may be called as it likes
  found=$(printf '%s\n' "$code" | grep -E "^[^:]*:[0-9]+:.*($regex)")
  if [ -n "$found" ]; then
    printf "the id '%s' stands in the kernel or a host:\n%s\n" "$id" "$found"
    breaches=1
  fi
done

[ $breaches = 0 ] && echo "the arrows run one way; $(echo "$ids" | wc -l) ids checked"
exit $breaches
