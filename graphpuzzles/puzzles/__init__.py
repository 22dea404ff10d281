"""The puzzles, one file each, and the only registry of them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphpuzzles.puzzle import Answer, Puzzle, Solution

    AnyPuzzle: TypeAlias = Puzzle[Answer, object]
    AnySolution: TypeAlias = Solution[Answer, object]

__all__ = ["PUZZLES", "load", "solution_from_dict"]

PUZZLES = {
    "connecting-game": "connecting_game:ConnectingGame",
    "connecting-game-winner": "connecting_game_winner:WinnerQuestion",
    "hexerpent": "hexerpent:Hexerpent",
    "manhattan-wiring": "manhattan_wiring:ManhattanWiring",
    "minesweeper": "minesweeper:Minesweeper",
    "numberlink": "manhattan_wiring:Numberlink",
    "snake": "snake:Snake",
}
"""Name on the command line -> module and class, so that only the puzzle asked for is loaded."""


def load(name: str) -> type[AnyPuzzle]:
    """Return the class of a puzzle by its name.

    Raises
    ------
    ValueError
        If there is no puzzle of that name.

    Examples
    --------
    >>> load("connecting-game").__name__
    'ConnectingGame'
    """
    if name not in PUZZLES:
        raise ValueError(f"there is no puzzle {name!r}; there are {', '.join(PUZZLES)}")
    module, _, cls = PUZZLES[name].partition(":")
    loaded = importlib.import_module(f"graphpuzzles.puzzles.{module}")
    return cast("type[AnyPuzzle]", getattr(loaded, cls))


def solution_from_dict(data: Mapping[str, object]) -> AnySolution:
    """Rebuild a solution of any puzzle from what `Solution.to_dict` gave.

    Raises
    ------
    ValueError
        If the data are not of that form, or name an unknown puzzle.

    Examples
    --------
    >>> from graphpuzzles.puzzles.connecting_game import ConnectingGame
    >>> data = ConnectingGame(["AA", "BC"]).solve().to_dict()
    >>> solution_from_dict(data).verify()
    True
    """
    puzzle = data.get("puzzle")
    name = puzzle.get("name") if isinstance(puzzle, dict) else None
    if not isinstance(name, str):
        raise ValueError("not the data of a solution: there is no puzzle name in it")
    return load(name).solution_from_dict(data)
