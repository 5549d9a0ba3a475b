#!/usr/bin/env bash
# wheel.sh PYTHON SOURCE BUILD FOLDER: a wheel from a copy of the package's sources, without a network, installed in a
# virtual environment that sees the system's packages; it must rank with its own plugins, wherever it stands.
set -euo pipefail
unset PYTHONPATH  # what is tried is the wheel
python=$1 source=$2 build=$3 folder=$4
rm -rf "$folder"
mkdir -p "$folder"
cp -r "$source/hosts/python" "$folder/source"  # pip builds beside what it is given
TAMIS_BUILD_DIR=$build "$python" -m pip --disable-pip-version-check wheel --quiet --no-build-isolation --no-deps \
  --no-index "$folder/source" --wheel-dir "$folder"
"$python" -m venv --system-site-packages "$folder/environment"
"$folder/environment/bin/pip" --disable-pip-version-check install --quiet --no-index --no-deps "$folder"/tamis-*.whl
cd /
found=$("$folder/environment/bin/python" - "$source/tests/data/iris.csv" <<'PYTHON'
import sys

import pandas
import tamis

table = pandas.read_csv(sys.argv[1])
y = table.pop("class")
assert tamis.__file__.startswith(sys.prefix), tamis.__file__
assert tamis.describe("variance")["file"].startswith(sys.prefix), tamis.describe("variance")["file"]
print(tamis.rank(table, y).selected[0], *tamis.Selector(n_features_to_select=1).fit(table, y).get_feature_names_out())
PYTHON
)
[ "$found" = "petal_length petal_length" ] || { echo "it found '$found'; expected petal_length twice" >&2; exit 1; }
