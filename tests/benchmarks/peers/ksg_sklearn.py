#!/usr/bin/env python3
"""ksg_mi of single features against scikit-learn's mutual_info_classif and mutual_info_regression, on the same file.

    apt-get install python3-sklearn
    tests/benchmarks/peers/ksg_sklearn.py build/release/bin/tamis [SAMPLES FEATURES]

tamis is timed as its user has it: the whole command `tamis rank x.npy ...`, start, reading and printing included.
scikit-learn runs as it is: it divides columns by their standard deviation, adds noise of 1e-10 against ties, looks for
neighbours with one k-d tree per feature and class, and puts 0 for what is negative. Its call is timed alone, and as a
whole process too: `python3 -c` with the imports, the reading and the same call. All three run in turn, PAIRS times, as
other programs may come in between. Prints the least and median seconds of each by the clock and of the processor, how
many times faster tamis is than either, and the largest difference of a score, negative ones taken as 0.
"""
import json
import resource
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

from timing import spent

NEIGHBOURS = 3
PAIRS = 5


def process(command):
    return spent(lambda: subprocess.run(command, check=True, capture_output=True), resource.RUSAGE_CHILDREN)


def report(what, seconds):
    least, median = np.min(seconds, axis=0), np.median(seconds, axis=0)
    print(f"  {what}: {least[0]:.3f} ({least[1]:.3f}), {median[0]:.3f} ({median[1]:.3f})")


def compare(tamis, x, y, kind, theirs):
    n, d = x.shape
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.npy"
        np.save(path, np.column_stack([x, y]))
        ours = [tamis, "rank", path, "-c", "ksg_mi", "-s", "rank", "-t", "-1", "--target-kind", kind]
        script = ("import numpy as np\n"
                  f"from sklearn.feature_selection import {theirs.__name__} as score\n"
                  f"t = np.load({path!r})\n"
                  f"print(score(t[:, :-1], t[:, -1], n_neighbors={NEIGHBOURS}, random_state=0))\n")
        seconds = []
        for _ in range(PAIRS):
            call, expected = spent(lambda: theirs(x, y, n_neighbors=NEIGHBOURS, random_state=0), resource.RUSAGE_SELF)
            seconds.append([process(ours)[0], call, process([sys.executable, "-c", script])[0]])
        ranking = json.loads(process(ours + ["--json", "-q"])[1].stdout)["ranking"]
    scores = np.empty(d)
    for row in ranking:
        scores[row["column"]] = row["score"]
    seconds = np.array(seconds)
    name = f"{len(np.unique(y))} classes" if kind == "class" else "real values"
    print(f"{n} x {d}, {name}; largest difference {np.abs(np.maximum(scores, 0) - expected).max():.1e}. "
          f"Least and median of {PAIRS}, by the clock (and of the processor):")
    report("tamis rank, seconds", seconds[:, 0])
    report("scikit-learn, the call alone, seconds", seconds[:, 1])
    report("scikit-learn, whole process, seconds", seconds[:, 2])
    report("times faster than the call alone", seconds[:, 1] / seconds[:, 0])
    report("times faster than the whole process", seconds[:, 2] / seconds[:, 0])


def main():
    tamis = sys.argv[1]
    n, d = (int(v) for v in sys.argv[2:4]) if len(sys.argv) > 3 else (5000, 100)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(n, d))
    for classes in (2, 10):
        y = rng.integers(0, classes, n)
        compare(tamis, x + y[:, None] * np.linspace(0, 1, d), y, "class", mutual_info_classif)
    compare(tamis, x, x[:, 0] + rng.normal(size=n), "real", mutual_info_regression)


if __name__ == "__main__":
    main()
