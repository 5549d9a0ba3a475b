"""Estimators of scikit-learn as criteria."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from ._criterion import Criterion
from ._given import as_labels, as_table

__all__ = ["ModelError"]


class ModelError(Criterion):
    """The cross-validated error of an estimator of scikit-learn on a subset, a wrapper.

    The estimator sees what the user gave: labels as y has them, and a frame with its names where X was one.

    Parameters
    ----------
    estimator : estimator
        A classifier or a regressor.
    cv : int, splitter or None
        The folds, as `cross_val_score` takes them: their number, of samples in their order (of classes, stratified);
        None: 5. A number of folds keeps `groups` whole where they are given; a splitter is handed them.
    scoring : str, callable or None
        What is measured on the samples left out, as `cross_val_score` takes it; None: the estimator's own score. The
        error is one minus the mean over the folds; of a scoring whose name begins with ``neg_``, the loss itself.

    Weights of samples (`sample_weight`) are handed to the estimator's fit and to its score; a callable gets none.

    Raises
    ------
    tamis.DataError
        The estimator fails on a fold, or its score is no number: with the fold and the features.
    """

    better = "lower"
    targets = ("classes", "real")
    uses_weights = uses_groups = True

    def __init__(self, estimator: Any = None, cv: Any = None, scoring: Any = None) -> None:
        self.estimator, self.cv, self.scoring = estimator, cv, scoring

    @classmethod
    def measures(cls) -> str:
        return "subset"

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        from sklearn.base import is_classifier
        from sklearn.metrics import check_scoring
        from sklearn.utils.validation import has_fit_parameter

        super().prepare(X, y, class_names)
        self._own_y = as_labels(y, class_names)
        self._scorer = check_scoring(self.estimator, scoring=self.scoring)
        if self.sample_weight is not None and not has_fit_parameter(self.estimator, "sample_weight"):
            raise ValueError(
                f"{self.estimator!r} takes no sample_weight in fit; leave it out, or take an estimator that does"
            )
        self._folds = list(self._splitter(is_classifier(self.estimator)).split(X, self._own_y, self.groups))

    def _splitter(self, of_classes: bool) -> Any:
        from sklearn.model_selection import GroupKFold, StratifiedGroupKFold, check_cv

        folds = 5 if self.cv is None else self.cv
        if self.groups is not None and isinstance(folds, (int, np.integer)):
            return StratifiedGroupKFold(folds) if of_classes else GroupKFold(folds)
        return check_cv(folds, self._own_y, classifier=of_classes)

    def _score_of(self, columns: NDArray[Any]) -> float:
        if len(columns) == 0:
            return float("nan")
        X = as_table(self.X[:, columns], [self.feature_names[c] for c in columns])
        mean = float(np.mean(list(self._scores(X, columns))))
        return -mean if str(self.scoring).startswith("neg_") else 1 - mean

    def _scores(self, X: Any, columns: NDArray[Any]) -> Iterator[float]:
        from sklearn.base import clone
        from sklearn.utils import _safe_indexing

        for fold, (train, test) in enumerate(self._folds):
            try:
                model = clone(self.estimator)
                model.fit(_safe_indexing(X, train), self._own_y[train], **self._weights(train))
                left_out = {} if callable(self.scoring) else self._weights(test)
                score = float(self._scorer(model, _safe_indexing(X, test), self._own_y[test], **left_out))
            except Exception as error:
                raise ValueError(f"{self._at(fold, columns)}: {type(error).__name__}: {error}") from error
            if not np.isfinite(score):
                raise ValueError(f"{self._at(fold, columns)}: the score is {score}; expected a number")
            yield score

    def _weights(self, samples: NDArray[Any]) -> dict[str, Any]:
        return {} if self.sample_weight is None else {"sample_weight": self.sample_weight[samples]}

    def _at(self, fold: int, columns: NDArray[Any]) -> str:
        names = [self.feature_names[c] for c in columns]
        shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        return f"{self.estimator!r} in fold {fold + 1} of {len(self._folds)} on {shown}"
