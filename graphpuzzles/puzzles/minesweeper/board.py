"""What a Minesweeper puzzle is about: the codes of a grid, or named clues over named cells."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, cast

from graphpuzzles.errors import PuzzleError
from graphpuzzles.text import integer_from_json, integer_to_json, quote

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    import networkx as nx

Grid: TypeAlias = tuple[tuple[int, ...], ...]
Place: TypeAlias = tuple[int, int] | str
"""A cell or a clue: (row, column) on a grid, a name elsewhere."""
Flags: TypeAlias = Literal["ignore", "trust"]

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
        if not isinstance(row, Iterable):
            raise TypeError(f"row {r} is a sequence of integers, not {row!r}")
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
            twice = next(name for name, count in Counter(names).items() if count > 1)
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


# Places and fractions in JSON --------------------------------------------------------------------

_DECIMAL = re.compile(r"[0-9]{1,2000}(?:\.[0-9]{1,2000})?(?:e-?[0-9]{1,3})?")


def place_to_json(place: Place) -> object:
    """Return a place as JSON-ready data: a name as it is, a pair as a list."""
    return place if isinstance(place, str) else list(place)


def places_from_json(data: object) -> tuple[Place, ...]:
    """Read a list of places: names, or pairs of integers.

    Raises
    ------
    TypeError, ValueError
        If the data are not of that form.
    """
    found: list[Place] = []
    for item in cast("Sequence[object]", data):
        if isinstance(item, str):
            found.append(item)
            continue
        numbers = tuple(cast("Sequence[object]", item))
        if len(numbers) != 2 or not all(type(x) is int for x in numbers):
            raise ValueError(f"expected a name or two integers, found {quote(repr(item))}")
        found.append(cast("tuple[int, int]", numbers))
    return tuple(found)


def fraction_to_json(number: Fraction) -> str:
    """Return a fraction as text: both numbers decimal, or hexadecimal beyond 4,000 digits.

    Examples
    --------
    >>> fraction_to_json(Fraction(1, 7))
    '1/7'
    """
    return "/".join(str(integer_to_json(part)) for part in number.as_integer_ratio())


def fraction_from_json(data: object) -> Fraction:
    """Return the fraction that `fraction_to_json` wrote; a decimal is read too, as what it says.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> fraction_from_json("0x1/0x7"), fraction_from_json("0.2")
    (Fraction(1, 7), Fraction(1, 5))
    """
    text = data if isinstance(data, str) else repr(data)
    above, slash, below = text.partition("/")
    if slash:
        denominator = integer_from_json(below)
        if denominator > 0:
            return Fraction(integer_from_json(above), denominator)
    elif _DECIMAL.fullmatch(text):
        return Fraction(text)
    raise ValueError(f"expected a fraction, found {quote(text)}")


# The board -----------------------------------------------------------------------------------


def _total(mines: object) -> int:
    if isinstance(mines, bool) or not hasattr(mines, "__index__"):
        raise TypeError(f"mines must be an integer, not a {type(mines).__name__}")
    number = operator.index(cast("int", mines))
    if number < 0:
        raise ValueError(f"mines must not be negative, got {number}")
    return number


def _share(density: object) -> Fraction:
    """Return a density exactly; a float stands for the decimal that it is printed as."""
    if isinstance(density, Fraction):
        share = density
    elif isinstance(density, str):
        share = fraction_from_json(density)
    elif isinstance(density, float):
        share = fraction_from_json(float(density))
    elif isinstance(density, bool) or not hasattr(density, "__index__"):
        raise TypeError(f"density must be a fraction, not {density!r}")
    else:
        share = Fraction(operator.index(cast("int", density)))
    if not 0 < share < 1:
        raise ValueError(f"density must lie strictly between 0 and 1, got {density}")
    return share


@dataclass(frozen=True, eq=False, repr=False)
class MineBoard:
    """What is known of a board, and what is asked; the parameters are those of `Minesweeper`.

    What can be read off its cells stands here for those who check. The methods read the cells on
    their own, so that a fault on either side comes to light.
    """

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
            object.__setattr__(self, "density", _share(self.density))
            if self.mines is not None:
                raise ValueError("give a total number of mines or a density, not both")
        if not isinstance(self.flags, str) or self.flags not in {"ignore", "trust"}:
            raise ValueError(f"flags must be 'ignore' or 'trust', not {self.flags!r}")

    def to_dict(self) -> dict[str, object]:
        """Return the board as JSON-ready data."""
        board = self.board
        return {
            "board": board.to_dict() if isinstance(board, ClueSets) else [*map(list, board)],
            "mines": self.mines,
            "density": None if self.density is None else fraction_to_json(self.density),
            "flags": self.flags,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a board from what `to_dict` gave."""
        board = data["board"]
        return cls(
            ClueSets.from_dict(cast("Mapping[str, object]", board))
            if isinstance(board, dict)
            else cast("Grid", board),
            mines=cast("int | None", data.get("mines")),
            density=cast("Fraction | None", data.get("density")),
            flags=cast("Flags", data.get("flags", "ignore")),
        )

    def key(self) -> tuple[Hashable, ...]:
        """Return what makes two boards equal."""
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

    def clues(self) -> Iterator[tuple[Place, int, Sequence[Place]]]:
        """Yield every clue as the board shows it: place, mines and cells, known mines counted."""
        if isinstance(self.board, ClueSets):
            return ((clue.name, clue.mines, clue.cells) for clue in self.board.clues)
        return grid_clues(self.board)

    @cached_property
    def clue_sets(self) -> Mapping[Place, tuple[int, tuple[Place, ...]]]:
        """By clue, how many mines the hidden cells it counts hold, and these cells."""
        known = set(self.known_mines)
        found: dict[Place, tuple[int, tuple[Place, ...]]] = {}
        for place, mines, cells in self.clues():
            hidden = tuple(cell for cell in cells if cell not in known)
            found[place] = (mines - len(cells) + len(hidden), hidden)
        return MappingProxyType(found)

    @cached_property
    def untouched(self) -> tuple[Place, ...]:
        """Hidden cells that no clue counts."""
        touched = {cell for _, cells in self.clue_sets.values() for cell in cells}
        return tuple(cell for cell in self.hidden if cell not in touched)
