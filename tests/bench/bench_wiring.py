"""Wiring boards, beside a C++ profile program where GRAPHPUZZLES_BASELINES names its folder.

pytest tests/bench/bench_wiring.py
"""

import os
import random
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

import pytest

from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from tests.puzzles.wiring.wiring_cases import forced_detour, mixed_boards

TEXTS = [ManhattanWiring.write([ManhattanWiring(cells)]) for _, cells in mixed_boards()]


def solve_all(method="auto"):
    return [ManhattanWiring.parse(text).solve(method).value or 0 for text in TEXTS]


def wide_board(pairs, seed):
    """Return a board of 20 x 20 with 10 % walls."""
    rng = random.Random(f"{pairs}-{seed}")
    rows = [["#" if rng.random() < 0.1 else "." for _ in range(20)] for _ in range(20)]
    free = [(r, c) for r in range(20) for c in range(20) if rows[r][c] == "."]
    for i, (r, c) in enumerate(rng.sample(free, 2 * pairs)):
        rows[r][c] = str(i // 2)
    return rows


@pytest.fixture(scope="module")
def baseline(tmp_path_factory):
    """Compile the C++ program and return a function that runs it on a text."""
    folder = os.environ.get("GRAPHPUZZLES_BASELINES")
    compiler = shutil.which("g++")
    if folder is None or compiler is None:
        pytest.skip("needs GRAPHPUZZLES_BASELINES and g++")
    program = tmp_path_factory.mktemp("baseline") / "wiring_profile_dp"
    source = Path(folder) / "wiring_profile_dp.cpp"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", program, source], check=True)

    def run(text):
        return subprocess.run([program], input=text, capture_output=True, text=True, check=True)

    return run


def seconds(call):
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@pytest.mark.parametrize(("method", "most"), [("auto", 3.0), ("frontier", 6.0)])
def test_71_boards_beside_the_baseline(baseline, benchmark, method, most):
    text = "".join(text.removesuffix("0 0\n") for text in TEXTS) + "0 0\n"
    ours = solve_all(method)
    assert [int(line) for line in baseline(text).stdout.split()] == ours
    ratios = []
    for _ in range(9):
        # One process for all boards, less what starting it takes; ours with reading and lines.
        theirs = seconds(lambda: baseline(text)) - seconds(lambda: baseline("0 0\n"))
        ratios.append(seconds(lambda: solve_all(method)) / theirs)
    benchmark.extra_info["ratio to C++"] = round(median(ratios), 2)
    benchmark(solve_all, method)
    assert median(ratios) <= most


@pytest.mark.parametrize("size", [9, 12])
def test_forced_detour(benchmark, size):
    puzzle = ManhattanWiring(forced_detour(size))
    assert benchmark(puzzle.solve, "frontier").value == {9: 43, 12: 61}[size]


@pytest.mark.parametrize("size", [9, 20, 40])
def test_crossed_corners(benchmark, size):
    cells = [[0] * size for _ in range(size)]
    cells[0][0] = cells[-1][-1] = 2
    cells[0][-1] = cells[-1][0] = 3
    assert benchmark(lambda: ManhattanWiring(cells).model.crossing) is not None


def test_count_of_the_shortest_wirings(benchmark):
    assert benchmark(lambda: ManhattanWiring(forced_detour(9)).count()) == 24_293_412


def test_count_corner_to_corner(benchmark):
    cells = [["."] * 10 for _ in range(10)]
    cells[0][9] = cells[9][0] = "1"
    count = benchmark(lambda: Numberlink(cells, rule="any").count())
    assert count == 41044208702632496804


@pytest.mark.parametrize(("pairs", "seed"), [(2, 7), (4, 9)])
def test_wide_boards_that_need_the_flow(benchmark, pairs, seed):
    cells = wide_board(pairs, seed)
    solution = benchmark(lambda: Numberlink(cells).solve())
    assert (solution.method, solution.verify()) == ("flow", True)
