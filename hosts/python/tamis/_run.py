"""From Python's arguments to a run of the kernel."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any, Callable

import numpy as np

from ._components import Component, class_of, config_of
from ._features import Features
from ._kernel import DataError, ParamError
from ._kernel_home import descriptions, kernel
from ._target import Target

__all__ = ["Tables", "TamisWarning", "component_config", "run", "seed_of", "targets_of"]


class TamisWarning(UserWarning):
    """What looks wrong in the data, or was left out of a run."""


class Tables:
    """The features, and what is known of the samples."""

    def __init__(self, features: Features, target: Target, categorical: list[str] | None = None) -> None:
        self.features, self.target = features, target
        self.roles = dict(target.roles)
        texts = [features.names[j] for j in features.texts]
        self.categorical = texts if categorical is None else categorical
        if self.categorical:
            self.roles["categorical"] = self.categorical

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
            self.target.add(name, np.full(len(array), np.nan), [str(v) for v in array.tolist()])
        else:
            self.target.add(name, array)
        self.roles[role] = name

    def handed_over(self) -> dict[str, Any]:
        """As the kernel takes them."""
        return {"data": self.features.table(), "second": self.target.table()}


def component_config(value: Any, kind: str, **options: Any) -> dict[str, Any] | None:
    """A component given as an id, an object or a dict, as a table of a config; `options` besides.

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
        table = value.config()
    elif isinstance(value, str):
        table = {"use": value}
    elif isinstance(value, dict):
        table = {k: config_of(v) for k, v in value.items()}
    else:
        raise ParamError(f"{value!r} is no {kind}; expected its id, as a text, or a component of tamis.components")
    return {**table, **{k: config_of(v) for k, v in options.items() if v is not None}}


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
    import os

    return int(n_jobs) if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


class _Bar:
    """Progress on stderr: a bar of tqdm where there is one, else a line a second."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._tqdm: Any = None
        self._what = ""
        self._last = time.monotonic()
        try:
            from tqdm.auto import tqdm

            self._tqdm = tqdm
        except ImportError:
            pass

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._tqdm is None:
            if time.monotonic() - self._last >= 1:
                self._last = time.monotonic()
                print(f"{what}: {done}" + (f" of {total}" if total else ""), file=sys.stderr)
            return
        if what != self._what or self._bar is None:
            self.close()
            self._what, self._bar = what, self._tqdm(desc=what, total=total or None, leave=False)
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _warn(text: str) -> None:
    """At the line outside the package that began the run."""
    frame: Any = sys._getframe(1)
    level = 2
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        level += 1
    warnings.warn(text, TamisWarning, stacklevel=level)


def run(
    what: str, config: dict[str, Any], tables: Tables, plugin_dirs: tuple[str, ...], verbose: Any, **more: Any
) -> tuple[dict[str, Any], BaseException | None]:
    """A run of the kernel, `study` or `label_noise`; warns of what it warns of."""
    bar = _Bar() if verbose else None
    data = {**config.get("data", {}), **tables.roles, "path": "X"}
    if tables.target.columns:
        data["target_path"] = "y"
    try:
        with kernel(plugin_dirs) as own:
            for line in own.refused():
                _warn(line)
            call: Callable[..., Any] = getattr(own, what)
            result, raised = call(config, tables.handed_over(), data, progress=bar, **more)
    finally:
        if bar is not None:
            bar.close()
    for line in result["warnings"]:
        _warn(line)
    if verbose:
        for line in result["notes"]:
            print(line, file=sys.stderr)
    return result, raised


def with_noise(criterion: Any, noise: Any) -> Any:
    """The criterion with its noise model set."""
    if noise is None:
        return criterion
    table = component_config(criterion, "criterion")
    if table is None or "use" not in table:
        raise ParamError("noise is the noise model of a criterion; name one that has it: criterion='lnt_mi'")
    options = class_of(table["use"])._options
    if "noise" not in options:
        raise ParamError(f"criterion {table['use']!r} has no noise model; leave noise out, or use 'lnt_mi'")
    return {**table, "noise": component_config(noise, "noise model")}
