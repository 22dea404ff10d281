"""The steps from the states of a layer, collected by the workers of a Dask cluster.

A layer goes out in waves of tasks that know nothing of each other. A task expands some states and
sorts the successors into partitions, by a fixed mix of their 64 bits; another task for each
partition joins what the wave found, without duplicates; the result comes back and is merged with
the layers before, as without a cluster. Workers keep nothing from one wave to the next, so that a
worker that dies costs what it was doing and no more: the scheduler gives its tasks to another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from graphpuzzles.exploring.expansion import collect_steps
from graphpuzzles.exploring.memory import WORDS_A_CODE
from graphpuzzles.exploring.merge import CodeCollector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from distributed import Client, Future
    from numpy.typing import NDArray

    from graphpuzzles.exploring.merge import CodeReader
    from graphpuzzles.search.space import ArraySpace

    Codes = NDArray[np.uint64]


TASK: Final = 2**18
"""States that a task expands at most; more make no better use of a worker."""

CHUNK: Final = 2**16
"""States that a worker expands at a time."""

TASKS_A_THREAD: Final = 2
"""Tasks in a wave for each thread of the cluster, so that none idles while others end."""

MOST_TASKS: Final = 64
"""Tasks in a wave at most: between expanding and joining there are as many as the square."""

LARGEST_BUFFER: Final = 2**22
"""Successors that a task collects at most, where workers have memory for more."""

SHARE: Final = 64
"""Which part of a thread's memory, in bytes, is one word of its buffer: the buffer is sorted, cut
in partitions and joined with those of other tasks, of two waves at once."""

PATIENCE: Final = 1.0
"""Seconds to wait for tasks before looking at the limits again."""


class DistributedExpander:
    """Expands states on the workers of a cluster.

    Parameters
    ----------
    space : ArraySpace
        Sent to the workers, on which its module must be installed, unless it is the main one. All
        threads of a worker ask it at once.
    client : distributed.Client
        A client of the usual, synchronous kind.

    Raises
    ------
    TypeError
        If the client is asynchronous, or none.
    ValueError
        If it has no workers.
    """

    def __init__(self, space: ArraySpace, client: Client) -> None:
        if not hasattr(client, "scheduler_info") or client.asynchronous:
            raise TypeError(f"a client is a synchronous distributed.Client, not {client!r}")
        self._client = client
        self._cluster = _Cluster.of(client)
        # A task of its own: it reaches each worker once, and is made anew where it is lost.
        self._space = client.submit(_unchanged, space, pure=False)

    def collect(
        self, layer: CodeReader, collector: CodeCollector, *, chunk: int, poll: Callable[[], None]
    ) -> None:
        """Collect the successors of all states of a layer; see `Expander.collect`."""
        # In the room that a chunk of states would take that is expanded here, one half is for the
        # states of two waves, the other for one partition that comes back: on average it is no
        # longer than a task's buffer.
        half = chunk * WORDS_A_CODE // 2
        buffer = min(self._cluster.buffer, half)
        size = max(1, min(TASK, buffer, half // (2 * self._cluster.tasks)))
        parts = _Parts(layer.blocks(size))
        waves: deque[_Wave] = deque()
        try:
            # One wave is computed while the one before is fetched.
            while waves or parts:
                if len(waves) < 2 and parts:
                    waves.append(self._begin(parts, buffer))
                    continue
                self._finish(waves[0], collector, parts, poll)
                waves.popleft()
        finally:
            waves.clear()  # tasks whose results nobody waits for are dropped by the scheduler

    def _begin(self, parts: _Parts, buffer: int) -> _Wave:
        submit, partitions = self._client.submit, self._cluster.tasks
        expanded = [
            submit(_expand, self._space, part, buffer, partitions, pure=False)
            for part in parts.take(partitions)
        ]
        joined = []
        for number in range(partitions):
            # Cut out where it lies, so that no more than the partition crosses the network.
            found = [submit(_partition, result, number, pure=False) for result in expanded]
            joined.append(submit(_join, found, pure=False))
        left = [submit(_left, result, pure=False) for result in expanded]
        return _Wave(joined=joined, left=left)

    def _finish(
        self, wave: _Wave, collector: CodeCollector, parts: _Parts, poll: Callable[[], None]
    ) -> None:
        while wave.left:
            parts.put_back(self._result(wave.left.pop(), poll))
        while wave.joined:
            collector.add(self._result(wave.joined.pop(), poll))

    def _result(self, future: Future[Codes], poll: Callable[[], None]) -> Codes:
        """Return what a task found, looking at the limits while it is not there."""
        while True:
            poll()
            try:
                codes: Codes = future.result(timeout=PATIENCE)
            except TimeoutError:
                if future.status != "error":
                    continue
                codes = future.result()  # the space's own, or what has gone wrong just now
            return codes


@dataclass(frozen=True)
class _Wave:
    """The tasks whose results are awaited."""

    joined: list[Future[Codes]]
    left: list[Future[Codes]]


@dataclass(frozen=True)
class _Cluster:
    """What the workers can do at a time.

    Parameters
    ----------
    tasks : int
        In a wave; into as many partitions the successors are divided.
    buffer : int
        Successors that a task collects at most.
    """

    tasks: int
    buffer: int

    @classmethod
    def of(cls, client: Client) -> _Cluster:
        # A client that is closed knows of nothing.
        workers = client.scheduler_info(n_workers=-1).get("workers", {}).values()
        threads = sum(worker["nthreads"] for worker in workers)
        if not threads:
            raise ValueError("the client has no workers")
        # Without a limit of its own, a worker says 0.
        memory = [w["memory_limit"] // w["nthreads"] for w in workers if w["memory_limit"]]
        buffer = min([LARGEST_BUFFER, *(share // SHARE for share in memory)])
        return cls(tasks=min(TASKS_A_THREAD * threads, MOST_TASKS), buffer=max(1, buffer))


class _Parts:
    """The states still to be expanded, a task's worth at a time."""

    def __init__(self, blocks: Iterator[Codes]) -> None:
        self._blocks = blocks
        self._waiting: list[Codes] = []

    def __bool__(self) -> bool:
        if not self._waiting:
            self._waiting.extend(next(([block] for block in self._blocks), []))
        return bool(self._waiting)

    def take(self, count: int) -> Iterator[Codes]:
        """Yield up to `count` of them."""
        while count and self:
            yield self._waiting.pop()
            count -= 1

    def put_back(self, codes: Codes) -> None:
        """Take what a task had no memory for."""
        if len(codes):
            self._waiting.append(codes)


