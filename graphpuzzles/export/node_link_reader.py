"""Reading node-link JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn, cast

from graphpuzzles.errors import ParseError
from graphpuzzles.export.files import reading
from graphpuzzles.export.values import frozen
from graphpuzzles.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx

    from graphpuzzles.export.files import Target
    from graphpuzzles.export.values import Node

__all__ = ["read_json"]


def read_json(source: Target) -> nx.Graph[Node]:
    r"""Read a graph from node-link JSON.

    Parameters
    ----------
    source : path or binary file
        As `write_json` or ``json.dump(networkx.node_link_data(graph))`` writes it; edges may
        stand under ``"links"``, as older versions of networkx and D3 have it.

    Returns
    -------
    networkx.Graph
        Of the class that the file names; undirected, and no multigraph, where it does not say.
        Nodes that are lists become tuples.

    Raises
    ------
    ParseError
        If the file is no well-formed JSON; or no node-link data of a graph (a node that occurs
        twice, an edge to a node that does not occur, parallel edges with one key). In the second
        case the place is the beginning, and the message says which node or edge it is.
    TypeError
        If `source` is neither a path nor a binary file.

    Notes
    -----
    ``NaN``, ``Infinity`` and ``-Infinity`` are read, though they are no JSON.

    Examples
    --------
    >>> import io
    >>> read_json(io.BytesIO(b'{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]}'))
    Traceback (most recent call last):
        ...
    graphpuzzles.errors.ParseError: line 1, column 1: expected edges[0] between nodes, found '2'
    """
    import networkx as nx

    with reading(source) as file:
        document = _Document(file.read(), str(getattr(file, "name", "")) or None)
    graph: nx.Graph[Node]
    if document.flag("multigraph"):
        graph = nx.MultiDiGraph() if document.flag("directed") else nx.MultiGraph()
    else:
        graph = nx.DiGraph() if document.flag("directed") else nx.Graph()
    graph.graph.update(document.attributes())
    for place, data in document.rows("nodes"):
        node = document.name(place, data, "id")
        if node in graph:
            document.fail(f"{place} with another id", f"{_shown(node)} again")
        graph.add_nodes_from([(node, data)])
    for place, data in document.rows("edges" if "edges" in document.data else "links"):
        ends = document.name(place, data, "source"), document.name(place, data, "target")
        for end in ends:
            if end not in graph:
                document.fail(f"{place} between nodes", _shown(end))
        if isinstance(graph, nx.MultiGraph):
            key = document.name(place, data, "key") if "key" in data else graph.new_edge_key(*ends)
            if graph.has_edge(*ends, key):
                document.fail(f"{place} with another key", f"{_shown(key)} again")
            graph.add_edge(*ends, key)
            cast("dict[str, object]", graph.get_edge_data(*ends, key)).update(data)
        else:
            if graph.has_edge(*ends):
                document.fail("one edge between two nodes", f"{place}, a parallel one")
            graph.add_edges_from([(*ends, data)])
    return graph


class _Document:
    """A document of JSON, checked member by member."""

    def __init__(self, text: bytes, source: str | None) -> None:
        self.source = source
        try:
            data: object = json.loads(text)
        except json.JSONDecodeError as error:
            raise ParseError(
                error.lineno, error.colno, "well-formed JSON", error.msg, source=source
            ) from None
        except RecursionError:
            self.fail("JSON", "brackets nested too deeply")
        except ValueError as error:  # a wrong encoding, or more digits than Python takes
            self.fail("JSON in UTF-8", str(error))
        if not isinstance(data, dict):
            self.fail("an object", _shown(data))
        self.data: dict[str, object] = data

    def fail(self, expected: str, found: str) -> NoReturn:
        """Raise the error of the whole document."""
        raise ParseError(1, 1, expected, found, source=self.source)

    def flag(self, name: str) -> bool:
        """Return a truth value, false where there is none."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            self.fail(f"{name} to be true or false", _shown(value))
        return value

    def attributes(self) -> dict[str, object]:
        """Return the attributes of the graph."""
        value = self.data.get("graph", {})
        if not isinstance(value, dict):
            self.fail("graph to be an object", _shown(value))
        return value

    def rows(self, name: str) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the nodes or edges, each with its place and a dict to take apart."""
        rows = self.data.get(name)
        if not isinstance(rows, list):
            self.fail(f"an array {name}", "none" if rows is None else _shown(rows))
        for number, row in enumerate(rows):
            place = f"{name}[{number}]"
            if not isinstance(row, dict):
                self.fail(f"{place} to be an object", _shown(row))
            yield place, dict(row)

    def name(self, place: str, row: dict[str, object], member: str) -> Node:
        """Take a node or key out of a row."""
        if member not in row:
            self.fail(f"{place} with the member {member}", "none")
        value = row.pop(member)
        try:
            return frozen(value, nested=True)
        except (ValueError, RecursionError):
            self.fail(f"a text, number or array as {member} of {place}", _shown(value))


def _shown(value: object) -> str:
    return quote(json.dumps(value))
