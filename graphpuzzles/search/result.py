"""What every search returns: one result type, one set of statistics, one way to go on."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from graphpuzzles.limits import UNLIMITED

if TYPE_CHECKING:
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.space import Space


N = TypeVar("N", bound=Hashable)


class SearchStatus(StrEnum):
    """How a search ended.

    Only two of these prove something: ``found`` with `SearchResult.optimal`, and ``exhausted``.
    """

    FOUND = "found"
    """A path to a target was found."""
    EXHAUSTED = "exhausted"
    """Proved: no target can be reached (within `cutoff`, where one was given)."""
    INCOMPLETE = "incomplete"
    """Nothing is left to expand, but what was pruned may have held the way to a target."""
    STATE_LIMIT = "state_limit"
    EXPANDED_LIMIT = "expanded_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    STEP_LIMIT = "step_limit"
    """No target lies within `Limits.max_steps` steps; farther states were not looked at."""
    STOPPED = "stopped"
    """The progress callback asked to stop."""

    @classmethod
    def of_limit(cls, name: str) -> SearchStatus:
        """Return the status for a field of `Limits`, or for ``"stopped"``."""
        return _OF_LIMIT[name]


_OF_LIMIT = {
    "max_states": SearchStatus.STATE_LIMIT,
    "max_expanded": SearchStatus.EXPANDED_LIMIT,
    "max_seconds": SearchStatus.TIME_LIMIT,
    "max_memory": SearchStatus.MEMORY_LIMIT,
    "max_steps": SearchStatus.STEP_LIMIT,
    "stopped": SearchStatus.STOPPED,
}


class Guarantee(IntEnum):
    """What is promised of the paths that survive pruning; greater is stronger."""

    NONE = 0
    """Nothing."""
    SOME = 1
    """If there is a solution, one survives, perhaps not an optimal one."""
    ONE = 2
    """If there is a solution, at least one optimal path survives."""
    ALL = 3
    """Every optimal path survives."""


@dataclass(frozen=True, kw_only=True)
class SearchStats:
    """Statistics of a search from its start, resumed or not.

    Two runs of the same search have equal statistics, whatever stops they made; `seconds` does not
    take part in the comparison.

    Parameters
    ----------
    engine : str
        Name of the engine.
    states : int
        States held at the end.
    expanded : int
        States whose successors were asked for; a state that was expanded again counts again.
    generated : int
        Steps that were looked at.
    duplicates : int
        Generated steps that led to a known state without improving it.
    reopened : int
        Expanded states to which a cheaper path was found later.
    pruned : Mapping of str to int
        Generated steps that were dropped, by the name of the pruner that did.
    layer_sizes : tuple of int
        States by depth, for engines that work in layers.
    max_frontier : int
        Most states that waited at one time.
    seconds : float
        Wall-clock seconds of all runs together.
    """

    engine: str
    states: int = 0
    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    pruned: Mapping[str, int] = field(default_factory=dict)
    layer_sizes: tuple[int, ...] = ()
    max_frontier: int = 0
    seconds: float = field(default=0.0, compare=False)


class Search(ABC, Generic[N]):
    """A search that is under way, stopped, or finished: the tables of one engine.

    `SearchResult` reads its tables; users rarely need this class.

    Attributes
    ----------
    space : Space
        The graph that is searched.
    """

    space: Space[N]

    @property
    @abstractmethod
    def engine(self) -> str:
        """Name of the algorithm."""

    @abstractmethod
    def run(
        self, limits: Limits = UNLIMITED, progress: ProgressCallback | None = None
    ) -> SearchResult[N]:
        """Go on until a target is found, nothing is left, or a limit is reached."""

    @property
    @abstractmethod
    def seen(self) -> Mapping[N, Cost]:
        """The states held, in order of discovery, with the cost of the best path to each."""

    @property
    @abstractmethod
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state on the best path to it; None for a source."""

    @property
    def goal(self) -> Callable[[N], bool] | None:
        """Whether a state is a target; None where everything was to be seen."""
        return None

    @property
    def predecessors(self) -> Mapping[N, Sequence[N]]:
        """All states that come before a state on a best path, for searches that keep them."""
        return {}

    @property
    def layers(self) -> Sequence[Collection[N]]:
        """The states by depth, for engines that work in layers."""
        return ()


def walk_back(pred: Mapping[N, N | None], u: N) -> list[N]:
    """Return the states from a source to a state, by the state before each."""
    path = [u]
    before = pred[u]
    while before is not None:
        path.append(before)
        before = pred[before]
    path.reverse()
    return path


