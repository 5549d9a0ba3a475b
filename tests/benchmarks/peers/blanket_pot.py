"""The distances that the first step on Enron asks for, by POT's emd2 and by tamis.

    TAMIS_DATA_DIR=DIR blanket_benchmark --benchmark_filter=enron_distances --benchmark_format=json > t.json
    TAMIS_DATA_DIR=DIR python3 blanket_pot.py t.json            # needs numpy, ot (Debian: python3-pot)

The pairs are made here anew: 988 samples, binary words, blankets of the three most correlated features; their number and
the sum of the distances must agree with tamis' figures.
"""
import gzip
import json
import os
import sys
import time

import numpy
import ot


def read_enron(folder):
    with gzip.open(os.path.join(folder, "enron_corr", "enron_corr.csv.gz"), "rt") as file:
        rows = [line.rstrip("\n").split(",") for line in file][1:989]
    features = numpy.array([[int(cell) for cell in row[:-1]] for row in rows])
    sets = []
    for row in rows:
        labels = set()
        for label in row[-1].split("@"):
            parts = label.split("/")
            labels.update("/".join(parts[:k]) for k in range(1, len(parts) + 1))
        sets.append(labels)
    return features, sets


def tree_distances(names, weights=(0.5, 0.2, 0.05)):
    def distance(a, b):
        a, b = a.split("/"), b.split("/")
        shared = 0
        while shared < min(len(a), len(b)) and a[shared] == b[shared]:
            shared += 1
        return sum(weights[shared : len(a)]) + sum(weights[shared : len(b)])

    return numpy.array([[distance(a, b) for b in names] for a in names])


def pairs_of(features, masses, size=3):
    copies = masses.sum(axis=1)
    n = copies.sum()
    sums = copies @ features
    covariance = n * (features.T * copies) @ features - numpy.outer(sums, sums)  # whole numbers
    variance = covariance.diagonal()
    for i in range(features.shape[1]):
        with numpy.errstate(divide="ignore", invalid="ignore"):
            strength = numpy.where(variance > 0, covariance[i].astype(float) ** 2 / variance, 0)
        strength[i] = -1
        given = numpy.sort(numpy.argsort(-strength, kind="stable")[:size])
        group = features[:, given] @ (2 ** numpy.arange(size))
        for g in numpy.unique(group):
            inside = group == g
            q = masses[inside].sum(axis=0)
            for x in numpy.unique(features[inside, i]):
                p = masses[inside & (features[:, i] == x)].sum(axis=0)
                yield p / p.sum(), q / q.sum()


def main():
    figures = {b["name"]: b for b in json.load(open(sys.argv[1]))["benchmarks"]}
    features, sets = read_enron(os.environ["TAMIS_DATA_DIR"])
    names = sorted(set().union(*sets))
    masses = numpy.array([[float(name in labels) for name in names] for labels in sets])
    d = tree_distances(names)
    pairs = list(pairs_of(features, masses))
    start = time.perf_counter()
    total = sum(ot.emd2(p, q, d) for p, q in pairs)
    full = (time.perf_counter() - start) / len(pairs)
    seconds = 0.0
    for p, q in pairs:  # as a careful caller would: rows and columns without mass left out
        a, b = numpy.flatnonzero(p), numpy.flatnonzero(q)
        small_p, small_q, small_d = p[a], q[b], numpy.ascontiguousarray(d[numpy.ix_(a, b)])
        start = time.perf_counter()
        ot.emd2(small_p, small_q, small_d)
        seconds += time.perf_counter() - start
    reduced = seconds / len(pairs)
    print(f"{len(pairs)} pairs, sum of distances {total:.9f} (POT)")
    for name, b in figures.items():
        if not name.startswith("enron_distances"):
            continue
        us = b["us_per_pair"]
        print(f"{name:28} {b['pairs']:.0f} pairs, sum {b['sum']:.9f}: {us:7.3f} us a pair;"
              f" emd2 {full * 1e6:.1f} ({full * 1e6 / us:.0f} times), on supports only {reduced * 1e6:.1f}"
              f" ({reduced * 1e6 / us:.0f} times)")


main()
