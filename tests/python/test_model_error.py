"""Estimators and functions of scikit-learn as criteria: what they are handed, and what is made of what they give."""

import functools

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_selection import SelectKBest, f_classif, mutual_info_classif
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tamis

GROUPS = np.arange(120) // 10


def first_error(model, X, y, **fit) -> float:
    """Of the first feature alone."""
    alone = X.iloc[:, :1] if hasattr(X, "iloc") else X[:, :1]
    return tamis.Selector(model, search="forward", n_features_to_select=1).fit(alone, y, **fit).path_[0]["score"]


class Records(ClassifierMixin, BaseEstimator):
    """Keeps what it was handed."""

    seen: list = []

    def fit(self, X, y, sample_weight=None):
        Records.seen.append((X, y, sample_weight))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.repeat(self.classes_[:1], len(X))

    def score(self, X, y, sample_weight=None):
        return 0.5


def test_scoring_is_that_of_cross_val_score(noisy) -> None:
    X, y = noisy
    for scoring in ("roc_auc", "neg_log_loss", lambda m, X, y: roc_auc_score(y, m.predict_proba(X)[:, 1])):
        expected = cross_val_score(LogisticRegression(), X[:, :1], y, cv=4, scoring=scoring).mean()
        found = first_error(tamis.ModelError(LogisticRegression(), cv=4, scoring=scoring), X, y)
        assert found == pytest.approx(-expected if scoring == "neg_log_loss" else 1 - expected)
    plain = first_error(tamis.ModelError(Ridge(), cv=3), X, X[:, 0] + X[:, 1])
    assert plain == pytest.approx(1 - cross_val_score(Ridge(), X[:, :1], X[:, 0] + X[:, 1], cv=3).mean())


def test_groups_are_handed_to_the_splitter_and_kept_whole_by_a_number_of_folds(noisy) -> None:
    X, y = noisy
    model = KNeighborsClassifier(3)
    expected = 1 - cross_val_score(model, X[:, :1], y, cv=GroupKFold(3), groups=GROUPS).mean()
    assert first_error(tamis.ModelError(model, cv=GroupKFold(3)), X, y, groups=GROUPS) == pytest.approx(expected)
    Records.seen = []
    first_error(tamis.ModelError(Records(), cv=3), np.c_[GROUPS, X], y, groups=GROUPS)
    assert len(Records.seen) >= 3
    for of_fold, _, _ in Records.seen:  # the groups are the feature
        assert set(np.unique(of_fold, return_counts=True)[1]) == {10}


def test_weights_are_handed_over_or_refused(noisy) -> None:
    X, y = noisy
    w = 1.0 + np.arange(120) % 5
    Records.seen = []
    first_error(tamis.ModelError(Records(), cv=2), np.c_[w, X], y, sample_weight=w)
    assert all((weights == seen[:, 0]).all() for seen, _, weights in Records.seen)
    weighted = first_error(tamis.ModelError(LogisticRegression(), cv=5), X, y, sample_weight=w**4)
    assert weighted != first_error(tamis.ModelError(LogisticRegression(), cv=5), X, y)
    with pytest.raises(tamis.DataError, match="KNeighborsClassifier.* takes no sample_weight in fit; leave it out"):
        first_error(tamis.ModelError(KNeighborsClassifier()), X, y, sample_weight=w)


@pytest.mark.parametrize(
    "labels",
    [["no", "yes"], [10, 30], [False, True], [np.float64(1), np.float64(2)]],
    ids=["texts", "integers", "truth values", "floats"],
)
def test_the_estimator_sees_labels_and_names_as_they_were_given(noisy, labels) -> None:
    X, y = noisy
    frame = pd.DataFrame(X, columns=[f"column {j}" for j in range(6)])
    given = pd.Series([labels[v] for v in y])
    Records.seen = []
    first_error(tamis.ModelError(Records(), cv=2), frame, given)
    X_seen, y_seen, _ = Records.seen[0]
    assert list(X_seen.columns) == ["column 0"]
    assert set(y_seen.tolist()) == set(labels) and type(y_seen.tolist()[0]) is type(np.array(labels).tolist()[0])
    weighted = LogisticRegression(class_weight={labels[0]: 5.0, labels[1]: 1.0})
    expected = 1 - cross_val_score(weighted, frame.iloc[:, :1], given, cv=3).mean()
    assert first_error(tamis.ModelError(weighted, cv=3), frame, given) == pytest.approx(expected)
    Records.seen = []
    first_error(tamis.ModelError(Records(), cv=2), X, given)
    assert isinstance(Records.seen[0][0], np.ndarray)


def test_what_fails_is_an_error_and_no_feature_has_an_infinite_score(noisy) -> None:
    X, y = noisy
    for model in (KNeighborsClassifier(1000), make_pipeline(StandardScaler(), KNeighborsClassifier(1000))):
        with pytest.raises(tamis.DataError, match=r"KNeighbors.* in fold 1 of 3 on x0.*n_neighbors") as caught:
            first_error(tamis.ModelError(model, cv=3), X, y)
        assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(tamis.DataError, match="the score is nan; expected a number"):
        first_error(tamis.ModelError(LogisticRegression(), scoring=lambda m, X, y: np.nan), X, y)
    scores = tamis.Selector(tamis.ModelError(KNeighborsClassifier(3)), search="forward", n_features_to_select=6).fit(X, y)
    assert np.isfinite(scores.scores_).all()


def test_a_function_of_scikit_learn_is_a_criterion(noisy) -> None:
    X, y = noisy
    for function in (f_classif, functools.partial(mutual_info_classif, random_state=0)):
        theirs = SelectKBest(function, k=3).fit(X, y)
        ours = tamis.Selector(function, n_features_to_select=3).fit(X, y)
        assert ours.scores_ == pytest.approx(theirs.scores_)
        assert (ours.get_support() == theirs.get_support()).all()
    seen = []
    tamis.rank(X, np.where(y == 1, "yes", "no"), criterion=lambda X, y: (seen.extend(y), np.arange(6.0))[1])
    assert set(seen) == {"yes", "no"}
    with pytest.raises(tamis.DataError, match=r"gave an array of shape \(2,\); expected one score for each of 6"):
        tamis.rank(X, y, criterion=lambda X, y: [1.0, 2.0])


def test_a_function_of_a_subset_is_a_criterion_for_any_search(noisy) -> None:
    X, y = noisy
    score = tamis.SubsetScore(lambda X, y: -np.abs(X.mean(axis=1) - 2 * y).mean())
    found = tamis.select(X, y, criterion=score, search="forward", keep=3)
    assert set(found.selected) == {"x0", "x1", "x2"}
    with pytest.raises(tamis.DataError, match="function is None; expected a callable"):
        tamis.rank(X, y, criterion=tamis.SubsetScore(), search="forward")
