"""The shapes of snakes and hexerpents, and the moves between them, built with array operations.

A body is built section by section, all bodies of one length at once. Within one table a cell is
the single integer ``64 * row + column``, so that differences of cells are differences of integers
as long as no body is longer than 31 cells.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.lattice import HEX, SQUARE, Lattice
from graphpuzzles.models.voltage.graph import VoltageGraph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "MAX_HEXERPENT",
    "MAX_SNAKE",
    "hexerpent_graph",
    "induced_paths",
    "self_avoiding_walks",
    "snake_graph",
]

MAX_SNAKE = 14
"""Longest snake with a table: 881,500 shapes and 2.4 million arcs."""

MAX_HEXERPENT = 10
"""Longest hexerpent with a table: 34,554 shapes and 1.2 million arcs."""

_STRIDE = 64


def _codes(lattice: Lattice) -> NDArray[np.int16]:
    return np.array([_STRIDE * a + b for a, b in lattice.steps], dtype=np.int16)


def _marks(*codes: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return a table that tells which differences of cells are among `codes`.

    Negative differences index it from the end, as numpy does.
    """
    table = np.zeros(2 * _STRIDE * _STRIDE, dtype=np.bool_)
    for code in codes:
        table[code] = True
    return table


_HERE = np.zeros(1, dtype=np.int16)


