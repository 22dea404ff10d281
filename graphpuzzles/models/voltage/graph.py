"""Voltage graphs: how a body moves on a lattice, whatever the board.

A *body* is a tuple of cells. Two bodies have the same *shape* if one is a translate of the other.
The nodes of a voltage graph are the shapes, its arcs are the moves, and every arc carries the
translation of the body's first cell (the *head*) as its voltage. The graph is small and the same
everywhere; the derived graph, whose nodes are a shape and a place for its head, is the state space
of a puzzle once the board has taken away what it blocks.

References
----------
.. [1] J. L. Gross and T. W. Tucker, "Topological Graph Theory", Wiley, 1987, chapter 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

import numpy as np

from graphpuzzles.lattice import Cell, Lattice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx
    from numpy.typing import NDArray

Shape: TypeAlias = tuple[Cell, ...]
"""The cells of a body relative to its first one, which is therefore ``(0, 0)``."""


T = TypeVar("T", bound=np.generic)

_VOLTAGES = 512  # more than the range of an int8 on either side: codes a voltage as one integer


class MoveRule(Protocol):
    """How a body moves where nothing is in its way."""

    @property
    def lattice(self) -> Lattice:
        """The lattice whose cells the body occupies."""
        ...

    @property
    def entering(self) -> int | None:
        """How many cells, from the head on, a move can newly occupy; None: any of them."""
        ...

    def moves(self, shape: Shape) -> Iterable[tuple[Shape, Cell]]:
        """Yield every shape one move away, with the translation of the head."""
        ...


@dataclass(frozen=True, eq=False)
class VoltageGraph:
    """Shapes of a body, the moves between them, and how far each move carries the head.

    Parameters
    ----------
    lattice : Lattice
    bodies : numpy.ndarray of int8, shape (shapes, length, 2)
        Cells of every shape relative to its head. A shape of fewer cells repeats one.
    source, target : numpy.ndarray of int32, shape (arcs,)
        Shapes at the ends of every arc, in ascending order of the source.
    voltage : numpy.ndarray of int8, shape (arcs, 2)
        Translation of the head along every arc.
    entering : int, optional
        How many cells, from the head on, a move can newly occupy: only these need to be free on
        arrival. None: any cell of the body.

    Examples
    --------
    >>> from graphpuzzles.puzzles.snake.gait import snake_graph
    >>> graph = snake_graph(3)
    >>> graph
    VoltageGraph(square lattice, 12 shapes of 3 cells, 36 arcs)
    >>> graph.to_networkx().number_of_edges()
    36
    """

    lattice: Lattice
    bodies: NDArray[np.int8]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    voltage: NDArray[np.int8]
    entering: int | None = None

    def __post_init__(self) -> None:
        # Tables are shared by all puzzles of a process: who could write here could falsify them.
        for field in ("bodies", "source", "target", "voltage"):
            array = getattr(self, field)
            copy = np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)
            object.__setattr__(self, field, copy)

    @property
    def shapes(self) -> int:
        """Number of shapes."""
        return len(self.bodies)

    @property
    def length(self) -> int:
        """Number of cells of a body."""
        return int(self.bodies.shape[1])

    @property
    def arcs(self) -> int:
        """Number of arcs."""
        return len(self.source)

    @cached_property
    def first_arc(self) -> NDArray[np.int64]:
        """Where the arcs of every shape begin, shape (shapes + 1,)."""
        counts = np.bincount(self.source, minlength=self.shapes)
        return _locked(np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]))

    def shape_of(self, body: Sequence[Cell]) -> int | None:
        """Return the number of the shape of a body, or None if it is not one of them."""
        cells = np.array(body, dtype=np.int64).reshape(-1, 2)
        relative = cells - cells[0]
        if len(cells) != self.length or np.abs(relative).max() > np.iinfo(np.int8).max:
            return None
        matches = (self.bodies == relative.astype(np.int8)).all(axis=(1, 2))
        found = np.flatnonzero(matches)
        return int(found[0]) if len(found) else None

    @cached_property
    def reversed(self) -> VoltageGraph:
        """The graph with every arc turned round.

        Its arcs say how a body can have come to be where it is. Which cells such an arc vacates is
        not known, so every cell of a body counts as entering.
        """
        order = np.argsort(self.target, kind="stable")
        return VoltageGraph(
            self.lattice,
            self.bodies,
            self.target[order],
            self.source[order],
            -self.voltage[order],
        )

    @cached_property
    def passes(self) -> tuple[tuple[Cell, NDArray[np.int64], tuple[NDArray[np.int32], ...]], ...]:
        """The arcs in an order that suits operations on all shapes at once.

        Returns
        -------
        tuple of (voltage, targets, sources)
            One entry a voltage. ``targets`` are the shapes that arcs of this voltage enter, in
            descending order of their number; ``sources[k]`` holds the tail of the k-th arc into
            each of the first ``len(sources[k])`` targets.
        """
        if not self.arcs:
            return ()
        code = self.voltage[:, 0].astype(np.int64) * _VOLTAGES + self.voltage[:, 1]
        key = code * self.shapes + self.target
        order = np.argsort(key, kind="stable")  # keys can be negative: divmod below undoes that
        tails = self.source[order]
        entered, first, counts = np.unique(key[order], return_index=True, return_counts=True)
        codes, targets = np.divmod(entered, self.shapes)
        entries = []
        for group in np.split(np.arange(len(codes)), np.flatnonzero(np.diff(codes)) + 1):
            order = group[np.argsort(-counts[group], kind="stable")]
            a, b = divmod(int(codes[order[0]]) + _VOLTAGES // 2, _VOLTAGES)
            sources = tuple(
                tails[first[order[counts[order] > k]] + k] for k in range(counts[order[0]])
            )
            entries.append(
                ((a, b - _VOLTAGES // 2), _locked(targets[order]), tuple(map(_locked, sources)))
            )
        return tuple(entries)

    def label(self, shape: int) -> str:
        """Return a short text that names a shape: its cells relative to the head.

        Examples
        --------
        >>> from graphpuzzles.puzzles.snake.gait import snake_graph
        >>> snake_graph(3).label(0)
        '(-1,0) (-2,0)'
        """
        return " ".join(f"({a},{b})" for a, b in self.bodies[shape, 1:].tolist()) or "(0,0)"

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Return the graph as an explicit `networkx.MultiDiGraph`.

        Returns
        -------
        networkx.MultiDiGraph
            Nodes ``"s0"``, ``"s1"``, ... with ``label`` (the cells), ``x`` and ``y`` (the centre
            of the body, y pointing up); arcs with ``row`` and ``column``, the voltage.
        """
        import networkx as nx

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(name="voltage graph")
        centres = self.bodies.mean(axis=1)
        for shape, (row, column) in enumerate(centres.tolist()):
            x, y = self.lattice.place(row, column)
            graph.add_node(f"s{shape}", label=self.label(shape), x=x, y=y)
        for u, v, (a, b) in zip(
            self.source.tolist(), self.target.tolist(), self.voltage.tolist(), strict=True
        ):
            graph.add_edge(f"s{u}", f"s{v}", row=a, column=b, label=f"({a},{b})")
        return graph

    def __repr__(self) -> str:
        return (
            f"VoltageGraph({self.lattice.name} lattice, {self.shapes} shapes of {self.length} "
            f"cells, {self.arcs} arcs)"
        )


