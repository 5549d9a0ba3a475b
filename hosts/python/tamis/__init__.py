"""Feature selection when the labels cannot be trusted.

>>> import tamis
>>> tamis.rank(X, y).selected            # doctest: +SKIP
>>> tamis.find_label_issues(X, y)        # doctest: +SKIP
>>> tamis.Selector("lnt_mi", search="backward", n_features_to_select=5).fit_transform(X, y)  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from . import _kernel, components
from ._components import Component
from ._criterion import Criterion
from ._functions import describe, experiment, find_label_issues, plugins, rank, select
from ._kernel import DataError, EndOfRun, Error, NumericError, ParamError, PluginError, SearchSpace
from ._metrics import ClassMetric, DistributionMetric, PointMetric
from ._model_error import ModelError
from ._judging import Evaluation, Stability, evaluate, stability
from ._noise_model import NoiseModel
from ._label_engine import ClassifierLabels
from ._label_noise import LabelNoise
from ._progress import TamisWarning
from ._result import Result
from ._score_functions import FeatureScores, SubsetScore
from ._search_strategy import Goal, SearchStrategy

__version__ = _kernel.version
__all__ = [
    "ClassMetric",
    "ClassifierLabels",
    "Component",
    "Criterion",
    "DataError",
    "DistributionMetric",
    "EndOfRun",
    "Error",
    "Evaluation",
    "FeatureScores",
    "Goal",
    "LabelNoise",
    "ModelError",
    "NoiseModel",
    "NumericError",
    "ParamError",
    "PluginError",
    "PointMetric",
    "Result",
    "SearchSpace",
    "SearchStrategy",
    "Selector",
    "Stability",
    "SubsetScore",
    "TamisWarning",
    "components",
    "describe",
    "evaluate",
    "experiment",
    "find_label_issues",
    "plugins",
    "rank",
    "select",
    "stability",
]


def __getattr__(name: str) -> Any:
    if name == "Selector":  # only this one needs scikit-learn
        from ._selector import Selector

        return Selector
    return getattr(components, name)


def __dir__() -> list[str]:
    return [*__all__, *dir(components)]
