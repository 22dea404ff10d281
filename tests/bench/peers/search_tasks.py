"""Searches of implicit graphs: the same successor function for all who take part."""

from __future__ import annotations

from pathlib import Path

from graphpuzzles.puzzles.hexerpent.gait import hexerpent_graph
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from graphpuzzles.puzzles.snake.gait import snake_graph
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.search import astar_search, bfs_search, bidirectional_search, dijkstra_search
from tests.bench.peers.spaces import (
    Board,
    Integers,
    WeightedBoard,
    eight_puzzle,
    small_puzzle,
)
from tests.bench.peers.task import Task

DATA = Path(__file__).parents[2] / "data"
SECTION = "Shortest paths in graphs that are given by a function"
BODIES = "Every state of a moving body"


def breadth_first(space):
    return bfs_search(space.successors, space.start, space.goal).path


def dijkstra(space):
    return dijkstra_search(space.successors, space.start, space.goal, weight=space.weight).path


def astar(space):
    return astar_search(space.successors, space.start, space.goal, space.heuristic).path


def bidirectional(space):
    return bidirectional_search(space, space.start, space.goal).path


def cost(space, path):
    return space.cost_of(path)


def of_space(title, way, ours, make, small):
    return Task(SECTION, title, way, make, small, ours, cost)


def worst_snake(_seed):
    """A board whose snake cannot get to its goal, so that all that it can do is seen."""
    return next(Snake.read((DATA / "snake" / "derived_worst.in").read_text()))


def small_snake(_seed):
    return Snake(6, 6, [(4, 2), (4, 3), (4, 4)], [(0, 1), (1, 0)])


def all_snakes(snake):
    snake_graph.cache_clear()  # the table of shapes is part of the work
    solution = snake.solve("layers")
    return {"steps": solution.value, "states": solution.stats["states"]}


def straight_hexerpent(_seed):
    """A straight body of 8 sections whose goal is 22 steps away, 2 more than are asked for."""
    return Hexerpent([(0, y) for y in range(8)], goal=(0, -4))


def small_hexerpent(_seed):
    return Hexerpent([(0, y) for y in range(4)], goal=(0, -6))


def all_hexerpents(hexerpent):
    hexerpent_graph.cache_clear()
    solution = hexerpent.solve("layers")
    return {"steps": solution.value, "states": solution.stats["states"]}


def known_differ(ours, theirs):
    """Compare what both know."""
    for name, value in theirs.items():
        if ours[name] != value:
            return f"{value} {name} instead of {ours[name]}"
    return None


TASKS = {
    "eight breadth-first": of_space(
        "8-puzzle, breadth-first over 181,440 positions",
        "`bfs_search`",
        breadth_first,
        lambda _: eight_puzzle(),
        lambda _: small_puzzle(),
    ),
    "eight A*": of_space(
        "8-puzzle, A* with the tiles' distances",
        "`astar_search`",
        astar,
        lambda _: eight_puzzle(),
        lambda _: small_puzzle(),
    ),
    "board breadth-first": of_space(
        "board of 500 x 500 with walls, breadth-first",
        "`bfs_search`",
        breadth_first,
        lambda seed: Board(500, seed),
        lambda seed: Board(9, seed),
    ),
    "board Dijkstra": of_space(
        "board of 500 x 500 with walls, weights 1 to 4, Dijkstra",
        "`dijkstra_search`",
        dijkstra,
        lambda seed: WeightedBoard(500, seed),
        lambda seed: WeightedBoard(9, seed),
    ),
    "board A*": of_space(
        "board of 500 x 500 with walls, A* with the Manhattan distance",
        "`astar_search`",
        astar,
        lambda seed: Board(500, seed),
        lambda seed: Board(9, seed),
    ),
    "board bidirectional": of_space(
        "board of 500 x 500 with walls, from both sides",
        "`bidirectional_search`",
        bidirectional,
        lambda seed: Board(500, seed),
        lambda seed: Board(9, seed),
    ),
    "integers breadth-first": of_space(
        "integers, from u to 2u, u + 1 and u - 1, breadth-first",
        "`bfs_search`",
        breadth_first,
        lambda seed: Integers(149_797 + seed),
        lambda seed: Integers(97 + seed),
    ),
    "integers bidirectional": of_space(
        "integers, from u to 2u, u + 1 and u - 1, from both sides",
        "`bidirectional_search`",
        bidirectional,
        lambda seed: Integers(149_797 + seed),
        lambda seed: Integers(97 + seed),
    ),
    "snakes": Task(
        BODIES,
        "Snake of 8 sections on 20 x 20, 626,422 states",
        '`solve("layers")`',
        worst_snake,
        small_snake,
        all_snakes,
        differs=known_differ,
    ),
    "hexerpents": Task(
        BODIES,
        "Hexerpent of 8 sections, 285,426 states within 20 steps",
        '`solve("layers")`',
        straight_hexerpent,
        small_hexerpent,
        all_hexerpents,
        differs=known_differ,
    ),
}
