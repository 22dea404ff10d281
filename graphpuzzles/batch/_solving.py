"""Solve a stream of puzzles: bounded ahead, in order, each failure in its own place."""

from __future__ import annotations

import contextlib
import operator
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from graphpuzzles.batch._work import Order, pack, solve_packed, unpack
from graphpuzzles.limits import Limits, Progress
from graphpuzzles.puzzle import Answer, Puzzle, Solution

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor, Future

    from graphpuzzles.batch._pool import WorkerPool
    from graphpuzzles.batch._work import Work
    from graphpuzzles.limits import ProgressCallback

__all__ = ["Failure", "solve_many"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")

TASKS_A_WORKER = 4
"""One is solved, one waits in its queue, two cover an uneven pace."""
TASK_SECONDS = 0.05
"""Small puzzles share a task up to this length: a hundred times what a task costs by itself."""
TASK_PUZZLES = 32
WINDOW = 1024
"""Puzzles ahead on an executor that does not say how many workers it has."""


@dataclass(frozen=True)
class Failure(Generic[A, V]):
    """What stands in the place of the solution of a puzzle whose solver failed.

    Parameters
    ----------
    number : int
        The place among the puzzles, counted from 1.
    puzzle : Puzzle
    error : Exception
        What was raised. If a worker process died, what its executor raised when the puzzle was
        solved again, alone.
    """

    number: int
    puzzle: Puzzle[A, V]
    error: Exception


def solve_many(
    puzzles: Iterable[Puzzle[A, V]],
    method: str = "auto",
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    limits: Limits | None = None,
    window: int | None = None,
    proofs: bool = True,
    progress: ProgressCallback | None = None,
) -> Generator[Solution[A, V] | Failure[A, V], None, None]:
    """Solve puzzles and yield the results in the order of the puzzles.

    Parameters
    ----------
    puzzles : Iterable of Puzzle
        May be endless: it is read only as far ahead as `window` says. An exception that it raises
        comes through after the results of the puzzles before it.
    method : str
        A method that every puzzle has, or ``"auto"``.
    executor : concurrent.futures.Executor, optional
        Where to solve: a process pool, loky's, mpi4py's, Dask's ``client.get_executor()``. Asked
        for nothing but ``submit``, and its futures for ``result``, ``done`` and ``cancel``. It
        stays the caller's: it is not shut down.
    jobs : int, optional
        Start so many worker processes instead, 0 for one a core, and end them with the iteration.
        With neither, puzzles are solved here, one when each is asked for.
    limits : Limits, optional
        For each puzzle on its own.
    window : int, optional
        Puzzles read and not yet yielded, at most. By default 1024 on an executor and 128 a worker
        process; large ones are not read ahead that far on worker processes, where no more than
        four tasks a worker wait.
    proofs : bool
        Whether solutions come back from other processes with their certificates, which must then
        be built there; without, `Solution.verify` and `Solution.certificate` raise. Solutions
        found in this process build theirs when asked.
    progress : ProgressCallback, optional
        Called before each result is yielded, with the puzzles read (``states``), those finished
        (``expanded``) and those in between (``frontier``). Returning True ends the iteration
        after this result.

    Yields
    ------
    Solution or Failure
        A failure where a method raises, does not apply, gives what cannot be pickled, or where a
        worker dies. Solutions from other processes are as if read from JSON: they have no
        `Solution.model`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above; at once, but for a method that a puzzle does not
        have, which is found when the puzzle is read.
    RuntimeError
        If worker processes do not start.

    Notes
    -----
    Small puzzles share tasks: as many as took 50 ms together, at most 32. A task that fails as a
    whole (its worker was killed) does not show which of its puzzles is to blame, so each is
    solved again while nothing else runs. Worker processes of our own are replaced when one dies.
    An executor of the caller's that is broken fails every puzzle that remains.

    Processes pay where solving takes longer than sending a puzzle there and its solution back, and
    all of it longer than half a second, which is what it takes to start them. Reading ahead waits
    for the iterable: a puzzle that is long in coming holds back results that come in meanwhile.

    Closing the iterator, or an interrupt, cancels what waits and kills the worker processes. These
    also end when this process is killed.

    Examples
    --------
    >>> from graphpuzzles import ConnectingGame, solve_many
    >>> games = [ConnectingGame(["AAB", "ACD", "CCD"]), ConnectingGame(["AA", "BC"])]
    >>> [solution.value for solution in solve_many(games)]
    [4, 2]
    """
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits are Limits(max_seconds=...) or the like, not {limits!r}")
    if executor is not None and jobs is not None:
        raise TypeError("either an executor or a number of jobs, not both")
    order = Order(method, limits, proofs)
    stream = _Stream(iter(puzzles), method, progress)
    jobs = None if jobs is None else _count("jobs", jobs, minimum=0)
    ahead = None if window is None else _count("window", window, minimum=1)
    if jobs is not None:
        from graphpuzzles.batch._pool import WorkerPool, available_cores

        workers = jobs or available_cores()
        pool = WorkerPool(workers)
        tasks = TASKS_A_WORKER * workers
        return _SideBySide(stream, order, pool, tasks, ahead or TASK_PUZZLES * tasks).run()
    if executor is not None:
        ahead = ahead or WINDOW
        return _SideBySide(stream, order, _Foreign(executor), ahead, ahead).run()
    return _one_by_one(stream, order)


def _count(name: str, value: int, *, minimum: int) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name} is a number, not {value}")
    number = operator.index(value)
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {number}")
    return number


