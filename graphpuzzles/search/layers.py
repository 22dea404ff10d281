"""Breadth-first search by whole layers of integer states, with numpy.

A layer is expanded at once by `ArraySpace.successors_array`. Where a layer is narrow, the overhead
of numpy outweighs its speed, and the layer is expanded state by state on the same tables.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from graphpuzzles.search.engine import Engine
from graphpuzzles.search.result import SearchStatus, walk_back

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits, Meter
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem
    from graphpuzzles.search.pruning import Pruner
    from graphpuzzles.search.space import ArraySpace, Space


N = TypeVar("N", bound="Hashable")

NARROW = 256
"""Layers of fewer states are expanded one by one."""

MAX_TABLE = 2**30
"""Greatest `ArraySpace.n_states` for which this engine is taken unasked: it keeps such a table."""


def integer_batches(
    space: ArraySpace, codes: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.integer], NDArray[np.integer]]]:
    """Yield what `ArraySpace.successors_array` does, in whatever types of integers it comes.

    Parameters
    ----------
    space : ArraySpace
    codes : numpy.ndarray of int64, shape (k,)

    Raises
    ------
    TypeError
        If it yields anything but integers: rounded, other states would be counted.
    ValueError
        If a batch is not a source and a successor for each step.
    """
    for src, dst in space.successors_array(codes):
        if np.ndim(dst) != 1 or np.shape(src) != np.shape(dst):
            raise ValueError(
                "a batch of steps must be two arrays of one length, not of shapes "
                f"{np.shape(src)} and {np.shape(dst)}"
            )
        yield _integers(src), _integers(dst)


def successor_batches(
    space: ArraySpace, codes: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield what `integer_batches` does, in one type: others do not mix exactly."""
    for src, dst in integer_batches(space, codes):
        yield src.astype(np.int64, copy=False), dst.astype(np.int64, copy=False)


def _integers(codes: NDArray[np.integer]) -> NDArray[np.integer]:
    if isinstance(codes, np.ndarray):
        if codes.dtype.kind in "iu":
            return codes
        if not len(codes):  # whatever its type, an empty array is of integers
            return codes.astype(np.int64)
    kind = getattr(codes, "dtype", type(codes).__name__)
    raise TypeError(f"successors_array must yield arrays of integers, not of {kind}")


class _Codes(Mapping[int, N]):
    """A mapping on the states seen, in order of discovery."""

    def __init__(self, search: ArrayLayers) -> None:
        self.search = search

    def __len__(self) -> int:
        return self.search.held

    def __iter__(self) -> Iterator[int]:
        for layer in self.search.arrays:
            yield from layer.tolist()

    def __contains__(self, u: object) -> bool:
        if not isinstance(u, (int, np.integer)):
            return False
        return bool(0 <= u < len(self.search.parents) and self.search.parents[u])

    def _checked(self, u: int) -> int:
        if u not in self:
            raise KeyError(u)
        return u


class _Depths(_Codes["Cost"]):
    """The depth of every state, from a table that is made when first needed."""

    def __getitem__(self, u: int) -> Cost:
        return int(self.search.depths()[self._checked(u)])


class _Parents(_Codes["int | None"]):
    """The state before each state."""

    def __getitem__(self, u: int) -> int | None:
        before = int(self.search.parents[self._checked(u)]) - 1
        return None if before == u else before


