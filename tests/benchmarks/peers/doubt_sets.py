#!/usr/bin/env python3
"""Does it pay on real tables to correct counts for wrong labels, or to count samples of unknown label?

    apt-get install python3-sklearn python3-scipy
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/doubt_sets.py DATA_DIR [REPEATS [SET ...]]

Half of the rows of each set train, the others test. Training labels go wrong in 30 % of the samples: pairs, a class is taken for its neighbour and
the neighbour for it; next, each class for the next one; uniform, for any other. Or they are missing, not at random: unknown, 60 % of the labels of
every second class. jmi adds a fifth of the features (5 to 20), by right labels; the observed ones; em and inverse, corrected by the true
flips; soft, the memberships that a forest fits; where labels are missing by known ones alone (observed) or each unknown one as 1/l of all classes.

Prints the share of the picks by right labels, and the balanced accuracy of a random forest that learns from the right labels with the picks, each as the mean of the
sets' differences from the observed labels with a 95 % interval (Student's t over the sets), and the p value of Wilcoxon's signed-rank test over the sets.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import sys

import numpy as np
from default_criterion import read
from scipy import stats
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import balanced_accuracy_score

import tamis

SETS = ["vehicle", "yeast", "isolet", "segment", "waveform", "wall_following", "page_blocks", "news_w100"]
RATE, MISSING = 0.3, 0.6
WAYS = {
    "pairs": ["right", "observed", "em", "inverse", "soft"],
    "next": ["right", "observed", "em", "inverse", "soft"],
    "uniform": ["right", "observed", "em", "inverse", "soft"],
    "unknown": ["right", "observed", "uniform", "soft"],
}


def flips(kind, classes):
    """T[s, y] = p(observed y | true s)."""
    T = (1 - RATE) * np.eye(classes)
    for s in range(classes):
        if kind == "uniform":
            T[s, np.arange(classes) != s] += RATE / (classes - 1)
        else:
            other = s ^ 1 if kind == "pairs" else (s + 1) % classes
            T[s, other if other < classes else s] += RATE
    return T


def observed(rng, y, kind, classes):
    """Labels; None where they are unknown."""
    if kind == "unknown":
        return np.where((y % 2 == 1) & (rng.random(len(y)) < MISSING), None, named(y))
    steps = np.cumsum(flips(kind, classes)[y], axis=1)
    return named((rng.random((len(y), 1)) > steps[:, :-1]).sum(1))


def named(y):
    return np.array([f"class {v:02d}" for v in y], dtype=object)


def picks(X, labels, way, kind, classes, keep):
    which, data = {"use": "jmi"}, {"soft": {"from": {"use": "forest"}}} if way == "soft" else {}
    if kind == "unknown" and way == "uniform":
        which["unknown"] = "uniform"
    elif way in ("em", "inverse"):
        rates = [float(v) for v in flips(kind, classes).ravel()]
        which |= {"correction": way, "noise": {"use": "known_rates", "rates": rates}}
    found = tamis.select(X, labels, criterion=which, keep=keep, data=data)
    return [f["column"] for f in found.ranking if f["selected"]]


def judge(X, y, seed, kind):
    """Of each way, the share of the picks by right labels and the balanced accuracy."""
    rng, classes, keep = np.random.default_rng(seed), y.max() + 1, int(np.clip(X.shape[1] // 5, 5, 20))
    order = rng.permutation(len(y))
    train, test = order[: len(y) // 2], order[len(y) // 2 :]
    labels, wanted, found = observed(rng, y[train], kind, classes), None, {}
    for way in WAYS[kind]:
        chosen = picks(X[train], named(y[train]) if way == "right" else labels, way, kind, classes, keep)
        wanted = wanted or set(chosen)  # those by right labels come first
        model = RandomForestClassifier(100, random_state=seed).fit(X[train][:, chosen], y[train])
        found[way] = len(wanted & set(chosen)) / keep, balanced_accuracy_score(y[test], model.predict(X[test][:, chosen]))
    return found


def difference(values, ways, way):
    """Over the sets: mean, half of the interval, p."""
    gain = values[:, ways.index(way)] - values[:, ways.index("observed")]
    half = stats.t.ppf(0.975, len(gain) - 1) * gain.std(ddof=1) / np.sqrt(len(gain))
    p = stats.wilcoxon(gain).pvalue if np.any(gain != 0) else 1.0
    return f"{100 * gain.mean():+.1f} ± {100 * half:.1f} (p = {p:.2f})"


def main(folder, repeats="10", *names):
    sets = {name: read(folder, name) for name in names or SETS}
    for kind, ways in WAYS.items():
        results = np.array([[list(judge(X, y, s, kind).values()) for s in range(int(repeats))] for X, y in sets.values()])
        means = results.mean(axis=1)  # set, way, measure
        for measure, title in enumerate(("same picks, %", "balanced accuracy, %")):
            print(f"\n{kind}: {title}\n\n| set | " + " | ".join(ways) + " |\n" + "| --- " * (1 + len(ways)) + "|")
            for name, row in zip(sets, means[:, :, measure]):
                print(f"| {name} | " + " | ".join(f"{100 * v:.1f}" for v in row) + " |")
            gains = [difference(means[:, :, measure], ways, w) if w != "observed" else "" for w in ways]
            print("| **over observed** | " + " | ".join(gains) + " |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
