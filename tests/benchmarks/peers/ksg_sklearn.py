#!/usr/bin/env python3
"""ksg_mi of single features against scikit-learn's mutual_info_classif and mutual_info_regression, on the same data.

    apt-get install python3-sklearn
    tests/benchmarks/peers/ksg_sklearn.py build/release/bin/tamis [SAMPLES FEATURES]

scikit-learn runs as it is: it divides columns by their standard deviation, adds noise of 1e-10 against ties, looks for
neighbours with one k-d tree per feature and class, and puts 0 for what is negative. Prints the seconds of each (median
of three, start and reading of the file excluded for both), their ratio and the largest difference, negative scores
taken as 0.
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

NEIGHBOURS = 3


def seconds(run):
    """The time of a call, and what it returned."""
    begin = time.perf_counter()
    result = run()
    return time.perf_counter() - begin, result


def compare(tamis, x, y, kind, theirs, base):
    n, d = x.shape
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", np.column_stack([x, y]))
        command = [tamis, "select", f"{folder}/x.npy", "-s", "rank", "-t", "-1", "--target-kind", kind, "--json", "-q"]
        full = command + ["-c", "ksg_mi", "--set", f"criterion.neighbours={NEIGHBOURS}"]
        small = command + ["-c", base]  # the same file and result, next to no work: start, reading and writing
        # All features are scored; keeping one spares the score of the selection as a whole, which is not compared.
        keep_one = ["--keep", "1"]
        ours, rest, others = [], [], []
        for _ in range(3):
            ours.append(seconds(lambda: subprocess.run(full + keep_one, check=True, capture_output=True))[0])
            rest.append(seconds(lambda: subprocess.run(small + keep_one, check=True, capture_output=True))[0])
            spent, expected = seconds(lambda: theirs(x, y, n_neighbors=NEIGHBOURS, random_state=0))
            others.append(spent)
        ranking = json.loads(subprocess.run(full, check=True, capture_output=True).stdout)["ranking"]
    scores = np.empty(d)
    for row in ranking:
        scores[row["column"]] = row["score"]
    a = statistics.median(ours) - statistics.median(rest)
    b = statistics.median(others)
    name = f"{len(np.unique(y))} classes" if kind == "class" else "real values"
    print(f"{n} x {d}, {name}: tamis {a:.4f} s (whole process {statistics.median(ours):.3f} s), "
          f"scikit-learn {b:.3f} s, ratio {b / a:.0f}, largest difference {np.abs(np.maximum(scores, 0) - expected).max():.1e}")


def main():
    tamis = sys.argv[1]
    n, d = (int(v) for v in sys.argv[2:4]) if len(sys.argv) > 3 else (5000, 100)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(n, d))
    for classes in (2, 10):
        y = rng.integers(0, classes, n)
        compare(tamis, x + y[:, None] * np.linspace(0, 1, d), y, "class", mutual_info_classif, "fisher_score")
    compare(tamis, x, x[:, 0] + rng.normal(size=n), "real", mutual_info_regression, "correlation")


if __name__ == "__main__":
    main()
