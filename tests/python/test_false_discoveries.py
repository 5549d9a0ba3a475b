"""Features by a bound on the share of false ones, from Python."""

import numpy as np
import pytest
from conftest import DATA, command_line, frame
from sklearn.datasets import make_classification, make_regression
from sklearn.feature_selection import SelectFdr, f_classif, r_regression

import tamis


def test_p_values_are_those_of_scikit_learn() -> None:
    X, y = make_classification(200, 30, n_informative=3, n_redundant=2, class_sep=2.0, random_state=3)
    theirs = SelectFdr(f_classif, alpha=0.1).fit(X, y)
    ours = tamis.Selector("fisher_score", fdr=0.1).fit(X, y)
    np.testing.assert_allclose(ours.p_values_, theirs.pvalues_, rtol=1e-9)
    assert ours.support_.tolist() == theirs.get_support().tolist()
    assert 0 < ours.n_features_ < 30 and ours.w_ is None


def test_p_values_of_a_real_target_are_those_of_pearson() -> None:
    stats = pytest.importorskip("scipy.stats")
    X, y = make_regression(60, 8, n_informative=2, noise=50.0, random_state=2)
    ours = tamis.Selector("correlation", fdr=0.2).fit(X, y)
    np.testing.assert_allclose(ours.p_values_, [stats.pearsonr(x, y)[1] for x in X.T], rtol=1e-9)
    assert abs(r_regression(X, y)[ours.support_]).min() > abs(r_regression(X, y)[~ours.support_]).max()


def test_knockoffs_are_those_of_the_command_line() -> None:
    X, y = frame("wine_wrong_labels.csv", "class")
    expected = command_line(
        "select", str(DATA / "wine_wrong_labels.csv"), "--target", "class", "--ignore", "true_class", "--criterion",
        "fisher_score", "--keep", "knockoffs", "--fdr", "0.3",
    )  # fmt: skip
    selector = tamis.Selector("fisher_score", n_features_to_select="knockoffs", fdr=0.3)
    selector.fit(X.drop(columns="true_class"), y)
    assert selector.result_.selected == [f["feature"] for f in expected["ranking"] if f["selected"]]
    assert selector.w_.tolist() == [f["w"] for f in sorted(expected["ranking"], key=lambda f: f["column"])]
    assert selector.p_values_ is None


def test_a_rate_that_selects_nothing_is_refused_with_the_one_that_does(noisy) -> None:
    with pytest.raises(tamis.ParamError, match="the smallest rate that can be used is 0.1667"):
        tamis.select(*noisy, keep="knockoffs", fdr=0.1)


def test_a_rate_out_of_range_is_refused(noisy) -> None:
    with pytest.raises(ValueError, match="fdr"):
        tamis.Selector(fdr=1.5).fit(*noisy)
    with pytest.raises(tamis.ParamError, match="between 0 and 1"):
        tamis.select(*noisy, fdr=0)
