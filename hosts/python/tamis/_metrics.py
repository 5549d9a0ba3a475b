"""Distances that are written in Python."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from numpy.typing import NDArray

from ._in_python import InPython

__all__ = ["ClassMetric", "DistributionMetric", "PointMetric"]


class PointMetric(InPython):
    """A distance between samples, in Python: write ``distances(A, B)``. Non-negative, symmetric, 0 from a point to
    itself."""

    kind = "distance metric"
    interface = "point_metric/1"

    @abstractmethod
    def distances(self, A: NDArray[Any], B: NDArray[Any]) -> NDArray[Any]:
        """From each row of A to each row of B, an array of shape (len(A), len(B)). The rows have the features that
        the criterion chose, in the units of distances."""
        raise NotImplementedError


class ClassMetric(InPython):
    """How wrong it is to take one class for another (a ground metric), in Python: write ``distances()``.

    Attributes, from prepare() on
    -----------------------------
    X, y : the samples, where the criterion has them as numbers
    class_names : list of str
    """

    kind = "distance metric"
    interface = "class_metric/1"
    X: Any
    y: Any
    class_names: list[str]

    def prepare(self, X: NDArray[Any] | None, y: Any, class_names: list[str]) -> None:
        """Once, before all else. One that overrides it calls this one from it."""
        self.X, self.y, self.class_names = X, y, class_names

    @abstractmethod
    def distances(self) -> NDArray[Any]:
        """Between the classes, an array of shape (l, l): finite, symmetric, 0 on the diagonal."""
        raise NotImplementedError


class DistributionMetric(InPython):
    """A distance between distributions over classes, in Python: write ``distances(P, Q)``.

    Attributes of the class
    -----------------------
    metric : whether it is symmetric, with the triangle inequality
    """

    kind = "distance metric"
    interface = "distribution_metric/1"
    metric: bool = False
    class_names: list[str]

    @classmethod
    def _traits(cls) -> dict[str, Any]:
        return {"metric": cls.metric}

    def prepare(self, class_names: list[str]) -> None:
        """Once, before all else. One that overrides it calls this one from it."""
        self.class_names = class_names

    @abstractmethod
    def distances(self, P: NDArray[Any], Q: NDArray[Any]) -> NDArray[Any]:
        """From each row of P, probabilities of the l classes, to the same row of Q: 0 where they are equal, never
        negative."""
        raise NotImplementedError

