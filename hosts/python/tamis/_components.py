"""Components as objects: a class for each one, made from its manifest."""

from __future__ import annotations

import inspect
import keyword
from typing import Any

from ._kernel_home import class_in_python, description_of

__all__ = ["Component", "class_of", "class_name", "config_of"]


def class_name(component_id: str) -> str:
    """`lnt_mi` is LntMi, `org.example.longest_gap` is LongestGap, and `none` is None_."""
    name = "".join(word.capitalize() for word in component_id.rsplit(".", 1)[-1].split("_"))
    return in_python(name)


def in_python(name: str) -> str:
    """The name, with a _ behind it where it is a word of Python: lambda_."""
    return name + "_" if keyword.iskeyword(name) else name


class Component:
    """A criterion, search, noise model or metric with its options.

    The options are parameters in the sense of scikit-learn, so that `clone`, `set_params` and `GridSearchCV` reach
    them, and those of components inside: ``criterion__noise__rate``.
    """

    id: str = ""
    kind: str = ""
    _options: tuple[str, ...] = ()  # the parameters, and what a config calls them
    _keys: tuple[str, ...] = ()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The options by name; with `deep` those of components inside too, as ``outer__inner``."""
        params = {name: getattr(self, name) for name in self._options}
        if deep:
            for name, value in list(params.items()):
                if hasattr(value, "get_params") and not isinstance(value, type):
                    params.update({f"{name}__{k}": v for k, v in value.get_params().items()})
        return params

    def set_params(self, **params: Any) -> Component:
        """Sets options by name, also those of components inside, as ``outer__inner``."""
        inner: dict[str, dict[str, Any]] = {}
        for key, value in params.items():
            name, _, below = key.partition("__")
            if name not in self._options:
                raise ValueError(
                    f"{type(self).__name__} has no option {name!r}; it has {', '.join(self._options) or 'none'}"
                )
            if below:
                inner.setdefault(name, {})[below] = value
            else:
                setattr(self, name, value)
        for name, values in inner.items():
            value = getattr(self, name)
            if value is None:
                raise ValueError(f"{name} of {type(self).__name__} is None; set it before its {', '.join(values)}")
            if not hasattr(value, "set_params"):
                value = class_of(value)()
                setattr(self, name, value)
            value.set_params(**values)
        return self

    def config(self) -> dict[str, Any]:
        """As a config has it: ``{"use": id, option: value, ...}``."""
        values = self.get_params(deep=False).values()
        return {"use": self.id, **{k: config_of(v) for k, v in zip(self._keys, values)}}

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        shown = [f"{k}={v!r}" for k, v in self.get_params(deep=False).items() if not _same(v, defaults[k].default)]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.config() == other.config()  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def config_of(value: Any) -> Any:
    """A component as a table of a config, an id or another value as it is."""
    if isinstance(value, Component):
        return value.config()
    if isinstance(value, (list, tuple)):
        return [config_of(v) for v in value]
    return value


def _docstring(description: dict[str, Any]) -> str:
    lines = [description["summary"] + ".", ""]
    if description["options"]:
        lines += ["Parameters", "----------"]
        for option in description["options"]:
            lines.append(f"{in_python(option['name'])} : {option['expected']}, default {option['default']!r}")
            lines.append(f"    {option['doc']}")
        lines.append("")
    if description["cites"]:
        lines += ["References", "----------", description["cites"]]
    return "\n".join(lines).rstrip() + "\n"


_classes: dict[str, type[Component]] = {}


def class_of(component_id: str) -> type[Component]:
    """The class of a component.

    Raises
    ------
    tamis.ParamError
        There is no such component.
    """
    in_python: type[Component] | None = class_in_python(component_id)
    if in_python is not None:
        return in_python
    if component_id not in _classes:
        _classes[component_id] = _make(description_of(component_id))
    return _classes[component_id]


def _make(description: dict[str, Any]) -> type[Component]:
    name = class_name(description["id"])
    options = {in_python(o["name"]): o["default"] for o in description["options"]}
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    parameters += [inspect.Parameter(k, inspect.Parameter.KEYWORD_ONLY, default=_frozen(v)) for k, v in options.items()]

    def __init__(self: Component, **given: Any) -> None:
        for unknown in given.keys() - options.keys():
            raise TypeError(
                f"{name} has no option {unknown!r}; it has {', '.join(options) if options else 'none'}"
            )
        for option, default in options.items():
            setattr(self, option, given.get(option, _frozen(default)))

    __init__.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return type(
        name,
        (Component,),
        {
            "__init__": __init__,
            "__doc__": _docstring(description),
            "__module__": "tamis.components",
            "id": description["id"],
            "kind": description["kind"],
            "_options": tuple(options),
            "_keys": tuple(o["name"] for o in description["options"]),
        },
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