class _Stream(Generic[A, V]):
    """The puzzles, numbered as they are read; an exception from them is kept for its place."""

    def __init__(
        self, puzzles: Iterator[Puzzle[A, V]], method: str, progress: ProgressCallback | None
    ) -> None:
        self._puzzles = puzzles
        self._method = method
        self._progress = progress
        self._began = time.perf_counter()
        self._finished = 0
        self.read = 0
        self.ended = False
        self.stopped = False
        self.fault: Exception | None = None

    def next(self) -> tuple[int, Puzzle[A, V]] | None:
        """Return the next puzzle and its number, or None at the end."""
        try:
            puzzle = next(self._puzzles)
            self._examine(puzzle)
        except StopIteration:
            self.ended = True
            return None
        except Exception as error:  # noqa: BLE001 - raised again after the results before it
            self.fault = error
            self.ended = True
            return None
        self.read += 1
        return self.read, puzzle

    def _examine(self, puzzle: object) -> None:
        if not isinstance(puzzle, Puzzle):
            raise TypeError(f"expected a puzzle, not {puzzle!r}")
        if self._method != "auto":
            puzzle.method_named(self._method)

    def finish(self) -> None:
        """Report that one more result is there."""
        self._finished += 1
        if self._progress is not None:
            self.stopped = bool(
                self._progress(
                    Progress(
                        stage="puzzles",
                        states=self.read,
                        expanded=self._finished,
                        frontier=self.read - self._finished,
                        seconds=time.perf_counter() - self._began,
                    )
                )
            )


Result: TypeAlias = Solution[A, V] | Failure[A, V]


def _one_by_one(stream: _Stream[A, V], order: Order) -> Generator[Result[A, V], None, None]:
    while not stream.stopped and (taken := stream.next()) is not None:
        number, puzzle = taken
        result: Result[A, V]
        try:
            result = order.solve(puzzle)
        except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
            result = Failure(number, puzzle, error)
        stream.finish()
        yield result
    if stream.fault is not None and not stream.stopped:
        raise stream.fault