# What runs on the workers ----------------------------------------------------------------------


def partition_of(codes: Codes, partitions: int) -> NDArray[np.uint16]:
    """Return the partition that each code belongs to, the same on every machine.

    Parameters
    ----------
    codes : numpy.ndarray of uint64, shape (k,)
    partitions : int
        Fewer than 65536.

    Returns
    -------
    numpy.ndarray of uint16, shape (k,)

    Notes
    -----
    The finalizer of SplitMix64: codes that have a pattern, say all even, are spread evenly, which
    a remainder would not do.

    References
    ----------
    Steele, G. L., Lea, D., and Flood, C. H. (2014). Fast splittable pseudorandom number
    generators. OOPSLA.

    Examples
    --------
    >>> partition_of(np.arange(0, 20, 2, dtype=np.uint64), 2)
    array([...], dtype=uint16)
    """
    mixed = codes + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    # The high half, read as a fraction, times the number of partitions.
    return (((mixed >> np.uint64(32)) * np.uint64(partitions)) >> np.uint64(32)).astype(np.uint16)


def _unchanged(space: ArraySpace) -> ArraySpace:
    return space


def _expand(
    space: ArraySpace, codes: Codes, buffer: int, partitions: int
) -> tuple[list[Codes], Codes]:
    """Return the distinct successors by partition, and the codes that were too many."""
    collector = CodeCollector(buffer, None)
    size = min(CHUNK, len(codes))
    done = 0
    while done < len(codes):
        part = codes[done : done + size]
        try:
            size = collect_steps(space, part, collector, size)
        except MemoryError:
            # What the last part left in the collector are successors all the same.
            if done:
                break
            if size == 1:
                raise
            size //= 2
            collector = CodeCollector(buffer, None)
            continue
        done += len(part)
    return _partitioned(_collected(collector), partitions), codes[done:]


def _partitioned(codes: Codes, partitions: int) -> list[Codes]:
    owners = partition_of(codes, partitions)
    order = np.argsort(owners, kind="stable")  # ascending within each partition
    ends = np.cumsum(np.bincount(owners, minlength=partitions))
    return np.split(codes[order], ends[:-1])


def _partition(result: tuple[list[Codes], Codes], number: int) -> Codes:
    # A copy: a view would keep all partitions alive, and send them.
    return result[0][number].copy()


def _left(result: tuple[list[Codes], Codes]) -> Codes:
    return result[1]


def _join(parts: Sequence[Codes]) -> Codes:
    """Return the distinct codes of ascending parts, ascending."""
    collector = CodeCollector(max(1, sum(map(len, parts))), None)
    for part in parts:
        collector.add(part)
    return _collected(collector)


def _collected(collector: CodeCollector) -> Codes:
    found = [reader.array() for reader in collector.readers()]  # one at most: it writes no runs
    return np.concatenate([np.zeros(0, dtype=np.uint64), *found])
