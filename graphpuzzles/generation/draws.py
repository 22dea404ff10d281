"""Random draws that are the same on every platform and with every version of Python.

They use no method but `random.Random.random`: it is the only one whose sequence the standard
library promises to keep.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["below", "board_random", "drawn", "pick", "shuffled"]

T = TypeVar("T")


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
    """Draw a whole number from 0 to `count` - 1.

    Examples
    --------
    >>> below(random.Random(1), 6)
    0
    """
    return int(rng.random() * count)


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """Draw one of several.

    Examples
    --------
    >>> pick(random.Random(1), "abc")
    'a'
    """
    return items[below(rng, len(items))]


def drawn(rng: random.Random, items: Iterable[T], count: int) -> list[T]:
    """Draw `count` different ones of several, in random order (Fisher and Yates).

    Examples
    --------
    >>> drawn(random.Random(1), range(9), 3)
    [1, 7, 0]
    """
    pool = list(items)
    for i in range(count):
        j = i + below(rng, len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:count]


def shuffled(rng: random.Random, items: Iterable[T]) -> list[T]:
    """Return several in random order.

    Examples
    --------
    >>> shuffled(random.Random(1), "abcd")
    ['a', 'd', 'b', 'c']
    """
    pool = list(items)
    return drawn(rng, pool, len(pool))
