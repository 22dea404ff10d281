"""Reading GraphML, our own files without loss and those of other programs as they mean it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.export.files import reading
from graphpuzzles.export.graphml_parser import INTEGER, Parser
from graphpuzzles.text import quote

if TYPE_CHECKING:
    import networkx as nx

    from graphpuzzles.export.files import Target
    from graphpuzzles.export.graphml_parser import Edge
    from graphpuzzles.export.values import Node

__all__ = ["read_graphml"]

_CHUNK = 1 << 20  # bytes given to expat at a time


def read_graphml(source: Target) -> nx.Graph[Node]:
    """Read a graph from GraphML.

    Parameters
    ----------
    source : path or binary file

    Returns
    -------
    networkx.Graph
        What `write_graphml` wrote, equal in class, nodes, edges, keys and attributes, each of its
        type. (A stream has become a graph with nodes ``n0``, ``n1``, ...)

        From a file of another program: nodes are str, values of the types declared, and defaults
        apply where there is no value. As in networkx, the class is a multigraph if two edges join
        the same nodes; the keys are then the ids of the edges, as integers where they are such,
        and else edge ids are left out. Also left out are ports, descriptions, and data that are
        XML elements themselves (the shapes of yEd).

    Raises
    ------
    ParseError
        If the file is no well-formed XML, no GraphML, or a sort of graph that networkx lacks
        (hyperedges, graphs in nodes, directed and undirected edges mixed, several graphs). A
        document type declaration is refused unread, so that no entity is ever expanded.
    TypeError
        If `source` is neither a path nor a binary file.

    Notes
    -----
    Linear in the size of the file; nothing is fetched from the network.

    Examples
    --------
    >>> import io
    >>> read_graphml(io.BytesIO(b"<graphml><graph><node/></graph></graphml>"))
    Traceback (most recent call last):
        ...
    graphpuzzles.errors.ParseError: line 1, column 17: expected a node with an id, found none
    """
    with reading(source) as file:
        parser = Parser(str(getattr(file, "name", "")) or None)
        while chunk := file.read(_CHUNK):
            parser.feed(chunk)
        parser.feed(b"", final=True)
    return _assemble(parser)


def _assemble(parsed: Parser) -> nx.Graph[Node]:
    """Make the graph of what was read."""
    import networkx as nx

    if parsed.directed is None:
        parsed.fail("a graph", "none")
    for edge in parsed.edges:
        for end in (edge.source, edge.target):
            if end not in parsed.nodes:
                parsed.fail("edges between nodes of the graph", quote(end), edge.place)
    parallel = _first_parallel(parsed)
    hint = parsed.hints.get("multigraph")
    multigraph = parallel is not None if hint is None else hint == "true"
    defaults = {what: _defaults(parsed, what) for what in ("graph", "node", "edge")}
    graph: nx.Graph[Node]
    if multigraph:
        graph = nx.MultiDiGraph() if parsed.directed else nx.MultiGraph()
    else:
        graph = nx.DiGraph() if parsed.directed else nx.Graph()
    graph.graph.update(defaults["graph"] | parsed.attributes)
    graph.add_nodes_from((node, defaults["node"] | data) for node, data in parsed.nodes.values())
    if isinstance(graph, nx.MultiGraph):
        _add_keyed_edges(graph, parsed, defaults["edge"])
    elif parallel is not None:
        parsed.fail("one edge between two nodes", "a parallel one", parallel.place)
    else:
        graph.add_edges_from(
            (nodes[edge.source][0], nodes[edge.target][0], defaults["edge"] | edge.data)
            for nodes in (parsed.nodes,)
            for edge in parsed.edges
        )
    return graph


def _first_parallel(parsed: Parser) -> Edge | None:
    """Return the first edge whose ends an earlier edge joins already."""
    seen: set[tuple[str, str]] = set()
    for edge in parsed.edges:
        ends = edge.source, edge.target
        if ends in seen:
            return edge
        seen.add(ends)
        if not parsed.directed:
            seen.add(ends[::-1])
    return None


def _defaults(parsed: Parser, what: str) -> dict[str, object]:
    """Return the defaults of the attributes of nodes, edges or the graph."""
    defaults: dict[str, object] = {}
    for (domain, _), key in parsed.keys.items():
        if domain in {what, "all"}:
            defaults |= key.defaults
    return defaults


def _add_keyed_edges(
    graph: nx.MultiGraph[Node], parsed: Parser, defaults: dict[str, object]
) -> None:
    """Add the edges of a multigraph with their keys: those written, or the ids."""
    declared = parsed.keys.get(("edge", parsed.hints.get("edge-key", "")))
    for edge in parsed.edges:
        u, v = parsed.nodes[edge.source][0], parsed.nodes[edge.target][0]
        data = defaults | edge.data
        key: object = edge.id
        if declared is not None:
            key = data.pop(declared.name or "", None)
        elif edge.id is not None and INTEGER.match(edge.id):
            key = int(edge.id)
        if key is None:
            key = graph.new_edge_key(u, v)
        elif graph.has_edge(u, v, key):
            parsed.fail("another key for a parallel edge", quote(str(key)), edge.place)
        graph.add_edge(u, v, key)
        graph.get_edge_data(u, v, key, {}).update(
            data
        )  # not as keywords: an attribute may be named like one
