"""Criteria written in Python."""

from __future__ import annotations

import hashlib
import inspect
import json
import pickle
import re
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from ._components import Component
from ._kernel import ParamError
from ._kernel_home import register

__all__ = ["Criterion", "ModelError"]

_TYPES = {bool: "bool", int: "integer", float: "real", str: "text"}
_objects: dict[str, Any] = {}  # options that no config can hold, by name


def _named(value: Any) -> Any:
    """A number or text as it is; of another object a name that is the same for equal ones."""
    if type(value) in _TYPES:
        return value
    if value is None:
        name = ""
    else:
        try:
            content = hashlib.sha256(pickle.dumps(value)).hexdigest()[:12]
        except (pickle.PicklingError, AttributeError, TypeError):
            content = hex(id(value))
        name = f"{type(value).__name__} {content}"
    _objects[name] = value
    return name


_MOVES = {"feature": ["add", "remove"], "subset": ["add", "remove", "whole"]}


class Criterion(Component):
    """A criterion in Python: derive a class, and use its objects, or its id, wherever a criterion is named in this
    process: in `Selector`, in configs, with any search.

    Write ``score_feature(x, y)`` for the quality of one feature, or ``score_subset(X, y)`` for that of several.
    Options are the keyword parameters of ``__init__``, with defaults that are numbers, texts, True or False, or None
    for an object; each is kept under its name.

    Attributes of the class
    -----------------------
    better : "higher" or "lower"
    targets : kinds of y that it takes, of "classes", "soft", "real" and "sets"; none: it needs no y
    id : how configs call it; by default the name of the class, in snake case

    Attributes, when it is asked for scores
    ---------------------------------------
    X : array of shape (n, d), in Fortran order
    y : codes of classes (-1 unknown), array (n, l) of probabilities, real values, a list of codes per sample, or None
    class_names : list of str
    """

    kind = "criterion"
    better: str = ""
    targets: Sequence[str] = ()
    X: NDArray[Any]
    y: Any
    class_names: list[str]

    def __init_subclass__(cls, **of_class: Any) -> None:
        super().__init_subclass__(**of_class)
        if "id" not in cls.__dict__:
            cls.id = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        named = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        cls._options = cls._keys = tuple(p.name for p in named)
        for p in named:
            if p.default is not None and type(p.default) not in _TYPES:
                raise ParamError(
                    f"{cls.__name__}: option {p.name} has the default {p.default!r}; expected a number, a text, True, "
                    "False, or None for an object of any kind"
                )
        if cls._is_written():
            cls._register({p.name: p.default for p in named})

    def config(self) -> dict[str, Any]:
        """As a config has it; an object that is no number or text is named, and found again by that name."""
        return {"use": self.id, **{k: _named(v) for k, v in self.get_params(deep=False).items()}}

    @classmethod
    def _made(cls, **options: Any) -> Criterion:
        """From the options of a config."""
        return cls(**{k: _objects.get(v, v) if isinstance(v, str) else v for k, v in options.items()})

    @classmethod
    def _is_written(cls) -> bool:
        return cls.measures() != "" and bool(cls.better)

    @classmethod
    def measures(cls) -> str:
        """ "feature" or "subset", by the function that is written."""
        if cls.score_subset is not Criterion.score_subset:
            return "subset"
        return "feature" if cls.score_feature is not Criterion.score_feature else ""

    @classmethod
    def _register(cls, options: dict[str, Any]) -> None:
        doc = (inspect.getdoc(cls) or cls.__name__).splitlines()[0].rstrip(".")
        line = {
            "id": cls.id,
            "interface": "criterion/1",
            "summary": doc,
            "cites": "",
            "measures": cls.measures(),
            "better": cls.better,
            "moves": _MOVES[cls.measures()],
            "targets": list(cls.targets),
            "options": [
                {"name": name, "type": _TYPES.get(type(default), "text"), "doc": "", "default": _named(default)}
                for name, default in options.items()
            ],
        }
        register(cls.id, json.dumps(line), cls._made)

    def score_feature(self, x: NDArray[Any], y: Any) -> float:
        """The quality of one feature: x has its n values. NaN where there is none."""
        raise NotImplementedError

    def score_subset(self, X: NDArray[Any], y: Any) -> float:
        """The quality of a subset: X has its columns, perhaps none. NaN where there is none."""
        raise NotImplementedError

    def prepare(self, X: NDArray[Any], y: Any, class_names: list[str]) -> None:
        """Once, before all scores. One that overrides it calls this one from it."""
        self.X, self.y, self.class_names = X, y, class_names

    def score(self, subset: NDArray[Any], move: str, candidates: NDArray[Any]) -> Sequence[float]:
        """One number per candidate that joins or leaves the subset ("add", "remove"), or the one of the subset
        ("whole")."""
        if self.measures() == "feature":
            return [float(self.score_feature(self.X[:, c], self.y)) for c in candidates]
        after = [subset] if move == "whole" else [
            np.append(subset, c) if move == "add" else subset[subset != c] for c in candidates
        ]
        return [float(self.score_subset(self.X[:, np.sort(s)], self.y)) for s in after]

    def report(self) -> dict[str, Any]:
        """Numbers, texts and arrays for the diagnostics of the result."""
        return {}


class ModelError(Criterion):
    """The cross-validated error of an estimator of scikit-learn on a subset, a wrapper.

    Parameters
    ----------
    estimator : estimator
        A classifier or a regressor.
    cv : int
        The number of folds, of samples in their order (of classes, stratified).
    """

    better = "lower"
    targets = ("classes", "real")

    def __init__(self, estimator: Any = None, cv: int = 5) -> None:
        self.estimator, self.cv = estimator, cv

    def score_subset(self, X: NDArray[Any], y: Any) -> float:
        """One minus the mean score of the folds; NaN without a feature."""
        from sklearn.base import clone
        from sklearn.model_selection import cross_val_score

        if X.shape[1] == 0:
            return float("nan")
        return 1 - float(np.mean(cross_val_score(clone(self.estimator), X, y, cv=self.cv)))
