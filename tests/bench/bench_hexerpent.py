"""Hexerpent beside a C++ breadth-first search, where one is named.

Run with ``pytest tests/bench/bench_hexerpent.py --benchmark-columns=median -s``. The folder with
``hexerpent_bfs.cpp`` is named by GRAPHPUZZLES_BASELINES; see `bench_snake`.
"""

import statistics
import time

import pytest

from graphpuzzles.puzzles.hexerpent.gait import hexerpent_graph
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from tests.bench.baseline import compiled, cpu_seconds

ROUNDS = 5
# Its goal needs 22 steps, so all 285,426 states within 20 steps are seen.
STRAIGHT = Hexerpent([(0, y) for y in range(8)], goal=(0, -4))


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled("hexerpent_bfs", tmp_path_factory)


def search_all():
    hexerpent_graph.cache_clear()  # the table of shapes is part of the work
    solution = STRAIGHT.solve("layers")
    assert (solution.bounds, solution.stats["states"]) == ((21, None), 285_426)


def test_20_steps_of_8_sections(benchmark, program):
    benchmark.pedantic(search_all, rounds=ROUNDS)
    if program is None:
        return
    ratios = []
    for _ in range(ROUNDS):
        began = time.process_time()
        search_all()
        own = time.process_time() - began
        ratios.append(own / cpu_seconds(program, str(STRAIGHT)))
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 3)
    print(f"\n20 steps, ratio to C++: {benchmark.extra_info['ratio']}")  # noqa: T201 - what it is for


@pytest.mark.parametrize("length", [8, 9, 10])
def test_table_of_shapes(benchmark, length):
    def build():
        hexerpent_graph.cache_clear()
        return hexerpent_graph(length).shapes

    assert benchmark.pedantic(build, rounds=3) == {8: 4074, 9: 11_898, 10: 34_554}[length]


def test_18_steps_and_their_proof(benchmark):
    hexerpent = Hexerpent([(0, y) for y in range(8)], goal=(0, -3))
    assert benchmark.pedantic(lambda: hexerpent.solve().verify(), rounds=3)
