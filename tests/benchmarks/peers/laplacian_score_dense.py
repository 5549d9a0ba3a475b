#!/usr/bin/env python3
"""laplacian_score against the dense form that published Python versions use, in one run on the same data.

    apt-get install python3-numpy
    tests/benchmarks/peers/laplacian_score_dense.py build/release/bin/tamis [SAMPLES FEATURES]

The dense form makes the n x n matrices of distances, weights and Laplacian, sorts each row, and scores all features by
matrix products (as scikit-feature's construct_W and lap_score do, without scikit-learn's own k-d tree). It is timed without
start and reading, tamis as the whole command. Prints the median seconds of three runs of each, their ratio and the largest
difference.
"""
import json
import resource
import statistics
import subprocess
import sys
import tempfile

import numpy as np

from timing import spent

NEIGHBOURS, BANDWIDTH = 5, 1.0


def dense_scores(x):
    """LS = f~'L f~ / f~'D f~ (He, Cai, Niyogi 2005) on z-scores, kernel exp(-||.||/t), with n x n matrices."""
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    squares = (z * z).sum(axis=1)
    distances = np.sqrt(np.maximum(squares[:, None] + squares[None, :] - 2 * z @ z.T, 0))
    np.fill_diagonal(distances, np.inf)
    order = np.argsort(distances, axis=1)[:, :NEIGHBOURS]
    weights = np.zeros_like(distances)
    rows = np.arange(len(z))[:, None]
    weights[rows, order] = np.exp(-distances[rows, order] / BANDWIDTH)
    weights = np.maximum(weights, weights.T)
    degrees = weights.sum(axis=1)
    laplacian = np.diag(degrees) - weights
    centred = z - (degrees @ z) / degrees.sum()
    return (centred * (laplacian @ centred)).sum(axis=0) / (degrees @ (centred * centred))


def main():
    tamis = sys.argv[1]
    n, d = (int(v) for v in sys.argv[2:4]) if len(sys.argv) > 3 else (5000, 100)
    x = np.random.default_rng(1).normal(size=(n, d))
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", x)
        command = [tamis, "rank", f"{folder}/x.npy", "-c", "laplacian_score", "--json", "-q"]
        ours, theirs = [], []
        for _ in range(3):
            seconds, result = spent(lambda: subprocess.run(command, check=True, capture_output=True), resource.RUSAGE_CHILDREN)
            ours.append(seconds[0])
            seconds, expected = spent(lambda: dense_scores(x), resource.RUSAGE_SELF)
            theirs.append(seconds[0])
        ranking = json.loads(result.stdout)["ranking"]
    scores = np.empty(d)
    for row in ranking:
        scores[row["column"]] = row["score"]
    a, b = statistics.median(ours), statistics.median(theirs)
    print(f"{n} x {d}: tamis {a:.3f} s, dense numpy {b:.3f} s, ratio {b / a:.0f}, "
          f"largest difference {np.abs(scores - expected).max():.1e}")


if __name__ == "__main__":
    main()
