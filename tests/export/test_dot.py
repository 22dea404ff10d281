"""DOT, read back by the rules of Graphviz's scanner."""

import copy
import math
import re

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import ExportError
from tests.export.export_graphs import (
    AWKWARD,
    JSON_NAMES,
    TEXTS,
    Stream,
    dot,
    exact,
    graphs,
    node_link,
)

# A string in quotation marks, as Graphviz's scanner sees it, and what stands between two of them.
STRING = r'"((?:[^"\\]|\\.)*)"'
ATTRIBUTES = rf"(?: \[(?:{STRING}={STRING}(?:, )?)+\])?;"


def unquote(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)


@given(graphs(names=TEXTS.filter(lambda name: name != "key")))
def test_every_name_in_dot_is_quoted(graph):
    text = dot(graph)
    arrow = "->" if graph.is_directed() else "--"
    head = "digraph" if graph.is_directed() else "graph"
    line = rf"  (?:graph|{STRING}(?: {arrow} {STRING})?){ATTRIBUTES}\n"
    assert re.fullmatch(rf"{head} {{\n(?:{line})*}}\n", text, re.DOTALL)


@given(st.lists(TEXTS | AWKWARD, unique=True))
def test_names_in_dot_are_those_of_the_nodes(names):
    text = dot(nx.empty_graph(names)).removeprefix("graph {\n")
    rows = re.findall(rf"  {STRING}(?: \[{STRING}={STRING}\])?;\n", text, re.DOTALL)
    told = [tuple(map(unquote, row)) for row in rows]
    for name, (shown, *attribute) in zip(names, told, strict=True):
        if name and not name.startswith("%"):
            assert (shown, attribute) == (name, ["", ""])
        else:
            assert re.fullmatch("n[0-9]+", shown)
            assert attribute == ["label", name.replace("&", "&amp;")]
    assert len({shown for shown, *_ in told}) == len(names)


def test_graphviz_numbers_nodes_that_begin_with_a_percent_sign_so_they_are_renamed():
    graph = nx.DiGraph([("%1", "a%"), ("", "n0")], size=1)
    graph.add_node("%1", label="first")
    assert dot(graph).splitlines() == [
        "digraph {",
        '  graph ["size"="1"];',
        '  "n1" ["label"="first", "name"="%1"];',
        '  "a%";',
        '  "n2" ["name"=""];',
        '  "n0";',
        '  "n1" -> "a%";',
        '  "n2" -> "n0";',
        "}",
    ]


def test_a_stream_is_written_with_its_positions():
    stream = Stream(
        {"x": "long", "y": "double", "pos": "string"},
        {"weight": "double"},
        [
            (3, {"x": [0, 1, 2], "y": [0.5, None, -2.0]}),
            (1, {"x": [5], "y": [6.0], "pos": ["7,8"]}),
        ],
        [([0, 2], [1, 3], {"weight": [1.5, None]})],
        directed=False,
    )
    assert dot(stream).splitlines()[1:-1] == [
        '  "n0" ["x"="0", "y"="0.5", "pos"="0,0.5!"];',
        '  "n1" ["x"="1"];',
        '  "n2" ["x"="2", "y"="-2.0", "pos"="2,-2.0!"];',
        '  "n3" ["x"="5", "y"="6.0", "pos"="7,8"];',
        '  "n0" -- "n1" ["weight"="1.5"];',
        '  "n2" -- "n3";',
    ]


@pytest.mark.parametrize(
    ("data", "attributes"),
    [
        ({}, ""),
        ({"on": True, "off": False}, ' ["on"="true", "off"="false"]'),
        ({"a": 1, "b": 0.5, "c": math.inf}, ' ["a"="1", "b"="0.5", "c"="Infinity"]'),
        ({"label": "<b> & \\N\n"}, ' ["label"="<b> &amp; \\\\N\\n"]'),
        ({"x": 1, "y": -0.5}, ' ["x"="1", "y"="-0.5", "pos"="1,-0.5!"]'),
        ({"x": 1}, ' ["x"="1"]'),
        ({"x": 1, "y": math.inf}, ' ["x"="1", "y"="Infinity"]'),
        ({"x": "1", "y": True}, ' ["x"="1", "y"="true"]'),
        ({"x": np.int8(1), "y": 2, "pos": "3,4"}, ' ["x"="1", "y"="2", "pos"="3,4"]'),
    ],
)
def test_attributes_in_dot(data, attributes):
    graph = nx.Graph()
    graph.add_nodes_from([("a", data)])
    assert dot(graph) == f'graph {{\n  "a"{attributes};\n}}\n'


def test_parallel_edges_in_dot_have_keys():
    graph = nx.MultiDiGraph([("a", "b"), ("a", "b"), (1, "1", "k")], name="g")
    assert dot(graph).splitlines()[-4:-1] == [
        '  "a" -> "b" ["key"="0"];',
        '  "a" -> "b" ["key"="1"];',
        '  "1" -> "n0" ["key"="k"];',
    ]


def test_an_attribute_key_in_dot_is_refused_in_a_multigraph():
    graph = nx.MultiGraph([("a", "b", 0, {"key": 1})])
    with pytest.raises(ExportError, match=r"^edge attribute 'key': DOT needs this name"):
        dot(graph)


@given(graphs(names=JSON_NAMES))
@settings(max_examples=30)
def test_json_and_dot_change_nothing(graph):
    before = exact(copy.deepcopy(graph))
    dot(graph)
    node_link(graph, allow_nan=True)
    assert exact(graph) == before
