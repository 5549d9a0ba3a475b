#!/usr/bin/env python3
"""What `tamis noise` makes of a crowd's votes: the majority as a label (--harden), the votes alone, votes and features.

    apt-get install python3-numpy
    tests/benchmarks/peers/crowd_majorities.py TAMIS DATA_DIR

DATA_DIR is that of crowds.py. TAMIS is the program. Of each set, by the true classes: the share of wrong majorities (of a tie the
first class, as --harden takes it, and the class that the votes' fit finds likelier), of wrong classes that are estimated; the
rate that is stated; the average precision of "the majority is wrong", always of the majority with the first class of a tie; and
stated and true share of wrong ones among P(wrong) >= 0.8, of the majority that is judged.
"""
import csv
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SETS = ["labelme", "music_genre", "sentiment_polarity"]


def average_precision(wrong, p):
    order = np.argsort(-p, kind="stable")
    hits = wrong[order]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean())


def memberships_of(file):
    """Classes, and rows by classes; NaN where a row was not used."""
    with open(file) as opened:
        head, *rows = csv.reader(opened)
    return head[1:], np.array([[float(c) if c else np.nan for c in row[1:]] for row in rows])


def run(program, folder, name, more):
    """The result of `tamis noise`, the classes, and memberships."""
    data = Path(folder, name, f"{name}.csv")
    data = data if data.exists() else Path(f"{data}.gz")
    votes = Path(folder, name, f"{name}_annotators.csv")
    with open(votes) as opened:
        in_rows = opened.readline().strip() == "row,annotator,label"
    where = [f"data.annotators={{path='{votes}',sample='row',annotator='annotator',label='label',first_row=0}}"]
    if not in_rows:
        where = [f"data.target_path='{votes}'", "data.annotators='*'"]
    with tempfile.TemporaryDirectory() as made:
        kept = Path(made, "m.csv")
        done = subprocess.run(
            [program, "noise", data, "--clean", "target", "--json", "--quiet", "--memberships", kept]
            + [a for w in where for a in ("--set", w)] + more,
            check=True, capture_output=True, text=True,
        )
        return json.loads(done.stdout), *memberships_of(kept)


def truth_and_majority(folder, name, classes):
    """Codes of the true class, and of the class of most votes, the first of a tie; -1 without votes."""
    data = Path(folder, name, f"{name}.csv")
    with open(data) if data.exists() else gzip.open(f"{data}.gz", "rt") as opened:
        truth = [row["target"] for row in csv.DictReader(opened)]
    code = {c: k for k, c in enumerate(classes)}
    counts = np.zeros((len(truth), len(classes)), dtype=int)
    with open(Path(folder, name, f"{name}_annotators.csv")) as opened:
        head, *rows = csv.reader(opened)
    if head == ["row", "annotator", "label"]:
        for row, _, label in rows:
            counts[int(row), code[label]] += 1
    else:
        for i, row in enumerate(rows):
            for label in filter(None, row):
                counts[i, code[label]] += 1
    majority = np.where(counts.sum(axis=1) > 0, counts.argmax(axis=1), -1)
    return np.array([code[t] for t in truth]), majority


def main():
    program, folder = sys.argv[1:]
    for name in SETS:
        found, classes, both = run(program, folder, name, [])
        hardened, _, plain = run(program, folder, name, ["--harden"])
        truth, majority = truth_and_majority(folder, name, classes)
        rows = np.flatnonzero(majority >= 0)
        wrong = (majority != truth)[rows]
        clean = found["crowd"]["clean"]
        print(f"\n{name}: {len(rows)} rows with votes, {found['crowd']['ties']} ties")
        print(f"wrong majorities: {wrong.mean():.3f}, ties by the votes' fit {1 - clean['majority']:.3f}")
        print(f"wrong by the votes alone {1 - clean['by_votes']:.3f} (stated rate {found['crowd']['rate_by_votes']:.3f})")
        for how, result, gamma in (("--harden", hardened, plain), ("votes", found, both)):
            p = 1 - gamma[rows, majority[rows]]
            estimated = (gamma[rows].argmax(axis=1) != truth[rows]).mean()
            sure = [s for s in result["suspects"] if s["wrong"] >= 0.8]
            right = [classes[truth[s["row"] - 1]] == s["label"] for s in sure]
            told = f"{np.mean([s['wrong'] for s in sure]):.2f}/{1 - np.mean(right):.2f} ({len(sure)})" if sure else "-"
            print(
                f"{how}: estimated class wrong {estimated:.3f}, rate {result['rate']:.3f}, up to {result['disagreement']:.3f}, "
                f"AP {average_precision(wrong, p):.3f}, P >= .8 {told}, suspects {len(result['suspects'])}"
            )


if __name__ == "__main__":
    main()
