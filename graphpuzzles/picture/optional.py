"""Packages that only some pictures need."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from graphpuzzles.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["FORMATS", "require_format", "requiring"]

FORMATS: Mapping[str, Mapping[str, str]] = {
    ".svg": {},
    ".png": {"matplotlib": "matplotlib"},
    ".gif": {"matplotlib": "matplotlib", "PIL": "pillow"},
    ".html": {},
}
"""The suffixes, and the modules that writing them needs with their packages."""


def require_format(suffix: str) -> None:
    """Refuse a suffix that cannot be written, before anything is made.

    Raises
    ------
    MissingDependencyError
        If a package is not installed that it needs.
    ValueError
        If there is no such format.
    """
    if suffix not in FORMATS:
        raise ValueError(f"a picture is written to *{', *'.join(FORMATS)}, not to *{suffix}")
    for module, package in FORMATS[suffix].items():
        with requiring(package):
            import_module(module)


@contextmanager
def requiring(package: str) -> Iterator[None]:
    """Turn the error of an import that fails into one that names the extra to install.

    Raises
    ------
    MissingDependencyError
        If an import in the block fails.
    """
    try:
        yield
    except ImportError as error:
        raise MissingDependencyError(package, "draw") from error
