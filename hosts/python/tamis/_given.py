"""What the user handed to the run that is going on, for components that want it as it was."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._own_labels import OwnLabels

if TYPE_CHECKING:
    from ._run import Tables

__all__ = ["as_labels", "as_table", "given"]

given: ContextVar[Tables | None] = ContextVar("given", default=None)
"""The tables of the run that this thread began; components are called on it."""


def as_labels(y: Any, class_names: list[str]) -> Any:
    """Codes of classes as the labels that y has, texts where it has none; other targets as they are."""
    if not class_names or getattr(y, "dtype", np.dtype(float)).kind != "i":
        return y
    tables = given.get()
    if tables is None:
        return np.array(class_names)[y]
    return OwnLabels(tables.target, class_names).array(y)


def as_table(X: NDArray[Any], names: list[str]) -> Any:
    """The features as a frame where X was one with names."""
    tables = given.get()
    if tables is None or not tables.features.named:
        return X
    import pandas

    return pandas.DataFrame(X, columns=names)
