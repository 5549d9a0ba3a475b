"""Columns of dates in a frame."""

import numpy as np
import pandas as pd
import pytest
from conftest import command_line

import tamis
from tamis import Selector

PARTS = ["when.days", "when.month", "when.weekday", "when.hour"]


@pytest.fixture
def visits():
    """Visits, of which those in the second half of a year are of another class."""
    rng = np.random.default_rng(0)
    when = pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900 * 24 * 60, 200), unit="m")
    X = pd.DataFrame({"age": rng.normal(size=200), "when": when, "place": rng.choice(["u", "v"], 200)})
    return X, (X["when"].dt.month > 6).astype(int)


def test_a_date_becomes_its_parts_as_on_the_command_line(visits, tmp_path) -> None:
    X, y = visits
    ranked = tamis.rank(X, y, criterion="forest_importance")
    assert ranked.selected[0] == "when.month"
    table = tmp_path / "visits.csv"
    X.assign(y=y).to_csv(table, index=False)
    arguments = ["rank", str(table), "--target", "y", "--dates", "when", "--categorical", "place"]
    assert command_line(*arguments, "--criterion", "forest_importance", "--set", "seed=0")["ranking"] == ranked["ranking"]


def test_transform_gives_the_parts_that_the_kernel_saw(visits) -> None:
    X, y = visits
    fitted = Selector("variance", n_features_to_select=6, standardise="none").fit(X)
    assert list(fitted.get_feature_names_out()) == ["age", *PARTS, "place=v"]
    moments = X["when"].dt
    out = fitted.transform(X)
    np.testing.assert_array_equal(out[:, 1], (X["when"] - pd.Timestamp("1970-01-01")) / pd.Timedelta(days=1))
    np.testing.assert_array_equal(out[:, 2], moments.month)
    np.testing.assert_array_equal(out[:, 3], moments.isocalendar().day)
    np.testing.assert_allclose(out[:, 4], moments.hour + moments.minute / 60, rtol=1e-15)
    scores = {p["feature"]: p["score"] for p in fitted.result_.ranking}
    np.testing.assert_allclose([scores[name] for name in PARTS], out[:, 1:5].var(axis=0, ddof=1), rtol=1e-9)


def test_parts_that_are_the_same_everywhere_are_no_features(visits) -> None:
    X, _ = visits
    at_midnight = X.assign(when=X["when"].dt.normalize())
    names = Selector("variance", n_features_to_select=5).fit(at_midnight).get_feature_names_out()
    assert list(names) == ["age", *PARTS[:3], "place=v"]
    same = X.assign(when=pd.Timestamp("2024-02-29"))[["age", "when"]]
    fitted = Selector("variance", n_features_to_select=1).fit(same)
    assert list(fitted.get_feature_names_out()) == ["age"]
    np.testing.assert_array_equal(fitted.transform(same)[:, 0], same["age"])


def test_a_missing_date_is_the_median_one_of_those_that_were_fitted(visits) -> None:
    X, _ = visits
    X.loc[[3, 50], "when"] = pd.NaT
    with pytest.raises(tamis.DataError, match="the cell is missing"):
        Selector("variance").fit(X)
    fitted = Selector("variance", n_features_to_select=6, standardise="none", missing="median").fit(X)
    out = fitted.transform(X)
    known = np.sort(X["when"].dropna())
    assert out[3, 1] == (known[len(known) // 2] - np.datetime64("1970-01-01")) / np.timedelta64(1, "D")
    scores = {p["feature"]: p["score"] for p in fitted.result_.ranking}
    np.testing.assert_allclose([scores[name] for name in PARTS], out[:, 1:5].var(axis=0, ddof=1), rtol=1e-9)
    assert (fitted.transform(X.iloc[[3]]) == out[[3]]).all()


def test_dates_of_a_time_zone_are_those_of_its_clock(visits) -> None:
    X, y = visits
    zoned = X.assign(when=X["when"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"))
    local = X.assign(when=X["when"] + pd.Timedelta(hours=9))
    assert tamis.rank(zoned, y, criterion="forest_importance").ranking == tamis.rank(local, y, criterion="forest_importance").ranking


def test_label_issues_are_found_with_dates(visits) -> None:
    X, y = visits
    wrong = y.copy()
    wrong[::25] = 1 - wrong[::25]
    assert set(tamis.find_label_issues(X, wrong)["row"]) <= set(range(200))


def test_times_that_are_no_dates_are_refused(visits) -> None:
    X, y = visits
    with pytest.raises(tamis.DataError, match="'since' holds durations; turn it into numbers"):
        tamis.rank(X.assign(since=X["when"] - X["when"].min()), y)
    with pytest.raises(tamis.DataError, match="X holds times; turn them into numbers"):
        tamis.rank(X[["when"]].to_numpy(), y)
