"""Kills explorations and looks whether the next call ends as if nothing had been.

Run as ``python -m tests.exploring.exploration_faults MODE FOLDER``, which prints how
often it killed. Every
exploration that is to die is a process of its own, forked from this one.
"""

import functools
import os
import random
import shutil
import signal
import sys
import traceback
from pathlib import Path
from unittest import mock

import networkx as nx

from graphpuzzles.exploring import SlidingPuzzle, explore, files, merge, open_exploration, store
from graphpuzzles.limits import Limits
from tests.exploring.explorations import ArrayGraph, files_of, tiny_memory

# Where a process may die, before and after: bringing to the disk, renaming, removing, writing,
# merging.
POINTS = (
    (os, "fsync"),
    (os, "replace"),
    (os, "unlink"),
    (files.CodeWriter, "write"),
    (merge, "_new_codes"),
)


def die_at(point):
    """Let this process kill itself at a point, counted from 0."""
    passed = 0

    def count():
        nonlocal passed
        if passed == point:
            os.kill(os.getpid(), signal.SIGKILL)
        passed += 1

    def around(function):
        @functools.wraps(function)
        def wrapped(*args, **options):
            count()
            result = function(*args, **options)
            count()
            return result

        return wrapped

    for owner, name in POINTS:
        setattr(owner, name, around(getattr(owner, name)))


def forked(work):
    """Start a process that does some work and nothing else."""
    process = os.fork()
    if process == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - shown, and the exit code tells the parent
            traceback.print_exc()
        finally:
            os._exit(code)
    return process


def killed(process):
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def cut_power(folder, rng):
    """Damage what had not been brought to the disk: cut it, or leave zeros."""
    if not (folder / "manifest.json").exists():
        listed = set()
    else:
        listed = {entry.file for entry in store.LayerStore.read(folder).manifest.layers}
    files = [*folder.glob("layer-*.u64"), *folder.glob("temporary/*")]
    for path in files:
        if path.name not in listed:
            size = path.stat().st_size
            kept = rng.randrange(size + 1)
            path.write_bytes(rng.choice([path.read_bytes()[:kept], bytes(size)]))


def one_way():
    """Return a graph of four layers, wider than memory, whose steps do not lead back."""
    edges = [(u, v) for u in range(8) for v in range(u + 1, min(8, 2 * u + 3))]
    space = ArrayGraph(nx.DiGraph([*edges, (7, 0)]))
    space.start = 0
    return space


def everywhere(folder, space):
    """Kill at every point there is, and go on each time."""
    # Bringing to the disk is a point to die at, but takes long, and no power fails here.
    with tiny_memory(), mock.patch("os.fsync"):
        explore(space, space.start, store=folder / "whole")
        expected = files_of(folder / "whole")
        rng = random.Random(1)
        point = 0
        while True:
            work = folder / "work"

            def doomed(point=point, work=work):
                die_at(point)
                explore(space, space.start, store=work)

            if not killed(forked(doomed)):
                return point
            if work.exists():
                cut_power(work, rng)
                if (work / "manifest.json").exists() and open_exploration(work).complete:
                    assert files_of(work) == expected, point
            explore(space, space.start, store=work)
            assert files_of(work) == expected, point
            shutil.rmtree(work)
            point += 1


def at_random(folder, space, times):
    """Kill at points drawn by lot until it has been done so often; go on from each."""
    limits = Limits(max_memory=2**17)
    rng = random.Random(2)
    kills = 0
    with mock.patch("os.fsync"):
        explore(space, space.start, store=folder / "whole", limits=limits)
        expected = files_of(folder / "whole")
        while kills < times:
            work, point = folder / "work", rng.randrange(300)

            def doomed(work=work, point=point):
                die_at(point)
                explore(space, space.start, store=work, limits=limits)

            kills += killed(forked(doomed))
            if not (work / "manifest.json").exists():
                continue
            cut_power(work, rng)
            if open_exploration(work).complete:
                assert files_of(work) == expected
                shutil.rmtree(work)
        explore(space, space.start, store=folder / "work", limits=limits)
        assert files_of(folder / "work") == expected
    return kills


if __name__ == "__main__":
    mode, path = sys.argv[1:]
    if mode == "everywhere":
        kills = everywhere(Path(path), one_way())
    else:
        kills = at_random(Path(path), SlidingPuzzle(3, 3), 20)
    sys.stdout.write(f"{kills}\n")
