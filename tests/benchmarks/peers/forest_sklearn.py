#!/usr/bin/env python3
"""The forest of forest_error against scikit-learn's, on the same arrays and as whole commands.

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/forest_sklearn.py build/release/bin/tamis [DATA_DIR]

First the out-of-bag error of both, 500 trees of pure leaves, on sets of DATA_DIR (as iris/iris.csv, the class last): means of
five seeds with their standard errors. Then seconds by the clock for a table of 100 000 x 100, two classes, 100 trees and
THREADS threads: `tamis rank x.npy -c forest_importance --set criterion.importance=impurity` (which grows on twice the
features) and `tamis noise` as whole commands, start and reading included, and scikit-learn's fit alone, with oob_score.
"""
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier

import tamis

SETS = ["iris", "wine", "vehicle", "vertebral", "glass", "ecoli", "yeast", "segment", "breast_tissue", "sonar"]
THREADS, TREES = 2, 100


def errors(folder):
    print("| set | tamis | scikit-learn |\n| --- | --- | --- |")
    for name in SETS:
        table = np.genfromtxt(f"{folder}/{name}/{name}.csv", delimiter=",", skip_header=1)
        X, y = np.asfortranarray(table[:, :-1]), np.unique(table[:, -1], return_inverse=True)[1]
        ours, theirs = [], []
        for seed in range(5):
            whole = tamis.select(X, y, criterion=tamis.ForestError(trees=500), search="backward", keep=X.shape[1],
                                 random_state=seed)
            ours.append(whole["selected_score"])
            forest = RandomForestClassifier(500, oob_score=True, random_state=seed, n_jobs=-1).fit(X, y)
            theirs.append(1 - forest.oob_score_)
        shown = [f"{np.mean(e):.4f} ± {np.std(e, ddof=1) / 5 ** 0.5:.4f}" for e in (ours, theirs)]
        print(f"| {name} | {shown[0]} | {shown[1]} |", flush=True)


def seconds(run):
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def speed(program):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100_000, 100))
    y = (X[:, :5].sum(axis=1) + rng.normal(size=len(X)) > 0).astype(int)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.npy"
        np.save(path, np.column_stack([X, y]))
        common = [path, "-t", "-1", "--threads", str(THREADS), "-q"]
        for what, flags in (("forest_importance", ["rank", "-c", "forest_importance", "--set", "criterion.importance=impurity"]),
                            ("noise", ["noise"])):
            command = [program, flags[0], *common, *flags[1:], "--set", f"criterion.trees={TREES}"]
            took = seconds(lambda: subprocess.run(command, check=True, capture_output=True))
            print(f"tamis {what}, whole command: {took:.2f} s", flush=True)
    forest = RandomForestClassifier(TREES, oob_score=True, n_jobs=THREADS, random_state=0, min_samples_leaf=5)
    print(f"scikit-learn, fit with oob_score alone: {seconds(lambda: forest.fit(X, y)):.2f} s")


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    if len(sys.argv) > 2:
        errors(sys.argv[2])
    speed(sys.argv[1])
