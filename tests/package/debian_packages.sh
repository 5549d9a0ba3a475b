#!/usr/bin/env bash
# debian_packages.sh CMAKE CPACK BUILD SOURCE WORK: packs the build, unpacks the packages into one folder, and uses what
# lies there. That Debian installs them, it cannot show.
set -eu
cmake=$1 cpack=$2 build=$3 source=$4 work=$5
rm -rf "$work"
mkdir -p "$work/root"
cd "$work"
"$cpack" --config "$build/CPackConfig.cmake" -G DEB > cpack.log || { cat cpack.log; exit 1; }
field() { dpkg-deb -f "$1"_*.deb "$2"; }
expect() {
  [[ $2 == *"$3"* ]] || { echo "$1 is '$2', without '$3'"; exit 1; }
}
version=$(field tamis Version)
expect 'what tamis depends on' "$(field tamis Depends)" 'libtbb12'
expect 'what libtamis-dev depends on' "$(field libtamis-dev Depends)" "tamis (= $version), libfmt-dev"

expect "what python3-tamis depends on" "$(field python3-tamis Depends)" "tamis (= $version)"
[[ $(field tamis Depends) != *mpi* ]] || { echo 'tamis depends on an MPI'; exit 1; }
if ls tamis-mpi_*.deb > /dev/null 2>&1; then
  expect "what tamis-mpi depends on" "$(field tamis-mpi Depends)" "libopenmpi3"
  for file in /usr/bin/tamis-mpi$ /usr/share/man/man1/tamis-mpi.1; do
    dpkg-deb -c tamis-mpi_*.deb | grep -q "$file" || { echo "tamis-mpi lacks $file"; exit 1; }
  done
fi
for package in tamis_*.deb libtamis-dev_*.deb python3-tamis_*.deb; do dpkg-deb -x "$package" root; done
for file in "$source"/plugins/*/plugin.cpp; do
  plugin=$(basename "$(dirname "$file")")
  [ -n "$(find root/usr/lib -name "$plugin.so")" ] || { echo "tamis lacks the plugin $plugin"; exit 1; }
done
[ -n "$(dpkg-deb -c tamis_*.deb | grep /tamis/tamis_probe$)" ] || { echo 'tamis lacks the program of probes'; exit 1; }
[ -e root/usr/share/doc/libtamis-dev/docs/embedding.md ] || { echo 'libtamis-dev lacks the pages'; exit 1; }
root/usr/bin/tamis rank "$source/tests/data/iris.csv" --target class --rows 1 --quiet
PYTHONPATH=root/usr/lib/python3/dist-packages /usr/bin/python3 -c 'import tamis; print(len(tamis.plugins()), "components")'
"$cmake" -S "$source/tests/package/plugin_consumer" -B plugin -DCMAKE_PREFIX_PATH="$work/root/usr" > cmake.log || { cat cmake.log; exit 1; }
echo "$version"
