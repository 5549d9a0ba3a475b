#!/usr/bin/env python3
"""wasserstein_exact against POT (Python Optimal Transport), on the problems of transport_benchmark.

    apt-get install python3-pot
    build/release/tests/transport_benchmark --benchmark_filter=exact --benchmark_format=json > transport.json
    tests/benchmarks/peers/transport_pot.py transport.json

POT runs as it is: emd2 with the default options, and its compiled solver alone (ot.lp.emd_c), which spares the checks
and copies of emd2. Prints the microseconds of a pair (POT: the best of five rounds over all pairs), their ratio, and the
largest relative difference between the sums of the distances.
"""
import json
import sys
import time

import numpy as np
import ot
from ot.lp import emd_c

PAIRS = 64
MOST_PIVOTS = 100000


def scrambled(key, limit):
    """An integer below limit, as transport_benchmark.cpp makes it."""
    return (key * 2654435761 % 2**32) * 40503 % 2**32 // 65536 % limit


def points(classes, lopsided):
    x = np.array([[scrambled(5 * c + f + 1, 65536) / 65536 for f in range(5)] for c in range(classes)])
    d = np.sqrt(((x[:, None] - x[None]) ** 2).sum(axis=2))
    return d + 0.25 + 0.125 * np.triu(np.ones_like(d), 1) if lopsided else d


def mail_tree():
    group = np.arange(56) // 14
    d = np.where(group[:, None] == group[None], 0.4, 1.4)
    np.fill_diagonal(d, 0)
    return d


def dense(classes, salt):
    return [[1 + scrambled(salt + 1000 * b + c, 1000) for c in range(classes)] for b in range(PAIRS)]


def cells():
    """Counts of cells and of the blankets they lie in."""
    blanket = [[1 + scrambled(7000 * b + c, 12) if scrambled(1000 * b + c + 1, 100) < 42 else 0 for c in range(56)]
               for b in range(PAIRS)]
    cell = [[scrambled(9000 * b + c, n + 1) if n else 0 for c, n in enumerate(row)] for b, row in enumerate(blanket)]
    return cell, blanket


def problem(name):
    kind, _, classes = name.partition("/")
    if kind.startswith("exact_cells"):
        p, q, d = *cells(), mail_tree()
    else:
        p, q, d = dense(int(classes), 1), dense(int(classes), 500000), points(int(classes), kind.endswith("lopsided"))
    pairs = []
    for row_p, row_q in zip(np.array(p, float), np.array(q, float)):
        i, j = np.flatnonzero(row_p), np.flatnonzero(row_q)  # POT is spared the classes without mass
        pairs.append((row_p[i] / row_p.sum(), row_q[j] / row_q.sum(), np.ascontiguousarray(d[np.ix_(i, j)])))
    return pairs


def microseconds(solve, pairs):
    best = np.inf
    for _ in range(5):
        begin = time.perf_counter()
        for pair in pairs:
            solve(*pair)
        best = min(best, time.perf_counter() - begin)
    return best / len(pairs) * 1e6


def main():
    with open(sys.argv[1]) as file:
        runs = json.load(file)["benchmarks"]
    print(f"{'':30}{'tamis':>9}{'emd2':>9}{'solver':>9}{'emd2 / tamis':>15}{'difference':>13}")
    for run in runs:
        pairs = problem(run["name"])
        ours = run["pair"] * 1e6
        emd2 = microseconds(ot.emd2, pairs)
        solver = microseconds(lambda p, q, d: emd_c(p, q, d, MOST_PIVOTS, 1), pairs)
        expected = sum(ot.emd2(*pair) for pair in pairs)
        print(f"{run['name']:30}{ours:9.2f}{emd2:9.2f}{solver:9.2f}{emd2 / ours:15.1f}"
              f"{abs(run['sum'] - expected) / expected:13.1e}")


if __name__ == "__main__":
    main()
