"""Packages that only some pictures need."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphpuzzles.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["requiring"]


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
