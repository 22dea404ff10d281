"""Random boards with wished properties, each verified before it is handed out.

A generator proposes boards and keeps the first one that has all wished properties. Whoever writes
one need not reason about them: a proposal may be as blind as it likes, since every property is
decided exactly on the board itself; a clever proposal only makes the wait shorter.

The same seed gives the same board on every platform and with every version of Python. For that,
generators draw by `below`, `pick`, `drawn` and `shuffled`, which use no method but
`random.Random.random`: it is the only one whose sequence the standard library promises to keep.
"""

from __future__ import annotations

import json
import operator
import random
import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar, cast

from graphpuzzles.errors import LimitError, require_kind
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.outcome import Answer, Outcome, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import SupportsIndex

    from graphpuzzles.limits import ProgressCallback

__all__ = [
    "EFFORT",
    "SHARE",
    "TRUTH",
    "Generator",
    "Size",
    "Solvable",
    "Values",
    "Wish",
    "WrongApproach",
    "against",
    "below",
    "board_random",
    "drawn",
    "exact_solution",
    "exact_value",
    "has_value",
    "is_solvable",
    "names_against",
    "one_of",
    "pick",
    "read_size",
    "shuffled",
    "whole",
]

A = TypeVar("A", bound=Answer)
P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
T = TypeVar("T")
V = TypeVar("V")

Size: TypeAlias = tuple[int, int]
"""Rows and columns."""


@dataclass(frozen=True)
class Values:
    """The values that a wish takes.

    Parameters
    ----------
    form : str
        What is expected, for lists and messages: ``"a whole number of at least 1"``.
    read : callable
        Returns a value in the form in which it is used; raises TypeError or ValueError where it
        is none of the values.
    """

    form: str
    read: Callable[[object], object]


def whole(least: int = 0, most: int | None = None) -> Values:
    """Return the whole numbers from `least` to `most`.

    Examples
    --------
    >>> whole(1).form, whole(1).read(3)
    ('a whole number of at least 1', 3)
    >>> whole(2, 8).read(9)
    Traceback (most recent call last):
        ...
    ValueError: expected a whole number from 2 to 8, found 9
    """
    reach = f"of at least {least}" if most is None else f"from {least} to {most}"
    form = f"a whole number {reach}"

    def read(value: object) -> int:
        return _whole_number(value, form, least, most)

    return Values(form, read)


def one_of(*names: str) -> Values:
    """Return the given names.

    Examples
    --------
    >>> one_of("any", "fill").form
    'any or fill'
    """
    form = " or ".join(names)

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise TypeError(f"expected {form}, found {reprlib.repr(value)}")
        if value not in names:
            raise ValueError(f"expected {form}, found {reprlib.repr(value)}")
        return value

    return Values(form, read)


def _whole_number(value: object, form: str, least: int, most: int | None = None) -> int:
    """Return an integer of any kind as an int; `form` says what is expected, for the message."""
    if isinstance(value, (bool, str)) or not hasattr(value, "__index__"):
        raise TypeError(f"expected {form}, found {reprlib.repr(value)}")
    number = operator.index(cast("SupportsIndex", value))
    if number < least or (most is not None and number > most):
        raise ValueError(f"expected {form}, found {reprlib.repr(number)}")
    return number


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"expected true or false, found {reprlib.repr(value)}")
    return value


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"expected a number from 0 to 1, found {reprlib.repr(value)}")
    share = cast("float", value)
    if not 0 <= share <= 1:
        raise ValueError(f"expected a number from 0 to 1, found {reprlib.repr(value)}")
    return float(share)


TRUTH = Values("true or false", _truth)
"""Whether a board has a property: False asks for one that has it not."""

SHARE = Values("a number from 0 to 1", _share)
"""How many of all cells are something."""


def read_size(value: object, most: int | None = None) -> Size:
    """Return rows and columns, given as a pair or as one number for both.

    Parameters
    ----------
    value : int or (int, int)
    most : int, optional
        The greatest number of either.

    Raises
    ------
    TypeError, ValueError
        If the value is not of that form, or a number is less than 1 or more than `most`.

    Examples
    --------
    >>> read_size(5), read_size((2, 3))
    ((5, 5), (2, 3))
    """
    pair = value if isinstance(value, (tuple, list)) else (value, value)
    if len(pair) != 2:
        raise ValueError(f"a size is a number, or rows and columns, not {reprlib.repr(value)}")
    form = "a size of at least 1" if most is None else f"a size from 1 to {most}"
    rows, columns = (_whole_number(number, form, 1, most) for number in pair)
    return rows, columns


def board_random(seed: int, index: int) -> random.Random:
    """Return the random numbers of one board of a numbered series.

    Every board has its own, so that it does not depend on how many others are made.

    Parameters
    ----------
    seed : int
        Of the series.
    index : int
        Of the board, from 0.

    Notes
    -----
    `random.Random` is seeded with the text ``"seed:index"``, which it turns into a number by
    SHA-512, the same everywhere.

    Examples
    --------
    >>> below(board_random(0, 0), 1000)
    584
    """
    return random.Random(f"{seed}:{index}")


def below(rng: random.Random, count: int) -> int:
    """Draw a whole number from 0 to `count` - 1."""
    return int(rng.random() * count)


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """Draw one of several."""
    return items[below(rng, len(items))]


def drawn(rng: random.Random, items: Iterable[T], count: int) -> list[T]:
    """Draw `count` different ones of several, in random order (Fisher and Yates).

    Examples
    --------
    >>> rng = random.Random(1)
    >>> drawn(rng, range(9), 3), pick(rng, "abc"), below(rng, 6)
    ([1, 7, 0], 'a', 2)
    """
    pool = list(items)
    for i in range(count):
        j = i + below(rng, len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:count]


