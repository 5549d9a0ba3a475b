#!/usr/bin/env python3
"""Backward elimination by ksg_mi against the same search around NPEET's mi(), Kraskov's estimator on scikit-learn's
k-d trees, and around its micd() for classes.

    apt-get install python3-sklearn
    tests/benchmarks/peers/ksg_npeet.py build/release/bin/tamis NPEET [SAMPLES FEATURES]

NPEET is the folder of that program (G. Ver Steeg's non-parametric entropy estimation toolbox), which is no package of Debian.

tamis is timed as its user has it: the whole command `tamis rank x.npy -c ksg_mi -s backward`, start, reading and
printing included. The search around NPEET is the plain loop that takes away, feature by feature, the one without
which the rest says most; it is timed alone, on z-scores that are ready. Both run in turn, PAIRS times, as other
programs may come in between. Prints whether both take the features away in the same order (of real values they
estimate the same number, but NPEET adds noise of 1e-10 and measures y as it is given; of classes NPEET has another
estimator), the least and median seconds of each by the clock and of the processor, and their ratio.
"""
import os

os.environ["OMP_NUM_THREADS"] = "1"  # read when the libraries are loaded

import json
import resource
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.preprocessing import StandardScaler

from timing import spent

NEIGHBOURS = 3
PAIRS = 3


def backward(score, z):
    """Features in the order in which they are taken away."""
    inside, gone = list(range(z.shape[1])), []
    while len(inside) > 1:
        scores = [score(z[:, [g for g in inside if g != f]]) for f in inside]
        gone.append(inside.pop(int(np.argmax(scores))))
    return gone + inside


def report(what, seconds, digits):
    least, median = np.min(seconds, axis=0), np.median(seconds, axis=0)
    print(f"  {what}: {least[0]:.{digits}f} ({least[1]:.{digits}f}), {median[0]:.{digits}f} ({median[1]:.{digits}f})")


def compare(tamis, x, y, kind, score):
    n, d = x.shape
    z = StandardScaler().fit_transform(x)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.npy"
        np.save(path, np.column_stack([x, y]))
        command = [tamis, "rank", path, "-c", "ksg_mi", "-s", "backward", "-t", "-1", "--target-kind", kind]
        seconds = []
        for _ in range(PAIRS):
            ours = spent(lambda: subprocess.run(command, check=True, capture_output=True), resource.RUSAGE_CHILDREN)[0]
            theirs, gone = spent(lambda: backward(score, z), resource.RUSAGE_SELF)
            seconds.append([ours, theirs])
        ranking = json.loads(subprocess.run(command + ["--json", "-q"], check=True, capture_output=True).stdout)["ranking"]
    seconds = np.array(seconds)
    same = [row["column"] for row in ranking] == gone[::-1]
    print(f"{n} x {d}, {'real values' if kind == 'real' else 'two classes'}: {'the same' if same else 'another'} order. "
          f"Least and median of {PAIRS}, by the clock (and of the processor):")
    report("tamis rank -s backward, seconds", seconds[:, 0], 3)
    report("around NPEET, seconds", seconds[:, 1], 2)
    report("times faster", seconds[:, 1] / seconds[:, 0], 0)


def main():
    tamis = sys.argv[1]
    sys.path.insert(0, sys.argv[2])
    from npeet import entropy_estimators as npeet

    n, d = (int(v) for v in sys.argv[3:5]) if len(sys.argv) > 4 else (1000, 20)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(n, d))
    y = x[:, :5].sum(axis=1) + rng.normal(size=n)
    y /= y.std()
    compare(tamis, x, y, "real", lambda s: npeet.mi(s, y[:, None], k=NEIGHBOURS))
    y = rng.integers(0, 2, n)
    compare(tamis, x + y[:, None] * np.linspace(0, 1, d), y, "class",
            lambda s: npeet.micd(s, y[:, None], k=NEIGHBOURS, warning=False))


if __name__ == "__main__":
    main()
