"""Tables for which every selection is arbitrary."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._features import Features

__all__ = ["degenerate_warnings"]


def degenerate_warnings(members: dict[str, Any], features: Features, takes: list[str] | None) -> list[str]:
    """What makes the selection of a result arbitrary.

    Parameters
    ----------
    members : the result
    takes : the kinds of target that its criterion takes
    """
    said = []
    if _all_constant(features):
        said.append("every feature of X is constant, so the selection is arbitrary")
    classes = members["data"].get("target", {}).get("classes", [])
    if takes and len(classes) == 1:
        said.append(
            f"y has one class alone, {classes[0]!r}, so the selection is arbitrary; "
            "give labels of two classes or more"
        )
    return said


def _all_constant(features: Features) -> bool:
    if features.sparse is not None:
        starts, _, values = features.sparse
        return all(_is_constant(values[a:b], features.rows) for a, b in zip(starts[:-1], starts[1:]))
    columns = range(len(features.names))
    return all(len(features.texts_of(j)) < 2 if j in features.texts else _is_one(features.values[:, j]) for j in columns)


def _is_constant(values: NDArray[Any], rows: int) -> bool:
    """Of a sparse column: what is not stored is 0."""
    return not values.any() or (len(values) == rows and _is_one(values))


def _is_one(values: NDArray[Any]) -> bool:
    known = values[~np.isnan(values)]
    return len(known) == 0 or bool((known == known[0]).all())