class _Foreign:
    """An executor of the caller's, used as a `WorkerPool` is."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, puzzles: list[bytes], order: Order) -> Future[Work]:
        from uuid import uuid4

        return self._executor.submit(solve_packed, puzzles, order, uuid4().hex)

    def result(self, future: Future[Work]) -> Work:
        return future.result()

    def cancel(self, future: Future[Work]) -> None:
        future.cancel()

    def renew(self) -> None:
        """Do nothing: it is not ours to replace."""

    def end(self, *, at_once: bool) -> None:
        """Do nothing: it is not ours to end."""


@dataclass
class _Item(Generic[A, V]):
    number: int
    puzzle: Puzzle[A, V]
    packed: bytes


@dataclass
class _Task(Generic[A, V]):
    """Puzzles that were submitted together."""

    items: list[_Item[A, V]]
    future: Future[Work]
    refused: bool = False
    """Whether the executor did not take them; the future holds what it raised."""


class _SideBySide(Generic[A, V]):
    """Tasks in the order of their puzzles, of which the first is waited for."""

    def __init__(
        self,
        stream: _Stream[A, V],
        order: Order,
        pool: WorkerPool | _Foreign,
        most_tasks: int,
        window: int,
    ) -> None:
        self._stream = stream
        self._order = order
        self._pool = pool
        self._most_tasks = most_tasks
        self._window = window
        self._tasks: deque[_Task[A, V]] = deque()
        self._ahead = 0
        self._share = 1

    def run(self) -> Generator[Result[A, V], None, None]:
        """Yield the results."""
        at_once = True
        try:
            while not self._stream.stopped:
                self._fill()
                if not self._tasks:
                    at_once = False
                    break
                for result in self._results(self._tasks.popleft()):
                    self._ahead -= 1
                    self._stream.finish()
                    yield result
                    if self._stream.stopped:
                        break
        finally:
            for task in self._tasks:
                self._pool.cancel(task.future)
            self._pool.end(at_once=at_once)
        if self._stream.fault is not None and not self._stream.stopped:
            raise self._stream.fault

    def _fill(self) -> None:
        """Submit tasks while there is room, unless the next result is already there."""
        while (
            not self._stream.ended
            and len(self._tasks) < self._most_tasks
            and self._ahead < self._window
            and not (self._tasks and self._tasks[0].future.done())
        ):
            items = self._next_items()
            if items:
                self._tasks.append(self._submitted(items))

    def _next_items(self) -> list[_Item[A, V]]:
        """Read what the next task takes."""
        items: list[_Item[A, V]] = []
        most = min(self._share, self._window - self._ahead)
        latest = time.perf_counter() + TASK_SECONDS
        while len(items) < most and (not items or time.perf_counter() < latest):
            taken = self._stream.next()
            if taken is None:
                break
            self._ahead += 1
            number, puzzle = taken
            items.append(_Item(number, puzzle, pack(puzzle)))
        return items

    def _submitted(self, items: list[_Item[A, V]]) -> _Task[A, V]:
        try:
            return _Task(items, self._pool.submit([item.packed for item in items], self._order))
        except Exception as error:  # noqa: BLE001 - of the executor's own kind; it is reported
            from concurrent.futures import Future  # it loads logging, which a start can do without

            failed: Future[Work] = Future()
            failed.set_exception(error)
            return _Task(items, failed, refused=True)

    def _results(self, task: _Task[A, V]) -> Iterator[Result[A, V]]:
        try:
            results, seconds = self._pool.result(task.future)
        except Exception as error:  # noqa: BLE001 - of the executor's own kind
            # What an executor of the caller's refuses it is not asked for again: a closed client
            # of Dask then gives a future that nobody will ever finish.
            refused = task.refused and isinstance(self._pool, _Foreign)
            for item in task.items:
                yield Failure(item.number, item.puzzle, error) if refused else self._alone(item)
            return
        fitting = int(TASK_SECONDS * len(results) / max(seconds, 1e-9))
        self._share = max(1, min(fitting, TASK_PUZZLES, self._window // 8))
        for item, packed in zip(task.items, results, strict=True):
            yield _result(item, packed)

    def _alone(self, item: _Item[A, V]) -> Result[A, V]:
        """Solve a puzzle while nothing else runs, so that a worker's death is its own doing."""
        for other in self._tasks:
            with contextlib.suppress(Exception):
                self._pool.result(other.future)
        self._pool.renew()
        try:
            (packed,), _seconds = self._pool.result(self._submitted([item]).future)
        except Exception as error:  # noqa: BLE001 - of the executor's own kind; it is reported
            return Failure(item.number, item.puzzle, error)
        return _result(item, packed)


def _result(item: _Item[A, V], packed: bytes) -> Result[A, V]:
    try:
        return unpack(packed, item.puzzle)
    except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
        return Failure(item.number, item.puzzle, error)
