"""Paths of a frontier diagram, which are solutions: drawn at random, or best first."""

from __future__ import annotations

import heapq
from itertools import accumulate
from typing import TYPE_CHECKING

from graphpuzzles.errors import NoSolutionError
from graphpuzzles.models.frontier.diagram import as_list
from graphpuzzles.models.frontier.sweeps import Counting, MinPlus, count_solutions, sweep

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from typing import TypeAlias

    from graphpuzzles.models.frontier.diagram import FrontierDiagram

    Path: TypeAlias = tuple[int, ...]


class PathSampler:
    """Draw paths with the probability of a solution drawn uniformly.

    Parameters
    ----------
    diagram : FrontierDiagram
        A feasible one.
    by_weight : bool
        Prepare to draw among the solutions of one given weight.

    Raises
    ------
    NoSolutionError
        If the diagram has no path.
    """

    def __init__(self, diagram: FrontierDiagram, *, by_weight: bool = False) -> None:
        self.diagram = diagram
        self.bits = count_solutions(diagram).bit_length() if by_weight else 0
        self._ahead = [as_list(x) for x in sweep(diagram, Counting(self.bits), backward=True)]
        self._mask = (1 << self.bits) - 1

    def draw(self, rng: random.Random, *, weight: int | None = None) -> Path:
        """Draw the labels of one path.

        Parameters
        ----------
        rng : random.Random
        weight : int, optional
            Total weight of the path; needs ``by_weight=True``, which needs it in turn.

        Raises
        ------
        NoSolutionError
            If no path has this weight.
        """
        if (weight is None) == bool(self.bits):
            raise ValueError("give a weight exactly where the sampler draws by weight")
        left = weight or 0
        node = 0
        labels = []
        for step, arcs in enumerate(self.diagram.arcs):
            ways = self.diagram.ways_of(step)
            leaving = arcs.leaving(node)
            shares = []
            for i in leaving:
                factor = 1 if ways is None else ways[arcs.label[i]]
                shares.append(
                    factor
                    * self._solutions(step + 1, int(arcs.target[i]), left - int(arcs.weight[i]))
                )
            sums = list(accumulate(shares))
            if not sums[-1]:
                raise NoSolutionError(f"no path has the weight {weight}")
            drawn = rng.randrange(sums[-1])
            arc = leaving[next(k for k, upto in enumerate(sums) if drawn < upto)]
            labels.append(int(arcs.label[arc]))
            node = int(arcs.target[arc])
            left -= int(arcs.weight[arc])
        return tuple(labels)

    def _solutions(self, layer: int, node: int, weight: int) -> int:
        value = self._ahead[layer][node]
        if not self.bits:
            return value
        return value >> weight * self.bits & self._mask if weight >= 0 else 0


def iter_best_paths(
    diagram: FrontierDiagram, *, limit: int | None = None
) -> Iterator[tuple[int, Path]]:
    """Yield weight and labels of every path by rising weight, at most `limit` of them.

    Notes
    -----
    A* with the exact weight ahead of every node: only partial paths that lead to a result of the
    least weight left are taken up, the longest first, so that the first result takes one pass.
    Memory grows with the results already given.
    """
    if not diagram.feasible:
        return
    ahead = [as_list(values) for values in sweep(diagram, MinPlus(), backward=True)]
    # (weight in the end, steps to go, serial number, weight so far, node, labels)
    heap: list[tuple[int, int, int, int, int, Path]] = [(ahead[0][0], diagram.steps, 0, 0, 0, ())]
    found = serial = 0
    while heap and (limit is None or found < limit):
        total, to_go, _, weight, node, labels = heapq.heappop(heap)
        if not to_go:
            found += 1
            yield total, labels
            continue
        step = diagram.steps - to_go
        arcs = diagram.arcs[step]
        for i in arcs.leaving(node):
            serial += 1
            target, so_far = int(arcs.target[i]), weight + int(arcs.weight[i])
            entry = so_far + ahead[step + 1][target]
            path = (*labels, int(arcs.label[i]))
            heapq.heappush(heap, (entry, to_go - 1, serial, so_far, target, path))
