"""Measuring peers in processes of their own, within a limit of time."""

from __future__ import annotations

import contextlib
import json
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[3]
PEERS = {
    name: f"tests.bench.peers.by_{name}"
    for name in (
        "ours",
        "nographs",
        "networkx",
        "rustworkx",
        "igraph",
        "ortools",
        "graphillion",
        "ms_toollib",
        "puzzlekit",
        "cpp",
    )
}


@dataclass(frozen=True)
class Options:
    """How to measure.

    A call is stopped after ``limit`` seconds of CPU time, and given up as hanging after
    ``patience`` times as long by the clock: the machine may be busy. Each side is called once to
    warm up and then ``rounds`` times, fewer where the slower side has taken ``enough`` seconds.
    """

    quick: bool = False
    seed: int = 1
    rounds: int = 5
    enough: float = 6.0
    limit: float = 60.0
    patience: float = 20.0
    memory: float = 6.0

    def for_worker(self):
        names = ("quick", "seed", "rounds", "enough", "memory")
        return json.dumps({name: getattr(self, name) for name in names})


@dataclass
class Row:
    """What was measured of one way in which a peer does a task."""

    peer: str
    task: str
    way: str
    built: bool
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    wrong: str | None = None
    failed: str | None = None
    over: float | None = None

    @property
    def runs(self):
        return max(len(self.theirs) - 1, min(len(self.theirs), 1))

    @property
    def our_seconds(self):
        return _median(self.ours)

    @property
    def their_seconds(self):
        return _median(self.theirs)

    @property
    def ratio(self):
        """Time of the peer over ours; a lower bound where it was stopped; None if it failed."""
        theirs = self.over if self.over is not None else self.their_seconds
        ours = self.our_seconds
        return theirs / ours if theirs is not None and ours else None


def _median(seconds):
    """Return the median of the calls after the first, which warms up unless it is alone."""
    return statistics.median(seconds[1:] or seconds) if seconds else None


@dataclass
class Peer:
    """A peer that took part, or the reason why it did not."""

    key: str
    name: str
    about: str = ""
    version: str | None = None
    missing: str | None = None
    rows: list[Row] = field(default_factory=list)


class OverLimitError(Exception):
    """A call has taken more CPU time than it may."""


class Worker:
    """A process that measures one peer."""

    def __init__(self, module, options):
        self.told = tempfile.TemporaryFile()  # noqa: SIM115 - it goes away with the worker
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.peers.worker", module, options.for_worker()],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.told,
            text=True,
            encoding="utf-8",
        )
        self.reports = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self):
        for line in self.process.stdout:
            self.reports.put(json.loads(line))
        self.reports.put(None)

    def start(self):
        """Return what the process says of itself, or ``missing``: why it has not started."""
        try:
            hello = self.next(START)
        except queue.Empty:
            self.stop()
            return {"missing": f"not started within {START:g} s"}
        if hello is None:
            return {"missing": self.died()}
        if "missing" in hello:
            self.died()
        return hello

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def next(self, limit, cpu_limit=None):
        """Return the next report, None at the end of the process.

        Raises `queue.Empty` if it is late by the clock, `OverLimitError` if it took more CPU time.
        The process cannot watch itself: a timer of CPU time makes its clock coarse.
        """
        began, cpu = time.monotonic(), self.cpu_seconds()
        while True:
            with contextlib.suppress(queue.Empty):
                return self.reports.get(timeout=0.2)
            if cpu_limit is not None and self.cpu_seconds() - cpu > cpu_limit:
                raise OverLimitError
            if time.monotonic() - began > limit:
                raise queue.Empty

    def cpu_seconds(self):
        """Return what the process has used, 0 where the system does not tell of others."""
        if sys.platform != "linux":
            return 0.0
        with contextlib.suppress(OSError):
            return time.clock_gettime((~self.process.pid << 3) | 2)
        return 0.0

    def stop(self):
        self.process.kill()
        self.process.wait()
        self._close()

    def died(self):
        """Say how the process ended by itself, with the last line of what it said."""
        code = self.process.wait()
        self.told.seek(0)
        lines = self.told.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        self._close()
        ended = f"ended by signal {-code}" if code < 0 else f"exited with {code}"
        return f"its process {ended}{': ' if last else ''}{last}"

    def _close(self):
        self.listener.join()
        for pipe in (self.process.stdin, self.process.stdout, self.told):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


START = 240.0  # seconds for a process to start, or to make an input


def measure(key, options, say=lambda _: None):
    """Measure all entries of a peer, named as in `PEERS` or by its module."""
    module = PEERS.get(key, key)
    worker = Worker(module, options)
    hello = worker.start()
    if "missing" in hello:
        return Peer(key, key, missing=hello["missing"])
    peer = Peer(key, hello["name"], hello["about"], hello["version"])
    for number, (task, way, builds) in enumerate(hello["entries"]):
        for built in (False, True) if builds else (False,):
            row = Row(peer.name, task, way, built)
            say(f"{peer.name}: {task}, {way}{', built before' if built else ''}")
            if worker is None:
                worker = Worker(module, options)
                row.failed = worker.start().get("missing")
            if row.failed is None:
                worker.ask({"entry": number, "built": built})
            if row.failed is not None or not follow(worker, row, options):
                worker = None
            peer.rows.append(row)
    if worker is not None:
        worker.stop()
    return peer


def follow(worker, row, options):
    """Fill a row from a worker's reports; tell whether the worker lives on."""
    ready = False  # input and what is built before are made
    while True:
        side = "graphpuzzles" if len(row.ours) == len(row.theirs) else "the library"
        try:
            report = (
                worker.next(options.patience * options.limit, options.limit)
                if ready
                else worker.next(START)
            )
        except OverLimitError:
            worker.stop()
            if side == "the library":
                row.over = options.limit
            else:
                row.failed = f"graphpuzzles took over {options.limit:g} s"
            return False
        except queue.Empty:
            worker.stop()
            row.failed = f"{side} hangs" if ready else f"not prepared within {START:g} s"
            return False
        if report is None:
            row.failed = worker.died()
            return False
        if "done" in report or "failed" in report:
            row.failed = report.get("failed")
            return True
        if report["who"] == "ready":
            ready = True
        elif report["who"] == "ours":
            row.ours.append(report["seconds"])
        else:
            row.theirs.append(report["seconds"])
            row.wrong = row.wrong or report["wrong"]