def _locked(array: NDArray[T]) -> NDArray[T]:
    array.setflags(write=False)
    return array


def explore(rule: MoveRule, shapes: Iterable[Shape]) -> VoltageGraph:
    """Build the voltage graph of a rule from the shapes that it reaches.

    Parameters
    ----------
    rule : MoveRule
    shapes : Iterable of Shape
        Shapes to begin with, all of the same number of cells.

    Returns
    -------
    VoltageGraph
        Shapes are numbered in breadth-first order of discovery.

    Notes
    -----
    One call of the rule a shape. For snakes and hexerpents, tables
    built with array operations give the same graph a hundred times faster.
    """
    number: dict[Shape, int] = {}
    queue: list[Shape] = []

    def numbered(shape: Shape) -> int:
        if shape not in number:
            number[shape] = len(queue)
            queue.append(shape)
        return number[shape]

    for shape in shapes:
        numbered(shape)
    arcs: list[tuple[int, int, int, int]] = []
    for shape in queue:  # grows while it is read
        arcs.extend(
            (number[shape], numbered(other), row, column)
            for other, (row, column) in rule.moves(shape)
        )
    table = np.array(arcs, dtype=np.int32).reshape(-1, 4)
    return VoltageGraph(
        rule.lattice,
        np.array(queue, dtype=np.int8).reshape(len(queue), -1, 2),
        table[:, 0],
        table[:, 1],
        table[:, 2:].astype(np.int8),
        rule.entering,
    )
