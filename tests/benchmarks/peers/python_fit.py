"""What `fit` costs beside the C++ that it calls, and the memory that it takes: weighted_laplacian on 100 000 x 1 000.

PYTHONPATH=build/python/lib/python3/dist-packages python3 python_fit.py
"""

import resource
import time

import numpy as np

import tamis
from tamis import _run

SAMPLES, FEATURES, CLASSES, REPEATS = 100_000, 1_000, 10, 8


class Timed:
    """A kernel whose runs are timed."""

    seconds: list = []

    def __init__(self, kernel) -> None:
        self.kernel = kernel

    def refused(self):
        return self.kernel.refused()

    def study(self, *arguments, **options):
        start = time.perf_counter()
        found = self.kernel.study(*arguments, **options)
        self.seconds.append(time.perf_counter() - start)
        return found


class TimedTurn:
    def __init__(self, plugin_dirs) -> None:
        self.turn = original(plugin_dirs)

    def __enter__(self):
        return Timed(self.turn.__enter__())

    def __exit__(self, *failure):
        return self.turn.__exit__(*failure)


original = _run.kernel
_run.kernel = TimedTurn

rng = np.random.default_rng(0)
X = np.asfortranarray(rng.standard_normal((FEATURES, SAMPLES)).T)
y = rng.integers(0, CLASSES, SAMPLES)
tamis.Selector("weighted_laplacian").fit(X[:100], y[:100])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
fits = []
for _ in range(REPEATS):
    start = time.perf_counter()
    tamis.Selector("weighted_laplacian", n_features_to_select=10).fit(X, y)
    fits.append(time.perf_counter() - start)
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
fit, inside = min(fits), min(Timed.seconds[1:])
print(f"fit {fit:.3f} s, of which {inside:.3f} s in C++: {fit / inside - 1:.1%} more")
print(f"memory: {grown:.0f} MB for a table of {X.nbytes / 2**20:.0f} MB")
