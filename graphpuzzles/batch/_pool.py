"""Worker processes of our own, which never outlive the call that started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, wait
from multiprocessing import connection
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.batch._work import solve_packed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess

    from graphpuzzles.batch._work import Order, Work

__all__ = ["WorkerPool", "available_cores"]

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds to wait for a task before looking whether the workers live."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Processes that solve, started when the first puzzle is submitted.

    Parameters
    ----------
    workers : int

    Notes
    -----
    Workers are spawned, not forked: numpy's and scipy's threads make a fork unsafe, and from
    Python 3.12 on it warns. A fork server could not load numpy beforehand for the same reason, so
    it would start workers no sooner, and it would stay behind until this process ends.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, puzzles: Sequence[bytes], order: Order) -> Future[Work]:
        """Hand in puzzles; see `solve_packed`."""
        with _interrupts_held_back():  # it starts workers as it needs them
            return self._running().submit(solve_packed, puzzles, order)

    def result(self, future: Future[T]) -> T:
        """Wait for what a task gives; a worker that dies ends the waiting, whatever it was doing.

        The executor notices by itself, unless the worker has sent half a result: then it waits for
        the other half.
        """
        while not wait([future], timeout=PATIENCE).done:
            if self._executor is not None and _has_lost_a_worker(self._executor):
                _kill_workers(self._executor)
        return future.result()

    def cancel(self, future: Future[Work]) -> None:
        """Do nothing: `end` cancels all that waits.

        ProcessPoolExecutor stumbles over futures that are already cancelled when its workers die.
        """

    def renew(self) -> None:
        """Replace the processes if one has died.

        Raises
        ------
        RuntimeError
            If new ones do not start.
        """
        for _ in range(2):
            try:
                self.result(self._try())
            except BrokenExecutor as error:
                self.end(at_once=True)
                fault = error
            else:
                return
        raise RuntimeError(
            "worker processes do not start (see above); a script that asks for them needs "
            'its own commands under  if __name__ == "__main__":'
        ) from fault

    def _try(self) -> Future[int]:
        with _interrupts_held_back():
            return self._running().submit(os.getpid)

    def end(self, *, at_once: bool) -> None:
        """End the processes; `at_once` means in the middle of their work."""
        if self._executor is None:
            return
        if at_once:
            _kill_workers(self._executor)
        self._executor.shutdown(cancel_futures=at_once)
        self._executor = None

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin_worker,
            )
        return self._executor


def _processes(executor: ProcessPoolExecutor) -> list[BaseProcess]:
    found = executor._processes  # noqa: SLF001 - there is no other way to know them
    return list((found or {}).values())  # None where it has shut down


def _has_lost_a_worker(executor: ProcessPoolExecutor) -> bool:
    # Looking does not reap them, which is the executor's to do.
    sentinels = [process.sentinel for process in _processes(executor)]
    return bool(connection.wait(sentinels, timeout=0))


def _kill_workers(executor: ProcessPoolExecutor) -> None:
    """End the processes of an executor in the middle of their work, so that it can shut down.

    Its own kill_workers exists from Python 3.14 on. Where a worker has sent half a result, the
    thread that reads results waits for the rest as long as anybody could write it, which this
    process could as well.
    """
    for process in _processes(executor):
        process.kill()
    results = executor._result_queue  # noqa: SLF001 - as kill_workers has it
    results._writer.close()  # type: ignore[attr-defined] # noqa: SLF001 - not in the stubs


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let the processes that are started meanwhile inherit that they ignore Ctrl-C.

    A terminal interrupts all its processes; a worker that is just starting would complain before
    it could choose to ignore it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent does, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
