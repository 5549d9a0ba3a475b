"""What a run found out about the labels."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._kernel import label_noise_of
from ._own_labels import OwnLabels
from ._run import Tables

__all__ = ["ANNOTATOR", "LabelNoise", "VotesOfRows", "label_noise_in"]

ANNOTATOR = ("annotator", "votes", "right", "kappa")


class VotesOfRows:
    """What the votes on each row are, of which the label is the majority."""

    def __init__(self, listed: list[dict[str, Any]], classes: list[str]) -> None:
        self._of = {s["row"] - 1: s for s in listed}
        self._codes = {name: c for c, name in enumerate(classes)}

    def by_votes(self, rows: NDArray[Any]) -> NDArray[Any]:
        """The code of the likeliest class by the votes alone; -1 without votes."""
        return np.array([self._codes[self._of[i]["by_votes"]] if i in self._of else -1 for i in rows], dtype=int)

    def numbers(self, name: str, rows: NDArray[Any]) -> NDArray[Any]:
        """Another column; NaN without votes."""
        found = [self._of[i][name] if i in self._of else None for i in rows]
        return np.array(found, dtype=float if None in found else None)


def _of(weights: NDArray[Any] | None, samples: NDArray[Any]) -> NDArray[Any] | None:
    return None if weights is None else weights[samples]


class LabelNoise:
    """What a criterion with a noise model found out about the labels.

    Attributes
    ----------
    memberships : array of shape (n, l)
        The probability of each class for each sample that was used.
    rate : float
        The expected share of wrong labels, by the weights of the samples.
    rate_low, rate_high : float, or None
        How few and how many may be wrong: the range that holds the share with probability 0.9, and as the high end the
        share of labels that differ from what is learned from the other samples, where that is more, since errors that
        follow the features cannot be distinguished from hard cases. None where the criterion reports no such numbers.
    none : float, or None
        The probability that no label is wrong at all, where the criterion reports it. From .05 to .9 it is open: the
        suspects are then those of the reading that some are wrong, if it is clear; column wrong_if_any has the
        probabilities given that, and wrong those that count both readings.
    rates : dict
        By class: the estimated share of its samples that carry another label.
    suspects : array of int
        The samples whose label is less likely than another class, the most likely wrong first.
    issues : frame (a list of dicts without pandas)
        The same with label, likelier class and probabilities, as `find_label_issues` gives them.
    table : frame (a list of dicts without pandas)
        Each sample of X, in their order, likewise, and whether it is a suspect; its likelier class is the likeliest
        one beside the label. Classes and probabilities are missing where a label is, and of samples that were not used.
    """

    def __init__(
        self,
        memberships: NDArray[Any],
        labels: list[int],
        classes: list[str],
        rows: NDArray[Any],
        tables: Tables,
        reported: dict[str, Any],
        votes: VotesOfRows | None = None,
    ) -> None:
        self._votes = votes
        self.none = reported.get("none")
        self.memberships = memberships
        weights = [] if tables.sample_weight is None else tables.sample_weight[rows].tolist()
        self.rates, doubts = label_noise_of(memberships, labels, weights, classes, self.none or 0.0)
        samples = tables.features.rows
        self._rows = np.arange(samples)
        self._label = np.full(samples, -1)
        self._label[rows] = labels
        self._likelier = np.full(samples, -1)
        self._likelier[rows] = doubts["likelier"]
        self._wrong, self._probability = np.full(samples, np.nan), np.full(samples, np.nan)
        self._wrong[rows], self._probability[rows] = doubts["wrong"], doubts["probability"]
        known = ~np.isnan(self._wrong)
        self.rate = float(np.average(self._wrong[known], weights=_of(tables.sample_weight, known)))
        # theirs is of the rate at which labels go wrong, which these labels need not meet
        self.rate_low = min(reported["rate_low"], self.rate) if "rate_low" in reported else None
        high = [reported[name] for name in ("rate_high", "disagreement") if name in reported]
        self.rate_high = max(*high, self.rate) if high else None
        self._wrong_if_any = np.full(samples, np.nan)
        self._wrong_if_any[rows] = doubts["wrong_if_any"]
        self._suspect = np.zeros(samples, dtype=bool)
        self._suspect[rows] = doubts["suspect"]
        self._own = OwnLabels(tables.target, classes)
        found = np.flatnonzero(self._suspect)
        self.suspects: NDArray[np.int64] = found[np.argsort(-self._wrong[found], kind="stable")].astype(np.int64)
        self._suspects = [
            {"row": int(i), "label": classes[label], "likelier": classes[likelier], "wrong": self._wrong[i]}
            for i, label, likelier in zip(self.suspects, self._label[self.suspects], self._likelier[self.suspects])
        ]

    def _frame(self, rows: NDArray[Any], **more: NDArray[Any]) -> Any:
        codes = {"label": self._label[rows], "likelier": self._likelier[rows]}
        numbers = {"wrong": self._wrong[rows], "probability": self._probability[rows]}
        if self.none is not None:
            numbers["wrong_if_any"] = self._wrong_if_any[rows]
        if self._votes is not None:
            codes["by_votes"] = self._votes.by_votes(rows)
            for name in ("votes", "votes_for_label", "by_votes_probability"):
                numbers[name] = self._votes.numbers(name, rows)
        numbers |= more
        try:
            import pandas
        except ImportError:
            columns: dict[str, list[Any]] = {"row": rows.tolist()}
            columns |= {name: self._own.values(c) for name, c in codes.items()}
            columns |= {name: c.tolist() for name, c in numbers.items()}
            return [dict(zip(columns, row)) for row in zip(*columns.values())]
        return pandas.DataFrame({"row": rows, **{name: self._own.series(c) for name, c in codes.items()}, **numbers})

    def _with_rates(self, frame: Any) -> Any:
        if hasattr(frame, "attrs"):
            frame.attrs.update(rate=self.rate, rate_low=self.rate_low, rate_high=self.rate_high, none=self.none)
        return frame

    @property
    def issues(self) -> Any:
        return self._with_rates(self._frame(self.suspects))

    @property
    def table(self) -> Any:
        return self._with_rates(self._frame(self._rows, suspect=self._suspect))

    def _found(self) -> str:
        found = "1 label looks wrong" if len(self._suspects) == 1 else f"{len(self._suspects)} labels look wrong"
        if self.none is None or not 0.05 <= self.none <= 0.9:
            return found
        return f"with probability {self.none:.2f} no label is wrong; otherwise {found}"

    def __repr__(self) -> str:
        rates = ", ".join(f"{name} {rate:.1%}" for name, rate in self.rates.items())
        return f"{self._found()}; flip rates: {rates}"

    def _repr_html_(self) -> str:
        rates = "".join(f"<tr><td>{html.escape(c)}</td><td>{r:.1%}</td></tr>" for c, r in self.rates.items())
        rows = "".join(
            f"<tr><td>{s['row']}</td><td>{html.escape(s['label'])}</td><td>{html.escape(s['likelier'])}</td>"
            f"<td>{s['wrong']:.3f}</td></tr>"
            for s in self._suspects[:10]
        )
        more = f"<p>... and {len(self._suspects) - 10} more</p>" if len(self._suspects) > 10 else ""
        return (
            f"<table><caption>{self._found()}</caption><thead><tr><th>row</th><th>label</th>"
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
    return LabelNoise(reported["values"], labels, classes, rows, tables, members["diagnostics"])
