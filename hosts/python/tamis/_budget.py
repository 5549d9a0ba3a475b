"""What is said of a run that ended before its goal."""

from __future__ import annotations

from typing import Any

__all__ = ["budget_warning"]


def budget_warning(members: dict[str, Any], asked: str) -> str | None:
    """The sentence for a result whose time, or whose evaluations, were spent; None of a complete one.

    Parameters
    ----------
    members : the result
    asked : the parameter that says how many features were wanted, as the user wrote it; "": all were to be ranked
    """
    if members["status"] != "out_of_budget":
        return None
    ranking = members["ranking"]
    if asked:
        selected = sum(f["selected"] for f in ranking)
        left = f"{selected} of {len(ranking)} features are selected, and {asked} is not reached"
    else:
        scored = sum(f.get("score") is not None for f in ranking)
        left = f"{scored} of {len(ranking)} features have a score"
    return (
        f"{members.get('status_text', 'the budget is spent')} before the run was done: {left}; raise max_seconds (or "
        "max_evaluations of the search), or name a criterion or a search that costs less"
    )