def _grow(
    lattice: Lattice, length: int, clash: NDArray[np.bool_]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Build all bodies of a length in which no two cells but consecutive ones clash.

    Returns
    -------
    cells : numpy.ndarray of int16, shape (bodies, length)
    turns : numpy.ndarray of int64, shape (bodies,)
        The steps from cell to cell as the digits of one number, ascending.
    """
    steps = _codes(lattice)
    cells = np.zeros((1, 1), dtype=np.int16)
    turns = np.zeros(1, dtype=np.int64)
    for count in range(1, length):
        candidates = cells[:, -1:] + steps
        bad = np.zeros(candidates.shape, dtype=np.bool_)
        for earlier in range(count - 1):
            bad |= clash[candidates - cells[:, earlier : earlier + 1]]
        body, step = np.nonzero(~bad)
        cells = np.concatenate([cells[body], candidates[body, step][:, np.newaxis]], axis=1)
        turns = turns[body] * len(steps) + step
    return cells, turns


def _as_bodies(cells: NDArray[np.int16]) -> NDArray[np.int8]:
    row, column = np.divmod(cells + _STRIDE // 2, _STRIDE)
    return np.stack([row, column - _STRIDE // 2], axis=-1).astype(np.int8)


def _check_length(length: int, longest: int, what: str) -> None:
    if length < 1:
        raise ValueError(f"a {what} has at least 1 section, not {length}")
    if length > longest:
        raise NotApplicableError(
            f"the shapes of a {what} of {length} sections are too many to list; "
            f"tables go up to {longest} sections"
        )


def self_avoiding_walks(length: int) -> NDArray[np.int8]:
    """Return all self-avoiding walks of `length` cells on the square lattice.

    Parameters
    ----------
    length : int
        Number of cells, 1 to `MAX_SNAKE`.

    Returns
    -------
    numpy.ndarray of int8, shape (walks, length, 2)
        Cells relative to the first, in lexicographic order of the steps.

    Raises
    ------
    NotApplicableError
        If `length` is over `MAX_SNAKE`.

    Examples
    --------
    >>> [len(self_avoiding_walks(length)) for length in range(1, 9)]
    [1, 4, 12, 36, 100, 284, 780, 2172]
    """
    _check_length(length, MAX_SNAKE, "snake")
    return _as_bodies(_grow(SQUARE, length, _marks(_HERE))[0])


def induced_paths(length: int) -> NDArray[np.int8]:
    """Return all paths of `length` dimples of which only consecutive ones touch.

    Parameters
    ----------
    length : int
        Number of dimples of the hexagonal lattice, 1 to `MAX_HEXERPENT`.

    Returns
    -------
    numpy.ndarray of int8, shape (paths, length, 2)
        Cells relative to the first, in lexicographic order of the steps.

    Raises
    ------
    NotApplicableError
        If `length` is over `MAX_HEXERPENT`.

    Examples
    --------
    >>> [len(induced_paths(length)) for length in range(1, 9)]
    [1, 6, 18, 54, 162, 474, 1398, 4074]
    """
    _check_length(length, MAX_HEXERPENT, "hexerpent")
    return _as_bodies(_grow(HEX, length, _marks(_HERE, _codes(HEX)))[0])


@lru_cache(maxsize=4)
def snake_graph(length: int) -> VoltageGraph:
    """Return the voltage graph of a snake of `length` sections.

    The head steps to a neighbouring cell that holds no section, the tail included, and every
    section follows.

    Raises
    ------
    NotApplicableError
        If `length` is over `MAX_SNAKE`.

    Notes
    -----
    All arcs into a shape have the same voltage: the head came from where the second section is.
    """
    _check_length(length, MAX_SNAKE, "snake")
    cells, turns = _grow(SQUARE, length, _marks(_HERE))
    steps = _codes(SQUARE)
    occupied = np.zeros((len(cells), len(steps)), dtype=np.bool_)
    for section in range(1, length):
        occupied |= cells[:, section : section + 1] == steps
    source, step = np.nonzero(~occupied)
    target = np.zeros(len(source), dtype=np.int64)
    if length > 1:
        back = len(steps) - 1 - step  # the steps of a lattice are listed symmetrically
        moved = back * len(steps) ** (length - 2) + turns[source] // len(steps)
        target = np.searchsorted(turns, moved)
    return VoltageGraph(
        SQUARE,
        _as_bodies(cells),
        source.astype(np.int32),
        target.astype(np.int32),
        np.array(SQUARE.steps, dtype=np.int8)[step],
        entering=1,
    )


@lru_cache(maxsize=4)
def hexerpent_graph(length: int) -> VoltageGraph:
    """Return the voltage graph of a hexerpent of `length` sections.

    A move shifts any set of pairwise non-consecutive sections, each to a neighbouring dimple, such
    that consecutive sections still touch and no others do. Standing still is no arc.

    Raises
    ------
    NotApplicableError
        If `length` is over `MAX_HEXERPENT`.

    Notes
    -----
    The neighbours of a section that moves stay, so its new place touches both of their old ones.
    The sections are decided in order from the head, for all shapes at once; a combination is
    dropped as soon as two sections that are not consecutive touch.
    """
    _check_length(length, MAX_HEXERPENT, "hexerpent")
    adjacent = _marks(_codes(HEX))
    cells, turns = _grow(HEX, length, adjacent | _marks(_HERE))
    source, moved = _shifts(cells, adjacent)
    voltage = moved[:, 0]
    digit_of = np.zeros(len(adjacent), dtype=np.int64)
    digit_of[_codes(HEX)] = np.arange(len(HEX.steps))
    digits = digit_of[np.diff(moved, axis=1)]
    weights = len(HEX.steps) ** np.arange(length - 2, -1, -1, dtype=np.int64)
    target = np.searchsorted(turns, digits @ weights)
    return VoltageGraph(
        HEX,
        _as_bodies(cells),
        source.astype(np.int32),
        target.astype(np.int32),
        _as_bodies(voltage),
    )


def _shifts(
    cells: NDArray[np.int16], adjacent: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """List what every body can become by one move.

    Returns
    -------
    source : numpy.ndarray of int64, shape (arcs,)
        Row of `cells`, ascending.
    moved : numpy.ndarray of int16, shape (arcs, length)
        The cells after the move.
    """
    length = cells.shape[1]
    touching = adjacent.copy()
    touching[0] = True
    source = np.arange(len(cells))
    shifted = np.zeros(len(cells), dtype=np.bool_)  # whether the section before has moved
    moved = np.empty((len(cells), 0), dtype=np.int16)
    for section in range(length):
        free = np.flatnonzero(~shifted)
        places = cells[source[free], section][:, np.newaxis] + _codes(HEX)
        fits = np.ones(places.shape, dtype=np.bool_)
        for neighbor in (section - 1, section + 1):
            if 0 <= neighbor < length:
                fits &= adjacent[places - cells[source[free], neighbor][:, np.newaxis]]
        row, step = np.nonzero(fits)
        parent = np.concatenate([np.arange(len(source)), free[row]])
        place = np.concatenate([cells[source, section], places[row, step]])
        shifted = np.arange(len(parent)) >= len(source)
        good = np.ones(len(parent), dtype=np.bool_)
        for earlier in range(section - 1):
            good &= ~touching[place - moved[parent, earlier]]
        parent, place, shifted = parent[good], place[good], shifted[good]
        moved = np.concatenate([moved[parent], place[:, np.newaxis]], axis=1)
        source = source[parent]
    changed = (moved != cells[source]).any(axis=1)
    order = np.argsort(source[changed], kind="stable")
    return source[changed][order], moved[changed][order]
