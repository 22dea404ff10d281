"""Puzzles as networkx graphs, solved exactly, every answer with a checkable certificate.

Text becomes a puzzle, the puzzle becomes a graph, a method solves the graph, a certificate proves
the answer, and everything on the way can be taken out as a networkx graph.

>>> from graphpuzzles import ConnectingGame, cross_validate
>>> game = ConnectingGame(["AAB", "ACD", "CCD"])
>>> solution = game.solve()
>>> solution.value, solution.answer.labels
(4, ('B', 'C'))
>>> solution.verify()
True
>>> cross_validate(game).confirmed
True
>>> solution.graph("flow")
<networkx.classes.digraph.DiGraph object at ...>
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphpuzzles.batch import Failure, solve_many
    from graphpuzzles.certificate import Certificate
    from graphpuzzles.export import (
        GraphStream,
        read_graphml,
        read_json,
        write_dot,
        write_graph,
        write_graphml,
        write_json,
    )
    from graphpuzzles.judge import Verdict, judge_answers
    from graphpuzzles.limits import Limits, Progress
    from graphpuzzles.picture import Film, Scene
    from graphpuzzles.picture.film import Animation
    from graphpuzzles.picture.graphs import draw_graph, graph_scene
    from graphpuzzles.puzzle import GraphPath, Method, Outcome, Puzzle, Solution, Status
    from graphpuzzles.puzzles import PUZZLES, load, puzzle_names, solution_from_dict
    from graphpuzzles.puzzles.connecting_game.puzzle import (
        ConnectingGame,
        RegionCut,
        connecting_game_dual_path,
        minimum_region_cut,
    )
    from graphpuzzles.puzzles.connecting_game.winner import Colouring, WinnerQuestion
    from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
    from graphpuzzles.puzzles.minesweeper.puzzle import ClueSets, MineKnowledge, Minesweeper
    from graphpuzzles.puzzles.snake.puzzle import Snake, Walk
    from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
    from graphpuzzles.validation import CrossValidation, cross_validate

# Public name -> module. Loaded at first use, so that importing the package costs next to nothing.
_HOME = {
    "Animation": "picture.film",
    "Certificate": "certificate",
    "ClueSets": "puzzles.minesweeper.puzzle",
    "Colouring": "puzzles.connecting_game.winner",
    "ConnectingGame": "puzzles.connecting_game.puzzle",
    "CrossValidation": "validation",
    "Failure": "batch",
    "Film": "picture",
    "GraphPath": "puzzle",
    "GraphStream": "export",
    "Hexerpent": "puzzles.hexerpent.puzzle",
    "Limits": "limits",
    "ManhattanWiring": "puzzles.wiring.puzzles",
    "Method": "puzzle",
    "MineKnowledge": "puzzles.minesweeper.puzzle",
    "Minesweeper": "puzzles.minesweeper.puzzle",
    "Numberlink": "puzzles.wiring.puzzles",
    "Outcome": "puzzle",
    "PUZZLES": "puzzles",
    "Progress": "limits",
    "Puzzle": "puzzle",
    "RegionCut": "puzzles.connecting_game.puzzle",
    "Scene": "picture",
    "Snake": "puzzles.snake.puzzle",
    "Solution": "puzzle",
    "Status": "puzzle",
    "Verdict": "judge",
    "Walk": "puzzles.snake.puzzle",
    "WinnerQuestion": "puzzles.connecting_game.winner",
    "Wiring": "puzzles.wiring.puzzles",
    "connecting_game_dual_path": "puzzles.connecting_game.puzzle",
    "cross_validate": "validation",
    "draw_graph": "picture.graphs",
    "graph_scene": "picture.graphs",
    "judge_answers": "judge",
    "load": "puzzles",
    "minimum_region_cut": "puzzles.connecting_game.puzzle",
    "puzzle_names": "puzzles",
    "read_graphml": "export",
    "read_json": "export",
    "solution_from_dict": "puzzles",
    "solve_many": "batch",
    "write_dot": "export",
    "write_graph": "export",
    "write_graphml": "export",
    "write_json": "export",
}

__all__ = [
    "PUZZLES",
    "Animation",
    "Certificate",
    "ClueSets",
    "Colouring",
    "ConnectingGame",
    "CrossValidation",
    "Failure",
    "Film",
    "GraphPath",
    "GraphStream",
    "Hexerpent",
    "Limits",
    "ManhattanWiring",
    "Method",
    "MineKnowledge",
    "Minesweeper",
    "Numberlink",
    "Outcome",
    "Progress",
    "Puzzle",
    "RegionCut",
    "Scene",
    "Snake",
    "Solution",
    "Status",
    "Verdict",
    "Walk",
    "WinnerQuestion",
    "Wiring",
    "connecting_game_dual_path",
    "cross_validate",
    "draw_graph",
    "graph_scene",
    "judge_answers",
    "load",
    "minimum_region_cut",
    "puzzle_names",
    "read_graphml",
    "read_json",
    "solution_from_dict",
    "solve_many",
    "write_dot",
    "write_graph",
    "write_graphml",
    "write_json",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("graphpuzzles")
        except PackageNotFoundError:  # run from a source tree that is not installed
            return "unknown"
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
