"""All minimum region cuts of a board: how many, which, one at random, the extreme ones."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from graphpuzzles.errors import require_kind
from graphpuzzles.models.cut.arrays import reached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.models.cut.planar import PlanarDual


@dataclass(frozen=True, eq=False)
class MinimumCuts:
    """The minimum cuts of a board as the shortest walks of its dual.

    Where every weight is positive, a minimum cut is the node set of exactly one shortest walk:
    along the walk the distances ascend, so the set fixes the order.

    Parameters
    ----------
    dual : PlanarDual
        Without groups, with a finite value.

    Raises
    ------
    ValueError
        If a region that red may take has weight 0 (then a minimum cut is no longer one walk, and
        counting the minimal ones is counting induced paths), or there is no finite cut.

    Notes
    -----
    Counting minimum cuts is #P-complete in general graphs and polynomial in planar ones [1]_,
    [2]_: here it is one pass over the tight arcs in order of distance.

    References
    ----------
    .. [1] M. O. Ball and J. S. Provan, "Calculating bounds on reachability and connectedness in
       stochastic networks", Networks 13 (1983), 253-278.
    .. [2] I. Bezakova and A. J. Friedlander, "Counting minimum (s,t)-cuts in weighted planar
       graphs in polynomial time", MFCS 2010, doi 10.1007/978-3-642-15155-2_13.

    Examples
    --------
    >>> from graphpuzzles.models.cut.planar import PlanarDual
    >>> from graphpuzzles.models.cut.regions import Regions
    >>> board = Regions(np.arange(9).reshape(3, 3))
    >>> cuts = MinimumCuts(PlanarDual(board, board.sizes, np.zeros(9, dtype=bool)))
    >>> cuts.count
    17
    >>> next(iter(cuts)), cuts.nearest("top"), cuts.nearest("bottom")
    ((0, 1, 2), (0, 1, 2), (6, 7, 8))
    """

    dual: PlanarDual

    def __repr__(self) -> str:
        return f"MinimumCuts(value {self.dual.value})"

    def __post_init__(self) -> None:
        if self.dual.value is None:
            raise ValueError("forbidden regions join the top and the bottom: there is no cut")
        if np.any(self.dual.weights[~self.dual.forbidden] == 0):
            raise ValueError("minimum cuts are counted for positive weights only; one is 0")

    @cached_property
    def _previous(self) -> dict[int, list[int]]:
        """The tight predecessors of every node that lies on a shortest walk.

        In order of distance: a node stands after its predecessors. Since weights are positive,
        exactly the nodes on the left column have none.
        """
        dual = self.dual
        indptr, indices = dual.arcs
        before, paid = dual.before, dual.before + dual.weights
        found: dict[int, list[int]] = {}
        waiting = self._ends
        while waiting:
            node = waiting.pop()
            if node in found:
                continue
            beside = np.unique(indices[indptr[node] : indptr[node + 1]])
            tight = (paid[beside] == before[node]) & ~dual.forbidden[beside]
            found[node] = beside[tight].tolist()
            waiting += found[node]
        return {node: found[node] for node in sorted(found, key=lambda v: (before[v], v))}

    @property
    def _ends(self) -> list[int]:
        dual = self.dual
        ends = dual.right[~dual.forbidden[dual.right]]
        cheapest: list[int] = ends[dual.before[ends] + dual.weights[ends] == dual.value].tolist()
        return cheapest

    @cached_property
    def _ways(self) -> dict[int, int]:
        """Number of shortest walks from the left column to a node, as Python integers."""
        ways: dict[int, int] = {}
        for node, previous in self._previous.items():
            ways[node] = sum(ways[u] for u in previous) if previous else 1
        return ways

    @cached_property
    def count(self) -> int:
        """Number of minimum cuts."""
        return sum(self._ways[end] for end in self._ends)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield every minimum cut once, as regions in ascending order; the order is fixed."""
        # A stack of (node, link to the rest of the walk) shares what walks have in common.
        stack: list[tuple[int, Link]] = [(end, None) for end in reversed(self._ends)]
        while stack:
            node, rest = stack.pop()
            link = (node, rest)
            if self._previous[node]:
                stack += [(u, link) for u in reversed(self._previous[node])]
            else:
                yield _unroll(link)

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        """Draw one minimum cut, every one with the same probability.

        Parameters
        ----------
        rng : random.Random

        Returns
        -------
        tuple of int
            Regions in ascending order.
        """
        require_kind(rng, random.Random)
        walk: list[int] = []
        choices = self._ends
        while choices:
            ticket = rng.randrange(sum(self._ways[u] for u in choices))
            for node in choices:
                ticket -= self._ways[node]
                if ticket < 0:
                    walk.append(node)
                    choices = self._previous[node]
                    break
        return tuple(sorted(walk))

    def nearest(self, side: Literal["top", "bottom"]) -> tuple[int, ...]:
        """Return the minimum cut that lies nearest to a side.

        Parameters
        ----------
        side : {"top", "bottom"}

        Returns
        -------
        tuple of int
            Regions in ascending order: the extreme element of the lattice of minimum cuts [1]_.

        References
        ----------
        .. [1] J.-C. Picard and M. Queyranne, "On the structure of all minimum cuts in a network
           and applications", Mathematical Programming Study 13 (1980), 8-16.
        """
        dual = self.dual
        if side not in ("top", "bottom"):
            raise ValueError(f"side is 'top' or 'bottom', not {side!r}")
        border = dual.top if side == "top" else dual.bottom
        tight = np.zeros(len(dual.weights), dtype=bool)
        tight[list(self._previous)] = True
        smaller, larger = dual.regions.sides.pairs
        tails = np.concatenate([smaller, larger])
        heads = np.concatenate([larger, smaller])
        onward = ~tight[tails]
        met = reached(len(tight), tails[onward], heads[onward], border)
        nearest: list[int] = np.flatnonzero(met & tight).tolist()
        return tuple(nearest)


Link = tuple[int, "Link"] | None


def _unroll(link: Link) -> tuple[int, ...]:
    walk = []
    while link is not None:
        node, link = link
        walk.append(node)
    return tuple(sorted(walk))
