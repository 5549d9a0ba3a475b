#!/usr/bin/env python3
"""When does it pay to correct counts for wrong labels, by flips that are known, or that were estimated?

    apt-get install python3-numpy
    PATH=build/release/bin:$PATH PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/doubt.py [REPEATS [WAY...]]

Samples of four classes in two families, features of four codes that depend on the class, each more or less. Labels go wrong in several
ways. information_gain ranks 60 features: the share of the ten best of the law that are among the first ten. jmi adds 6 of 20: the share
that it also adds on 100 000 samples with right labels. Means and standard errors. Ways: clean labels; observed ones; em and inverse, corrected
by the true flips; fitted, em with the flips that `tamis noise` estimates; soft, with the memberships that its forest fits.
"""
import functools
import json
import subprocess
import sys
import tempfile

import numpy as np

import tamis

SIZES = [200, 1000, 5000, 20000]
WAYS = ["clean", "observed", "em", "inverse", "fitted", "soft"]


def flips(kind, rate):
    """T[s, y] = p(observed y | true s)."""
    T = (1 - rate) * np.eye(4)
    for s in range(4):
        if kind == "siblings":
            T[s, s ^ 1] += rate
        elif kind == "next class":
            T[s, (s + 1) % 4] += rate
        else:
            T[s, np.arange(4) != s] += rate / 3
    return T


NOISES = [("siblings", 0.15), ("siblings", 0.3), ("siblings", 0.45), ("next class", 0.3), ("uniform", 0.3)]


def law(g, features):
    """p(code | class) of each feature; the first ones depend on the class most, some of them on the family alone."""
    p = np.empty((features, 4, 4))
    for j in range(features):
        strength = 0.6 * 0.93**j
        of_class = g.dirichlet(np.full(4, 0.7), size=4)
        if j % 3 == 0:
            of_class[1], of_class[3] = of_class[0], of_class[2]
        p[j] = (1 - strength) / 4 + strength * of_class
    return p


def information(p):
    joint = p / 4
    return np.sum(joint * np.log(joint / (joint.sum(1, keepdims=True) * joint.sum(0, keepdims=True))))


def draw(g, p, n):
    y = g.integers(0, 4, n)
    steps = np.cumsum(p[:, y, :], axis=2)
    return (g.random((len(p), n, 1)) > steps[:, :, :3]).sum(2).T.astype(float), y


def observed(g, y, T):
    return (g.random((len(y), 1)) > np.cumsum(T[y], axis=1)[:, :3]).sum(1)


def criterion(use, T, way):
    if way in ("clean", "observed", "soft"):
        return use
    rates = [float(v) for v in T.ravel()]
    how = "em" if way == "fitted" else way
    return {"use": use, "correction": how, "noise": {"use": "known_rates", "rates": rates}}


def fitted_flips(X, y):
    """T as `tamis noise` estimates it."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as table:
        table.write(",".join(f"f{j}" for j in range(X.shape[1])) + ",class\n")
        table.writelines(",".join(f"{v:g}" for v in x) + f",class {label}\n" for x, label in zip(X, y))
        table.flush()
        found = subprocess.run(["tamis", "noise", table.name, "-t", "class", "--json"], capture_output=True, check=True)
    T = np.array(json.loads(found.stdout)["flips"])
    return T / T.sum(1, keepdims=True)


def named(y):
    return np.array([f"class {v}" for v in y])


CODES = {"discretise": "integers"}


def data_of(way):
    return {**CODES, "soft": {"from": {"use": "forest"}}} if way == "soft" else CODES


def ten_best(seed, n, T, way):
    g = np.random.default_rng(seed)
    p = law(g, 60)
    best = set(np.argsort([-information(q) for q in p])[:10])
    X, y = draw(g, p, n)
    labels = y if way == "clean" else observed(g, y, T)
    T = fitted_flips(X, labels) if way == "fitted" else T
    ranking = tamis.rank(X, named(labels), criterion=criterion("information_gain", T, way), data=data_of(way)).ranking
    return len(best & {f["column"] for f in ranking[:10]}) / 10


def picks(X, y, which, way="clean"):
    found = tamis.select(X, named(y), criterion=which, keep=6, data=data_of(way))
    return {f["column"] for f in found.ranking if f["selected"]}


@functools.cache
def wanted_picks(seed):
    g = np.random.default_rng(seed)
    return picks(*draw(g, law(g, 20), 100_000), "jmi")


def same_picks(seed, n, T, way):
    g = np.random.default_rng(seed)
    p, wanted = law(g, 20), wanted_picks(seed)
    X, y = draw(g, p, n)
    labels = y if way == "clean" else observed(g, y, T)
    T = fitted_flips(X, labels) if way == "fitted" else T
    return len(wanted & picks(X, labels, criterion("jmi", T, way), way)) / 6


def main(repeats="30", *ways):
    for title, judge in (("information_gain: share of the ten best", ten_best), ("jmi: share of the same picks", same_picks)):
        ways = ways or WAYS
        print(f"\n{title}\n\n| labels | n | " + " | ".join(ways) + " |")
        print("| --- " * (2 + len(ways)) + "|")
        for kind, rate in NOISES:
            for n in SIZES:
                row = []
                for way in ways:
                    values = [judge(s, n, flips(kind, rate), way) for s in range(int(repeats))]
                    row.append(f"{np.mean(values):.2f} ± {np.std(values, ddof=1) / np.sqrt(len(values)):.2f}")
                print(f"| {kind} {rate:.0%} | {n} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
