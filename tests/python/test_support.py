"""What a fitted selector knows of the columns of X."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine

import tamis


@pytest.fixture
def mixed() -> tuple[pd.DataFrame, pd.Series]:
    X, y = load_wine(return_X_y=True, as_frame=True)
    sizes = pd.cut(X.alcohol, 3, labels=["low", "middle", "high"]).astype(str)
    return pd.DataFrame({"flag": X.flavanoids > 2, "size": sizes, "hue": X.hue, "ash": X.ash}), y


def test_masks_have_a_place_for_each_column_of_X(mixed) -> None:
    X, y = mixed
    selector = tamis.Selector("fisher_score", n_features_to_select=3).fit(X, y)
    assert selector.n_features_in_ == 4
    for attribute in (selector.get_support(), selector.support_, selector.scores_, selector.ranking_):
        assert attribute.shape == (4,)
    assert sorted(selector.ranking_) == [1, 2, 3, 4]
    assert (selector.support_ == selector.get_support()).all()
    assert selector.n_features_ == selector.support_.sum()
    chosen = {name.split("=")[0] for name in selector.get_feature_names_out()}
    assert set(X.columns[selector.get_support()]) == chosen
    assert selector.transform(X).shape == (178, len(selector.get_feature_names_out()))
    of_sizes = next(f for f in selector.result_.ranking if f["feature"] == "size")
    assert len(of_sizes["members"]) == 3 and selector.scores_[1] == of_sizes["score"]


def test_truth_values_are_one_feature_of_0_and_1(mixed) -> None:
    X, y = mixed
    X = X[["flag", "hue", "ash"]]
    for form in (X, X.assign(flag=X.flag.astype("boolean"))):
        selector = tamis.Selector("fisher_score", n_features_to_select=2).fit(form, y)
        assert list(selector.get_feature_names_out()) == ["flag", "hue"]
        out = selector.transform(form)
        assert out.dtype == np.float64 and (out[:, 0] == X.flag).all()
    named = tamis.Selector("fisher_score", n_features_to_select=3, categorical=["flag"]).fit(X, y)
    assert list(named.get_feature_names_out()) == ["hue", "ash", "flag=1"]
    assert (named.transform(X)[:, 2] == X.flag).all()


@pytest.mark.parametrize("criterion, greater", [("fisher_score", True), ("laplacian_score", False), (None, True)])
def test_the_direction_of_scores_is_stated(mixed, criterion, greater: bool) -> None:
    X, y = load_wine(return_X_y=True)
    selector = tamis.Selector(criterion, n_features_to_select=3).fit(X, y)
    assert selector.greater_is_better_ is greater
    best_first = np.argsort(-selector.scores_ if greater else selector.scores_, kind="stable")
    assert set(best_first[:3]) == set(selector.get_support(indices=True)) == set(np.flatnonzero(selector.ranking_ <= 3))


def test_what_a_criterion_confirms_is_what_is_selected() -> None:
    X, y = load_wine(return_X_y=True)
    Z = np.c_[X[:, [0, 6, 9, 12]], np.random.default_rng(3).standard_normal((178, 8))]
    selector = tamis.Selector(tamis.Boruta(trees=50)).fit(Z, y)
    assert list(selector.get_support(indices=True)) == [0, 1, 2, 3]
    assert len(selector.result_.selected) == selector.result_["goal"]["keep"] == 4
    assert tamis.Selector(tamis.Boruta(trees=50), n_features_to_select=6).fit(Z, y).n_features_ == 6
    with pytest.warns(tamis.TamisWarning, match="criterion 'boruta' confirms no feature, so none is selected"):
        nothing = tamis.Selector(tamis.Boruta(trees=50)).fit(Z[:, 4:], y)
    assert nothing.n_features_ == 0
