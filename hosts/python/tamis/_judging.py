"""How well a selection predicts, and whether other samples would have led to another one."""

from __future__ import annotations

import math
from typing import Any

from ._components import config_of
from ._frames import frame_of
from ._functions import select
from ._kernel import ParamError
from ._result import Result

__all__ = ["Evaluation", "Stability", "evaluate", "stability"]


class Stability:
    """How alike the selections from parts of the samples are.

    Attributes
    ----------
    index : float
        Of Nogueira, Sechidis and Brown (JMLR 18, 2018): at most 1, where all selections are the same; about 0 where they are
        as by chance; NaN where it is undefined, for the `reason`.
    interval : tuple of two floats
        Holds the index with probability 0.95, of other parts of these samples; NaN likewise.
    reason : str
        Why there is no index; "" where there is one.
    features : frame (a list of dicts without pandas)
        feature; selected_in: the share of the parts that selected it; rank_median, and rank_low to rank_high, the ranks that
        it has in at least 90 % of the parts. The most frequent first.
    mean_selected : float
        How many features a part selects on average.
    resamples : int
        How many parts were drawn before the end, or the end of the time.
    result : Result
        The selection from all samples.
    """

    def __init__(self, result: Result) -> None:
        found = result["stability"]
        self.result = result
        self.reason = str(found.get("reason", ""))
        self.index = math.nan if found["index"] is None else float(found["index"])
        self.interval = (math.nan, math.nan) if found["interval"] is None else tuple(map(float, found["interval"]))
        columns = ("feature", "selected_in", "rank_median", "rank_low", "rank_high")
        self.features = frame_of([{k: f[k] for k in columns} for f in found["features"]], columns)
        self.mean_selected = math.nan if found["mean_selected"] is None else float(found["mean_selected"])
        self.resamples = int(found["resamples"])

    def __repr__(self) -> str:
        if self.reason:
            return f"stability undefined: {self.reason}"
        low, high = self.interval
        return f"stability {self.index:.2f}, 95 % interval {low:.2f} to {high:.2f}, {self.resamples} parts"


class Evaluation:
    """The loss of nearest neighbours on samples that the selection has not seen.

    Attributes
    ----------
    curve : frame (a list of dicts without pandas)
        features (their number), mean (of the loss over the splits), standard_error (NaN of one split).
    loss : str
        What is measured, "error rate" say; less is better.
    size : int or None
        The smallest number of features whose loss is within one standard error of the least.
    splits : int
        How many were finished.
    result : Result
        The selection from all samples; ``result["evaluation"]`` has the loss of each split.
    """

    def __init__(self, result: Result) -> None:
        found = result["evaluation"]
        self.result = result
        columns = ("features", "mean", "standard_error")
        error = [math.nan if at["standard_error"] is None else at["standard_error"] for at in found["curve"]]
        rows = [dict(zip(columns, (at["features"], at["mean"], e))) for at, e in zip(found["curve"], error)]
        self.curve = frame_of(rows, columns)
        self.loss = str(found["loss"])
        self.size = found.get("one_standard_error_size")
        self.splits = int(found["splits"])
        self._best = min(rows, key=lambda row: float(row["mean"]), default=None)

    def __repr__(self) -> str:
        best = f", least {self._best['mean']:.4g} with {self._best['features']} features" if self._best else ""
        return f"{self.loss} over {self.splits} splits{best}"


def stability(X: Any, y: Any = None, *, resamples: int = 50, share: float = 0.5, **of_select: Any) -> Stability:
    """Selects again from parts of the samples: would others have led to other features?

    Parameters
    ----------
    X, y, **of_select
        As for `select`; say how many features to `keep`. `groups` are kept whole.
    resamples : int, at least 2
        How many parts are drawn, without replacement.
    share : float between 0 and 1
        Of the samples in each part.

    Raises
    ------
    tamis.ParamError
        One is out of its range, or the run ended before any part was drawn.
    """
    return Stability(_judged("stability", select(X, y, stability={"resamples": resamples, "share": share}, **of_select)))


def evaluate(
    X: Any,
    y: Any,
    *,
    classifier: Any = None,
    neighbours: Any = 5,
    folds: int = 5,
    repeats: int = 1,
    options: dict[str, Any] | None = None,
    **of_select: Any,
) -> Evaluation:
    """Predicts samples that the selection has not seen, for each number of features.

    Parameters
    ----------
    X, y, **of_select
        As for `select`. Each fold selects anew from its training samples; `groups` are kept whole.
    classifier : str, component or None
        A criterion that models the classes, as ``"forest"``; None: the nearest neighbours predict.
    neighbours : int, or list of int
        k of nearest neighbours; of several the best one within the training samples.
    folds : int
        Parts of the samples; 1: a hold-out.
    repeats : int
        How often the parts are drawn.
    options : dict or None
        Further keys of [evaluate], as ``{"loss": "balanced_error", "suspects": "drop"}``.

    Raises
    ------
    tamis.ParamError
        One is out of its range, or the run ended before any split was finished.
    """
    who = {"neighbours": neighbours} if classifier is None else {"classifier": config_of(classifier)}
    asked = {**who, "folds": folds, "repeats": repeats, **(options or {})}
    return Evaluation(_judged("evaluation", select(X, y, evaluate=asked, **of_select)))


def _judged(what: str, result: Result) -> Result:
    if result.get(what) is None:
        raise ParamError(f"the run ended before its {what}: {result.get('status_text', '')}; raise max_seconds")
    return result
