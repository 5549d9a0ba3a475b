"""From Python's arguments to a run of the kernel."""

from __future__ import annotations

import os
import sys
from typing import Any, Callable

import numpy as np

from ._components import Component, config_of
from ._features import Features
from ._given import given
from ._kernel import DataError, Error, ParamError, take_raised
from ._kernel_home import description_of, descriptions, kernel
from ._progress import bar_if, warn
from ._score_functions import FeatureScores
from ._sentences import in_python
from ._target import Target, as_array, near_limit, read_target, reading_of, text_of

__all__ = [
    "Tables",
    "component_config",
    "run",
    "seed_of",
    "tables_of",
    "targets_of",
    "threads_of",
    "with_noise",
]


class Tables:
    """The features, and what is known of the samples."""

    def __init__(self, features: Features, target: Target, categorical: Any = "auto") -> None:
        self.features, self.target = features, target
        self.roles = dict(target.roles)
        self.pred_probs: Any = None  # of the user's own classifier, a row for each sample that is used
        self.sample_weight: NDArray[Any] | None = None
        self.dates = [features.names[j] for j in features.dates]
        texts = [features.names[j] for j in features.texts if j not in features.dates]
        self.categorical = texts if isinstance(categorical, str) and categorical == "auto" else list(categorical)
        self.roles.update(self.kinds())

    def kinds(self) -> dict[str, list[str]]:
        """Which columns hold categories, and which dates, as keys of `[data]`."""
        return {key: names for key, names in (("categorical", self.categorical), ("dates", self.dates)) if names}

    def add(self, role: str, values: Any) -> None:
        """Weights or groups of the samples."""
        if values is None:
            return
        name = role
        while name in self.features.names or name in self.target.columns:
            name += "_"
        array = np.asarray(values)
        if array.ndim != 1:
            raise DataError(f"{role} has {array.ndim} dimensions; expected one number per sample")
        if role == "groups":
            self.target.add(name, np.full(len(array), np.nan), [text_of(v) for v in array.tolist()])
        else:
            self.target.add(name, array)
            self.sample_weight = array
        self.roles[role] = name

    def handed_over(self) -> dict[str, Any]:
        """As the kernel takes them."""
        return {"data": self.features.table(), "second": self.target.table()}


def tables_of(
    features: Features,
    y: Any,
    takes: list[str] | None,
    *,
    target: str = "auto",
    unlabelled: Any = None,
    categorical: Any = "auto",
    sample_weight: Any = None,
    groups: Any = None,
) -> Tables:
    """The features and what is known of their samples; `takes` are the kinds of target that the criterion takes."""
    y = as_array(y)
    reading = reading_of(target, takes, y)
    tables = Tables(features, read_target(y, features.rows, reading, unlabelled), categorical)
    if reading == "auto" and (may_change := near_limit(tables.target)):
        warn(may_change)
    tables.add("weights", sample_weight)
    tables.add("groups", groups)
    return tables


def component_config(value: Any, kind: str) -> dict[str, Any] | None:
    """A component given as an id, an object or a dict, or a criterion as a function of scikit-learn's kind, as a table of a
    config.

    Raises
    ------
    tamis.ParamError
        It is none of these, or of another kind.
    """
    if value is None:
        return None
    if isinstance(value, Component):
        if value.kind != kind:
            raise ParamError(f"{value!r} is a {value.kind}; expected a {kind}")
        return value.config()
    if isinstance(value, str):
        return {"use": value}
    if kind == "criterion" and callable(value) and not isinstance(value, type):
        return FeatureScores(value).config()
    if isinstance(value, dict):
        return {k: config_of(v) for k, v in value.items()}
    raise ParamError(f"{value!r} is no {kind}; expected its id, as a text, or a component of tamis.components")


def targets_of(criterion: dict[str, Any] | None, plugin_dirs: tuple[str, ...]) -> list[str] | None:
    """The kinds of target that a criterion takes; None where no criterion was named."""
    description = descriptions(plugin_dirs).get((criterion or {}).get("use", ""))
    return None if description is None else list(description.get("targets", []))


def seed_of(random_state: Any) -> int:
    """0 for None: a run without a seed gives the same result each time."""
    if random_state is None:
        return 0
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    draw = getattr(random_state, "integers", None) or getattr(random_state, "randint", None)
    if draw is None:
        raise ParamError(f"random_state is {random_state!r}; expected None, an integer or a generator of numpy")
    return int(draw(2**31 - 1))


def threads_of(n_jobs: Any) -> int | None:
    """None and -1: one per core; -2: one less, as joblib counts."""
    if n_jobs is None or n_jobs == -1:
        return None
    if n_jobs == 0:
        raise ParamError("n_jobs is 0; expected None or -1 for one thread per core, or their number")
    return int(n_jobs) if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


_OF_FILES = {
    "unknown": "put None or NaN in the place of what means unknown, or name the label by unlabelled=",
    "path": "the table is X",
    "target": "the target is y",
    "target_path": "the target is y",
    "target_kind": "say target='class', 'real', 'soft', 'votes' or 'sets'",
    "weights": "hand them over as sample_weight",
    "groups": "hand them over as groups",
}


def run(
    what: str,
    config: dict[str, Any],
    tables: Tables,
    plugin_dirs: tuple[str, ...],
    verbose: Any,
    of_selector: bool = False,
    **more: Any,
) -> tuple[dict[str, Any], BaseException | None]:
    """A run of the kernel, `study` or `label_noise`; warns of what it warns of, in terms of whoever called."""
    for key, remedy in _OF_FILES.items():
        if key in config.get("data", {}):
            raise ParamError(f"data has the key {key!r}, which is for files: {remedy}")
    data = {**config.get("data", {}), **tables.roles, "path": "X"}
    if tables.target.columns:
        data["target_path"] = "y"
    if "soft" not in config.get("data", {}):  # y is hardened when it is read, and the config names no column of it
        config = {**config, "data": {k: v for k, v in config.get("data", {}).items() if k != "harden"}}
    with bar_if(verbose) as bar, kernel(plugin_dirs) as own:
        for line in own.refused():
            warn(line)
        call: Callable[..., Any] = getattr(own, what)
        before = given.set(tables)
        try:
            result, raised = call(config, tables.handed_over(), data, progress=bar, **more)
        except Error as error:
            raise type(error)(in_python(str(error), of_selector)) from take_raised()
        finally:
            given.reset(before)
    for line in result["warnings"]:
        warn(in_python(line, of_selector))
    if verbose:
        for line in result["notes"]:
            print(in_python(line, of_selector), file=sys.stderr)
    return result, raised


def with_noise(criterion: Any, noise: Any, plugin_dirs: tuple[str, ...]) -> Any:
    """The criterion with its noise model set."""
    if noise is None:
        return criterion
    table = component_config(criterion, "criterion")
    if table is None or "use" not in table:
        raise ParamError("noise is the noise model of a criterion; name one that has it: criterion='lnt_mi'")
    if "noise" not in [o["name"] for o in description_of(table["use"], plugin_dirs)["options"]]:
        raise ParamError(f"criterion {table['use']!r} has no noise model; leave noise out, or use 'lnt_mi'")
    return {**table, "noise": component_config(noise, "noise model")}
