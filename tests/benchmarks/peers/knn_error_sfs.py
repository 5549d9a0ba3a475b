#!/usr/bin/env python3
"""backward with knn_error against scikit-learn's SequentialFeatureSelector around its k-nearest-neighbour classifier.

    apt-get install python3-sklearn
    tests/benchmarks/peers/knn_error_sfs.py build/release/bin/tamis [SAMPLES FEATURES KEEP]

Both walk by the same folds, which tamis reports, so both see the same errors: two classes and an odd number of
neighbours leave no votes tied, and continuous features no distances. Prints whether the errors of the selected
subset, and of regression and leaving one out, are the same numbers, whether both select the same features, and the
seconds of each by the clock and of the processor: for tamis whole processes, start and reading of the file included,
each beside a run of scikit-learn, as other programs may come in between. scikit-learn is held to one thread, as its
threads wait for each other on so few samples.
"""
import os

os.environ["OMP_NUM_THREADS"] = "1"  # read when the libraries are loaded

import json
import resource
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.metrics import mean_squared_error, zero_one_loss
from sklearn.model_selection import LeaveOneOut, PredefinedSplit, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

from timing import spent

NEIGHBOURS = 5
PAIRS = 5


def select(tamis, path, kind, keep, *flags):
    """The seconds of a run, and its result."""
    command = [tamis, "select", path, "-t", "-1", "--target-kind", kind, "-c", "knn_error", "-s", "backward",
               "--keep", str(keep), "--set", f"criterion.neighbours={NEIGHBOURS}", "--json", "-q", *flags]
    seconds, run = spent(lambda: subprocess.run(command, check=True, capture_output=True), resource.RUSAGE_CHILDREN)
    return seconds, json.loads(run.stdout)


def chosen(result):
    return sorted(row["column"] for row in result["ranking"] if row["selected"])


def folds(result):
    return PredefinedSplit([int(row[0]) for row in result["diagnostics"]["cross_validation"]["values"]])


def check(what, ours, theirs):
    same = abs(ours - theirs) <= 1e-12 * max(1, abs(theirs))
    print(f"{what}: tamis {ours:.12g}, scikit-learn {theirs:.12g}: {'the same' if same else 'DIFFERENT'}")
    return same


def report(what, pairs, digits):
    least, median = np.min(pairs, axis=0), np.median(pairs, axis=0)
    print(f"{what}: {least[0]:.{digits}f} ({least[1]:.{digits}f}), {median[0]:.{digits}f} ({median[1]:.{digits}f})")


def main():
    tamis = sys.argv[1]
    n, d, keep = (int(v) for v in sys.argv[2:5]) if len(sys.argv) > 4 else (500, 30, 10)
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, n)
    x = rng.normal(size=(n, d)) + y[:, None] * np.linspace(0, 1, d)
    z = StandardScaler().fit_transform(x)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.npy"
        np.save(path, np.column_stack([x, y]))
        result = select(tamis, path, "class", keep)[1]
        search = SequentialFeatureSelector(KNeighborsClassifier(NEIGHBOURS), n_features_to_select=keep,
                                           direction="backward", cv=folds(result))
        seconds = np.array([[spent(lambda: search.fit(z, y), resource.RUSAGE_SELF)[0],
                             *(select(tamis, path, "class", keep, "--threads", str(threads))[0] for threads in (1, 2))]
                            for _ in range(PAIRS)])
        alone = select(tamis, path, "class", keep, "--set", "criterion.leave_one_out=true")[1]
        np.save(path, np.column_stack([x, x[:, 0] * x[:, 1]]))
        real = select(tamis, path, "real", keep)[1]

    classifier = KNeighborsClassifier(NEIGHBOURS)

    def error(result, cv):
        return zero_one_loss(y, cross_val_predict(classifier, z[:, chosen(result)], y, cv=cv))

    predicted = cross_val_predict(KNeighborsRegressor(NEIGHBOURS), z[:, chosen(real)], x[:, 0] * x[:, 1],
                                  cv=folds(real))
    good = check("error by folds", result["selected_score"], error(result, folds(result)))
    good &= check("error leaving one out", alone["selected_score"], error(alone, LeaveOneOut()))
    good &= check("squared error by folds", real["selected_score"], mean_squared_error(x[:, 0] * x[:, 1], predicted))

    same = chosen(result) == list(np.flatnonzero(search.get_support()))
    print(f"{n} x {d}, backward to {keep}: {'the same' if same else 'other'} features selected. Least and median of "
          f"{PAIRS}, by the clock (and of the processor):")
    report("scikit-learn, seconds", seconds[:, 0], 2)
    for threads in (1, 2):
        report(f"tamis, {threads} thread{'s' * (threads > 1)}, seconds", seconds[:, threads], 3)
        report("  so many times faster", seconds[:, 0] / seconds[:, threads], 0)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
