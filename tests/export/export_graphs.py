"""Random graphs for every writer, and a reader of GraphML that believes nothing but the schema."""

import io
import math
import re
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
from hypothesis import strategies as st
from lxml import etree

from graphpuzzles.export import write_dot, write_graphml, write_json

CLASSES = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)

# Every character that XML 1.0 has.
TEXTS = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc"),
        include_characters="\t\n\r",
        exclude_characters="\ufffe\uffff",
    ),
    max_size=8,
)
AWKWARD = st.sampled_from(
    ["", " ", "1", "1.0", "true", "n0", "n1", "label", "name", '"', "%", "%1", "]]>", "&amp;"]
) | st.sampled_from(["\r\n", "\u00e9", "\\", "a b", "\u6f22", "\u05d0", "\U0001d11e"])
FLOATS = st.floats() | st.sampled_from([0.0, -0.0, 1e16, 5e-324, math.inf, -math.inf])
INTEGERS = st.integers() | st.sampled_from(
    [s * 2**p + d for s in (-1, 1) for p in (53, 63, 64) for d in (-1, 0, 1)]
)
VALUES = TEXTS | AWKWARD | INTEGERS | FLOATS | st.booleans()
# One type a column, as most graphs have it, or any.
COLUMN_TYPES = st.sampled_from([TEXTS, INTEGERS, FLOATS, st.booleans(), INTEGERS | FLOATS, VALUES])
SIMPLE_NODES = TEXTS | AWKWARD | INTEGERS | st.floats(allow_nan=False)
NODES = SIMPLE_NODES | st.tuples(SIMPLE_NODES, st.tuples(SIMPLE_NODES) | SIMPLE_NODES)

# Names that node-link JSON leaves to attributes.
RESERVED = {"id", "source", "target", "key"}
JSON_NAMES = (TEXTS | AWKWARD).filter(lambda name: name not in RESERVED)


@st.composite
def graphs(draw, nodes=(NODES, TEXTS), names=TEXTS | AWKWARD, keys=VALUES):
    """Draw a graph of any class with attributes of mixed types on some nodes and edges."""
    graph = draw(st.sampled_from(CLASSES))()
    drawn = draw(st.lists(draw(st.sampled_from(nodes)), max_size=6))
    columns = [draw(st.dictionaries(names, COLUMN_TYPES, max_size=3)) for _ in range(3)]

    def attributes(column):
        return {name: draw(kind) for name, kind in column.items() if draw(st.booleans())}

    graph.graph.update(attributes(columns[0]))
    for node in drawn:
        graph.add_nodes_from([(node, attributes(columns[1]))])
    for _ in range(draw(st.integers(0, 8)) if drawn else 0):
        ends = draw(st.sampled_from(drawn)), draw(st.sampled_from(drawn))
        if graph.is_multigraph():
            key = draw(st.none() | keys)
            key = graph.new_edge_key(*ends) if key is None else key
            graph.add_edges_from([(*ends, key, attributes(columns[2]))])
        else:
            graph.add_edges_from([(*ends, attributes(columns[2]))])
    return graph


def exact(graph):
    """Return all of a graph as text in which 1, 1.0, True and "1" differ and NaN is NaN."""
    first = {node: node for node in graph}  # an edge may name node 1 as 1.0
    rows = graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True)
    edges = [
        (first[u], first[v], *key, sorted(data.items(), key=repr)) for u, v, *key, data in rows
    ]
    nodes = [(node, sorted(data.items(), key=repr)) for node, data in graph.nodes(data=True)]
    return f"{type(graph)} {sorted(graph.graph.items(), key=repr)} {nodes} {edges}"


def graphml(graph):
    file = io.BytesIO()
    write_graphml(graph, file)
    return file.getvalue()


def dot(graph):
    file = io.BytesIO()
    write_dot(graph, file)
    return file.getvalue().decode()


def node_link(graph, **options):
    file = io.BytesIO()
    write_json(graph, file, **options)
    return file.getvalue()


# Reading GraphML -----------------------------------------------------------------------------


def schema(*, references=True):
    """Return the schema, or the part of it that lxml checks in linear time."""
    tree = etree.parse(Path(__file__).parents[1] / "data" / "graphml.xsd")
    if not references:
        for what in ("key", "keyref", "unique"):
            for element in [*tree.iter(f"{{http://www.w3.org/2001/XMLSchema}}{what}")]:
                element.getparent().remove(element)
    return etree.XMLSchema(tree)


SCHEMA, QUICK_SCHEMA = schema(), schema(references=False)
LARGE = 10**6
XMLNS = "{http://graphml.graphdrawing.org/xmlns}"
READ = {
    "boolean": {"true": True, "false": False}.__getitem__,
    "long": int,
    "double": float,
    "string": str,
}


@dataclass
class Told:
    """What a file of GraphML says: rows of nodes and of edges, each with its attributes."""

    directed: bool
    attributes: dict
    nodes: list  # (id, attributes)
    edges: list  # (source, target, attributes)