@dataclass(frozen=True, kw_only=True)
class SearchResult(Generic[N]):
    """What a search found, proved and did.

    `seen`, `pred`, `predecessors` and `layers` show the tables of the search itself: resuming it
    lets them grow. All else is as it was when this result was made.

    Parameters
    ----------
    status : SearchStatus
        How the search ended.
    target : N, optional
        The target that was found.
    cost : Cost, optional
        Cost of `path`.
    lower_bound : Cost
        Proved: no path to a target costs less; infinite where there is none.
    optimal : bool
        Whether `path` is proved to be a cheapest one, given that the heuristics are lower bounds
        and the pruners keep what they promise.
    exact : bool
        Whether all sums of weights and estimates were without rounding, as with integers and
        fractions. Otherwise `optimal`, `lower_bound`, the status ``exhausted`` and `guarantee`
        hold up to rounding: by 2**-32 of the cost, on paths of up to a million steps. The `cost`
        itself is the sum of the weights along `path`, from the source on.
    overestimated_at : N, optional
        A state of `path` for which a heuristic says more than the path costs from there: it is no
        lower bound, and nothing is proved.
    guarantee : Guarantee
        What the pruners that dropped something promise together.
    stats : SearchStats
        What was done.
    cutoff : Cost, optional
        The greatest cost that was asked for.
    search : Search
        The search itself.
    walk : tuple of N, optional
        The path.

    Notes
    -----
    A result pickles if its state space does: functions must be importable, which a lambda is not.
    """

    status: SearchStatus
    target: N | None = None
    cost: Cost | None = None
    lower_bound: Cost = 0
    optimal: bool = False
    exact: bool = True
    overestimated_at: N | None = None
    guarantee: Guarantee = Guarantee.ALL
    stats: SearchStats
    cutoff: Cost | None = None
    search: Search[N] = field(repr=False, compare=False)
    walk: tuple[N, ...] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def path(self) -> list[N] | None:
        """The states from a source to `target`, or None.

        A search that was stopped may have a path too, the best one known so far.
        """
        return None if self.walk is None else list(self.walk)

    def path_to(self, u: N) -> list[N]:
        """Return the best path known from a source to a state.

        Raises
        ------
        KeyError
            If the state has not been seen.
        """
        return walk_back(self.search.pred, u)

    @property
    def seen(self) -> Mapping[N, Cost]:
        """The states held, in order of discovery, with the cost of the best path to each."""
        seen = self.search.seen
        return MappingProxyType(seen) if isinstance(seen, dict) else seen

    @property
    def pred(self) -> Mapping[N, N | None]:
        """The state before each state on the best path to it; None for a source."""
        pred = self.search.pred
        return MappingProxyType(pred) if isinstance(pred, dict) else pred

    @property
    def predecessors(self) -> Mapping[N, Sequence[N]]:
        """All states before each state on best paths; empty unless the search was asked for it."""
        predecessors = self.search.predecessors
        return MappingProxyType(predecessors) if isinstance(predecessors, dict) else predecessors

    @property
    def layers(self) -> Sequence[Collection[N]]:
        """The states by depth, for engines that work in layers."""
        return self.search.layers

    @property
    def best(self) -> N | None:
        """The state seen of least heuristic value, the first one of them; None without heuristic.

        Notes
        -----
        ``path_to(best)`` tells how far a stopped search got.
        """
        heuristic = self.search.space.heuristic
        seen = self.search.seen
        if heuristic is None or not seen:
            return None
        return min(seen, key=heuristic)

    @property
    def proved(self) -> bool:
        """Whether the question is closed: a cheapest path, or a proof that there is none."""
        return self.status == SearchStatus.EXHAUSTED or self.optimal

    def resume(
        self, limits: Limits = UNLIMITED, progress: ProgressCallback | None = None
    ) -> SearchResult[N]:
        """Go on with a stopped search.

        Parameters
        ----------
        limits : Limits, optional
            None by default. Numbers count from the start of the search, so that
            ``resume(Limits(max_expanded=stats.expanded + 1))`` is one step; the clock starts anew.
        progress : ProgressCallback, optional
            Called now and then; returning True stops the search.

        Returns
        -------
        SearchResult
            The same as one run through would have given; of a finished search, the same again.
        """
        return self.search.run(limits, progress)

    def __repr__(self) -> str:
        shown = [str(self.status)]
        if self.cost is not None:
            shown.append(f"cost={self.cost}")
        if self.overestimated_at is not None:
            shown.append(f"heuristic overestimates at {self.overestimated_at!r}")
        if self.proved and not self.exact:
            shown.append("up to rounding")
        if not self.proved and not math.isinf(self.lower_bound):
            shown.append(f"lower_bound={self.lower_bound}")
        shown.append(f"states={self.stats.states}, expanded={self.stats.expanded}")
        return f"SearchResult({', '.join(shown)})"
