"""Labels judged by the probabilities of a classifier: one of scikit-learn, or any whose probabilities are given."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from ._criterion import Criterion
from ._given import as_labels, as_table, given
from ._target import text_of

__all__ = ["ClassifierLabels", "GivenProbabilities", "as_engine"]


def as_engine(criterion: Any) -> Any:
    """A classifier of scikit-learn as a criterion; others as they are."""
    is_own = isinstance(criterion, (str, dict, type, Criterion)) or not hasattr(criterion, "fit")
    return criterion if is_own or not hasattr(criterion, "get_params") else ClassifierLabels(criterion)


class _LabelEngine(Criterion):
    """What the kernel asks of a class whose labels it judges: `_probabilities`."""

    judges_labels = True
    better = "higher"
    targets = ("classes",)
    uses_unknown = uses_groups = True
    tolerance = 1e-7
    _parts = {"noise": "noise_model/1"}

    @classmethod
    def measures(cls) -> str:
        return "subset"

    def _probabilities(self, subset: NDArray[Any]) -> NDArray[Any]:
        """The probability of each observed class for each sample, learned from others: (n, l), NaN where nobody can say."""
        raise NotImplementedError

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        super().prepare(X, y, class_names)
        self._labels = as_labels(np.arange(len(class_names)), class_names)


class ClassifierLabels(_LabelEngine):
    """Judges labels by a classifier of scikit-learn that has not seen them: its probabilities out of fold.

    The classifier sees labels as y has them, and a frame with its names where X was one. Copies of a row, and samples of one of
    the `groups`, are in the same fold. What becomes of its probabilities is said of `forest`.

    Parameters
    ----------
    estimator : classifier with predict_proba
    cv : int, splitter or None
        The folds of the samples with a label, as `cross_val_predict` takes them; None: 5. Samples without a label are
        predicted by what all others teach.
    noise : id or component, or None
        How labels go wrong; None: it is weighed whether they do, and how.

    Raises
    ------
    tamis.DataError
        It has no probabilities, or fails on a fold.
    """

    uses_weights = True

    def __init__(self, estimator: Any = None, cv: Any = None, noise: Any = None) -> None:
        self.estimator, self.cv, self.noise = estimator, cv, noise

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        super().prepare(X, y, class_names)
        if not hasattr(self.estimator, "predict_proba"):
            raise ValueError(
                f"{self.estimator!r} has no predict_proba; wrap it in sklearn.calibration.CalibratedClassifierCV, or take "
                "a classifier with probabilities"
            )

    def _probabilities(self, subset: NDArray[Any]) -> NDArray[Any]:
        X = as_table(self.X[:, subset], [self.feature_names[c] for c in subset])
        found = np.full((len(self.y), len(self.class_names)), np.nan)
        for train, test in self._folds():
            self._check()
            found[test] = self._predicted(X, train, test)
        return found

    def _folds(self) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        from sklearn.model_selection import StratifiedGroupKFold, check_cv

        known = np.flatnonzero(self.y >= 0)
        folds, groups = 5 if self.cv is None else self.cv, None if self.groups is None else self.groups[known]
        by_groups = groups is not None and isinstance(folds, (int, np.integer))
        splitter = StratifiedGroupKFold(folds) if by_groups else check_cv(folds, self.y[known], classifier=True)
        for train, test in splitter.split(self.X[known], self.y[known], groups):
            yield known[train], known[test]
        if len(known) < len(self.y):
            yield known, np.flatnonzero(self.y < 0)

    def _predicted(self, X: Any, train: NDArray[Any], test: NDArray[Any]) -> NDArray[Any]:
        from sklearn.base import clone
        from sklearn.utils import _safe_indexing

        weights = {} if self.sample_weight is None else {"sample_weight": self.sample_weight[train]}
        try:
            model = clone(self.estimator).fit(_safe_indexing(X, train), self._labels[self.y[train]], **weights)
            probabilities = model.predict_proba(_safe_indexing(X, test))
        except Exception as error:
            raise ValueError(f"{self.estimator!r} failed on a fold: {type(error).__name__}: {error}") from error
        codes = {label: c for c, label in enumerate(self._labels.tolist())}
        out = np.zeros((len(test), len(codes)))
        out[:, [codes[label] for label in model.classes_.tolist()]] = probabilities
        return out


class GivenProbabilities(_LabelEngine):
    """Judges labels by the probabilities that were handed to `find_label_issues`."""

    def __init__(self, noise: Any = None) -> None:
        self.noise = noise

    def _probabilities(self, subset: NDArray[Any]) -> NDArray[Any]:
        tables = given.get()
        probabilities = None if tables is None else tables.pred_probs
        if probabilities is None:
            raise ValueError("no probabilities were given; hand them to find_label_issues as pred_probs")
        values = np.asarray(probabilities, dtype=float)
        if values.ndim != 2 or len(values) != len(self.y):
            raise ValueError(f"pred_probs has the shape {values.shape}, and {len(self.y)} samples are judged; expected a row each")
        out = np.zeros((len(values), len(self.class_names)))
        out[:, self._classes_of(probabilities, values.shape[1])] = values
        wrong = ~(np.isnan(out).all(axis=1) | ((out >= 0).all(axis=1) & (np.abs(out.sum(axis=1) - 1) < 0.01)))
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            raise ValueError(f"row {row} of pred_probs is {values[row].tolist()}; expected probabilities whose sum is 1")
        return np.asarray(out / out.sum(axis=1, keepdims=True))

    def _classes_of(self, probabilities: Any, columns: int) -> NDArray[Any]:
        """The code of each column's class."""
        order = np.argsort(self._labels, kind="stable")
        if hasattr(probabilities, "columns"):
            names = [text_of(c) for c in probabilities.columns]
            order = np.array([self.class_names.index(n) for n in names if n in self.class_names], dtype=int)
        if len(set(order.tolist())) != columns or columns != len(self.class_names):
            raise ValueError(
                f"pred_probs has {columns} columns, and y the classes {', '.join(self.class_names)}; give a column for each, in "
                "their sorted order, or a frame whose columns are named by them"
            )
        return order
