#!/usr/bin/env python3
"""How often does the default criterion warn that its order may be chance: on tables of noise, where it should, and on others?

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/chance_warning.py DATA_DIR

Noise: numbers, flags, whole and skewed numbers, and numbers that are correlated, five tables of each; two classes, five, one of which a
tenth are, and real values. Prints the share of tables that are warned of. Others: the tables of default_criterion.py and
default_criterion_real.py, with right labels or values and with each kind of errors; prints 1 where it warns.
"""
import sys
import warnings

import default_criterion
import default_criterion_real
import numpy as np

import tamis

SIZES = [(30, 100), (60, 1000), (100, 10), (200, 5), (300, 30), (1000, 20), (2000, 8)]
KINDS = ["normal", "flags", "mixed", "correlated"]
TARGETS = {
    "two classes": lambda g, n: g.integers(0, 2, n),
    "five": lambda g, n: g.integers(0, 5, n),
    "a tenth": lambda g, n: np.append((g.random(n - 2) < 0.1).astype(int), [0, 1]),
    "real": lambda g, n: g.normal(size=n),
}


def warns(X, y, target):
    labels = y if target == "real" else np.array([f"class {v}" for v in y])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        tamis.rank(X, labels, criterion="forest_and_lasso", target=target)
    return any("order may be chance" in str(w.message) for w in said)


def features(g, n, d, kind):
    X = g.normal(size=(n, d))
    if kind == "flags":
        return (g.random((n, d)) < g.uniform(0.02, 0.5, d)).astype(float)
    if kind == "mixed":
        X[:, ::2], X[:, 1::3] = np.round(X[:, ::2]), np.exp(X[:, 1::3])
    return X + 2 * g.normal(size=(n, 1)) if kind == "correlated" else X


def share_of_noise(n, d, title):
    found = []
    for kind in KINDS:
        for seed in range(5):
            g = np.random.default_rng([seed, n, d])
            found.append(warns(features(g, n, d, kind), TARGETS[title](g, n), "real" if title == "real" else "class"))
    return np.mean(found)


def main(folder):
    print("noise", *TARGETS, sep=" | ")
    for n, d in SIZES:
        print(f"{n} x {d}", *(f"{share_of_noise(n, d, title):.2f}" for title in TARGETS), sep=" | ", flush=True)
    of_classes, of_values = default_criterion, default_criterion_real
    for name in of_classes.OF_FILES + of_classes.OF_SKLEARN + of_classes.MADE:
        X, y = of_classes.load(folder, name)
        print(name, *(int(warns(X, of_classes.flip(y, *how, np.random.default_rng(1)), "class")) for how in of_classes.FLIPS), flush=True)
    for name in of_values.OF_FILES + of_values.MADE:
        X, y = of_values.load(folder, name)
        print(name, *(int(warns(X, of_values.with_errors(y, kind, np.random.default_rng(1)), "real")) for kind in of_values.ERRORS), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
