"""What is to be wired: a grid or a graph with labelled terminals, checked and put in order."""

from __future__ import annotations

import operator
import reprlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, cast, get_args

import numpy as np

from graphpuzzles.errors import PuzzleError
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self, SupportsIndex

    import networkx as nx

Node: TypeAlias = "str | int | tuple[str | int, ...]"
"""A node of a graph; on grids a cell, ``(row, column)`` from 0, or one way over a crossing."""

Rule: TypeAlias = Literal["shortest", "any", "fill"]
SelfTouch: TypeAlias = Literal["allow", "no_chord", "no_2x2"]

# Type variables, since the keys of mappings and the nodes of graphs are invariant.
N = TypeVar("N", bound=Node)
L = TypeVar("L", str, int)
E = TypeVar("E", bound=tuple[Node, Node])

BLANK, WALL, CROSSING = ".", "#", "+"
"""Tokens of cells that are no terminals; one line crosses another on a crossing, or a bridge."""
ACROSS, DOWN = "across", "down"
"""The two ways over a crossing: its nodes are ``(row, column, way)``."""
MAX_DEPTH = 20
"""Tuples in a tuple that is a node, one in the other; JSON may hold thousands."""
MAX_CELLS = 500_000
"""Cells up to which a grid is read from a text: each takes about half a kilobyte."""


def node_name(node: Node) -> str:
    """Return the name of a node in graphs that leave the house.

    Examples
    --------
    >>> node_name((2, 5)), node_name("A"), node_name(7)
    ('2,5', 'A', '7')
    """
    return ",".join(map(str, node)) if isinstance(node, tuple) else str(node)


def read_node(value: object, depth: int = 0) -> Node:
    """Check a node, or rebuild it from JSON, where tuples have become lists.

    Raises
    ------
    TypeError
        If it is neither a string, an integer, nor a tuple of these, or one in another too often.
    """
    if type(value) is tuple and {*map(type, value)} == {int}:
        return value  # a cell of a grid, as nearly all nodes are
    if isinstance(value, (list, tuple)) and depth < MAX_DEPTH:
        return tuple([cast("str | int", read_node(part, depth + 1)) for part in value])
    if isinstance(value, str):
        return str(value)
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(cast("SupportsIndex", value))
        except TypeError:
            pass
    raise TypeError(
        f"a node must be a string, an integer or a tuple of these, not {reprlib.repr(value)}"
    )


