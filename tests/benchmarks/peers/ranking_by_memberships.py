#!/usr/bin/env python3
"""Which features? Rankings by labels of which some are wrong, as they are and after a fit, beside the ranking by the right ones.

    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/ranking_by_memberships.py DATA_DIR [REPEATS]

Sets and flips as in suspects.py, and spheres: three features that tell four clouds apart, three of noise. Each criterion ranks by the right labels, by the flipped
ones, and by the memberships that a fit to all features finds in these (soft labels, or where a criterion takes none their most probable class). Prints the mean
Spearman correlation of its scores with those by the right labels.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import sys
import warnings

import numpy as np
from scipy.stats import spearmanr

import tamis
from suspects import SETS, fitted, flip, load

FLIPS = [("u", 0.1), ("u", 0.2), ("u", 0.3), ("o", 0.1), ("p", 0.1), ("p", 0.2), ("f", 0.1), ("f", 0.2)]
FITS = {
    "forest": "forest",
    "confusion_matrix": {"use": "forest", "noise": {"use": "confusion_matrix", "prior": 50.0}},
}
CRITERIA = {
    "weighted_laplacian": ("weighted_laplacian", True),
    "fisher_score": ("fisher_score", False),
    "ksg_mi": ("ksg_mi", False),
    "forest_importance": ("forest_importance", True),
    "lnt_mi": ("lnt_mi", False),
}


def spheres(n, seed):
    """Four clouds at the corners of a tetrahedron in three features, and three features of noise."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, n)
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], dtype=float)
    return np.asfortranarray(np.hstack([corners[y] + rng.normal(size=(n, 3)), rng.normal(size=(n, 3))])), y


def scores(X, y, criterion, seed):
    result = tamis.rank(X, y, criterion=criterion, search="rank", random_state=seed)
    of = np.full(X.shape[1], np.nan)
    for place in result["ranking"]:
        score = place["score"]
        if score is None:
            score = {"+": 1e300, "-": -1e300}.get(place.get("infinite"), np.nan)
        of[place["column"]] = score
    return of


def agreement(a, b):
    return spearmanr(a, b, nan_policy="omit").correlation


def main():
    folder, repeats = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    warnings.filterwarnings("ignore")
    tables = {name: load(folder, name) for name in SETS}
    tables["spheres"] = spheres(200, 0)
    found = {}  # (criterion, labels, flips) -> correlations
    for name, (X, y) in tables.items():
        clean = fitted(X, y, "forest", 0)["diagnostics"]["probabilities"]["values"]
        right = {who: scores(X, y, criterion, 0) for who, (criterion, _) in CRITERIA.items()}
        for kind, rate in FLIPS:
            for repeat in range(repeats):
                z, _ = flip(y, kind, rate, clean, np.random.default_rng([repeat, round(100 * rate), ord(kind)]))
                gammas = {fit: fitted(X, z, engine, repeat).noise.memberships for fit, engine in FITS.items()}
                for who, (criterion, takes_soft) in CRITERIA.items():
                    def add(labels, target):
                        found.setdefault((who, labels, kind, rate), []).append(agreement(scores(X, target, criterion, repeat), right[who]))

                    add("as given", z)
                    for fit, gamma in gammas.items():
                        add(f"memberships, {fit}" if takes_soft else f"most probable, {fit}", gamma if takes_soft else gamma.argmax(axis=1))
        print(f"# {name} done", file=sys.stderr, flush=True)
    print("| criterion | labels | " + " | ".join(f"{k} {r:.0%}" for k, r in FLIPS) + " |")
    for who, labels in dict.fromkeys((key[0], key[1]) for key in found):
        print(f"| {who} | {labels} | " + " | ".join(f"{np.nanmean(found[who, labels, k, r]):.3f}" for k, r in FLIPS) + " |")


if __name__ == "__main__":
    main()
