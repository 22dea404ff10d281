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
    from graphpuzzles.certificates import Certificate
    from graphpuzzles.draw.animation import Animation
    from graphpuzzles.draw.graphs import draw_graph, graph_scene
    from graphpuzzles.export import (
        GraphStream,
        read_graphml,
        read_json,
        write_dot,
        write_graph,
        write_graphml,
        write_json,
    )
    from graphpuzzles.judging import Verdict, judge_answers
    from graphpuzzles.limits import Limits, Progress
    from graphpuzzles.puzzle import GraphPath, Method, Outcome, Puzzle, Solution, Status
    from graphpuzzles.puzzles import PUZZLES, load, puzzle_names, solution_from_dict
    from graphpuzzles.puzzles.connecting_game import (
        ConnectingGame,
        RegionCut,
        connecting_game_dual_path,
        minimum_region_cut,
    )
    from graphpuzzles.puzzles.connecting_game_winner import Colouring, WinnerQuestion
    from graphpuzzles.puzzles.hexerpent import Hexerpent
    from graphpuzzles.puzzles.manhattan_wiring import ManhattanWiring, Numberlink, Wiring
    from graphpuzzles.puzzles.minesweeper import ClueSets, MineKnowledge, Minesweeper
    from graphpuzzles.puzzles.snake import Snake, Walk
    from graphpuzzles.scene import Film, Scene
    from graphpuzzles.validation import CrossValidation, cross_validate

# Public name -> module. Loaded at first use, so that importing the package costs next to nothing.
_HOME = {
    "Animation": "draw.animation",
    "Certificate": "certificates",
    "ClueSets": "puzzles.minesweeper",
    "Colouring": "puzzles.connecting_game_winner",
    "ConnectingGame": "puzzles.connecting_game",
    "CrossValidation": "validation",
    "Failure": "batch",
    "Film": "scene",
    "GraphPath": "puzzle",
    "GraphStream": "export",
    "Hexerpent": "puzzles.hexerpent",
    "Limits": "limits",
    "ManhattanWiring": "puzzles.manhattan_wiring",
    "Method": "puzzle",
    "MineKnowledge": "puzzles.minesweeper",
    "Minesweeper": "puzzles.minesweeper",
    "Numberlink": "puzzles.manhattan_wiring",
    "Outcome": "puzzle",
    "PUZZLES": "puzzles",
    "Progress": "limits",
    "Puzzle": "puzzle",
    "RegionCut": "puzzles.connecting_game",
    "Scene": "scene",
    "Snake": "puzzles.snake",
    "Solution": "puzzle",
    "Status": "puzzle",
    "Verdict": "judging",
    "Walk": "puzzles.snake",
    "WinnerQuestion": "puzzles.connecting_game_winner",
    "Wiring": "puzzles.manhattan_wiring",
    "connecting_game_dual_path": "puzzles.connecting_game",
    "cross_validate": "validation",
    "draw_graph": "draw.graphs",
    "graph_scene": "draw.graphs",
    "judge_answers": "judging",
    "load": "puzzles",
    "minimum_region_cut": "puzzles.connecting_game",
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
