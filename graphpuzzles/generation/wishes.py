"""What can be asked of a board, the failure of wrong approaches among it."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from graphpuzzles.generation.values import Values

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Wish", "WrongApproach", "against", "names_against"]

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)


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
    """Return the wrong approaches that are to fail, of the values of all wishes.

    Parameters
    ----------
    wanted : Mapping of str to object
        By name; the wish that `against` makes is ``"against"``.
    """
    return cast("tuple[str, ...]", wanted.get("against", ()))
