"""Worker processes of our own, used as an executor is, and ended at any moment."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

P = ParamSpec("P")
T = TypeVar("T")


class Workers(Executor):
    """Processes that are called; each starts when it is first needed.

    A thread serves each process: it sends a call through a pipe of their own and waits for what
    comes back. A process that dies closes the pipe, whatever it was doing, and takes along the one
    call that it had; the next call of that thread finds a new one. The process pool of the
    standard library has one pipe for all, breaks as a whole, and cannot be ended in the middle of
    its work before Python 3.14.

    Futures raise BrokenProcessPool where a process died, RuntimeError where none starts.
    """

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count)
        self._all = [_Worker() for _ in range(count)]
        self._idle = deque(self._all)  # as many as threads, so that none ever waits

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand in a call of a function that can be pickled and raises nothing."""
        return self._threads.submit(self._run, fn, args, kwargs)

    def _run(
        self, function: Callable[P, T], args: tuple[object, ...], kwargs: dict[str, object]
    ) -> T:
        worker = self._idle.popleft()
        try:
            return cast("T", worker.run(function, args, kwargs))
        finally:
            self._idle.append(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes at once, in the middle of their work if they have any."""
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


class _Worker:
    """One process, and after it died the next one."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._ended = False
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def run(self, *call: object) -> object:
        """Call a function in the process."""
        try:
            pipe = self._pipe or self._start()
            pipe.send(call)
            return cast("object", pipe.recv())
        except (EOFError, OSError) as error:
            raise BrokenProcessPool(f"the process that solved it {self._bury()}") from error

    def end(self) -> None:
        """Kill the process, for good."""
        atexit.unregister(self.end)
        with self._starting:
            self._ended = True
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def _start(self) -> Connection:
        """Start a process and wait until it says that it runs."""
        for _ in range(2):  # one may be killed from outside
            with self._starting:
                if self._ended:
                    raise EOFError
                self._pipe, self._process = _spawn()
                atexit.register(self.end)  # before multiprocessing, which would wait for it
            try:
                self._pipe.recv()
            except EOFError:
                self._bury()
            else:
                return self._pipe
        raise RuntimeError(
            "worker processes do not start (see above); a script that asks for them needs "
            'its own commands under  if __name__ == "__main__":'
        )

    def _bury(self) -> str:
        """Leave a dead process behind; return how it died."""
        with self._starting:
            if self._process is None or self._pipe is None:
                return "is not there any more"
            self._pipe.close()
            self._process.join()
            code = self._process.exitcode
            self._process = self._pipe = None
            return f"died (exit code {code})"


def _spawn() -> tuple[Connection, SpawnProcess]:
    """Start a process and return our end of the pipe to it.

    It is spawned, not forked: numpy's and scipy's threads make a fork unsafe, and from Python 3.12
    on it warns. A fork server could not load numpy beforehand for the same reason, so it would
    start processes no sooner, and it would stay behind until this process ends.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,))
    if hasattr(signal, "pthread_sigmask"):
        # A terminal interrupts all its processes, and one that is just starting would complain
        # before it could choose to ignore it. It inherits what the thread that starts it holds
        # back, unless multiprocessing starts its tracker in between, which undoes that.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process.start()
    theirs.close()  # so that the pipe ends with the process
    return ours, process


def _serve(pipe: Connection) -> None:
    """Do what a process of ours does: call what it is sent, and send back what that returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pipe.send(None)
    while True:
        function, args, kwargs = pipe.recv()
        pipe.send(function(*args, **kwargs))


def _end_with_parent() -> None:
    """End this process when its parent does, however that ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