def shuffled(rng: random.Random, items: Iterable[T]) -> list[T]:
    """Return several in random order."""
    pool = list(items)
    return drawn(rng, pool, len(pool))


@dataclass(frozen=True, kw_only=True)
class Wish(Generic[P_contra]):
    """Something that can be asked of a generated board.

    Parameters
    ----------
    text : str
        One line about it.
    values : Values
        The values that it takes.
    holds : callable, optional
        Tells of a board and a value whether the wish is fulfilled, by solving it exactly; raises
        LimitError where it gives up. Without it the wish only shapes what is proposed (how many
        walls, how many pairs) and there is nothing to verify.
    default : object
        The value where nothing is wished; None leaves it open.
    approaches : Mapping of str to WrongApproach
        The programs that the values name, where they name programs; see `against`.
    """

    text: str
    values: Values
    holds: Callable[[P_contra, object], bool] | None = None
    default: object = None
    approaches: Mapping[str, WrongApproach[P_contra]] = field(default_factory=dict)


@dataclass(frozen=True)
class WrongApproach(Generic[P_contra]):
    """A program that looks right and is not, so that boards can be made on which it fails.

    Parameters
    ----------
    text : str
        One line about its fault.
    answer : callable
        What it says of a board, in the form in which the right value comes.
    """

    text: str
    answer: Callable[[P_contra], object]


def against(approaches: Mapping[str, WrongApproach[P]], truth: Callable[[P], object]) -> Wish[P]:
    """Return the wish that wrong approaches fail on the board.

    Parameters
    ----------
    approaches : Mapping of str to WrongApproach
        By the names that the wish takes.
    truth : callable
        The right value of a board.
    """
    form = f"one or several of {', '.join(approaches)}"

    def read(value: object) -> tuple[str, ...]:
        several = isinstance(value, Iterable) and not isinstance(value, str)
        names = list(cast("Iterable[object]", value)) if several else [value]
        for name in names:
            if not isinstance(name, str):
                raise TypeError(f"expected {form}, found {reprlib.repr(name)}")
            if name not in approaches:
                raise ValueError(f"expected {form}, found {reprlib.repr(name)}")
        if not names:
            raise ValueError(f"expected {form}, found none")
        return tuple(name for name in approaches if name in names)

    def holds(board: P, names: object) -> bool:
        assert isinstance(names, tuple)  # noqa: S101 - as `read` returns it
        right = truth(board)
        return all(approaches[name].answer(board) != right for name in names)

    return Wish(
        text="which wrong approaches fail on the board",
        values=Values(form, read),
        holds=holds,
        approaches=approaches,
    )


def names_against(wanted: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the wrong approaches that are to fail, of the values of all wishes."""
    return cast("tuple[str, ...]", wanted.get("against", ()))


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
    alike : bool
        Whether a board that is too hard to judge is so everywhere: then another is proposed. Where
        it may depend on what is installed, the call ends, so that a seed never gives two boards.
    """

    size: Size
    propose: Callable[[random.Random, Size, Mapping[str, object]], P | None]
    wishes: Mapping[str, Wish[P]] = field(default_factory=dict)
    refuses: Callable[[Size, Mapping[str, object]], str | None] = lambda _size, _wanted: None
    tries: int = 2_000
    max_side: int = 1_000
    alike: bool = True

    def generate(
        self,
        rng: random.Random,
        size: object = None,
        wish: Mapping[str, object] | None = None,
        *,
        tries: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> P:
        """Return a board that fulfils all wishes; see `graphpuzzles.puzzle.Puzzle.generate`."""
        require_kind(rng, random.Random)
        expected = "a number of tries of at least 1"
        most = self.tries if tries is None else _whole_number(tries, expected, 1)
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
                if not self.alike:
                    raise
                undecided += 1
        raise LimitError("tries", _complaint(shape, given, most, undecided))

    def read(self, wish: Mapping[str, object]) -> dict[str, object]:
        """Return the values of wishes in the form in which they are used.

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


EFFORT = Limits(max_states=1_000_000)
"""How hard a proposed board may be to judge. It is no time, so that it is the same everywhere."""


class Solvable(Protocol[A, V]):
    """A puzzle, as far as its generator must know it."""

    def solve(self, method: str = ..., *, limits: Limits = ...) -> Outcome[A, V]:
        """Solve it; see `graphpuzzles.puzzle.Puzzle.solve`."""
        ...


def exact_solution(puzzle: Solvable[A, V], method: str = "auto") -> Outcome[A, V]:
    """Return the finished solution of a board.

    Raises
    ------
    LimitError
        If the board is too hard to judge; see `EFFORT`.
    """
    solution = puzzle.solve(method, limits=EFFORT)
    if solution.status is Status.LIMIT:
        limit = str(solution.stats.get("limit", "bounds"))
        raise LimitError(limit, "the board is too hard to judge", solution=solution)
    return solution


def exact_value(puzzle: Solvable[A, V]) -> V | None:
    """Return the best value of a board, or None where it is proved that there is none."""
    return exact_solution(puzzle).value


def is_solvable(puzzle: Solvable[A, V], wanted: object) -> bool:
    """Tell whether a board has an answer, if that is wanted, or proved to have none."""
    return (exact_value(puzzle) is not None) is wanted


def has_value(puzzle: Solvable[A, V], wanted: object) -> bool:
    """Tell whether the best value of a board is the one wanted."""
    return exact_value(puzzle) == wanted
