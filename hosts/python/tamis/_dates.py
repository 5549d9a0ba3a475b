"""Columns of dates, which the kernel takes as texts, and the features that it makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._kernel import DataError

__all__ = ["DATE_PARTS", "date_part", "holds_dates", "middle_date", "texts_of_dates"]

DATE_PARTS = ("days", "month", "weekday", "hour")


def holds_dates(column: Any, name: str) -> bool:
    """Whether a series holds dates.

    Raises
    ------
    tamis.DataError
        It holds durations.
    """
    if column.dtype.kind == "m":
        raise DataError(f"X: the column {name!r} holds durations; turn it into numbers, as by `.dt.total_seconds()`")
    return bool(column.dtype.kind == "M")


def _by_the_clock(column: Any) -> Any:
    """Without its time zone, in whole seconds."""
    return (column if column.dt.tz is None else column.dt.tz_localize(None)).dt.floor("s")


def texts_of_dates(column: Any) -> list[str]:
    """The dates of a series, "" where missing."""
    return list(_by_the_clock(column).dt.strftime("%Y-%m-%d %H:%M:%S").fillna(""))


def middle_date(column: Any) -> Any:
    """The median date, the later one of two, which stands for missing ones; None where all are missing."""
    known = _by_the_clock(column).dropna().sort_values()
    return known.iloc[len(known) // 2] if len(known) else None


def date_part(column: Any, part: str, missing: Any = None) -> NDArray[Any]:
    """One of DATE_PARTS of each date; `missing` stands for a missing one, whose parts are else NaN."""
    moments = _by_the_clock(column)
    if missing is not None:
        moments = moments.fillna(missing)
    times = moments.dt
    hours = times.hour + (times.minute + times.second / 60) / 60
    if part == "days":
        days = (times.normalize() - np.datetime64("1970-01-01")) / np.timedelta64(1, "D")
        return np.asarray(days + hours / 24, dtype=np.float64)
    values = {"month": times.month, "weekday": times.weekday + 1, "hour": hours}[part]
    return np.asarray(values, dtype=np.float64)
