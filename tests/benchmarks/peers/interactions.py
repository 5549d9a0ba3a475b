#!/usr/bin/env python3
"""How often does a ranking have the features first that matter, where they act together?

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/interactions.py [REPEATS]

Two classes of 300 rows and 30 features or 1000 rows and 100 features, with 0 or 30 % of the labels flipped. Prints, for each method, the
share of the features that matter among as many first ones.
"""
import sys
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier

import tamis


def product(rng, X):
    return X[:, 0] * X[:, 1] > 0, 2


def flags(rng, X):
    X[:, :6] = rng.random((len(X), 6)) < 0.5
    return X[:, 0] != X[:, 1], 2


def genotypes(rng, X):
    X[:] = rng.binomial(2, 0.4, X.shape)
    return (X[:, 0] == 1) != (X[:, 1] == 1), 2


def product_and_effect(rng, X):
    return X[:, 0] * X[:, 1] + 0.7 * X[:, 2] > 0, 3


def correlated(rng, X):
    for j in range(2, X.shape[1]):  # 0 and 1 have neighbours of their own
        X[:, j] = 0.6 * X[:, j - 2] + 0.8 * X[:, j]
    return X[:, 0] * X[:, 1] > 0, 2


def uneven(rng, X):
    return (X[:, 0] > 1) != (X[:, 1] > 0.7), 2


def corner(rng, X):
    return (X[:, 0] > 0.3) & (X[:, 1] > 0.3), 2


def ring(rng, X):
    return X[:, 0] ** 2 + X[:, 1] ** 2 < 1.4, 2


def parity(rng, X):
    return X[:, 0] * X[:, 1] * X[:, 2] > 0, 3


def linear(rng, X):
    return X[:, :5].sum(1) > 0, 5


KINDS = [product, flags, genotypes, product_and_effect, correlated, uneven, corner, ring, parity, linear]
TAMIS = ["forest_and_lasso", "forest_importance", "robust_lasso", "relieff", "multisurf"]


def order_of(method, X, z, seed):
    if method == "forest of scikit-learn":
        return np.argsort(-RandomForestClassifier(200, random_state=seed).fit(X, z).feature_importances_)
    ranking = tamis.rank(X, np.array(["a", "b"])[z], criterion=method, random_state=seed).ranking
    return np.array([f["column"] for f in ranking])


def main(repeats=10):
    warnings.simplefilter("ignore")
    methods = [*TAMIS, "forest of scikit-learn"]
    print("classes", "rows x features", "flipped", *methods, sep=" | ")
    for kind in KINDS:
        for n, d in (300, 30), (1000, 100):
            for rate in 0, 0.3:
                found = dict.fromkeys(methods, 0)
                for seed in range(repeats):
                    rng = np.random.default_rng([seed, n])
                    X = rng.normal(size=(n, d))
                    y, count = kind(rng, X)
                    z = (y ^ (rng.random(n) < rate)).astype(int)
                    places = rng.permutation(d)
                    for method in methods:
                        first = places[order_of(method, X[:, places], z, seed)[:count]]
                        found[method] += np.mean(first < count) / repeats
                print(kind.__name__, f"{n} x {d}", rate, *(f"{v:.2f}" for v in found.values()), sep=" | ", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
