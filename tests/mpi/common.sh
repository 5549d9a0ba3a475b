# What the tests of tamis-mpi share. Sourced with: MPIRUN TAMIS TAMIS_MPI DATA
set -u
mpirun=$1 tamis=$2 tamis_mpi=$3 data=$4
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1  # in containers
export OMPI_MCA_rmaps_base_oversubscribe=1                        # more processes than cores
export OMPI_MCA_btl_base_warn_component_unused=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
sonar=$data/sonar.csv
failures=0

fail() {
  printf 'FAILED: %s\n' "$1"
  failures=1
}
# processes N ARGUMENTS...: tamis-mpi on N processes, of one thread each
processes() {
  local n=$1
  shift
  timeout 300 "$mpirun" -q -n "$n" "$tamis_mpi" "$@"
}
# contains FILE TEXT
contains() {
  grep -qF -- "$2" "$1" || {
    fail "$1 lacks '$2'"
    cat "$1"
  }
}
# write_experiment REPEATS: doubts.toml, of two points
write_experiment() {
  cat > doubts.toml <<'TOML'
seed = 2
repeats = REPEATS
[data]
generate = 'spheres'
[corrupt]
use = 'expert_beta'
[vary]
corrupt.mean = [0.3, 0.4]
[[method]]
name = 'doubts'
labels = 'soft'
criterion = 'weighted_laplacian'
TOML
  sed -i "s/REPEATS/$1/" doubts.toml
}
