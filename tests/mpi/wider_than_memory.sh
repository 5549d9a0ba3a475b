#!/usr/bin/env bash
# wider_than_memory.sh MPIRUN TAMIS TAMIS_MPI DATA: four processes select from a table that is wider than the memory of each, and
# one does not.
. "$(dirname "$0")/common.sh"

# make_table SAMPLES FEATURES: wide.npy, a Fortran-ordered array of zeros but for a few columns, and the classes in y.csv
make_table() {
  samples=$1 features=$2
  local header="{'descr': '<f8', 'fortran_order': True, 'shape': ($samples, $features), }"
  rm -f wide.npy
  printf '\223NUMPY\1\0\166\0%-117s\n' "$header" > wide.npy
  truncate -s $((128 + 8 * samples * features)) wide.npy
  { echo y; for ((i = 0; i < samples; ++i)); do echo $((i % 2)); done; } > y.csv
}
# one COLUMN ROW
one() { printf '\0\0\0\0\0\0\360\77' | dd of=wide.npy bs=8 seek=$((16 + $1 * samples + $2)) conv=notrunc status=none; }

# limited N LIMIT ARGUMENTS...: tamis-mpi on N processes under a limit of ulimit each
cat > limited.sh <<'SH'
#!/bin/bash
ulimit $LIMIT
exec "$TAMIS_MPI" "$@"
SH
chmod +x limited.sh
export TAMIS_MPI=$tamis_mpi
limited() {
  local n=$1
  export LIMIT=$2
  shift 2
  timeout 300 "$mpirun" -q -x TAMIS_MPI -x LIMIT -n "$n" ./limited.sh "$@"
}

# check LIMIT ARGUMENTS...: one process alone is out of memory, four find what one without a limit finds
check() {
  local limit=$1
  shift
  rm -f alone.json result.json
  "$tamis" "$@" -o alone.json > printed 2> said || { fail "$*: one process without a limit"; cat said; }
  limited 1 "$limit" "$@" -o result.json > printed.1 2> said.1
  [ $? = 1 ] || fail "$*: one process within the limit"
  contains said.1 'tamis: out of memory'
  limited 4 "$limit" "$@" -o result.json > printed.4 2> said.4 || { fail "$*: four processes within the limit"; cat said.4; }
  cmp -s alone.json result.json || fail "$*: four processes find something else"
  cmp -s printed printed.4 || { fail "$*: four processes print something else"; diff printed printed.4; }
}
wide=(wide.npy --target-path y.csv -t y --target-kind class --threads 1 --rows 4)

make_table 20000 2000 # 320 MB
for ((i = 0; i < 60; i += 2)); do # in samples of one class only: the more, the better
  one 3 $i
  [ $i -ge 40 ] || one 700 $i
  [ $i -ge 20 ] || one 1999 $i
done
check '-v 380000' rank "${wide[@]}" -c fisher_score # the plugins and MPI take much of the addresses

make_table 100 100000 # 80 MB
for ((i = 0; i < samples; i += 2)); do
  [ $i -ge 60 ] || one 3 $i
  [ $i -lt 60 ] || one 70000 $i
  one 99999 $((i / 2))
done
# `ulimit -v` would count the addresses that are kept free for the columns of others
check '-d 130000' select "${wide[@]}" -c knn_error -s forward --keep 2
exit $failures
