"""Plain C++ programs, compiled with g++ -O2 from the folder that GRAPHPUZZLES_BASELINES names.

A program reads the contest's text and prints the judge's lines. Its time is the CPU time of the
process less that on an empty text, so reading counts for the program, as it does for us where a
task says so; ``connecting_dijkstra`` times itself after reading.
"""

import os
import re
import resource
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring
from tests.bench.peers.cut_tasks import Cut
from tests.bench.peers.task import Entry, Measured, MissingError

NAME = "C++ baselines"
DISTRIBUTION = None
ABOUT = "plain single-purpose programs, g++ -O2"

FOLDER = os.environ.get("GRAPHPUZZLES_BASELINES")
COMPILER = shutil.which("g++")
if not FOLDER:
    raise MissingError("the environment variable GRAPHPUZZLES_BASELINES names no folder")
if COMPILER is None:
    raise MissingError("there is no g++")


@cache
def workshop():
    """Return a folder for compiled programs; it goes away with this process."""
    return tempfile.TemporaryDirectory(prefix="baselines-")


@cache
def compiled(name):
    path = Path(workshop().name) / name
    source = Path(FOLDER) / f"{name}.cpp"
    subprocess.run([COMPILER, "-O2", "-std=c++17", "-o", path, source], check=True)
    return path


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(name, text, *options):
    """Return what a program prints, what it says on the side, and its CPU seconds."""
    program = compiled(name)
    before = cpu_seconds()
    told = subprocess.run(
        [program, *options], input=text, capture_output=True, text=True, check=True
    )
    return told.stdout, told.stderr, cpu_seconds() - before


def printed(name, text, nothing):
    """Return what a program prints, and its CPU seconds less those on an empty text."""
    output, _, seconds = run(name, text)
    return output, max(seconds - run(name, nothing)[2], 1e-4)


def walk(name, nothing):
    def steps(puzzle):
        output, seconds = printed(name, str(puzzle), nothing)
        number = int(output.split()[-1])
        return Measured({"steps": None if number < 0 else number}, seconds)

    return steps


def cut(text):
    output, told, _ = run("connecting_dijkstra", text, "--int")
    return Measured(Cut(int(output)), float(re.search(r"solved in ([0-9.]+)", told)[1]))


def board_text(board):
    rows = "\n".join(" ".join(map(str, row)) for row in board.tolist())
    return "{} {}\n{}\n".format(*board.shape, rows)


def wirings(puzzles):
    output, seconds = printed("wiring_profile_dp", ManhattanWiring.write(puzzles), "0 0\n")
    return Measured([int(line) or None for line in output.split()], seconds)


def mines(games):
    output, seconds = printed("minesweeper_backtrack", Minesweeper.write(games), "0\n")
    return Measured([tuple(map(int, line.split())) for line in output.splitlines()], seconds)


ENTRIES = (
    Entry("snakes", "breadth-first", walk("snake_bfs", "0 0 0\n")),
    Entry("hexerpents", "breadth-first", walk("hexerpent_bfs", "0\n")),
    *(
        Entry(task, "Dijkstra on the cells", lambda board: cut(board_text(board)))
        for task in ("cut 40", "cut 200", "cut 1000")
    ),
    *(
        Entry(task, "profile method, lengths only", wirings)
        for task in ("wiring 10%", "wiring detour", "wiring crossed", "wiring 71")
    ),
    Entry("mines contest", "backtracking", mines),
)
