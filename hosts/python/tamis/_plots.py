"""Figures of results, where matplotlib is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._kernel import ParamError

if TYPE_CHECKING:
    from ._label_noise import LabelNoise
    from ._result import Result

__all__ = ["plot"]

_MOST = 30  # rows that can be read in one figure


def _plain(text: str) -> str:
    """Not to be read as a formula."""
    return text.replace("$", r"\$")


def _ranking(result: Result, ax: Any) -> None:
    best = [f for f in result.ranking if f.get("score") is not None][:_MOST]
    ax.barh([_plain(f["feature"]) for f in best], [f["score"] for f in best])
    ax.invert_yaxis()
    ax.set_xlabel(f"score ({result['better']} is better)")


def _path(result: Result, ax: Any) -> None:
    steps = [s for s in result.path if s.get("score") is not None]
    ax.plot([s["size"] for s in steps], [s["score"] for s in steps], marker="o")
    ax.set_xlabel("features")
    ax.set_ylabel(f"score ({result['better']} is better)")


def _noise_of(result: Result) -> LabelNoise:
    if result.noise is None:
        raise ParamError(
            f"the criterion {result['criterion']['use']!r} says nothing of wrong labels; one with a noise model does, as "
            "'lnt_mi'"
        )
    return result.noise


def _flip_rates(result: Result, ax: Any) -> None:
    rates = _noise_of(result).rates
    ax.bar([_plain(c) for c in rates], list(rates.values()))
    ax.set_ylabel("share of wrong labels")


def _suspects(result: Result, ax: Any) -> None:
    worst = _noise_of(result)._suspects[:_MOST]
    ax.barh([_plain(f"{s['row']}: {s['label']}, not {s['likelier']}?") for s in worst], [s["wrong"] for s in worst])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xlabel("probability that the label is wrong")


_FIGURES = {"ranking": _ranking, "path": _path, "flip_rates": _flip_rates, "suspects": _suspects}


def plot(result: Result, what: str | None, ax: Any) -> Any:
    """See `Result.plot`."""
    if what is None:
        stepwise = result["search"]["use"] != "rank" and any(s.get("score") is not None for s in result.path)
        what = "path" if stepwise else "ranking"
    if what not in _FIGURES:
        raise ParamError(f"there is no figure {what!r}; expected one of {', '.join(_FIGURES)}")
    import matplotlib.pyplot as plt

    if ax is None:
        ax = plt.subplots()[1]
    _FIGURES[what](result, ax)
    ax.set_title(f"{result['criterion']['use']}, {result['search']['use']}")
    return ax
