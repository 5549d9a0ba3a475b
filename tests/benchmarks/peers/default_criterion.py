#!/usr/bin/env python3
"""Which criterion should be the default for classes? Features chosen on noisy labels, judged by three models on clean ones.

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/default_criterion.py DATA_DIR [REPEATS [SET ...]]

Of each set 60 % of the rows train and the others test. The training labels are flipped: none; uniformly, .2 or .35; of the
largest class .4 to the next class; of all classes .2 to the next one. Each method chooses a fifth of the features (20 of 200
or more) by the flipped labels. Ten nearest neighbours, logistic regression and a random forest learn on them, from the flipped
and from the true labels, and are judged by their balanced accuracy. Features that a method scores alike are taken in an order
drawn at random: where an order by number decided, an L1 logistic regression, which gives 0 to most, would be ahead on tables that
were made with their true features first.

Prints the mean of each method on each set, and how far the default is from the best peer there, with a standard error.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import csv
import gzip
import sys
import warnings

import numpy as np
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import RFE, f_classif, mutual_info_classif
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

import tamis

OF_FILES = ["sonar", "vehicle", "glass", "ecoli", "vertebral", "yeast", "segment", "breast_tissue", "wine", "waveform", "page_blocks",
            "wall_following", "colon", "lung_small", "music_genre"]  # fmt: skip
OF_SKLEARN = ["breast_cancer", "digits"]
MADE = ["linear", "copies", "interaction", "imbalanced", "wide", "many"]
FLIPS = [("uniform", 0.0), ("uniform", 0.2), ("uniform", 0.35), ("largest", 0.4), ("next", 0.2)]
MOST_ROWS = 1000


def rows_of(folder, name):
    path = f"{folder}/{name}/{name}.csv"
    packed = not os.path.exists(path)
    with gzip.open(path + ".gz", "rt", encoding="utf-8") if packed else open(path, encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return head, rows


def read(folder, name):
    head, rows = rows_of(folder, name)
    target = next(i for i, c in enumerate(head) if c in ("target", "class", "label"))
    X = np.array([[float(v) for i, v in enumerate(row) if i != target] for row in rows])
    return X, np.unique([row[target] for row in rows], return_inverse=True)[1]


def make(kind):
    rng, n = np.random.default_rng(11), 600
    if kind == "linear":
        X = rng.normal(size=(n, 50))
        return X, (X[:, :6] @ [1, 1, 0.8, 0.8, 0.6, 0.6] + 0.5 * rng.normal(size=n) > 0).astype(int)
    if kind == "copies":
        X = rng.normal(size=(n, 40))
        X[:, 10:20] = X[:, [0]] + 0.3 * rng.normal(size=(n, 10))
        return X, (X[:, :3].sum(1) > 0).astype(int)
    if kind == "interaction":
        X = rng.normal(size=(n, 20))
        return X, ((X[:, 0] * X[:, 1] > 0) ^ (X[:, 2] > 0.8)).astype(int)
    if kind == "imbalanced":
        X, y = rng.normal(size=(2 * n, 30)), (rng.random(2 * n) < 0.12).astype(int)
        X[:, :5] += y[:, None]
        X[:, 5:20] = rng.random((2 * n, 15)) < 0.02  # rare flags
        return X, y
    if kind == "wide":
        X, y = rng.normal(size=(120, 1000)), rng.integers(0, 2, 120)
        X[:, :15] += 0.8 * y[:, None]
        return X, y
    y, means = rng.integers(0, 8, n), np.zeros((8, 30))
    means[:, :6] = 1.3 * rng.normal(size=(8, 6))
    return rng.normal(size=(n, 30)) + means[y], y


def load(folder, name):
    if name in OF_SKLEARN:
        X, y = getattr(datasets, "load_" + name)(return_X_y=True)
    elif name in MADE:
        X, y = make(name)
    else:
        X, y = read(folder, name)
    kept = np.random.default_rng(0).permutation(len(y))[:MOST_ROWS]
    kept = kept[np.isin(y[kept], np.flatnonzero(np.bincount(y[kept]) >= 8))]
    return X[kept], np.unique(y[kept], return_inverse=True)[1]


def flip(y, kind, rate, rng):
    classes, z = y.max() + 1, y.copy()
    flipped = rng.random(len(y)) < rate
    if kind == "largest":
        flipped &= y == np.bincount(y).argmax()
    step = rng.integers(1, classes, len(y)) if kind == "uniform" else 1
    z[flipped] = (y + step)[flipped] % classes
    return z


def relief(X, y, neighbours=10):
    """ReliefF (Kononenko 1994)."""
    Z = (X - X.min(0)) / np.maximum(np.ptp(X, axis=0), 1e-12)
    share, worth = np.bincount(y) / len(y), np.zeros(X.shape[1])
    for i, z in enumerate(Z):
        distance = np.abs(Z - z).sum(1)
        for c, p in enumerate(share):
            at = np.flatnonzero((y == c) & (np.arange(len(y)) != i))
            near = at[np.argsort(distance[at])[:neighbours]]
            if len(near):
                apart = np.abs(Z[near] - z).mean(0)
                worth += -apart if c == y[i] else p / (1 - share[y[i]]) * apart
    return worth


def by_places(rank):
    """What is larger the earlier a feature comes in a ranking."""

    def places(X, z, seed):
        ranking = rank(X, z, seed).ranking
        score = np.empty(X.shape[1])
        score[[f["column"] for f in ranking]] = -np.arange(X.shape[1])
        return score

    return places


def by_tamis(**options):
    return by_places(lambda X, z, seed: tamis.rank(X, np.array([f"class {v}" for v in z]), random_state=seed, **options))


def l1(X, z, seed):
    return np.abs(LogisticRegression(penalty="l1", solver="liblinear", C=0.1, random_state=seed).fit(X, z).coef_).max(0)


def rfe(X, z, seed):
    step = 0.1 if X.shape[1] > 100 else 1
    return -RFE(LogisticRegression(max_iter=300), n_features_to_select=1, step=step).fit(X, z).ranking_.astype(float)


PEERS = {
    "f_classif": lambda X, z, seed: f_classif(X, z)[0],
    "mutual_info": lambda X, z, seed: mutual_info_classif(X, z, random_state=seed),
    "forest": lambda X, z, seed: RandomForestClassifier(200, random_state=seed).fit(X, z).feature_importances_,
    "RFE": rfe,
    "L1": l1,
    "ReliefF": lambda X, z, seed: relief(X, z),
}
METHODS = {"default": by_tamis(), "forest_importance": by_tamis(criterion="forest_importance")} | PEERS


def judge(X, y, z, chosen, test_X, test_y, seed):
    models = [KNeighborsClassifier(10), LogisticRegression(max_iter=300), RandomForestClassifier(60, random_state=seed)]
    return np.mean([
        balanced_accuracy_score(test_y, model.fit(X[:, chosen], labels).predict(test_X[:, chosen]))
        for model in models for labels in (y, z)
    ])  # fmt: skip


def accuracies(X, y, repeats):
    """Method -> one per flip and repeat."""
    found = {name: [] for name in METHODS}
    for kind, rate in FLIPS:
        for seed in range(repeats):
            rng = np.random.default_rng([seed, len(kind), int(100 * rate)])
            at = rng.permutation(len(y))
            train, test = np.split(at, [int(0.6 * len(y))])
            scale = StandardScaler().fit(X[train])
            train_X, test_X = scale.transform(X[train]), scale.transform(X[test])
            z = flip(y[train], kind, rate, rng)
            size = 20 if X.shape[1] >= 200 else max(2, X.shape[1] // 5)
            for name, method in METHODS.items():
                order = np.lexsort((rng.random(X.shape[1]), -np.nan_to_num(method(train_X, z, seed))))
                found[name].append(judge(train_X, y[train], z, order[:size], test_X, y[test], seed))
    return {name: np.array(values) for name, values in found.items()}


def main():
    folder, repeats = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    warnings.simplefilter("ignore")
    print("set", *METHODS, "best peer", "default minus best peer", sep=" | ")
    all_sets = []
    for name in sys.argv[3:] or OF_FILES + OF_SKLEARN + MADE:
        found = accuracies(*load(folder, name), repeats)
        all_sets.append([found[m].mean() for m in METHODS])
        best = max(PEERS, key=lambda p: found[p].mean())
        lead = found["default"] - found[best]
        print(name, *(f"{v:.3f}" for v in all_sets[-1]), best,
              f"{lead.mean():+.3f} ± {lead.std(ddof=1) / len(lead) ** 0.5:.3f}", sep=" | ", flush=True)  # fmt: skip
    print("mean", *(f"{v:.4f}" for v in np.mean(all_sets, 0)), sep=" | ")


if __name__ == "__main__":
    main()
