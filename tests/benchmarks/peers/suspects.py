#!/usr/bin/env python3
"""Which labels look wrong: tamis's engines, and what a user of cleanlab would take, on sets whose labels are flipped on purpose.

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/suspects.py DATA_DIR [REPEATS [SET ...]]

The sets lie in DATA_DIR as iris/iris.csv and so on, the class in the last column. Flips: uniform to another class ("u"), the same of the largest class only, at twice the
rate ("o"), to the one class with which a forest on the right labels mixes it up most ("p"), and to that forest's best other
class of rows near the boundary, drawn with the weight exp(-3 margin) ("f"), or to the next class ("n"). Peers: 1 - p(label) by out-of-fold probabilities
(5 folds) of scikit-learn's random forest, logistic regression and 10 nearest neighbours, which is cleanlab's score; and the
share off the diagonal of the confident joint of that forest (Northcutt, Jiang, Chuang 2021), which is its rate.

Prints a table of the average precision of "was flipped", means over sets and repeats, and one of probabilities and rates: the
expected calibration error (ten bins), stated and true share of rows with P(wrong) >= 0.8 (all together, and without segment),
right ones among rows above 0.5, the mean error of the rate, how often its range (which is to hold it nine times in ten) holds it, and the largest rate that was claimed; and the reliability of the first engine.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import sys
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tamis

SETS = ["iris", "wine", "vehicle", "vertebral", "glass", "ecoli", "yeast", "segment", "breast_tissue"]
FLIPS = [("u", 0.0), ("u", 0.05), ("u", 0.1), ("u", 0.2), ("u", 0.3), ("o", 0.1), ("o", 0.2), ("p", 0.1), ("p", 0.2), ("f", 0.1), ("f", 0.2), ("n", 0.1), ("n", 0.2)]
ENGINES = {
    "forest": "forest",
    "forest, pooled_flip": {"use": "forest", "noise": "pooled_flip"},
    "forest, confusion_matrix": {"use": "forest", "noise": {"use": "confusion_matrix", "prior": 50.0}},
    "neighbour_labels": "neighbour_labels",
    "lnt_mi": "lnt_mi",
}
PEERS = {
    "scikit-learn forest, 5 folds": lambda seed: RandomForestClassifier(300, random_state=seed),
    "logistic regression, 5 folds": lambda seed: make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "10 neighbours, 5 folds": lambda seed: make_pipeline(StandardScaler(), KNeighborsClassifier(10)),
}


def load(folder, name):
    table = np.genfromtxt(f"{folder}/{name}/{name}.csv", delimiter=",", skip_header=1)
    return np.asfortranarray(table[:, :-1]), np.unique(table[:, -1], return_inverse=True)[1]


def fitted(X, z, engine, seed):
    """The result of a fit to all features."""
    return tamis.select(X, z, criterion=engine, search="backward", keep=X.shape[1], random_state=seed)


def flip(y, kind, rate, clean, rng):
    """clean: out-of-bag probabilities of a forest on the right labels."""
    n, classes = len(y), y.max() + 1
    other = clean.copy()
    other[np.arange(n), y] = -1
    if kind == "f":
        margin = clean[np.arange(n), y] - other.max(axis=1)
        weight = np.exp(-3 * margin)
        wrong = np.zeros(n, dtype=bool)
        wrong[rng.choice(n, round(rate * n), replace=False, p=weight / weight.sum())] = True
        to = other.argmax(axis=1)
    else:
        wrong = rng.random(n) < (2 * rate * (y == np.bincount(y).argmax()) if kind == "o" else rate)
        sibling = np.array([other[y == c].mean(axis=0).argmax() for c in range(classes)])
        to = (y + rng.integers(1, classes, n)) % classes if kind in "uo" else (y + 1) % classes if kind == "n" else sibling[y]
    return np.where(wrong, to, y), wrong


def confident_rate(q, z):
    """The share off the diagonal of the confident joint, its rows scaled to the counts of the labels."""
    classes = q.shape[1]
    threshold = np.array([q[z == c, c].mean() for c in range(classes)])
    passes = np.where(q >= threshold, q, -1)
    counts = np.zeros((classes, classes))
    for label, guess, any_passes in zip(z, passes.argmax(axis=1), passes.max(axis=1) >= 0):
        counts[label, guess] += any_passes
    joint = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1) * np.bincount(z, minlength=classes)[:, None]
    return 1 - np.trace(joint) / joint.sum()


def calibration_error(p, wrong):
    bins = np.minimum((10 * p).astype(int), 9)
    return sum(abs(p[bins == b].mean() - wrong[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))


def judgements(X, z, seed):
    """(name, P(wrong) of each row, rate, range of the rate or None) by each engine and peer."""
    rows = np.arange(len(z))
    for name, engine in ENGINES.items():
        found = fitted(X, z, engine, seed)
        p = 1 - found.noise.memberships[rows, z]
        diagnostics = found["diagnostics"]
        within = (diagnostics["rate_low"], diagnostics["rate_high"]) if "rate_low" in diagnostics else None
        yield name, p, p.mean(), within
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for name, make in PEERS.items():
        q = cross_val_predict(make(seed), X, z, cv=folds, method="predict_proba")
        yield name, 1 - q[rows, z], confident_rate(q, z), None


def main():
    folder, repeats = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    names = sys.argv[3:] or SETS
    warnings.filterwarnings("ignore")
    found = {}  # (who, flips) -> list of (set, AP, P(wrong), wrong, rate)
    for name in names:
        X, y = load(folder, name)
        clean = fitted(X, y, "forest", 0)["diagnostics"]["probabilities"]["values"]
        for kind, rate in FLIPS:
            for repeat in range(repeats):
                z, wrong = flip(y, kind, rate, clean, np.random.default_rng([repeat, round(100 * rate), ord(kind)]))
                for who, p, claimed, within in judgements(X, z, repeat):
                    precision = average_precision_score(wrong, p) if wrong.any() else np.nan
                    found.setdefault((who, kind, rate), []).append((name, precision, p, wrong, claimed, within))
    methods = [*ENGINES, *PEERS]
    columns = [f for f in FLIPS if f[1] > 0]
    print(f"average precision, means over {len(names)} sets and {repeats} repeats")
    print("| | " + " | ".join(f"{k} {r:.0%}" for k, r in columns) + " |")
    for who in methods:
        means = [np.mean([f[1] for f in found[who, k, r]]) for k, r in columns]
        print(f"| {who} | " + " | ".join(f"{m:.3f}" for m in means) + " |")
    print("\nby set, u 10%")
    print("| | " + " | ".join(names) + " |")
    for who in methods:
        means = [np.mean([f[1] for f in found[who, "u", 0.1] if f[0] == name]) for name in names]
        print(f"| {who} | " + " | ".join(f"{m:.2f}" for m in means) + " |")
    print("\nprobabilities and rates\n| | flips | calibration error | P >= .8: stated/true | without segment | right above .5 | error of the rate | within its range | largest claim |")
    for who in methods:
        for kind, rate in FLIPS:
            cases = found[who, kind, rate]
            p, wrong = (np.concatenate([c[k] for c in cases]) for k in (2, 3))
            other = np.concatenate([np.full(len(c[2]), c[0] != "segment") for c in cases])

            def stated_and_true(rows):
                return f"{p[rows].mean():.2f}/{wrong[rows].mean():.2f} ({rows.sum()})" if rows.any() else "-"

            right = f"{wrong[p > 0.5].mean():.2f}" if (p > 0.5).any() else "-"
            error = np.mean([abs(c[4] - c[3].mean()) for c in cases])
            ranges = [c[5][0] - 1e-9 <= c[3].mean() <= c[5][1] + 1e-9 for c in cases if c[5]]
            held = f"{np.mean(ranges):.2f}" if ranges else "-"
            print(f"| {who} | {kind} {rate:.0%} | {np.mean([calibration_error(c[2], c[3]) for c in cases]):.3f} | "
                  f"{stated_and_true(p >= 0.8)} | {stated_and_true((p >= 0.8) & other)} | {right} | {error:.3f} | {held} | "
                  f"{max(c[4] for c in cases):.3f} |")

    first = methods[0]
    print(f"\nreliability of {first}: stated / true (rows), by P(wrong)\n| | " + " | ".join(f"{k} {r:.0%}" for k, r in FLIPS) + " |")
    for low in np.arange(10) / 10:
        cells = []
        for kind, rate in FLIPS:
            p, wrong = (np.concatenate([c[k] for c in found[first, kind, rate]]) for k in (2, 3))
            here = np.minimum((10 * p).astype(int), 9) == round(10 * low)
            cells.append(f"{p[here].mean():.2f}/{wrong[here].mean():.2f} ({here.sum()})" if here.any() else "-")
        print(f"| {low:.1f} to {low + 0.1:.1f} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
