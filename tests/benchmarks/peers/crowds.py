#!/usr/bin/env python3
"""Real errors: labels by crowds, whose truth is known. Which of them look wrong, and which labels come nearest to the truth?

    apt-get install python3-sklearn
    PYTHONPATH=build/release/lib/python3/dist-packages tests/benchmarks/peers/crowds.py DATA_DIR [DRAWS]

DATA_DIR has labelme, music_genre and sentiment_polarity, as NAME/NAME.csv (or .csv.gz; the truth in the last column) and NAME/NAME_annotators.csv
(a column per annotator, or row,annotator,label). The labels are those of one annotator, drawn at random for each row ("random"), or the majority's,
ties drawn. Of sentiment_polarity the first 2000 rows are taken.

Prints the average precision of "is not the truth", beside it the rate and the range that are stated; rows with P(wrong) >= 0.8, stated and true;
and the share of right labels: as given, relabelled by each engine, and by dawid_skene from all votes.
"""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when the libraries are loaded

import gzip
import sys
import warnings
from pathlib import Path

import numpy as np
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict

import tamis
from suspects import ENGINES, PEERS, confident_rate

SETS = ["labelme", "music_genre", "sentiment_polarity"]
MOST_ROWS = 2000


def opened(path):
    packed = Path(f"{path}.gz")
    return gzip.open(packed, "rt") if packed.exists() else open(path)


def load(folder, name):
    """X, the truth, and the votes: rows x annotators, -1 where one was not asked."""
    with opened(f"{folder}/{name}/{name}.csv") as file:
        table = np.genfromtxt(file, delimiter=",", skip_header=1)
    with open(f"{folder}/{name}/{name}_annotators.csv") as file:
        header = file.readline().strip().split(",")
        lines = [line.rstrip("\n").split(",") for line in file]
    if header == ["row", "annotator", "label"]:
        annotators = {a: k for k, a in enumerate(sorted({line[1] for line in lines}))}
        votes = np.full((len(table), len(annotators)), -1)
        for row, annotator, label in lines:
            votes[int(row), annotators[annotator]] = int(label)
    else:
        votes = np.array([[int(cell) if cell else -1 for cell in line] for line in lines])
    rows = np.flatnonzero((votes >= 0).any(axis=1))[:MOST_ROWS]
    return np.asfortranarray(table[rows, :-1]), table[rows, -1].astype(int), votes[rows]


def labels_of(votes, how, rng):
    classes = votes.max() + 1
    out = []
    for row in votes:
        given = row[row >= 0]
        counts = np.bincount(given, minlength=classes)
        out.append(rng.choice(given if how == "random" else np.flatnonzero(counts == counts.max())))
    return np.array(out)


def judged(X, z, seed):
    """(name, P(wrong), rate, disagreement or None, most probable class) by each engine and peer."""
    rows = np.arange(len(z))
    for name, engine in ENGINES.items():
        result = tamis.select(X, z, criterion=engine, search="backward", keep=X.shape[1], random_state=seed)
        gamma = result.noise.memberships
        p = 1 - gamma[rows, z]
        yield name, p, p.mean(), result["diagnostics"].get("disagreement"), gamma.argmax(axis=1)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for name, make in PEERS.items():
        q = cross_val_predict(make(seed), X, z, cv=folds, method="predict_proba")
        yield name, 1 - q[rows, z], confident_rate(q, z), None, q.argmax(axis=1)


class TargetSeen(tamis.Criterion):
    """Keeps what it is given to learn from."""

    better, targets, uses_unknown = "higher", ("classes", "soft"), True
    seen = None

    def prepare(self, X, y, class_names):
        super().prepare(X, y, class_names)
        TargetSeen.seen = y

    def score_feature(self, x, y):
        return 0.0


def right_by_votes(votes, truth, model, seed):
    """The share of rows whose most probable class, by a noise model that is fitted to all votes, is the truth."""
    X = np.arange(len(truth), dtype=float)[:, None]
    asked = np.where(votes < 0, np.nan, votes)
    tamis.rank(X, asked, target="votes", criterion=TargetSeen(), data={"soft": {"from": model}}, random_state=seed)
    return (TargetSeen.seen.argmax(axis=1) == truth).mean()


def main():
    folder, draws = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    warnings.filterwarnings("ignore")
    for name in SETS:
        X, truth, votes = load(folder, name)
        asked = (votes >= 0).sum(axis=1).mean()
        print(f"\n{name}: {len(truth)} rows, {votes.shape[1]} annotators, {asked:.1f} votes a row", flush=True)
        print(f"right by dawid_skene from all votes: {right_by_votes(votes, truth, 'dawid_skene', 0):.3f}", flush=True)
        for how in ("random", "majority"):
            found = {}
            true_rates = []
            for draw in range(draws):
                z = labels_of(votes, how, np.random.default_rng(draw))
                wrong = z != truth
                true_rates.append(wrong.mean())
                for who, p, rate, disagreement, likeliest in judged(X, z, draw):
                    found.setdefault(who, []).append((average_precision_score(wrong, p), rate, disagreement, p, wrong, (likeliest == truth).mean()))
            print(f"\n{name}, {how}: {1 - np.mean(true_rates):.3f} right as given", flush=True)
            print("| | AP | rate stated | disagreement | P >= .8: stated/true (rows) | right if relabelled |")
            for who, cases in found.items():
                p, wrong = (np.concatenate([c[k] for c in cases]) for k in (3, 4))
                sure = p >= 0.8
                stated = f"{p[sure].mean():.2f}/{wrong[sure].mean():.2f} ({sure.sum()})" if sure.any() else "-"
                other = "-" if cases[0][2] is None else f"{np.mean([c[2] for c in cases]):.2f}"
                print(f"| {who} | {np.mean([c[0] for c in cases]):.3f} | {np.mean([c[1] for c in cases]):.3f} | {other} | {stated} | "
                      f"{np.mean([c[5] for c in cases]):.3f} |", flush=True)


if __name__ == "__main__":
    main()
