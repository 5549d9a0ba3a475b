#!/usr/bin/env python3
"""When does it pay to correct counts for wrong labels, by flips that are known, or that were estimated?

    apt-get install python3-numpy
    PATH=build/release/bin:$PATH PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/doubt.py [REPEATS [WAY...]]

Samples of four classes in two families, features of four codes that depend on the class, each more or less. Labels go wrong in several
ways; in one of them ("by a feature") as often as the code of a feature says that tells nothing of the class; in the last one a second of
two classes, 40 % of the samples, is reported by so many of its labels, and its share is known. information_gain ranks 60 features: the share of the ten best of the law that are among the first ten. jmi adds 6 of 20: the share
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


REPORTED = "one of two reported"
BY_FEATURE = "siblings, by a feature"


def flips(kind, rate):
    """T[s, y] = p(observed y | true s), on the average of the samples."""
    if kind == REPORTED:
        return np.array([[1, 0], [1 - rate, rate]])
    T = (1 - rate) * np.eye(4)
    for s in range(4):
        if kind.startswith("siblings"):
            T[s, s ^ 1] += rate
        elif kind == "next class":
            T[s, (s + 1) % 4] += rate
        else:
            T[s, np.arange(4) != s] += rate / 3
    return T


NOISES = [
    ("siblings", 0.15), ("siblings", 0.3), ("siblings", 0.45), ("next class", 0.3), ("uniform", 0.3),
    (BY_FEATURE, 0.3), (REPORTED, 0.25),
]


def shares_of_classes(kind):
    return np.array([0.6, 0.4]) if kind == REPORTED else np.full(4, 0.25)


def law(g, features, kind):
    """p(code | class) of each feature; the first ones depend on the class most, some of them on the family alone."""
    classes = len(shares_of_classes(kind))
    p = np.empty((features, classes, 4))
    for j in range(features):
        strength = 0 if kind == BY_FEATURE and j == features - 1 else 0.6 * 0.93**j
        of_class = g.dirichlet(np.full(4, 0.7), size=classes)
        if j % 3 == 0 and classes == 4:
            of_class[1], of_class[3] = of_class[0], of_class[2]
        p[j] = (1 - strength) / 4 + strength * of_class
    return p


def information(p, shares):
    joint = p * shares[:, None]
    return np.sum(joint * np.log(joint / (joint.sum(1, keepdims=True) * joint.sum(0, keepdims=True))))


def draw(g, p, n, shares):
    y = g.integers(0, 4, n) if len(shares) == 4 else g.choice(len(shares), n, p=shares)
    steps = np.cumsum(p[:, y, :], axis=2)
    return (g.random((len(p), n, 1)) > steps[:, :, :3]).sum(2).T.astype(float), y


def observed(g, X, y, T, kind):
    p = T[y]
    if kind == BY_FEATURE:  # its codes 0 to 3 wrong 0 to twice as often as on the average
        p = np.eye(4)[y] + (X[:, -1:] / 1.5) * (p - np.eye(4)[y])
    return (g.random((len(y), 1)) > np.cumsum(p, axis=1)[:, :-1]).sum(1)


def criterion(use, kind, T, way):
    if way in ("clean", "observed", "soft"):
        return use
    how = "em" if way == "fitted" else way
    if kind == REPORTED and way != "fitted":
        return {"use": use, "correction": how, "noise": {"use": "under_reported", "shares": [0.4]}}
    rates = [float(v) for v in T.ravel()]
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


def table(g, p, n, kind, rate, way):
    """Features, labels, and the flips that the criterion is told."""
    X, y = draw(g, p, n, shares_of_classes(kind))
    T = flips(kind, rate)
    labels = y if way == "clean" else observed(g, X, y, T, kind)
    return X, labels, fitted_flips(X, labels) if way == "fitted" else T


def ten_best(seed, n, kind, rate, way):
    g = np.random.default_rng(seed)
    p = law(g, 60, kind)
    best = set(np.argsort([-information(q, shares_of_classes(kind)) for q in p])[:10])
    X, labels, T = table(g, p, n, kind, rate, way)
    which = criterion("information_gain", kind, T, way)
    ranking = tamis.rank(X, named(labels), criterion=which, data=data_of(way)).ranking
    return len(best & {f["column"] for f in ranking[:10]}) / 10


def picks(X, y, which, way="clean"):
    found = tamis.select(X, named(y), criterion=which, keep=6, data=data_of(way))
    return {f["column"] for f in found.ranking if f["selected"]}


@functools.cache
def wanted_picks(seed, kind):
    g = np.random.default_rng(seed)
    return picks(*draw(g, law(g, 20, kind), 100_000, shares_of_classes(kind)), "jmi")


def same_picks(seed, n, kind, rate, way):
    g = np.random.default_rng(seed)
    p, wanted = law(g, 20, kind), wanted_picks(seed, kind)
    X, labels, T = table(g, p, n, kind, rate, way)
    return len(wanted & picks(X, labels, criterion("jmi", kind, T, way), way)) / 6


def main(repeats="30", *ways):
    for title, judge in (("information_gain: share of the ten best", ten_best), ("jmi: share of the same picks", same_picks)):
        ways = ways or WAYS
        print(f"\n{title}\n\n| labels | n | " + " | ".join(ways) + " |")
        print("| --- " * (2 + len(ways)) + "|")
        for kind, rate in NOISES:
            for n in SIZES:
                row = []
                for way in ways:
                    values = [judge(s, n, kind, rate, way) for s in range(int(repeats))]
                    row.append(f"{np.mean(values):.2f} ± {np.std(values, ddof=1) / np.sqrt(len(values)):.2f}")
                print(f"| {kind} {rate:.0%} | {n} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
