"""What a Minesweeper puzzle is about: the codes of a grid, or named clues over named cells."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

from graphpuzzles.errors import PuzzleError
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import networkx as nx

    Grid: TypeAlias = tuple[tuple[int, ...], ...]

__all__ = ["FLAG", "MINE", "UNKNOWN", "ClueSets", "NamedClue", "grid_clues", "read_grid"]

UNKNOWN = -1
"""Code of a cell of which nothing is known."""
FLAG = -2
"""Code of a cell that the player claims to be a mine."""
MINE = -3
"""Code of a cell that is a mine for sure, for example one that has gone off."""

MAX_CLUE = 8
_CODES = frozenset(range(MINE, MAX_CLUE + 1))
_STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def read_grid(rows: Iterable[Iterable[object]]) -> Grid:
    """Check the codes of a grid and return them as tuples of integers.

    Parameters
    ----------
    rows : iterable of iterable of int
        A numpy array will do.

    Raises
    ------
    TypeError
        If a code is not an integer.
    PuzzleError
        If there is no cell, rows differ in length, or a code is none of -3 to 8.
    """
    if not isinstance(rows, Iterable):
        raise TypeError(f"a board is a sequence of rows, not {type(rows).__name__}")
    grid: list[tuple[int, ...]] = []
    for r, row in enumerate(rows):
        codes = [*row]
        if {*map(type, codes)} != {int} or not _CODES.issuperset(codes):
            codes = [_code(value, (r, c)) for c, value in enumerate(codes)]
        if grid and len(codes) != len(grid[0]):
            raise PuzzleError(
                f"row {r} has {len(codes)} cells, row 0 has {len(grid[0])}", where=(r, 0)
            )
        grid.append(tuple(cast("list[int]", codes)))
    if not grid or not grid[0]:
        raise PuzzleError("a board has at least one cell")
    return tuple(grid)


def _code(value: object, where: tuple[int, int]) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"cell {where} must be an integer, not {value!r}")
    code = operator.index(cast("int", value))
    if not MINE <= code <= MAX_CLUE:
        known = f"none of 0 to {MAX_CLUE}, {UNKNOWN} (hidden), {FLAG} (flag), {MINE} (mine)"
        raise PuzzleError(f"cell {where} holds {code}, {known}", where=where)
    return code


def grid_clues(grid: Grid) -> Iterator[tuple[tuple[int, int], int, list[tuple[int, int]]]]:
    """Yield place, number and neighbouring cells that show no number, for every number."""
    around: dict[tuple[int, int], list[tuple[int, int]]] = {}
    covered = []
    for r, row in enumerate(grid):
        for c, code in enumerate(row):
            if code < 0:
                covered.append((r, c))
            else:
                around[r, c] = []
    for r, c in covered:
        for a, b in _STEPS:
            clue = around.get((r + a, c + b))
            if clue is not None:
                clue.append((r, c))
    for (r, c), cells in around.items():
        yield (r, c), grid[r][c], cells


@dataclass(frozen=True)
class NamedClue:
    """A number of mines among named cells.

    Parameters
    ----------
    name : str
    mines : int
    cells : tuple of str
    """

    name: str
    mines: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ClueSets:
    """Clues over sets of cells of any geometry.

    Parameters
    ----------
    cells : tuple of str
        Names of all cells that show no number.
    clues : tuple of NamedClue
    flags, exploded : tuple of str
        Cells that the player claims to be mines, and cells that are mines for sure.

    Raises
    ------
    PuzzleError
        If a name occurs twice or is not one of a cell, or a number is negative.
    """

    cells: tuple[str, ...]
    clues: tuple[NamedClue, ...]
    flags: tuple[str, ...] = ()
    exploded: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = set(self.cells)
        names = [*self.cells, *(clue.name for clue in self.clues)]
        if not names:
            raise PuzzleError("a board has at least one cell")
        if len(set(names)) != len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise PuzzleError(f"the name {quote(twice)} occurs twice")
        for clue in self.clues:
            if clue.mines < 0:
                raise PuzzleError(f"clue {quote(clue.name)} counts {clue.mines} mines")
            if len(set(clue.cells)) != len(clue.cells) or not known.issuperset(clue.cells):
                raise PuzzleError(f"clue {quote(clue.name)} counts cells twice or unknown ones")
        claimed = [*self.flags, *self.exploded]
        if len(set(claimed)) != len(claimed) or not known.issuperset(claimed):
            raise PuzzleError("flags and exploded mines are different cells of the board")

    @classmethod
    def from_graph(cls, graph: nx.Graph[str]) -> ClueSets:
        """Read a bipartite graph.

        Parameters
        ----------
        graph : networkx.Graph
            Nodes with an attribute ``mines`` are clues, all others cells; an edge joins a clue and
            a cell that it counts. A cell may carry ``state``: ``"unknown"`` (the default),
            ``"flag"`` or ``"mine"``.

        Raises
        ------
        TypeError
            If a node is not named by a string, or a number of mines is not an integer.
        PuzzleError
            If an edge joins two clues or two cells, or a state is another one.
        """
        cells: dict[str, str] = {}
        clues: list[NamedClue] = []
        for name, attributes in graph.nodes(data=True):
            if not isinstance(name, str):
                raise TypeError(f"nodes are named by strings, not by {name!r}")
            if "mines" not in attributes:
                cells[name] = attributes.get("state", "unknown")
                continue
            mines = attributes["mines"]
            if isinstance(mines, bool) or not hasattr(mines, "__index__"):
                raise TypeError(f"clue {quote(name)} must count an integer, not {mines!r}")
            clues.append(NamedClue(name, operator.index(mines), tuple(graph[name])))
        for u, v in graph.edges():
            if (u in cells) == (v in cells):
                raise PuzzleError(f"the edge of {quote(u)} and {quote(v)} joins no clue to a cell")
        strange = [name for name, state in cells.items() if state not in _STATES]
        if strange:
            raise PuzzleError(f"cell {quote(strange[0])} has the state {cells[strange[0]]!r}")
        flags = tuple(name for name, state in cells.items() if state == "flag")
        exploded = tuple(name for name, state in cells.items() if state == "mine")
        return cls(tuple(cells), tuple(clues), flags, exploded)

    def to_dict(self) -> dict[str, object]:
        """Return the clues as JSON-ready data."""
        return {
            "cells": list(self.cells),
            "clues": [[clue.name, clue.mines, list(clue.cells)] for clue in self.clues],
            "flags": list(self.flags),
            "exploded": list(self.exploded),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> ClueSets:
        """Rebuild the clues from what `to_dict` gave.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        clues = cast("Sequence[tuple[str, int, Sequence[str]]]", data["clues"])
        found = cls(
            _names(data["cells"]),
            tuple(NamedClue(name, mines, _names(cells)) for name, mines, cells in clues),
            _names(data["flags"]),
            _names(data["exploded"]),
        )
        if not all(isinstance(c.name, str) and type(c.mines) is int for c in found.clues):
            raise ValueError("a clue is a name, an integer and a list of names")
        return found


_STATES = ("unknown", "flag", "mine")


def _names(data: object) -> tuple[str, ...]:
    names = tuple(cast("Sequence[object]", data))
    if not all(isinstance(name, str) for name in names):
        raise ValueError("cells are named by strings")
    return cast("tuple[str, ...]", names)
