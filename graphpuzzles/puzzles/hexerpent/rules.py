"""The rules of Hexerpent, by which walks and their certificates are judged."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.lattice import HEX
from graphpuzzles.puzzles.hexerpent.board import HexerpentBoard, section_fault
from graphpuzzles.puzzles.walking.rules import ROW, WalkRules, cell_codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.puzzles.walking.body import Body
    from graphpuzzles.puzzles.walking.rules import States, Wanted

    Codes = NDArray[np.int64]
    """Shape (n,) or (n, sections): dimples, as `cell_codes` says."""

    Begun = tuple[NDArray[np.int64], NDArray[np.bool_], Codes]
    """Bodies of which the first sections are placed: the state that each comes from, whether its
    last section has moved, and the places."""

_STEPS = np.array([[0, -1], [0, 1], [-1, 0], [1, 0], [1, -1], [-1, 1]], dtype=np.int64)

_HALF = ROW // 2

_CELLS = 1 << 16
"""So many cells of bodies are looked at in one go."""


class HexerpentRules(HexerpentBoard, WalkRules):
    """Sections of which no two are consecutive step at once, to a hexerpent on no rock."""

    def step_fault(self, before: Body, after: Body) -> str | None:
        """Say which rule a step breaks; None if it breaks none."""
        if len(after) != len(before):
            return f"the hexerpent has {len(after)} sections, not {len(before)}"
        moved = [i for i in range(len(before)) if before[i] != after[i]]
        for i in moved:
            if not HEX.adjacent(before[i], after[i]):
                return f"section {i + 1} moves to {after[i]}, which is not adjacent"
            if i + 1 in moved:
                return f"the consecutive sections {i + 1} and {i + 2} move at once"
            if after[i] in self.obstacles:
                return f"section {i + 1} moves onto the rock {after[i]}"
        for number, cell in enumerate(after):
            fault = section_fault(cell, after[:number])
            if fault is not None:
                return f"section {number + 1} {fault}"
        return None

    def expand(
        self, states: States, wanted: Wanted
    ) -> Iterator[tuple[NDArray[np.int64], States, int]]:
        """Yield the states one step away; see `WalkRules.expand`.

        Notes
        -----
        The sections are placed in turn, for many states at once. A state can have exponentially
        many steps, so that bodies that are begun wait on a stack, in parts of bounded size: at
        any time there are at most three parts for every section.
        """
        old = cell_codes(states)
        length = old.shape[1]
        part = _CELLS // length
        rest = np.zeros(len(old), dtype=np.bool_)
        waiting = _in_parts((np.arange(len(old)), rest, old[:, :0]), part)
        while waiting:
            begun = waiting.pop()
            if begun[2].shape[1] == length:
                origin, _, placed = begun
                changed = (placed != old[origin]).any(axis=1)
                yield origin[changed], _cells(placed[changed]), 0
                continue
            begun = self._continued(old, begun)
            if begun[2].shape[1] == 1:
                kept = wanted(_cells(begun[2][:, 0]))
                begun = (begun[0][kept], begun[1][kept], begun[2][kept])
            waiting += _in_parts(begun, part)
            yield begun[0][:0], states[:0], len(begun[0])

    def _continued(self, old: Codes, begun: Begun) -> Begun:
        """Place one section more: where it is, or beside that if the one before has not moved."""
        origin, moved, placed = begun
        number = placed.shape[1]
        here = old[origin, number]
        free_to_move = np.flatnonzero(~moved)
        there = here[free_to_move, np.newaxis] + cell_codes(_STEPS)
        follows = self._is_free(there)
        if number + 1 < old.shape[1]:  # the next section stays where it is
            follows &= _touching(there, old[origin[free_to_move], number + 1, np.newaxis])
        row, step = np.nonzero(follows)
        rows = np.concatenate([np.arange(len(origin)), free_to_move[row]])
        places = np.concatenate([here, there[row, step]])
        good = np.ones(len(rows), dtype=np.bool_)
        for other in range(number):
            earlier = placed[rows, other]
            good &= _touching(places, earlier) == (other == number - 1)
            good &= places != earlier
        moved = (np.arange(len(rows)) >= len(origin))[good]
        placed = np.concatenate([placed[rows], places[:, np.newaxis]], axis=1)[good]
        return origin[rows[good]], moved, placed

    def bare_distance(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how far dimples are from the goal where no rock lies between."""
        across, up = (cells - np.array(self.goal)).T
        apart: Codes = np.abs(np.stack([across, up, across + up])).max(axis=0)
        return apart

    @cached_property
    def _rock_codes(self) -> Codes:
        """The rocks, ascending, and a number above all of them."""
        rocks = cell_codes(np.array(self.rocks, dtype=np.int64).reshape(-1, 2))
        return np.append(np.sort(rocks), np.iinfo(np.int64).max)

    def _is_free(self, places: Codes) -> NDArray[np.bool_]:
        rocks = self._rock_codes
        free: NDArray[np.bool_] = rocks[np.searchsorted(rocks, places)] != places
        return free

    def head_steps(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the dimples between which and these a head can step."""
        beside = cells[:, np.newaxis] + _STEPS
        origin, step = np.nonzero(self._is_free(cell_codes(beside)))
        return origin, beside[origin, step]


def _in_parts(begun: Begun, part: int) -> list[Begun]:
    """Cut bodies that are begun into parts, the first one last: it is taken first."""
    origin, moved, placed = begun
    cuts = [slice(first, first + part) for first in range(0, len(origin), part)]
    return [(origin[cut], moved[cut], placed[cut]) for cut in reversed(cuts)]


def _cells(codes: Codes) -> NDArray[np.int64]:
    x, y = np.divmod(codes + _HALF, ROW)
    return np.stack([x, y - _HALF], axis=-1)


def _touching(u: Codes, v: Codes) -> NDArray[np.bool_]:
    """Tell which pairs of dimples are adjacent."""
    difference = np.abs(u - v)
    near: NDArray[np.bool_] = (difference == 1) | (difference == ROW) | (difference == ROW - 1)
    return near
