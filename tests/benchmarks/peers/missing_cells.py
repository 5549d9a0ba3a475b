#!/usr/bin/env python3
"""How much of a ranking is left where cells are missing, by what is done with them?

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/missing_cells.py DATA_DIR [REPEATS [SET ...]]

Ranks each set by the default criterion, then again with 1, 10 and 30 % of the cells removed at random, for each way to treat these.
Prints the mean rank correlation (Spearman) with the ranking of the complete table; "." where too few rows are left. The column
"another seed" is the same of the complete table, ranked with another seed: what chance alone changes.
"""
import sys

import numpy as np
from default_criterion import load

import tamis

SETS = ["sonar", "vehicle", "vertebral", "segment", "breast_tissue", "breast_cancer", "linear", "imbalanced"]
RATES = [0.01, 0.1, 0.3]
WAYS = ["drop_rows", "median", "neighbours", "keep"]


def places(X, y, seed, missing="error"):
    ranking = tamis.rank(X, np.array([f"class {v}" for v in y]), random_state=seed, missing=missing).ranking
    place = np.empty(X.shape[1])
    place[[f["column"] for f in ranking]] = np.arange(X.shape[1])
    return place


def agreement(a, b):
    return np.corrcoef(a, b)[0, 1]  # of ranks


def after_gaps(X, y, rate, missing, seed):
    gapped = X.copy()
    gapped[np.random.default_rng(seed).random(X.shape) < rate] = np.nan
    if missing == "drop_rows":
        kept = ~np.isnan(gapped).any(1)
        if kept.sum() < 20 or np.unique(y[kept]).size < np.unique(y).size:
            return np.nan
    return agreement(places(gapped, y, 0, missing), places(X, y, 0))


def main(folder, repeats="3", *names):
    repeats = int(repeats)
    print("| set | another seed | " + " | ".join(f"{r:.0%}, `{w}`" for r in RATES for w in WAYS) + " |")
    print("| --- " * (2 + len(RATES) * len(WAYS)) + "|")
    table = []
    for name in names or SETS:
        X, y = load(folder, name)
        row = [np.mean([agreement(places(X, y, 0), places(X, y, 1 + s)) for s in range(repeats)])]
        row += [np.mean([after_gaps(X, y, r, w, s) for s in range(repeats)]) for r in RATES for w in WAYS]
        table.append(row)
        print(f"| {name} | " + " | ".join("." if np.isnan(v) else f"{v:.2f}" for v in row) + " |", flush=True)
    means = np.mean(table, axis=0)
    print("| **mean** | " + " | ".join("." if np.isnan(v) else f"{v:.2f}" for v in means) + " |")


if __name__ == "__main__":
    main(*sys.argv[1:])
