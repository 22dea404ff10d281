"""Graphs of networkx and streams, taken apart into columns of plain values."""

from __future__ import annotations

import operator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import (
    KINDS,
    Columns,
    GraphStream,
    Rows,
    fault,
    names,
    show,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx

    from graphpuzzles.export.columns import Column, ColumnKind, Fits, Scalar


N = TypeVar("N", bound="Hashable")

_NO_SCALAR = "not str, int, float or bool"
_NONE = f"None is of type NoneType, {_NO_SCALAR} (leave the attribute out instead)"
# Rows taken at a time: enough to make the cost of a batch vanish, and so few that Python's cyclic
# garbage collector has no reason to run. Woken by 700 new tuples, it costs more than all the rest.
_ROWS = 512


def columns_of(graph: nx.Graph[N] | GraphStream, fits: Fits | None = None) -> Columns:
    """Return a graph or stream as columns.

    Parameters
    ----------
    graph : networkx.Graph or GraphStream
    fits : callable, optional
        Whether a text can be the name of a node in the file; see `names`. By default nodes are
        named by plain values and tuples of such, and by texts where tuples hold tuples.

    Raises
    ------
    ExportError
        If a node, the name of an attribute or a value is refused; the values of a stream are
        looked at as its rows are taken.
    TypeError
        If it is no graph and no stream.
    """
    if isinstance(graph, GraphStream):
        return _of_stream(graph)
    import networkx as nx

    if not isinstance(graph, nx.Graph):
        raise TypeError(f"expected a networkx graph or a GraphStream, got {type(graph).__name__}")
    return _of_networkx(cast("nx.Graph[Hashable]", graph), fits)


# Graphs of networkx ------------------------------------------------------------------------------


def _of_networkx(graph: nx.Graph[Hashable], fits: Fits | None) -> Columns:
    import networkx as nx

    # networkx's own reader leaves these two in every graph, empty as a rule.
    attributes = dict(graph.graph)
    for name in ("node_default", "edge_default"):
        if isinstance(attributes.get(name), dict) and not attributes[name]:
            del attributes[name]
    row = _Table("graph", [(attributes,)], 0)
    nodes = _Table("node", cast("Iterable[tuple[object, ...]]", graph.nodes(data=True)), 1)
    if isinstance(graph, nx.MultiGraph):
        edges = _Table("edge", graph.edges(keys=True, data=True), 3)
    else:
        edges = _Table("edge", graph.edges(data=True), 2)
    ids = nodes.name(fits)
    return Columns(
        directed=graph.is_directed(),
        multigraph=graph.is_multigraph(),
        schema={table.what: table.schema() for table in (row, nodes, edges)},
        graph=Rows((("",),), row.parts[0], row.place),
        nodes=nodes.rows(ids),
        edges=edges.rows(ids),
        edge_key=edges.key,
    )


class _Table:
    """All nodes or all edges of a graph, or the graph alone, their attributes as columns.

    Parameters
    ----------
    what : str
    rows : Iterable of tuple
        For each of them the node, or the two ends (and the key), and a dict of attributes.
    width : int
        Items of a row before the attributes.

    Attributes
    ----------
    owners : list of list
        The nodes, or the ends (and keys), column by column.
    parts : list of dict of str to Sequence
        Of `_ROWS` rows each the attributes that occur there, as plain values; None where a row
        has none. So a table takes room for what it holds, even if each row has names of its own.
    found : dict of str to tuple
        The types of each attribute, the least integer and the greatest, in order of first use.
    key : str or None
        The attribute that holds the keys of edges, the first of all.
    """

    def __init__(self, what: str, rows: Iterable[tuple[object, ...]], width: int) -> None:
        self.what = what
        self.owners: list[list[Hashable]] = [[] for _ in range(width)]
        self.parts: list[dict[str, Sequence[object]]] = []
        self.found: dict[str, tuple[set[type], int, int]] = {}
        rank: dict[str, int] = {}
        iterator = iter(rows)
        while chunk := list(islice(iterator, _ROWS)):
            *parts, last = zip(*chunk, strict=True)
            for owner, part in zip(self.owners, parts, strict=True):
                owner.extend(part)
            self._add(cast("Sequence[Mapping[str, object]]", last), rank)
        self.key = None
        if width == 3 and self.parts:
            # So networkx, JSON of networkx and Graphviz call it.
            self.key = _free("key", self.found)
            self._add_column(self.key, self.owners[2])
            self.found = {self.key: self.found.pop(self.key), **self.found}
            self.parts = [{self.key: part.pop(self.key), **part} for part in self.parts]

    def _add(self, rows: Sequence[Mapping[str, object]], rank: dict[str, int]) -> None:
        """Add some rows as a part; `rank` numbers attributes in order of first use."""
        place = partial(_place_after, self.place, len(self.parts) * _ROWS)
        names = set().union(*rows)
        if not rank.keys() >= names:
            for row, data in enumerate(rows):
                for name in data:
                    if not isinstance(name, str):
                        raise ExportError(
                            f"{place(row)}: the attribute name {show(name)} is no text"
                        )
                    rank.setdefault(name, len(rank))
        self.parts.append({})
        for name in sorted(names, key=rank.__getitem__):
            values = [data.get(name) for data in rows]
            # None stands for no value, and where it is one it is refused.
            if type(None) in set(map(type, values)):
                for row, data in enumerate(rows):
                    if name in data and data[name] is None:
                        raise ExportError(f"{place(row)}: attribute {show(name)}: {_NONE}")
            self._set(len(self.parts) - 1, name, values)

    def _set(self, number: int, name: str, values: Sequence[object]) -> None:
        """Set a column of a part."""
        place = partial(_place_after, self.place, number * _ROWS)
        column = self.parts[number][name] = plain_column(name, values, "string", place)
        types, low, high = self.found.setdefault(name, (set(), 0, 0))
        more, least, most = measured(column)
        self.found[name] = types | more, min(low, least), max(high, most)

    def _add_column(self, name: str, values: Sequence[object]) -> None:
        for number in range(len(self.parts)):
            self._set(number, name, values[number * _ROWS : (number + 1) * _ROWS])

    def name(self, fits: Fits | None) -> dict[Hashable, object]:
        """Return the names of all nodes; the texts that are no names become an attribute."""
        nodes = self.owners[0]
        values: list[object] = []
        for row, node in enumerate(nodes):
            try:
                values.append(_value(node) if fits is None else _text(node))
            except (ValueError, RecursionError) as refused:
                reason = "nested too deeply" if isinstance(refused, RecursionError) else refused
                raise ExportError(f"{self.place(row)}: {reason}") from None
        if fits is None:
            if len(set(values)) < len(values):
                raise ExportError("a node is the text of another, which is a tuple")
            return dict(zip(nodes, values, strict=True))
        texts = cast("list[str]", values)
        ids = names(texts, fits)
        if ids != texts:
            name = "label" if "label" not in self.found else _free("name", self.found)
            pairs = zip(texts, ids, strict=True)
            self._add_column(name, [None if text == kept else text for text, kept in pairs])
        return dict(zip(nodes, ids, strict=True))

    def place(self, row: int) -> str:
        """Name a row in a message."""
        owner = tuple(column[row] for column in self.owners)
        return f"{self.what} {show(owner if len(owner) > 1 else owner[0])}" if owner else self.what

    def schema(self) -> dict[str, ColumnKind]:
        """Return the narrowest kind of every attribute that holds it."""
        return {
            name: next(kind for kind in KINDS if holds(kind, *found))
            for name, found in self.found.items()
        }

    def rows(self, ids: Mapping[Hashable, object]) -> Iterator[Rows]:
        """Return the rows of each part."""
        for part, columns in zip(_parts(len(self.owners[0])), self.parts, strict=True):
            yield Rows(
                tuple([ids[owner] for owner in owners[part]] for owners in self.owners[:2]),
                columns,
                partial(_place_after, self.place, part.start),
            )


def _free(name: str, taken: Iterable[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _parts(size: int) -> Iterator[slice]:
    return (slice(start, min(start + _ROWS, size)) for start in range(0, size, _ROWS))


def _place_after(place: Callable[[int], str], start: int, row: int) -> str:
    return place(start + row)


def _plain_node(node: object) -> object:
    """Return a node as a plain value, or as a tuple of such, or raise ValueError."""
    return tuple(map(_plain_node, node)) if isinstance(node, tuple) else plain(node)


def _text(node: object) -> str:
    return text_of(node if type(node) is str else _plain_node(node))


def _value(node: object) -> object:
    """Return a node as a value that JSON gives back; networkx reads no tuples in tuples."""
    value = _plain_node(node)
    nested = isinstance(value, tuple) and any(isinstance(part, tuple) for part in value)
    return str(value) if nested else value


# Streams -----------------------------------------------------------------------------------------


def _of_stream(stream: GraphStream) -> Columns:
    row = _Table("graph", [(dict(stream.attributes),)], 0)
    batches = _Batches(stream)
    return Columns(
        directed=bool(stream.directed),
        multigraph=True,
        schema={"graph": row.schema(), **batches.schema},
        graph=Rows((("",),), row.parts[0], row.place),
        nodes=batches.nodes(),
        edges=batches.edges(),
    )


class _Batches:
    """The batches of a stream, cut to a size that keeps memory constant."""

    def __init__(self, stream: GraphStream) -> None:
        self.stream = stream
        self.schema = {"node": dict(stream.node_schema), "edge": dict(stream.edge_schema)}
        self.node_count = 0
        for what, schema in self.schema.items():
            for name, kind in schema.items():
                if not isinstance(name, str):
                    raise ExportError(f"{what} attribute name {show(name)} is no text")
                if kind not in KINDS:
                    kinds = ", ".join(KINDS)
                    raise ExportError(
                        f"{what} attribute {name!r} is of kind {kind!r}, not one of {kinds}"
                    )

    def nodes(self) -> Iterator[Rows]:
        for batch_size, columns in self.stream.node_batches():
            size = operator.index(batch_size)
            if size < 0:
                raise ExportError(f"a batch of {size} nodes")
            self._check("node", columns, size)
            for part in _parts(size):
                ids = [f"n{self.node_count + row}" for row in range(part.start, part.stop)]
                yield self._rows("node", (ids,), columns, part, self.node_count)
            self.node_count += size

    def edges(self) -> Iterator[Rows]:
        first = 0
        for sources, targets, columns in self.stream.edge_batches():
            size = len(sources)
            if len(targets) != size:
                raise ExportError(f"{len(targets)} targets in a batch of {size} edges")
            self._check("edge", columns, size)
            for part in _parts(size):
                ids = (
                    self._ends("source", sources, part, first),
                    self._ends("target", targets, part, first),
                )
                yield self._rows("edge", ids, columns, part, first)
            first += size

    def _check(self, what: str, columns: Mapping[str, Column], size: int) -> None:
        for name, column in columns.items():
            if name not in self.schema[what]:
                raise ExportError(f"{what} attribute {show(name)} is not in the schema")
            if len(column) != size:
                raise ExportError(
                    f"{what} attribute {show(name)} has {len(column)} values in a batch of {size}"
                )

    def _ends(self, end: str, column: Column, part: slice, first: int) -> list[str]:
        """Return the names of one end of some edges, each checked to be the number of a node."""
        ends = cast("list[int]", listed(column, part, f"the {end}s of edges"))
        if set(map(type, ends)) != {int}:
            import numpy as np

            # What is no integer at all is refused below.
            ends = [x.item() if isinstance(x, np.integer) else x for x in ends]
        if set(map(type, ends)) != {int} or not 0 <= min(ends) <= max(ends) < self.node_count:
            for row, number in enumerate(ends, first + part.start):
                if type(number) is not int or not 0 <= number < self.node_count:
                    raise ExportError(
                        f"edge e{row}: the {end} {show(number)} is no node; "
                        f"nodes are numbered from 0 to {self.node_count - 1}"
                    )
        return [f"n{number}" for number in ends]

    def _rows(
        self,
        what: str,
        ids: tuple[list[str], ...],
        columns: Mapping[str, Column],
        part: slice,
        first: int,
    ) -> Rows:
        """Return some rows with all columns that are there, in the order of the schema."""
        place = partial(_place, what, first + part.start, ids)
        checked = {
            name: plain_column(
                name, listed(columns[name], part, f"{what} attribute {show(name)}"), kind, place
            )
            for name, kind in self.schema[what].items()
            if name in columns
        }
        return Rows(ids, checked, place)


def _place(what: str, first: int, ids: Sequence[Sequence[object]], row: int) -> str:
    """Name a row of a batch in a message."""
    names = ", ".join(str(column[row]) for column in ids)
    return f"node {names}" if what == "node" else f"edge e{first + row} ({names})"


# Values ----------------------------------------------------------------------------------------


def plain(value: object) -> Scalar:
    """Return a value as exactly a str, int, float or bool, or raise ValueError.

    Subclasses count as what they inherit from (an ``IntEnum`` as int), scalars of NumPy as the
    Python type that holds all their values; ``longdouble`` and ``timedelta64`` have none.
    """
    scalar = value
    if type(value).__module__ == "numpy":
        import numpy as np

        if isinstance(value, np.generic) and value.dtype.kind in "biuf":
            scalar = value.item()
    if isinstance(scalar, str):
        return str.__str__(scalar)  # str() would ask an enum for its name
    for kind in (bool, int, float):
        if isinstance(scalar, kind):
            return kind(scalar)
    raise ValueError(f"{show(value)} is of type {type(value).__name__}, {_NO_SCALAR}")


def plain_column(
    name: str, values: Sequence[object], kind: ColumnKind, place: Callable[[int], str]
) -> Sequence[object]:
    """Return a column of plain values of a kind; None stays None.

    Raises
    ------
    ExportError
        If a value is not of the kind.
    """
    if holds(kind, *measured(values)):
        return values
    try:
        return [None if value is None else conforming(value, kind) for value in values]
    except ValueError:
        raise fault(name, values, partial(conforming, kind=kind), place) from None


def conforming(value: object, kind: ColumnKind) -> Scalar:
    """Return a value as a plain one of a kind, or raise ValueError."""
    scalar = plain(value)
    if type(scalar) not in KINDS[kind][0]:
        raise ValueError(f"{show(scalar)} is of type {type(scalar).__name__}, not {kind!r}")
    if not holds(kind, *measured([scalar])):
        raise ValueError(f"{show(scalar)} is too large; declare the attribute as 'string'")
    return scalar


def measured(values: Sequence[object]) -> tuple[set[type], int, int]:
    """Return the types of values, None aside, and bounds on the integers among them and 0."""
    types = set(map(type, values)) - {type(None)}
    integers = [value for value in values if type(value) is int] if int in types else []
    return types, min(integers, default=0), max(integers, default=0)


def holds(kind: ColumnKind, types: set[type], low: int, high: int) -> bool:
    """Tell whether a kind holds values of some types, their integers between two bounds."""
    allowed, least, most = KINDS[kind]
    return types <= allowed and (most is None or (least <= low and high <= most))


def listed(column: Column, part: slice, what: str) -> list[object]:
    """Return a part of a column as a list.

    Raises
    ------
    ExportError
        If it is an array of another type than booleans, integers, floats, texts or objects.
    """
    import numpy as np

    if not isinstance(column, np.ndarray):
        return list(column[part])
    if column.dtype.kind not in "biufUO":
        # tolist() would turn times into bare integers.
        raise ExportError(f"{what}: an array of type {column.dtype} cannot be written")
    return cast("list[object]", column[part].tolist())
