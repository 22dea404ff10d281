"""Breadth-first exploration by whole layers with delayed duplicate detection.

All successors of a layer are collected first; duplicates among them and states known before are
removed afterwards, by sorting and merging, so that no table of the states is needed (Stern and
Dill 1998; Munagala and Ranade 1999; Korf 2004).
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

import numpy as np

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.expansion import LimitReached
from graphpuzzles.exploring.memory import MINIMUM, WorkingMemory
from graphpuzzles.exploring.merge import ArrayReader, CodeCollector, merge, merge_within
from graphpuzzles.exploring.states import contained, one_way_step
from graphpuzzles.exploring.store import LayerStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.exploring.expansion import Expander
    from graphpuzzles.exploring.memory import MemoryStore
    from graphpuzzles.exploring.merge import CodeReader, WriteRun
    from graphpuzzles.limits import Meter
    from graphpuzzles.search.space import ArraySpace


FAR_LONGER: Final = 16
"""How many times longer a reader must be for a search in it to beat reading all of it."""

TRIED: Final = 16
"""States of each layer whose steps are tried for leading back."""

WATCHED: Final = 64
"""Starts that must not be found again where steps lead back."""

NARROW_LAYERS: Final = 2**17
"""Codes of narrow layers merged with each other where all layers are in memory."""


class EarlierLayers:
    """The states of all layers, in few readers; or of the last two alone.

    Where steps lead back, a neighbour of a state at depth d is at depth d - 1, d or d + 1
    (Munagala and Ranade 1999), and older layers need not be looked at. Elsewhere narrow layers are
    merged with each other, a layer only with what is not much longer, so that every code is moved
    a logarithmic number of times, as in the binary counter of Bentley and Saxe (1980).

    Parameters
    ----------
    reversible : bool
    capacity : int
        Codes of narrow layers to keep in memory.
    write_run : callable, optional
        Puts them aside when they are more. Without it they stay.

    References
    ----------
    Bentley, J. L., and Saxe, J. B. (1980). Decomposable searching problems I. Journal of
    Algorithms 1(4).
    Munagala, K., and Ranade, A. (1999). I/O-complexity of graph algorithms. SODA.
    """

    def __init__(self, *, reversible: bool, capacity: int, write_run: WriteRun | None) -> None:
        self._reversible = reversible
        self._capacity = capacity
        self._write_run = write_run
        self._wide: list[CodeReader] = []
        self._narrow: list[NDArray[np.uint64]] = []

    @property
    def held(self) -> int:
        """Codes held in memory."""
        return sum(map(len, self._narrow))

    def add(self, layer: CodeReader) -> None:
        """Take the next layer."""
        if self._reversible:
            self._wide = [*self._wide[-1:], layer]
            return
        if 2 * len(layer) > self._capacity:
            self._wide.append(layer)
            return
        self._narrow.append(np.array(layer.array()))
        self._merge_alike()
        if self._write_run is not None and self.held > self._capacity:
            together = np.concatenate(self._narrow)
            together.sort()
            self._wide.append(self._write_run([together]))
            self._narrow = []

    def readers(self) -> list[CodeReader]:
        """Return readers of all states that must not be found again."""
        return [*self._wide, *map(ArrayReader, self._narrow)]

    def _merge_alike(self) -> None:
        narrow = self._narrow
        while len(narrow) > 1 and len(narrow[-2]) < 2 * len(narrow[-1]):
            last = narrow.pop()
            narrow[-1] = np.concatenate([narrow[-1], last])
            narrow[-1].sort()


class LevelSynchronous:
    """An exploration under way.

    Parameters
    ----------
    space : ArraySpace
    store : LayerStore or MemoryStore
        Holds the layers found so far, perhaps none.
    starts : numpy.ndarray of uint64
        In ascending order.
    reversible : bool
        Whether every step leads back.
    expected_states : int, optional
        An upper bound on the number of states.
    meter : Meter
    memory : WorkingMemory
        How much each part of the work may hold.
    expander : Expander
        Finds the successors.
    """

    def __init__(
        self,
        space: ArraySpace,
        store: LayerStore | MemoryStore,
        starts: NDArray[np.uint64],
        *,
        reversible: bool,
        expected_states: int | None,
        meter: Meter,
        memory: WorkingMemory,
        expander: Expander,
    ) -> None:
        self._space = space
        self._expander = expander
        self._n_states = operator.index(space.n_states)
        self._store = store
        self._starts = starts
        self._reversible = reversible
        self._expected = expected_states
        self._meter = meter
        self._held = sum(store.layer_sizes)
        self._write_run: WriteRun | None = None
        capacity = NARROW_LAYERS
        if isinstance(store, LayerStore):
            self._write_run = store.write_run
            capacity = memory.earlier
        self._memory = memory
        self._layer: CodeReader | None = None  # what is being expanded
        self._collector = CodeCollector(memory.buffer, self._write_run)
        self._earlier = EarlierLayers(
            reversible=reversible, capacity=capacity, write_run=self._write_run
        )

    def run(self) -> str | None:
        """Go on to the end, or until a limit is reached, whose name is returned.

        Raises
        ------
        StoreError
            If the disk is full or fails.
        ValueError
            If the space breaks its own word: codes out of range, more states than expected, steps
            that do not lead back where all should.
        """
        store = self._store
        try:
            if not store.complete:
                for depth in range(len(store.layer_sizes)):
                    self._earlier.add(store.reader(depth))
            while not store.complete:
                limit = self._limit()
                if limit is not None:
                    return limit
                depth = len(store.layer_sizes)
                if self._write_layer(depth):
                    self._earlier.add(store.reader(depth))
                else:
                    store.finish()
        except LimitReached as reached:
            return reached.limit
        finally:
            if isinstance(store, LayerStore):
                store.discard_temporary()
        return None

    def _limit(self) -> str | None:
        """Return the limit that forbids to begin a layer."""
        sizes, limits = self._store.layer_sizes, self._meter.limits
        if limits.max_steps is not None and len(sizes) > limits.max_steps:
            return "max_steps"
        if limits.max_expanded is not None and self._held > limits.max_expanded:
            return "max_expanded"
        return self._poll()

    def _poll(self) -> str | None:
        sizes = self._store.layer_sizes
        frontier = sizes[-1] if sizes else 0
        expanded = self._held - frontier + (0 if self._layer is None else self._layer.used)
        # States are counted where they are written, expanded ones where a layer is begun.
        return self._meter.exceeded() or self._meter.report(
            "layers",
            depth=max(len(sizes) - 1, 0),
            states=self._held,
            expanded=expanded,
            frontier=frontier,
        )

    def _write_layer(self, depth: int) -> int:
        if depth == 0:
            written = self._store.write_layer(self._counted(iter([self._starts])))
        else:
            self._require_memory()
            self._expand(depth - 1)
            # Delayed duplicate detection: no state is looked up when it is found. All successors
            # of the layer are sorted once, and merged with the layers where they might be known.
            readers = self._collector.readers()
            self._require_room(sum(map(len, readers)))
            new = self._new_states(readers, self._earlier.readers())
            written = self._store.write_layer(self._counted(new))
            self._layer = None
        self._held += written
        return written

    def _expand(self, depth: int) -> None:
        """Collect the successors of a layer."""
        self._layer = layer = self._store.reader(depth)
        if self._reversible:
            self._require_steps_back(layer)
        try:
            self._expander.collect(
                layer, self._collector, chunk=self._memory.chunk, poll=self._require_time
            )
        except MemoryError:
            if self._meter.limits.max_memory is None:
                raise
            raise LimitReached("max_memory") from None

    def _require_time(self) -> None:
        limit = self._poll()
        if limit is not None:
            raise LimitReached(limit)

    def _new_states(
        self, readers: list[CodeReader], known: list[CodeReader]
    ) -> Iterator[NDArray[np.uint64]]:
        """Yield, ascending, the collected states that are not known."""
        if len(readers) == 1 and isinstance(readers[0], ArrayReader):
            codes = readers[0].array()
            near = []
            for reader in known:
                # A merge reads all of a long layer; a few codes are searched in it by halving.
                if len(reader) > FAR_LONGER * len(codes):
                    codes = codes[~contained(codes, reader.array())]
                else:
                    near.append(reader)
            readers, known = [ArrayReader(codes)], near
        size = self._memory.merged
        if self._write_run is None:
            return merge(readers, known, size)
        return merge_within(
            readers, known, size=size, fan_in=self._memory.fan_in, write_run=self._write_run
        )

    def _counted(self, blocks: Iterator[NDArray[np.uint64]]) -> Iterator[NDArray[np.uint64]]:
        """Pass the blocks of a new layer on, unless they break a limit or the space's word."""
        limits = self._meter.limits
        watched = self._starts[:WATCHED] if self._reversible and self._held else None
        held = self._held
        most = self._n_states if self._expected is None else min(self._expected, self._n_states)
        for block in blocks:
            held += len(block)
            if limits.max_states is not None and held > limits.max_states:
                raise LimitReached("max_states")
            if held > most:
                raise ValueError(self._too_many())
            if watched is not None and contained(watched, block).any():
                raise ValueError("the space is said to be reversible, but steps lead in a circle")
            yield block
            self._require_time()

    def _too_many(self) -> str:
        if self._expected is None or self._expected >= self._n_states:
            return f"there are more states than n_states={self._n_states}: steps lead in a circle"
        return f"there are more states than expected_states={self._expected}"

    def _require_memory(self) -> None:
        """Share out anew what layers in memory leave of the limit, which binds folders as well."""
        limit = self._meter.limits.max_memory
        if limit is None:
            return
        if self._write_run is None:
            # The new layer comes as blocks first, which are then joined: twice what is collected.
            limit = (limit - 8 * (self._held + self._earlier.held)) // 3
        if limit < MINIMUM:
            raise LimitReached("max_memory")
        if self._write_run is None:
            self._memory = WorkingMemory.within(limit, reversible=True)
            self._collector = CodeCollector(self._memory.buffer, None)

    def _require_room(self, found: int) -> None:
        """Raise if the disk is too full for the next layer.

        Of the states found, many may be known: the layer is taken to grow as the one before did,
        which is a guess, within the bounds that are no guess.
        """
        store = self._store
        if not isinstance(store, LayerStore):
            return
        sizes = store.layer_sizes
        likely = found if len(sizes) < 2 else min(found, sizes[-1] ** 2 // sizes[-2])
        if self._expected is not None:
            likely = min(likely, self._expected - self._held)
        if store.free < 8 * likely:
            raise StoreError(
                str(store.path),
                f"room for a layer of about {8 * likely:,} bytes",
                f"{store.free:,} bytes free; make room and call again to go on",
            )

    def _require_steps_back(self, layer: CodeReader) -> None:
        step = one_way_step(self._space, layer.sample(TRIED).astype(np.int64))
        if step is not None:
            raise ValueError(
                f"the space is said to be reversible, but its step from {step[0]} to {step[1]} "
                "does not lead back"
            )
