"""Classes as y has them: those of integers are integers again, not the texts by which runs name them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._target import Target

__all__ = ["OwnLabels"]


def _values_by_text(target: Target) -> dict[str, Any]:
    y = target.given
    values = y.iloc if hasattr(y, "iloc") else np.asarray(y, dtype=getattr(y, "dtype", object)).ravel()
    first: dict[str, Any] = {}
    for i, text in enumerate(target.labels()):
        if text and text not in first:
            first[text] = values[i]
    return first


class OwnLabels:
    """The classes of a run in the type of y's labels. Classes that were merged stay texts."""

    def __init__(self, target: Target, classes: list[str]) -> None:
        found = {} if target.given is None else _values_by_text(target)
        own = all(name in found for name in classes)
        self._values = [found[name] for name in classes] if own else classes
        self._dtype = getattr(target.given, "dtype", None) if own else None

    def values(self, codes: NDArray[Any]) -> list[Any]:
        """The label of each code; None for -1."""
        return [None if code < 0 else self._values[code] for code in codes.tolist()]

    def array(self, codes: NDArray[Any]) -> NDArray[Any]:
        """The label of each code, all of which are known."""
        dtype = self._dtype if isinstance(self._dtype, np.dtype) else None
        return np.asarray(np.array(self._values, dtype=dtype)[codes])

    def series(self, codes: NDArray[Any]) -> Any:
        """The same as a series of pandas, of objects where its type has no missing value."""
        import pandas

        values, dtype = self.values(codes), self._dtype
        if (dtype is None and not values) or (getattr(dtype, "kind", "") in "iub" and None in values):
            dtype = object
        return pandas.Series(values, dtype=dtype)
