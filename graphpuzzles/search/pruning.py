"""Pruners: rules that drop steps of a search, each saying what it promises to keep.

A pruner is asked about every step that leads to a new state, or to a known one by a cheaper path.
What survives of the optimal paths is its `Guarantee`. `combined_guarantee` says what several
promise together, `graphpuzzles.search.audit_pruning` finds out whether they keep it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

import numpy as np

from graphpuzzles.search.costs import beyond, cannot_beat, coarse, number
from graphpuzzles.search.result import Guarantee

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.problem import Problem


N = TypeVar("N", bound=Hashable)
K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class PruneContext:
    """What a pruner is told beside the step itself. One object serves a whole search.

    Parameters
    ----------
    g : Cost
        Cost of the path to the end of the step.
    bound : Cost
        Cost of the best path to a target known so far; infinite where none is.
    rounded : bool
        Whether sums may be rounded: floats with many digits are among what has been added.
    """

    g: Cost = 0
    bound: Cost = math.inf
    rounded: bool = False


Cut: TypeAlias = Callable[[N, N, PruneContext], bool]
"""Whether to drop the step from the first state to the second."""


class Pruner(Generic[N]):
    """A rule that drops steps.

    Give the rule as a function, or write a subclass with a method `prune`.

    Parameters
    ----------
    cut : callable, optional
        ``cut(u, v, context)`` says whether to drop the step from ``u`` to ``v``.
    name : str, optional
        Under which the statistics count; the name of the class by default.
    guarantee : Guarantee, optional
        What survives. Nothing is promised by default.
    order : Hashable, optional
        Pruners that say the same order keep the same optimal paths, for example those whose
        steps come first in it; their guarantees then hold together. See `combined_guarantee`.

    Examples
    --------
    >>> from graphpuzzles.search import bfs_search
    >>> small = Pruner(lambda u, v, context: v > 20, name="small", guarantee=Guarantee.NONE)
    >>> result = bfs_search(lambda n: (2 * n, n + 1), 1, 30, prune=small)
    >>> result.status.value, dict(result.stats.pruned)
    ('incomplete', {'small': 11})
    """

    vectorized: bool = False
    """Whether `prune_array` can be asked; searches over whole arrays need it."""

    bounds: bool = False
    """Whether it drops steps for a `lower_bound`, which the path that is found may refute."""

    def __init__(
        self,
        cut: Cut[N] | None = None,
        *,
        name: str | None = None,
        guarantee: Guarantee = Guarantee.NONE,
        order: Hashable = None,
    ) -> None:
        self.cut = cut
        self.name = type(self).__name__ if name is None else name
        self.guarantee = Guarantee(guarantee)
        self.order = order

    def prepare(self, problem: Problem[N]) -> None:
        """Get ready for a new search; forget the one before."""

    def prune_source(self, u: N, context: PruneContext) -> bool:
        """Say whether no path from this source is wanted. Says no by default."""
        del u, context
        return False

    def lower_bound(self, u: N) -> Cost:
        """Return what is taken for a lower bound of the cost from a state to a target."""
        del u
        return 0

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        """Say whether to drop the step from `u` to `v`."""
        if self.cut is None:
            raise NotImplementedError(f"{type(self).__name__} has neither a cut nor a prune()")
        return self.cut(u, v, context)

    def prune_array(
        self, src: NDArray[np.int64], dst: NDArray[np.int64], context: PruneContext
    ) -> NDArray[np.bool_]:
        """Say for many steps between integer states which of them to drop.

        Returns
        -------
        numpy.ndarray of bool, shape of `src`
        """
        raise NotImplementedError(f"{type(self).__name__} does not work on arrays")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, guarantee={self.guarantee.name})"


class BoundPruner(Pruner[N]):
    """Drops steps that cannot lead to a better path than a known one.

    The known path is replayed in the graph when the search begins, so that its cost is no claim;
    where nothing better is found, it is the answer.

    Parameters
    ----------
    witness : Sequence of N
        A path from a source to a target.
    lower : callable, optional
        Lower bound of the cost from a state to a target; the space's heuristic by default.
    keep_ties : bool, optional
        Keep steps that may lead to a path of the same cost. Then every optimal path survives;
        otherwise one does, or the known path is optimal itself.

    Notes
    -----
    Cuts where ``g + lower(v) >= bound`` (``>`` with `keep_ties`); where sums are rounded, only
    where it is greater by more than rounding. Other pruners' promises are not weakened by it: if
    the optimum is below the bound, nothing optimal is cut, and else the known path is the answer.
    If ``lower`` of every source reaches the bound, nothing is expanded.

    Raises
    ------
    ValueError
        When the search begins, if the path is none in the graph.
    """

    def __init__(
        self,
        witness: Sequence[N],
        lower: Callable[[N], Cost] | None = None,
        *,
        keep_ties: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name, guarantee=Guarantee.ALL if keep_ties else Guarantee.ONE)
        self.witness = tuple(witness)
        self.lower = lower
        self.keep_ties = keep_ties
        self.cost: Cost = math.inf

    def prepare(self, problem: Problem[N]) -> None:
        """Replay the known path and take its cost as the bound."""
        self.cost = problem.replay(self.witness)
        if self.lower is None:
            self.lower = problem.space.heuristic
        if self.lower is None:
            raise ValueError("BoundPruner needs a lower bound: the space has no heuristic")

    bounds = True

    def prune_source(self, u: N, context: PruneContext) -> bool:
        """Say whether the lower bound of a source reaches the known cost."""
        return self._reaches(u, 0, context)

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        """Say whether the step leads to no better path."""
        del u
        return self._reaches(v, context.g, context)

    def lower_bound(self, u: N) -> Cost:
        """Return the lower bound of the cost from a state to a target."""
        if self.lower is None:
            raise ValueError("prepare() has not been called")
        return number(self.lower(u))

    def _reaches(self, v: N, g: Cost, context: PruneContext) -> bool:
        h = self.lower_bound(v)
        context.rounded = context.rounded or coarse(h)
        bound = min(context.bound, self.cost)
        if self.keep_ties:
            return beyond(g + h, bound, rounded=context.rounded)
        return cannot_beat(g + h, bound, rounded=context.rounded)


class DeadEndPruner(Pruner[N]):
    """Drops steps to states from which no target can be reached.

    Parameters
    ----------
    heuristic : callable, optional
        Infinite for dead ends; the space's heuristic by default.
    """

    def __init__(
        self, heuristic: Callable[[N], Cost] | None = None, *, name: str | None = None
    ) -> None:
        super().__init__(name=name, guarantee=Guarantee.ALL)
        self.heuristic = heuristic

    def prepare(self, problem: Problem[N]) -> None:
        """Take the space's heuristic where none was given."""
        if self.heuristic is None:
            self.heuristic = problem.space.heuristic
        if self.heuristic is None:
            raise ValueError("DeadEndPruner needs a heuristic: the space has none")

    bounds = True

    def prune_source(self, u: N, context: PruneContext) -> bool:
        """Say whether a source is a dead end."""
        del context
        return self.lower_bound(u) == math.inf

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        """Say whether the step leads to a dead end."""
        del u, context
        return self.lower_bound(v) == math.inf

    def lower_bound(self, u: N) -> Cost:
        """Return infinity for a dead end, else 0: the heuristic's other values are not used."""
        dead = self.heuristic is not None and self.heuristic(u) == math.inf
        return math.inf if dead else 0


