"""What a selection found, for people and for programs."""

from __future__ import annotations

import html
import json
from typing import Any, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["LabelNoise", "Result"]


class Result(Mapping[str, Any]):
    """The result of a selection, a mapping with the members of the result files of `tamis select`.

    Tables of its diagnostics are ``{"columns": names, "values": array}``. In a notebook it shows its ranking.
    """

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getitem__(self, key: str) -> Any:
        return self._members[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @property
    def ranking(self) -> list[dict[str, Any]]:
        """Best first: rank, feature, column, score, selected."""
        return list(self._members["ranking"])

    @property
    def selected(self) -> list[str]:
        """The names of the selected features, best first."""
        return [f["feature"] for f in self._members["ranking"] if f["selected"]]

    @property
    def path(self) -> list[dict[str, Any]]:
        """The steps of the search: feature, move, score, size of the subset after it."""
        return list(self._members["path"])

    def to_json(self, **how: Any) -> str:
        """As text; arrays become lists."""
        return json.dumps(self._members, default=lambda a: a.tolist(), **how)

    def _score(self, f: dict[str, Any]) -> str:
        return "" if f.get("score") is None else f"{f['score']:.6g}"

    def __repr__(self) -> str:
        rows = [f"{f['rank']:>4}  {f['feature']}  {self._score(f)}".rstrip() for f in self.ranking[:10]]
        more = [f"      ... and {len(self.ranking) - 10} more"] if len(self.ranking) > 10 else []
        methods = f"{self['criterion']['use']}, {self['search']['use']}"
        head = f"{methods}: {len(self.selected)} of {len(self.ranking)} features"
        return "\n".join([head, *rows, *more])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{f['rank']}</td><td>{html.escape(f['feature'])}</td><td>{self._score(f)}</td>"
            f"<td>{'selected' if f['selected'] else ''}</td></tr>"
            for f in self.ranking[:30]
        )
        more = f"<p>... and {len(self.ranking) - 30} more</p>" if len(self.ranking) > 30 else ""
        head = f"{html.escape(self['criterion']['use'])}, {html.escape(self['search']['use'])}"
        better = html.escape(str(self["better"]))
        return (
            f"<table><caption>{head}</caption><thead><tr><th>rank</th><th>feature</th>"
            f"<th>score ({better} is better)</th><th></th></tr></thead><tbody>{rows}</tbody></table>{more}"
        )

    def plot(self, ax: Any = None) -> Any:
        """The scores of the ranking as bars, or those of the path by size where the search went step by step.

        Needs matplotlib. Returns the axes.
        """
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.subplots()[1]
        steps = [s for s in self.path if s.get("score") is not None]
        if steps and self["search"]["use"] != "rank":
            ax.plot([s["size"] for s in steps], [s["score"] for s in steps], marker="o")
            ax.set_xlabel("features")
        else:
            best = [f for f in self.ranking if f.get("score") is not None][:30]
            ax.barh([f["feature"] for f in best], [f["score"] for f in best])
            ax.invert_yaxis()
        ax.set_title(f"{self['criterion']['use']}, {self['search']['use']}")
        ax.set_ylabel(f"score ({self['better']} is better)" if steps else "")
        return ax


class LabelNoise:
    """What a criterion with a noise model found out about the labels.

    Attributes
    ----------
    memberships : array of shape (n, l)
        The probability of each class for each sample.
    rates : dict
        By class: the estimated share of its samples that carry another label.
    suspects : array of int
        The samples whose label is less likely than another class, the most likely wrong first.
    """

    def __init__(self, memberships: NDArray[Any], rates: dict[str, float], suspects: NDArray[Any]) -> None:
        self.memberships, self.rates, self.suspects = memberships, rates, suspects

    def __repr__(self) -> str:
        rates = ", ".join(f"{name} {rate:.1%}" for name, rate in self.rates.items())
        return f"{len(self.suspects)} labels look wrong; flip rates: {rates}"
