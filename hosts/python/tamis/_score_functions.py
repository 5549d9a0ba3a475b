"""Functions as criteria."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from ._criterion import Criterion
from ._given import as_labels

__all__ = ["FeatureScores", "SubsetScore"]


class _OfFunction(Criterion):
    better = "higher"
    targets = ("classes", "real")

    def __init__(self, function: Callable[..., Any] | None = None) -> None:
        self.function = function

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        super().prepare(X, y, class_names)
        if not callable(self.function):
            raise ValueError(f"function is {self.function!r}; expected a callable of (X, y)")
        self._own_y = as_labels(y, class_names)

    def _called(self, X: NDArray[Any]) -> Any:
        return self.function(X, self._own_y)  # type: ignore[misc]  # prepare has looked


class FeatureScores(_OfFunction):
    """The scores of all features by a function, as those of scikit-learn for `SelectKBest`.

    Parameters
    ----------
    function : callable of (X, y)
        X has shape (n, d), y its labels as they were given, or real values. It gives d scores, or a tuple that begins with
        them; more is better. It is called once.
    """

    @classmethod
    def measures(cls) -> str:
        return "feature"

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        super().prepare(X, y, class_names)
        found = self._called(X)
        self._scores = np.asarray(found[0] if isinstance(found, tuple) else found, dtype=float)
        if self._scores.shape != (X.shape[1],):
            raise ValueError(
                f"{self.function!r} gave an array of shape {self._scores.shape}; expected one score for each of "
                f"{X.shape[1]} features"
            )

    def _score_of_one(self, column: int) -> float:
        return float(self._scores[column])


class SubsetScore(_OfFunction):
    """The score of a subset by a function.

    Parameters
    ----------
    function : callable of (X, y)
        X has the columns of the subset, at least one, y its labels as they were given, or real values. It gives a number;
        more is better, NaN where there is none. Of a loss give minus the loss.
    """

    @classmethod
    def measures(cls) -> str:
        return "subset"

    def _score_of(self, columns: NDArray[Any]) -> float:
        return float(self._called(self.X[:, columns])) if len(columns) else float("nan")
