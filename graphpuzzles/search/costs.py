"""Costs of paths: exact sums of integers and fractions, and sums of floats up to rounding.

The cost of a path is the sum of its weights from the source on, each added to what came before,
as Dijkstra's algorithm adds them. Adding a float that is not negative never makes the greater of
two sums the smaller one, so that Dijkstra's algorithm finds the least of these sums exactly. An
estimate ``g + h`` is another sum with other roundings: it may exceed the cost of the very path
that it is a lower bound of. So nothing is dropped for an estimate that exceeds a bound by rounding
alone.
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational
from typing import Final, TypeAlias

Cost: TypeAlias = float
"""Weights, estimates and costs; integers stay integers, of any size, and fractions fractions."""

ROUNDING: Final = 2.0**-32
"""The part of a sum of floats that may be owed to rounding.

A sum of n floats that are not negative is wrong by the part n * 2**-53 at most (Higham 2002,
*Accuracy and Stability of Numerical Algorithms*, section 4.2). So this holds for paths of up to a
million steps, with a heuristic that errs by as much as such a sum.
"""

GRAIN: Final = 2.0**20
LARGEST: Final = 2.0**32
"""Sums of multiples of ``1 / GRAIN`` that do not exceed twice this are exact in 53 bits."""


def number(value: Cost) -> Cost:
    """Return a number of any library as an int, a float, or a fraction that is exact.

    numpy's integers would overflow, its short floats round more coarsely than the bound above
    allows, and a decimal cannot be added to a fraction.
    """
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    item = getattr(value, "item", None)
    if item is not None:
        return number(item())
    if isinstance(value, Rational) or not hasattr(value, "as_integer_ratio"):
        return value
    return Fraction(*value.as_integer_ratio()) if math.isfinite(value) else float(value)


def coarse(value: Cost) -> bool:
    """Tell whether sums with a number may be rounded: a float with many digits, or a large one."""
    if not isinstance(value, float) or math.isinf(value):
        return False
    return value > LARGEST or value * GRAIN % 1 != 0


def beyond(total: Cost, bound: Cost, *, rounded: bool = False) -> bool:
    """Tell whether a lower bound of a cost exceeds another cost by more than rounding.

    Parameters
    ----------
    total, bound : Cost
    rounded : bool, optional
        Whether floats that may be rounded can be part of either; by default, if either is a float.
    """
    if not total > bound:
        return False
    if not (rounded or isinstance(total, float) or isinstance(bound, float)):
        return True
    try:
        return total * (1 - ROUNDING) > bound
    except OverflowError:
        return True  # no sum of floats is as large as this


def cannot_beat(total: Cost, bound: Cost, *, rounded: bool) -> bool:
    """Tell whether no path of at least some cost can be cheaper than a known one."""
    # Without rounding, a tie is no better; with it, a tie may be.
    return beyond(total, bound, rounded=True) if rounded else total >= bound
