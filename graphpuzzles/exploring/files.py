"""Files that reach the disk whole, or not at all, and the lock that one writer holds."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import zlib
from io import FileIO
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray


CODE = np.dtype("<u8")
"""How codes stand in files. All are below 2**63, so that they read the same with a sign."""

READ = 2**17
"""Bytes that are read at a time to verify a file."""


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn the system's errors over a file into this package's."""
    try:
        yield
    except OSError as error:
        told = error.strerror or str(error)
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise StoreError(
                str(path), "room on the disk", f"{told}; make room and call again to go on"
            ) from error
        raise StoreError(str(path), "what can be read and written", told) from error


def require_plain(path: Path, *, folder: bool = False) -> None:
    """Raise StoreError unless a path names a plain file, or a real folder: no link to either.

    A link would have another file read, emptied or removed than the one that is named, and a pipe
    would be waited for.
    """
    mode = path.lstat().st_mode
    if not (stat.S_ISDIR(mode) if folder else stat.S_ISREG(mode)):
        found = "a link" if stat.S_ISLNK(mode) else f"mode {stat.filemode(mode)}"
        raise StoreError(str(path), "a real folder" if folder else "a plain file", found)


def open_plain(path: Path, mode: str) -> FileIO:
    """Open a plain file without a buffer; a link or a pipe in its place is refused."""
    return FileIO(path, mode, opener=_open_plain)


def _open_plain(path: str, flags: int) -> int:
    # Where the name has changed since it was looked at: links are not followed, pipes not waited
    # for. Neither flag is known everywhere.
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "no plain file", path)
    return file


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def crc32_of(path: Path) -> str:
    """Return the CRC-32 of a file as eight hexadecimal digits."""
    crc32 = 0
    with open_plain(path, "rb") as file:
        while content := file.read(READ):
            crc32 = zlib.crc32(content, crc32)
    return f"{crc32:08x}"


def replace_file(path: Path, target: Path, content: bytes) -> None:
    """Write a file beside its place, bring it to the disk, and put it there at once."""
    with disk_errors(target):
        with open_plain(path, "wb") as file:
            _write_all(file, content)
            os.fsync(file.fileno())
        path.replace(target)
        sync_folder(target.parent)


def _write_all(file: FileIO, content: bytes | memoryview) -> None:
    # A file without a buffer says how much it could take, which may be less.
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


class CodeWriter:
    """Writes ascending codes to a file, and counts and checks them on the way.

    Parameters
    ----------
    path : pathlib.Path

    Attributes
    ----------
    states : int
        Codes written.
    crc32 : int
        CRC-32 of what is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.states = 0
        self.crc32 = 0
        self._last = -1
        with disk_errors(path):
            self._file = open_plain(path, "wb")

    def write(self, block: NDArray[np.uint64]) -> None:
        """Append codes.

        Parameters
        ----------
        block : numpy.ndarray of uint64, shape (k,)
            Ascending, each once, all greater than what has been written.

        Raises
        ------
        StoreError
            If the disk is full or fails; the store stays as it is and can be gone on with.
        ValueError
            If the codes do not ascend.
        """
        if not len(block):
            return
        if int(block[0]) <= self._last or not bool(np.all(block[1:] > block[:-1])):
            raise ValueError(f"the codes for {self.path.name} do not ascend")
        self._last = int(block[-1])
        content = np.ascontiguousarray(block, dtype=CODE).view(np.uint8).data
        self.crc32 = zlib.crc32(content, self.crc32)
        with disk_errors(self.path):
            _write_all(self._file, content)
        self.states += len(block)

    def write_all(self, blocks: Iterable[NDArray[np.uint64]]) -> None:
        """Append many blocks; if one cannot be had or written, abandon the file."""
        try:
            for block in blocks:
                self.write(block)
        except BaseException:
            self.abandon()
            raise

    def close(self, *, sync: bool) -> None:
        """Close the file, with `sync` only after the disk has it."""
        with disk_errors(self.path), self._file:
            if sync:
                os.fsync(self._file.fileno())

    def abandon(self) -> None:
        """Close the file, whatever the disk says: it is not needed."""
        with contextlib.suppress(OSError):
            self._file.close()


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
        self._file = _open_plain(str(path), os.O_RDWR | os.O_CREAT)
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
