"""A graph in the form in which it is written: batches of nodes, then of edges.

A graph of networkx and a stream differ only here; the writer sees no more than batches.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import ABSENT, KINDS, escape, rows_of, schema_of
from graphpuzzles.export.values import Unwritable, base_type, node_names, plain, show

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx

    from graphpuzzles.export.stream import Column, ColumnKind, GraphStream

__all__ = ["Batch", "Document", "of_networkx", "of_stream"]

N = TypeVar("N", bound="Hashable")

_ROWS = 2048  # formatted at a time: enough to make the cost of a batch vanish


@dataclass(frozen=True)
class Batch:
    """Some nodes or some edges.

    Parameters
    ----------
    heads : Sequence of str
        Their opening tags in GraphML, without the closing bracket.
    columns : Mapping of str to Sequence
        Their attributes, one value for each of `heads`; None where there is none.
    place : callable
        Names the node or edge in a row, in the message of an error.
    """

    heads: Sequence[str]
    columns: Mapping[str, Sequence[object]]
    place: Callable[[int], str]


@dataclass(frozen=True)
class Document:
    """A graph ready to be written.

    Parameters
    ----------
    directed : bool
    attributes : Mapping
        Those of the graph itself, not yet checked.
    node_schema, edge_schema : Mapping of str to ColumnKind
        Every attribute that can occur in `nodes` and `edges`.
    nodes, edges : Iterable of Batch
        To be consumed once, the nodes first.
    multigraph : bool, optional
        None where a reader is to find out.
    edge_key : str, optional
        The edge attribute with the keys of a multigraph.
    tagged_nodes : bool
        Whether the ids of nodes are tagged text.
    """

    directed: bool
    attributes: Mapping[str, object]
    node_schema: Mapping[str, ColumnKind]
    edge_schema: Mapping[str, ColumnKind]
    nodes: Iterable[Batch]
    edges: Iterable[Batch]
    multigraph: bool | None = None
    edge_key: str | None = None
    tagged_nodes: bool = False


# Graphs of networkx ------------------------------------------------------------------------------


def of_networkx(graph: nx.Graph[N]) -> Document:
    """Prepare a graph of networkx; names and types are checked here, texts when written."""
    import networkx as nx

    if not isinstance(graph, nx.Graph):
        raise TypeError(f"expected a networkx graph or a GraphStream, got {type(graph).__name__}")
    names, tagged = node_names(graph)
    ids = {node: escape(name) for node, name in names.items()}
    nodes = _Table("node", cast("Iterable[tuple[object, ...]]", graph.nodes(data=True)), 1)
    edge_key = None
    if isinstance(graph, nx.MultiGraph):
        edges = _Table("edge", graph.edges(keys=True, data=True), 3)
        edge_key = edges.add_keys()
    else:
        edges = _Table("edge", graph.edges(data=True), 2)

    def node_heads(start: int, stop: int) -> list[str]:
        return [f'<node id="{ids[node]}"' for node in nodes.owners[0][start:stop]]

    def edge_heads(start: int, stop: int) -> list[str]:
        tails, heads = (ends[start:stop] for ends in edges.owners[:2])
        rows = zip(range(start, stop), tails, heads, strict=True)
        return [f'<edge id="e{k}" source="{ids[u]}" target="{ids[v]}"' for k, u, v in rows]

    node_schema, edge_schema = nodes.schema(), edges.schema()
    return Document(
        directed=graph.is_directed(),
        attributes={
            name: value
            for name, value in graph.graph.items()
            # networkx's own reader leaves these two in every graph, empty as a rule.
            if name not in {"node_default", "edge_default"} or value
        },
        node_schema=node_schema,
        edge_schema=edge_schema,
        nodes=nodes.batches(node_heads),
        edges=edges.batches(edge_heads),
        multigraph=graph.is_multigraph(),
        edge_key=edge_key,
        tagged_nodes=tagged,
    )


class _Table:
    """All nodes or all edges of a graph, their attributes as columns.

    Parameters
    ----------
    what : str
        ``"node"`` or ``"edge"``.
    rows : Iterable of tuple
        For each of them the node, or the two ends (and the key), and a dict of attributes.
    width : int
        Items of a row before the attributes.

    Attributes
    ----------
    owners : list of list
        The nodes, or the ends (and keys), column by column.
    columns : dict of str to list
        The attributes, in the order of their first use; `ABSENT` where there is none.
    """

    def __init__(self, what: str, rows: Iterable[tuple[object, ...]], width: int) -> None:
        self.what = what
        self.owners: list[list[Hashable]] = [[] for _ in range(width)]
        self.columns: dict[str, list[object]] = {}
        iterator = iter(rows)
        size = 0
        # So few rows at a time that Python's cyclic garbage collector has no reason to run: woken
        # by 700 new tuples, it costs more than all the rest on a big graph.
        while chunk := list(islice(iterator, 512)):
            *parts, last = zip(*chunk, strict=True)
            for owner, part in zip(self.owners, parts, strict=True):
                owner.extend(part)
            self._extend(cast("Sequence[Mapping[str, object]]", last), size)
            size += len(chunk)

    def _extend(self, rows: Sequence[Mapping[str, object]], size: int) -> None:
        if not self.columns.keys() >= set().union(*rows):
            for row in rows:
                for name in row:
                    if name not in self.columns:
                        self.columns[name] = [ABSENT] * size
        for name, column in self.columns.items():
            column.extend([row.get(name, ABSENT) for row in rows])

    def add_keys(self) -> str | None:
        """Make the keys of edges an attribute with a name of its own; None if there is no edge."""
        if not self.owners[0]:
            return None
        name = "key"  # where networkx looks for the key of an edge that has no id
        while name in self.columns:
            name += "_"
        self.columns[name] = list(self.owners[2])
        return name

    def place(self, start: int, row: int) -> str:
        """Name a row, counted from `start`, in a message."""
        owner = tuple(column[start + row] for column in self.owners)
        return f"{self.what} {show(owner if len(owner) > 1 else owner[0])}"

    def schema(self) -> dict[str, ColumnKind]:
        """Return the kind of every column."""
        return schema_of(self.columns, partial(self.place, 0))

    def batches(self, heads: Callable[[int, int], list[str]]) -> Iterator[Batch]:
        """Cut the table to batches; `heads` makes the opening tags of some rows."""
        size = len(self.owners[0])
        for start in range(0, size, _ROWS):
            stop = min(start + _ROWS, size)
            yield Batch(
                heads=heads(start, stop),
                columns={
                    name: [None if value is ABSENT else value for value in column[start:stop]]
                    for name, column in self.columns.items()
                },
                place=partial(self.place, start),
            )


# Streams -----------------------------------------------------------------------------------------


def of_stream(stream: GraphStream) -> Document:
    """Prepare a stream; its batches are checked as they are written."""
    node_schema = _checked_schema(stream.node_schema, "node")
    edge_schema = _checked_schema(stream.edge_schema, "edge")
    batches = _StreamBatches(stream, node_schema, edge_schema)
    return Document(
        directed=bool(stream.directed),
        attributes=dict(stream.attributes),
        node_schema=node_schema,
        edge_schema=edge_schema,
        nodes=batches.nodes(),
        edges=batches.edges(),
    )


def _checked_schema(schema: Mapping[str, ColumnKind], what: str) -> dict[str, ColumnKind]:
    for name, kind in schema.items():
        if not isinstance(name, str):
            raise ExportError(f"{what} attribute name {show(name)} is no text")
        if kind not in KINDS:
            known = ", ".join(KINDS)
            raise ExportError(f"{what} attribute {name!r} is of kind {kind!r}, not one of {known}")
    return dict(schema)


class _StreamBatches:
    """The batches of a stream, cut to a size that keeps memory constant."""

    def __init__(
        self,
        stream: GraphStream,
        node_schema: Mapping[str, ColumnKind],
        edge_schema: Mapping[str, ColumnKind],
    ) -> None:
        self.stream = stream
        self.node_schema = node_schema
        self.edge_schema = edge_schema
        self.node_count = 0

    def nodes(self) -> Iterator[Batch]:
        for count, columns in self.stream.node_batches():
            size = operator.index(count)
            if size < 0:
                raise ExportError(f"a batch of {size} nodes")
            _check_columns(columns, self.node_schema, size, "node")
            for start in range(0, size, _ROWS):
                stop = min(start + _ROWS, size)
                numbers = range(self.node_count + start, self.node_count + stop)
                yield Batch(
                    heads=[f'<node id="n{number}"' for number in numbers],
                    columns=_part(columns, self.node_schema, start, stop, "node"),
                    place=partial(_node_place, numbers),
                )
            self.node_count += size

    def edges(self) -> Iterator[Batch]:
        first = 0
        for sources, targets, columns in self.stream.edge_batches():
            size = len(sources)
            ends = {"source": sources, "target": targets}
            _check_columns(ends, ends, size, "edge")
            _check_columns(columns, self.edge_schema, size, "edge")
            for start in range(0, size, _ROWS):
                stop = min(start + _ROWS, size)
                tails = self._ends(sources, start, stop, first, "source")
                heads = self._ends(targets, start, stop, first, "target")
                numbers = range(first + start, first + stop)
                rows = zip(numbers, tails, heads, strict=True)
                yield Batch(
                    heads=[f'<edge id="e{k}" source="n{u}" target="n{v}"' for k, u, v in rows],
                    columns=_part(columns, self.edge_schema, start, stop, "edge"),
                    place=partial(_edge_place, numbers, tails, heads),
                )
            first += size

    def _ends(
        self, column: Column, start: int, stop: int, first: int, name: str
    ) -> Sequence[object]:
        """Return one end of some edges, each checked to be the number of a node."""
        ends = _part({name: column}, {name: "long"}, start, stop, "edge")[name]
        if not set(map(type, ends)) <= {int}:
            # Integers of NumPy in a list; what is no number at all is refused below.
            ends = [plain(end) if base_type(type(end)) is int else end for end in ends]
        for row, end in enumerate(ends):
            if type(end) is not int or not 0 <= end < self.node_count:
                raise ExportError(
                    f"edge e{first + start + row}: the {name} {show(end)} is no node; "
                    f"nodes are numbered from 0 to {self.node_count - 1}"
                )
        return ends


def _node_place(numbers: range, row: int) -> str:
    return f"node n{numbers[row]}"


def _edge_place(
    numbers: range, sources: Sequence[object], targets: Sequence[object], row: int
) -> str:
    return f"edge e{numbers[row]} (n{sources[row]}, n{targets[row]})"


def _check_columns(
    columns: Mapping[str, Column], schema: Mapping[str, object], size: int, what: str
) -> None:
    for name, column in columns.items():
        if name not in schema:
            raise ExportError(f"{what} attribute {show(name)} is not in the schema")
        if len(column) != size:
            raise ExportError(
                f"{what} attribute {show(name)} has {len(column)} values in a batch of {size}"
            )


def _part(
    columns: Mapping[str, Column],
    schema: Mapping[str, ColumnKind],
    start: int,
    stop: int,
    what: str,
) -> dict[str, Sequence[object]]:
    """Return some rows of all columns, in the order of the schema."""
    part: dict[str, Sequence[object]] = {}
    for name in schema:
        try:
            part[name] = (
                rows_of(columns[name], start, stop) if name in columns else [None] * (stop - start)
            )
        except Unwritable as refused:
            raise ExportError(f"{what} attribute {show(name)}: {refused.reason}") from None
    return part
