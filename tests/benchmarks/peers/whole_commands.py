#!/usr/bin/env python3
"""The commands that users type, whole, beside what they would run instead in Python, whole.

    apt-get install python3-sklearn python3-pandas
    tests/benchmarks/peers/whole_commands.py build/release/bin/tamis [ROW ...]

Both sides are processes of their own from start to end, with their defaults and as many threads as they like: start,
imports, reading and printing are in the figures, and nothing is left out of the command. Beside them stand the seconds of the
peer's own call, without start and reading, which is what somebody sees who has the data in memory already. Runs of the two
take turns, five of each after one that is not counted; printed are medians by the clock and peak memory. ROW names the rows
to run (all).
"""
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RUNS = 5

LAPLACIAN_DENSE = "scores = dense_scores(x)"
CLASSIF = "scores = feature_selection.mutual_info_classif(x, y)"
REGRESSION = "scores = feature_selection.mutual_info_regression(x, y)"
BACKWARD = """
scores = feature_selection.SequentialFeatureSelector(
    pipeline.make_pipeline(preprocessing.StandardScaler(), neighbors.KNeighborsClassifier(5)),
    n_features_to_select=10, direction="backward", cv=5).fit(x, y).get_support()
"""
FISHER = "scores = feature_selection.f_classif(x, y)[0]"
VARIANCE = "scores = table.var(axis=0)"

LOAD = "import numpy as np\ntable = np.load(path)\nx, y = table[:, :-1], table[:, -1]\n"
SKLEARN = "from sklearn import feature_selection, neighbors, pipeline, preprocessing\n"
PANDAS = "import pandas\ntable = pandas.read_csv(path)\n"


def classes(n, d, count, rng):
    """Columns that tell the classes apart more and more, and the class as the last one."""
    y = rng.integers(0, count, n)
    return np.column_stack([rng.normal(size=(n, d)) + y[:, None] * np.linspace(0, 1, d), y])


def real(n, d, rng):
    x = rng.normal(size=(n, d))
    return np.column_stack([x, x[:, 0] + rng.normal(size=n)])


def npy(make, order="C"):
    def write(path, rng):
        np.save(path, np.asarray(make(rng), order=order))
    return ".npy", write


def csv(n, d):
    def write(path, rng):
        table = rng.normal(size=(n, d))
        with open(path, "w") as file:
            file.write(",".join(f"f{j}" for j in range(d)) + "\n")
            for row in table:
                file.write(",".join(map(repr, map(float, row))) + "\n")
    return ".csv", write


CLASS, REAL = ["--target=-1", "--target-kind", "class"], ["--target=-1", "--target-kind", "real"]
# name: the file, the arguments of tamis, what the peer does before and in its call
ROWS = {
    "fisher_score, 5000 x 100, 2 classes | f_classif":
        (npy(lambda rng: classes(5000, 100, 2, rng)), ["rank", *CLASS, "-c", "fisher_score"], LOAD + SKLEARN, FISHER),
    "laplacian_score, 5000 x 100 | dense numpy":
        (npy(lambda rng: rng.normal(size=(5000, 100))), ["rank", "-c", "laplacian_score"],
         "import numpy as np\nfrom laplacian_score_dense import dense_scores\nx = np.load(path)\n", LAPLACIAN_DENSE),
    "ksg_mi, 5000 x 100, 2 classes | mutual_info_classif":
        (npy(lambda rng: classes(5000, 100, 2, rng)), ["rank", *CLASS, "-c", "ksg_mi", "-s", "rank"], LOAD + SKLEARN, CLASSIF),
    "ksg_mi, 5000 x 100, 10 classes | mutual_info_classif":
        (npy(lambda rng: classes(5000, 100, 10, rng)), ["rank", *CLASS, "-c", "ksg_mi", "-s", "rank"], LOAD + SKLEARN, CLASSIF),
    "ksg_mi, 5000 x 100, real | mutual_info_regression":
        (npy(lambda rng: real(5000, 100, rng)), ["rank", *REAL, "-c", "ksg_mi", "-s", "rank"], LOAD + SKLEARN, REGRESSION),
    "knn_error, backward, 500 x 30 to 10 | SequentialFeatureSelector":
        (npy(lambda rng: classes(500, 30, 2, rng)),
         ["select", *CLASS, "-c", "knn_error", "-s", "backward", "--keep", "10"], LOAD + SKLEARN, BACKWARD),
    "variance, NPY 808 MB in C order | numpy":
        (npy(lambda rng: rng.normal(size=(100000, 1010))), ["rank", "-c", "variance"],
         "import numpy as np\ntable = np.load(path)\n", VARIANCE),
    "variance, NPY 808 MB in Fortran order | numpy":
        (npy(lambda rng: rng.normal(size=(100000, 1010)), "F"), ["rank", "-c", "variance"],
         "import numpy as np\ntable = np.load(path)\n", VARIANCE),
    "variance, CSV 20000 x 1000 of long decimals | pandas":
        (csv(20000, 1000), ["rank", "-c", "variance"], PANDAS, VARIANCE),
}


def run(command):
    """Seconds by the clock, peak memory in MB, and what was printed."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command[:3])} ... ended with {process.returncode}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024, printed


def compare(name, tamis, row, folder):
    (ending, write), arguments, before, call = row
    path = f"{folder}/table{ending}"
    # in a process of its own: what this one has ever held counts as peak memory of those that it starts
    writer = multiprocessing.Process(target=write, args=(path, np.random.default_rng(1)))
    writer.start()
    writer.join()
    ours = [tamis, arguments[0], path, *arguments[1:]]
    program = f"import time\npath = sys.argv[1]\n{before}begin = time.perf_counter()\n{call}\n" \
              "print(time.perf_counter() - begin)\n"
    theirs = [sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(HERE)!r})\n{program}", path]
    a, b = [], []
    for _ in range(RUNS + 1):
        a.append(run(ours))
        b.append(run(theirs))
    os.remove(path)
    a, b = a[1:], b[1:]
    mine, peer = (statistics.median(seconds for seconds, _, _ in runs) for runs in (a, b))
    alone = statistics.median(float(printed) for _, _, printed in b)
    print(f"{name:66} {mine:8.3f} {peer:8.3f} {alone:8.3f} {peer / mine:7.1f} {alone / mine:7.1f} "
          f"{max(m for _, m, _ in a):7.0f} {max(m for _, m, _ in b):7.0f}", flush=True)


def main():
    tamis, chosen = sys.argv[1], sys.argv[2:]
    print(f"{'seconds; times faster; MB':66} {'tamis':>8} {'peer':>8} {'call':>8} {'whole':>7} {'to call':>7} {'tamis':>7} "
          f"{'peer':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, row in ROWS.items():
            if not chosen or any(part in name for part in chosen):
                compare(name, tamis, row, folder)


if __name__ == "__main__":
    main()
