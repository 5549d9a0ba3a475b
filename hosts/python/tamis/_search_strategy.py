"""Searches that are written in Python."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any, NamedTuple, Sequence

from numpy.typing import NDArray

from ._in_python import InPython
from ._kernel import SearchSpace

__all__ = ["Goal", "SearchStrategy"]


class Goal(NamedTuple):
    """What a search is for."""

    keep: int
    """How many features are wanted, those of `always` included."""
    always: NDArray[Any]
    """Features that belong to every subset."""
    until: float | None
    """A score that is good enough, of criteria that measure subsets, or None."""


class SearchStrategy(InPython):
    """A walk over subsets, in Python: derive a class, and use its objects, or its id, wherever a search is named in
    this process.

    Write ``run(space, goal)``: it asks the space for scores and accepts steps, one feature at a time, until the subset
    has ``goal.keep`` features. What was accepted is the path, also where the run is cut short.

    Attributes of the class
    -----------------------
    moves : those that it asks for, of "add", "remove" and "whole"
    any_move : whether one of them is enough
    subset_only : whether it needs scores of subsets
    """

    kind = "search strategy"
    interface = "search_strategy/1"
    _lacks = "write run(space, goal)"
    moves: Sequence[str] = ("add",)
    any_move: bool = False
    subset_only: bool = False

    @classmethod
    def _traits(cls) -> dict[str, Any]:
        return {"moves": [cls.moves] if isinstance(cls.moves, str) else list(cls.moves), "any_move": cls.any_move, "subset_only": cls.subset_only}

    @abstractmethod
    def run(self, space: SearchSpace, goal: Goal) -> None:
        """Walks to the goal. Lets `EndOfRun` through, which the space raises where a budget is spent."""
        raise NotImplementedError

    def evaluations(self, features: int, goal: Goal) -> float:
        """How many scores `run` asks for at most; infinite where it cannot be known."""
        return math.inf

    def report(self) -> dict[str, Any]:
        """Numbers, texts and arrays for the search_diagnostics of the result, about the latest run."""
        return {}

    def _run(self, space: SearchSpace, *goal: Any) -> None:
        self.run(space, Goal(*goal))

    def _evaluations(self, features: int, *goal: Any) -> list[float]:
        return [float(self.evaluations(features, Goal(*goal)))]
