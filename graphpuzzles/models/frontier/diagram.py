"""Frontier diagrams: every path from source to sink is one solution.

A combinatorial problem is cut into steps, and what the steps to come need to know of the steps
done is coded as a state of the frontier between them. The states, layer by layer, and the choices
that lead from one to the next form an acyclic graph. States from which no solution can be reached
are left out. On the finished diagram a least weight is a shortest path, the number of solutions a
number of paths, a probability a share of paths, a random path a random solution.

`graphpuzzles.models.frontier.build` builds the diagram, `graphpuzzles.models.frontier.sweeps` and
`graphpuzzles.models.frontier.paths` ask it.

References
----------
Kawahara, J., Inoue, T., Iwashita, H. and Minato, S. (2017). Frontier-based search for enumerating
all constrained subgraphs with compressed representation. *IEICE Transactions on Fundamentals*
E100-A (9).
Knuth, D. E. (2011). *The Art of Computer Programming*, volume 4A, section 7.1.4.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar, cast, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = list[int] | NDArray[np.integer]
    States: TypeAlias = list[Hashable] | NDArray[np.integer]
    Batch: TypeAlias = tuple[
        NDArray[np.integer], NDArray[np.integer], NDArray[np.integer], NDArray[np.integer]
    ]


S = TypeVar("S", bound="Hashable")

INT64_SAFE = 2**62
"""Two integers below this can be added in int64."""


@runtime_checkable
class ScalarFrontier(Protocol[S]):
    """A problem that tells the successors of one state; for narrow layers.

    Every state left after the last step is accepted. Labels of the arcs out of one state must
    differ, so that different paths are different solutions.
    """

    @property
    def steps(self) -> int:
        """Number of steps."""
        ...

    @property
    def start(self) -> S:
        """State before the first step."""
        ...

    def successors(self, step: int, state: S, /) -> Iterable[tuple[S, int, int]]:
        """Return ``(new state, label, weight)`` for every choice; weights are not negative."""
        ...


@runtime_checkable
class BatchFrontier(Protocol):
    """A problem that expands a whole layer at once; for wide layers.

    States are rows of an integer array: shape ``(n,)``, or ``(n, words)`` where one word is not
    enough. A problem that offers `successors` too has integer states below 2^63.
    """

    @property
    def steps(self) -> int:
        """Number of steps."""
        ...

    @property
    def start(self) -> int | tuple[int, ...]:
        """State before the first step: one word, or all words."""
        ...

    def expand(self, step: int, states: NDArray[np.integer], /) -> Batch:
        """Return source index, new state, label and weight of every arc, new states repeated."""
        ...


@dataclass(frozen=True, eq=False)
class Arcs:
    """The arcs of one step.

    Parameters
    ----------
    source, target : list of int or integer array, shape (n,)
        Indices into the layer before and the layer after.
    label, weight : list of int or integer array, shape (n,)
        The choice that an arc stands for, and what it costs. Either all four are lists (a narrow
        step) or all are arrays (a wide one).

    Attributes
    ----------
    wide : bool
        Whether the arcs are held in arrays.
    """

    source: Numbers
    target: Numbers
    label: Numbers
    weight: Numbers
    wide: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wide", not isinstance(self.source, list))

    def __len__(self) -> int:
        return len(self.source)

    @cached_property
    def _by_source(self) -> Sequence[int]:
        return _argsort(self.source)

    @cached_property
    def _by_target(self) -> Sequence[int]:
        return _argsort(self.target)

    def leaving(self, node: int) -> Sequence[int]:
        """Return the positions of the arcs that leave a node of the layer before."""
        return _run(self._by_source, self.source, node)

    def entering(self, node: int) -> Sequence[int]:
        """Return the positions of the arcs that enter a node of the layer after."""
        return _run(self._by_target, self.target, node)

    def rows(self, *, backward: bool = False) -> Iterable[tuple[int, int, int, int]]:
        """Return ``(source, target, label, weight)`` of every arc as Python integers.

        Backwards the ends change places.
        """
        ends = (self.target, self.source) if backward else (self.source, self.target)
        return zip(*map(as_list, (*ends, self.label, self.weight)), strict=True)


def _argsort(numbers: Numbers) -> list[int]:
    if isinstance(numbers, list):
        return sorted(range(len(numbers)), key=numbers.__getitem__)
    return as_list(numbers.argsort(kind="stable"))


def _run(order: Sequence[int], numbers: Numbers, value: int) -> Sequence[int]:
    first = bisect_left(order, value, key=numbers.__getitem__)
    return order[first : bisect_left(order, value + 1, first, key=numbers.__getitem__)]


def as_list(numbers: Numbers) -> list[int]:
    """Return integers as a list of Python integers; a list is returned as it is."""
    return numbers if isinstance(numbers, list) else numbers.tolist()


@dataclass(frozen=True, eq=False)
class FrontierDiagram:
    """A layered acyclic graph whose paths from source to sink are the solutions of a problem.

    Every node lies on such a path. Layer 0 holds the source, the last layer the sink; without a
    solution all layers are empty.

    Parameters
    ----------
    arcs : tuple of Arcs
        One a step.
    states : tuple of list or integer array
        The states of every layer, one layer more than there are steps. All accepted states are one
        node, the sink, under the name of the first of them.
    ways : sequence of sequence of int, optional
        ``ways[step][label]``: how many solutions an arc stands for, at least 1; a path stands for
        the product. 1 everywhere by default.
    built, widest : int
        States made before those that lead nowhere were left out, in all and in the widest layer.
    """

    arcs: tuple[Arcs, ...]
    states: tuple[States, ...]
    ways: Sequence[Sequence[int]] | None = None
    built: int = 0
    widest: int = 0

    def __post_init__(self) -> None:
        # The puzzle keeps its diagram for further questions, so nobody may change it.
        for arcs in self.arcs:
            if arcs.wide:
                for column in (arcs.source, arcs.target, arcs.label, arcs.weight):
                    cast("NDArray[np.integer]", column).setflags(write=False)
        for states in self.states:
            if not isinstance(states, list):
                states.setflags(write=False)

    @property
    def steps(self) -> int:
        """Number of steps, which is the length of every path."""
        return len(self.arcs)

    @property
    def feasible(self) -> bool:
        """Whether there is a solution."""
        return len(self.states[0]) > 0

    @property
    def nodes(self) -> int:
        """Number of nodes in all layers."""
        return sum(map(len, self.states))

    @property
    def size(self) -> int:
        """Number of arcs in all steps."""
        return sum(map(len, self.arcs))

    def width(self, layer: int) -> int:
        """Return the number of nodes of a layer."""
        return len(self.states[layer])

    def ways_of(self, step: int) -> Sequence[int] | None:
        """Return how many solutions an arc of each label stands for; None means 1 each."""
        return None if self.ways is None else self.ways[step]

    def to_networkx(
        self,
        *,
        describe: Callable[[int, Hashable], str] | None = None,
        name: Callable[[int, int], str] | None = None,
    ) -> nx.MultiDiGraph[str]:
        """Return the diagram as an explicit graph, parallel arcs kept.

        Parameters
        ----------
        describe : callable, optional
            Called with a layer and a state: the ``label`` of the node. ``str(state)`` by default.
        name : callable, optional
            Called with a step and a label: the ``label`` of the arc. ``str(label)`` by default.

        Returns
        -------
        networkx.MultiDiGraph
            Node ``"i.j"`` is state ``j`` of layer ``i``, with ``layer``, ``label``, and its place:
            ``x`` to the right by layers, ``y`` downwards by states (y points up). Edges carry
            ``label``, ``weight`` and, where the diagram has them, ``ways`` (in hexadecimal, since
            they may exceed 64 bits). ``graph.graph["source"]`` and ``["sink"]`` name the ends,
            which exist even where there is no solution.

        Examples
        --------
        The two ways to choose one of two things:

        >>> from graphpuzzles.models.frontier.build import build_diagram
        >>> class OneOfTwo:
        ...     steps, start = 2, 0
        ...     def successors(self, step, chosen):
        ...         yield from ((n, n - chosen, 0) for n in (0, 1) if n >= max(chosen, step))
        >>> graph = build_diagram(OneOfTwo()).to_networkx()
        >>> sorted((u, v, d["label"]) for u, v, d in graph.edges(data=True))
        [('0.0', '1.0', '0'), ('0.0', '1.1', '1'), ('1.0', '2.0', '1'), ('1.1', '2.0', '0')]
        """
        import networkx as nx

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(source="0.0", sink=f"{self.steps}.0")
        for layer, states in enumerate(self.states):
            for j, state in enumerate(states if isinstance(states, list) else states.tolist()):
                text = str(state) if describe is None else describe(layer, state)
                graph.add_node(f"{layer}.{j}", layer=layer, label=text, x=layer, y=-j)
        for end, layer in (("0.0", 0), (f"{self.steps}.0", self.steps)):
            if end not in graph:
                graph.add_node(end, layer=layer, label="", x=layer, y=0)
        for step, arcs in enumerate(self.arcs):
            ways = self.ways_of(step)
            for u, v, label, weight in arcs.rows():
                text = str(label) if name is None else name(step, label)
                more = {} if ways is None else {"ways": hex(ways[label])}
                graph.add_edge(f"{step}.{u}", f"{step + 1}.{v}", label=text, weight=weight, **more)
        return graph
