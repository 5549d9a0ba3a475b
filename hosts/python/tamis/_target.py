"""What is known of the outcome, as a table and the roles of its columns."""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np
from numpy.typing import NDArray

from ._kernel import DataError, ParamError, label_text

__all__ = ["READINGS", "Target", "as_array", "is_missing", "is_numeric", "near_limit", "read_target", "reading_of", "text_of"]

READINGS = ("auto", "class", "real", "soft", "votes", "sets")
_MOST_CLASSES = 20  # distinct integers that the framework reads as classes where nothing is said (docs/config.md)


class Target:
    """A table beside the features, and the keys of [data] that say what its columns are."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.columns: list[str] = []
        self.values: list[Any] = []
        self.texts: dict[int, list[str]] = {}
        self.roles: dict[str, Any] = {}
        self.given: Any = None  # y, where it is one column

    def add(self, name: str, values: Any, texts: list[str] | None = None) -> None:
        """A column of numbers, or of texts beside NaNs."""
        if len(values) != self.rows:
            raise DataError(f"{name} has {len(values)} rows, X has {self.rows}; expected one per sample")
        if texts is not None:
            self.texts[len(self.columns)] = texts
        self.columns.append(name)
        self.values.append(np.asarray(values, dtype=np.float64))

    def labels(self) -> list[str]:
        """Those of a target of one column, as classes are named; "" where unknown."""
        return self.texts.get(0) or [text_of(v) for v in self.values[0].tolist()]

    def table(self) -> dict[str, Any] | None:
        """As the kernel takes it; None where there are no columns."""
        if not self.columns:
            return None
        values = np.empty((self.rows, len(self.columns)), order="F")
        for j, column in enumerate(self.values):
            values[:, j] = column
        return {"name": "y", "rows": self.rows, "columns": self.columns, "values": values, "texts": self.texts}


def is_missing(value: Any) -> bool:
    """None, NaN, NaT or pandas.NA."""
    if value is None:
        return True
    if hasattr(value, "__len__"):  # texts, and collections
        return False
    try:
        return bool(value != value)
    except TypeError:  # pandas.NA is neither true nor false
        return True


def as_array(y: Any) -> Any:
    """What has the form of an array as one; lists, series and frames as they are."""
    if hasattr(y, "columns") and hasattr(y, "iloc") and len(y.columns) == 1:
        return y.iloc[:, 0]
    return np.asarray(y) if hasattr(y, "__array__") and not hasattr(y, "iloc") else y


def text_of(value: Any) -> str:
    """A label as the framework names its class: 1.0 is "1", as in a file."""
    if is_missing(value):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return label_text(float(value))
    return str(value)


def _texts(values: Iterable[Any], unlabelled: Any) -> list[str]:
    marked = unlabelled is not None
    texts: dict[Any, str] = {}  # labels repeat: each is written once
    out = []
    for value in values:
        try:
            text = texts.get(value)
        except TypeError:
            raise DataError(f"y holds {value!r}, which is no label; for sets of labels say target='sets'") from None
        if text is None:
            text = "" if marked and value == unlabelled else text_of(value)
            texts[value] = text
        out.append(text)
    return out


def _numbers(values: NDArray[Any], unlabelled: Any) -> NDArray[Any]:
    if values.dtype.kind == "O":
        values = np.array([np.nan if is_missing(v) else v for v in values.ravel()])
    numbers = values.astype(np.float64)
    if unlabelled is not None:
        numbers = np.where(numbers == unlabelled, np.nan, numbers)
    return numbers


def all_numbers(values: Iterable[Any]) -> bool:
    """Whether there are values, and all that are known are numbers (and not truth values)."""
    known = [v for v in values if not is_missing(v)]
    return bool(known) and all(isinstance(v, (int, float, np.number)) and not isinstance(v, bool) for v in known)


def is_numeric(column: Any) -> bool:
    """Whether an array of one dimension or a series holds numbers; those of type category, and truth values, are
    names."""
    if getattr(column.dtype, "name", "") in ("category", "bool", "boolean"):
        return False
    return column.dtype.kind in "fiu" or (column.dtype.kind == "O" and all_numbers(column))


def _numbers_of(values: Any) -> NDArray[Any]:
    """A list, series or array of numbers, NaN where missing."""
    array = np.asarray(values, dtype=object) if isinstance(values, list) else np.asarray(values)
    return _numbers(array, None)


def _one_column(y: NDArray[Any], reading: str, unlabelled: Any, target: Target, name: str) -> None:
    numeric = is_numeric(y)
    if reading == "real":
        if not numeric:
            raise DataError("y holds labels that are no numbers; target='real' needs numbers, NaN where unknown")
        values = _numbers(y, unlabelled)
        _refuse_infinite(values)
        target.add(name, values)
        target.roles |= {"target": name, "target_kind": "real"}
        return
    if numeric:
        values = _numbers(y, unlabelled)
        _refuse_infinite(values)
        target.add(name, values)
    else:
        target.add(name, np.full(len(y), np.nan), _texts(y.tolist(), unlabelled))
    target.roles["target"] = name
    if reading == "class" or not numeric:
        target.roles["target_kind"] = "class"


def near_limit(target: Target) -> str | None:
    """A sentence where integers are so few, or so many, that a part of the samples may be read otherwise than all of them:
    within a factor of two of the limit."""
    if target.roles.keys() != {"target"} or target.texts:
        return None
    distinct = np.unique(target.values[0])  # NaN are one
    distinct = distinct[~np.isnan(distinct)]
    if not _MOST_CLASSES < 2 * len(distinct) <= 4 * _MOST_CLASSES or (distinct != np.trunc(distinct)).any():
        return None
    now = "classes" if len(distinct) <= _MOST_CLASSES else "real values"
    return (
        f"y has {len(distinct)} distinct integers and is read as {now}; up to {_MOST_CLASSES} are classes and more are real "
        "values, so folds and subsamples may be read otherwise; say target='class' or target='real', which clones and "
        "cross-validation keep"
    )


def _refuse_infinite(values: NDArray[Any]) -> None:
    if np.isinf(values).any():
        raise DataError(f"y is infinite at sample {int(np.flatnonzero(np.isinf(values))[0])}; expected finite numbers")


def _soft(y: Any, names: list[str] | None, target: Target) -> None:
    values = np.asarray(y, dtype=np.float64)
    columns = names or [str(c) for c in range(values.shape[1])]
    for c, name in enumerate(columns):
        target.add(name, values[:, c])
    target.roles["soft"] = columns


def _votes(y: NDArray[Any], names: list[str] | None, unlabelled: Any, target: Target) -> None:
    for a in range(y.shape[1]):
        column = y[:, a]
        name = names[a] if names else f"annotator{a + 1}"
        if is_numeric(column):
            target.add(name, _numbers(column, unlabelled))
        else:
            target.add(name, np.full(len(y), np.nan), _texts(column.tolist(), unlabelled))
    target.roles["annotators"] = list(target.columns)


def _sets(y: Any, target: Target) -> None:
    sets: list[list[str]] = []
    for i, labels in enumerate(y):
        if isinstance(labels, (str, bytes)) or not (is_missing(labels) or hasattr(labels, "__iter__")):
            raise DataError(f"y holds {labels!r} at sample {i}; expected a collection of labels, as {[labels]!r}")
        sets.append([] if is_missing(labels) else [text_of(label) for label in labels])
        if "" in sets[-1]:
            raise DataError(
                f"y holds {labels!r} at sample {i}, in which a label is missing; give [] where no label is known"
            )
    known = sorted({label for s in sets for label in s})
    if not known:
        raise DataError("y holds no label at all; give each sample a list of labels, [] where none is known")
    for label in known:
        target.add(label, np.array([np.nan if not s else float(label in s) for s in sets]))
    target.roles["label_columns"] = known


def _are_sets(y: Any) -> bool:
    """Collections of labels, not rows of numbers."""
    if getattr(y, "ndim", 1) != 1:
        return False
    collections = [v for v in y if isinstance(v, (list, tuple, set, frozenset))]
    lengths = {len(v) for v in collections}
    return any(isinstance(v, (set, frozenset)) or any(isinstance(t, str) for t in v) for v in collections) or (
        len(lengths) > 1
    )


def reading_of(target: str, takes: list[str] | None, y: Any) -> str:
    """How y is read: as `target` says, and where it is "auto", numbers are what the criterion takes, if it takes one
    kind of them only."""
    if target != "auto" or not takes or y is None or hasattr(y, "columns") or not _is_number_column(y):
        return target
    if set(takes) == {"real"}:
        return "real"
    if "real" not in takes and ("classes" in takes or "soft" in takes) and _is_whole(y):
        return "class"
    return target


def _is_number_column(y: Any) -> bool:
    if not hasattr(y, "dtype"):
        return all_numbers(y)
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    return y.ndim == 1 and is_numeric(y)


def _is_whole(y: Any) -> bool:
    values = _numbers_of(y)
    return bool((np.isnan(values) | (values == np.trunc(values))).all())


def read_target(y: Any, rows: int, reading: str = "auto", unlabelled: Any = None) -> Target:
    """Tells classes, probabilities, votes, sets and real values apart.

    Parameters
    ----------
    y : None, array of shape (n,) or (n, l), frame, or list of collections
        Labels (None, NaN or pandas.NA where unknown), probabilities of l classes, votes of l annotators, a
        collection of labels per sample, or real values.
    rows : the number of samples.
    reading : "auto", "class", "real", "soft", "votes" or "sets"
    unlabelled : a label that means unknown, -1 say.
    """
    if reading not in READINGS:
        raise ParamError(f"target is {reading!r}; expected one of {', '.join(READINGS)}")
    target = Target(rows)
    y = as_array(y)
    if y is None:
        return target
    if hasattr(y, "todense"):
        raise DataError("y is sparse; pass a dense array, or a list of sets of labels")
    if reading == "auto" and getattr(getattr(y, "dtype", None), "name", "") == "category":
        reading = "class"  # whatever the categories are
    names = [str(c) for c in y.columns] if hasattr(y, "columns") else None
    title = str(getattr(y, "name", None) or "y")
    if reading == "sets" or (reading == "auto" and names is None and _are_sets(y)):
        _sets(y, target)
        return target
    # a list becomes objects, since numpy would make texts of its gaps: ["a", nan] is ["a", "nan"]
    array = np.asarray(y, dtype=object) if names is not None or not hasattr(y, "dtype") else np.asarray(y)
    if array.dtype.kind == "c":
        raise DataError("Complex data not supported: y holds complex numbers")
    if array.ndim == 2 and array.shape[1] == 1:
        array, names = array[:, 0], None
    if array.ndim == 1:
        if reading in ("soft", "votes"):
            of_what = "class" if reading == "soft" else "annotator"
            raise DataError(f"y has one column; target={reading!r} needs a column per {of_what}")
        target.given = y
        _one_column(array, reading, unlabelled, target, title)
        return target
    if array.ndim != 2:
        raise DataError(f"y has {array.ndim} dimensions; expected 1, or 2 for probabilities or votes")
    if reading == "auto":
        if not _is_probability_table(array):
            raise DataError(
                "y has several columns that are no probabilities; say what they are: target='votes' for labels of "
                "several annotators, target='soft' for probabilities"
            )
        reading = "soft"
    if reading == "soft":
        _soft(array.astype(np.float64), names, target)
    elif reading == "votes":
        _votes(array, names, unlabelled, target)
    else:
        raise DataError(f"y has {array.shape[1]} columns; target={reading!r} needs one")
    return target


def _is_probability_table(y: NDArray[Any]) -> bool:
    try:
        values = y.astype(np.float64)
    except (TypeError, ValueError):
        return False
    known = values[~np.isnan(values).all(axis=1)]
    return bool((known >= 0).all()) and bool(np.allclose(known.sum(axis=1), 1, atol=0.01))
