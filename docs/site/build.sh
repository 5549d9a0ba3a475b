#!/usr/bin/env bash
# build.sh PYTHON ROOT BUILD TAMIS_DOCS [CPP]: makes the site in BUILD/site and checks it; each warning is an error. CPP is the folder
# of the C++ reference, where there is one. The Python package of BUILD is documented as it runs, without plugins of the user's own.
set -euo pipefail
python=$1 root=$2 build=$3 tamis_docs=$4 cpp=${5:-}
export PYTHONPATH=$build/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1
work=$build/docs/site
export XDG_DATA_HOME=$work/home XDG_CACHE_HOME=$work/home
unset TAMIS_PLUGIN_PATH
rm -rf "$work/source" "$build/site"
mkdir -p "$work/source/docs/reference"
"$tamis_docs" --site "$work/source/docs/reference"
"$python" "$root/docs/site/gather.py" "$root" "$work/source" ${cpp:+CPP}
"$python" -m sphinx -b html -W --keep-going -q -j auto -c "$root/docs/site" -d "$work/doctrees" "$work/source" "$build/site"
[ -z "$cpp" ] || cp -r "$cpp" "$build/site/cpp"
"$python" "$root/docs/site/check.py" "$build/site"
echo "the site begins at $build/site/index.html"
