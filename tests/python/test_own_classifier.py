"""Labels judged by the user's own classifier, or by its probabilities."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import tamis


@pytest.fixture
def clear() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Three classes far apart in two of four features; 30 of 300 labels are wrong."""
    rng = np.random.default_rng(1)
    truth = np.arange(300) % 3
    X = rng.normal(size=(300, 4))
    X[:, :2] += 4.0 * np.eye(3)[truth][:, :2]
    wrong = rng.choice(300, 30, replace=False)
    y = truth.copy()
    y[wrong] = (y[wrong] + rng.integers(1, 3, 30)) % 3
    return X, y, np.sort(wrong)


def recall(issues, wrong) -> float:
    return len(np.intersect1d(issues["row"], wrong)) / len(wrong)


def test_probabilities_of_ones_own_are_judged(clear) -> None:
    X, y, wrong = clear
    P = cross_val_predict(GaussianNB(), X, y, cv=5, method="predict_proba")
    found = tamis.find_label_issues(X, y, pred_probs=P)
    assert recall(found, wrong) > 0.85 and len(found) < 36
    assert found.attrs["rate_low"] < 0.1 < found.attrs["rate_high"]
    pd.testing.assert_frame_equal(tamis.find_label_issues(None, y, pred_probs=P), found)
    names = np.array(["b", "c", "a"])[y]
    sorted_order = P[:, [2, 0, 1]]
    for probabilities in (sorted_order, pd.DataFrame(P, columns=["b", "c", "a"])):
        named = tamis.find_label_issues(X, names, pred_probs=probabilities)
        assert list(named["row"]) == list(found["row"])
        assert list(named["likelier"]) == [["b", "c", "a"][v] for v in found["likelier"]]
    everywhere = tamis.find_label_issues(X, y, pred_probs=P, return_all=True)
    assert list(everywhere["row"]) == list(range(300)) and everywhere["wrong"].notna().all()


def test_a_noise_model_is_fitted_to_ones_own_probabilities(clear) -> None:
    X, y, wrong = clear
    P = cross_val_predict(GaussianNB(), X, y, cv=5, method="predict_proba")
    found = tamis.find_label_issues(X, y, pred_probs=P, noise=tamis.KnownRates(rates=(0.1, 0.1, 0.1)))
    assert recall(found, wrong) > 0.85 and "wrong_if_any" not in found.columns
    assert not found.equals(tamis.find_label_issues(X, y, pred_probs=P, noise=tamis.KnownRates(rates=(0.4, 0.4, 0.4))))


def test_any_classifier_judges_out_of_fold(clear) -> None:
    X, y, wrong = clear
    P = cross_val_predict(GaussianNB(), X, y, cv=StratifiedKFold(5), method="predict_proba")
    pd.testing.assert_frame_equal(tamis.find_label_issues(X, y, criterion=GaussianNB()), tamis.find_label_issues(X, y, pred_probs=P))
    for model in (RandomForestClassifier(50, random_state=0), tamis.ClassifierLabels(LogisticRegression(), cv=3)):
        assert recall(tamis.find_label_issues(X, y, criterion=model), wrong) > 0.8
    kept = tamis.Selector(tamis.ClassifierLabels(GaussianNB()), search="forward", n_features_to_select=2).fit(X, y)
    assert set(kept.get_support(indices=True)) == {0, 1}
    assert recall(kept.noise_.issues, wrong) > 0.8


