"""What people see of a run while it lasts."""

from __future__ import annotations

import sys
import time
import warnings
from contextlib import AbstractContextManager, nullcontext
from typing import Any

__all__ = ["Bar", "TamisWarning", "bar_if", "warn"]


class TamisWarning(UserWarning):
    """What looks wrong in the data, or was left out of a run."""


class Bar:
    """Progress on stderr: a bar of tqdm where there is one, else a line a second."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._tqdm: Any = None
        self._what = ""
        self._last = time.monotonic()
        try:
            from tqdm.auto import tqdm

            self._tqdm = tqdm
        except ImportError:
            pass

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._tqdm is None:
            if time.monotonic() - self._last >= 1:
                self._last = time.monotonic()
                print(f"{what}: {done}" + (f" of {total}" if total else ""), file=sys.stderr)
            return
        if what != self._what or self._bar is None:
            self.close()
            self._what, self._bar = what, self._tqdm(desc=what, total=total or None, leave=False)
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def bar_if(verbose: Any) -> AbstractContextManager[Bar | None]:
    """A bar, or none, for the time of a run."""
    if verbose:
        return Bar()
    return nullcontext()


def warn(text: str) -> None:
    """At the line outside the package that began the run."""
    frame: Any = sys._getframe(1)
    level = 2
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        level += 1
    warnings.warn(text, TamisWarning, stacklevel=level)
