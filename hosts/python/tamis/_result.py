"""What a selection found, for people and for programs."""

from __future__ import annotations

import html
import json
import os
import pathlib
from typing import Any, Iterator, Mapping

from ._kernel import html_report
from ._label_noise import LabelNoise

__all__ = ["Result"]

_DECISIONS = ("confirmed", "tentative", "rejected")  # that stand beside scores, as those of boruta do


class Result(Mapping[str, Any]):
    """The result of a selection, a mapping with the members of the result files of `tamis select`.

    Tables of its diagnostics are ``{"columns": names, "values": array}``. In a notebook it shows its ranking.

    Attributes
    ----------
    noise : LabelNoise or None
        What the criterion found out about the labels.
    """

    def __init__(self, members: dict[str, Any], noise: LabelNoise | None = None) -> None:
        self._members, self.noise = members, noise

    def __getitem__(self, key: str) -> Any:
        return self._members[key]

    __eq__ = object.__eq__  # arrays inside have no truth
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @property
    def ranking(self) -> list[dict[str, Any]]:
        """Best first: rank, feature, column, score, selected; of a group of features also members and columns."""
        return list(self._members["ranking"])

    @property
    def selected(self) -> list[str]:
        """The names of the selected features, best first; those of a group one after the other."""
        selected = (f for f in self._members["ranking"] if f["selected"])
        return [name for f in selected for name in f.get("members", [f["feature"]])]

    @property
    def path(self) -> list[dict[str, Any]]:
        """The steps of the search: feature, move, score, size of the subset after it."""
        return list(self._members["path"])

    def keep_confirmed(self, always: Any = ()) -> None:
        """Selects what the criterion confirms, and `always`, where it decides about features; else nothing changes."""
        ranking = self._members["ranking"]
        if not any(f.get("reason") in _DECISIONS for f in ranking):
            return
        for f in ranking:
            f["selected"] = f.get("reason") == _DECISIONS[0] or f["feature"] in always
        self._members["goal"] = {**self._members["goal"], "keep": sum(f["selected"] for f in ranking)}

    def to_json(self, **how: Any) -> str:
        """As text; arrays become lists."""
        return json.dumps(self._members, default=lambda a: a.tolist(), **how)

    def _score(self, f: dict[str, Any]) -> str:
        return "" if f.get("score") is None else f"{f['score']:.6g}"

    def _methods(self) -> str:
        """What was done, in a line: the criterion, the search, and what became of the labels."""
        noise = self["criterion"].get("noise")
        soft = self["data"].get("options", {}).get("soft")
        return ", ".join(
            [
                self["criterion"]["use"],
                self["search"]["use"],
                *([f"noise model {noise['use']}"] if isinstance(noise, dict) else []),
                *([f"memberships of {soft['from']['use']}"] if isinstance(soft, dict) else []),
            ]
        )

    def __repr__(self) -> str:
        rows = [f"{f['rank']:>4}  {f['feature']}  {self._score(f)}".rstrip() for f in self.ranking[:10]]
        more = [f"      ... and {len(self.ranking) - 10} more"] if len(self.ranking) > 10 else []
        head = f"{self._methods()}: {sum(f['selected'] for f in self.ranking)} of {len(self.ranking)} features"
        return "\n".join([head, *rows, *more])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{f['rank']}</td><td>{html.escape(f['feature'])}</td><td>{self._score(f)}</td>"
            f"<td>{'selected' if f['selected'] else ''}</td></tr>"
            for f in self.ranking[:30]
        )
        more = f"<p>... and {len(self.ranking) - 30} more</p>" if len(self.ranking) > 30 else ""
        head = html.escape(self._methods())
        better = html.escape(str(self["better"]))
        return (
            f"<table><caption>{head}</caption><thead><tr><th>rank</th><th>feature</th>"
            f"<th>score ({better} is better)</th><th></th></tr></thead><tbody>{rows}</tbody></table>{more}"
        )

    def report(self, path: str | os.PathLike[str] | None = None) -> str:
        """What was found as a page: one HTML file with charts that needs no network, as `tamis report` makes it.

        Parameters
        ----------
        path : path or None
            Where to write it; None: nowhere.

        Returns
        -------
        str
            The page.
        """
        page = html_report(self.to_json())
        if path is not None:
            pathlib.Path(path).write_text(page, encoding="utf-8")
        return page

    def plot(self, what: str | None = None, ax: Any = None) -> Any:
        """A figure; needs matplotlib.

        Parameters
        ----------
        what : {"ranking", "path", "flip_rates", "suspects"} or None
            The scores of the best features, those of the path by size, the estimated share of wrong labels of each
            class, or the labels that look wrong; None: the path where the search went step by step, else the ranking.
        ax : axes or None

        Returns
        -------
        axes

        Raises
        ------
        tamis.ParamError
            There is no such figure, or nothing is known of wrong labels.
        """
        from ._plots import plot

        return plot(self, what, ax)
