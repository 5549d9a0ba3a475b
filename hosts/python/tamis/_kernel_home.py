"""Where the plugins are: inside the package (a wheel), or below the prefix that it is installed under."""

from __future__ import annotations

import functools
import threading
from pathlib import Path
from typing import Any, Callable

from . import _kernel

_HERE = Path(__file__).absolute().parent
_lock = threading.Lock()


def prefix() -> Path:
    """The folder below which lib/tamis/plugins and share/tamis are."""
    return _HERE if (_HERE / "share").is_dir() else _HERE.parents[3]


@functools.lru_cache(maxsize=None)
def _kernel_of(plugin_dirs: tuple[str, ...]) -> _kernel.Kernel:
    return _kernel.Kernel(str(prefix()), list(plugin_dirs), list(_in_python.values()))


_in_python: dict[str, tuple[str, Callable[..., Any]]] = {}


def register(component_id: str, line: str, criterion: Callable[..., Any]) -> None:
    """A criterion of this process. One of the same id is replaced, as a cell of a notebook is run again."""
    if _in_python.get(component_id) == (line, criterion):
        return
    with _lock, turn():
        _in_python[component_id] = (line, criterion)
        _kernel_of.cache_clear()
        descriptions.cache_clear()


def kernel(plugin_dirs: tuple[str, ...] = ()) -> _kernel.Kernel:
    """The components of the installed folder, of TAMIS_PLUGIN_PATH, of the user's folder, and of `plugin_dirs`."""
    with _lock:
        return _kernel_of(tuple(plugin_dirs))


class turn:
    """One run at a time: a registry serves one thread."""

    def __enter__(self) -> None:
        _runs.acquire()

    def __exit__(self, *_: Any) -> None:
        _runs.release()


_runs = threading.Lock()


@functools.lru_cache(maxsize=None)
def descriptions(plugin_dirs: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """What every component says of itself, by id."""
    return {c["id"]: c for c in kernel(plugin_dirs).components()}
