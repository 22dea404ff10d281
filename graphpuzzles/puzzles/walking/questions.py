"""Questions about the whole state space of a body: how many, how far, from where.

All are answered by searches with one bit a state, so the body must not be longer than the tables
of shapes allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.errors import LimitError, NoSolutionError, NotApplicableError
from graphpuzzles.models.voltage.layers import BitSearch
from graphpuzzles.puzzles.walking.body import Walk
from graphpuzzles.puzzles.walking.methods import depth_limit, searching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzles.walking.body import Body
    from graphpuzzles.puzzles.walking.walker import Walker

    Codes = NDArray[np.int64]


def _search(walker: Walker) -> BitSearch:
    obstacle = walker.table_obstacle()
    if obstacle is not None:
        raise NotApplicableError(obstacle)
    space = walker.derived()
    return BitSearch(space, np.array([space.encode(walker.body)]))


def _run(search: BitSearch, walker: Walker, limits: Limits, *, stop: bool) -> str | None:
    """Run a search; return what ended it early, the step cap included."""
    limit = search.run(searching(limits, None), stop=stop, depth=depth_limit(walker, limits))
    if limit == "max_steps" and search.depth == walker.step_cap:
        return "step cap"
    if limit is not None and not (stop and len(search.hits())):
        raise LimitError(limit, f"{search.states} states, {search.depth} steps")
    return None


def layer_sizes(walker: Walker, limits: Limits) -> list[int]:
    """Return the number of states at every number of steps from the first one.

    Parameters
    ----------
    walker : Walker
    limits : Limits

    Returns
    -------
    list of int
        Up to the farthest state, or to the step cap.

    Raises
    ------
    NotApplicableError
        If there is no table of shapes for a body of this length.
    LimitError
        If a limit was reached.
    """
    search = _search(walker)
    _run(search, walker, limits, stop=False)
    return search.sizes if search.sizes[-1] else search.sizes[:-1]


def farthest_walk(walker: Walker, limits: Limits) -> Walk:
    """Return a shortest walk to a state that needs the most steps, at most the step cap.

    Raises
    ------
    NotApplicableError, LimitError
        As in `layer_sizes`.
    """
    search = _search(walker)
    _run(search, walker, limits, stop=False)
    last = next(layer for layer in reversed(search.layers) if len(layer))
    del search.layers[search.layers.index(last) + 1 :]
    codes = search.walk_to(int(last.codes()[0]))
    return Walk(tuple(map(search.space.decode, codes)))


def hardest_body(walker: Walker, limits: Limits) -> tuple[Body, int]:
    """Return a body that needs the most steps on this board, and how many.

    Parameters
    ----------
    walker : Walker
        Where its own body is does not matter.
    limits : Limits

    Returns
    -------
    body : tuple of Cell
        One that can reach a target at all, within the step cap.
    steps : int

    Raises
    ------
    NoSolutionError
        If no body fits on a target.
    NotApplicableError, LimitError
        As in `layer_sizes`.

    Notes
    -----
    One search by moves turned round, from all states at a target.
    """
    obstacle = walker.table_obstacle()
    if obstacle is not None:
        raise NotApplicableError(obstacle)
    space = walker.derived_around(walker.targets[0]).reversed
    goals = space.standing_on(walker.targets)
    if not len(goals):
        raise NoSolutionError("no body of this length fits on a target")
    search = BitSearch(space, goals)
    _run(search, walker, limits, stop=False)
    depth = len(search.sizes) - 1 - (search.sizes[-1] == 0)
    return space.decode(int(search.layers[depth].codes()[0])), depth


def _best(walker: Walker, limits: Limits) -> tuple[BitSearch, list[tuple[Codes, Codes]]]:
    """Find all shortest walks.

    Returns
    -------
    search : BitSearch
        Whose last layer is the one of the targets.
    steps : list of (numpy.ndarray, numpy.ndarray)
        The steps from every layer to the next that belong to a shortest walk, as codes of their
        ends; sorted.
    """
    search = _search(walker)
    if _run(search, walker, limits, stop=True) is not None:
        raise LimitError("max_steps", f"no walk has {search.depth} steps or fewer")
    reached = search.hits()
    if not len(reached):
        raise NoSolutionError("no walk reaches a target")
    steps = []
    for layer in reversed(search.layers[:-1]):
        origin, before = search.space.reversed.steps(reached)
        held = layer.holds(before)
        ends, starts = reached[origin[held]], before[held]
        order = np.lexsort((ends, starts))
        steps.append((starts[order], ends[order]))
        reached = np.unique(starts)
    return search, steps[::-1]


def count_walks(walker: Walker, limits: Limits) -> tuple[int, int]:
    """Return the number of shortest walks, exactly, and how many steps each has.

    Raises
    ------
    NoSolutionError
        If there is no walk.
    NotApplicableError, LimitError
        As in `layer_sizes`.
    """
    search, steps = _best(walker, limits)
    codes = search.layers[0].codes()
    ways = np.ones(1, dtype=object)  # Python integers: they outgrow 64 bits
    for starts, ends in steps:
        reached, which = np.unique(ends, return_inverse=True)
        more = np.zeros(len(reached), dtype=object)
        np.add.at(more, which, ways[np.searchsorted(codes, starts)])
        codes, ways = reached, more
    return int(ways.sum()), len(steps)


def best_walks(walker: Walker, limits: Limits) -> Iterator[Walk]:
    """Yield all shortest walks, in an order that depends on nothing but the puzzle.

    Raises
    ------
    NoSolutionError, NotApplicableError, LimitError
        As in `count_walks`, when the first walk is asked for.
    """
    search, steps = _best(walker, limits)
    decode = search.space.decode
    # The steps of one depth that are still to be tried, one list a depth.
    walk = [int(search.layers[0].codes()[0])]
    waiting: list[list[int]] = []
    while True:
        if len(walk) <= len(steps):
            starts, ends = steps[len(walk) - 1]
            first, last = np.searchsorted(starts, [walk[-1], walk[-1] + 1])
            waiting.append(ends[first:last].tolist()[::-1])
        else:
            yield Walk(tuple(map(decode, walk)))
            walk.pop()
        while waiting and not waiting[-1]:
            waiting.pop()
            walk.pop()
        if not waiting:
            return
        walk.append(waiting[-1].pop())
