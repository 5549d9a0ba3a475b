#!/usr/bin/env bash
# strict.sh TAMIS_GOLDEN CASES: a case with a method, key or value that the program does not know fails, and says which.
set -euo pipefail
golden=$1 cases=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fails CASE EDIT SENTENCE: the case edited by sed fails with the sentence; as it was it passes
fails() {
  rm -rf "$work/case"
  cp -r "$cases/$1" "$work/case"
  "$golden" "$work/case" > /dev/null || { echo "$1: fails as it was"; exit 1; }
  sed -i "$2" "$work/case/case.json"
  cmp -s "$cases/$1/case.json" "$work/case/case.json" && { echo "$1: nothing to edit by $2"; exit 1; }
  if "$golden" "$work/case" > "$work/said"; then
    echo "$1 passes after $2"
    exit 1
  fi
  grep -qF -- "$3" "$work/said" || { echo "$1 after $2 does not say: $3"; cat "$work/said"; exit 1; }
}
fails_on_unknown() {
  fails "$1" 's/"method": "[^"]*"/"method": "divination"/' "this program does not know the method 'divination'"
  fails "$1" '0,/"params": {/s//"params": { "moon": "full",/' "$2"
  fails "$1" '0,/"expected": {/s//"expected": { "tides": [1],/' "$3"
  fails "$1" '0,/{/s//{ "moon": 1,/' "'moon' is not known"
}
fails_on_unknown knockoffs/select_difference "'params.moon' is not known" "'expected.tides' is not known"
fails_on_unknown laplacian/ssls_small "the parameter 'moon' is not known" "'expected.tides' is not known"
fails_on_unknown lntmi/em_two_gaussians "'params.moon' is not known" "'expected.tides' is not known"
fails_on_unknown robust_lasso/optimum_two_noise "'params.moon' is not known" "'expected.tides' is not known"
fails_on_unknown wasserstein/order_binary "'params.moon' is not known" "'expected.tides' is not known"

fails knockoffs/s_mvr_ar 's/"kind": "mvr"/"kind": "mvp"/' "the kind 'mvp' is not known"
fails wasserstein/order_binary 's/"criterion": "wasserstein"/"criterion": "sinkhorn"/' "the criterion 'sinkhorn' is not known"
fails wasserstein/order_binary 's/"tie_tol": 1e-10/"tie_tol": 1e-9/' 'params.tie_tol'
fails wasserstein/order_binary 's/"labels": "labels.txt"/&, "votes": "labels.txt"/' "'files.votes' is not known"
fails wasserstein/delta_sinkhorn 's/"exact": /"divergent": /' "the divergence 'divergent' is not known"
fails lntmi/em_two_gaussians 's/"stop": "[^"]*"/"stop": "never"/' 'params.stop'
fails laplacian/ls_zscore_sample 's/"ddof": 1/"ddof": 2/' 'ddof is 2, which is not known'
fails robust_lasso/optimum_three_noise_separate 's/"penalty": "separate"/"penalty": "bridge"/' "params.penalty is 'bridge', which is not known"
