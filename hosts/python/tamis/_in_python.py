"""Components whose class is written in Python."""

from __future__ import annotations

import hashlib
import inspect
import json
import pickle
import re
from typing import Any

import numpy as np

from ._components import Component, config_of
from ._kernel import ParamError, check_line
from ._kernel_home import register

__all__ = ["InPython"]

_TYPES = {bool: "bool", int: "integer", float: "real", str: "text"}
_objects: dict[str, Any] = {}  # options that no config can hold, by name


def _named(value: Any, is_object: bool) -> Any:
    """A number or text as it is; of another object, and of all values of an option for objects, a name that is the same
    for equal ones."""
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) in _TYPES and not is_object:
        return value
    try:
        content = hashlib.sha256(pickle.dumps(value)).hexdigest()[:12]
    except (pickle.PicklingError, AttributeError, TypeError):
        content = hex(id(value))
    name = f"{type(value).__name__} {content}"
    _objects[name] = value
    return name


def _parameters(cls: type) -> list[inspect.Parameter]:
    """The options: those of __init__ that have a name."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]
    return [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


class InPython(Component):
    """What `Criterion`, `NoiseModel`, `SearchStrategy` and the metrics have in common: a class that is derived from
    one of them is a component of this process, under its id, in every config.

    Options are the keyword parameters of ``__init__``, with defaults that are numbers, texts, True or False, or None
    for an object; each is kept under its name.

    Its methods are called on the thread that began the run. Ctrl-C raises KeyboardInterrupt in them; where they have not
    returned when max_seconds are up, `EndOfRun` is raised. Let both through.

    Attributes of the class
    -----------------------
    id : how configs call it; by default the name of the class, in snake case
    """

    interface: str = ""
    _lacks: str = "write its methods"
    _parts: dict[str, str] = {}  # options that are components, with their interface

    def __init_subclass__(cls, **of_class: Any) -> None:
        super().__init_subclass__(**of_class)
        if "id" not in cls.__dict__:
            cls.id = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        if cls._is_written():
            cls._register()

    @property
    def _options(self) -> tuple[str, ...]:  # type: ignore[override]  # a decorator may write __init__ after the class
        return tuple(p.name for p in _parameters(type(self)))

    @property
    def _keys(self) -> tuple[str, ...]:  # type: ignore[override]
        return self._options

    def config(self) -> dict[str, Any]:
        """As a config has it; an object that is no number or text is named, and found again by that name. From here on
        the id is that of this class."""
        if not self._is_written():
            raise ParamError(f"{type(self).__name__} is no {self.kind} yet: {self._lacks}")
        self._register()
        parameters = _parameters(type(self))
        values = {p.name: getattr(self, p.name) for p in parameters}
        of_config = {
            p.name: config_of(values[p.name]) if p.name in self._parts else _named(values[p.name], p.default is None)
            for p in parameters
        }
        return {"use": self.id, **of_config}

    @classmethod
    def _made(cls, **options: Any) -> InPython:
        """From the options of a config."""
        return cls(**{k: _objects.get(v, v) if isinstance(v, str) else v for k, v in options.items()})

    @classmethod
    def _is_written(cls) -> bool:
        """Whether all is written that must be, so that it is a component and not a base of some."""
        return not any(getattr(getattr(cls, name, None), "__isabstractmethod__", False) for name in dir(cls))

    @classmethod
    def _traits(cls) -> dict[str, Any]:
        """What the manifest says of it besides its options."""
        return {}

    @classmethod
    def _register(cls) -> None:
        options = []
        for p in _parameters(cls):
            if p.name in cls._parts:
                part = {"name": p.name, "type": "component", "interface": cls._parts[p.name], "doc": "", "default": ""}
                options.append(part)
                continue
            if p.default is not None and type(p.default) not in _TYPES:
                raise ParamError(
                    f"{cls.__name__}: option {p.name} has the default {p.default!r}; expected a number, a text, True, "
                    "False, or None for an object of any kind"
                )
            options.append(
                {
                    "name": p.name,
                    "type": _TYPES.get(type(p.default), "text"),
                    "doc": "",
                    "default": _named(p.default, p.default is None),
                }
            )
        line = {
            "id": cls.id,
            "interface": cls.interface,
            "summary": (inspect.getdoc(cls) or cls.__name__).splitlines()[0].rstrip("."),
            "cites": "",
            **cls._traits(),
            "options": options,
        }
        text = json.dumps(line)
        try:
            check_line(text)
        except ValueError as error:
            raise ParamError(f"class {cls.__name__}: {error}") from None
        register(cls.id, text, cls._made)
