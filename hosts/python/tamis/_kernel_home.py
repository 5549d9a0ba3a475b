"""Where the plugins are: inside the package (a wheel), or below the prefix that it is installed under."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import threading
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Callable, Iterator

from . import _kernel

atexit.register(_kernel.end_runs)  # those of daemon threads
_HERE = Path(__file__).absolute().parent
_lock = threading.Lock()


def prefix() -> Path:
    """The folder below which lib/tamis/plugins and share/tamis are."""
    return _HERE if (_HERE / "share").is_dir() else _HERE.parents[3]


_in_python: dict[str, tuple[str, Callable[..., Any]]] = {}
_idle: dict[tuple[str, ...], list[_kernel.Kernel]] = {}  # each with what _in_python held when it was made


def register(component_id: str, line: str, made: Callable[..., Any]) -> None:
    """A component of this process. One of the same id is replaced, as a cell of a notebook is run again.

    Raises
    ------
    tamis.ParamError
        A plugin has a component of that id.
    """
    global _idle
    if component_id not in _in_python and component_id in descriptions():
        raise _kernel.ParamError(
            f"there is a component {component_id!r} already; name the class otherwise, or give it an id of its own, as "
            f"id = 'org.example.{component_id}'"
        )
    with _lock:
        if _in_python.get(component_id) == (line, made):
            return
        _in_python[component_id] = (line, made)
        _idle = {}
    descriptions.cache_clear()


def folders(plugin_dirs: Any) -> tuple[str, ...]:
    """One folder, or several."""
    return (str(plugin_dirs),) if isinstance(plugin_dirs, (str, Path)) else tuple(map(str, plugin_dirs))


def ids_in_python() -> list[str]:
    """Of the components of this process."""
    return list(_in_python)


def class_in_python(component_id: str) -> Any:
    """The class behind an id of this process, or None."""
    found = _in_python.get(component_id)
    return None if found is None else getattr(found[1], "__self__", None)


@contextlib.contextmanager
def kernel(plugin_dirs: Any = ()) -> Iterator[_kernel.Kernel]:
    """A kernel for one run: a registry serves one thread, and a run may begin another one, where a component in Python
    does. It knows the components of the installed folder, of TAMIS_PLUGIN_PATH, of the user's folder, and of
    `plugin_dirs`.
    """
    key = folders(plugin_dirs)
    with _lock:
        idle = _idle.setdefault(key, [])
        found = idle.pop() if idle else None
        in_python = list(_in_python.values())
    if found is None:
        found = _kernel.Kernel(os.fsencode(prefix()), [os.fsencode(folder) for folder in key], in_python)
    try:
        yield found
    finally:
        with _lock:
            idle.append(found)  # into a list that is forgotten, if a component was registered meanwhile


@functools.lru_cache(maxsize=None)
def descriptions(plugin_dirs: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """What every component says of itself, by id."""
    with kernel(plugin_dirs) as found:
        return {c["id"]: c for c in found.components()}


def description_of(component_id: str, plugin_dirs: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a component says of itself.

    Raises
    ------
    tamis.ParamError
        There is no such component.
    """
    known = descriptions(plugin_dirs)
    if component_id not in known:
        near = get_close_matches(component_id, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "; tamis.plugins() lists them"
        raise _kernel.ParamError(f"there is no component {component_id!r}{hint}")
    return known[component_id]
