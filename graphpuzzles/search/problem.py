"""One question to a state space: from where, to where, and how far."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.search.costs import Cost, number
from graphpuzzles.search.space import Space, SpaceLike, Weight, as_space

if TYPE_CHECKING:
    from typing import Self


N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True, kw_only=True)
class Problem(Generic[N]):
    """A question to a state space.

    Parameters
    ----------
    space : Space
    sources : tuple of N
        Distinct states to start from, at least one.
    targets : tuple of N, optional
        The targets, where they are listed; None where only `is_target` knows them.
    is_target : callable, optional
        Whether a state is a target; None where the search is to see everything.
    cutoff : Cost, optional
        Paths that cost more are not asked for.
    """

    space: Space[N]
    sources: tuple[N, ...]
    targets: tuple[N, ...] | None = None
    is_target: Callable[[N], bool] | None = None
    cutoff: Cost | None = None

    def replay(self, path: Sequence[N]) -> Cost:
        """Walk a path step by step in the graph and return its cost.

        Raises
        ------
        ValueError
            If it does not lead from a source to a target by steps of the graph.
        """
        if not path or path[0] not in self.sources:
            raise ValueError("the known path does not begin at a source")
        if self.is_target is None or not self.is_target(path[-1]):
            raise ValueError("the known path does not end at a target")
        for i, (u, v) in enumerate(pairwise(path)):
            if v not in self.space.successors(u):
                raise ValueError(
                    f"step {i} of the known path, {u!r} to {v!r}, is not in the graph"
                )
        return self.cost_along(path)[-1]

    def cost_along(self, path: Sequence[N]) -> list[Cost]:
        """Return the cost up to each state of a path, added up from its first state on.

        Raises
        ------
        ValueError
            If a step has no weight, or one that is negative or nan.
        """
        costs: list[Cost] = [0]
        for i, (u, v) in enumerate(pairwise(path)):
            step = self.space.step(u, v)
            if step is None:
                raise ValueError(f"step {i} of the known path, {u!r} to {v!r}, has no weight")
            costs.append(costs[-1] + step)
        return costs

    def unweighted(self) -> Self:
        """Return the same question with weight 1 everywhere."""
        return replace(self, space=self.space.unweighted())


def pose(
    graph: SpaceLike[N],
    source: N | None = None,
    target: N | None = None,
    *,
    sources: Iterable[N] | None = None,
    targets: Iterable[N] | None = None,
    is_target: Callable[[N], bool] | None = None,
    cutoff: Cost | None = None,
    weight: Weight[N] | None = None,
) -> Problem[N]:
    """Check the arguments that all searches share and put them in order.

    Raises
    ------
    TypeError
        Unless exactly one of `source` and `sources` and at most one of `target`, `targets` and
        `is_target` are given, or if a state is not hashable.
    ValueError
        If there is no source, a state is None, or the cutoff is not a number or below 0.
    networkx.NodeNotFound
        If a source or listed target is not in the graph.
    """
    space = as_space(graph).weighted(weight)
    starts = _one_or_many("source", source, sources)
    if starts is None:
        raise TypeError("a search needs a source")
    if not starts:
        raise ValueError("sources is empty")
    ends = _one_or_many("target", target, targets)
    if is_target is not None and ends is not None:
        raise TypeError("give listed targets or is_target, not both")
    for state in (*starts, *(ends or ())):
        space.require(state)
    if cutoff is not None:
        cutoff = number(cutoff)
        if math.isnan(cutoff):
            raise ValueError("cutoff is nan")
        if cutoff < 0:
            raise ValueError(f"cutoff must not be negative, got {cutoff}")
    goal: Callable[[N], bool] | None
    if ends is not None:
        goal = frozenset(ends).__contains__ if ends else None
    else:
        goal = space.is_target if is_target is None else is_target
    return Problem(space=space, sources=starts, targets=ends, is_target=goal, cutoff=cutoff)


def _one_or_many(name: str, one: N | None, many: Iterable[N] | None) -> tuple[N, ...] | None:
    if one is not None and many is not None:
        raise TypeError(f"give {name} or {name}s, not both")
    if many is not None:
        return tuple(dict.fromkeys(many))
    return None if one is None else (one,)
