"""Count the layouts that meet a few clues, by eliminating one class of cells after the other.

Cells that the same clues count are one class, of which only the number of mines matters. What the
classes done so far leave over for every clue is kept as a tuple; its entries can only shrink.
"""

from __future__ import annotations

from collections import Counter
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from graphpuzzles.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

__all__ = ["ClueSet", "count_layouts", "signatures"]


K = TypeVar("K", bound="Hashable")


class ClueSet(NamedTuple):
    """A number of mines, and the cells among which they lie."""

    mines: int
    cells: frozenset[Hashable]


def signatures(clues: Sequence[ClueSet], cells: Iterable[K]) -> dict[K, tuple[int, ...]]:
    """Return by cell the positions of the clues that count it."""
    found: dict[Hashable, list[int]] = {}
    for position, clue in enumerate(clues):
        for cell in clue.cells:
            found.setdefault(cell, []).append(position)
    return {cell: tuple(found.get(cell, ())) for cell in cells}


def count_layouts(
    clues: Sequence[ClueSet],
    cells: Collection[K],
    *,
    total: int | None = None,
    pinned: Mapping[K, int] | None = None,
    odds: tuple[int, int] = (1, 1),
    max_states: int = 1_000_000,
) -> int:
    """Return the number of layouts of the cells that meet all clues.

    Parameters
    ----------
    clues : sequence of ClueSet
    cells : collection of hashable
        All cells.
    total : int, optional
        Number of mines among all cells.
    pinned : Mapping of hashable to int, optional
        Values, 0 or 1, that some cells have besides.
    odds : (int, int)
        Weights of a mine and of a safe cell; the result is the sum of the products.
    max_states : int
        Tuples kept in all at most.

    Returns
    -------
    int

    Raises
    ------
    CertificateError
        If there would be more tuples.

    Examples
    --------
    >>> count_layouts([ClueSet(1, frozenset("ab")), ClueSet(1, frozenset("bc"))], "abc")
    2
    """
    values = pinned or {}
    alike = signatures(clues, cells)
    sizes = Counter(alike[cell] for cell in alike if cell not in values)
    classes = _closing_order(sizes)
    left = [
        clue.mines - sum(value for cell, value in values.items() if cell in clue.cells)
        for clue in clues
    ]
    if total is not None:
        classes = [((*positions, len(clues)), size) for positions, size in classes]
        left.append(total - sum(values.values()))
    room = [sum(size for positions, size in classes if i in positions) for i in range(len(left))]
    if any(not 0 <= need <= most for need, most in zip(left, room, strict=True)):
        return 0
    states = {tuple(left): prod(odds[1 - value] for value in values.values())}
    held = 0
    for positions, size in classes:
        for position in positions:
            room[position] -= size
        states = _eliminate(states, positions, size, odds, room)
        held += len(states)
        if held > max_states:
            raise CertificateError(f"more than {max_states} states would be needed to check it")
    return sum(states.values())


def _closing_order(sizes: Mapping[tuple[int, ...], int]) -> list[tuple[tuple[int, ...], int]]:
    """Order the classes so that clues are finished soon after they are begun."""
    by_clue: dict[int, list[tuple[int, ...]]] = {}
    for positions in sizes:
        for position in positions:
            by_clue.setdefault(position, []).append(positions)
    waiting = {position: len(classes) for position, classes in by_clue.items()}
    left = dict(sizes)
    begun: set[int] = set()
    order = []
    while waiting:
        clue = min(begun or waiting, key=lambda position: (waiting[position], position))
        for positions in by_clue[clue]:
            if positions not in left:
                continue
            order.append((positions, left.pop(positions)))
            begun.update(positions)
            for position in positions:
                waiting[position] -= 1
        for position in [position for position in begun if not waiting[position]]:
            begun.remove(position)
            del waiting[position]
    # What no clue counts comes last, when all else is settled.
    return order + list(left.items())


def _eliminate(
    states: Mapping[tuple[int, ...], int],
    positions: tuple[int, ...],
    size: int,
    odds: tuple[int, int],
    room: Sequence[int],
) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    mine, safe = odds
    choices: dict[int, int] = {}
    for state, count in states.items():
        needs = [state[position] for position in positions]
        most = min([size, *needs])
        least = max([0, *(state[p] - room[p] for p in positions)])
        rest = list(state)
        for k in range(least, most + 1):
            if k not in choices:
                choices[k] = comb(size, k) * mine**k * safe ** (size - k)
            for position, need in zip(positions, needs, strict=True):
                rest[position] = need - k
            key = tuple(rest)
            found[key] = found.get(key, 0) + count * choices[k]
    return found
