#!/usr/bin/env bash
# completion_scripts.sh FOLDER BIN: the scripts of FOLDER complete with the program of BIN.
set -eu
folder=$1
PATH=$2:$PATH
source "$folder/tamis.bash"

# completes INDEX WORDS...: the words as bash has them, = apart
completes() {
  COMP_CWORD=$1
  shift
  COMP_WORDS=("$@")
  COMPREPLY=()
  _tamis
}
expect() {
  if [ "${COMPREPLY[*]}" != "$1" ]; then
    echo "${COMP_WORDS[*]}: '${COMPREPLY[*]}', expected '$1'"
    exit 1
  fi
}
completes 1 tamis sel && expect select
completes 4 tamis rank x.csv --criterion lap && expect laplacian_score
completes 4 tamis rank --missing = dr && expect drop_rows
completes 3 tamis rank --missing = && expect 'error drop_rows median neighbours keep'
completes 7 tamis select -c lnt_mi --set criterion.metric = eu && expect euclidean
completes 5 tamis select -c lnt_mi --set criterion.first && expect criterion.first_memberships=
completes 2 tamis rank '' && expect ''
completes 2 tamis se -- && test ${#COMPREPLY[@]} -gt 0
complete -p tamis | grep -q -- '-F _tamis'

if command -v zsh > /dev/null; then
  zsh -n "$folder/_tamis"
else
  echo 'zsh is not here, so its script was not read'
fi
