"""Questions to a frontier diagram: least weight, counts, probabilities.

Each is one sweep along the layers, over one semiring or another; probabilities take a sweep from
each side. Numbers of solutions are Python integers and never wrap. Numbers of
solutions *by weight* are polynomials, packed into one Python integer each: the coefficient of
weight ``w`` stands at bit ``w * bits`` (Kronecker substitution), so that adding a weight is a
shift and joining two parts is one multiplication.

References
----------
Baras, J. S. and Theodorakopoulos, G. (2010). *Path Problems in Networks*. Morgan & Claypool.
(semirings)
Rabiner, L. R. (1989). A tutorial on hidden Markov models. *Proceedings of the IEEE* 77 (2).
(forward-backward)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from graphpuzzles.errors import LimitError, NoSolutionError
from graphpuzzles.models.frontier.build import trim
from graphpuzzles.models.frontier.diagram import INT64_SAFE, Arcs, FrontierDiagram, as_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.limits import Meter
    from graphpuzzles.models.frontier.diagram import Numbers


@dataclass(frozen=True)
class Step:
    """One step of a sweep.

    Parameters
    ----------
    arcs : Arcs
    ways : sequence of int, optional
        By label, how many solutions an arc stands for.
    width : int
        Number of nodes of the layer to which the sweep goes; each has an arc.
    backward : bool
        Whether the sweep goes from targets to sources.
    """

    arcs: Arcs
    ways: Sequence[int] | None
    width: int
    backward: bool = False

    @property
    def ends(self) -> tuple[Numbers, Numbers]:
        """Where the arcs come from and where they go, as the sweep does."""
        ends = self.arcs.source, self.arcs.target
        return ends[::-1] if self.backward else ends

    def rows(self) -> Iterable[tuple[int, int, int, int]]:
        """Return the arcs from end to end; see `Arcs.rows`."""
        return self.arcs.rows(backward=self.backward)


class Semiring(Protocol):
    """How values are joined along paths and over paths."""

    def push(self, values: Numbers, step: Step) -> Numbers:
        """Carry values along the arcs of one step.

        Parameters
        ----------
        values : list of int or integer array
            One value a node of the layer from which the sweep comes.
        step : Step
        """
        ...

    @property
    def one(self) -> int:
        """The value of the path without arcs."""
        ...


def _largest(numbers: Numbers) -> int:
    return max(numbers) if isinstance(numbers, list) else int(numbers.max())


@dataclass(frozen=True)
class MinPlus:
    """Least total weight: Tropical semiring, in int64 arrays where the numbers allow it."""

    one: int = 0

    def push(self, values: Numbers, step: Step) -> Numbers:
        """See `Semiring.push`; the ways do not matter."""
        arcs = step.arcs
        above = _largest(values) + _largest(arcs.weight) + 1
        if arcs.wide and above < INT64_SAFE:
            import numpy as np

            origin, goal = step.ends
            least = np.full(step.width, above, dtype=np.int64)
            offers = np.asarray(values, dtype=np.int64)[origin]
            offers += np.asarray(arcs.weight, dtype=np.int64)
            np.minimum.at(least, goal, offers)
            return least
        found = [above] * step.width
        known = values if isinstance(values, list) else as_list(values)
        for u, v, _, weight in step.rows():
            found[v] = min(found[v], known[u] + weight)
        return found


@dataclass(frozen=True)
class Counting:
    """Number of solutions, exact; with ``bits`` by weight, as packed polynomials.

    Parameters
    ----------
    bits : int
        Bits of a coefficient; 0 to count all weights together.
    """

    bits: int = 0
    one: int = 1

    def push(self, values: Numbers, step: Step) -> Numbers:
        """See `Semiring.push`."""
        ways = step.ways
        if step.arcs.wide and not self.bits:
            most = _largest(values) * max(ways or (1,)) * len(step.arcs)
            if most < INT64_SAFE:
                return _add_wide(values, step)
        total = [0] * step.width
        known = values if isinstance(values, list) else as_list(values)
        bits = self.bits
        for u, v, label, weight in step.rows():
            factor = 1 if ways is None else ways[label]
            total[v] += known[u] * factor << weight * bits
        return total


def _add_wide(values: Numbers, step: Step) -> NDArray[np.int64]:
    import numpy as np

    origin, goal = step.ends
    total = np.zeros(step.width, dtype=np.int64)
    parts = np.asarray(values, dtype=np.int64)[origin]
    if step.ways is not None:
        parts *= np.array(step.ways, dtype=np.int64)[step.arcs.label]
    np.add.at(total, goal, parts)
    return total


@dataclass(frozen=True)
class Attainable:
    """Which total weights occur: bit ``w`` of a value is set where some path weighs ``w``."""

    one: int = 1

    def push(self, values: Numbers, step: Step) -> Numbers:
        """See `Semiring.push`; the ways do not matter."""
        found = [0] * step.width
        known = values if isinstance(values, list) else as_list(values)
        for u, v, _, weight in step.rows():
            found[v] |= known[u] << weight
        return found


def sweep(
    diagram: FrontierDiagram,
    semiring: Semiring,
    *,
    backward: bool = False,
    meter: Meter | None = None,
) -> list[Numbers]:
    """Carry a semiring's values from one end of a feasible diagram to the other.

    Parameters
    ----------
    diagram : FrontierDiagram
    semiring : Semiring
    backward : bool
        From the sink to the source.
    meter : Meter, optional
        The clock is looked at once a layer.

    Returns
    -------
    list of (list of int or integer array)
        One entry a layer, in the order of the layers: forward, the value of all paths from the
        source to each node; backward, of all paths from each node to the sink.

    Raises
    ------
    LimitError
        If the time is up.
    NoSolutionError
        If the diagram has no path.
    """
    if not diagram.feasible:
        raise NoSolutionError("the diagram has no path")
    layers: list[Numbers] = [[semiring.one]]
    steps = range(diagram.steps)
    for number in reversed(steps) if backward else steps:
        width = diagram.width(number if backward else number + 1)
        step = Step(diagram.arcs[number], diagram.ways_of(number), width, backward)
        layers.append(semiring.push(layers[-1], step))
        limit = None if meter is None else meter.exceeded()
        if limit is not None:
            raise LimitError(limit, f"swept {len(layers)} of {diagram.steps} steps")
    return layers[::-1] if backward else layers


def _sink_value(diagram: FrontierDiagram, semiring: Semiring) -> int:
    return int(sweep(diagram, semiring)[-1][0])


def least_weight(diagram: FrontierDiagram) -> int | None:
    """Return the least weight of a path; None where there is no path."""
    return _sink_value(diagram, MinPlus()) if diagram.feasible else None


def count_solutions(diagram: FrontierDiagram) -> int:
    """Return the exact number of solutions."""
    return _sink_value(diagram, Counting()) if diagram.feasible else 0


def solutions_by_weight(diagram: FrontierDiagram) -> dict[int, int]:
    """Return the exact number of solutions of every weight that occurs, by rising weight.

    Notes
    -----
    Memory and time grow with the largest weight: meant for weights that count something.
    """
    bits = count_solutions(diagram).bit_length()
    return coefficients(_sink_value(diagram, Counting(bits)), bits) if bits else {}


def coefficients(polynomial: int, bits: int) -> dict[int, int]:
    """Unpack a polynomial into its non-zero coefficients by exponent.

    Examples
    --------
    >>> coefficients((5 << 8) + 3, 4)
    {0: 3, 2: 5}
    """
    found = {}
    # Cutting in halves keeps this n log n, where peeling off coefficients would be quadratic.
    pending = [(0, polynomial)]
    while pending:
        exponent, part = pending.pop()
        terms = -(-part.bit_length() // bits)
        if terms > 1:
            half = terms // 2
            low = part & ((1 << half * bits) - 1)
            pending += [(exponent + half, part >> half * bits), (exponent, low)]
        elif part:
            found[exponent] = part
    return found


def optimal_part(diagram: FrontierDiagram) -> FrontierDiagram:
    """Return the part of a diagram whose paths are those of least weight.

    Counting, sampling and listing it answer these questions for the best solutions alone.
    """
    if not diagram.feasible:
        return diagram
    reached = sweep(diagram, MinPlus())
    ahead = sweep(diagram, MinPlus(), backward=True)
    best = int(ahead[0][0])
    tight = [
        _tight(arcs, reached[step], ahead[step + 1], best)
        for step, arcs in enumerate(diagram.arcs)
    ]
    # Nodes without a tight arc ahead have none behind: dropping the former drops all.
    arcs, states = trim(tight, [*diagram.states])
    return FrontierDiagram(tuple(arcs), tuple(states), diagram.ways, diagram.built, diagram.widest)


def _tight(arcs: Arcs, reached: Numbers, ahead: Numbers, best: int) -> Arcs:
    columns = (arcs.source, arcs.target, arcs.label, arcs.weight)
    largest = _largest(reached) + _largest(arcs.weight) + _largest(ahead)
    if arcs.wide and largest < INT64_SAFE:
        import numpy as np

        source, target, label, weight = (np.asarray(column) for column in columns)
        keep = np.asarray(reached)[source] + weight + np.asarray(ahead)[target] == best
        return Arcs(source[keep], target[keep], label[keep], weight[keep])
    before, after = as_list(reached), as_list(ahead)
    rows = [row for row in arcs.rows() if before[row[0]] + row[3] + after[row[1]] == best]
    return Arcs(*(list(column) for column in zip(*rows, strict=True)))


def label_counts(
    diagram: FrontierDiagram, bits: int = 0, *, meter: Meter | None = None
) -> Iterator[dict[int, int]]:
    """Yield for every step how many solutions take each label, exactly.

    Parameters
    ----------
    diagram : FrontierDiagram
    bits : int
        Where positive, the numbers are polynomials packed with so many bits a coefficient; at
        least the bit length of the number of solutions.
    meter : Meter, optional
        The clock is looked at once a layer.

    Yields
    ------
    dict of int to int
        By label, in the order of the labels.
    """
    counting = Counting(bits)
    ahead = sweep(diagram, counting, backward=True, meter=meter)
    total = int(ahead[0][0])
    reached: Numbers = [1]
    for step, arcs in enumerate(diagram.arcs):
        ways = diagram.ways_of(step)
        yield _split(total, arcs, ways, (as_list(reached), as_list(ahead[step + 1])), bits)
        ahead[step] = []
        reached = counting.push(reached, Step(arcs, ways, diagram.width(step + 1)))
        limit = None if meter is None else meter.exceeded()
        if limit is not None:
            raise LimitError(limit, f"swept {step + 1} of {diagram.steps} steps back")


def _split(
    total: int,
    arcs: Arcs,
    ways: Sequence[int] | None,
    values: tuple[list[int], list[int]],
    bits: int,
) -> dict[int, int]:
    """Divide all solutions by the label of one step, from the values before and after it."""
    reached, ahead = values
    tally = Counter(as_list(arcs.label))
    # Every solution takes one label, so the commonest needs no multiplications of its own.
    commonest = max(tally, key=lambda label: (tally[label], -label))
    counts = dict.fromkeys(sorted(tally), 0)
    if len(counts) > 1:
        for u, v, label, weight in arcs.rows():
            if label != commonest:
                factor = 1 if ways is None else ways[label]
                counts[label] += reached[u] * ahead[v] * factor << weight * bits
    counts[commonest] = total - sum(counts.values())
    return counts
