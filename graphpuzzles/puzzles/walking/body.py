"""What snakes and hexerpents have in common: a body, a board, a target for the head, a walk."""

from __future__ import annotations

import math
import operator
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, TypeAlias, cast

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.models.voltage.board import HeadDistance
from graphpuzzles.models.voltage.derived import DerivedGraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.models.voltage.board import Board
    from graphpuzzles.models.voltage.graph import MoveRule, VoltageGraph

__all__ = ["Body", "Walk", "Walker", "as_cells", "as_integer", "cells_from_json", "cells_to_json"]

Body: TypeAlias = "tuple[Cell, ...]"
"""The cells of a body from the head on."""

_ANY = (-(1 << 63), (1 << 63) - 1)

MAX_TABLE_BYTES = 1 << 30
"""Memory that a search with one bit a state may take; beyond it the method does not apply."""


def as_integer(value: object, what: str, minimum: int, maximum: int) -> int:
    """Return an integer that a caller gave, once its type and range are right.

    Raises
    ------
    TypeError
        If it is not an integer, or is a bool.
    PuzzleError
        If it is out of range.
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    number = operator.index(value)
    if not minimum <= number <= maximum:
        raise PuzzleError(f"{what} must be from {minimum} to {maximum}, not {number}")
    return number


def as_cells(
    cells: Iterable[Iterable[object]], what: str, ranges: tuple[tuple[int, int], tuple[int, int]]
) -> Body:
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
    checked = []
    for index, cell in enumerate(cells):
        if not isinstance(cell, Iterable):
            raise TypeError(f"a {what} is a pair of integers, not {cell!r}")
        pair = tuple(as_integer(value, f"a coordinate of a {what}", *_ANY) for value in cell)
        if len(pair) != 2:
            raise PuzzleError(f"a {what} has two coordinates, not {len(pair)}", where=(index,))
        if not all(low <= value <= high for value, (low, high) in zip(pair, ranges, strict=True)):
            raise PuzzleError(f"the {what} {pair} lies outside the board", where=(index,))
        checked.append((pair[0], pair[1]))
    return tuple(checked)


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


class Walker:
    """A body on a board whose head is to reach a target: what the methods need to know.

    Attributes
    ----------
    body : tuple of Cell
        The first state.
    rule : MoveRule
        How the body moves where nothing is in its way.
    longest : int
        Greatest length for which there is a table of shapes.
    """

    body: Body
    rule: ClassVar[MoveRule]
    longest: ClassVar[int]

    @property
    @abstractmethod
    def target_cells(self) -> Body:
        """The cells on one of which the head is to be."""

    @property
    @abstractmethod
    def step_cap(self) -> int | None:
        """The most steps that an answer may have; None where the board is bounded anyway."""

    @abstractmethod
    def window(self, centre: Cell) -> Board:
        """Return the board, or all of the plane within `step_cap` steps of a cell."""

    @abstractmethod
    def table(self) -> VoltageGraph:
        """Return the voltage graph of the body."""

    @abstractmethod
    def successors(self, body: Body) -> Iterable[Body]:
        """Yield every state one step away, from the rules alone."""

    @abstractmethod
    def upper_walk(self) -> Walk | None:
        """Return a walk that is found without search and need not be a best one, or None."""

    @cached_property
    def board(self) -> Board:
        """The board that the head can see."""
        return self.window(self.body[0])

    @cached_property
    def distance(self) -> HeadDistance:
        """Steps that a head without a body needs from a cell, up to the step cap."""
        return HeadDistance(self.board, self.target_cells, reach=self.step_cap)

    @cached_property
    def lower_bound(self) -> int | None:
        """Steps that the head needs without a body; None if it is cut off from every target.

        A number above `step_cap` only says that the cap is not enough.
        """
        head = self.body[0]
        if head in self.target_cells:
            return 0
        steps = self.distance(head)
        cut_off = steps == math.inf or (head not in self.distance.known and self.pen is not None)
        return None if cut_off else int(steps)

    @cached_property
    def pen(self) -> Sequence[Cell] | None:
        """The cells that the head can ever be on, if it cannot leave them; None if it can."""
        around = HeadDistance(self.board, self.body[:1], reach=self.step_cap)
        cells = tuple(around.settle())
        return cells if around.closed and not set(cells) & set(self.target_cells) else None

    @cached_property
    def best_upper_walk(self) -> Walk | None:
        """What `upper_walk` finds."""
        return self.upper_walk()

    def derived(self) -> DerivedGraph:
        """Return the state space as a derived graph.

        Raises
        ------
        NotApplicableError
            If the body is too long for a table of its shapes.
        """
        return self.derived_around(self.body[0])

    def derived_around(self, cell: Cell) -> DerivedGraph:
        """Return the state space of all heads on the board, or near a cell on the plane."""
        return DerivedGraph(self.table(), self.window(cell), targets=self.target_cells)

    def table_obstacle(self) -> str | None:
        """Say why a search with one bit a state cannot serve; None if it can."""
        if len(self.body) > self.longest:
            return f"there are tables of shapes up to {self.longest} sections only"
        needed = self.table_bytes()
        if needed > MAX_TABLE_BYTES:
            return f"it would take {needed >> 20} MiB, over {MAX_TABLE_BYTES >> 20} MiB"
        return None

    def table_bytes(self) -> int:
        """Return the bytes that a search with one bit a state takes, its layers left out."""
        return 5 * DerivedGraph.bytes_needed(self.table(), self.board)
