#!/usr/bin/env python3
"""All features that matter: `boruta` as a whole command, and the algorithm of boruta_py around scikit-learn's forest.

    apt-get install python3-sklearn
    tests/benchmarks/peers/boruta_sklearn.py build/release/bin/tamis DATA_DIR [TABLES]

First on madelon (DATA_DIR/madelon/madelon.csv.gz), of whose 500 features 20 matter. Their places are not published with the data; the literature
agrees on RELEVANT (from 0). Then on TABLES (20) tables of noise, 100 x 30: in how many of them is anything confirmed?

The algorithm of boruta_py (Kursa, Rudnicki 2010, with its changes), at its defaults: shadows of the features that are left, each in an order of its
own, impurity importance in a forest whose trees are fewer the fewer features are left, a hit above the best shadow; binomial tests of either side,
false discoveries bounded over the features and the level .05 divided by the round; at most 100 rounds. Ours at its own defaults. Both on THREADS
threads. Prints seconds by the clock and of the processors, and what is confirmed.
"""
import gzip
import json
import resource
import subprocess
import sys
import tempfile

import numpy as np
from scipy.stats import binom
from sklearn.ensemble import RandomForestClassifier

from timing import spent

RELEVANT = {28, 48, 64, 105, 128, 153, 241, 281, 318, 336, 338, 378, 433, 442, 451, 453, 455, 472, 475, 493}
THREADS, LEVEL, ROUNDS, DEPTH = 2, 0.05, 100, 10


def passes(p, level):
    """Benjamini, Hochberg 1995."""
    order = np.argsort(p)
    below = np.flatnonzero(p[order] <= level * np.arange(1, len(p) + 1) / len(p))
    found = np.zeros(len(p), dtype=bool)
    if len(below):
        found[order[: below[-1] + 1]] = True
    return found


def trees_for(features):
    """boruta_py, n_estimators = "auto": as many as ask each feature and shadow 100 times at a depth of 10."""
    both = 2 * features
    return max(1, int(both / (both ** 0.5 * DEPTH) * 100))


def by_sklearn(X, y):
    rng = np.random.default_rng(0)
    hits = np.zeros(X.shape[1], dtype=int)
    decision = np.zeros(X.shape[1], dtype=int)  # 1 confirmed, -1 rejected
    for played in range(1, ROUNDS + 1):
        left = np.flatnonzero(decision >= 0)
        shadowed = left if len(left) >= 5 else np.resize(left, 5)
        both = np.hstack([X[:, left], rng.permuted(X[:, shadowed], axis=0)])
        forest = RandomForestClassifier(trees_for(len(left)), n_jobs=THREADS, random_state=played).fit(both, y)
        importance = forest.feature_importances_
        hits[left] += importance[: len(left)] > importance[len(left):].max()
        open_ = np.flatnonzero(decision == 0)
        for side, p in ((1, binom.sf(hits[open_] - 1, played, 0.5)), (-1, binom.cdf(hits[open_], played, 0.5))):
            decision[open_[passes(p, LEVEL) & (p <= LEVEL / played)]] = side
        if not (decision == 0).any():
            break
    return set(np.flatnonzero(decision == 1)), int((decision == 0).sum())


def by_tamis(program, path):
    command = [program, "rank", path, "-t", "-1", "--target-kind", "class", "-c", "boruta", "--threads", str(THREADS), "-q", "--json"]
    ranking = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["ranking"]
    decision = {place["column"]: place["reason"] for place in ranking}
    return {f for f, d in decision.items() if d == "confirmed"}, sum(d == "tentative" for d in decision.values())


def told(who, took, found):
    confirmed, tentative = found
    print(f"{who}: {took[0]:.1f} s by the clock, {took[1]:.1f} s of the processors, {len(confirmed)} confirmed, of them {len(confirmed & RELEVANT)} of the 20, "
          f"{tentative} tentative", flush=True)


def main():
    program, folder = sys.argv[1:3]
    tables = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    path = f"{folder}/madelon/madelon.csv.gz"
    told("tamis rank -c boruta, whole command", *spent(lambda: by_tamis(program, path), resource.RUSAGE_CHILDREN))
    with gzip.open(path, "rt") as file:
        table = np.genfromtxt(file, delimiter=",", skip_header=1)
    told("the algorithm of boruta_py around scikit-learn, without reading",
         *spent(lambda: by_sklearn(table[:, :-1], table[:, -1].astype(int)), resource.RUSAGE_SELF))

    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(tables):
            rng = np.random.default_rng(seed)
            X, y = rng.normal(size=(100, 30)), rng.integers(0, 2, 100)
            np.save(f"{temporary}/noise.npy", np.column_stack([X, y]))
            ours.append(len(by_tamis(program, f"{temporary}/noise.npy")[0]))
            theirs.append(len(by_sklearn(X, y)[0]))
    for who, found in (("tamis", ours), ("boruta_py's algorithm", theirs)):
        print(f"noise: {who} confirms something in {np.count_nonzero(found)} of {tables} tables, {sum(found)} features in all")


if __name__ == "__main__":
    main()
