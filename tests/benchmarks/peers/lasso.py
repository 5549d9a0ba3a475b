#!/usr/bin/env python3
"""Our lasso against glmnet's and scikit-learn's: seconds of the processor, and how far the coefficients are apart.

    apt-get install python3-sklearn r-cran-glmnet
    tests/benchmarks/peers/lasso.py build/release/bin/tamis [SIZE ...]

Two classes, neighbouring columns of correlation .5 of which twenty tell the class, 100 penalties down to .01 of the first (where
samples are more than features) or .05, labels that are taken as right, one thread. Sizes: 2000x500, 500x20000 (both by
default) and 20000x50000, which is sparse, 1 % of its values not 0, and has the peak memory beside the times.

tamis and cv.glmnet choose the penalty in five folds; glmnet alone fits the path, with its own stop and with one of 1e-12. scikit-learn
fits the penalties one after the other, saga from the coefficients before. Peers measure themselves, without start and reading; of tamis it is the whole command, less
one that reads the same table and scores by `variance`. Memory is that of the whole process. Coefficients are of standardised columns
at the penalty that tamis chose, where glmnet and scikit-learn fit again if it is none of theirs; liblinear also shrinks the intercept.
"""
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

import numpy as np

POINTS, FOLDS, TELLING = 100, 5, 20

GLMNET = """
suppressMessages(library(glmnet))
{read}
took <- system.time(f <- {what})
writeBin(sum(took[1:2]), "seconds.bin")
if (inherits(f, "cv.glmnet")) f <- f$glmnet.fit
b <- as.matrix(coef(f, s = {lambda}, exact = TRUE, x = x, y = y))
writeBin(as.vector(b[-1, 1]), "b.bin")
"""
DENSE_R = 'x <- matrix(readBin("x.bin", "double", {n} * {d}), ncol = {d}); y <- readBin("y.bin", "double", {n})'
SPARSE_R = """
e <- file("x.bin", "rb"); p <- readBin(e, "integer", {d} + 1); i <- readBin(e, "integer", p[{d} + 1]); v <- readBin(e, "double", p[{d} + 1])
x <- new("dgCMatrix", p = p, i = i, x = v, Dim = c({n}L, {d}L)); y <- readBin("y.bin", "double", {n})"""

SKLEARN = """
import time
import warnings
import numpy as np
from sklearn.linear_model import LogisticRegression
warnings.filterwarnings("ignore")
X = np.fromfile("x.bin").reshape({d}, {n}).T
X, y = np.ascontiguousarray(X), np.fromfile("y.bin")
model = LogisticRegression(penalty="l1", solver="{solver}", tol=1e-4, max_iter=2000, warm_start=True)
begin = time.process_time()
for wanted in {lambdas}:
    model.C = 1 / (wanted * {n})
    model.fit(X, y)
    if wanted == {chosen}:
        model.coef_[0].tofile("b.bin")
np.array([time.process_time() - begin]).tofile("seconds.bin")
"""