class DominancePruner(Pruner[N]):
    """Drops steps to states that are no better than a known state reached at no greater cost.

    Parameters
    ----------
    key : callable
        Only states of the same key are compared.
    better : callable
        ``better(a, b)``: every path from ``b`` to a target can be imitated from ``a`` at no
        greater cost. Must be transitive.

    Notes
    -----
    One optimal path survives. Memory and time grow with the number of states of a key that do
    not dominate each other.
    """

    def __init__(
        self,
        key: Callable[[N], Hashable],
        better: Callable[[N, N], bool],
        *,
        name: str | None = None,
        order: Hashable = None,
    ) -> None:
        super().__init__(name=name, guarantee=Guarantee.ONE, order=order)
        self.key = key
        self.better = better
        self.table: dict[Hashable, list[tuple[Cost, N]]] = {}

    def prepare(self, problem: Problem[N]) -> None:
        """Forget the states of the search before, and learn the sources."""
        self.table = {}
        for source in problem.sources:
            self.table.setdefault(self.key(source), []).append((0, source))

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        """Say whether a known state dominates `v`; else remember `v`."""
        del u
        g = context.g
        better = self.better
        entries = self.table.setdefault(self.key(v), [])
        if any(cost <= g and w != v and better(w, v) for cost, w in entries):
            return True
        entries[:] = [(cost, w) for cost, w in entries if cost < g or not (w == v or better(v, w))]
        entries.append((g, v))
        return False


class SymmetryPruner(DominancePruner[N]):
    """Keeps one state of each class of equivalent states.

    Parameters
    ----------
    canonical : callable
        The same value for states that a symmetry of the graph maps to each other, where the
        symmetry keeps weights and the set of targets.
    """

    def __init__(
        self,
        canonical: Callable[[N], Hashable],
        *,
        name: str | None = None,
        order: Hashable = None,
    ) -> None:
        super().__init__(canonical, _always, name=name, order=order)


def _always(a: Hashable, b: Hashable) -> bool:
    del a, b
    return True


