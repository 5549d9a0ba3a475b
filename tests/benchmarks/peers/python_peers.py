#!/usr/bin/env python3
"""What a user of Python would take instead, in one run: each does the same work on the same arrays, in this process.

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/python_peers.py [SAMPLES FEATURES]

mutual_info_classif and mutual_info_regression against ksg_mi, SequentialFeatureSelector around k nearest
neighbours against forward with knn_error (by the folds that tamis reports), SelectKBest(f_classif) against
fisher_score, and the dense form of published Laplacian scores against laplacian_score. A tamis.Selector is fitted
where the others are, reading of the arrays included. Each pair runs in turn, PAIRS times. Prints the least seconds of
both by the clock, how many times faster tamis is, and the largest difference of a score, where both should agree (or
whether both select the same features). scikit-learn's n_jobs is its default, tamis takes one thread and then all.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import resource
import sys

import numpy as np
from laplacian_score_dense import BANDWIDTH, NEIGHBOURS, dense_scores
from sklearn.feature_selection import (SelectKBest, SequentialFeatureSelector, f_classif, mutual_info_classif,
                                       mutual_info_regression)
from sklearn.model_selection import PredefinedSplit
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from timing import spent

import tamis

PAIRS = 3


def race(name, ours, theirs, difference):
    """ours(n_jobs) gives a fitted Selector."""
    seconds = []
    for _ in range(PAIRS):
        one, fitted = spent(lambda: ours(1), resource.RUSAGE_SELF)
        every, _ = spent(lambda: ours(None), resource.RUSAGE_SELF)
        peer, found = spent(theirs, resource.RUSAGE_SELF)
        seconds.append([one[0], every[0], peer[0]])
    one, every, peer = np.min(seconds, axis=0)
    print(f"{name:<52} tamis {one:8.4f} {every:8.4f} s, peer {peer:8.4f} s, {peer / one:6.1f} and {peer / every:6.1f} "
          f"times; {difference(fitted, found)}")


def of_scores(theirs_of=lambda found: found, ours_of=lambda scores: scores):
    def difference(fitted, found):
        return f"largest difference {np.abs(ours_of(fitted.scores_) - theirs_of(found)).max():.1e}"
    return difference


def of_subsets(fitted, found):
    same = np.array_equal(fitted.get_support(), found.get_support())
    return "the same features" if same else "other features"


def main():
    n, d = (int(v) for v in sys.argv[1:3]) if len(sys.argv) > 2 else (5000, 100)
    rng = np.random.default_rng(1)
    print(f"{n} x {d}; seconds of tamis with one thread and with all, of the peer, and how many times faster tamis is")
    y = rng.integers(0, 2, n)
    X = np.asfortranarray(rng.normal(size=(n, d)) + y[:, None] * np.linspace(0, 1, d))
    real = X[:, -1] + rng.normal(size=n)
    half = d // 2

    def selector(criterion, target, search="rank", keep=d, X=X):
        return lambda n_jobs: tamis.Selector(criterion, search=search, n_features_to_select=keep, n_jobs=n_jobs).fit(X, target)

    not_negative = of_scores(ours_of=lambda scores: np.maximum(scores, 0))  # scikit-learn puts 0 for what is
    race("mutual_info_classif / ksg_mi", selector(tamis.KsgMi(neighbours=3), y),
         lambda: mutual_info_classif(X, y, n_neighbors=3, random_state=0), not_negative)
    race("mutual_info_regression / ksg_mi", selector(tamis.KsgMi(neighbours=3), real),
         lambda: mutual_info_regression(X, real, n_neighbors=3, random_state=0), not_negative)
    race("SelectKBest(f_classif) / fisher_score", selector("fisher_score", y, keep=half),
         lambda: SelectKBest(f_classif, k=half).fit(X, y),
         of_scores(lambda found: found.scores_, lambda scores: scores * (n - 2)))
    race("dense Laplacian score / laplacian_score", selector(tamis.LaplacianScore(neighbours=NEIGHBOURS, bandwidth=BANDWIDTH), None),
         lambda: dense_scores(X), of_scores())

    try:
        from skfeature.function.similarity_based import lap_score
        from skfeature.utility import construct_W
    except ImportError:
        print("scikit-feature is not there: its Laplacian score is left out")
    else:
        how = {"metric": "euclidean", "neighbor_mode": "knn", "weight_mode": "heat_kernel", "k": NEIGHBOURS, "t": BANDWIDTH}
        race("scikit-feature lap_score / laplacian_score", selector(tamis.LaplacianScore(neighbours=NEIGHBOURS), None),
             lambda: lap_score.lap_score(X, W=construct_W.construct_W(X, **how)), lambda fitted, found: "other graphs")

    few, some = min(n, 500), min(d, 20)
    x, labels = np.asfortranarray(X[:few, -some:]), y[:few]
    z = StandardScaler().fit_transform(x)
    ours = selector(tamis.KnnError(neighbours=5), labels, "forward", some // 2, x)
    folds = PredefinedSplit(ours(None).result_["diagnostics"]["cross_validation"]["values"][:, 0].astype(int))
    search = SequentialFeatureSelector(KNeighborsClassifier(5), n_features_to_select=some // 2, cv=folds)
    race(f"SequentialFeatureSelector(k-NN) / knn_error {few} x {some}", ours, lambda: search.fit(z, labels), of_subsets)


if __name__ == "__main__":
    main()
