#!/usr/bin/env bash
# The same run gives the same bytes however the machine is set: threads, processors, what lies in fresh memory, where
# things lie, the C library's copies of its functions, and the vector level.
#   same_bytes.sh TAMIS DATA [long]
set -euo pipefail
tamis=$1 data=$2 length=${3:-short}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# name: arguments; @ stands for the file that is compared beside what is printed
commands=(
  "mi: select $data/iris.csv -t class -c mi -s forward -o @"
  "lnt_mi: select $data/wine_wrong_labels.csv -t class --ignore true_class -c lnt_mi -s backward -k 5 -o @"
  "laplacian: rank $data/sonar.csv -t class -c laplacian_score -o @"
  "soft: select $data/spheres.csv --soft p_a,p_b,p_c,p_d --ignore label -o @"
  "lasso: rank $data/wine_wrong_labels.csv -t class --ignore true_class -c robust_lasso -o @"
  "noise: noise $data/iris.csv -t class --memberships @"
)
long_commands=(
  "knn_error: select $data/wine.csv -t class -c knn_error -s floating_forward -k 4 -o @"
  "blanket: select $data/glass.csv -t class -c markov_blanket -s backward -k 5 -o @"
  "ksg: select $data/spheres.csv -t f2 --target-kind real --ignore label -c ksg_mi -s forward -k 3 -o @"
  "evaluated: select $data/vehicle.csv -t class -k 5 --set evaluate.folds=3 --set stability.resamples=5 -o @"
  "swept: select $data/iris.csv -t class -k 2 --set noise_sweep.noise=uniform_flip --set noise_sweep.values=[0.1,0.3] --set noise_sweep.repeats=3 -o @"
  "chance: select $data/iris.csv -t class -c mi -s forward -k auto -o @"
)
# name: what stands before the command, and the number of threads
variants=(
  "1 thread: env 1" "3 threads: env 3" "one processor: taskset -c 0 2"
  "filled memory: env MALLOC_PERTURB_=165 2" "sse2: env TAMIS_VECTOR_LEVEL=sse2 2" "avx2: env TAMIS_VECTOR_LEVEL=avx2 2"
  "plain libm: env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-AVX512F,-FMA4 2"
)
long_variants=(
  "2 threads: env 2" "8 threads: env 8" "fixed addresses: setarch -R 2" "other filled memory: env MALLOC_PERTURB_=90 2"
  "avx512: env TAMIS_VECTOR_LEVEL=avx512 3"
  "sse2, plain libm, filled memory: env TAMIS_VECTOR_LEVEL=sse2 MALLOC_PERTURB_=1 GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-AVX512F,-FMA4 8"
)
if [ "$length" = long ]; then commands+=("${long_commands[@]}") variants+=("${long_variants[@]}"); fi

# run NAME PREFIX THREADS ARGUMENTS: all that comes of a run, in one file; false where it fails
run() {
  local name=$1 prefix=$2 threads=$3 arguments=$4
  rm -f "$folder/file"
  $prefix "$tamis" ${arguments//@/$folder/file} --quiet --threads "$threads" > "$folder/$name" 2>&1 || return 1
  cat "$folder/file" >> "$folder/$name"
}

if TAMIS_VECTOR_LEVEL=none run refused env 2 "${commands[0]#*: }" || ! grep -q 'sse2, avx2, avx512' "$folder/refused"; then
  echo "TAMIS_VECTOR_LEVEL is not looked at:"
  cat "$folder/refused"
  exit 1
fi
failures=0 runs=0
for command in "${commands[@]}"; do
  name=${command%%: *} arguments=${command#*: }
  run expected env 2 "$arguments" || { echo "$name does not run:"; cat "$folder/expected"; exit 1; }
  for variant in "${variants[@]}"; do
    prefix=${variant#*: }
    runs=$((runs + 1))
    if ! run found "${prefix% *}" "${prefix##* }" "$arguments" || ! cmp "$folder/expected" "$folder/found"; then
      echo "$name with ${variant%%: *} gives something else:"
      diff "$folder/expected" "$folder/found" | head -20 || true
      failures=$((failures + 1))
    fi
  done
done
echo "$runs runs, $failures with other bytes"
[ $failures = 0 ]
