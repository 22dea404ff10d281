"""Writing a file whole or not at all."""

from __future__ import annotations

import io
import os
import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

Target: TypeAlias = "str | os.PathLike[str] | BinaryIO"
"""A path, or a file open in binary mode."""


@contextmanager
def writing(target: Target) -> Iterator[BinaryIO]:
    """Open a target for writing bytes.

    A file at a path is replaced at the end, in one step and with its permissions kept; if the
    block raises, the old file is untouched and nothing is left behind. A link is followed.
    Devices and pipes are written to directly.

    Raises
    ------
    OSError
        If it cannot be written, with the target's name.
    TypeError
        If the target is a file in text mode, or neither path nor file.
    """
    if not isinstance(target, (str, os.PathLike)):
        yield _binary(target)
        return
    try:
        with _replacing(Path(os.path.realpath(target))) as file:
            yield file
    except OSError as error:
        # That of a full disk has no name, and that of a temporary file is not the user's.
        if error.filename is None:
            error.filename = os.fspath(target)
        raise


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    exists = path.exists()
    if exists and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    # Beside the old file, since a rename is atomic only within one file system.
    temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        file = temporary.open("xb")
    except OSError as error:
        raise OSError(error.errno, error.strerror) from None
    try:
        with file:
            yield file
        if exists:
            shutil.copymode(path, temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _binary(file: object) -> BinaryIO:
    if isinstance(file, io.TextIOBase) or not hasattr(file, "write"):
        raise TypeError(
            f"expected a path or a file open in binary mode, got {type(file).__name__}"
        )
    return cast("BinaryIO", file)
