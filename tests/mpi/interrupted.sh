#!/usr/bin/env bash
# interrupted.sh MPIRUN TAMIS TAMIS_MPI DATA: a run that lost a process, or was stopped, goes on from its checkpoint with
# another number of processes, to the same bytes; so does an experiment from its journal.
. "$(dirname "$0")/common.sh"

# sonar's rows three times and its columns twice: a walk that takes seconds, so that no signal comes too late
awk -F, 'NR == 1 { for (i = 1; i < NF; i++) printf "%s,%s_again,", $i, $i; print $NF; next }
  { for (i = 1; i < NF; i++) row[NR] = row[NR] $i "," $i ","; row[NR] = row[NR] $NF }
  END { for (times = 0; times < 3; times++) for (r = 2; r <= NR; r++) print row[r] }' "$sonar" > long.csv

walk=(select long.csv -t class -c knn_error -s backward -k 5 --threads 1 -q)
"$tamis" "${walk[@]}" -o alone.json > printed || fail 'the walk alone'

# signal_one SIGNAL: to the second of the processes of the run that is under way
signal_one() {
  local victim
  victim=$(pgrep -f "$tamis_mpi" | while read -r p; do
    tr '\0' '\n' < "/proc/$p/environ" 2> /dev/null | grep -qx OMPI_COMM_WORLD_RANK=1 && echo "$p"
  done | head -1)
  [ -n "$victim" ] && kill -s "$1" "$victim" || fail "no second process was there for the signal $1"
}
# until_larger FILE BYTES
until_larger() {
  for _ in $(seq 1000); do
    [ "$(stat -c %s "$1" 2> /dev/null || echo 0)" -gt "$2" ] && return
    sleep 0.02
  done
}

processes 3 "${walk[@]}" -o result.json --checkpoint run.checkpoint > printed.n 2> said.n &
job=$!
until_larger run.checkpoint 500
signal_one KILL
wait $job && fail 'a run that lost a process says that all is well'
[ -s run.checkpoint ] || fail 'a run that lost a process left no checkpoint'
for n in 2 1 4; do
  rm -f result.json
  processes "$n" "${walk[@]}" -o result.json --checkpoint run.checkpoint > printed.n 2> said.n || { fail "going on with $n"; cat said.n; }
  cmp -s alone.json result.json || fail "going on with $n ends otherwise"
done

for signal in 'TERM 143' 'INT 130'; do
  rm -f run.checkpoint result.json
  processes 3 "${walk[@]}" -o result.json --checkpoint run.checkpoint > printed.n 2> said.n &
  job=$!
  until_larger run.checkpoint 500
  signal_one "${signal% *}"
  wait $job
  code=$?
  [ $code = "${signal#* }" ] || fail "a signal to one process ($signal) ends the run with the exit code $code"
done

rm -f run.checkpoint result.json
timeout 300 "$mpirun" -q -n 2 "$tamis_mpi" "${walk[@]}" -o result.json --checkpoint run.checkpoint > printed.n 2> said.n &
job=$!
until_larger run.checkpoint 500
kill -INT "$(pgrep -P $job | head -1)" 2> /dev/null
wait $job && fail 'a run that was stopped says that all is well'
rm -f result.json
processes 3 "${walk[@]}" -o result.json --checkpoint run.checkpoint > printed.n 2> said.n || fail 'going on after Ctrl-C'
cmp -s alone.json result.json || fail 'going on after Ctrl-C ends otherwise'

write_experiment 1500
"$tamis" experiment doubts.toml -q --threads 1 -o alone > printed || fail 'the experiment alone'
processes 3 experiment doubts.toml -q --threads 1 -o shared > printed.n 2> said.n &
job=$!
until_larger shared/journal.jsonl 2000
signal_one KILL
wait $job && fail 'an experiment that lost a process says that all is well'
processes 2 experiment doubts.toml --threads 1 -o shared > printed.n 2> said.n || fail 'going on with the experiment'
cmp -s printed printed.n || { fail 'the experiment goes on to something else'; diff printed printed.n; }
grep -q 'runs were done before' said.n || { fail 'the experiment begins again'; cat said.n; }
exit $failures
