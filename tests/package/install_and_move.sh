#!/usr/bin/env bash
# install_and_move.sh CMAKE SOURCE BUILD PACKAGE: installs the build, then moves what was installed to PACKAGE. Fails when
# its CMake files name a folder of this machine.
set -eu
cmake=$1 source=$2 build=$3 package=$4
first=$package.first
rm -rf "$package" "$first"
"$cmake" --install "$build" --prefix "$first" > /dev/null
mv "$first" "$package"
if grep -rnF -e "$source" -e "$build" -e "$first" "$package/lib"*/cmake; then
  echo 'the package names a folder of this machine: it cannot be moved'
  exit 1
fi
