"""Many puzzles one after the other, or side by side on an executor, in their order.

`solve_many` yields a `Solution` for each puzzle, or a `Failure` in the place of one whose solver
failed, so that the others are not lost.

Puzzles and solutions cross to other processes as bytes that are pickled and unpickled here, one
puzzle at a time: what cannot be pickled is the fault of one puzzle, where an executor that did the
pickling would fail the whole task, or break.
"""

from __future__ import annotations

import operator
import os
import pickle
import time
import traceback
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar, cast

from graphpuzzles.limits import UNLIMITED, Limits, Progress, require_limits
from graphpuzzles.puzzle import Answer, Puzzle, Solution, restore_solution

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor, Future

    from graphpuzzles.limits import ProgressCallback

__all__ = ["Failure", "solve_many"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")

TASKS_A_WORKER = 4
"""One is solved, three wait: the worker need not wait for this process, which may be busy."""
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
    limits = UNLIMITED if limits is None else limits
    require_limits(limits)
    if executor is not None and jobs is not None:
        raise TypeError("either an executor or a number of jobs, not both")
    order = _Order(method, limits, proofs)
    stream = _Stream(iter(puzzles), method, progress)
    jobs = None if jobs is None else _count("jobs", jobs, minimum=0)
    ahead = None if window is None else _count("window", window, minimum=1)
    if jobs is not None:
        from graphpuzzles.workers import Workers

        workers = jobs or _available_cores()
        tasks = TASKS_A_WORKER * workers
        lookahead = ahead or TASK_PUZZLES * tasks
        return _SideBySide(stream, order, Workers(workers), tasks, lookahead, ours=True).run()
    if executor is not None:
        ahead = ahead or WINDOW
        return _SideBySide(stream, order, executor, ahead, ahead).run()
    return _one_by_one(stream, order)


def _count(name: str, value: int, *, minimum: int) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name} is a number, not {value}")
    number = operator.index(value)
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {number}")
    return number


def _available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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


def _one_by_one(stream: _Stream[A, V], order: _Order) -> Generator[Result[A, V], None, None]:
    while not stream.stopped and (taken := stream.next()) is not None:
        number, puzzle = taken
        result: Result[A, V]
        try:
            result = puzzle.solve(order.method, limits=order.limits)
        except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
            result = Failure(number, puzzle, error)
        stream.finish()
        yield result
    if stream.fault is not None and not stream.stopped:
        raise stream.fault


class _Item(NamedTuple, Generic[A, V]):
    """A puzzle with its place, and as the bytes that are sent."""

    number: int
    puzzle: Puzzle[A, V]
    packed: bytes

    def fail(self, error: Exception) -> Failure[A, V]:
        return Failure(self.number, self.puzzle, error)

    def result(self, packed: bytes) -> Result[A, V]:
        """Return what came back for it."""
        try:
            return restore_solution(self.puzzle, cast("Mapping[str, object]", _unpacked(packed)))
        except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
            return self.fail(error)


