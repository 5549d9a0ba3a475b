#!/usr/bin/env python3
"""Our forests against scikit-learn's and ranger's: errors on the same sets, seconds of whole commands.

    apt-get install python3-sklearn r-cran-ranger
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/forests.py build/release/bin/tamis [DATA_DIR [SAMPLES]]

First the out-of-bag error of both, 500 trees of pure leaves, on sets of DATA_DIR (as iris/iris.csv, the class last): means of
five seeds with their standard errors. Then seconds by the clock for a table of SAMPLES x 100 (100 000), two classes, 500 trees, five
samples in a leaf and THREADS threads, start and reading of a binary file included: `tamis noise` (out-of-bag probabilities of each row, and the
fit behind them), `tamis rank -c forest_importance` by permutation and by impurity (which grows on twice the features), a script
around scikit-learn (fit with oob_score), and one around ranger (its out-of-bag error; probability = TRUE, as the others give probabilities; nodes of
fewer than 10 samples are not split). Seconds by the clock, and of the processors, which are surer on a busy machine.
"""
import os
import resource
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier

import tamis
from timing import spent

SETS = ["iris", "wine", "vehicle", "vertebral", "glass", "ecoli", "yeast", "segment", "breast_tissue", "sonar"]
THREADS, TREES, FEATURES = 2, 500, 100


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


SKLEARN = """
import numpy as np
from sklearn.ensemble import RandomForestClassifier
table = np.load("x.npy")
forest = RandomForestClassifier({trees}, oob_score=True, n_jobs={threads}, random_state=0, min_samples_leaf=5)
forest.fit(table[:, :-1], table[:, -1].astype(int))
print(forest.oob_score_)
"""
RANGER = """
suppressMessages(library(ranger))
table <- matrix(readBin("x.bin", "double", {samples} * {columns}), ncol = {columns}, dimnames = list(NULL, paste0("x", 1:{columns})))
forest <- ranger(x = table[, 1:{features}], y = factor(table[, {columns}]), num.trees = {trees}, num.threads = {threads},
                 min.node.size = 10, probability = TRUE, seed = 1, verbose = FALSE)
print(forest$prediction.error)
"""


def speed(program, samples):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(samples, FEATURES))
    y = (X[:, :5].sum(axis=1) + rng.normal(size=len(X)) > 0).astype(int)
    table = np.asfortranarray(np.column_stack([X, y]))
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", table)
        table.T.tofile(f"{folder}/x.bin")  # column after column
        common = ["x.npy", "-t", "-1", "--threads", str(THREADS), "-q", "--set", f"criterion.trees={TREES}"]
        sizes = {"samples": samples, "features": FEATURES, "columns": FEATURES + 1, "trees": TREES, "threads": THREADS}
        commands = {
            "tamis noise": [program, "noise", *common],
            "tamis rank, impurity": [program, "rank", *common, "-c", "forest_importance", "--set", "criterion.importance=impurity"],
            "tamis rank, permutation": [program, "rank", *common, "-c", "forest_importance"],
            "ranger": ["Rscript", "-e", RANGER.format(**sizes)],
            "scikit-learn": [sys.executable, "-c", SKLEARN.format(**sizes)],
        }
        print(f"\n{samples} x {FEATURES}, {TREES} trees, {THREADS} threads")
        for what, command in commands.items():
            took, _ = spent(lambda: subprocess.run(command, check=True, capture_output=True, cwd=folder), resource.RUSAGE_CHILDREN)
            print(f"{what}: {took[0]:.2f} s by the clock, {took[1]:.2f} s of the processors", flush=True)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    if len(sys.argv) > 2:
        errors(sys.argv[2])
    speed(os.path.abspath(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 100_000)
