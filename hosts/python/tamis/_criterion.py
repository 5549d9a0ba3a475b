"""Criteria that are written in Python."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from ._in_python import InPython

__all__ = ["Criterion"]

_MOVES = {"feature": ["add", "remove"], "subset": ["add", "remove", "whole"]}


class Criterion(InPython):
    """A criterion in Python: derive a class, and use its objects, or its id, wherever a criterion is named in this
    process: in `Selector`, in configs, with any search.

    Write ``score_feature(x, y)`` for the quality of one feature, or ``score_subset(X, y)`` for that of several.
    Options are the keyword parameters of ``__init__``, with defaults that are numbers, texts, True or False, or None
    for an object; each is kept under its name.

    Attributes of the class
    -----------------------
    better : "higher" or "lower"
    targets : kinds of y that it takes, of "classes", "soft", "real" and "sets"; none: it needs no y
    uses_unknown : whether it gets samples of unknown y too (-1 or NaN)
    uses_weights, uses_groups : whether it takes `sample_weight`, or `groups`
    takes_missing : whether it takes tables with missing cells (``missing="keep"``), which are NaN in X
    order_immune : under which label errors the order of features stays the same if samples are many: "two_classes" (any two
        rates), "uniform", "uniform_balanced" or "any"; `tamis.describe` says so
    distances : whether it measures distances between samples, so that X are z-scores unless the user refuses them
    tolerance : scores this close are equal
    id : how configs call it; by default the name of the class, in snake case

    Attributes, when it is asked for scores
    ---------------------------------------
    X : array of shape (n, d), in Fortran order
    feature_names : list of str, of length d
    y : codes of classes (-1 unknown), array (n, l) of probabilities, real values, a list of codes per sample, or None
    class_names : list of str
    sample_weight, groups : arrays of shape (n,), or None
    """

    kind = "criterion"
    interface = "criterion/1"
    _lacks = "set better to 'higher' or 'lower', and write score_feature(x, y) or score_subset(X, y)"
    better: str = ""
    targets: Sequence[str] = ()
    uses_unknown: bool = False
    uses_weights: bool = False
    uses_groups: bool = False
    takes_missing: bool = False
    order_immune: Sequence[str] = ()
    distances: bool = False
    tolerance: float = 0.0
    X: NDArray[Any]
    feature_names: list[str]
    y: Any
    class_names: list[str]
    sample_weight: NDArray[Any] | None
    groups: NDArray[Any] | None

    @classmethod
    def _is_written(cls) -> bool:
        return bool(cls.better) and cls.measures() != ""

    @classmethod
    def measures(cls) -> str:
        """ "feature" or "subset", by the function that is written."""
        if cls.score_subset is not Criterion.score_subset:
            return "subset"
        return "feature" if cls.score_feature is not Criterion.score_feature else ""

    @classmethod
    def _traits(cls) -> dict[str, Any]:
        return {
            "measures": cls.measures(),
            "better": cls.better,
            "moves": _MOVES[cls.measures()],
            "targets": [cls.targets] if isinstance(cls.targets, str) else list(cls.targets),
            "uses_unknown": cls.uses_unknown,
            "weights": cls.uses_weights,
            "groups": cls.uses_groups,
            "missing": cls.takes_missing,
            "order_immune": [cls.order_immune] if isinstance(cls.order_immune, str) else list(cls.order_immune),
            "distances": cls.distances,
            "tolerance": cls.tolerance,
        }

    def score_feature(self, x: NDArray[Any], y: Any) -> float:
        """The quality of one feature: x has its n values. NaN where there is none."""
        raise NotImplementedError

    def score_subset(self, X: NDArray[Any], y: Any) -> float:
        """The quality of a subset: X has its columns, perhaps none. NaN where there is none."""
        raise NotImplementedError

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        """Once, before all scores. One that overrides it calls this one from it."""
        self.X, self.y, self.class_names = X, y, class_names

    def score(self, subset: NDArray[Any], move: str, candidates: NDArray[Any]) -> Sequence[float]:
        """One number per candidate that joins or leaves the subset ("add", "remove"), or the one of the subset
        ("whole")."""
        if self.measures() == "feature":
            return [self._checked(self._score_of_one, c) for c in candidates]
        after = [subset] if move == "whole" else [
            np.append(subset, c) if move == "add" else subset[subset != c] for c in candidates
        ]
        return [self._checked(self._score_of, np.sort(s)) for s in after]

    def memberships(self, subset: NDArray[Any]) -> NDArray[Any] | None:
        """For a criterion that models the classes: the probability of each class for each sample, an array (n, l), given the
        features in `subset` and all labels, also for samples of unknown label. `find_label_issues` finds wrong labels by it.
        None, the default: it estimates none."""
        return None

    def _checked(self, score: Any, columns: Any) -> float:
        self._check()
        return float(score(columns))

    def _score_of_one(self, column: int) -> float:
        return self.score_feature(self.X[:, column], self.y)

    def _score_of(self, columns: NDArray[Any]) -> float:
        return self.score_subset(self.X[:, columns], self.y)

    def _check(self) -> None:
        """Raises where the run was stopped, or its time is up; the kernel puts its own in this place."""

    def report(self) -> dict[str, Any]:
        """Numbers, texts and arrays for the diagnostics of the result."""
        return {}
