"""A Minesweeper board with what is asked of it, as clues over hidden cells."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, cast

from graphpuzzles.puzzles.minesweeper.board import (
    FLAG,
    MINE,
    UNKNOWN,
    ClueSets,
    grid_clues,
    read_grid,
)
from graphpuzzles.puzzles.minesweeper.clues import Clue, ClueSystem
from graphpuzzles.puzzles.minesweeper.inference import MinePlan, plan_model

if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx

    from graphpuzzles.puzzles.minesweeper.board import Grid
    from graphpuzzles.puzzles.minesweeper.certificate import Place

__all__ = ["Flags", "MinePosition"]

Flags: TypeAlias = Literal["ignore", "trust"]


def _total(mines: object) -> int:
    if isinstance(mines, bool):
        raise TypeError("mines must be an integer, not a bool")
    number = operator.index(cast("int", mines))
    if number < 0:
        raise ValueError(f"mines must not be negative, got {number}")
    return number


def _without(cells: Iterable[Place], known: Container[Place]) -> tuple[Place, ...]:
    return tuple(cell for cell in cells if cell not in known)


def _check_density(density: object) -> None:
    if not isinstance(density, Fraction):
        raise TypeError(f"density must be a Fraction, not {density!r}")
    if not 0 < density < 1:
        raise ValueError(f"density must lie strictly between 0 and 1, got {density}")


@dataclass(frozen=True, eq=False, repr=False)
class MinePosition:
    """What is known of a board; the parameters are those of `Minesweeper`."""

    board: Grid | ClueSets
    mines: int | None = field(default=None, kw_only=True)
    density: Fraction | None = field(default=None, kw_only=True)
    flags: Flags = field(default="ignore", kw_only=True)

    def __post_init__(self) -> None:
        board = self.board
        if not isinstance(board, ClueSets):
            if hasattr(board, "nodes") and hasattr(board, "edges"):
                board = ClueSets.from_graph(cast("nx.Graph[str]", board))
            else:
                board = read_grid(board)
            object.__setattr__(self, "board", board)
        if self.mines is not None:
            object.__setattr__(self, "mines", _total(self.mines))
        if self.density is not None:
            _check_density(self.density)
            if self.mines is not None:
                raise ValueError("give a total number of mines or a density, not both")
        if self.flags not in {"ignore", "trust"}:
            raise ValueError(f"flags must be 'ignore' or 'trust', not {self.flags!r}")

    def to_dict(self) -> dict[str, object]:
        """Return the position as JSON-ready data."""
        board = self.board
        return {
            "board": board.to_dict() if isinstance(board, ClueSets) else [*map(list, board)],
            "mines": self.mines,
            "density": None if self.density is None else str(self.density),
            "flags": self.flags,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a position from what `to_dict` gave."""
        board = data["board"]
        density = data.get("density")
        return cls(
            ClueSets.from_dict(cast("Mapping[str, object]", board))
            if isinstance(board, dict)
            else cast("Grid", board),
            mines=cast("int | None", data.get("mines")),
            density=None if density is None else Fraction(cast("str", density)),
            flags=cast("Flags", data.get("flags", "ignore")),
        )

    def key(self) -> tuple[Hashable, ...]:
        """Return what makes two positions equal."""
        return (self.board, self.mines, self.density, self.flags)

    def states(self) -> Iterator[tuple[Place, str]]:
        """Yield every cell that shows no number, with ``"unknown"``, ``"flag"`` or ``"mine"``."""
        if isinstance(self.board, ClueSets):
            special = dict.fromkeys(self.board.flags, "flag")
            special |= dict.fromkeys(self.board.exploded, "mine")
            yield from ((cell, special.get(cell, "unknown")) for cell in self.board.cells)
            return
        names = {UNKNOWN: "unknown", FLAG: "flag", MINE: "mine"}
        for r, row in enumerate(self.board):
            yield from (((r, c), names[code]) for c, code in enumerate(row) if code < 0)

    @cached_property
    def known_mines(self) -> tuple[Place, ...]:
        """Cells that count as mines from the start: exploded ones, and flags where trusted."""
        known = {"mine", "flag"} if self.flags == "trust" else {"mine"}
        return tuple(cell for cell, state in self.states() if state in known)

    @cached_property
    def hidden(self) -> tuple[Place, ...]:
        """The cells of which nothing is known, row by row."""
        known = set(self.known_mines)
        return tuple(cell for cell, _ in self.states() if cell not in known)

    @property
    def hidden_mines(self) -> int | None:
        """How many mines the hidden cells hold, where a total is given; negative if too small."""
        return None if self.mines is None else self.mines - len(self.known_mines)

    @cached_property
    def clue_sets(self) -> Mapping[Place, tuple[int, tuple[Place, ...]]]:
        """By clue, how many mines the hidden cells it counts hold, and these cells."""
        clues: Iterable[tuple[Place, int, Sequence[Place]]]
        if isinstance(self.board, ClueSets):
            clues = ((clue.name, clue.mines, clue.cells) for clue in self.board.clues)
        else:
            clues = grid_clues(self.board)
        known = set(self.known_mines)
        found: dict[Place, tuple[int, tuple[Place, ...]]] = {}
        for place, mines, cells in clues:
            hidden = tuple(cells) if known.isdisjoint(cells) else _without(cells, known)
            found[place] = (mines - len(cells) + len(hidden), hidden)
        return found

    @cached_property
    def system(self) -> ClueSystem:
        """The clues over indices of hidden cells."""
        index = {cell: i for i, cell in enumerate(self.hidden)}
        clues = tuple(
            Clue(mines, tuple(index[cell] for cell in cells))
            for mines, cells in self.clue_sets.values()
        )
        turned = None
        if not isinstance(self.board, ClueSets):
            places = cast("tuple[tuple[int, int], ...]", self.hidden)
            by_column = sorted(range(len(places)), key=lambda i: (places[i][1], places[i][0]))
            turned = [0] * len(places)
            for rank, i in enumerate(by_column):
                turned[i] = rank
        odds = None
        if self.density is not None:
            mine, below = self.density.as_integer_ratio()
            odds = (mine, below - mine)
        return ClueSystem(len(index), clues, self.hidden_mines, odds, turned)

    @cached_property
    def plan(self) -> MinePlan:
        """What single clues decide, and the diagrams to be built."""
        return plan_model(self.system)

    @cached_property
    def untouched(self) -> tuple[Place, ...]:
        """Hidden cells that no clue counts."""
        return tuple(self.hidden[cell] for cell in self.system.untouched)
