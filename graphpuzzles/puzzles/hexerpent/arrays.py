"""Steps of hexerpents on arrays, of many states at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["dimple_codes", "head_steps", "next_states"]

_STEPS = np.array([[0, -1], [0, 1], [-1, 0], [1, 0], [1, -1], [-1, 1]], dtype=np.int64)

# A dimple is one integer here, so that a difference of dimples is one, too.
_ROW = 1 << 32


def dimple_codes(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return dimples as integers.

    Parameters
    ----------
    cells : numpy.ndarray of int64, shape (..., 2)
    """
    codes: NDArray[np.int64] = cells[..., 0] * _ROW + cells[..., 1]
    return codes


def _cells(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    x, y = np.divmod(codes + _ROW // 2, _ROW)
    return np.stack([x, y - _ROW // 2], axis=-1)


def _touching(u: NDArray[np.int64], v: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which pairs of dimples are adjacent."""
    difference = np.abs(u - v)
    near: NDArray[np.bool_] = (difference == 1) | (difference == _ROW) | (difference == _ROW - 1)
    return near


def next_states(
    states: NDArray[np.int64], rocks: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all states one step away; see `graphpuzzles.puzzles.walking.certificate.WalkRules`.

    Parameters
    ----------
    states : numpy.ndarray of int64, shape (count, sections, 2)
    rocks : numpy.ndarray of int64
        Their `dimple_codes`.

    Notes
    -----
    The sections are placed in turn, for all states at once.
    """
    old = dimple_codes(states)
    origin = np.arange(len(old))
    moved = np.zeros(len(old), dtype=np.bool_)  # whether the section before has moved
    placed = np.zeros((len(old), 0), dtype=np.int64)
    for number in range(old.shape[1]):
        here = old[origin, number]
        free_to_move = np.flatnonzero(~moved)
        there = here[free_to_move, np.newaxis] + dimple_codes(_STEPS)
        follows = np.ones(there.shape, dtype=np.bool_)
        if number + 1 < old.shape[1]:  # the next section stays where it is
            follows = _touching(there, old[origin[free_to_move], number + 1, np.newaxis])
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
        origin = origin[rows[good]]
    changed = (placed != old[origin]).any(axis=1)
    changed &= ~np.isin(placed, rocks).any(axis=1)
    return origin[changed], _cells(placed[changed])


def head_steps(
    cells: NDArray[np.int64], rocks: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the dimples to which a head can step; see `WalkRules.head_steps`.

    Parameters
    ----------
    cells : numpy.ndarray of int64, shape (count, 2)
    rocks : numpy.ndarray of int64
        Their `dimple_codes`.
    """
    beside = cells[:, np.newaxis] + _STEPS
    origin, step = np.nonzero(~np.isin(dimple_codes(beside), rocks))
    return origin, beside[origin, step]
