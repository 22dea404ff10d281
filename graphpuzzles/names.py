"""Public names that are loaded at their first use.

A package lists its names once, as the imports that type checkers read::

    if TYPE_CHECKING:
        from graphpuzzles.batch import solve_many as solve_many
    else:
        __getattr__, __dir__ = names_of(__name__)

At run time nothing of that is executed. The list is read from the source when the first name is
asked for, and only the module that has the name is imported.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` costs more than all else that the package loads at first

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.abc import InspectLoader
    from importlib.machinery import ModuleSpec


def names_of(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that lists its names."""

    def load(name: str) -> object:
        homes = listed(package)
        if name == "__all__":
            return sorted(homes)
        if name == "__version__" and "." not in package:
            return version_of(package)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        import importlib

        home = homes[name]
        if home == package:
            return importlib.import_module(f"{package}.{name}")
        value: object = getattr(importlib.import_module(home), name)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: sorted(listed(package))


_lists: dict[str, Mapping[str, str]] = {}


def listed(package: str) -> Mapping[str, str]:
    """Return the module of each name that a package imports under ``if TYPE_CHECKING``."""
    if package not in _lists:
        _lists[package] = _read_list(package)
    return _lists[package]


def _read_list(package: str) -> Mapping[str, str]:
    import ast
    from typing import cast

    spec = cast("ModuleSpec", sys.modules[package].__spec__)
    source = cast("InspectLoader", spec.loader).get_source(package)
    if source is None:
        raise ImportError(f"{package} is here without its source, which lists its names")
    (block,) = (part for part in ast.parse(source).body if isinstance(part, ast.If))
    return {
        alias.name: str(statement.module)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def version_of(package: str) -> str:
    """Return the version that is installed; a source tree may be run without."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
