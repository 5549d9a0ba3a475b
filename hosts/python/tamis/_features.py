"""Arrays, frames and sparse matrices as the features of a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._dates import holds_dates, middle_date, texts_of_dates
from ._kernel import DataError
from ._target import is_missing, is_numeric, text_of

__all__ = ["Features", "as_frame", "holds_truth_values", "numbers_of", "read_features"]


class Features:
    """The features of n samples: numbers, texts of categories and of dates, or sparse columns.

    Attributes
    ----------
    names : list of str
    named : whether the data gave the names, as texts
    texts : {column: texts} of the columns that are no numbers
    dates : {column: median date} of those among them that hold dates
    """

    def __init__(self, rows: int, names: list[str], named: bool) -> None:
        self.rows, self.names, self.named = rows, names, named
        self.values: NDArray[Any] = np.empty((rows, 0), order="F")
        self.texts: dict[int, list[str]] = {}
        self.dates: dict[int, Any] = {}
        self.sparse: tuple[Any, Any, Any] | None = None

    def texts_of(self, j: int) -> set[str]:
        """The values of a column, as categories are called."""
        texts = self.texts.get(j) or [text_of(v) for v in self.values[:, j].tolist()]
        return {t for t in texts if t}

    def gaps(self) -> NDArray[Any]:
        """Which samples have a missing cell."""
        gaps = np.zeros(self.rows, dtype=bool)
        for j in range(self.values.shape[1]):
            gaps |= np.array([not t for t in self.texts[j]]) if j in self.texts else np.isnan(self.values[:, j])
        return gaps

    def table(self) -> dict[str, Any]:
        """As the kernel takes it."""
        sparse = self.sparse is not None
        table: dict[str, Any] = {
            "name": "X",
            "rows": self.rows,
            "columns": [] if sparse else self.names,
            "values": self.values,
            "texts": self.texts,
        }
        return {**table, "sparse": self.sparse, "sparse_names": self.names} if sparse else table


def _default_names(d: int) -> list[str]:
    return [f"x{j}" for j in range(d)]


def _is_sparse(X: Any) -> bool:
    return hasattr(X, "tocsc") and hasattr(X, "nnz")


def _is_frame(X: Any) -> bool:
    return hasattr(X, "columns") and hasattr(X, "dtypes") or hasattr(X, "__dataframe__")


def read_features(X: Any) -> Features:
    """A float64 array in Fortran order is used without a copy; other arrays and frames are copied into one such
    array, once; sparse matrices stay sparse.

    Raises
    ------
    tamis.DataError
        X is no table of numbers or categories.
    """
    if _is_sparse(X):
        return _of_sparse(X)
    if _is_frame(X):
        return _of_frame(X)
    array = np.asarray(X)
    if array.dtype.kind == "c":
        raise DataError("Complex data not supported: X holds complex numbers")
    if array.dtype.kind in "mM":
        raise DataError("X holds times; turn them into numbers, such as days since a date, or pass a data frame")
    if array.ndim != 2:
        raise DataError(
            f"Expected 2D array, got {array.ndim}D array instead: reshape your data with X.reshape(-1, 1) if it has a "
            "single feature, or X.reshape(1, -1) if it is a single sample"
        )
    features = Features(array.shape[0], _default_names(array.shape[1]), False)
    features.values = _as_numbers(array)
    return features


def _as_numbers(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.kind in "US":
        try:
            return np.asfortranarray(array.astype(np.float64))
        except ValueError as error:
            raise DataError(f"X holds texts: {error}; pass a data frame, whose text columns are categories") from None
    if array.dtype.kind == "O":
        try:
            known = [[np.nan if is_missing(v) else v for v in row] for row in array]
            return np.asfortranarray(np.array(known, np.float64).reshape(array.shape))
        except TypeError as error:  # a dict, say
            raise TypeError(f"argument must be a string or a number: {error}") from None
        except ValueError as error:
            raise DataError(f"X holds texts: {error}; pass a data frame, whose text columns are categories") from None
    return np.asfortranarray(array, dtype=np.float64)


def _of_sparse(X: Any) -> Features:
    matrix = X.tocsc()  # X itself where it is one
    if matrix.dtype.kind == "c":
        raise DataError("Complex data not supported: X holds complex numbers")
    if not matrix.has_canonical_format:
        matrix = matrix.copy() if matrix is X else matrix
        matrix.sum_duplicates()  # sorts the rows of a column too
    if not np.isfinite(matrix.data).all():
        raise DataError("X is sparse and holds NaN or infinity; expected finite numbers")
    features = Features(matrix.shape[0], _default_names(matrix.shape[1]), False)
    features.sparse = (matrix.indptr, matrix.indices, matrix.data)
    return features


def as_frame(X: Any) -> Any:
    """A frame of pandas; others by the interchange protocol."""
    if hasattr(X, "iloc") or not hasattr(X, "__dataframe__"):
        return X
    import pandas.api.interchange as interchange

    return interchange.from_dataframe(X)


def holds_truth_values(column: Any) -> bool:
    """Whether a series holds truth values, which are the numbers 0 and 1 as a feature: two columns of 0 and 1 would say the
    same twice."""
    return getattr(column.dtype, "name", "") in ("bool", "boolean")


def numbers_of(column: Any) -> NDArray[Any]:
    """A series of numbers or truth values, NaN where missing."""
    return np.asarray(column.astype("float64") if column.dtype == bool else column.to_numpy(np.float64, na_value=np.nan))


def _of_frame(X: Any) -> Features:
    X = as_frame(X)
    names = [str(c) for c in X.columns]
    features = Features(len(X), names, all(isinstance(c, str) for c in X.columns))
    if all(dtype == np.float64 for dtype in X.dtypes) and names:
        features.values = np.asfortranarray(X.to_numpy())  # one block is the transpose of what it holds: no copy
        return features
    features.values = np.empty((len(X), len(names)), order="F")
    for j in range(len(names)):
        column = X.iloc[:, j]
        if holds_dates(column, names[j]):
            features.values[:, j] = np.nan
            features.texts[j] = texts_of_dates(column)
            features.dates[j] = middle_date(column)
            continue
        if is_numeric(column) or holds_truth_values(column):
            features.values[:, j] = numbers_of(column)
        else:
            features.values[:, j] = np.nan
            features.texts[j] = [text_of(v) for v in column]
    return features
