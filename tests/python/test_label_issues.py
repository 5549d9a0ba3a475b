"""Which labels look wrong, in the type of y, and what is said of the others."""

import sys

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, command_line

import tamis


@pytest.fixture
def clear() -> tuple[np.ndarray, np.ndarray]:
    """Two classes so far apart in three of six features that each wrong label shows; every seventh is wrong."""
    rng = np.random.default_rng(1)
    n = 240  # of half as many it is left open whether the labels that stand out are wrong
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 6))
    X[:, :3] += 5.0 * y[:, None]
    return X, np.where(np.arange(n) % 7 == 3, 1 - y, y)


FORMS = {
    "integers": lambda y: y.astype(np.int32) + 7,
    "floats": lambda y: y * 2.0,
    "truth values": lambda y: y == 1,
    "texts": lambda y: np.where(y == 1, "yes", "no"),
    "objects": lambda y: y.astype(object),
    "series": lambda y: pd.Series(y + 3, dtype="Int64"),
    "categories": lambda y: pd.Series(np.where(y == 1, "yes", "no"), dtype="category"),
}


@pytest.mark.parametrize("form", FORMS)
def test_labels_have_the_type_that_y_has(clear, form: str) -> None:
    X, y = clear
    given = FORMS[form](y)
    for found in (
        tamis.find_label_issues(X, given),
        tamis.find_label_issues(X, given, return_all=True),
        tamis.rank(X, given, criterion="lnt_mi", search="backward", target="class").noise.issues,
    ):
        assert len(found) > 0
        expected = pd.Series(given).dtype
        assert found["label"].dtype == expected and found["likelier"].dtype == expected
        assert list(found["label"]) == [given[i] for i in found["row"]]
        assert (found["label"] != found["likelier"]).all()


def test_labels_of_a_list_are_those_of_the_list(clear) -> None:
    X, y = clear
    assert tamis.find_label_issues(X, [int(v) for v in y])["label"].dtype == np.int64
    assert set(tamis.find_label_issues(X, ["ab"[v] for v in y])["label"]) == {"a", "b"}


def test_all_samples_are_told_in_their_order(clear) -> None:
    X, y = clear
    table, issues = (tamis.find_label_issues(X, y, return_all=a) for a in (True, False))
    assert len(issues) > 0
    assert list(table["row"]) == list(range(len(y)))
    assert list(table.columns) == [*issues.columns, "suspect"]
    assert ((table["wrong"] >= 0) & (table["wrong"] <= 1)).all()
    worst = table[table["suspect"]].sort_values("wrong", ascending=False, kind="stable")
    pd.testing.assert_frame_equal(worst[list(issues.columns)].reset_index(drop=True), issues)
    noise = tamis.rank(X, y, criterion="lnt_mi", search="backward").noise
    assert list(noise.table["row"]) == list(range(len(y)))
    assert list(np.flatnonzero(noise.table["suspect"])) == sorted(noise.suspects)


def test_all_are_those_of_the_command_line() -> None:
    path = DATA / "wine_wrong_labels.csv"
    X = pd.read_csv(path, float_precision="round_trip").drop(columns="true_class")
    y = X.pop("class")
    table = tamis.find_label_issues(X, y, return_all=True)
    for s in command_line("noise", str(path), "--target", "class", "--ignore", "true_class", "--all")["all"]:
        row = table.iloc[s["row"] - 1]
        assert (row["label"], row["likelier"], row["wrong"]) == (s["label"], s["likelier"], s["wrong"])
        assert (row["probability"], row["suspect"]) == (s["probability"], s["suspect"])


def test_of_what_was_not_used_or_has_no_label_nothing_is_told(clear) -> None:
    X, y = clear
    X, y = X.copy(), y.copy()
    X[4, 2] = np.nan
    y[7] = -1
    table = tamis.find_label_issues(X, y, unlabelled=-1, data={"missing": "drop_rows"}, return_all=True)
    assert len(table) == len(y)
    assert list(np.flatnonzero(table["wrong"].isna())) == [4, 7]
    assert table["label"][7] is None and table["likelier"][4] is None and not table["suspect"][7]
    known = table.drop(index=[4, 7])
    assert list(known["label"]) == [y[i] for i in known["row"]]
    assert all(isinstance(v, (int, np.integer)) for v in known["likelier"])


def test_without_pandas_they_are_dicts(clear, monkeypatch) -> None:
    X, y = clear
    expected = tamis.find_label_issues(X, y)
    monkeypatch.setitem(sys.modules, "pandas", None)
    found = tamis.find_label_issues(X, y)
    assert len(found) > 0
    assert [s["row"] for s in found] == list(expected["row"])
    assert [s["label"] for s in found] == list(expected["label"])
    assert len(tamis.find_label_issues(X, y, return_all=True)) == len(y)


def test_no_features_are_not_all_of_them(clear) -> None:
    with pytest.raises(tamis.ParamError, match="features names none; leave it out"):
        tamis.find_label_issues(*clear, features=[])


def test_a_noise_model_needs_no_engine_that_is_named(clear) -> None:
    X, y = clear
    named = tamis.find_label_issues(X, y, criterion="forest", noise="pooled_flip")
    assert len(named) > 10
    pd.testing.assert_frame_equal(tamis.find_label_issues(X, y, noise="pooled_flip"), named)
    pd.testing.assert_frame_equal(tamis.find_label_issues(X, y, noise=tamis.PooledFlip()), named)
    with pytest.raises(tamis.ParamError, match="expected a noise model"):
        tamis.find_label_issues(X, y, noise=tamis.Forest())


def test_merged_classes_are_texts(clear) -> None:
    X, y = clear
    three = np.where(np.arange(len(y)) % 4 == 0, 2, y)
    merged = {"merge": {"1 or 2": ["1", "2"]}}
    found = tamis.find_label_issues(X, three, data=merged, return_all=True)
    assert set(found["label"]) == {"0", "1 or 2"}


def test_the_frame_and_the_result_have_the_rate_and_its_range(clear) -> None:
    X, y = clear
    for form in ({}, {"return_all": True}):
        rates = tamis.find_label_issues(X, y, **form).attrs
        assert rates["rate_low"] <= rates["rate"] <= rates["rate_high"]
        assert rates["rate_low"] < 1 / 7 < rates["rate_high"] + 0.02
    noise = tamis.select(X, y, criterion="forest", search="backward", keep=6, random_state=0).noise
    found = tamis.find_label_issues(X, y, random_state=0)
    assert found.attrs == {"rate": noise.rate, "rate_low": noise.rate_low, "rate_high": noise.rate_high, "none": noise.none}
    assert np.allclose(found["wrong_if_any"], found["wrong"] / (1 - noise.none))
    named = tamis.find_label_issues(X, y, criterion="forest", noise="pooled_flip").attrs
    assert named["rate_low"] is None and named["rate_high"] >= 0
