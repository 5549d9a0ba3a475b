"""What people see of a result in a notebook."""

import re

import numpy as np
import pandas as pd
import pytest

import tamis


@pytest.fixture
def doubted(noisy) -> tamis.Result:
    X, y = noisy
    frame = pd.DataFrame(X, columns=["a<b", "x1", "x2", "x3", "x4", "x5"])
    return tamis.rank(frame, np.where(y == 1, "y&es", "no"), criterion="lnt_mi", search="backward")


def test_names_are_escaped_in_html(doubted) -> None:
    for shown in (doubted._repr_html_(), doubted.noise._repr_html_()):
        assert re.fullmatch(r"(<table>.*</table>(<p>.*</p>)?)+", shown)
    assert "a&lt;b" in doubted._repr_html_() and "a<b" not in doubted._repr_html_()
    assert "y&amp;es" in doubted.noise._repr_html_() and "y&es" not in doubted.noise._repr_html_()


def test_issues_are_those_of_find_label_issues(noisy) -> None:
    X, y = noisy
    whole = tamis.rank(X, y, criterion="lnt_mi", search={"use": "backward", "keep": 6})
    issues = whole.noise.issues
    assert list(issues["row"]) == list(whole.noise.suspects)
    assert list(issues.columns) == list(tamis.find_label_issues(X, y, criterion="lnt_mi").columns)
    assert (issues["wrong"] > 0.5).all() and issues["wrong"].is_monotonic_decreasing
    assert [y[i] for i in issues["row"]] == list(issues["label"])


@pytest.mark.parametrize("what, bars", [("ranking", 5), ("flip_rates", 2), ("suspects", None)])
def test_figures_of_bars(doubted, what: str, bars: int | None) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed").use("Agg")
    axes = doubted.plot(what)
    assert len(axes.patches) == (len(doubted.noise.suspects) if bars is None else bars)


def test_a_walk_is_a_line(doubted) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed").use("Agg")
    (line,) = doubted.plot().lines
    steps = [(s["size"], s["score"]) for s in doubted.path if s["score"] is not None]
    assert list(zip(*line.get_data())) == steps
    assert not tamis.rank(np.eye(4), criterion="variance").plot().lines


def test_figures_that_are_not_there(noisy, doubted) -> None:
    with pytest.raises(tamis.ParamError, match="no figure 'pie'; expected one of ranking"):
        doubted.plot("pie")
    pytest.importorskip("matplotlib")
    with pytest.raises(tamis.ParamError, match="'mi' says nothing of wrong labels"):
        tamis.rank(*noisy, criterion="mi").plot("suspects")


def test_the_report_is_a_page_of_its_own(doubted, tmp_path) -> None:
    page = doubted.report(tmp_path / "r.html")
    assert page.startswith("<!DOCTYPE html>") and (tmp_path / "r.html").read_text(encoding="utf-8") == page
    assert "a&lt;b" in page and "a<b" not in page
    assert page == doubted.report()
