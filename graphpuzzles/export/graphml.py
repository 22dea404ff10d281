"""Writing GraphML, the format that Gephi, Cytoscape, yEd, igraph and networkx all read.

The file is made of text, batch by batch: no tree of elements is built. It is valid by the schema
that it names. Every attribute is declared before its first use, with the widest type of its sort
(``long``, ``double``) and a key of its own for nodes, edges and the graph, and everything stands
in the order of the graph, so that the same graph gives the same bytes.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, TypeVar, cast

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import float_text, names, show, text_of
from graphpuzzles.export.files import writing
from graphpuzzles.export.sources import columns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    import networkx as nx

    from graphpuzzles.export.columns import Columns, Form, GraphStream
    from graphpuzzles.export.files import Target

N = TypeVar("N", bound="Hashable")

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""

# The schema wants names that are an NMTOKEN. Its letters are others in each edition of XML: these
# are such in all of them, and those of most living languages.
_TOKEN = re.compile(
    "[-.0-9:A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u014a-\u017e\u0180-\u01c3"
    "\u0300-\u0345\u0388-\u038a\u038e-\u03a1\u03a3-\u03ce\u040e-\u044f\u0451-\u045c\u045e-\u0481"
    "\u05d0-\u05ea\u0621-\u063a\u0640-\u0652\u0905-\u0939\u093c-\u094d\u0e01-\u0e2e\u1e00-\u1e9b"
    "\u1ea0-\u1ef9\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]+"
)

_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}
_SPECIAL = re.compile('[&<>"\t\n\r]')
# Everything for which a text needs a closer look; all else goes out as it is.
_SUSPECT = re.compile("[^ !#-%'-;=?-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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

    See Also
    --------
    networkx.read_graphml : reads it; nodes are texts then.

    Notes
    -----
    The id of a node is its text, as far as GraphML allows: letters, digits, ``-``, ``.``, ``_``
    and ``:``. Any other node gets the first free ``n0``, ``n1``, ..., and its text becomes the
    attribute ``label``, or ``name`` where nodes have labels. An attribute whose name is not
    allowed is renamed likewise; its name is the description of its key.

    An attribute whose values all are integers of 64 bits becomes a ``long``, all floats, or floats
    and integers up to 2^53, ``double`` (``Infinity``, ``NaN``), all truth values ``boolean``, and
    any other mixture, or integers beyond 64 bits, a ``string``. Subnormal floats are written with
    all their digits, since igraph refuses shorter ones. The keys of a multigraph's edges are the
    attribute ``key``.

    By convention ``label`` is the text to show, and ``x`` and ``y`` the place, with y pointing
    up as in a plot: the cell of a board in row r and column c stands at x = c, y = -r.

    The time is linear in the size of the graph. The memory beyond a networkx graph is that of the
    names of its nodes and of its attributes column by column; beyond a stream it is constant.

    Examples
    --------
    >>> import io, networkx as nx
    >>> graph = nx.DiGraph()
    >>> graph.add_node("a", label="A", x=0, y=-1.5)
    >>> graph.add_edge("a", "b", on_path=True)
    >>> file = io.BytesIO()
    >>> write_graphml(graph, file)
    >>> print(*file.getvalue().decode().splitlines()[2:], sep="\n")
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
    columns = columns_of(graph, _TOKEN.fullmatch)
    with writing(target) as file:
        for text in _texts(columns):
            file.write(text.encode())


def _texts(columns: Columns) -> Iterator[str]:
    """Yield the file piece by piece."""
    forms: dict[str, dict[str, Form]] = {"graph": {}, "node": {}, "edge": {}}
    keys = map("d{}".format, count())
    yield _HEAD
    for what, schema in columns.schema.items():
        for name, token in zip(schema, names([*schema], _TOKEN.fullmatch), strict=True):
            key, kind = next(keys), schema[name]
            behind = "</data>\n" if what == "graph" else "</data>"
            forms[what][name] = (f'<data key="{key}">', _TEXTS[kind], behind)
            named = f'<key id="{key}" for="{what}" attr.name="{token}" attr.type="{kind}"'
            yield f"{named}/>\n" if name == token else f"{named}>{_described(name, what)}</key>\n"
    yield f'<graph edgedefault="{"directed" if columns.directed else "undirected"}">\n'
    yield from columns.graph.texts(forms["graph"])
    opened, closed = (">", "</node>\n") if forms["node"] else ("", "/>\n")
    for rows in columns.nodes:
        nodes = zip(*rows.ids, rows.texts(forms["node"]), strict=True)
        yield "".join([f'<node id="{u}"{opened}{data}{closed}' for u, data in nodes])
    opened, closed = (">", "</edge>\n") if forms["edge"] else ("", "/>\n")
    numbers = count()
    for rows in columns.edges:
        # The numbers stand last, since they never end.
        edges = zip(*rows.ids, rows.texts(forms["edge"]), numbers, strict=False)
        yield "".join(
            [
                f'<edge id="e{k}" source="{u}" target="{v}"{opened}{data}{closed}'
                for u, v, data, k in edges
            ]
        )
    yield "</graph>\n</graphml>\n"


def _described(name: str, what: str) -> str:
    """Return the description of a key whose attribute has another name in the file."""
    try:
        return f"<desc>{escape(name)}</desc>"
    except ValueError as refused:
        raise ExportError(f"{what} attribute {show(name)}: {refused}") from None


def escape(value: object) -> str:
    """Return the text of a value for XML, between tags, or raise ValueError where there is none.

    Tabs and line ends are escaped too, since XML readers change them otherwise.
    """
    if isinstance(value, str) and _SUSPECT.search(value) is None:
        return value
    return _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text_of(value))


_TEXTS: dict[str, Callable[[object], str]] = {
    "boolean": text_of,
    "long": str,
    "double": cast("Callable[[object], str]", float_text),
    "string": escape,
}