def test_a_classifier_sees_what_was_given(clear) -> None:
    X, y, _ = clear
    seen = []

    class Records(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            seen.append((X, y, sample_weight))
            return super().fit(X, y, sample_weight)

    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    w = 1.0 + np.arange(300) % 4
    labels = pd.Series(np.array(["no", "yes", "perhaps"])[y])
    labels[:7] = None
    table = tamis.find_label_issues(frame, labels, criterion=Records(), sample_weight=w, groups=np.arange(300) // 6, return_all=True)
    assert table["wrong"].isna().sum() == 7
    assert len(seen) == 6  # and those without a label
    for X_seen, y_seen, weights in seen:
        assert list(X_seen.columns) == list("abcd") and set(y_seen) == {"no", "yes", "perhaps"} and len(weights) == len(y_seen)
    of_fold = {tuple(row) for row in seen[0][0].to_numpy()}
    whole = {g: sum(tuple(X[i]) in of_fold for i in range(7, 300) if i // 6 == g) for g in range(2, 50)}
    assert set(whole.values()) == {0, 6}
    split = tamis.ClassifierLabels(GaussianNB(), cv=GroupKFold(4))
    assert len(tamis.find_label_issues(X, y, criterion=split, groups=np.arange(300) // 6)) > 10


def test_samples_are_prepared_as_by_a_selector(clear) -> None:
    X, y, _ = clear
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"]).assign(site=np.arange(300) % 3)
    frame.iloc[5, 1] = np.nan
    filled = frame.fillna(frame.median())
    for options in ({}, {"criterion": GaussianNB()}):
        expected = tamis.find_label_issues(filled, y, **options)
        assert tamis.find_label_issues(frame, y, missing="median", **options).equals(expected)
    dropped = tamis.find_label_issues(frame, y, missing="drop_rows", return_all=True)
    assert list(np.flatnonzero(dropped["wrong"].isna())) == [5]
    P = cross_val_predict(GaussianNB(), filled, y, cv=5, method="predict_proba")
    with_gap = tamis.find_label_issues(frame, y, missing="drop_rows", pred_probs=P, return_all=True)
    assert list(np.flatnonzero(with_gap["wrong"].isna())) == [5]
    named = tamis.find_label_issues(filled, y, categorical=["site"])
    assert not named.equals(tamis.find_label_issues(filled, y))


def test_rates_are_those_of_the_population_that_weights_stand_for(clear) -> None:
    X, y, wrong = clear
    w = np.where(np.isin(np.arange(300), wrong[:10]), 0.0, 1.0)  # of the wrong labels ten have no weight
    all_alike = tamis.find_label_issues(X, y, return_all=True)
    assert tamis.find_label_issues(X, y, sample_weight=np.full(300, 3.0), return_all=True).equals(all_alike)
    found = tamis.find_label_issues(X, y, sample_weight=w, return_all=True)
    assert found.attrs["rate"] < all_alike.attrs["rate"]
    assert found.attrs["rate"] == pytest.approx(np.average(found["wrong"], weights=w))
    assert found["wrong_if_any"].iloc[wrong[:10]].mean() > 0.5  # by the others


def test_what_cannot_be_judged_is_refused_with_the_remedy(clear) -> None:
    X, y, _ = clear
    P = np.full((300, 3), 1 / 3)
    refused = lambda kind, says, **o: pytest.raises(kind, tamis.find_label_issues, X, y, **o).match(says)
    refused(tamis.ParamError, "leave one of them out", pred_probs=P, criterion="forest")
    refused(tamis.DataError, "pred_probs has 5 rows, X has 300; expected one per sample", pred_probs=P[:5])
    refused(tamis.DataError, "has 2 columns, and y the classes 0, 1, 2; give a column for each", pred_probs=P[:, :2])
    refused(tamis.DataError, "expected probabilities whose sum is 1", pred_probs=2 * P)
    refused(tamis.DataError, "named by them", pred_probs=pd.DataFrame(P, columns=["x", "y", "z"]))
    refused(tamis.DataError, "has no predict_proba; wrap it in", criterion=LinearSVC())
    refused(tamis.DataError, "failed on a fold: ", criterion=RandomForestClassifier(-1))


def test_high_and_low_readings_are_those_of_the_command_line(clear) -> None:
    from conftest import DATA, command_line, frame

    X, y = frame("wine_wrong_labels.csv", "class")
    X = X.drop(columns="true_class")
    expected = command_line("noise", str(DATA / "wine_wrong_labels.csv"), "--target", "class", "--ignore", "true_class")
    found = tamis.find_label_issues(X, y).attrs
    for name in ("rate_low", "rate_high", "none"):
        assert found[name] == expected[name]
    assert found["rate"] == pytest.approx(expected["rate"], abs=1e-12)
