"""Snake beside a C++ breadth-first search, where one is named, and other Python libraries.

Run with ``pytest tests/bench/bench_snake.py --benchmark-columns=median -s``. The folder with
``snake_bfs.cpp`` is named by GRAPHPUZZLES_BASELINES; the ratio to its own CPU time on the same
board, in the same run, is the median of interleaved runs and stands in the extra information.
"""

import itertools
import statistics
import time
from pathlib import Path

import pytest

from graphpuzzles.puzzles.snake.gait import snake_graph
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.search import bfs_search
from tests.bench.baseline import compiled, cpu_seconds

DATA = Path(__file__).parents[1] / "data" / "snake"
ROUNDS = 9


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled("snake_bfs", tmp_path_factory)


@pytest.fixture
def worst():
    """Return a board of which every state has to be seen: 626,422."""
    return next(Snake.read((DATA / "derived_worst.in").read_text()))


def search_all(snake):
    snake_graph.cache_clear()  # the table of shapes is part of the work
    solution = snake.solve("layers")
    assert (solution.value, solution.stats["states"]) == (None, 626_422)


def test_every_state(benchmark, worst, program):
    benchmark.pedantic(search_all, args=[worst], rounds=ROUNDS)
    if program is None:
        return
    ratios = []
    for _ in range(ROUNDS):
        began = time.process_time()
        search_all(worst)
        own = time.process_time() - began
        ratios.append(own / cpu_seconds(program, str(worst)))
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 2)
    print(f"\nevery state, ratio to C++: {benchmark.extra_info['ratio']}")  # noqa: T201 - what it is for


@pytest.mark.parametrize("method", ["astar", "bidirectional", "layers"])
def test_38_steps(benchmark, method):
    snake = list(Snake.read((DATA / "derived_special.in").read_text()))[-1]
    assert benchmark(lambda: snake.solve(method).value) == 38


def test_every_state_with_the_general_array_engine(benchmark, worst):
    states = worst.walker.derived()
    start = states.encode(worst.body)
    found = benchmark.pedantic(
        lambda: bfs_search(states, start, targets=(), engine="array").stats.states, rounds=1
    )
    assert found == 626_422


def test_every_state_from_the_rules(benchmark, worst):
    assert benchmark.pedantic(lambda: worst.solve("bfs").stats["states"], rounds=1) == 626_422


def test_every_state_with_nographs(benchmark, worst):
    nographs = pytest.importorskip("nographs")

    def run():
        traversal = nographs.TraversalBreadthFirst(lambda body, _: worst.successors(body))
        return 1 + sum(1 for _ in traversal.start_from(worst.body))

    assert benchmark.pedantic(run, rounds=1) == 626_422


def test_every_state_with_networkx_on_a_lazy_graph(benchmark, worst):
    import networkx as nx

    from graphpuzzles.search import lazy_graph

    graph = lazy_graph(worst.successors)

    def run():
        return 1 + sum(1 for _ in nx.bfs_edges(graph, worst.body))

    assert benchmark.pedantic(run, rounds=1) == 626_422


def test_proof_of_a_long_way(benchmark):
    puzzles = list(Snake.read((DATA / "derived_random.in").read_text()))
    solutions = [snake.solve() for snake in itertools.islice(puzzles, 100)]
    assert benchmark(lambda: all(solution.verify() for solution in solutions))
