"""Sorting and merging more codes than memory holds.

Codes are collected unsorted, sorted in place when memory is full, and written as runs; runs and
earlier layers are then merged in blocks, which removes duplicates and known states in the same
pass. Codes are below 2**63: doubled, they leave a bit that says where a code came from.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.files import CODE, disk_errors, open_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[np.uint64]
    WriteRun: TypeAlias = "Callable[[Iterable[Codes]], CodeReader]"


BLOCK = 2**14
"""Codes moved at a time within an array: 128 KiB, which stay in the processor's cache."""

FIRST_BUFFER = 2**12


class CodeReader(Protocol):
    """Distinct codes in ascending order.

    Attributes
    ----------
    used : int
        How many codes of `blocks` are done with, as the next block was asked for.
    """

    used: int

    def __len__(self) -> int:
        """Return how many codes there are."""
        ...

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time."""
        ...

    def array(self) -> NDArray[np.uint64]:
        """Return all codes: in memory, or mapped from a file, read-only."""
        ...

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced."""
        ...

    def discard(self) -> None:
        """Remove what is not needed any more, if it is temporary."""
        ...


class ArrayReader:
    """Codes in memory.

    Parameters
    ----------
    codes : numpy.ndarray of uint64
        Ascending, each once.
    """

    def __init__(self, codes: NDArray[np.uint64]) -> None:
        self._codes = codes
        self.used = 0

    def __len__(self) -> int:
        return len(self._codes)

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time."""
        for start in range(0, len(self._codes), size):
            block = self._codes[start : start + size]
            yield block
            self.used += len(block)

    def array(self) -> NDArray[np.uint64]:
        """Return the codes, read-only."""
        view = self._codes.view()
        view.flags.writeable = False
        return view

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced."""
        return self._codes[_spread(len(self._codes), size)]

    def discard(self) -> None:
        """Do nothing."""


class LayerReader:
    """Codes in a file of little-endian unsigned integers of 64 bits.

    Parameters
    ----------
    path : pathlib.Path
    states : int
        How many codes the file holds.
    """

    def __init__(self, path: Path, states: int) -> None:
        self.path = path
        self._states = states
        self.used = 0

    def __len__(self) -> int:
        return self._states

    def blocks(self, size: int) -> Iterator[NDArray[np.uint64]]:
        """Yield all codes, `size` at a time; the file is open only between the blocks.

        Raises
        ------
        StoreError
            If the file has become shorter, or cannot be read.
        """
        left = self._states
        with disk_errors(self.path), open_plain(self.path, "rb") as file:
            while left:
                block = np.fromfile(file, dtype=CODE, count=min(size, left))
                if not len(block):
                    raise self._shorter(self._states - left)
                left -= len(block)
                yield block.astype(np.uint64, copy=False)
                self.used += len(block)

    def array(self) -> NDArray[np.uint64]:
        """Return the codes as an array that the system reads from the file where it is used.

        Raises
        ------
        StoreError
            If the file has become shorter, or cannot be read.
        """
        if not self._states:
            return np.zeros(0, dtype=np.uint64)
        with disk_errors(self.path), open_plain(self.path, "rb") as file:
            found = os.fstat(file.fileno()).st_size // CODE.itemsize
            if found < self._states:
                raise self._shorter(found)
            return np.memmap(file, dtype=CODE, mode="r", shape=(self._states,))

    def sample(self, size: int) -> NDArray[np.uint64]:
        """Return at most so many codes, evenly spaced: read, for a mapped file stays in memory."""
        codes = np.zeros(0, dtype=np.uint64)
        with disk_errors(self.path), open_plain(self.path, "rb") as file:
            for place in _spread(self._states, size).tolist():
                file.seek(CODE.itemsize * place)
                codes = np.append(codes, np.fromfile(file, dtype=CODE, count=1))
        return codes

    def discard(self) -> None:
        """Do nothing: layers stay."""

    def _shorter(self, found: int) -> StoreError:
        return StoreError(str(self.path), f"{self._states} codes", f"{found}")


class RunReader(LayerReader):
    """Codes in a temporary file."""

    def discard(self) -> None:
        """Remove the file."""
        with disk_errors(self.path):
            self.path.unlink()


def _spread(states: int, size: int) -> NDArray[np.int64]:
    """Return at most so many places in a sequence, evenly spaced."""
    return np.linspace(0, states - 1, min(size, states)).astype(np.int64)


def sort_distinct(codes: Codes) -> int:
    """Sort an array in place and bring its distinct values to the front.

    Returns
    -------
    int
        How many distinct values there are; what follows them means nothing.
    """
    codes.sort()
    kept = 0
    before = None
    for start in range(0, len(codes), BLOCK):
        block = codes[start : start + BLOCK]
        new = np.empty(len(block), dtype=np.bool_)
        np.not_equal(block[1:], block[:-1], out=new[1:])
        new[0] = block[0] != before
        before = block[-1]
        distinct = block[new]
        codes[kept : kept + len(distinct)] = distinct
        kept += len(distinct)
    return kept


