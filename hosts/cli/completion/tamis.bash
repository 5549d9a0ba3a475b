# Completion of tamis for bash: the program itself knows what may stand next.
_tamis() {
  local line word i
  local -a words=()
  # bash takes --flag=value and KEY=VALUE apart at the =
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == = || ${COMP_WORDS[i - 1]} == = && $i -gt 1 ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  local last=${words[-1]-} cut=
  [[ $last == *=* ]] && cut=${last%"${last##*=}"}
  [[ $COMP_WORDBREAKS == *=* ]] || cut=
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ $line == *= ]] && compopt -o nospace 2> /dev/null
    COMPREPLY+=("${line#"$cut"}")
  done < <("${COMP_WORDS[0]}" complete "${words[@]}" 2> /dev/null)
}
complete -o bashdefault -o default -F _tamis tamis
