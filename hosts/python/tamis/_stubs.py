"""Writes components.pyi, for editors and type checkers: ``python -m tamis._stubs > components.pyi``."""

from __future__ import annotations

from typing import Any

from ._components import class_name, in_python
from ._kernel_home import descriptions

_TYPES = {
    "integer": "int",
    "real": "float",
    "bool": "bool",
    "choice": "str",
    "text": "str",
    "reals": "Sequence[float]",
    "component": "str | Component",
}


def _option(option: dict[str, Any]) -> str:
    default = tuple(option["default"]) if isinstance(option["default"], list) else option["default"]
    kind = _TYPES[option["type"]] + (" | None" if default is None else "")
    return f"{in_python(option['name'])}: {kind} = {default!r}"


def stubs(plugin_dirs: tuple[str, ...] = ()) -> str:
    """The classes of all components that come with tamis: their ids have no dot, and they stand in libraries."""
    lines = [
        "# Written by tamis._stubs from the plugins' manifests; a test holds it to them.",
        "from typing import Sequence",
        "",
        "from ._components import Component as Component",
        "",
    ]
    for component_id, description in sorted(descriptions(plugin_dirs).items()):
        if "." in component_id or not description["file"]:
            continue
        options = [_option(o) for o in description["options"]]
        arguments = ["self", *(["*", *options] if options else [])]
        lines += [f"class {class_name(component_id)}(Component):", f'    """{description["summary"]}."""', ""]
        lines += ["    def __init__(", *(f"        {a}," for a in arguments), "    ) -> None: ...", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(stubs(), end="")
