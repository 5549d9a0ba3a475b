#!/usr/bin/env bash
# wider_than_memory.sh MPIRUN TAMIS TAMIS_MPI DATA: four processes of 380 MB rank a table of 320 MB, and one does not (the
# plugins and MPI take much of the addresses).
. "$(dirname "$0")/common.sh"

# a Fortran-ordered array of 20 000 x 2000 zeros but for a few columns, and the classes beside it
samples=20000 features=2000
header="{'descr': '<f8', 'fortran_order': True, 'shape': ($samples, $features), }"
printf '\223NUMPY\1\0\166\0%-117s\n' "$header" > wide.npy
truncate -s $((128 + 8 * samples * features)) wide.npy
{ echo y; for ((i = 0; i < samples; ++i)); do echo $((i % 2)); done; } > y.csv
one() { printf '\0\0\0\0\0\0\360\77' | dd of=wide.npy bs=8 seek=$((16 + $1 * samples + $2)) conv=notrunc status=none; }
for ((i = 0; i < 60; i += 2)); do # in samples of one class only: the more, the better
  one 3 $i
  [ $i -ge 40 ] || one 700 $i
  [ $i -ge 20 ] || one 1999 $i
done
wide=(rank wide.npy --target-path y.csv -t y --target-kind class -c fisher_score --threads 1 --rows 4)

"$tamis" "${wide[@]}" -o alone.json > printed 2> said || { fail 'one process without a limit'; cat said; }
cat > limited.sh <<'SH'
#!/bin/bash
ulimit -v 380000
exec "$TAMIS_MPI" "$@"
SH
chmod +x limited.sh
export TAMIS_MPI=$tamis_mpi
timeout 300 "$mpirun" -q -x TAMIS_MPI -n 1 ./limited.sh "${wide[@]}" -o result.json > printed.1 2> said.1
[ $? = 1 ] || fail 'one process within the limit'
contains said.1 'tamis: out of memory'
timeout 300 "$mpirun" -q -x TAMIS_MPI -n 4 ./limited.sh "${wide[@]}" -o result.json > printed.4 2> said.4 || { fail 'four processes within the limit'; cat said.4; }
cmp -s alone.json result.json || { fail 'four processes find something else'; }
cmp -s printed printed.4 || { fail 'four processes print something else'; diff printed printed.4; }
exit $failures