def assert_valid(data):
    """Return the root of GraphML that the schema accepts, or raise what is wrong."""
    schema = SCHEMA if len(data) < LARGE else QUICK_SCHEMA
    return etree.fromstring(data, etree.XMLParser(schema=schema))


def validated(data):
    """Read GraphML that the schema accepts; a key that is described has that name.

    In a large file references are not checked by the schema, and ids are not here.
    """
    root = assert_valid(data)
    keys = {}
    for key in root.findall(f"{XMLNS}key"):
        name = key.findtext(f"{XMLNS}desc", key.get("attr.name"))
        keys[key.get("id"), key.get("for")] = name, READ[key.get("attr.type")]

    def attributes(element):
        what = etree.QName(element).localname
        told = {}
        for child in element.findall(f"{XMLNS}data"):
            name, read = keys[child.get("key"), what]
            assert name not in told
            told[name] = read(child.text or "")
        return told

    graph = root.find(f"{XMLNS}graph")
    return Told(
        graph.get("edgedefault") == "directed",
        attributes(graph),
        [(node.get("id"), attributes(node)) for node in graph.iter(f"{XMLNS}node")],
        [(e.get("source"), e.get("target"), attributes(e)) for e in graph.iter(f"{XMLNS}edge")],
    )


def text(value):
    """Return what is written for a value where only texts can be."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return {"inf": "Infinity", "-inf": "-Infinity"}.get(repr(value), "NaN")
    if isinstance(value, float) and 0 < abs(value) < 2.2250738585072014e-308:
        return None  # all digits; it is enough that they say the same number
    return str(value)


def told(columns):
    """Return rows of attributes as GraphML has them: the narrowest type of each attribute."""
    columns = list(columns)
    types = {}
    for row in columns:
        for name, value in row.items():
            types.setdefault(name, []).append(value)
    casts = {name: _cast(values) for name, values in types.items()}
    return [{name: casts[name](value) for name, value in row.items()} for row in columns]


def _cast(values):
    kinds = set(map(type, values))
    whole = [value for value in values if type(value) is int]
    if kinds == {bool} or (kinds == {int} and all(-(2**63) <= v < 2**63 for v in values)):
        return lambda value: value
    if kinds <= {int, float} and all(abs(value) <= 2**53 for value in whole):
        return float
    return text


def node_text(node):
    return str(node) if isinstance(node, tuple) else text(node)


def assert_tells(data, graph):
    """Compare a file of GraphML with the graph that was written."""
    back = validated(data)
    assert back.directed == graph.is_directed()
    assert_same([back.attributes], told([graph.graph]))
    taken = set().union(*(data for _, data in graph.nodes(data=True)))
    columns = ("label", *("name" + "_" * i for i in range(9)))
    label = next(name for name in columns if name not in taken)
    ids = {}
    for node, (name, told_of_it) in zip(graph, back.nodes, strict=True):
        wanted = node_text(node)
        if name == wanted:
            assert label not in told_of_it
        else:
            assert re.fullmatch(r"n[0-9]+", name)
            assert told_of_it.pop(label) == wanted or wanted is None
        ids[node] = name
    assert len(set(ids.values())) == len(ids)
    assert_same([data for _, data in back.nodes], told(data for _, data in graph.nodes(data=True)))
    rows = graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True)
    key = "key"
    while any(key in data for *_, data in rows):
        key += "_"
    assert [(u, v) for u, v, _ in back.edges] == [(ids[u], ids[v]) for u, v, *_ in rows]
    columns = [data | ({key: rest[0]} if rest else {}) for _, _, *rest, data in rows]
    assert_same([data for *_, data in back.edges], told(columns))


def assert_same(found, expected):
    """Compare rows of attributes; None is a text that is not looked at."""
    for row, wanted in zip(found, expected, strict=True):
        assert row.keys() == wanted.keys()
        for name, value in wanted.items():
            assert value is None or repr(row[name]) == repr(value)


@dataclass
class Stream:
    """A stream told by its batches."""

    node_schema: dict = field(default_factory=dict)
    edge_schema: dict = field(default_factory=dict)
    nodes: list = field(default_factory=list)
    edges: list = field(default_factory=list)
    directed: bool = True
    attributes: dict = field(default_factory=dict)

    def node_batches(self):
        yield from self.nodes

    def edge_batches(self):
        yield from self.edges


def sample():
    """Return a graph with one of everything that other programs read too."""
    graph = nx.DiGraph(name="Gra\u00df \u2192 \U0001d11e", size=2**40, ratio=0.1, done=True)
    graph.add_node("a", label="\u00e4 \"b\" 'c' <d> & ]]>", x=0, y=-1.5, depth=-(2**31), seen=True)
    graph.add_node("b-c", label="two\nlines\tand\rmore ", x=1, y=math.inf, depth=2**31, seen=False)
    graph.add_node("\u65e5\u672c", label="", x=2, y=-math.inf, depth=0, seen=False)
    graph.add_edge("a", "b-c", move="<up>", weight=2.5)
    graph.add_edge("b-c", "b-c", move="stay", weight=math.nan)
    graph.add_edge("b-c", "a", move="", weight=1e-300)
    return graph