def usage(command, folder):
    """Seconds of the processor and the peak memory in MB of a command."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]} failed with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def dense(n, d, folder):
    rng = np.random.default_rng(1)
    X, z = np.empty((n, d), order="F"), rng.normal(size=n)
    for j in range(d):
        X[:, j] = z
        z = 0.5 * z + np.sqrt(0.75) * rng.normal(size=n)
    y = labels(X[:, :: d // TELLING][:, :TELLING], rng)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    X.T.tofile(f"{folder}/x.bin")
    np.save(f"{folder}/table.npy", np.asfortranarray(np.column_stack([X, y])))
    y.tofile(f"{folder}/y.bin")


def sparse(n, d, folder):
    from scipy.sparse import csc_matrix
    from sklearn.datasets import dump_svmlight_file
    rng = np.random.default_rng(1)
    rows = [rng.choice(n, rng.binomial(n, 0.01), replace=False) for _ in range(d)]
    starts = np.cumsum([0] + [len(r) for r in rows])
    X = csc_matrix((rng.standard_normal(starts[-1]), np.concatenate(rows), starts), shape=(n, d))
    means = np.asarray(X.mean(axis=0)).ravel()
    X = X.multiply(1 / np.sqrt(np.asarray(X.multiply(X).mean(axis=0)).ravel() - means ** 2)).tocsc()
    X.sort_indices()
    y = labels(X[:, :: d // TELLING][:, :TELLING].toarray(), rng)
    with open(f"{folder}/x.bin", "wb") as file:
        X.indptr.astype(np.int32).tofile(file)
        X.indices.astype(np.int32).tofile(file)
        X.data.tofile(file)
    dump_svmlight_file(X, y, f"{folder}/table.libsvm", zero_based=False)
    y.tofile(f"{folder}/y.bin")


def labels(telling, rng):
    eta = telling @ np.where(np.arange(TELLING) % 2 == 0, 0.5, -0.5)
    return (rng.uniform(size=len(eta)) < 1 / (1 + np.exp(-eta))).astype(float)


def compare(program, n, d):
    is_sparse = n * d > 1e8
    with tempfile.TemporaryDirectory() as folder:
        # By another process: the system counts the memory that a process had when it began another one as the other one's too.
        making = multiprocessing.Process(target=sparse if is_sparse else dense, args=(n, d, folder))
        making.start()
        making.join()
        table = ["table.libsvm"] if is_sparse else ["table.npy", "-t", "-1"]
        ratio = 0.01 if n > d else 0.05
        print(f"\n{n} x {d}{', 1 % not 0' if is_sparse else ''}\n\n"
              "| | seconds of the processor | peak MB | largest difference |\n| --- | --- | --- | --- |")

        def ours(criterion, *options):
            return usage([program, "rank", *table, "-c", criterion, "--threads", "1", "-q", "--rows", "1", "--force", "-o", "result.json", *options], folder)

        reading, _ = ours("variance")
        found = None
        for what, options in {"": ["--set", "criterion.flips=none"], ", flips estimated": []}.items():
            seconds, memory = ours("robust_lasso", *options, "--set", f"criterion.lambdas={POINTS}", "--set", f"criterion.folds={FOLDS}")
            print(f"| tamis, {FOLDS} folds{what} | {seconds - reading:.2f} | {memory:.0f} | |", flush=True)
            if found is None:
                with open(f"{folder}/result.json") as file:
                    found = json.load(file)["diagnostics"]
        coefficients = np.ravel(found["standardised_coefficients"]["values"])

        def peer(what, command):
            _, memory = usage(command, folder)
            seconds = np.fromfile(f"{folder}/seconds.bin")[0]
            apart = np.abs(np.fromfile(f"{folder}/b.bin") - coefficients).max()
            print(f"| {what} | {seconds:.2f} | {memory:.0f} | {apart:.1e} |", flush=True)

        read = (SPARSE_R if is_sparse else DENSE_R).format(n=n, d=d)
        for what, call, thresh in [(f"glmnet, {FOLDS} folds", f"cv.glmnet(nfolds = {FOLDS}, ", 1e-7), ("glmnet, path", "glmnet(", 1e-7),
                                   ("glmnet, path, to 1e-12", "glmnet(", 1e-12)]:
            call += (f"x, y, family = 'binomial', nlambda = {POINTS}, lambda.min.ratio = {ratio}, standardize = FALSE, "
                     f"thresh = {thresh})")
            peer(what, ["Rscript", "-e", GLMNET.format(read=read, what=call, **{"lambda": repr(found["lambda"])})])
        if is_sparse:
            return
        lambdas = [found["lambda_max"] * ratio ** (l / (POINTS - 1)) for l in range(POINTS)]
        lambdas[np.argmin(np.abs(np.array(lambdas) - found["lambda"]))] = found["lambda"]
        for solver in ["liblinear", "saga"]:
            peer(f"scikit-learn, {solver}, path",
                 [sys.executable, "-c", SKLEARN.format(n=n, d=d, solver=solver, lambdas=lambdas, chosen=found["lambda"])])


if __name__ == "__main__":
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for size in sys.argv[2:] or ["2000x500", "500x20000"]:
        compare(os.path.abspath(sys.argv[1]), *map(int, size.split("x")))
