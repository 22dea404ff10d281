"""Writing GraphML, the format that Gephi, Cytoscape, yEd, igraph and networkx all read.

The file is made of text, batch by batch: no tree of elements is built. Every attribute is
declared before its first use, with the widest type of its sort (``long``, ``double``) and a key of
its own for nodes, edges and the graph, and everything stands in the order of the graph, so that
the same graph gives the same bytes.

What GraphML cannot say stands in one processing instruction before the graph, which other
programs skip: whether the graph is a multigraph, which attribute holds the keys of its edges, and
which names and attributes are tagged text (see `graphpuzzles.export.values`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import KINDS, column_texts, escape, schema_of
from graphpuzzles.export.document import Batch, of_networkx, of_stream
from graphpuzzles.export.files import writing
from graphpuzzles.export.stream import GraphStream
from graphpuzzles.export.values import Unwritable, show

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    import networkx as nx

    from graphpuzzles.export.document import Document
    from graphpuzzles.export.files import Target
    from graphpuzzles.export.stream import ColumnKind

__all__ = ["write_graphml"]

N = TypeVar("N", bound="Hashable")

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<?graphpuzzles {hints}?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


def write_graphml(graph: nx.Graph[N] | GraphStream, target: Target) -> None:
    r"""Write a graph as GraphML.

    Parameters
    ----------
    graph : networkx.Graph or GraphStream
        Directed or not, multigraph or not; it is not changed. Nodes are str, int, float, bool or
        tuples of these, and attributes, and the keys of a multigraph's edges, str, int, float or
        bool; scalars of NumPy and enums that inherit from one of these count as plain values.
    target : path or binary file
        A file at a path is replaced in one step, or not at all.

    Raises
    ------
    ExportError
        If the file cannot hold a node, attribute or value; the message names it. Refused are
        None, lists, dicts and other types, characters that XML lacks (control characters, lone
        surrogates, U+FFFE, U+FFFF), and integers too long for Python to print.
    TypeError
        If `graph` is no graph, or `target` neither a path nor a binary file.

    Notes
    -----
    The id of a node that is a text is the text itself. Where some node is none, or empty, the ids
    are tagged text: nodes 1 and ``"1"`` stay two, with the ids ``1`` and ``"1"`` (quotation marks
    included).
    An attribute whose values all are integers of 64 bits becomes a ``long``, all floats ``double``
    (``Infinity``, ``NaN``), floats mixed with integers up to 2^53 ``double`` (an integer has no
    point), and any other mixture, or integers beyond 64 bits, a ``string`` of tagged text.
    `read_graphml` restores the types in every case.

    By convention ``label`` is the text to show, and ``x`` and ``y`` the place, with y pointing
    up as in a plot: the cell of a board in row r and column c stands at x = c, y = -r.

    The time is linear in the size of the graph. The memory beyond a networkx graph is that of the
    names of its nodes; beyond a stream it is constant.

    Examples
    --------
    >>> import io, networkx as nx
    >>> graph = nx.DiGraph()
    >>> graph.add_node("a", label="A", x=0, y=-1.5)
    >>> graph.add_edge("a", "b", on_path=True)
    >>> file = io.BytesIO()
    >>> write_graphml(graph, file)
    >>> print(*file.getvalue().decode().splitlines()[3:], sep="\n")
    <key id="d0" for="node" attr.name="label" attr.type="string"/>
    <key id="d1" for="node" attr.name="x" attr.type="long"/>
    <key id="d2" for="node" attr.name="y" attr.type="double"/>
    <key id="d3" for="edge" attr.name="on_path" attr.type="boolean"/>
    <graph edgedefault="directed">
    <node id="a"><data key="d0">A</data><data key="d1">0</data><data key="d2">-1.5</data></node>
    <node id="b"></node>
    <edge id="e0" source="a" target="b"><data key="d3">true</data></edge>
    </graph>
    </graphml>
    """
    document = of_stream(graph) if isinstance(graph, GraphStream) else of_networkx(graph)
    with writing(target) as file:
        for text in _texts(document):
            file.write(text.encode())


def _texts(document: Document) -> Iterator[str]:
    """Yield the file piece by piece."""
    columns = {name: [value] for name, value in document.attributes.items()}
    graph_schema = schema_of(columns, _graph_place)
    schemas: dict[str, Mapping[str, ColumnKind]] = {
        "graph": graph_schema,
        "node": document.node_schema,
        "edge": document.edge_schema,
    }
    ids = _key_ids(schemas)
    yield _HEAD.format(hints=_hints(document, schemas, ids))
    for what, schema in schemas.items():
        for name, kind in schema.items():
            yield (
                f'<key id="{ids[what][name]}" for="{what}" attr.name="{_escape_name(name, what)}" '
                f'attr.type="{KINDS[kind][0]}"/>\n'
            )
    yield f'<graph edgedefault="{"directed" if document.directed else "undirected"}">\n'
    for data in _data(Batch([""], columns, _graph_place), graph_schema, ids["graph"]):
        yield f"{data[0]}\n"
    for batch in document.nodes:
        yield _elements("node", batch, document.node_schema, ids["node"])
    for batch in document.edges:
        yield _elements("edge", batch, document.edge_schema, ids["edge"])
    yield "</graph>\n</graphml>\n"


def _graph_place(_: int) -> str:
    return "graph"


def _key_ids(schemas: Mapping[str, Mapping[str, ColumnKind]]) -> dict[str, dict[str, str]]:
    ids: dict[str, dict[str, str]] = {}
    total = 0
    for what, schema in schemas.items():
        ids[what] = {name: f"d{number}" for number, name in enumerate(schema, total)}
        total += len(schema)
    return ids


def _hints(
    document: Document,
    schemas: Mapping[str, Mapping[str, ColumnKind]],
    ids: Mapping[str, Mapping[str, str]],
) -> str:
    """Return what `read_graphml` must know beyond GraphML, as XML-like attributes."""
    hints = {"format": "1"}
    if document.multigraph is not None:
        hints["multigraph"] = "true" if document.multigraph else "false"
    if document.edge_key is not None:
        hints["edge-key"] = ids["edge"][document.edge_key]
    if document.tagged_nodes:
        hints["nodes"] = "tagged"
    tagged = [
        ids[what][name]
        for what, schema in schemas.items()
        for name, kind in schema.items()
        if KINDS[kind][2]
    ]
    if tagged:
        hints["tagged"] = " ".join(tagged)
    return " ".join(f'{name}="{value}"' for name, value in hints.items())


def _escape_name(name: str, what: str) -> str:
    try:
        return escape(name)
    except Unwritable as refused:
        raise ExportError(f"name of a {what} attribute: {refused.reason}") from None


def _data(
    batch: Batch, schema: Mapping[str, ColumnKind], ids: Mapping[str, str]
) -> list[list[str]]:
    """Return the data elements of a batch, column by column; empty where there is no value."""
    data = []
    for name, values in batch.columns.items():
        try:
            texts = column_texts(values, schema[name])
        except Unwritable as refused:
            reason = f"attribute {show(name)}: {refused.reason}"
            raise ExportError(f"{batch.place(refused.row)}: {reason}") from None
        opening = f'<data key="{ids[name]}">'
        data.append(["" if text is None else f"{opening}{text}</data>" for text in texts])
    return data


def _elements(
    what: str, batch: Batch, schema: Mapping[str, ColumnKind], ids: Mapping[str, str]
) -> str:
    if not schema:
        return "".join([f"{head}/>\n" for head in batch.heads])
    data = map("".join, zip(*_data(batch, schema, ids), strict=True))
    return "".join(
        [f"{head}>{inner}</{what}>\n" for head, inner in zip(batch.heads, data, strict=True)]
    )
