"""Rows as frames of pandas, where it is installed."""

from __future__ import annotations

from typing import Any

__all__ = ["frame_of"]


def frame_of(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> Any:
    """A frame; the list itself without pandas."""
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=list(columns))
