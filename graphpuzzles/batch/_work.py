"""What runs in the process that solves, and how puzzles and solutions get there and back.

Everything crosses as bytes that are pickled and unpickled here, one puzzle at a time: what cannot
be pickled is the fault of one puzzle, where an executor that did the pickling would fail the
whole task, or break.
"""

from __future__ import annotations

import pickle
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from graphpuzzles.limits import UNLIMITED
from graphpuzzles.puzzle import Answer, restore_solution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzle import Puzzle, Solution

__all__ = ["Order", "Work", "pack", "solve_packed", "unpack"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")

Work: TypeAlias = tuple[list[bytes], float]
"""Packed results in the order of the puzzles, and the seconds that all took together."""


@dataclass(frozen=True)
class Order:
    """How puzzles are to be solved.

    Parameters
    ----------
    method : str
    limits : Limits or None
        For each puzzle on its own.
    proofs : bool
        Whether a solution that goes to another process takes its certificate along.
    """

    method: str
    limits: Limits | None
    proofs: bool

    def solve(self, puzzle: Puzzle[A, V]) -> Solution[A, V]:
        """Solve a puzzle."""
        return puzzle.solve(self.method, limits=self.limits or UNLIMITED)


def pack(puzzle: Puzzle[A, V]) -> bytes:
    """Return a puzzle as bytes, or why it cannot be."""
    try:
        return pickle.dumps(puzzle)
    except Exception as error:  # noqa: BLE001 - what pickling runs is the puzzle's own code
        return _pack_error(error)


def unpack(packed: bytes, puzzle: Puzzle[A, V]) -> Solution[A, V]:
    """Return the solution of a puzzle, or raise what solving it raised."""
    return restore_solution(puzzle, cast("Mapping[str, object]", _loads(packed)))


def _loads(packed: bytes) -> object:
    """Return what was packed; if that is an exception, raise it."""
    loaded: object = pickle.loads(packed)  # noqa: S301 - ours
    if isinstance(loaded, Exception):
        raise loaded
    return loaded


def solve_packed(puzzles: Sequence[bytes], order: Order, submission: str = "") -> Work:
    """Solve puzzles that were packed; whatever goes wrong with one is its result.

    Parameters
    ----------
    puzzles : sequence of bytes
    order : Order
    submission : str
        Tells two submissions apart. Dask's executor knows a call by its arguments: asked again, it
        would give back what the first one failed with.
    """
    del submission
    began = time.perf_counter()
    return [_solve_packed(packed, order) for packed in puzzles], time.perf_counter() - began


def _solve_packed(packed: bytes, order: Order) -> bytes:
    try:
        solution = order.solve(cast("Puzzle[Answer, object]", _loads(packed)))
        data = solution.to_dict(certificate=order.proofs)
        del data["puzzle"]  # the other side still has it
        return pickle.dumps(data)
    except Exception as error:  # noqa: BLE001 - a method may raise anything, and it is reported
        error.add_note(f"raised in a worker:\n{traceback.format_exc()}")
        return _pack_error(error)


def _pack_error(error: Exception) -> bytes:
    """Return an exception as bytes that surely come back as an exception."""
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - ours; many exceptions pickle and do not come back
    except Exception:  # noqa: BLE001 - what pickling runs is the exception's own code
        lasting = RuntimeError(f"{type(error).__name__}: {error}")
        for note in getattr(error, "__notes__", ()):
            lasting.add_note(note)
        return pickle.dumps(lasting)
    return packed
