"""What snakes and hexerpents have in common: a body, a board, a target for the head, a walk."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, TypeAlias, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.puzzle import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphpuzzles.lattice import Cell, Lattice

Body: TypeAlias = "tuple[Cell, ...]"
"""The cells of a body from the head on."""

Range: TypeAlias = tuple[int, int]
"""The least and the greatest value of a coordinate."""

_ANY = (-(1 << 63), (1 << 63) - 1)


def as_integer(value: object, what: str, minimum: int, maximum: int) -> int:
    """Return an integer that a caller gave, once its type and range are right.

    Raises
    ------
    TypeError
        If it is not an integer, or is a bool.
    PuzzleError
        If it is out of range.
    """
    if type(value) is int:
        number = value
    elif isinstance(value, (bool, np.bool_)) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    else:
        number = operator.index(value)
    if not minimum <= number <= maximum:
        raise PuzzleError(f"{what} must be from {minimum} to {maximum}, not {number}")
    return number


def as_cells(cells: Iterable[Iterable[object]], what: str, ranges: tuple[Range, Range]) -> Body:
    """Return cells that a caller gave, once they are pairs of integers within the ranges.

    Raises
    ------
    TypeError
        If the cells are not pairs of integers.
    PuzzleError
        If a cell has not two coordinates, or lies outside the ranges; ``where`` is its index.
    """
    if not isinstance(cells, Iterable):
        raise TypeError(f"expected pairs of integers, each a {what}, not {cells!r}")
    (top, bottom), (left, right) = ranges
    checked = []
    for index, cell in enumerate(cells):
        a, b = _pair(cell, what, index)
        if not (top <= a <= bottom and left <= b <= right):
            raise PuzzleError(f"the {what} {(a, b)} lies outside the board", where=(index,))
        checked.append((a, b))
    return tuple(checked)


def _pair(cell: object, what: str, index: int) -> Cell:
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
        return cell  # what a reader gives, thousands of times: nothing to convert
    if not isinstance(cell, Iterable):
        raise TypeError(f"a {what} is a pair of integers, not {cell!r}")
    pair = [as_integer(value, f"a coordinate of a {what}", *_ANY) for value in cell]
    if len(pair) != 2:
        raise PuzzleError(f"a {what} has two coordinates, not {len(pair)}", where=(index,))
    return pair[0], pair[1]


def cells_to_json(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as JSON-ready data."""
    return [list(cell) for cell in cells]


def cells_from_json(data: object) -> Body:
    """Rebuild cells from what `cells_to_json` gave.

    Raises
    ------
    ValueError
        If the data are not a list of pairs of integers.
    """
    if not isinstance(data, (list, tuple)):
        raise ValueError(f"expected a list of cells, found {data!r}")
    for cell in data:
        if not (
            isinstance(cell, (list, tuple))
            and len(cell) == 2
            and all(type(coordinate) is int for coordinate in cell)
        ):
            raise ValueError(f"expected a cell as a pair of integers, found {cell!r}")
    return tuple((a, b) for a, b in data)


@dataclass(frozen=True)
class Walk:
    """A walk of a body: where it is at the start and after every step.

    Parameters
    ----------
    states : tuple of tuple of Cell
        The cells of the body from the head on, at the start and after every step.

    Examples
    --------
    >>> walk = Walk((((0, 1), (0, 2)), ((0, 0), (0, 1))))
    >>> walk.steps, walk.heads
    (1, ((0, 1), (0, 0)))
    """

    states: tuple[Body, ...]

    @property
    def steps(self) -> int:
        """Number of steps."""
        return len(self.states) - 1

    @property
    def heads(self) -> Body:
        """Where the head is at the start and after every step."""
        return tuple(body[0] for body in self.states)

    def __repr__(self) -> str:
        return f"Walk({self.steps} steps)"

    def to_dict(self) -> dict[str, object]:
        """Return the walk as JSON-ready data."""
        return {"states": [cells_to_json(body) for body in self.states]}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Walk:
        """Rebuild a walk from what `to_dict` gave.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        return cls(
            tuple(cells_from_json(body) for body in cast("Iterable[object]", data["states"]))
        )


class WalkBoard(Statement[Walk, int]):
    """A body on a board whose head is to reach a target: what is given, nothing that is found.

    Attributes
    ----------
    lattice : Lattice
    body : tuple of Cell
        The first state.
    """

    lattice: ClassVar[Lattice]
    body: Body

    @property
    @abstractmethod
    def size(self) -> tuple[int, int] | None:
        """Rows and columns, counted from the cell (0, 0); None: the whole plane."""

    @property
    @abstractmethod
    def obstacles(self) -> frozenset[Cell]:
        """The cells that no section can enter."""

    @property
    @abstractmethod
    def target_cells(self) -> Body:
        """The cells on one of which the head is to be."""

    @property
    @abstractmethod
    def step_cap(self) -> int | None:
        """The most steps that an answer may have; None where the board is bounded anyway."""

    def is_free(self, cell: Cell) -> bool:
        """Tell whether a section may be on a cell."""
        if self.size is None:
            return cell not in self.obstacles
        inside = 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]
        return inside and cell not in self.obstacles

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> Walk:
        """Rebuild a walk from what its ``to_dict`` gave."""
        return Walk.from_dict(data)
