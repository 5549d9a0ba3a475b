"""Noise models that are written in Python."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from ._in_python import InPython

__all__ = ["NoiseModel"]


class NoiseModel(InPython):
    """How labels go wrong, in Python: derive a class, and use its objects, or its id, as the noise model of a criterion
    (``noise=``), or in an experiment of this process.

    Write ``likelihood()``, and with it ``update(memberships)`` for a model that is fitted, ``corrupt(labels, l, seed)``
    for one that makes noise, or both. What a fit changes must be in ``parameters()``, so that it can be kept and put
    back.

    Attributes, from prepare() on
    -----------------------------
    y : codes of the observed classes, -1 where unknown
    class_names : list of str

    Attributes of the class
    -----------------------
    uses_weights : whether `update` counts masses, not rows: with weights of samples its memberships are times these
    """

    kind = "noise model"
    interface = "noise_model/1"
    _lacks = "write likelihood()"
    uses_weights: bool = False
    y: NDArray[Any]
    class_names: list[str]

    @classmethod
    def _traits(cls) -> dict[str, Any]:
        return {
            "fits": cls.update is not NoiseModel.update,
            "weights": cls.uses_weights,
            "corrupts": cls.corrupt is not NoiseModel.corrupt,
        }

    def prepare(self, X: NDArray[Any] | None, y: Any, class_names: list[str]) -> None:
        """Once, before all else. One that overrides it calls this one from it."""
        self.y, self.class_names = y, class_names

    def parameters(self) -> Sequence[float] | NDArray[Any]:
        """All that a fit changes, as numbers; as many at any time."""
        return []

    def set_parameters(self, values: NDArray[Any]) -> None:
        """Puts back what `parameters` gave."""

    @abstractmethod
    def likelihood(self) -> NDArray[Any]:
        """(i, s): the probability of the label of sample i, if its true class is s; 1 where it is unknown."""
        raise NotImplementedError

    def start(self, seed: int) -> None:
        """Where a fit begins; the same seed, the same place."""

    def update(self, memberships: NDArray[Any]) -> None:
        """The M step: the parameters that make the labels likeliest under memberships of shape (n, l)."""

    def corrupt(self, labels: NDArray[Any], classes: int, seed: int) -> NDArray[Any]:
        """Observed labels drawn for true ones, with the probabilities of `likelihood`; -1 stays -1."""
        raise NotImplementedError(f"{self.id} makes no noise")

    def by_label(self, transitions: NDArray[Any]) -> NDArray[Any]:
        """The likelihood under p(observed | true), an array of shape (l, l) with a row per true class."""
        seen = np.ones((len(self.y), len(self.class_names)))
        known = self.y >= 0
        seen[known] = np.asarray(transitions)[:, self.y[known]].T
        return seen