class CodeCollector:
    """Takes codes in any order and gives them back sorted.

    Parameters
    ----------
    capacity : int
        How many codes may be held.
    write_run : callable, optional
        Writes ascending blocks to a temporary file. Without it nothing can be put aside.

    Raises
    ------
    MemoryError
        By `add`, where distinct codes fill more than seven eighths of what may be held.
    """

    def __init__(self, capacity: int, write_run: WriteRun | None) -> None:
        self.capacity = capacity
        self._write_run = write_run
        self._buffer = np.empty(min(FIRST_BUFFER, capacity), dtype=np.uint64)
        self._used = 0
        self._runs: list[CodeReader] = []

    def add(self, codes: NDArray[np.integer]) -> None:
        """Take codes, duplicates among them."""
        start = 0
        while start < len(codes):
            if self._used == len(self._buffer):
                self._make_room()
            part = codes[start : start + len(self._buffer) - self._used]
            self._buffer[self._used : self._used + len(part)] = part
            self._used += len(part)
            start += len(part)

    def readers(self) -> list[CodeReader]:
        """Return what was collected, each reader with distinct codes; begin anew after this."""
        used = sort_distinct(self._buffer[: self._used])
        readers, self._runs = self._runs, []
        if used:
            readers.append(ArrayReader(self._buffer[:used]))
        self._used = 0
        return readers

    def _make_room(self) -> None:
        size = len(self._buffer)
        if size < self.capacity:
            grown = np.empty(min(2 * size, self.capacity), dtype=np.uint64)
            grown[: self._used] = self._buffer[: self._used]
            self._buffer = grown
            return
        self._used = sort_distinct(self._buffer)
        # Sorting again costs less than writing, as long as it makes much room.
        if 2 * self._used <= size:
            return
        if self._write_run is not None:
            block = ArrayReader(self._buffer[: self._used]).blocks(BLOCK)
            self._runs.append(self._write_run(block))
            self._used = 0
        elif 8 * self._used > 7 * size:  # sorting ever more often for ever less room would not end
            raise MemoryError(f"more than {self._used} codes")


class _Cursor:
    """The part of a reader that has been read and not yet taken."""

    def __init__(self, reader: CodeReader, size: int, tag: int) -> None:
        self.tag = np.uint64(tag)
        self._blocks = reader.blocks(size)
        self._left = len(reader)
        self.refill()

    def refill(self) -> None:
        """Read the next block."""
        self.block = next(self._blocks)
        self._left -= len(self.block)
        self.last = self.block[-1]

    @property
    def final(self) -> bool:
        """Whether nothing follows the block."""
        return not self._left

    def take(self, bound: np.uint64 | None) -> Codes:
        """Return the codes up to a bound, or all of the block."""
        if bound is None or self.last <= bound:
            taken, self.block = self.block, self.block[:0]
        else:
            cut = int(np.searchsorted(self.block, bound, side="right"))
            taken, self.block = self.block[:cut], self.block[cut:]
        return taken


def merge(
    readers: Sequence[CodeReader], known: Sequence[CodeReader], size: int
) -> Iterator[Codes]:
    """Yield, ascending, the distinct codes of some readers that no other reader has.

    Parameters
    ----------
    readers : sequence of CodeReader
        What is merged.
    known : sequence of CodeReader
        What is left out.
    size : int
        How many codes of all readers together are read at a time.

    Notes
    -----
    Each round takes from all blocks what does not exceed the least last code of a block that is
    followed by others; so at least one block is used up, and everything up to that code is there.
    """
    total = sum(map(len, readers)) + sum(map(len, known))
    cursors = [
        _Cursor(reader, max(1, size * len(reader) // total), tag)
        for tag, group in ((1, readers), (0, known))
        for reader in group
        if len(reader)
    ]
    while any(cursor.tag for cursor in cursors):
        bound = min((cursor.last for cursor in cursors if not cursor.final), default=None)
        new = _new_codes([(cursor.tag, cursor.take(bound)) for cursor in cursors])
        if len(new):
            yield new
        left = []
        for cursor in cursors:
            if len(cursor.block) or not cursor.final:
                if not len(cursor.block):
                    cursor.refill()
                left.append(cursor)
        cursors = left


def _new_codes(parts: Sequence[tuple[np.uint64, Codes]]) -> Codes:
    """Return the codes with tag 1 that do not occur with tag 0."""
    tagged = np.empty(sum(len(part) for _, part in parts), dtype=np.uint64)
    start = 0
    for tag, part in parts:
        slot = tagged[start : start + len(part)]
        np.left_shift(part, np.uint64(1), out=slot)
        np.bitwise_or(slot, tag, out=slot)
        start += len(part)
    tagged.sort()
    # Sorted, a known code stands right before its equals: both differ in the last bit at most.
    new = (tagged & np.uint64(1)).astype(np.bool_)
    new[1:] &= (tagged[1:] ^ tagged[:-1]) > np.uint64(1)
    codes = tagged[new]
    codes >>= np.uint64(1)
    return codes


def merge_within(
    readers: Sequence[CodeReader],
    known: Sequence[CodeReader],
    *,
    size: int,
    fan_in: int,
    write_run: WriteRun,
) -> Iterator[Codes]:
    """Do what `merge` does with few readers at a time, in several passes where there are more.

    Parameters
    ----------
    readers, known, size
        As for `merge`.
    fan_in : int
        How many readers are merged at a time; at least 4.
    write_run : callable
        Writes ascending blocks to a temporary file.
    """
    runs = list(readers)
    left = list(known)
    half = fan_in // 2
    while len(runs) > half:
        runs = [*runs[half:], _passed(runs[:half], (), size, write_run)]
    while len(runs) + len(left) > fan_in:
        group, left = left[: fan_in - len(runs)], left[fan_in - len(runs) :]
        runs = [_passed(runs, group, size, write_run)]
    yield from merge(runs, left, size)
    for run in runs:
        run.discard()


def _passed(
    readers: Sequence[CodeReader], known: Sequence[CodeReader], size: int, write_run: WriteRun
) -> CodeReader:
    run = write_run(merge(readers, known, size))
    for reader in readers:
        reader.discard()
    return run
