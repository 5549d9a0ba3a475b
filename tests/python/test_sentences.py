"""Sentences advise what whoever called can do in Python, and warn where a result would mislead."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_wine
from sklearn.model_selection import KFold

import tamis


@pytest.fixture
def wine() -> tuple[pd.DataFrame, pd.Series]:
    return load_wine(return_X_y=True, as_frame=True)


def said(call) -> str:
    with pytest.raises(tamis.Error) as caught:
        call()
    assert "`" not in str(caught.value) and "data." not in str(caught.value)
    return str(caught.value)


def test_errors_of_a_selector_name_what_it_takes(wine) -> None:
    X, y = wine
    fit = lambda X, y, criterion="mi", **more: said(lambda: tamis.Selector(criterion).fit(X, y, **more))
    gap, infinite = X.copy(), X.copy()
    gap.iloc[3, 3], infinite.iloc[3, 3] = np.nan, np.inf
    assert 'missing="drop_rows", or X without the column "alcalinity_of_ash"' in fit(gap, y)
    assert "or None or NaN in its place if it means missing" in fit(infinite, y)
    assert 'target="class" reads each distinct value' in fit(X, X.hue, "fisher_score")
    assert "leave out sample_weight" in fit(X, y, "ksg_mi", sample_weight=np.ones(178))
    assert tamis.Selector("mi", missing="median").fit(gap, y).support_.sum() == 7


def test_errors_of_functions_name_theirs(wine) -> None:
    X, y = wine
    gap = X.assign(hue=X.hue.where(X.hue < 1.5))
    sentence = said(lambda: tamis.rank(gap, y))
    assert 'use missing="median", missing="keep" (for criteria that take missing cells), missing="drop_rows", or data={"ignore": ["hue"]}' in sentence
    assert len(tamis.rank(gap, y, missing="median").ranking) == 13
    assert len(tamis.select(gap, y, data={"ignore": ["hue"]}).ranking) == 12
    assert "say how many with keep=10" in said(lambda: tamis.stability(X, y, criterion="mi"))


def test_backticks_that_are_no_advice_stay(wine) -> None:
    from tamis._sentences import in_python

    assert in_python("a `b` c, `tamis plugins` lists", True) == "a `b` c, `tamis plugins` lists"
    assert in_python("`data.harden = true` or `data.tf_idf`", False) == 'data={"harden": True} or data={"tf_idf": ...}'
    assert in_python("the column `x: use `threads = 2`", False) == "the column `x: use n_jobs=2"


def test_warnings_name_parameters(wine) -> None:
    X, y = wine
    with pytest.warns(tamis.TamisWarning, match='identifier, X without the column "id"'):
        tamis.Selector("mi").fit(X.iloc[:, :2].assign(id=[f"u{k}" for k in range(178)]), y)


def test_integers_near_the_limit_say_how_they_are_read_and_what_keeps_it() -> None:
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    z = (y // 15).astype(int)
    rows = [rows[:150] for rows, _ in KFold(5, shuffle=True, random_state=1).split(X)]
    with pytest.warns(tamis.TamisWarning, match="y has 23 distinct integers and is read as real values.*say target='class'"):
        tamis.Selector().fit(X, z)
    with pytest.warns(tamis.TamisWarning, match="distinct integers and is read as classes"):
        tamis.Selector().fit(X[z < 20], z[z < 20])
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*distinct integers and is read as")
        for target, expected in (("class", "classes"), ("real", "real")):
            selector = tamis.Selector(target=target)
            kinds = {clone(selector).fit(X.iloc[i], z.iloc[i]).result_["data"]["target"]["kind"] for i in rows}
            assert kinds == {expected}
        for few_or_many in (np.arange(442) % 10, np.arange(442) % 41, y + 0.5):
            tamis.Selector().fit(X, few_or_many)
        tamis.Selector("correlation").fit(X, z)  # takes numbers, however many
    read = [tamis.rank(X, np.arange(442) % k)["data"]["target"]["kind"] for k in (20, 21)]
    assert read == ["classes", "real"]  # the limit that the sentence names


@pytest.mark.parametrize("form", [np.asarray, pd.DataFrame], ids=["array", "frame"])
def test_degenerate_tables_warn(form) -> None:
    X, y = np.random.default_rng(0).random((20, 4)), np.arange(20) % 2
    with pytest.warns(tamis.TamisWarning, match="every feature of X is constant"):
        tamis.Selector().fit(form(np.ones((20, 4))), y)
    with pytest.warns(tamis.TamisWarning, match="y has one class alone, '0'"):
        tamis.Selector().fit(form(X), np.zeros(20, int))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tamis.Selector().fit(form(X), y)
    assert not [w for w in caught if "arbitrary" in str(w.message)]


def test_constant_sparse_columns_and_categories_are_constant_too() -> None:
    import scipy.sparse

    for X in (scipy.sparse.csr_matrix((20, 3)), scipy.sparse.csr_matrix(np.full((20, 2), 3.0))):
        with pytest.warns(tamis.TamisWarning, match="every feature of X is constant"):
            tamis.Selector("variance").fit(X)
