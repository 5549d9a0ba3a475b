#!/usr/bin/env python3
"""Which criterion should be the default for real targets? Features chosen on targets with errors, judged by three models on right ones.

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/default_criterion_real.py DATA_DIR [REPEATS [SET ...]]

Of each set 60 % of the rows train and the others test. The training targets get errors: none; normal ones of the targets' standard
deviation; a tenth of the targets is another one times three, or 30 % another one; Student's t with 2 degrees of freedom, half a
deviation wide; rounding to three values; or four of five targets are unknown. Each method chooses a fifth of the features (20 of 200 or more). Ten nearest neighbours, ridge regression
and a random forest learn on them, from the targets with errors and from the right ones, and are judged by the rank correlation
of their predictions with the right targets of the test rows.

Prints the mean of each method on each set and for each kind of errors, and how far each is from `supervised_laplacian`, with a standard
error over the sets.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import sys
import warnings

import numpy as np
from default_criterion import by_places, rows_of
from scipy.stats import spearmanr
from sklearn.ensemble import RandomForestRegressor
from sklearn.feature_selection import f_regression, mutual_info_regression
from sklearn.linear_model import LassoCV, RidgeCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

import tamis

OF_FILES = ["diabetes", "house_8l", "house_16h", "tecator", "corn", "gasoline", "nir_fermentation", "nir_soil"]
MADE = ["linear", "weak", "copies", "friedman", "interaction", "wide", "skewed", "flags", "waves"]
ERRORS = ["none", "normal", "outliers", "swapped", "heavy", "rounded", "unknown"]
MOST_ROWS = 1000


def make(kind):
    rng, n = np.random.default_rng(12), 500
    X = rng.normal(size=(n, 40))
    if kind == "linear":
        y = X[:, :6] @ [1, 1, 0.8, 0.8, 0.6, 0.6] + rng.normal(size=n)
    elif kind == "weak":
        y = X[:, :8].sum(1) * 0.3 + 1.5 * rng.normal(size=n)
    elif kind == "copies":
        X[:, 10:20] = X[:, [0]] + 0.3 * rng.normal(size=(n, 10))
        y = X[:, :3].sum(1) + rng.normal(size=n)
    elif kind == "friedman":
        X = rng.random((n, 25))
        y = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4] + rng.normal(size=n)
    elif kind == "interaction":
        y = X[:, 0] * X[:, 1] + X[:, 2] + 0.5 * rng.normal(size=n)
    elif kind == "wide":
        X = rng.normal(size=(120, 800))
        y = X[:, :10].sum(1) * 0.6 + rng.normal(size=120)
    elif kind == "skewed":
        X = np.exp(X)
        y = np.exp(np.log(X[:, :4]).sum(1) * 0.5 + 0.5 * rng.normal(size=n))
    elif kind == "flags":
        X[:, :20] = rng.random((n, 20)) < rng.uniform(0.02, 0.5, 20)
        y = X[:, :6] @ [2, 1.5, 1, 1, 0.8, 0.8] + rng.normal(size=n)
    else:
        y = np.sin(3 * X[:, 0]) + np.abs(X[:, 1]) + (X[:, 2] > 0.5) + 0.5 * rng.normal(size=n)
    return X, y


def load(folder, name):
    if name in MADE:
        return make(name)
    head, rows = rows_of(folder, name)
    X = np.array([[float(v) for v in row] for row in rows])
    target = head.index("target")
    kept = np.random.default_rng(0).permutation(len(X))[:MOST_ROWS]
    return np.delete(X, target, 1)[kept], X[kept, target]


def with_errors(y, kind, rng):
    n, scale = len(y), y.std()
    if kind == "normal":
        return y + scale * rng.normal(size=n)
    if kind == "heavy":
        return y + 0.5 * scale * rng.standard_t(2, n)
    if kind == "unknown":
        return np.where(rng.random(n) < 0.8, np.nan, y)
    if kind == "rounded":
        return np.digitize(y, np.quantile(y, [1 / 3, 2 / 3])).astype(float)
    z, wrong = y.copy(), rng.random(n) < {"none": 0, "outliers": 0.1, "swapped": 0.3}[kind]
    z[wrong] = rng.permutation(y)[wrong]
    if kind == "outliers":
        z[wrong] = y.mean() + 3 * (z[wrong] - y.mean())
    return z


def by_known(method):
    return lambda X, z, seed: method(X[np.isfinite(z)], z[np.isfinite(z)], seed)


def by_tamis(criterion):
    return by_places(lambda X, z, seed: tamis.rank(X, z, criterion=criterion, random_state=seed, target="real"))


TAMIS = ["supervised_laplacian", "forest_and_lasso", "forest_importance", "robust_lasso", "correlation", "ksg_mi", "relief",
         "semi_supervised_laplacian"]  # fmt: skip
PEERS = {
    "f_regression": lambda X, z, seed: f_regression(X, z)[0],
    "mutual_info": lambda X, z, seed: mutual_info_regression(X, z, random_state=seed),
    "forest": lambda X, z, seed: RandomForestRegressor(200, max_features=1 / 3, random_state=seed).fit(X, z).feature_importances_,
    "lasso": lambda X, z, seed: np.abs(LassoCV(cv=5).fit(X, z).coef_),
}
METHODS = {name: by_tamis(name) for name in TAMIS} | {name: by_known(method) for name, method in PEERS.items()}


def judge(X, y, z, chosen, test_X, test_y, seed):
    models = [KNeighborsRegressor(10), RidgeCV(np.logspace(-3, 3, 7)), RandomForestRegressor(60, random_state=seed)]
    found = []
    for model in models:
        for labels in (y, z):
            known = np.isfinite(labels)
            model.fit(X[known][:, chosen], labels[known])
            found.append(spearmanr(test_y, model.predict(test_X[:, chosen]))[0])
    return np.mean(np.nan_to_num(found))


def correlations(X, y, repeats):
    """Kind of errors x method."""
    out = np.zeros((len(ERRORS), len(METHODS)))
    for e, kind in enumerate(ERRORS):
        for seed in range(repeats):
            rng = np.random.default_rng([seed, e])
            train, test = np.split(rng.permutation(len(y)), [int(0.6 * len(y))])
            scale = StandardScaler().fit(X[train])
            train_X, test_X = scale.transform(X[train]), scale.transform(X[test])
            z = with_errors(y[train], kind, rng)
            size = 20 if X.shape[1] >= 200 else max(2, X.shape[1] // 5)
            for m, method in enumerate(METHODS.values()):
                order = np.lexsort((rng.random(X.shape[1]), -np.nan_to_num(method(train_X, z, seed))))
                out[e, m] += judge(train_X, y[train], z, order[:size], test_X, y[test], seed) / repeats
    return out


def line(title, values):
    print(title, *(f"{v:.3f}" for v in values), sep=" | ", flush=True)


def main():
    folder, repeats = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    warnings.simplefilter("ignore")
    print("set", *METHODS, sep=" | ")
    found = []
    for name in sys.argv[3:] or OF_FILES + MADE:
        found.append(correlations(*load(folder, name), repeats))
        line(name, found[-1].mean(0))
    found = np.array(found)  # set, errors, method
    for e, kind in enumerate(ERRORS):
        line(f"errors: {kind}", found[:, e].mean(0))
    line("mean", found.mean((0, 1)))
    lead = found.mean(1) - found.mean(1)[:, :1]
    print("over the first", *(f"{v:+.3f} ± {s:.3f}" for v, s in zip(lead.mean(0), lead.std(0, ddof=1) / len(lead) ** 0.5)), sep=" | ")


if __name__ == "__main__":
    main()
