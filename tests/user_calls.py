"""Calls that the documentation shows, as a user's type checker sees them: ``mypy --strict``."""

import random

import networkx as nx
import numpy as np

from graphpuzzles import (
    ConnectingGame,
    Hexerpent,
    ManhattanWiring,
    Minesweeper,
    Numberlink,
    Snake,
    WinnerQuestion,
    cross_validate,
    judge_answers,
    solve_many,
)
from graphpuzzles.exploring import SlidingPuzzle, explore
from graphpuzzles.search import bfs_search


def values() -> list[object]:
    """Return the values of some small puzzles."""
    snake = Snake(6, 6, [(3, 3), (3, 4)], stones=[(0, 1)])
    body = [(0, 0), (1, 0)]
    steps: int | None = snake.solve().value
    counts: tuple[int, int] | None = Minesweeper([[1, -1], [-1, -1]], mines=1).solve().value
    valid: bool | None = WinnerQuestion(["AB", "CD"]).solve().value
    generated = Snake.generate(random.Random(1), size=6, solvable=True)
    return [
        ConnectingGame(["AAB", "ACD", "CCD"]).solve().value,
        ConnectingGame(np.array([[1, 2], [3, 4]])).solve().value,
        steps,
        Hexerpent(body, goal=(2, 3), rocks=[(4, 4)]).solve().value,
        counts,
        Minesweeper(np.array([[1, -1], [-1, -1]])).solve().value,
        ManhattanWiring([[2, 0, 2], [3, 0, 3]]).solve().value,
        Numberlink(["A.A", "B.B"]).solve().value,
        valid,
        [solution.value for solution in solve_many([snake]) if hasattr(solution, "value")],
        [str(verdict.kind) for verdict in judge_answers([snake], ["Case 1: 6"])],
        cross_validate(snake).confirmed,
        generated.solve().value is not None,
        bfs_search(nx.path_graph(4), 0, 3).cost,
        explore(SlidingPuzzle(2, 3), SlidingPuzzle(2, 3).start).states,
    ]
