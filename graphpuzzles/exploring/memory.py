"""How a bound on memory is shared out, and the layers that are kept in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from graphpuzzles.exploring.merge import ArrayReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from graphpuzzles.exploring.manifest import Identity


MINIMUM: Final = 2**16
"""Bytes below which no work is begun."""

DEFAULT: Final = 2**29
"""Bytes that an exploration to a folder works in where no limit is given."""

WORDS_A_CODE: Final = 32
"""Words of 64 bits that a space is taken to need for each code that it is given at once."""

WORDS_MERGED: Final = 5
"""Words of 64 bits for each code that is merged: its block, sorted, compared, and taken out."""

LARGEST_CHUNK: Final = 2**16
"""More codes at once are not expanded faster: they leave the processor's cache."""

LARGEST_MERGE: Final = 2**20
"""More codes at once are not merged faster, for the same reason."""

MOST_FILES: Final = 128
"""Files read at a time at most: some systems let a process open no more than 256."""

SHORTEST_BLOCK: Final = 2**10
"""Codes read from a file at a time at least, on average."""


@dataclass(frozen=True, kw_only=True)
class WorkingMemory:
    """How many codes each part of the work may hold.

    Parameters
    ----------
    chunk : int
        Codes expanded at a time.
    buffer : int
        Successors collected before they are sorted and, if need be, put aside.
    merged : int
        Codes of all readers together that are merged at a time.
    earlier : int
        Codes of narrow earlier layers kept at hand.
    fan_in : int
        Files merged at a time; at least 4.
    """

    chunk: int
    buffer: int
    merged: int
    earlier: int
    fan_in: int

    @classmethod
    def unbounded(cls) -> WorkingMemory:
        """Return what is fastest where nothing is to be put aside."""
        return cls(
            chunk=LARGEST_CHUNK, buffer=2**60, merged=LARGEST_MERGE, earlier=2**60, fan_in=2**60
        )

    @classmethod
    def within(cls, size: int, *, reversible: bool) -> WorkingMemory:
        """Share out a number of bytes.

        Parameters
        ----------
        size : int
            At least `MINIMUM`.
        reversible : bool
            Where steps lead back, earlier layers need no room.
        """
        words = size // 8
        expansion = min(words // 4, LARGEST_CHUNK * WORDS_A_CODE)
        merging = min(words // 4, LARGEST_MERGE * WORDS_MERGED)
        earlier = 0 if reversible else words // 4
        merged = max(1, merging // WORDS_MERGED)
        return cls(
            chunk=max(1, expansion // WORDS_A_CODE),
            buffer=words - expansion - merging - earlier,
            merged=merged,
            earlier=earlier // 2,
            fan_in=min(MOST_FILES, max(4, merged // SHORTEST_BLOCK)),
        )


class MemoryStore:
    """Layers in memory, with the members of `LayerStore` that an engine needs.

    Parameters
    ----------
    identity : Identity
        What is explored.

    Attributes
    ----------
    layers : list of numpy.ndarray of uint64
    complete : bool
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.layers: list[NDArray[np.uint64]] = []
        self.complete = False

    def copy(self) -> MemoryStore:
        """Return a store of its own with the same layers, which are never changed."""
        store = MemoryStore(self.identity)
        store.layers, store.complete = self.layers.copy(), self.complete
        return store

    @property
    def layer_sizes(self) -> list[int]:
        """How many states there are at each depth."""
        return [len(layer) for layer in self.layers]

    def reader(self, depth: int) -> ArrayReader:
        """Return the reader of a layer."""
        return ArrayReader(self.layers[depth])

    def write_layer(self, blocks: Iterable[NDArray[np.uint64]]) -> int:
        """Append the next layer, if it is not empty, and return its size."""
        layer = np.concatenate([np.zeros(0, dtype=np.uint64), *blocks])
        if len(layer):
            self.layers.append(layer)
        return len(layer)

    def finish(self) -> None:
        """Say that there are no more layers."""
        self.complete = True
