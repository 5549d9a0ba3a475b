#!/usr/bin/env bash
# same_bytes.sh MPIRUN TAMIS TAMIS_MPI DATA: any number of processes prints and writes what one process of tamis does.
. "$(dirname "$0")/common.sh"

# same NAME "NUMBERS OF PROCESSES" ARGUMENTS...
same() {
  local name=$1 numbers=$2
  shift 2
  "$tamis" "$@" --threads 1 -o result.json --archive all.csv > printed 2> said || fail "$name alone"
  mv result.json alone.json
  mv all.csv alone.csv
  for n in $numbers; do
    rm -f result.json all.csv
    processes "$n" "$@" --threads 1 -o result.json --archive all.csv > printed.n 2> said.n || { fail "$name on $n"; cat said.n; }
    for pair in 'alone.json result.json' 'alone.csv all.csv' 'printed printed.n' 'said said.n'; do
      cmp -s $pair || { fail "$name on $n: $pair differ"; diff $pair | head -5; }
    done
  done
}

same 'a ranking of single features' '1 2 3 4 7' rank "$sonar" -t class -c fisher_score
same 'a ranking on a graph of all features' '2 3' rank "$sonar" -c laplacian_score --ignore class
same 'lnt_mi backward' '2 3' select "$sonar" -t class -c lnt_mi -s backward -k 54
same 'blankets' '2 3' rank "$sonar" -t class -c markov_blanket
same 'ksg_mi forward' '2 4' select "$sonar" -t class -c ksg_mi -s forward -k 4
same 'knn_error forward, its columns divided' '2 3' select "$sonar" -t class -c knn_error -s forward -k 6
same 'a size by permutations' '2' select "$sonar" -t class -c fisher_score -k auto
same 'floating' '3' select "$sonar" -t class -c knn_error -s floating_forward -k 4

"$tamis" noise "$sonar" -t class --threads 1 -o alone.json > printed 2> said
processes 2 noise "$sonar" -t class --threads 1 -o alone.json > printed.n 2> said.n || fail 'noise on 2'
cmp -s printed printed.n || fail 'noise on 2: other suspects'

write_experiment 9
"$tamis" experiment doubts.toml -q --threads 1 -o alone > printed || fail 'the experiment alone'
for n in 2 3; do
  processes "$n" experiment doubts.toml -q --threads 1 -o "on$n" > printed.n || fail "the experiment on $n"
  cmp -s printed printed.n || fail "the experiment on $n prints something else"
  diff -r alone "on$n" > /dev/null || { fail "the experiment on $n writes something else"; diff -rq alone "on$n"; }
done
exit $failures
