"""ConnectingGame on grown boards, beside a C++ cell Dijkstra where one is named.

Run with ``pytest tests/bench/bench_connecting_game.py --benchmark-columns=median``. The folder
with ``connecting_dijkstra.cpp`` is named by GRAPHPUZZLES_BASELINES; the ratio to its own CPU time
on the same board, in the same run, is the median of interleaved runs and stands in the extra
information (``--benchmark-json``) and on standard output (``-s``).
"""

import re
import statistics
import subprocess
import time

import numpy as np
import pytest

from graphpuzzles import ConnectingGame
from tests.bench.baseline import compiled

ROUNDS = 9


def grown_board(side, mean, seed=1):
    """Grow regions of a mean size from random cells, a random half of the border at a time."""
    rng = np.random.default_rng(seed)
    board = np.full((side, side), -1, dtype=np.int64)
    count = side * side // mean
    board.flat[rng.choice(side * side, count, replace=False)] = np.arange(count)
    windows = {
        (0, 1): (np.s_[:, 1:], np.s_[:, :-1]),
        (1, 0): (np.s_[1:], np.s_[:-1]),
        (0, -1): (np.s_[:, :-1], np.s_[:, 1:]),
        (-1, 0): (np.s_[:-1], np.s_[1:]),
    }
    while np.any(board < 0):
        for step in rng.permutation(list(windows)):
            into, out_of = windows[tuple(step.tolist())]
            take = (board[into] < 0) & (board[out_of] >= 0) & (rng.random(board[into].shape) < 0.5)
            board[into][take] = board[out_of][take]
    return board


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled("connecting_dijkstra", tmp_path_factory)


def baseline_seconds(program, text):
    """Return value and CPU seconds of the program, reading left out."""
    result = subprocess.run(
        [program, "--int"], input=text, capture_output=True, text=True, check=True
    )
    return int(result.stdout), float(re.search(r"solved in ([0-9.]+)", result.stderr)[1])


def solve(board, method):
    return ConnectingGame(board).solve(method)


def solve_and_verify(board, method):
    solution = ConnectingGame(board).solve(method)
    solution.verify()
    return solution


CASES = [
    (side, mean, method, work)
    for side, mean in ((50, 4), (200, 4), (200, 20), (1000, 4), (1000, 20), (2000, 4))
    for method in ("dual", "layers")
    for work in (solve, solve_and_verify)
    if not (work is solve_and_verify and method == "layers")
]


@pytest.mark.parametrize(("side", "mean", "method", "work"), CASES)
def test_grown_boards(benchmark, program, side, mean, method, work):
    board = grown_board(side, mean)
    text = f"{side} {side}\n" + "\n".join(" ".join(map(str, row)) for row in board.tolist())
    ours, theirs = [], []

    def interleaved():
        began = time.process_time()
        solution = work(board, method)
        ours.append(time.process_time() - began)
        if program is not None:
            value, seconds = baseline_seconds(program, text)
            theirs.append(seconds)
            assert value == solution.value

    work(board, method)  # imports
    benchmark.pedantic(interleaved, rounds=ROUNDS if side < 2000 else 3)
    mine = statistics.median(ours)
    line = f"\n{side} x {side}, mean {mean}, {method}, {work.__name__}: {mine * 1000:.1f} ms"
    if theirs:
        ratio = mine / statistics.median(theirs)
        benchmark.extra_info["ratio"] = round(ratio, 2)
        line += f", {ratio:.2f}x the C++ program"
    print(line)  # noqa: T201 - what the benchmark is for


@pytest.mark.parametrize(("side", "mean"), [(50, 4), (200, 20), (200, 4)])
def test_the_independent_flow(benchmark, side, mean):
    board = grown_board(side, mean)
    solution = benchmark.pedantic(solve, (board, "flow"), rounds=3)
    assert solution.value == solve(board, "dual").value