@dataclass(frozen=True, eq=False)
class WiringBoard:
    """A graph, its terminals by label, and the rules.

    Parameters
    ----------
    nodes : tuple of Node
        In the order that all answers and certificates use; on grids the cells that are no walls,
        row by row, a crossing as two nodes.
    edges : tuple of (int, int, int)
        ``(u, v, weight)`` over positions in `nodes`, ``u < v``, in increasing order.
    pairs : tuple of (str, int, int)
        Label and the positions of its two terminals, in the order of the first ones.
    rule, self_touch : str
        See `graphpuzzles.puzzles.wiring.puzzles.Numberlink`.
    shape : (int, int), optional
        Rows and columns of a grid.
    """

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, int, int], ...]
    pairs: tuple[tuple[str, int, int], ...]
    rule: Rule = "shortest"
    self_touch: SelfTouch = "allow"
    shape: tuple[int, int] | None = None
    index: Mapping[Node, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, value, allowed in (
            ("rule", self.rule, get_args(Rule)),
            ("self_touch", self.self_touch, get_args(SelfTouch)),
        ):
            if value not in allowed:
                raise ValueError(
                    f"{name} must be one of {', '.join(allowed)}, not {reprlib.repr(value)}"
                )
        if self.self_touch == "no_2x2" and self.shape is None:
            raise ValueError("self_touch='no_2x2' is for grids only")
        index = MappingProxyType({node: i for i, node in enumerate(self.nodes)})
        object.__setattr__(self, "index", index)
        names = Counter(map(node_name, self.nodes) if self.shape is None else ())
        if 0 < len(names) < len(self.nodes):
            name = next(name for name, count in names.items() if count > 1)
            raise PuzzleError(f"two nodes have the same name {quote(name)}")

    def __reduce__(self) -> tuple[object, ...]:
        fields = self.nodes, self.edges, self.pairs, self.rule, self.self_touch, self.shape
        return type(self), fields

    # Making ----------------------------------------------------------------------------------

    @classmethod
    def of_grid(
        cls,
        tokens: Sequence[Sequence[str]],
        *,
        rule: Rule = "shortest",
        self_touch: SelfTouch = "allow",
        weights: Mapping[E, int] | None = None,
    ) -> Self:
        """Make the board of a grid of tokens: blank, wall, crossing, or the label of a terminal.

        Raises
        ------
        PuzzleError
            If the rows have different lengths or none, or a label does not stand on exactly two
            cells.
        """
        rows, columns = _shape(tokens)
        nodes: list[Node] = []
        ends: dict[str, list[int]] = {}
        edges: list[tuple[int, int, int]] = []
        above = [-1] * columns
        for r, row in enumerate(tokens):
            left = -1
            for c, token in enumerate(row):
                across = down = -1
                if token == CROSSING:
                    across, down = len(nodes), len(nodes) + 1
                    nodes += [(r, c, ACROSS), (r, c, DOWN)]
                elif token != WALL:
                    across = down = len(nodes)
                    nodes.append((r, c))
                    if token != BLANK:
                        ends.setdefault(token, []).append(across)
                steps = (above[c], down), (left, across)
                edges += [(before, here, 1) for before, here in steps if min(before, here) >= 0]
                above[c], left = down, across
        for label, cells in ends.items():
            if len(cells) != 2:
                where = cast("tuple[int, int]", nodes[cells[-1]])
                raise PuzzleError(
                    f"label {quote(label)} stands on {_times(len(cells))}, not two", where=where
                )
        weighted = _weighted(edges, nodes, weights)
        pairs = tuple((label, *cells) for label, cells in ends.items())
        return cls(
            tuple(nodes),
            weighted,
            cast("tuple[tuple[str, int, int], ...]", pairs),
            rule,
            self_touch,
            (rows, columns),
        )

    @classmethod
    def of_graph(
        cls,
        graph: nx.Graph[N],
        pairs: Mapping[L, tuple[Node, Node]],
        *,
        rule: Rule = "shortest",
        self_touch: SelfTouch = "allow",
        weights: str | Mapping[E, int] | None = None,
    ) -> Self:
        """Make the board of an undirected networkx graph and its pairs of terminals.

        Raises
        ------
        TypeError
            If the graph is directed or a multigraph, a node is of no kind that is allowed, or a
            weight is no integer.
        ValueError
            If a weight is negative, or given for an edge that is not there.
        PuzzleError
            If a terminal is not in the graph, stands in two pairs or twice in one, or an edge
            joins a node to itself.
        """
        if graph.is_directed() or graph.is_multigraph():
            raise TypeError("the graph must be undirected, without parallel edges")
        nodes = [read_node(node) for node in graph]
        index = {node: i for i, node in enumerate(nodes)}
        edges = set()
        given: dict[tuple[Node, Node], int] = {}
        for u, v, data in graph.edges(data=True):
            a, b = read_node(u), read_node(v)
            if a == b:
                raise PuzzleError(f"an edge joins node {quote(node_name(a))} to itself")
            edges.add((min(index[a], index[b]), max(index[a], index[b]), 1))
            if isinstance(weights, str):
                given[a, b] = data.get(weights, 1)
        if isinstance(weights, str):
            weighted = _weighted(edges, nodes, given)
        else:
            weighted = _weighted(edges, nodes, weights)
        return cls(tuple(nodes), weighted, _read_pairs(pairs, index), rule, self_touch)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a board from what `to_dict` gave.

        Raises
        ------
        TypeError, ValueError, KeyError
            If the data are not of that form.
        """
        rule, touch = cast("Rule", data["rule"]), cast("SelfTouch", data["self_touch"])
        weights = {
            (read_node(u), read_node(v)): weight
            for u, v, weight in cast("list[tuple[object, object, int]]", data.get("weights", ()))
        }
        if "grid" in data:
            return cls.of_grid(
                _read_grid(data["grid"]), rule=rule, self_touch=touch, weights=weights
            )
        nodes = [read_node(node) for node in cast("list[object]", data["nodes"])]
        index = {node: i for i, node in enumerate(nodes)}
        ends = cast("list[tuple[object, object]]", data["edges"])
        joined = [(index[read_node(u)], index[read_node(v)]) for u, v in ends]
        edges = {(min(join), max(join), 1) for join in joined}
        pairs = _read_pairs(cast("Mapping[str, tuple[Node, Node]]", data["pairs"]), index)
        return cls(tuple(nodes), _weighted(edges, nodes, weights), pairs, rule, touch)

    def to_dict(self) -> dict[str, object]:
        """Return the board without loss as JSON-ready data; tuples become lists."""
        shown = [list(node) if isinstance(node, tuple) else node for node in self.nodes]
        data: dict[str, object] = {"rule": self.rule, "self_touch": self.self_touch}
        if self.shape is not None:
            data["grid"] = [list(row) for row in self.tokens]
        else:
            data["nodes"] = shown
            data["edges"] = [[shown[u], shown[v]] for u, v, _ in self.edges]
            data["pairs"] = {label: [shown[s], shown[t]] for label, s, t in self.pairs}
        weights = [[shown[u], shown[v], weight] for u, v, weight in self.edges if weight != 1]
        if weights:
            data["weights"] = weights
        return data

    def with_pairs(self, pairs: tuple[tuple[str, int, int], ...]) -> Self:
        """Return the same board with other pairs."""
        return replace(self, pairs=pairs)

    def with_rules(self, rule: Rule, self_touch: SelfTouch) -> Self:
        """Return the same board under other rules."""
        return replace(self, rule=rule, self_touch=self_touch)

    # Asking ----------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order of the pairs."""
        return tuple(label for label, _, _ in self.pairs)

    @cached_property
    def sides(self) -> Mapping[tuple[int, int], int]:
        """The weight of every edge, by the positions of its ends, the lesser one first.

        Rules and certificates read this, and on a grid it rests on the cells alone: what joins
        cells is found a second time, apart from `edges`, on which the solvers work.
        """
        weight = {(u, v): weight for u, v, weight in self.edges}
        if self.shape is not None:
            ways = {ACROSS: (0, 1), DOWN: (1, 0)}
            ends = []
            for u, (r, c) in enumerate(self.cells):
                own = cast("tuple[str, ...]", self.nodes[u])[2:]
                for way in own or ways:
                    beside = r + ways[way][0], c + ways[way][1]
                    v = self.index.get(beside, self.index.get((*beside, way)))
                    if v is not None:
                        ends.append((u, v))
            weight = {side: weight.get(side, 1) for side in ends}
        return MappingProxyType(weight)

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """On a grid, the cell of every node; a crossing stands there twice."""
        if self.shape is None:
            raise ValueError("this board is no grid")
        return tuple([cast("tuple[int, int]", cast("tuple[int, ...]", x)[:2]) for x in self.nodes])

    @cached_property
    def tokens(self) -> tuple[tuple[str, ...], ...]:
        """The cells of a grid as tokens, row by row."""
        cells = self.cells
        rows, columns = cast("tuple[int, int]", self.shape)
        table = [[WALL] * columns for _ in range(rows)]
        for r, c in cells:
            table[r][c] = BLANK if table[r][c] == WALL else CROSSING
        for label, *ends in self.pairs:
            for end in ends:
                r, c = cells[end]
                table[r][c] = label
        return tuple(map(tuple, table))


def _shape(tokens: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return rows and columns of a grid that has some, all rows alike."""
    rows, columns = len(tokens), len(tokens[0]) if tokens else 0
    if not columns:
        raise PuzzleError("the grid is empty")
    for r, row in enumerate(tokens):
        if len(row) != columns:
            raise PuzzleError(f"row {r} has {len(row)} cells, row 0 has {columns}", where=(r, 0))
    return rows, columns


def _read_grid(rows: object) -> list[list[str]]:
    """Return the tokens of a grid in JSON."""
    if not isinstance(rows, list):
        raise TypeError(f"a grid is a list of rows, not {reprlib.repr(rows)}")
    for r, row in enumerate(rows):
        if not isinstance(row, list):
            raise TypeError(f"row {r} is a list of words, not {reprlib.repr(row)}")
        for c, token in enumerate(row):
            if not isinstance(token, str):
                raise TypeError(f"cell {(r, c)} is a word, not {reprlib.repr(token)}")
    return rows


def _times(count: int) -> str:
    return "one cell" if count == 1 else f"{count} cells"


def _weighted(
    edges: Iterable[tuple[int, int, int]],
    nodes: Sequence[Node],
    weights: Mapping[E, int] | None,
) -> tuple[tuple[int, int, int], ...]:
    """Give edges of weight 1 the weights that are named, and put them in the order of the ends."""
    if weights is not None and not isinstance(weights, Mapping):
        raise TypeError("weights must map pairs of neighbours to integers")
    ordered = sorted(edges)
    if weights:
        table = {(u, v): weight for u, v, weight in ordered}
        index = {node: i for i, node in enumerate(nodes)}
        given: set[tuple[int, int]] = set()
        for key, value in weights.items():
            a, b = (index.get(read_node(node), -1) for node in key)
            edge = min(a, b), max(a, b)
            if edge not in table:
                raise ValueError(f"a weight is given for {reprlib.repr(key)}, which is no edge")
            if edge in given:
                raise ValueError(f"the edge {reprlib.repr(key)} has two weights")
            given.add(edge)
            table[edge] = _weight(value, key)
        ordered = [(u, v, weight) for (u, v), weight in table.items()]
    return tuple(ordered)


def _weight(value: object, key: object) -> int:
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
        raise TypeError(
            f"the weight of {reprlib.repr(key)} must be an integer, not {reprlib.repr(value)}"
        )
    if value < 0:
        raise ValueError(f"the weight of {reprlib.repr(key)} is negative: {reprlib.repr(value)}")
    return int(value)


def _read_pairs(
    pairs: Mapping[L, tuple[Node, Node]], index: Mapping[Node, int]
) -> tuple[tuple[str, int, int], ...]:
    if not isinstance(pairs, Mapping):
        raise TypeError("pairs must map labels to two terminals each")
    found: dict[str, tuple[str, int, int]] = {}
    owner: dict[int, str] = {}
    for key, ends in pairs.items():
        if not isinstance(key, (str, int, np.integer)) or isinstance(key, bool):
            raise TypeError(f"a label must be a string or an integer, not {reprlib.repr(key)}")
        label = str(key)
        if label in found:
            raise PuzzleError(f"label {quote(label)} names two pairs")
        terminals = [read_node(end) for end in ends]
        if len(terminals) != 2:
            raise PuzzleError(f"label {quote(label)} has {len(terminals)} terminals, not two")
        for terminal in terminals:
            if terminal not in index:
                raise PuzzleError(
                    f"the terminal {quote(node_name(terminal))} of label {quote(label)} "
                    "is not in the graph"
                )
            place = index[terminal]
            if place in owner:
                raise PuzzleError(
                    f"node {quote(node_name(terminal))} is a terminal of {quote(owner[place])} "
                    f"and of {quote(label)}"
                )
            owner[place] = label
        found[label] = label, index[terminals[0]], index[terminals[1]]
    return tuple(found.values())
