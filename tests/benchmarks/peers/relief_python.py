#!/usr/bin/env python3
"""relieff against ReliefF of scikit-rebate and of scikit-feature, on normal features and two classes of equal size.

    apt-get install python3-sklearn
    tests/benchmarks/peers/relief_python.py build/release/bin/tamis SCIKIT_REBATE SCIKIT_FEATURE [SAMPLES FEATURES]

The last two are the folders of these programs, which are no packages of Debian (their modules are skrebate and
skfeature.function.similarity_based.reliefF).

tamis is timed as its user has it: the whole command `tamis rank x.npy -c relieff`, start, reading and printing
included, on one thread; the others by their call alone, on features that are scaled to [0, 1], without which scikit-feature
measures in the units of the columns. All run in turn, PAIRS times. Prints the least and median seconds of each by the clock and of
the processor, the largest difference to tamis's scores where the programs define the same number, and how many times
faster tamis is.
"""
import os

os.environ["OMP_NUM_THREADS"] = "1"  # read when the libraries are loaded

import json
import resource
import subprocess
import sys
import tempfile

import numpy as np

from timing import spent

NEIGHBOURS = 10
PAIRS = 3


def table(n, d):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    x = rng.normal(size=(n, d)) + y[:, None] * np.linspace(0, 1, d)
    return (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0)), y


def ours(tamis, x, y, folder):
    path = f"{folder}/x.npy"
    np.save(path, np.column_stack([x, y]))
    command = [tamis, "rank", path, "-c", "relieff", "-t", "-1", "--target-kind", "class", "--threads", "1", "--set",
               f"criterion.neighbours={NEIGHBOURS}"]

    def scores():
        rows = json.loads(subprocess.run(command + ["--json", "-q"], check=True, capture_output=True).stdout)["ranking"]
        found = np.empty(x.shape[1])
        for row in rows:
            found[row["column"]] = row["score"]
        return found

    return lambda: subprocess.run(command, check=True, capture_output=True), scores()


def main():
    tamis = sys.argv[1]
    sys.path[1:1] = sys.argv[2:4]
    from skfeature.function.similarity_based.reliefF import reliefF
    from skrebate import ReliefF

    n, d = (int(v) for v in sys.argv[4:6]) if len(sys.argv) > 5 else (2000, 100)
    x, y = table(n, d)
    peers = {
        "scikit-rebate": lambda: ReliefF(n_neighbors=NEIGHBOURS, n_jobs=1).fit(x, y).feature_importances_,
        "scikit-feature": lambda: reliefF(x, y, k=NEIGHBOURS) / n,
    }
    with tempfile.TemporaryDirectory() as folder:
        run, scores = ours(tamis, x, y, folder)
        seconds = {name: [] for name in ["tamis", *peers]}
        for _ in range(PAIRS):
            seconds["tamis"].append(spent(run, resource.RUSAGE_CHILDREN)[0])
            off = {}
            for name, peer in peers.items():
                took, found = spent(peer, resource.RUSAGE_SELF)
                seconds[name].append(took)
                off[name] = np.max(np.abs(found - scores)) / np.max(np.abs(scores))
    print(f"{n} x {d}, {NEIGHBOURS} neighbours. Least and median of {PAIRS}, by the clock (and of the processor), seconds:")
    least = {name: np.min(times, axis=0) for name, times in seconds.items()}
    for name, times in seconds.items():
        median = np.median(times, axis=0)
        beside = "" if name == "tamis" else (f"; {least[name][0] / least['tamis'][0]:.0f} times the command's time; "
                                             f"scores differ by at most {off[name]:.1e} of the largest")
        print(f"  {name}: {least[name][0]:.3f} ({least[name][1]:.3f}), {median[0]:.3f} ({median[1]:.3f}){beside}")


if __name__ == "__main__":
    main()
