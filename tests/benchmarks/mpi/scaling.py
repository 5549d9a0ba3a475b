"""How much two processes gain over one, with one thread each, and how much of it they spend in meetings.

    python3 tests/benchmarks/mpi/scaling.py [--program build/release/bin/tamis-mpi] [--repeats 3] [--only lnt_mi]

Runs of whole commands on made data, one and two processes in turn, medians; results are compared byte by byte.
Prints a row per run: seconds on 1 and on 2, their ratio, meetings, bytes that the first process received, its share
of time in meetings (waiting for the other included).
"""

import argparse
import os
import re
import statistics
import subprocess
import tempfile
import time

import numpy as np

RUNS = {
    "mi, each of 1000 features, n = 2000": ("large", "rank -c mi -s rank"),
    "ksg_mi forward, 20 of 1000, n = 1000": ("middle", "select -c ksg_mi -s forward -k 20"),
    "knn_error forward, 20 of 1000, n = 1000": ("middle", "select -c knn_error -s forward -k 20"),
    "lnt_mi backward, 100 to 60, n = 1000": ("narrow", "select -c lnt_mi -s backward -k 60"),
    "40 resamples of ksg_mi forward, 4 of 1000": ("middle", "select -c ksg_mi -s forward -k 4 --set stability.resamples=40"),
}
TABLES = {"large": (2000, 1000), "middle": (1000, 1000), "narrow": (1000, 100)}


def make_table(folder, name, samples, features):
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, samples)
    values = np.asfortranarray(rng.normal(size=(samples, features)))
    values[:, :10] += labels[:, None]
    np.save(os.path.join(folder, name + ".npy"), values)
    with open(os.path.join(folder, name + ".csv"), "w", encoding="utf-8") as file:
        file.write("y\n" + "".join(f"{'abc'[label]}\n" for label in labels))


def run(program, processes, command, table, folder):
    result = os.path.join(folder, f"on{processes}.json")
    environment = dict(os.environ, TAMIS_MPI_TRAFFIC="1", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    kind, *rest = command.split()
    data = [table + ".npy", "--target-path", table + ".csv", "-t", "y"]
    arguments = [kind, *data, *rest, "--threads", "1", "-o", result]
    start = time.perf_counter()
    done = subprocess.run(
        ["mpirun", "-q", "--bind-to", "core", "-n", str(processes), program, *arguments],
        env=environment, capture_output=True, text=True, check=True, cwd=folder,
    )
    seconds = time.perf_counter() - start
    traffic = re.search(r"(\d+) meetings, (\d+) bytes received, ([\d.]+) of ([\d.]+) s", done.stderr)
    with open(result, "rb") as file:
        return seconds, traffic.groups(), file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bin/tamis-mpi")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default="", help="runs whose names hold this text")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    print(f"{'run':46} {'1':>7} {'2':>7} {'gain':>5} {'meetings':>9} {'bytes':>10} {'in meetings':>11}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (samples, features) in TABLES.items():
            make_table(folder, name, samples, features)
        for name, (table, command) in RUNS.items():
            if options.only not in name:
                continue
            seconds = {1: [], 2: []}
            for _ in range(options.repeats):
                results = {}
                for processes in (1, 2):
                    taken, traffic, results[processes] = run(program, processes, command, table, folder)
                    seconds[processes].append(taken)
                if results[1] != results[2]:
                    raise SystemExit(f"{name}: two processes found something else")
            one, two = (statistics.median(seconds[p]) for p in (1, 2))
            meetings, received, waited, whole = traffic
            share = float(waited) / float(whole)
            print(f"{name:46} {one:7.2f} {two:7.2f} {one / two:5.2f} {meetings:>9} {received:>10} {share:11.1%}")


if __name__ == "__main__":
    main()
