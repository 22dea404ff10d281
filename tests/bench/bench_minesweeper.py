"""Minesweeper inference, beside a C++ backtracking program and ms_toollib where there are any.

Run with ``pytest tests/bench/bench_minesweeper.py --benchmark-columns=median -s``. The folder with
``minesweeper_backtrack.cpp`` is named by GRAPHPUZZLES_BASELINES. That program lists layouts, so it
is fast on the contest's boards of ten hidden cells and hopeless where the frontier is long.
"""

import random
import statistics
import time
from pathlib import Path

import pytest

from graphpuzzles.formats.mines import write_ms_toollib
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper
from tests.bench.baseline import compiled, cpu_seconds
from tests.puzzles.minesweeper.mine_cases import lattice_game, played_game

DATA = Path(__file__).parents[1] / "data" / "minesweeper"
ROUNDS = 9


def fresh(game):
    """The same board with nothing worked out yet."""
    return Minesweeper(game.board, mines=game.mines)


def solve_text(text):
    boards = Minesweeper.read(text)
    return [game.judge(game.solve(), i) for i, game in enumerate(boards, 1)]


TEXTS = {
    "contest": (DATA / "derived_random_uniform.in").read_text(),
    "lattice 8": Minesweeper.write([lattice_game(8, s, share=0.4, total=False) for s in range(5)]),
    "lattice 10": Minesweeper.write([lattice_game(10, 1, share=0.4, total=False)]),
}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = compiled("minesweeper_backtrack", tmp_path_factory)
    if path is None:
        pytest.skip("needs GRAPHPUZZLES_BASELINES and g++")
    return path


@pytest.mark.parametrize("name", TEXTS)
def test_beside_backtracking(benchmark, program, name):
    text = TEXTS[name]
    ratios = []
    for _ in range(ROUNDS):
        began = time.process_time()
        solve_text(text)
        ratios.append((time.process_time() - began) / cpu_seconds(program, text, "0\n"))
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 4)
    print(f"\n{name}, ratio to C++: {benchmark.extra_info['ratio']}")  # noqa: T201 - what it is for
    benchmark.pedantic(solve_text, args=[text], rounds=1)


def test_contest(benchmark):
    """300 boards of at most ten hidden cells, read, solved and judged."""
    assert len(benchmark(solve_text, TEXTS["contest"])) == 300


GAMES = {
    "expert 16x30, 99 mines": lambda: played_game(16, 30, 99, 2),
    "24x30, 150 mines": lambda: played_game(24, 30, 150, 1),
    "40x40, 320 mines": lambda: played_game(40, 40, 320, 1),
    "100x100, 2000 mines": lambda: played_game(100, 100, 2000, 1),
    "200x200, 8000 mines": lambda: played_game(200, 200, 8000, 1),
    "lattice 20": lambda: lattice_game(20, 2),
    "lattice 16, half mines": lambda: lattice_game(16, 1, share=0.5),
}


@pytest.mark.parametrize("total", [False, True], ids=["no total", "total"])
@pytest.mark.parametrize("name", GAMES)
def test_probabilities(benchmark, name, total):
    """All probabilities, the number of layouts, and layouts that show what is undecided."""
    game = GAMES[name]()
    board = Minesweeper(game.board, mines=game.mines if total else None)
    solution = benchmark.pedantic(
        lambda: fresh(board).solve("frontier"), rounds=3 if len(board.hidden) > 1000 else 9
    )
    assert solution.status is Status.SOLVED


@pytest.mark.parametrize("name", ["expert 16x30, 99 mines", "100x100, 2000 mines"])
def test_decided_cells_by_programs(benchmark, name):
    board = GAMES[name]()
    solution = benchmark.pedantic(lambda: fresh(board).solve("milp"), rounds=3)
    assert solution.status is Status.SOLVED


@pytest.mark.parametrize("name", ["expert 16x30, 99 mines", "100x100, 2000 mines"])
@pytest.mark.parametrize("part", ["proof", "verify"])
def test_proofs(benchmark, name, part):
    solution = GAMES[name]().solve()
    if part == "proof":
        benchmark(solution.prove)
    else:
        solution.certificate()
        assert benchmark(solution.verify)


@pytest.mark.parametrize("name", GAMES)
def test_checking_beside_solving(benchmark, name):
    """All that a solution from JSON claims: cells proved, layouts and chances counted anew."""
    board = GAMES[name]()
    data = board.solve("frontier").to_dict()
    ratios = []
    for _ in range(3):
        game = fresh(board)
        began = time.process_time()
        game.solve("frontier")
        solving = time.process_time() - began
        solution = Minesweeper.solution_from_dict(data)
        began = time.process_time()
        assert "unchecked" not in solution.claims().values()
        ratios.append((time.process_time() - began) / solving)
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 2)
    print(f"\n{name}, ratio to solving: {benchmark.extra_info['ratio']}")  # noqa: T201 - see above
    benchmark.pedantic(lambda: Minesweeper.solution_from_dict(data).verify(), rounds=1)


def test_minimal_conflicts(benchmark):
    """Expert boards of which one clue is wrong."""
    rng = random.Random(5)
    games = []
    for seed in range(12):
        board = [list(row) for row in played_game(16, 30, 99, seed).board]
        edge = [
            (r, c)
            for r, c in Minesweeper(board).clue_sets
            if 0 < board[r][c] < 8 and Minesweeper(board).clue_sets[r, c][1]
        ]
        r, c = rng.choice(edge)
        board[r][c] += rng.choice([1, -1])
        game = Minesweeper(board, mines=99)
        if game.solve().status is Status.INFEASIBLE:
            games.append(game)
    assert len(games) > 6
    solutions = [game.solve() for game in games]
    benchmark(lambda: [solution.prove() for solution in solutions])


@pytest.mark.parametrize("name", ["expert 16x30, 99 mines", "100x100, 2000 mines"])
def test_probabilities_by_ms_toollib(benchmark, name):
    toollib = pytest.importorskip("ms_toollib")
    board = GAMES[name]()
    matrix = write_ms_toollib(board)
    benchmark(toollib.cal_probability_onboard, matrix, board.mines)
