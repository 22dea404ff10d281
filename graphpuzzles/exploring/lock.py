"""One writer at a time: an advisory lock on a file, which the system frees when a process dies."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import TYPE_CHECKING

from graphpuzzles.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileLock"]

_HELD = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}
"""What systems say of a lock that another holds; all else is a fault of the disk."""


class FileLock:
    """The lock on a file, held from construction until `release` or the end of the process.

    Parameters
    ----------
    path : pathlib.Path
        Made where it is missing, and left behind: a lock file that is removed can be locked twice.

    Raises
    ------
    StoreError
        If another process, or another part of this one, holds the lock.
    OSError
        If the disk fails, or knows no locks.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(self._file)
        except OSError as error:
            owner = self._owner()
            os.close(self._file)
            if error.errno not in _HELD:
                raise
            raise StoreError(
                str(path), "a store that nobody else writes to", f"the lock of process {owner}"
            ) from None
        # The number is for people; a full disk is no reason to fail over it.
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())

    def _owner(self) -> str:
        try:
            return os.read(self._file, 32).decode("ascii", "replace").strip() or "unknown"
        except OSError:  # Windows does not let others read what is locked
            return "unknown"

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
