"""The explored part of a state space as an explicit graph, or as a stream of its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

import numpy as np

from graphpuzzles.search.layers import ArrayLayers, successor_batches

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.search.costs import Cost
    from graphpuzzles.search.result import SearchResult

    Column: TypeAlias = Sequence[object] | NDArray[np.generic]


N = TypeVar("N", bound=Hashable)
T = TypeVar("T")

EdgeChoice: TypeAlias = Literal["tree", "shortest", "all"]
"""Which steps between states seen become edges.

``"tree"``
    The last step of the best path known to each state.
``"shortest"``
    The steps that best paths known can end with.
``"all"``
    All steps.
"""

Kind: TypeAlias = Literal["long", "double", "boolean", "string"]

BATCH = 8192
"""Rows told at a time."""

# XML cannot hold these; repr() has escaped them in texts of states, but not in attributes.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class ExploredStream(Generic[N]):
    """What a search has seen, told row by row for a writer; made without building a graph.

    It has the members of `graphpuzzles.export.GraphStream`, so that
    ``write_graphml(ExploredStream(result), path)`` writes a million states without holding more
    than the search itself does, a table of their numbers, and a batch of rows.

    Parameters
    ----------
    result : SearchResult
        What was seen. The state space is asked again for steps that the search did not keep.
    edges : {"tree", "shortest", "all"}
        Which steps become edges; see `EdgeChoice`.
    label : callable, optional
        The text of a state, or of what the space's ``decode`` makes of it.

    Attributes
    ----------
    directed : bool
    attributes : Mapping of str to str, int, float or bool
        How the search ended.
    node_schema, edge_schema : Mapping of str to str
        Names and kinds of the attributes.

    Raises
    ------
    ValueError
        If there is no such choice of edges.
    """

    directed = True

    def __init__(
        self,
        result: SearchResult[N],
        *,
        edges: EdgeChoice = "tree",
        label: Callable[[object], str] = repr,
    ) -> None:
        if edges not in {"tree", "shortest", "all"}:
            raise ValueError(f"edges must be 'tree', 'shortest' or 'all', not {edges!r}")
        self.result = result
        self.edges = edges
        self.label = label
        space = result.search.space
        self.attributes: Mapping[str, str | int | float | bool] = {
            "status": str(result.status),
            "engine": result.stats.engine,
            "states": result.stats.states,
            "expanded": result.stats.expanded,
        }
        cost: dict[str, Kind] = {"depth": "long"} if space.weight is None else {"cost": "double"}
        self.node_schema: Mapping[str, Kind] = {
            "label": "string",
            **cost,
            "is_source": "boolean",
            "is_target": "boolean",
            "on_path": "boolean",
        }
        weight: dict[str, Kind] = {} if space.weight is None else {"weight": "double"}
        self.edge_schema: Mapping[str, Kind] = {**weight, "on_path": "boolean"}
        path = result.path or []
        self._on_path = set(path)
        self._path_steps = set(pairwise(path))

    def node_batches(self) -> Iterator[tuple[int, Mapping[str, Column]]]:
        """Yield, for each batch of states in order of discovery, how many and their columns."""
        space = self.result.search.space
        pred, goal = self.result.pred, self.result.search.goal
        name = "depth" if space.weight is None else "cost"
        for rows in _batches(self._costs()):
            states = [u for u, _ in rows]
            shown = states if space.decode is None else map(space.decode, states)
            yield (
                len(rows),
                {
                    "label": [self.label(state) for state in shown],
                    name: [_real(cost) for _, cost in rows],
                    "is_source": [cost == 0 and pred[u] is None for u, cost in rows],
                    "is_target": [goal is not None and goal(u) for u in states],
                    "on_path": [u in self._on_path for u in states],
                },
            )

    def edge_batches(self) -> Iterator[tuple[Column, Column, Mapping[str, Column]]]:
        """Yield, for each batch of steps, the numbers of their ends, and columns."""
        search = self.result.search
        if isinstance(search, ArrayLayers):
            yield from self._array_edges(search)
            return
        space = search.space
        number = {u: i for i, u in enumerate(self.result.seen)}
        for rows in _batches(self.steps()):
            columns: dict[str, Column] = {"on_path": [(u, v) in self._path_steps for u, v in rows]}
            if space.weight is not None:
                columns["weight"] = [_real(space.step(u, v) or 0) for u, v in rows]
            yield [number[u] for u, _ in rows], [number[v] for _, v in rows], columns

    def steps(self) -> Iterator[tuple[N, N]]:
        """Yield the steps that become edges, each once."""
        if self.edges == "tree":
            for v, u in self.result.pred.items():
                if u is not None:
                    yield u, v
            return
        space, seen = self.result.search.space, self.result.seen
        for u in seen:
            for v in dict.fromkeys(space.successors(u)):
                if v not in seen:
                    continue
                step = space.step(u, v)
                if step is not None and (self.edges == "all" or seen[u] + step == seen[v]):
                    yield u, v

    def _costs(self) -> Iterable[tuple[N, float]]:
        layers = self.result.layers
        if not layers:
            return self.result.seen.items()
        # The mapping of a search by layers would make a table of all depths first.
        return (
            (u, depth)
            for depth, layer in enumerate(layers)
            for u in (layer.tolist() if isinstance(layer, np.ndarray) else layer)
        )

    def _array_edges(
        self, search: ArrayLayers
    ) -> Iterator[tuple[Column, Column, Mapping[str, Column]]]:
        number = np.zeros(len(search.parents), dtype=search.parents.dtype)
        first = 0
        for layer in search.arrays:
            number[layer] = np.arange(first, first + len(layer))
            first += len(layer)
        path = np.array(self.result.path or [], dtype=np.int64)
        following = np.full(first, -1, dtype=np.int64)  # by number, the next state on the path
        following[number[path[:-1]]] = number[path[1:]]
        for src, dst in self._array_steps(search):
            yield number[src], number[dst], {"on_path": following[number[src]] == number[dst]}

    def _array_steps(
        self, search: ArrayLayers
    ) -> Iterator[tuple[NDArray[np.integer], NDArray[np.integer]]]:
        array = search.space.array
        if array is None:
            raise ValueError("the search has no array form")
        for depth, layer in enumerate(search.arrays):
            for start in range(0, len(layer), BATCH):
                codes = layer[start : start + BATCH]
                if self.edges == "tree":
                    if depth:
                        yield search.parents[codes] - 1, codes
                    continue
                kept = [np.zeros((0, 2), dtype=np.int64)]
                for src, dst in successor_batches(array, codes):
                    known = search.parents[dst] != 0
                    if self.edges == "shortest":
                        known &= search.depths()[dst] == depth + 1
                    kept.append(np.stack([src[known], dst[known]], axis=1))
                # Two moves may lead to the same state; all steps from a state are in one batch.
                steps = np.unique(np.concatenate(kept), axis=0)
                yield steps[:, 0], steps[:, 1]


def _batches(rows: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, BATCH)):
        yield batch


def explored_graph(
    result: SearchResult[N],
    *,
    edges: EdgeChoice = "tree",
    max_nodes: int = 50_000,
    label: Callable[[object], str] = repr,
) -> nx.DiGraph[str]:
    """Return what a search has seen as a networkx graph that every file format can hold.

    Parameters
    ----------
    result : SearchResult
        What was seen. The state space is asked again for steps that the search did not keep.
    edges : {"tree", "shortest", "all"}
        Which steps become edges; see `EdgeChoice`.
    max_nodes : int, optional
        Refuse to build a greater graph; a million states take a gigabyte. `ExploredStream` writes
        them to a file without building it.
    label : callable, optional
        The text of a state, or of what the space's ``decode`` makes of it.

    Returns
    -------
    networkx.DiGraph
        Nodes are named ``n0``, ``n1``, ... in order of discovery, with the attributes ``label``,
        ``depth`` (``cost`` where steps have weights), ``is_source``, ``is_target``, ``on_path``;
        edges have ``on_path`` and ``weight``. Attributes of the state space are added; what is not
        text, number or truth value becomes text, and None is left out. Costs and weights that are
        fractions become floats.

    Raises
    ------
    ValueError
        If there are more than `max_nodes` states, or no such choice of edges.

    Examples
    --------
    >>> from graphpuzzles.search import bfs_search
    >>> G = explored_graph(bfs_search(lambda n: (2 * n, n + 1), 1, 5))
    >>> G.nodes["n2"]
    {'label': '4', 'depth': 2, 'is_source': False, 'is_target': False, 'on_path': True}
    >>> [edge for edge in G.edges if G.edges[edge]["on_path"]]
    [('n0', 'n1'), ('n1', 'n2'), ('n2', 'n5')]
    """
    import networkx as nx

    stream = ExploredStream(result, edges=edges, label=label)
    states = len(result.seen)
    if states > max_nodes:
        raise ValueError(f"the search has seen {states} states, more than max_nodes={max_nodes}")
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.graph.update(stream.attributes)
    space = result.search.space
    names: dict[N, str] = {u: f"n{i}" for i, u in enumerate(result.seen)}
    rows = iter(names.items())
    for count, columns in stream.node_batches():
        for i, (u, name) in enumerate(islice(rows, count)):
            extra = {} if space.node_attrs is None else _plain(space.node_attrs(u))
            graph.add_node(name, **(extra | {key: column[i] for key, column in columns.items()}))
    path = result.path or []
    on_path = set(pairwise(path))
    for u, v in stream.steps():
        extra = {} if space.edge_attrs is None else _plain(space.edge_attrs(u, v))
        if space.weight is not None:
            extra |= {"weight": _real(space.step(u, v) or 0)}
        graph.add_edge(names[u], names[v], **{**extra, "on_path": (u, v) in on_path})
    return graph


def _real(value: Cost) -> int | float:
    """Return a cost as a number that every file format can hold: of a fraction, the float."""
    return value if isinstance(value, (int, float)) else float(value)


def _plain(attributes: Mapping[str, object]) -> dict[str, str | int | float | bool]:
    """Return attributes of types that every file format can hold."""
    plain: dict[str, str | int | float | bool] = {}
    for name, value in attributes.items():
        scalar = value.item() if isinstance(value, np.generic) else value
        if isinstance(scalar, bool):
            plain[name] = scalar
        elif isinstance(scalar, int):
            plain[name] = int(scalar)
        elif isinstance(scalar, float):
            plain[name] = float(scalar)
        elif scalar is not None:
            text = scalar if isinstance(scalar, str) else repr(scalar)
            plain[name] = _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)
    return plain
