#!/usr/bin/env bash
# new_project.sh PREFIX COMPILER KIND [FLAG...]: the way of an author, from the package installed at PREFIX to a run with
# the author's method: tamis new, build, validate, install into a user's folder, and a run that names the method by its id.
set -eu
prefix=$1 compiler=$2 kind=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$prefix/bin:$PATH CMAKE_PREFIX_PATH=$prefix CC=$compiler CXX=$compiler HOME=$work
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
unset TAMIS_PLUGIN_PATH
id=org.example.my_$kind
file=$XDG_DATA_HOME/tamis/plugins/$id.so

# step NAME COMMAND...: what it prints is shown only where it fails
step() {
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then echo "pass: $name"; else
    echo "FAIL: $name ($*)"
    cat "$work/log"
    exit 1
  fi
}
# prints TEXT: the last command did
prints() {
  if grep -qF -- "$1" "$work/log"; then echo "pass: prints $1"; else
    echo "FAIL: '$1' does not stand in"
    cat "$work/log"
    exit 1
  fi
}

cd "$work"
step 'tamis new' tamis new "$kind" "$id" "$@"
cd "my_$kind"
warnings='-Wall -Wextra -Wpedantic -Werror'
step 'configure' cmake -B build -DCMAKE_C_FLAGS="$warnings" -DCMAKE_CXX_FLAGS="$warnings"
step 'build' cmake --build build
step 'validate' ctest --test-dir build --output-on-failure --no-tests=error
umask 002  # tamis trusts no folder that a group can write to, so none is made
step 'install' cmake --install build
step 'a file in the folder of the user' test -f "$file"
step 'that nobody else can change' test -z "$(find "$XDG_DATA_HOME" -perm /022)"
step 'tamis plugins' tamis plugins describe "$id"
prints "$file"

case "$kind $*" in
  *subset | *whole) run=(select tests/data.csv -t height --ignore tree -c "$id" --keep 2) ;;
  *features) run=(rank tests/data.csv -t tree -c "$id") ;;
  criterion*) run=(rank tests/data.csv -t tree -c "$id" --set criterion.outside=0.2) ;;
  search*) run=(select tests/data.csv -t tree -c mi --search "$id" --keep 2) ;;
  noise*) run=(select tests/data.csv -t tree -c lnt_mi --keep 2 --set "criterion.noise.use=$id") ;;
  metric*) run=(rank tests/data.csv --ignore tree -c laplacian_score --set "criterion.metric.use=$id") ;;
  class_metric*)
    run=(select tests/data.csv -t tree -c conditional_distance --keep 2 --set criterion.divergence.use=wasserstein_exact
         --set "criterion.divergence.ground.use=$id") ;;
  distribution_metric*)
    run=(select tests/data.csv -t tree -c conditional_distance --keep 2 --set "criterion.divergence.use=$id") ;;
esac
step "tamis ${run[0]}" tamis "${run[@]}"
prints 'rank  feature'
step 'as JSON' tamis "${run[@]}" --json
prints "\"$id\""