class ArrayLayers(Engine[int]):
    """Breadth-first search on an `ArraySpace`, a layer at a time.

    Parameters
    ----------
    problem : Problem
        Its space has an array form; weights are ignored.
    pruners : sequence of Pruner
        Vectorised; asked in this order.

    Attributes
    ----------
    arrays : list of numpy.ndarray of int64
        The states by depth.
    parents : numpy.ndarray of int32 or int64, shape (n_states,)
        One more than the state before each state; a source comes before itself; 0 where a state
        has not been seen. Untouched pages of the table take no memory.
    held : int
        Number of states seen.

    Raises
    ------
    ValueError
        If a state is not in ``range(n_states)``.
    """

    def __init__(self, problem: Problem[int], pruners: Sequence[Pruner[int]]) -> None:
        array = problem.space.array
        if array is None:
            raise ValueError("the space has no array form")
        self._array: ArraySpace = array
        self._listed = np.array(problem.targets or (), dtype=np.int64)
        super().__init__(problem.unweighted(), pruners)

    def _begin(self) -> None:
        super()._begin()
        n = operator.index(self._array.n_states)
        self.admitted = tuple(operator.index(u) for u in self.admitted)
        for u in (*self.admitted, *self._listed.tolist()):
            if not 0 <= u < n:
                raise ValueError(f"state {u} is not in range({n})")
        self.parents: NDArray[np.signedinteger] = np.zeros(
            n, dtype=np.int32 if n < 2**31 - 1 else np.int64
        )
        self.arrays: list[NDArray[np.int64]] = []
        self.held = 0
        self._depths = np.zeros(0, dtype=np.int32)
        self._depths_of = 0
        self._before: dict[int, list[int]] = {}
        # A layer that is known but exceeds the limit on states, with its states' parents.
        self._waiting: tuple[NDArray[np.int64], NDArray[np.signedinteger]] | None = None

    @property
    def engine(self) -> str:
        """Name of the algorithm."""
        return "layers"

    @property
    def seen(self) -> Mapping[int, Cost]:
        """The states held, with their depth."""
        return _Depths(self)

    @property
    def pred(self) -> Mapping[int, int | None]:
        """The state from which each state was found."""
        return _Parents(self)

    @property
    def predecessors(self) -> Mapping[int, Sequence[int]]:
        """All states before a state on shortest paths to the target; made when first asked for."""
        if not self._before and self.target is not None:
            self._before = self._shortest_steps(self.target)
        return self._before

    def _shortest_steps(self, target: int) -> dict[int, list[int]]:
        """Walk the layers back from a target, asking again for the steps between them."""
        before: dict[int, list[int]] = {target: []}
        wanted = np.zeros(len(self.parents), dtype=np.bool_)
        wanted[target] = True
        for layer in reversed(self.arrays[: self._depth()]):
            pairs = [np.zeros((0, 2), dtype=np.int64)]
            for src, dst in successor_batches(self._array, layer):
                kept = wanted[dst]
                pairs.append(np.stack([src[kept], dst[kept]], axis=1))
            steps = np.unique(np.concatenate(pairs), axis=0)
            wanted[steps[:, 1]] = False
            wanted[steps[:, 0]] = True
            for u, v in steps.tolist():
                before[v].append(u)
                before.setdefault(u, [])
        return before

    @property
    def layers(self) -> Sequence[Collection[int]]:
        """The states by depth: numpy arrays."""
        return self.arrays

    def depths(self) -> NDArray[np.int32]:
        """Return the depth of every state by its code; -1 where it has not been seen."""
        if self._depths_of != len(self.arrays):
            self._depths = np.full(len(self.parents), -1, dtype=np.int32)
            for depth, layer in enumerate(self.arrays):
                self._depths[layer] = depth
            self._depths_of = len(self.arrays)
        return self._depths

    def _advance(self, meter: Meter) -> SearchStatus:
        limits = meter.limits
        if not self.arrays:
            layer = np.array(self.admitted, dtype=np.int64)
            self._waiting = layer, layer + 1
        status = None
        while status is None:
            if self._waiting is not None:
                status = self._enter(*self._waiting, limits)
            if status is None:
                self.next_poll = self.expanded
                status = self._poll(meter) or self._limit(limits)
            if status is None:
                self._expand(self.arrays[-1])
        return status

    def _enter(
        self, codes: NDArray[np.int64], before: NDArray[np.signedinteger], limits: Limits
    ) -> SearchStatus | None:
        """Enter a layer, unless it is empty or exceeds the limit on states."""
        if not len(codes):
            return SearchStatus.EXHAUSTED
        if limits.max_states is not None and self.held + len(codes) > limits.max_states:
            return SearchStatus.STATE_LIMIT
        self.parents[codes] = before
        self.arrays.append(codes)
        self.held += len(codes)
        self._waiting = None
        self.target = self._target(codes)
        return None if self.target is None else SearchStatus.FOUND

    def _target(self, codes: NDArray[np.int64]) -> int | None:
        """Return the first target of a new layer."""
        if self.problem.targets is not None:
            hits = self._listed[self.parents[self._listed] != 0]
        elif self.problem.is_target is None:
            return None
        elif self.problem.is_target == self.space.is_target and self.space.is_target_array:
            hits = codes[self.space.is_target_array(codes)]
        else:
            return next(filter(self.problem.is_target, codes.tolist()), None)
        return int(hits[0]) if len(hits) else None

    def _limit(self, limits: Limits) -> SearchStatus | None:
        depth = len(self.arrays) - 1
        cutoff = self.problem.cutoff
        if cutoff is not None and depth + 1 > cutoff:
            self.beyond_cutoff = True
            return SearchStatus.EXHAUSTED
        if limits.max_steps is not None and depth >= limits.max_steps:
            return SearchStatus.STEP_LIMIT
        expanded = self.expanded + len(self.arrays[-1])
        if limits.max_expanded is not None and expanded > limits.max_expanded:
            return SearchStatus.EXPANDED_LIMIT
        return None

    def _expand(self, layer: NDArray[np.int64]) -> None:
        """Put the next layer in waiting."""
        self.context.g = len(self.arrays)
        if len(layer) < NARROW:
            codes = self._expand_one_by_one(layer)
        else:
            codes = self._expand_at_once(layer)
        if len(codes) and int(codes.min()) < 0:
            raise ValueError(f"state {codes.min()} is not in range({len(self.parents)})")
        self.expanded += len(layer)
        self._waiting = codes, self.parents[codes]
        # Not held before it is known to be within the limit.
        self.parents[codes] = 0

    def _expand_one_by_one(self, layer: NDArray[np.int64]) -> NDArray[np.int64]:
        successors = self.space.successors
        pruned = bool(self.pruners)
        # Single items of a memory view are read and written twice as fast as those of an array.
        parents = self.parents.data
        found: list[int] = []
        for u in layer.tolist():
            for v in successors(u):
                if parents[v]:
                    self.duplicates += 1
                elif not (pruned and self._cut(u, v)):
                    parents[v] = u + 1
                    found.append(v)
        return np.array(found, dtype=np.int64)

    def _expand_at_once(self, layer: NDArray[np.int64]) -> NDArray[np.int64]:
        parents = self.parents
        found = [np.zeros(0, dtype=np.int64)]
        for src, dst in integer_batches(self._array, layer):
            new = parents[dst] == 0
            sources, codes = src[new], dst[new].astype(np.int64, copy=False)
            self.duplicates += len(dst) - len(codes)
            if self.pruners:
                sources, codes = self._cut_array(sources, codes)
            # Of several steps to one state, the one that was written last stays.
            slots = np.arange(1, len(codes) + 1, dtype=parents.dtype)
            parents[codes] = slots
            kept = parents[codes] == slots
            self.duplicates += len(codes)
            codes = codes[kept]
            self.duplicates -= len(codes)
            parents[codes] = sources[kept] + 1
            found.append(codes)
        return np.concatenate(found)

    def _cut_array(
        self, src: NDArray[np.integer], dst: NDArray[np.int64]
    ) -> tuple[NDArray[np.integer], NDArray[np.int64]]:
        for i, pruner in enumerate(self.pruners):
            kept = ~pruner.prune_array(src.astype(np.int64, copy=False), dst, self.context)
            self.cuts[i] += len(dst) - int(np.count_nonzero(kept))
            src, dst = src[kept], dst[kept]
        return src, dst

    def _lower_bound(self) -> Cost:
        return len(self.arrays)

    def _found(self) -> tuple[Cost, tuple[int, ...]] | None:
        if self.target is None:
            return None
        return self._depth(), tuple(walk_back(self.pred, self.target))

    def _depth(self) -> int:
        return len(self.arrays) - 1

    def _frontier(self) -> int:
        return self.held - self.expanded

    def _max_frontier(self) -> int:
        return max(self._layer_sizes(), default=0)

    def _states(self) -> int:
        return self.held

    def _generated(self) -> int:
        waiting = 0 if self._waiting is None else len(self._waiting[0])
        new = max(self.held + waiting - len(self.admitted), 0)
        return new + self.duplicates + self._steps_cut()

    def _layer_sizes(self) -> tuple[int, ...]:
        return tuple(len(layer) for layer in self.arrays)

    def _memory(self) -> int:
        return self.parents.nbytes + 8 * self.held


def array_obstacle(space: Space[N], pruners: Sequence[Pruner[N]]) -> str | None:
    """Say why the layer engine cannot search a space with these pruners, or None."""
    if space.array is None:
        return "a space without successors_array"
    for pruner in pruners:
        if not pruner.vectorized:
            return f"the pruner {pruner.name}, which is not vectorised"
    return None


def array_search(problem: Problem[N], pruners: Sequence[Pruner[N]]) -> Engine[N]:
    """Return the layer engine where `array_obstacle` says None."""
    # A space with an array form has integer states, which the type variable cannot say.
    search = ArrayLayers(cast("Problem[int]", problem), cast("Sequence[Pruner[int]]", pruners))
    return cast("Engine[N]", search)
