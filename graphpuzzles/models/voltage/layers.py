"""Breadth-first layers of a derived graph, one bit a state.

The states of one shape are the bits of a row of words. A move is a shift by a constant, the same
for all places and for all arcs of one voltage, so that a whole layer costs a few bit operations an
arc and word, however many states it holds. Layers of few states are expanded state by state
instead, on the same arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.voltage.derived import WORD, bits_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.models.voltage.derived import DerivedGraph

    Words = NDArray[np.uint64]
    Codes = NDArray[np.int64]

SPARSE_COST = 40
"""Expanding one arc of one state costs about as much as this many words of a whole layer."""


class Layer:
    """A set of states: the words that are not zero, in ascending order of their place.

    Parameters
    ----------
    index : numpy.ndarray of integers, shape (k,)
        ``code // 64`` of the states in each word; kept in 32 bits.
    words : numpy.ndarray of uint64, shape (k,)
    """

    __slots__ = ("index", "words")

    def __init__(self, index: NDArray[np.integer], words: Words) -> None:
        self.index = index.astype(np.int32)
        self.words = words

    @classmethod
    def of(cls, codes: Codes) -> Layer:
        """Collect codes, which must be ascending and distinct."""
        place = codes // WORD
        index, first = np.unique(place, return_index=True)
        bits = np.left_shift(np.uint64(1), (codes % WORD).astype(np.uint64))
        words = np.bitwise_or.reduceat(bits, first) if len(first) else bits
        return cls(index, words)

    def __len__(self) -> int:
        return int(np.bitwise_count(self.words).sum())

    @property
    def nbytes(self) -> int:
        """Bytes of the two arrays."""
        return self.index.nbytes + self.words.nbytes

    def codes(self) -> Codes:
        """Return the codes, ascending."""
        octets = self.words.astype("<u8").view(np.uint8).reshape(-1, 8)
        word, bit = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
        return self.index[word].astype(np.int64) * WORD + bit

    def common(self, other: Layer) -> Codes:
        """Return the codes that are in both layers, ascending."""
        index, mine, others = np.intersect1d(
            self.index, other.index, assume_unique=True, return_indices=True
        )
        return Layer(index, self.words[mine] & other.words[others]).codes()

    def holds(self, codes: Codes) -> NDArray[np.bool_]:
        """Tell which codes are in the layer."""
        if not len(self.index):
            return np.zeros(len(codes), dtype=np.bool_)
        place = (codes // WORD).astype(np.int32)
        at = np.minimum(np.searchsorted(self.index, place), len(self.index) - 1)
        held: NDArray[np.bool_] = (self.index[at] == place) & bits_set(self.words[at], codes)
        return held


class BitSearch:
    """A breadth-first search of a derived graph, one layer at a time.

    Parameters
    ----------
    space : DerivedGraph
    sources : numpy.ndarray of int64
        Codes of the states to begin with, ascending and distinct.

    Attributes
    ----------
    layers : list of Layer
        The states at every depth so far.
    sizes : list of int
        Their numbers.
    open : numpy.ndarray of uint64, shape (shapes, words)
        States not reached yet.

    Notes
    -----
    A whole layer takes O(arcs * words) bit operations whatever it holds, a sparse one
    O(states * degree); each layer is expanded in the cheaper way.
    """

    def __init__(self, space: DerivedGraph, sources: Codes) -> None:
        self.space = space
        self.open = np.broadcast_to(space.allowed, (space.graph.shapes, space.words)).copy()
        self.layers: list[Layer] = []
        self.sizes: list[int] = []
        self._scratch: list[Words] = []
        self._take(Layer.of(sources))

    @property
    def depth(self) -> int:
        """Depth of the last layer."""
        return len(self.layers) - 1

    @property
    def states(self) -> int:
        """Number of states reached so far."""
        return sum(self.sizes)

    @property
    def expanded(self) -> int:
        """Number of states whose moves have been made."""
        return self.states - self.sizes[-1]

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays of this search."""
        dense = self.open.nbytes + self.space.allowed.nbytes
        dense += sum(array.nbytes for array in self._scratch)
        return dense + sum(layer.nbytes for layer in self.layers)

    def _take(self, layer: Layer) -> None:
        self.open.reshape(-1)[layer.index] &= ~layer.words
        self.layers.append(layer)
        self.sizes.append(len(layer))

    def advance(self, within: Words | None = None) -> int:
        """Find the next layer.

        Parameters
        ----------
        within : numpy.ndarray of uint64, shape (words,), optional
            Cells on which heads may be; states elsewhere are left out.

        Returns
        -------
        int
            The number of its states.
        """
        graph = self.space.graph
        arcs = self.sizes[-1] * graph.arcs // max(graph.shapes, 1)
        sparse = arcs * SPARSE_COST < graph.arcs * self.space.words
        self._take(self._few(within) if sparse else self._many(within))
        return self.sizes[-1]

    def _few(self, within: Words | None) -> Layer:
        _, codes = self.space.steps(self.layers[-1].codes())
        # numpy.unique would load numpy.ma, half as long a start as that of numpy itself.
        codes.sort()
        first = np.ones(len(codes), dtype=np.bool_)
        np.not_equal(codes[1:], codes[:-1], out=first[1:])
        codes = codes[first]
        free = self.open.reshape(-1)[codes // WORD]
        if within is not None:
            free = free & within[codes // WORD % self.space.words]
        return Layer.of(codes[bits_set(free, codes)])

    def _many(self, within: Words | None) -> Layer:
        shape = self.open.shape
        if not self._scratch:
            self._scratch = [np.zeros(shape, dtype=np.uint64) for _ in range(4)]
        now, then, gathered, part = self._scratch
        now.fill(0)
        then.fill(0)
        last = self.layers[-1]
        now.reshape(-1)[last.index] = last.words
        for voltage, targets, sources in self.space.graph.passes:
            joined = gathered[: len(targets)]
            np.take(now, sources[0], axis=0, out=joined, mode="clip")
            for tails in sources[1:]:
                more = part[: len(tails)]
                np.take(now, tails, axis=0, out=more, mode="clip")
                np.bitwise_or(joined[: len(tails)], more, out=joined[: len(tails)])
            shift = voltage[0] * self.space.stride + voltage[1]
            then[targets] |= shifted(joined, shift, part[: len(targets)])
        then &= self.open
        if within is not None:
            then &= within
        index = np.flatnonzero(then)
        return Layer(index, then.reshape(-1)[index])

    def run(
        self,
        meter: Meter | None = None,
        *,
        stop: bool = True,
        depth: int | None = None,
    ) -> str | None:
        """Advance until a target is reached, nothing is left, or a limit is reached.

        Parameters
        ----------
        meter : Meter, optional
        stop : bool
            Whether a layer with a target is the last one.
        depth : int, optional
            The last layer to find.

        Returns
        -------
        str or None
            The limit that was reached (``"max_steps"`` for `depth`); None where the search ended
            by itself, with an empty last layer if nothing was found.
        """
        meter = meter or Meter(Limits())
        while self.sizes[-1]:
            if stop and len(self.hits()):
                return None
            if depth is not None and self.depth >= depth:
                return "max_steps"
            self.advance()
            limit = self.account(meter)
            if limit is not None:
                if limit == "max_states":
                    self.drop_layer()
                return limit
        return None

    def drop_layer(self) -> None:
        """Forget the last layer; the search cannot go on after that."""
        self.layers.pop()
        self.sizes.pop()

    def account(self, meter: Meter) -> str | None:
        """Hold the search against its limits and report its progress; name the limit reached."""
        states, expanded = self.states, self.expanded
        limit = meter.exceeded(states=states, expanded=expanded, memory=self.nbytes)
        return limit or meter.report(
            "layers",
            depth=self.depth,
            states=states,
            expanded=expanded,
            frontier=self.sizes[-1],
            lower_bound=self.depth,
        )

    def hits(self) -> Codes:
        """Return the targets among the states of the last layer."""
        layer = self.layers[-1]
        words = layer.words & self.space.target_mask[layer.index % self.space.words]
        found = np.flatnonzero(words)
        return Layer(layer.index[found], words[found]).codes()

    def walk_to(self, code: int) -> list[int]:
        """Return a shortest walk from a source to a state of the last layer.

        Returns
        -------
        list of int
            Codes from the source on. Among several predecessors the one of least code is taken.
        """
        walk = [code]
        for layer in reversed(self.layers[:-1]):
            _, before = self.space.reversed.steps(np.array(walk[-1:], dtype=np.int64))
            walk.append(int(before[layer.holds(before)].min()))
        return walk[::-1]


def shifted(words: Words, shift: int, out: Words) -> Words:
    """Move every bit of each row up by `shift` places, or down if it is negative.

    Parameters
    ----------
    words : numpy.ndarray of uint64, shape (n, w)
    shift : int
    out : numpy.ndarray of uint64, shape (n, w)
        Overwritten with the result.

    Returns
    -------
    numpy.ndarray
        `out`; bits moved over either end are lost.
    """
    if shift == 0:
        out[...] = words
        return out
    whole, bits = divmod(abs(shift), WORD)
    width = words.shape[1]
    target = out
    if shift < 0:  # the same, read from the other end
        words, target = words[:, ::-1], out[:, ::-1]
    target[:, : min(whole, width)] = 0
    if whole >= width:
        return out
    move, carry = (np.left_shift, np.right_shift) if shift > 0 else (np.right_shift, np.left_shift)
    move(words[:, : width - whole], np.uint64(bits), out=target[:, whole:])
    if bits and whole + 1 < width:
        target[:, whole + 1 :] |= carry(words[:, : width - whole - 1], np.uint64(WORD - bits))
    return out
