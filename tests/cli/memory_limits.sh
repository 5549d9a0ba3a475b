#!/bin/sh
# Whatever memory a run is refused, it ends with a sentence: never with a signal, and never without a word. What the
# system gives by itself is enough: a stack of 64 kB is.
# Usage: memory_limits.sh TAMIS DATA_FOLDER
tamis=$1
data=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# A column per place in a line of a LIBSVM file: few bytes, many names.
awk 'BEGIN { for (row = 0; row < 2; ++row) { printf "%d", row; for (j = 1; j <= 60000; ++j) printf " %d:%d", j, (j * 7 + row) % 5; print "" } }' > wide.svm

cat > short.toml << 'CONFIG'
repeats = 3
data.generate = "spheres"
corrupt.use = "expert_beta"
[[method]]
name = "doubts"
labels = "soft"
criterion = "weighted_laplacian"
CONFIG

# Of the address space, in kilobytes. Below the first one the system hardly starts the program; the last is enough.
limits="60000 75000 90000 120000 160000 200000 250000 300000 400000"
check() {
  for limit in $limits; do
    (ulimit -v "$limit"; exec "$tamis" "$@" > out 2> err)
    code=$?
    if [ $code -gt 125 ] && [ $code -ne 127 ] || { [ $code -ne 0 ] && ! [ -s err ]; } ||
        grep -q 'terminate called' err; then
      echo "with $limit kB, exit code $code: tamis $*"
      cat err
      failed=1
    fi
  done
  if [ $code -ne 0 ]; then
    echo "with $limit kB, which is enough, exit code $code: tamis $*"
    cat err
    failed=1
  fi
}

check rank wide.svm --json
check rank wide.svm -o result.json
check select "$data/sonar.csv" --target class --criterion mi --search forward --keep 2 --threads 32
check select "$data/iris.csv" --target class --keep 2 --set evaluate.folds=3 --set stability.resamples=4
check noise "$data/iris.csv" --target class --threads 8
check experiment short.toml

# Threads that cannot be made are done without, and it is said.
(ulimit -v 400000; exec "$tamis" rank "$data/iris.csv" --target class --threads 1000 > out 2> err)
code=$?
if [ $code -ne 0 ] || ! grep -q 'of 1000 threads could be made' err; then
  echo "with too many threads, exit code $code:"
  cat err
  failed=1
fi
for criterion in forest forest_importance knn_error ksg_mi lnt_mi markov_blanket mi neighbour_labels weighted_laplacian; do
  (ulimit -s 64; exec "$tamis" select "$data/iris.csv" --target class --criterion $criterion --keep 1 \
    --set data.sample=100 --threads 1 > out 2> err)
  code=$?
  if [ $code -ne 0 ]; then
    echo "with a stack of 64 kB, exit code $code: $criterion"
    cat err
    failed=1
  fi
done
(ulimit -s 32; exec "$tamis" rank "$data/iris.csv" --target class > out 2> err)
code=$?
if [ $code -ne 1 ] || ! grep -q 'the stack is limited to less than 64 kB' err; then
  echo "with a stack of 32 kB, exit code $code:"
  cat err
  failed=1
fi
exit $failed
