"""A class for every component that is installed, third-party plugins included: ``tamis.components.LntMi``."""

from __future__ import annotations

from typing import Any

from ._components import Component, class_name, class_of
from ._kernel_home import descriptions

__all__ = ["Component"]


def _by_class() -> dict[str, str]:
    by_class: dict[str, str] = {}
    for component_id in sorted(descriptions(), key=lambda i: (i.count("."), i)):  # ours before others' of that name
        by_class.setdefault(class_name(component_id), component_id)
    return by_class


def __getattr__(name: str) -> Any:
    by_class = _by_class()
    if name not in by_class:
        raise AttributeError(f"module 'tamis.components' has no component {name!r}")
    return class_of(by_class[name])


def __dir__() -> list[str]:
    return [*_by_class(), "Component"]
