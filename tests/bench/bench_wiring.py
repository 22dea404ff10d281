"""Wiring boards, beside a C++ profile program and a plain encoding in clauses.

GRAPHPUZZLES_BASELINES names the folder of both.

pytest tests/bench/bench_wiring.py
"""

import os
import random
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from tests.puzzles.wiring.wiring_cases import forced_detour, mixed_boards, random_board

PUBLISHED = Path(__file__).parents[1] / "data" / "numberlink_fill"
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


@pytest.mark.parametrize("work", ["read", "solve"])
def test_600_tiny_boards(benchmark, work):
    rng = random.Random(1)
    cells = [random_board(rng, rng.randint(2, 4), rng.randint(3, 5), 0.15) for _ in range(600)]
    text = ManhattanWiring.write(map(ManhattanWiring, cells))

    def read():
        return (list(ManhattanWiring.read(text)),), {}

    if work == "read":
        benchmark(read)
    else:
        benchmark.pedantic(lambda them: [one.solve() for one in them], setup=read, rounds=9)


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
@pytest.mark.parametrize("method", ["sat", "flow"])
def test_wide_boards_beyond_the_bounds(benchmark, pairs, seed, method):
    cells = wide_board(pairs, seed)
    solution = benchmark(lambda: Numberlink(cells).solve(method))
    assert solution.verify()


@pytest.fixture(scope="module")
def plain_encoding():
    """Return a function that finds up to two wirings of a grid by a plain encoding."""
    folder = os.environ.get("GRAPHPUZZLES_BASELINES")
    if folder is None:
        pytest.skip("needs GRAPHPUZZLES_BASELINES")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [""])  # it reads the files that are named there
        program = runpy.run_path(str(Path(folder) / "numberlink_sat.py"))
    return lambda rows, rule: program["wirings"](rows, rule, 2)


def least_seconds(call, *arguments):
    """Return the processor's seconds in the best of three calls."""
    measured = []
    for _ in range(3):
        started = time.process_time()
        call(*arguments)
        measured.append(time.process_time() - started)
    return min(measured)


@pytest.mark.parametrize(("rule", "ratio", "worst"), [("fill", 2.0, 2.0), ("any", None, 5.0)])
def test_published_boards_beside_a_plain_encoding(plain_encoding, benchmark, rule, ratio, worst):
    """Twelve boards of 10 to 15 rows, each solved and asked whether it is unique."""

    def solve(text):
        puzzle = Numberlink.parse(text)
        return puzzle.solve(), puzzle.is_unique()

    texts = [path.read_text() for path in sorted(PUBLISHED.glob("*.in"))]
    texts = [text.replace("fill", rule, 1) for text in texts]
    grids = [[line.split() for line in text.splitlines()[1:-1]] for text in texts]
    ours = [least_seconds(solve, text) for text in texts]
    theirs = [least_seconds(plain_encoding, rows, rule) for rows in grids]
    benchmark.extra_info["ratio to the plain encoding"] = round(sum(ours) / sum(theirs), 2)
    benchmark.extra_info["worst"] = round(max(ours), 3)
    benchmark(solve, texts[-1])
    assert max(ours) <= worst
    assert ratio is None or sum(ours) <= ratio * sum(theirs)


@pytest.mark.parametrize("case", sorted(path.stem for path in PUBLISHED.glob("1[45]*.in")))
def test_published_boards_without_the_extra(benchmark, monkeypatch, case):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    text = (PUBLISHED / f"{case}.in").read_text()
    solution = benchmark.pedantic(lambda: Numberlink.parse(text).solve(), rounds=1)
    assert solution.value == int((PUBLISHED / f"{case}.out").read_text())


@pytest.mark.parametrize("case", sorted(path.stem for path in PUBLISHED.glob("1[45]*.in")))
@pytest.mark.parametrize("kept", [0.4, 1.0])
def test_the_shortest_wirings_of_boards_with_fewer_pairs(benchmark, case, kept):
    """The optimum, or both bounds within 30 s."""
    rng = random.Random(case)
    puzzle = Numberlink.parse((PUBLISHED / f"{case}.in").read_text())
    pairs = rng.sample(puzzle.board.pairs, round(kept * len(puzzle.board.pairs)))
    rows = [["."] * puzzle.board.shape[1] for _ in range(puzzle.board.shape[0])]
    for label, *ends in pairs:
        for end in ends:
            r, c = puzzle.board.nodes[end]
            rows[r][c] = label
    limits = Limits(max_seconds=30)
    solution = benchmark.pedantic(lambda: Numberlink(rows).solve(limits=limits), rounds=1)
    lower, upper = solution.bounds
    benchmark.extra_info["bounds"] = f"{lower} to {upper}, by {solution.method}"
    assert lower is not None
