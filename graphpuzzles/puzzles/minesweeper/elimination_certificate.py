"""Place the mines of one class of cells after the other, in every way that the clues allow.

Cells that the same clues count are one class, of which only the number of mines matters. What the
classes placed so far leave over for every clue begun is kept as a tuple, whose entries can only
shrink. Any order of the classes is right; the better it is, the fewer tuples there are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from graphpuzzles.limits import Meter

K = TypeVar("K", bound="Hashable")

Members: TypeAlias = tuple[int, ...]
"""The positions of the clues that count a class of cells."""
Needs: TypeAlias = tuple[int, ...]
"""The mines that the clues begun still lack."""
Arc: TypeAlias = tuple[int, int, int]
"""From the state of this number, by so many mines, to the next state of that number."""

_POLL = 4096
# About what CPython takes for an arc, the tuple of a state among them.
_ARC_BYTES = 320


class ClueSet(NamedTuple):
    """A number of mines, and the cells among which they lie."""

    mines: int
    cells: tuple[Hashable, ...]


def signatures(clues: Sequence[ClueSet], cells: Iterable[K]) -> dict[K, Members]:
    """Return by cell the positions of the clues that count it."""
    found: dict[Hashable, list[int]] = {}
    for position, clue in enumerate(clues):
        for cell in clue.cells:
            found.setdefault(cell, []).append(position)
    return {cell: tuple(found.get(cell, ())) for cell in cells}


class Elimination:
    """The classes of some cells, placed one after the other.

    Parameters
    ----------
    left : sequence of int
        By clue, its mines.
    classes : sequence of (Members, int)
        The clues that count the cells of a class, and their number.
    meter : Meter
    held : int
        States that are held elsewhere already.
    """

    def __init__(
        self,
        left: Sequence[int],
        classes: Sequence[tuple[Members, int]],
        meter: Meter,
        held: int = 0,
    ) -> None:
        self.left = left
        self.classes = classes
        self.meter = meter
        # By clue, how many of its cells are still to come.
        self.room = [0] * len(left)
        for members, size in classes:
            for clue in members:
                self.room[clue] += size
        self.begun: list[int] = []
        self.held = held
        self.arcs = 0

    def layers(self) -> Iterator[tuple[int, list[Arc]]]:
        """Yield, class by class, the number of states before it and the arcs that place it.

        Nothing follows a layer without arcs: then no layout meets the clues.
        """
        if any(not 0 <= need <= most for need, most in zip(self.left, self.room, strict=True)):
            yield 1, []
            return
        states: list[Needs] = [()]
        for members, size in self.classes:
            arcs, after = self._place(members, size, states)
            yield len(states), arcs
            if not arcs:
                return
            states = after

    def possible(self) -> bool:
        """Tell whether some layout meets all clues."""
        return all(arcs for _, arcs in self.layers())

    def _place(
        self, members: Members, size: int, states: list[Needs]
    ) -> tuple[list[Arc], list[Needs]]:
        """Place the mines of a class in every way."""
        fresh = [clue for clue in members if clue not in self.begun]
        begin = tuple([self.left[clue] for clue in fresh])
        begun = self.begun + fresh
        for clue in members:
            self.room[clue] -= size
        at = [begun.index(clue) for clue in members]
        rooms = [(i, self.room[begun[i]]) for i in at]
        # A clue that is done has nothing left over in any state.
        kept = [i for i, clue in enumerate(begun) if self.room[clue]]
        self.begun = [begun[i] for i in kept]
        found: dict[Needs, int] = {}
        arcs: list[Arc] = []
        poll = 0
        for source, state in enumerate(states):
            if len(arcs) >= poll:
                self._account(len(found), len(arcs))
                poll = len(arcs) + _POLL
            rest = [*state, *begin]
            least, most = 0, size
            for i, room in rooms:
                need = rest[i]
                most = min(most, need)
                least = max(least, need - room)
            for i in at:
                rest[i] -= least
            for mines in range(least, most + 1):
                key = tuple([rest[i] for i in kept])
                arcs.append((source, mines, found.setdefault(key, len(found))))
                for i in at:
                    rest[i] -= 1
        self._account(len(found), len(arcs))
        self.held += len(found)
        self.arcs += len(arcs)
        return arcs, list(found)

    def _account(self, states: int, arcs: int) -> None:
        self.meter.require(
            f"{self.held + states} states of an elimination were held",
            states=self.held + states,
            memory=_ARC_BYTES * (self.arcs + arcs),
        )


def satisfiable(
    clues: Sequence[ClueSet],
    cells: Iterable[K],
    meter: Meter,
    *,
    total: int | None = None,
    pinned: Mapping[K, int] | None = None,
) -> bool:
    """Tell whether some layout of the cells meets all clues.

    Parameters
    ----------
    clues : sequence of ClueSet
    cells : iterable of hashable
        All cells.
    meter : Meter
    total : int, optional
        Number of mines among all cells: one more clue.
    pinned : Mapping of hashable to int, optional
        Values, 0 or 1, that some cells have besides.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    values = pinned or {}
    alike = signatures(clues, cells)
    sizes = Counter(alike[cell] for cell in alike if cell not in values)
    left = [clue.mines for clue in clues]
    for cell, value in values.items():
        for position in alike[cell]:
            left[position] -= value
    members = list(sizes)
    classes = [(members[i], sizes[members[i]]) for i in closing_order(members, meter)]
    if total is not None:
        classes = [((*positions, len(clues)), size) for positions, size in classes]
        left.append(total - sum(values.values()))
    return Elimination(left, classes, meter).possible()


def closing_order(classes: Sequence[Members], meter: Meter) -> list[int]:
    """Order classes so that clues are finished soon after they are begun."""
    by_clue: dict[int, list[int]] = {}
    for number, members in enumerate(classes):
        for clue in members:
            by_clue.setdefault(clue, []).append(number)
    waiting = {clue: len(held) for clue, held in by_clue.items()}
    done = [False] * len(classes)
    near: dict[int, None] = {}
    order: list[int] = []
    while waiting:
        meter.require(f"{len(order)} classes were put in order")
        # The clue with the fewest classes left among those that meet clues already begun.
        clue = min(near, key=lambda clue: waiting[clue]) if near else next(iter(waiting))
        for number in by_clue[clue]:
            if done[number]:
                continue
            done[number] = True
            order.append(number)
            for member in classes[number]:
                beside = (other for held in by_clue[member] for other in classes[held])
                near.update((other, None) for other in beside if other in waiting)
                waiting[member] -= 1
            for member in classes[number]:
                if not waiting[member]:
                    del near[member], waiting[member]
    # What no clue counts comes last, when all else is settled.
    return order + [number for number, placed in enumerate(done) if not placed]
