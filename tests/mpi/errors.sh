#!/usr/bin/env bash
# errors.sh MPIRUN TAMIS TAMIS_MPI DATA PLUGINS: what fails in one process ends all with one sentence and its exit code,
# and never leaves one waiting.
. "$(dirname "$0")/common.sh"
plugins=$5

# one_differs EXIT_CODE SENTENCE ARGUMENTS... -- ARGUMENTS OF PROCESS 1...
one_differs() {
  local code=$1 sentence=$2
  shift 2
  cat > each.sh <<'SH'
#!/bin/bash
first=() other=() to=first
for argument; do
  if [ "$argument" = -- ]; then to=other; elif [ $to = first ]; then first+=("$argument"); else other+=("$argument"); fi
done
[ "${LIMIT:-}" = '' ] || [ "$OMPI_COMM_WORLD_RANK" != 1 ] || ulimit -v "$LIMIT"
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then exec "$TAMIS_MPI" "${other[@]}"; fi
exec "$TAMIS_MPI" "${first[@]}"
SH
  chmod +x each.sh
  TAMIS_MPI=$tamis_mpi timeout 120 "$mpirun" -q -x TAMIS_MPI -x LIMIT -n 3 ./each.sh "$@" > printed 2> said
  local got=$?
  [ $got = "$code" ] || { fail "exit code $got, not $code: $sentence"; cat said; }
  contains said "$sentence"
  [ "$(grep -c '^tamis: ' said)" = 1 ] || { fail "not one sentence but: "; cat said; }
}

run=(rank "$sonar" -t class -c fisher_score --threads 1)
one_differs 3 'gone.csv: no such file' "${run[@]}" -- rank gone.csv -t class -c fisher_score --threads 1
sed 's/0.0200/0.0201/' "$sonar" > other.csv
mkdir here there
cp "$sonar" here/t.csv
cp other.csv there/t.csv
cat > in_folder.sh <<'SH'
#!/bin/bash
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then cd there; else cd here; fi
exec "$TAMIS_MPI" "$@"
SH
chmod +x in_folder.sh
TAMIS_MPI=$tamis_mpi timeout 120 "$mpirun" -q -x TAMIS_MPI -n 2 ./in_folder.sh rank t.csv -t class > printed 2> said
[ $? = 3 ] || fail 'another table on one host is not refused'
contains said 't.csv is not the same on '
TAMIS_MPI=$tamis_mpi timeout 120 "$mpirun" -q -x TAMIS_MPI -n 2 ./in_folder.sh rank t.csv -t class -c fisher_score > printed 2> said
[ $? = 3 ] || fail 'another table on one host, of which each has some columns, is not refused'
contains said 't.csv is not the same in all processes'
one_differs 2 'process 1 on ' "${run[@]}" -- "${run[@]}" --nonsense
one_differs 3 'the config is not the same in all processes' "${run[@]}" --keep 3 -- "${run[@]}" --keep 4
one_differs 3 'the list of components is not the same in all processes' "${run[@]}" -- "${run[@]}" --plugin-dir "$plugins"

# 1000 columns of zeros and a target: 160 MB of memory that process 1 does not get
header="{'descr': '<f8', 'fortran_order': True, 'shape': (20000, 1001), }"
printf '\223NUMPY\1\0\166\0%-117s\n' "$header" > big.npy
truncate -s $((128 + 8 * 20000 * 1001)) big.npy
printf '\0\0\0\0\0\0\360\77' | dd of=big.npy bs=1 seek=$((128 + 8 * 20000 * 1000)) conv=notrunc status=none
big=(rank big.npy --target=-1 --target-kind class -c fisher_score --threads 1)
LIMIT=300000 one_differs 1 'out of memory' "${big[@]}" -- "${big[@]}"

# what is wrong everywhere is said once, too
processes 3 rank "$sonar" -t nothing > printed 2> said
[ $? = 2 ] || fail 'a wrong target is not refused'
[ "$(grep -c 'has no column' said)" = 1 ] || { fail 'a wrong target is not told once'; cat said; }
processes 2 rank --nonsense > printed 2> said
[ $? = 2 ] || fail 'a wrong flag is not refused'
exit $failures
