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
    left = [clue.mines for clue in clues]
    for cell, value in values.items():
        for position in alike[cell]:
            left[position] -= value
    if total is not None:
        classes = [((*positions, len(clues)), size) for positions, size in classes]
        left.append(total - sum(values.values()))
    elimination = _Elimination(left, odds, prod(odds[1 - value] for value in values.values()))
    for positions, size in classes:
        for position in positions:
            elimination.room[position] += size
    if any(not 0 <= need <= most for need, most in zip(left, elimination.room, strict=True)):
        return 0
    held = 0
    for positions, size in classes:
        elimination.place(positions, size)
        held += len(elimination.states)
        if held > max_states:
            raise CertificateError(f"more than {max_states} states would be needed to check it")
    return sum(elimination.states.values())


class _Elimination:
    """The layouts of the classes placed so far, by what they leave over for the clues begun."""

    def __init__(self, left: list[int], odds: tuple[int, int], weight: int) -> None:
        self.left = left
        self.odds = odds
        # By clue, how many of its cells are still to come.
        self.room = [0] * len(left)
        self.begun: list[int] = []
        self.states: dict[tuple[int, ...], int] = {(): weight}

    def place(self, positions: tuple[int, ...], size: int) -> None:
        """Place the mines of a class in every way."""
        if not positions:
            free = sum(self.odds) ** size
            self.states = {state: count * free for state, count in self.states.items()}
            return
        fresh = [position for position in positions if position not in self.begun]
        begin = tuple(self.left[position] for position in fresh)
        begun = self.begun + fresh
        for position in positions:
            self.room[position] -= size
        at = [(begun.index(position), self.room[position]) for position in positions]
        # A clue that is done has nothing left over in any state.
        kept = [i for i, position in enumerate(begun) if self.room[position]]
        self.begun = [begun[i] for i in kept]
        mine, safe = self.odds
        weights: dict[int, int] = {}
        found: dict[tuple[int, ...], int] = {}
        for state, count in self.states.items():
            needs = state + begin
            most = min([size, *(needs[i] for i, _ in at)])
            least = max([0, *(needs[i] - room for i, room in at)])
            rest = list(needs)
            for k in range(least, most + 1):
                if k not in weights:
                    weights[k] = comb(size, k) * mine**k * safe ** (size - k)
                for i, _ in at:
                    rest[i] = needs[i] - k
                key = tuple(rest[i] for i in kept)
                found[key] = found.get(key, 0) + count * weights[k]
        self.states = found


def _closing_order(sizes: Mapping[tuple[int, ...], int]) -> list[tuple[tuple[int, ...], int]]:
    """Order the classes so that clues are finished soon after they are begun."""
    by_clue: dict[int, list[tuple[int, ...]]] = {}
    for positions in sizes:
        for position in positions:
            by_clue.setdefault(position, []).append(positions)
    waiting = {position: len(classes) for position, classes in by_clue.items()}
    left = dict(sizes)
    near: dict[int, None] = {}
    order = []
    while waiting:
        # The clue with the fewest classes left among those that meet clues already begun.
        clue = min(near, key=lambda position: waiting[position]) if near else next(iter(waiting))
        for positions in by_clue[clue]:
            if positions not in left:
                continue
            order.append((positions, left.pop(positions)))
            for position in positions:
                beside = (other for held in by_clue[position] for other in held)
                near.update((other, None) for other in beside if other in waiting)
                waiting[position] -= 1
            for position in positions:
                if not waiting[position]:
                    del near[position], waiting[position]
    # What no clue counts comes last, when all else is settled.
    return order + list(left.items())