class LimitedPruner(Pruner[N]):
    """Asks another pruner only as long as it is worth its time.

    Parameters
    ----------
    pruner : Pruner
        The pruner that is asked; its name and guarantee hold.
    min_ratio : float, optional
        Share of the steps that must be dropped.
    after : int, optional
        Number of steps after which the share counts.

    Notes
    -----
    What survives fewer cuts contains what survives more, so the guarantee stays.
    """

    def __init__(self, pruner: Pruner[N], *, min_ratio: float = 0.02, after: int = 10_000) -> None:
        super().__init__(name=pruner.name, guarantee=pruner.guarantee, order=pruner.order)
        self.pruner = pruner
        self.min_ratio = min_ratio
        self.after = after
        self.asked = 0
        self.dropped = 0
        self.vectorized = pruner.vectorized
        self.bounds = pruner.bounds

    def prepare(self, problem: Problem[N]) -> None:
        """Prepare the other pruner and count from 0 again."""
        self.pruner.prepare(problem)
        self.asked = self.dropped = 0

    def prune_source(self, u: N, context: PruneContext) -> bool:
        """Ask the other pruner."""
        return self.pruner.prune_source(u, context)

    def lower_bound(self, u: N) -> Cost:
        """Ask the other pruner."""
        return self.pruner.lower_bound(u)

    @property
    def switched_off(self) -> bool:
        """Whether the pruner has proved useless and is not asked any more."""
        return self.asked >= self.after and self.dropped < self.min_ratio * self.asked

    def prune(self, u: N, v: N, context: PruneContext) -> bool:
        """Ask the other pruner, unless it is switched off."""
        if self.switched_off:
            return False
        drop = self.pruner.prune(u, v, context)
        self.asked += 1
        self.dropped += drop
        return drop

    def prune_array(
        self, src: NDArray[np.int64], dst: NDArray[np.int64], context: PruneContext
    ) -> NDArray[np.bool_]:
        """Ask the other pruner, unless it is switched off."""
        if self.switched_off:
            return np.zeros(len(src), dtype=np.bool_)
        drop = self.pruner.prune_array(src, dst, context)
        self.asked += len(src)
        self.dropped += int(np.count_nonzero(drop))
        return drop


def combined_guarantee(pruners: Iterable[Pruner[N]]) -> Guarantee:
    """Return what several pruners promise together.

    Any number of pruners that keep ALL optimal paths keep them together. One pruner that promises
    less lowers the promise to its own. Two that promise less than ALL promise nothing together,
    since each may keep another path, unless all of these declare the same `Pruner.order`. A
    `BoundPruner` never weakens another pruner's promise: its known path stands in for what it
    cuts.

    Examples
    --------
    >>> one = Pruner(guarantee=Guarantee.ONE)
    >>> combined_guarantee([one, Pruner(guarantee=Guarantee.ALL)]).name
    'ONE'
    >>> combined_guarantee([one, Pruner(guarantee=Guarantee.ONE)]).name
    'NONE'
    """
    pruners = list(pruners)
    weak = [p for p in pruners if p.guarantee < Guarantee.ALL]
    weak = [p for p in weak if not isinstance(_innermost(p), BoundPruner)]
    if len(weak) > 1 and (weak[0].order is None or len({p.order for p in weak}) > 1):
        return Guarantee.NONE
    return min((p.guarantee for p in pruners), default=Guarantee.ALL)


def _innermost(pruner: Pruner[N]) -> Pruner[N]:
    while isinstance(pruner, LimitedPruner):
        pruner = pruner.pruner
    return pruner


def listed(
    prune: Pruner[N] | Iterable[Pruner[N]], *, keep_all: bool = False
) -> tuple[Pruner[N], ...]:
    """Return the pruners of a search, which must keep ALL optimal paths where that is wanted."""
    if not isinstance(prune, Pruner) and callable(prune):
        raise TypeError("a search takes pruners, not functions: Pruner(cut) makes one of cut")
    pruners = (prune,) if isinstance(prune, Pruner) else tuple(prune)
    if keep_all and (guarantee := combined_guarantee(pruners)) < Guarantee.ALL:
        raise ValueError(
            "all_predecessors needs pruners that keep ALL optimal paths; these promise "
            f"{guarantee.name}"
        )
    return pruners


def known_path(pruners: Iterable[Pruner[N]]) -> tuple[Cost, tuple[N, ...]] | None:
    """Return the cheapest path that pruners know, with its cost, once they are prepared."""
    bounds = [inner for inner in map(_innermost, pruners) if isinstance(inner, BoundPruner)]
    known = ((bound.cost, bound.witness) for bound in bounds)
    return min(known, key=lambda pair: pair[0], default=None)
