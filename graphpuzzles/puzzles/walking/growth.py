"""Random bodies that walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.generate import pick

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.walking.body import Body

__all__ = ["random_body"]


def random_body(
    rng: random.Random, head: Cell, length: int, places: Callable[[list[Cell]], Sequence[Cell]]
) -> Body | None:
    """Return a body that grows from its head by random steps, None where it got stuck.

    Parameters
    ----------
    rng : random.Random
    head : Cell
    length : int
    places : callable
        Returns the cells on which the next section may be, of the sections so far.

    Notes
    -----
    The growth of Rosenbluth and Rosenbluth (1955): every self-avoiding walk can come, those with
    few choices on their way more often than others.

    References
    ----------
    M. N. Rosenbluth and A. W. Rosenbluth, "Monte Carlo calculation of the average extension of
    molecular chains", Journal of Chemical Physics 23 (1955), 356-359.

    Examples
    --------
    >>> from random import Random
    >>> from graphpuzzles.lattice import SQUARE
    >>> def beside(body):
    ...     return [cell for cell in SQUARE.neighbors(body[-1]) if cell not in body]
    >>> random_body(Random(1), (0, 0), 3, beside)
    ((0, 0), (-1, 0), (-1, 1))
    """
    body = [head]
    while len(body) < length:
        cells = places(body)
        if not cells:
            return None
        body.append(pick(rng, cells))
    return tuple(body)
