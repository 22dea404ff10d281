"""Proposing boards until one has all that is wished."""

from __future__ import annotations

import json
import random
import reprlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.errors import LimitError, require_kind
from graphpuzzles.generation.values import Size, read_size, whole_number
from graphpuzzles.limits import Limits, Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphpuzzles.generation.wishes import Wish
    from graphpuzzles.limits import ProgressCallback

__all__ = ["Generator"]

P = TypeVar("P")


@dataclass(frozen=True, kw_only=True)
class Generator(Generic[P]):
    """How boards of a puzzle are made.

    Parameters
    ----------
    size : (int, int)
        Rows and columns by default.
    propose : callable
        Called with the random numbers, the size and the values of all wishes that are made or
        have a default, returns a board that may or may not fulfil them; None where it ran into a
        dead end, LimitError where it gave up. It draws by the functions of this module.
    wishes : Mapping of str to Wish
        By name; they are verified in this order, so the cheapest come first.
    refuses : callable
        Says of a size and the values of the wishes why no board can have them, or None.
    tries : int
        How many boards are proposed by default before it gives up.
    max_side : int
        Most rows, and most columns, of a board that is proposed in seconds.
    """

    size: Size
    propose: Callable[[random.Random, Size, Mapping[str, object]], P | None]
    wishes: Mapping[str, Wish[P]] = field(default_factory=dict)
    refuses: Callable[[Size, Mapping[str, object]], str | None] = lambda _size, _wanted: None
    tries: int = 2_000
    max_side: int = 1_000

    def generate(
        self,
        rng: random.Random,
        size: object = None,
        wish: Mapping[str, object] | None = None,
        *,
        tries: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> P:
        """Return a board that fulfils all wishes; see `graphpuzzles.puzzle.Puzzle.generate`.

        Parameters
        ----------
        rng : random.Random
        size : int or (int, int), optional
        wish : Mapping of str to object, optional
        tries : int, optional
        progress : ProgressCallback, optional
        """
        require_kind(rng, random.Random)
        expected = "a number of tries of at least 1"
        most = self.tries if tries is None else whole_number(tries, expected, 1)
        shape = self.size if size is None else read_size(size, self.max_side)
        given = self.read({} if wish is None else wish)
        wanted = {name: w.default for name, w in self.wishes.items() if w.default is not None}
        wanted |= given
        reason = self.refuses(shape, wanted)
        if reason is not None:
            raise ValueError(f"there is no such board: {reason}")
        checks = [
            (one.holds, given[name])
            for name, one in self.wishes.items()
            if name in given and one.holds is not None
        ]
        meter = Meter(Limits(), progress)
        undecided = 0
        for tried in range(most):
            stopped = meter.report("tries", expanded=tried)
            if stopped is not None:
                raise LimitError(stopped, _complaint(shape, given, tried, undecided))
            try:
                board = self.propose(rng, shape, wanted)
                if board is not None and all(holds(board, value) for holds, value in checks):
                    return board
            except LimitError:
                undecided += 1
        raise LimitError("tries", _complaint(shape, given, most, undecided))

    def read(self, wish: Mapping[str, object]) -> dict[str, object]:
        """Return the values of wishes in the form in which they are used.

        Parameters
        ----------
        wish : Mapping of str to object

        Raises
        ------
        TypeError, ValueError
            If a value is none that the wish takes, or there is no such wish.
        """
        read = {}
        for name, value in wish.items():
            if name not in self.wishes:
                known = ", ".join(self.wishes) or "none"
                raise ValueError(f"there is no wish {reprlib.repr(name)}; there are {known}")
            try:
                read[name] = self.wishes[name].values.read(value)
            except (TypeError, ValueError) as error:
                kind = TypeError if isinstance(error, TypeError) else ValueError
                raise kind(f"{name}: {error}") from error
        return read


def _complaint(size: Size, given: Mapping[str, object], tried: int, undecided: int) -> str:
    wishes = ", ".join(f"{name}={json.dumps(value, default=str)}" for name, value in given.items())
    told = f"no {size[0]} x {size[1]} board{f' with {wishes}' if wishes else ''} in {tried} tries"
    if undecided:
        told += f", {undecided} of them too hard to judge"
    return f"{told}; nothing is proved"