class _SideBySide(Generic[A, V]):
    """Tasks in the order of their puzzles, of which the first is waited for."""

    def __init__(
        self,
        stream: _Stream[A, V],
        order: _Order,
        executor: Executor,
        most_tasks: int,
        window: int,
        *,
        ours: bool = False,
    ) -> None:
        self._stream = stream
        self._order = order
        self._executor = executor
        self._ours = ours
        self._most_tasks = most_tasks
        self._window = window
        self._tasks: deque[tuple[list[_Item[A, V]], Future[Work] | Exception]] = deque()
        self._ahead = 0
        self._share = 1

    def run(self) -> Generator[Result[A, V], None, None]:
        """Yield the results."""
        try:
            while not self._stream.stopped:
                self._fill()
                if not self._tasks:
                    break
                for result in self._results(*self._tasks.popleft()):
                    self._ahead -= 1
                    self._stream.finish()
                    yield result
                    if self._stream.stopped:
                        break
        finally:
            for _items, future in self._tasks:
                if not isinstance(future, Exception):
                    future.cancel()
            if self._ours:
                self._executor.shutdown()
        if self._stream.fault is not None and not self._stream.stopped:
            raise self._stream.fault

    def _fill(self) -> None:
        """Submit tasks while there is room, unless the next result is already there."""
        while (
            not self._stream.ended
            and len(self._tasks) < self._most_tasks
            and self._ahead < self._window
            and not (self._tasks and _is_done(self._tasks[0][1]))
        ):
            items = self._next_items()
            if items:
                self._tasks.append((items, self._submit(items)))

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
            items.append(_Item(number, puzzle, _packed(puzzle)))
        return items

    def _submit(self, items: list[_Item[A, V]]) -> Future[Work] | Exception:
        """Hand in a task; return what the executor raises if it does not take it."""
        packed = [item.packed for item in items]
        # Dask's executor knows a call by its arguments: asked again, it would give back what the
        # first one failed with. So every call has an argument of its own.
        try:
            return self._executor.submit(_solve_packed, packed, self._order, os.urandom(16))
        except Exception as error:  # noqa: BLE001 - of the executor's own kind; it is reported
            return error

    def _results(
        self, items: list[_Item[A, V]], task: Future[Work] | Exception
    ) -> Iterator[Result[A, V]]:
        work = self._awaited(task)
        if isinstance(work, Exception):
            # What an executor refuses it is not asked for again: a closed client of Dask then
            # gives a future that nobody will ever finish.
            refused = work is task
            for item in items:
                yield item.fail(work) if refused else self._alone(item)
            return
        results, seconds = work
        fitting = int(TASK_SECONDS * len(results) / max(seconds, 1e-9))
        self._share = max(1, min(fitting, TASK_PUZZLES, self._window // 8))
        for item, packed in zip(items, results, strict=True):
            yield item.result(packed)

    def _alone(self, item: _Item[A, V]) -> Result[A, V]:
        """Solve a puzzle while nothing else runs, so that a worker's death is its own doing."""
        for _items, other in self._tasks:
            self._awaited(other)
        work = self._awaited(self._submit([item]))
        return item.fail(work) if isinstance(work, Exception) else item.result(work[0][0])

    def _awaited(self, task: Future[Work] | Exception) -> Work | Exception:
        """Wait for a task; return what its executor raised where there are no results."""
        if isinstance(task, Exception):
            return task
        try:
            return task.result()
        except Exception as error:  # of the executor's own kind
            if self._ours and type(error) is RuntimeError:
                raise  # no process of ours starts, and no puzzle is to blame
            return error


def _is_done(future: Future[Work] | Exception) -> bool:
    return isinstance(future, Exception) or future.done()


# What runs in the process that solves -----------------------------------------------------------

Work: TypeAlias = tuple[list[bytes], float]
"""Packed results in the order of the puzzles, and the seconds that all took together."""


@dataclass(frozen=True)
class _Order:
    """How puzzles are to be solved, and whether solutions take their certificates along."""

    method: str
    limits: Limits
    proofs: bool


def _solve_packed(puzzles: Sequence[bytes], order: _Order, _submission: bytes) -> Work:
    """Solve puzzles that were packed; whatever goes wrong with one is its result."""
    began = time.perf_counter()
    return [_solved(packed, order) for packed in puzzles], time.perf_counter() - began


def _solved(packed: bytes, order: _Order) -> bytes:
    try:
        puzzle = cast("Puzzle[Answer, object]", _unpacked(packed))
        solution = puzzle.solve(order.method, limits=order.limits)
        data = solution.to_dict(certificate=order.proofs)
        del data["puzzle"]  # the other side still has it
        return pickle.dumps(data)
    except MemoryError:  # the one that was raised holds all that was held
        return _packed_error(MemoryError("there is not enough memory in a worker"))
    except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
        error.add_note(f"raised in a worker:\n{traceback.format_exc()}")
        return _packed_error(error)


def _packed(puzzle: Puzzle[A, V]) -> bytes:
    """Return a puzzle as bytes, or why it cannot be."""
    try:
        return pickle.dumps(puzzle)
    except Exception as error:  # noqa: BLE001 - what pickling runs is the puzzle's own code
        return _packed_error(error)


def _packed_error(error: Exception) -> bytes:
    """Return an exception as bytes that surely come back as an exception."""
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - ours; many exceptions pickle and do not come back
    except Exception:  # noqa: BLE001 - what pickling runs is the exception's own code
        lasting = RuntimeError(f"{type(error).__name__}: {error}")
        for note in getattr(error, "__notes__", ()):
            lasting.add_note(note)
        return pickle.dumps(lasting)
    return packed


def _unpacked(packed: bytes) -> object:
    """Return what was packed; if that is an exception, raise it."""
    loaded: object = pickle.loads(packed)  # noqa: S301 - ours
    if isinstance(loaded, Exception):
        raise loaded
    return loaded
