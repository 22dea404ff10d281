"""The puzzles, one file each, and the only registry of them.

Other packages add theirs by an entry point of the group ``graphpuzzles.puzzles``, named as the
puzzle is. A name of this package's own wins.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

    from graphpuzzles.puzzle import Answer, Count, Puzzle, Solution

    AnyPuzzle: TypeAlias = Puzzle[Answer, object]
    AnySolution: TypeAlias = Solution[Answer, object]
    AnyCount: TypeAlias = Count[Answer, object]

__all__ = [
    "GROUP",
    "PUZZLES",
    "count_from_dict",
    "load",
    "puzzle_names",
    "solution_from_dict",
]

GROUP: Final = "graphpuzzles.puzzles"
"""The group of entry points by which other packages add puzzles."""

PUZZLES = {
    "connecting-game": "connecting_game.puzzle:ConnectingGame",
    "connecting-game-winner": "connecting_game.winner:WinnerQuestion",
    "hexerpent": "hexerpent.puzzle:Hexerpent",
    "manhattan-wiring": "wiring.puzzles:ManhattanWiring",
    "minesweeper": "minesweeper.puzzle:Minesweeper",
    "numberlink": "wiring.puzzles:Numberlink",
    "snake": "snake.puzzle:Snake",
}
"""Name on the command line -> module and class, so that only the puzzle asked for is loaded."""


def puzzle_names() -> list[str]:
    """Return the names of all puzzles: this package's own, then those that others add.

    Examples
    --------
    >>> puzzle_names()[:2]
    ['connecting-game', 'connecting-game-winner']
    """
    return [*PUZZLES, *sorted({point.name for point in _entry_points()} - set(PUZZLES))]


def _entry_points() -> list[EntryPoint]:
    # Asked only for names that are not our own: it looks at every installed package.
    from importlib.metadata import entry_points

    return list(entry_points(group=GROUP))


def load(name: str) -> type[AnyPuzzle]:
    """Return the class of a puzzle by its name.

    Raises
    ------
    ValueError
        If there is no puzzle of that name, or another package names one and it cannot be loaded.

    Examples
    --------
    >>> load("connecting-game").__name__
    'ConnectingGame'
    """
    if name not in PUZZLES:
        return _load_added(name)
    module, _, cls = PUZZLES[name].partition(":")
    loaded = importlib.import_module(f"graphpuzzles.puzzles.{module}")
    return cast("type[AnyPuzzle]", getattr(loaded, cls))


def _load_added(name: str) -> type[AnyPuzzle]:
    found = [point for point in _entry_points() if point.name == name]
    if not found:
        raise ValueError(f"there is no puzzle {name!r}; there are {', '.join(puzzle_names())}")
    if len({point.value for point in found}) > 1:
        places = " and ".join(sorted(point.value for point in found))
        raise ValueError(f"the puzzle {name!r} is added twice, by {places}")
    from graphpuzzles.puzzle import Puzzle

    try:
        cls: object = found[0].load()
    except Exception as error:  # the code of another package can fail in any way
        raise ValueError(f"the puzzle {name!r} cannot be loaded: {error}") from error
    if not (
        isinstance(cls, type) and issubclass(cls, Puzzle) and getattr(cls, "name", None) == name
    ):
        raise ValueError(f"{found[0].value} is no puzzle with the name {name!r}")
    return cls


def solution_from_dict(data: Mapping[str, object]) -> AnySolution:
    """Rebuild a solution of any puzzle from what `Solution.to_dict` gave.

    Raises
    ------
    ValueError
        If the data are not of that form, or name an unknown puzzle.

    Examples
    --------
    >>> from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
    >>> data = ConnectingGame(["AA", "BC"]).solve().to_dict()
    >>> solution_from_dict(data).verify()
    True
    """
    return _class_of(data, "solution").solution_from_dict(data)


def count_from_dict(data: Mapping[str, object]) -> AnyCount:
    """Rebuild a count of any puzzle from what `Count.to_dict` gave.

    Raises
    ------
    ValueError
        If the data are not of that form, or name an unknown puzzle.
    """
    return _class_of(data, "count").count_from_dict(data)


def _class_of(data: Mapping[str, object], what: str) -> type[AnyPuzzle]:
    puzzle = data.get("puzzle")
    name = puzzle.get("name") if isinstance(puzzle, dict) else None
    if not isinstance(name, str):
        raise ValueError(f"not the data of a {what}: there is no puzzle name in it")
    return load(name)
