"""What a run found out about the labels."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._kernel import label_noise_of
from ._run import Tables

__all__ = ["ISSUE", "LabelNoise", "frame_of", "label_noise_in"]

ISSUE = ("row", "label", "likelier", "wrong", "probability")


def frame_of(suspects: list[dict[str, Any]]) -> Any:
    """A frame; the list itself without pandas."""
    try:
        import pandas
    except ImportError:
        return suspects
    return pandas.DataFrame(suspects, columns=list(ISSUE))


class LabelNoise:
    """What a criterion with a noise model found out about the labels.

    Attributes
    ----------
    memberships : array of shape (n, l)
        The probability of each class for each sample that was used.
    rates : dict
        By class: the estimated share of its samples that carry another label.
    suspects : array of int
        The samples whose label is less likely than another class, the most likely wrong first.
    issues : frame (a list of dicts without pandas)
        The same with label, likelier class and probabilities, as `find_label_issues` gives them.
    """

    def __init__(self, memberships: NDArray[Any], rates: dict[str, float], suspects: list[dict[str, Any]]) -> None:
        self.memberships, self.rates, self._suspects = memberships, rates, suspects

    @property
    def suspects(self) -> NDArray[np.int64]:
        return np.array([s["row"] for s in self._suspects], dtype=np.int64)

    @property
    def issues(self) -> Any:
        return frame_of(self._suspects)

    def __repr__(self) -> str:
        rates = ", ".join(f"{name} {rate:.1%}" for name, rate in self.rates.items())
        return f"{len(self._suspects)} labels look wrong; flip rates: {rates}"

    def _repr_html_(self) -> str:
        rates = "".join(f"<tr><td>{html.escape(c)}</td><td>{r:.1%}</td></tr>" for c, r in self.rates.items())
        rows = "".join(
            f"<tr><td>{s['row']}</td><td>{html.escape(s['label'])}</td><td>{html.escape(s['likelier'])}</td>"
            f"<td>{s['wrong']:.3f}</td></tr>"
            for s in self._suspects[:10]
        )
        more = f"<p>... and {len(self._suspects) - 10} more</p>" if len(self._suspects) > 10 else ""
        return (
            f"<table><caption>{len(self._suspects)} labels look wrong</caption><thead><tr><th>row</th><th>label</th>"
            f"<th>likelier</th><th>wrong with probability</th></tr></thead><tbody>{rows}</tbody></table>{more}"
            f"<table><thead><tr><th>class</th><th>flip rate</th></tr></thead><tbody>{rates}</tbody></table>"
        )


def label_noise_in(members: dict[str, Any], tables: Tables, without_gaps: bool) -> LabelNoise | None:
    """What the memberships that a criterion reported say about the labels; None where it reported none."""
    reported = members["diagnostics"].get("memberships")
    classes = members["data"].get("target", {}).get("classes")
    is_label = "target" in tables.roles
    if not isinstance(reported, dict) or not classes or not is_label or reported["columns"] != classes:
        return None
    texts = tables.target.labels()
    used = np.ones(tables.features.rows, dtype=bool)
    if without_gaps:
        used &= ~tables.features.gaps()
    if used.sum() != len(reported["values"]):  # the criterion got the samples whose label is known
        used &= np.array([bool(t) for t in texts])
    rows = np.flatnonzero(used)
    if len(rows) != len(reported["values"]):
        return None
    codes = {name: c for c, name in enumerate(classes)}
    labels = [codes.get(texts[i], -1) for i in rows]
    rates, suspects = label_noise_of(reported["values"], labels, classes)
    return LabelNoise(reported["values"], rates, [{**s, "row": int(rows[s["row"]])} for s in suspects])
