#!/usr/bin/env bash
# check_reference.sh TAMIS_DOCS FOLDER: the committed pages are those that the generator writes today.
set -euo pipefail
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$1" "$fresh"
diff -ru "$2" "$fresh" || { echo 'run: cmake --build --preset dev --target docs'; exit 1; }
