"""The values that wishes and sizes take."""

from __future__ import annotations

import operator
import reprlib
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

__all__ = ["SHARE", "TRUTH", "Size", "Values", "one_of", "read_size", "whole", "whole_number"]

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
        return whole_number(value, form, least, most)

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


def whole_number(value: object, form: str, least: int, most: int | None = None) -> int:
    """Return an integer of any kind as an int.

    Parameters
    ----------
    value : object
    form : str
        What is expected, for the message.
    least : int
    most : int, optional

    Raises
    ------
    TypeError, ValueError
        If it is no integer, or out of range.
    """
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
    rows, columns = (whole_number(number, form, 1, most) for number in pair)
    return rows, columns
