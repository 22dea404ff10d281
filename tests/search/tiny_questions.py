"""Tiny questions to weighted graphs, with all their paths: what is true of them is added up."""

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

WEIGHTS = {
    "integers": (0, 0, 1, 1, 2, 3, 5),
    "fractions": (0, Fraction(1, 3), Fraction(1, 10), Fraction(1, 7), 1),
    "whole floats": (0.0, 0.5, 1.0, 1.0, 2.25),
    "floats": (0.0, 0.1, 0.1, 0.2, 0.3, 0.7, math.sqrt(2), 1 / 3),
    "mixed": (0, 1, 0.1, 0.2, 2, 0.3, Fraction(1, 10), Fraction(1, 3)),
}
EXACT = ("integers", "fractions", "whole floats")


@dataclass(frozen=True)
class Question:
    """A graph with self-loops and weights of 0, sources and targets; the states are range(n)."""

    graph: dict
    sources: list
    targets: list

    def paths_to(self, ends):
        """Yield all paths without repeated states from a source to one of some states."""
        waiting = [(source,) for source in self.sources]
        while waiting:
            path = waiting.pop()
            if path[-1] in ends:
                yield path
            waiting += [(*path, v) for v in self.graph[path[-1]] if v not in path]

    def cost(self, path):
        """Return the sum of the weights, each added to those before."""
        total = 0
        for u, v in pairwise(path):
            total += self.graph[u][v]
        return total

    @cached_property
    def costs(self):
        """All paths to a target with their costs."""
        return {path: self.cost(path) for path in self.paths_to(self.targets)}

    @property
    def least(self):
        return min(self.costs.values(), default=None)

    @cached_property
    def best_paths(self):
        """The paths of least cost whose beginnings cost the least too."""
        least = {u: min(map(self.cost, self.paths_to([u])), default=None) for u in self.graph}
        return {
            path
            for path, cost in self.costs.items()
            if cost == self.least
            and all(self.cost(path[: i + 1]) == least[u] for i, u in enumerate(path))
        }

    @cached_property
    def distances(self):
        """The distance of every state to the nearest target, as an exact fraction."""
        distance = {u: Fraction(0) if u in self.targets else math.inf for u in self.graph}
        for _ in self.graph:
            for u, steps in self.graph.items():
                for v, weight in steps.items():
                    if distance[v] != math.inf:
                        distance[u] = min(distance[u], distance[v] + Fraction(weight))
        return distance

    def estimates(self, rng, kind):
        """Return a heuristic that is a lower bound, but for the rounding of its own numbers."""
        part = rng.choice((0, 1, 1, Fraction(rng.randint(0, 3), 3)))
        if kind == "integers":
            return {u: d if d == math.inf else int(part * d) for u, d in self.distances.items()}
        whole = kind == "fractions"
        return {
            u: d if d == math.inf or whole else float(part * d) for u, d in self.distances.items()
        }


def question(rng, kind):
    """Return a random question of two to six states."""
    n = rng.randint(2, 6)
    graph = {u: {} for u in range(n)}
    for _ in range(rng.randint(n, 3 * n)):
        graph[rng.randrange(n)][rng.randrange(n)] = rng.choice(WEIGHTS[kind])
    few = [rng.randrange(n)] if rng.random() < 0.3 else []
    more = [rng.randrange(n)] if rng.random() < 0.3 else []
    return Question(graph, sorted({0, *few}), sorted({n - 1, *more}))


def questions(kind, count):
    """Yield random questions, each with the source of chance that made it."""
    for seed in range(count):
        rng = random.Random(f"{kind} {seed}")
        yield rng, question(rng, kind)
