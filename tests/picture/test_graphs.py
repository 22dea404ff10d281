"""Pictures of graphs: places, marks, labels, and what is too great for a picture."""

import contextlib
import io
import itertools
import math
import os
import random
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import ConnectingGame, Snake, draw_graph, graph_scene
from graphpuzzles.picture import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    VERMILLION,
    WHITE,
    Circle,
    Line,
    Polygon,
    Style,
    Text,
    graph_places,
)
from graphpuzzles.picture.graph_marks import Labels
from graphpuzzles.picture.graph_places import place_nodes
from graphpuzzles.picture.layout import text_width
from graphpuzzles.puzzles._template import DigitDescent
from graphpuzzles.search import bfs_search, explored_graph
from tests.svg import harmless


def circles(scene):
    """Return the circles of a graph's nodes, in the order of the nodes."""
    return [shape for shape in scene.shapes if isinstance(shape, Circle)]


def fills(graph):
    scene = graph_scene(graph)
    return dict(zip(graph, (circle.style.fill for circle in circles(scene)), strict=True))


def arrows(scene):
    return [
        shape for shape in scene.shapes if isinstance(shape, Polygon) and len(shape.points) == 3
    ]


def columns(places):
    """Return the nodes by their x, each column from top to bottom."""
    found = {}
    for node, (x, y) in places.items():
        found.setdefault(round(x, 6), []).append((y, node))
    return [[node for _, node in sorted(found[x])] for x in sorted(found)]


# Places ---------------------------------------------------------------------------------------


def test_a_board_lies_as_its_cells_do():
    graph = nx.Graph()
    for row, column in itertools.product(range(3), range(4)):
        graph.add_node(f"{row},{column}", x=column, y=-row)
    places = place_nodes(graph)
    left, top = places["0,0"]
    for node, (x, y) in places.items():
        row, column = map(int, node.split(","))
        assert x - left == pytest.approx(1.5 * column)
        assert y - top == pytest.approx(1.5 * row)


def test_places_far_apart_come_nearer_but_keep_their_shape():
    graph = nx.Graph()
    for i in range(10):
        graph.add_node(i, x=1000 * i, y=0)
    places = place_nodes(graph)
    assert places[9][0] - places[0][0] == pytest.approx(9 * 1.5)


def test_places_too_close_to_tell_apart_are_none():
    graph = nx.path_graph(3)
    nx.set_node_attributes(graph, {i: {"x": i * 1e-200, "y": 0.0} for i in graph})
    assert place_nodes(graph) == place_nodes(nx.path_graph(3))


@pytest.mark.parametrize("far", [1e99, 10**99, -1e99])
def test_places_too_far_away_to_be_shown_are_none(far):
    graph = nx.path_graph(4)
    for node, x in enumerate((0, 1e-90, 2e-90, far)):
        graph.nodes[node].update(x=x, y=0)
    xs = sorted(x for x, _ in place_nodes(graph).values())
    assert xs[-1] - xs[0] < 10
    harmless(graph_scene(graph).svg())


def test_forces_are_the_same_in_blocks(monkeypatch):
    graph = nx.connected_watts_strogatz_graph(150, 4, 0.1, seed=3)
    places = place_nodes(graph)
    monkeypatch.setattr(graph_places, "BLOCK", 1000)
    assert place_nodes(graph) == places


def test_source_and_sink_without_places_stand_left_and_right():
    graph = nx.DiGraph([("s", "a"), ("a", "b"), ("b", "t")], source="s", sink="t")
    graph.nodes["a"].update(x=0, y=0)
    graph.nodes["b"].update(x=1, y=0)
    places = place_nodes(graph)
    assert places["s"][0] < places["a"][0] < places["b"][0] < places["t"][0]


def test_layers_run_from_left_to_right_even_where_places_are_given():
    graph = nx.DiGraph([("a", "b"), ("b", "c")])
    for layer, node in enumerate("abc"):
        graph.nodes[node].update(layer=layer, x=0, y=layer)
    assert columns(place_nodes(graph)) == [["a"], ["b"], ["c"]]


def test_states_stand_by_their_distance():
    graph = explored_graph(bfs_search(lambda n: [2 * n, n + 1] if n < 20 else [], 1))
    places = place_nodes(graph)
    for layer, nodes in enumerate(columns(places)):
        assert {graph.nodes[node]["depth"] for node in nodes} == {layer}


def test_costs_are_no_columns_but_steps_are():
    graph = nx.DiGraph([("s", "a"), ("a", "b"), ("s", "b"), ("x", "s")])
    graph.nodes["s"]["is_source"] = True
    assert columns(place_nodes(graph)) == [["s"], ["a", "b"], ["x"]]


def test_pairs_of_one_place_stand_side_by_side():
    graph = nx.DiGraph([("0 in", "0 out"), ("1 in", "1 out")], source="0 in")
    for node in graph:
        graph.nodes[node].update(x=int(node[0]), y=0)
    order = sorted(graph, key=lambda node: place_nodes(graph)[node])
    assert order == ["0 in", "0 out", "1 in", "1 out"]


@pytest.mark.parametrize("seed", range(20))
def test_a_ladder_in_columns_is_untangled(seed):
    """A planar ladder whose columns are shuffled has no crossing after the sweeps."""
    rng = random.Random(seed)
    graph = nx.Graph()
    nodes = [(layer, row) for layer in range(6) for row in range(5)]
    rng.shuffle(nodes)
    for layer, row in nodes:
        graph.add_node((layer, row), layer=layer)
    graph.add_edges_from(
        ((layer, row), (layer + 1, row)) for layer in range(5) for row in range(5)
    )
    places = place_nodes(graph)
    for layer in range(5):
        pairs = sorted((places[layer, row][1], places[layer + 1, row][1]) for row in range(5))
        assert [second for _, second in pairs] == sorted(second for _, second in pairs)


def test_components_do_not_overlap():
    graph = nx.disjoint_union_all([nx.cycle_graph(7), nx.path_graph(2), nx.star_graph(5)])
    graph.add_node("alone")
    places = place_nodes(graph)
    boxes = []
    for component in nx.connected_components(graph):
        xs, ys = zip(*(places[node] for node in component), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for first, second in itertools.combinations(boxes, 2):
        assert (
            first[2] < second[0]
            or second[2] < first[0]
            or first[3] < second[1]
            or second[3] < first[1]
        )


@pytest.mark.parametrize(
    "graph", [nx.grid_2d_graph(15, 15), nx.balanced_tree(3, 5), nx.star_graph(150)], ids=str
)
def test_large_graphs_unfold(graph):
    """Neighbours are near, whatever is far in the graph is farther, and no two nodes meet."""
    places = place_nodes(graph)
    apart = [math.dist(places[u], places[v]) for u, v in itertools.combinations(graph, 2)]
    near = [math.dist(places[u], places[v]) for u, v in graph.edges]
    assert min(apart) > 0.1
    assert sum(near) / len(near) < 0.8 * sum(apart) / len(apart)


@settings(max_examples=25)
@given(st.integers(1, 25), st.floats(0, 0.5), st.integers(0, 99), st.booleans())
def test_every_graph_has_a_picture_in_which_no_two_nodes_meet(n, density, seed, directed):
    graph = nx.gnp_random_graph(n, density, seed=seed, directed=directed)
    scene = graph_scene(graph)
    harmless(scene.svg())
    found = circles(scene)
    assert len(found) == n
    for circle in found:
        for place, size in zip(circle.center, (scene.width, scene.height), strict=True):
            assert circle.radius <= place <= size - circle.radius
    gaps = [math.dist(a.center, b.center) for a, b in itertools.combinations(found, 2)]
    assert min(gaps, default=1) > 0.3
    assert len(arrows(scene)) == (graph.number_of_edges() if directed else 0)


def test_pictures_do_not_depend_on_the_hash_seed():
    code = """
import networkx as nx
from graphpuzzles import graph_scene
graph = nx.relabel_nodes(nx.disjoint_union(nx.petersen_graph(), nx.path_graph(400)), str)
print(graph_scene(graph).svg())
"""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(code, {})  # noqa: S102 - once under this process's own seed
    again = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"},
    )
    assert again.stdout == told.getvalue()


# Edges ----------------------------------------------------------------------------------------


def test_edges_between_the_same_nodes_do_not_lie_on_each_other():
    graph = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "a"), ("a", "a"), ("a", "a")])
    lines = [shape for shape in graph_scene(graph).shapes if isinstance(shape, Line)]
    middles = [line.points[len(line.points) // 2] for line in lines]
    assert len(middles) == 5
    assert all(math.dist(p, q) > 0.1 for p, q in itertools.combinations(middles, 2))


def test_an_edge_goes_around_a_node_on_its_way():
    graph = nx.Graph([("a", "c")])
    for x, node in enumerate("abc"):
        graph.add_node(node, x=x, y=0)
    scene = graph_scene(graph)
    (line,) = [shape for shape in scene.shapes if isinstance(shape, Line)]
    between = circles(scene)[list(graph).index("b")]
    assert all(math.dist(point, between.center) > between.radius for point in line.points)


def test_arrows_point_to_the_head():
    graph = nx.DiGraph([("a", "b")])
    scene = graph_scene(graph)
    tail, head = (circle.center for circle in circles(scene))
    (arrow,) = arrows(scene)
    tip = arrow.points[0]
    assert math.dist(tip, head) == pytest.approx(0.3)
    assert all(math.dist(tip, tail) > math.dist(point, tail) for point in arrow.points[1:])


# Marks ----------------------------------------------------------------------------------------


def test_marks_of_an_answer_are_coloured_and_explained():
    graph = nx.DiGraph(source="s", sink="t")
    graph.add_node("s")
    graph.add_node("cut", in_cut=True)
    graph.add_node("low", probability=0.0)
    graph.add_node("high", probability=1)
    graph.add_node("one", line="1")
    graph.add_node("two", line="2")
    graph.add_node("plain", in_cut=False, on_path=False, line="")
    graph.add_node("t")
    graph.add_edge("s", "one", flow=3, capacity=5)
    graph.add_edge("one", "t", flow=0, capacity=5)
    graph.add_edge("s", "t", in_cut=True)
    found = fills(graph)
    assert found["s"] == GREEN
    assert found["t"] == PURPLE
    assert found["cut"] == VERMILLION
    assert (found["low"], found["high"]) == (WHITE, ORANGE)
    assert found["one"] != found["two"] != found["plain"]
    legend = {key.text: key.style for key in graph_scene(graph).legend}
    assert set(legend) >= {"source", "target", "in the cut", "flow", "edge in the cut", "line 1"}
    assert legend["flow"].stroke == BLUE
    assert legend["edge in the cut"].stroke == VERMILLION


def test_more_flow_is_drawn_wider():
    graph = nx.DiGraph([("a", "b", {"flow": 1}), ("b", "c", {"flow": 9})])
    one, nine = (shape for shape in graph_scene(graph).shapes if isinstance(shape, Line))
    assert nine.style.width > 1.5 * one.style.width


@pytest.mark.parametrize("value", ["much", None, float("nan"), -1, True, 1e308, [1]])
def test_strange_attributes_do_no_harm(value):
    names = ("flow", "probability", "layer", "depth", "x", "y", "label", "line", "in_cut")
    graph = nx.DiGraph([("a", "b", dict.fromkeys(names, value))], source=value, sink="nowhere")
    graph.nodes["a"].update(dict.fromkeys(names, value))
    harmless(graph_scene(graph).svg())


def test_integers_with_more_digits_than_python_prints_do_no_harm():
    huge = 10**5000
    graph = nx.Graph([(huge, 1, {"weight": huge}), (1, 2, {"flow": huge, "capacity": huge})])
    graph.add_node(1, label=huge, size=huge)
    graph.graph["name"] = huge
    scene = graph_scene(graph)
    assert scene.title == "<int too large to show>: 3 nodes, 2 edges"
    assert "size <int too large to show>" in circles(scene)[1].title
    harmless(scene.svg(titled=True))


def test_a_reader_is_told_what_a_node_has():
    graph = nx.Graph()
    graph.add_node("n0", label="<3>", x=1, y=1, size=7)
    root = harmless(graph_scene(graph).svg())
    titles = [element.text for element in root.iter("{*}title")]
    assert titles == ["1 node, 0 edges", "<3>; size 7"]


def test_solutions_show_their_marks():
    game = ConnectingGame(["AAB", "ACD", "CCD"]).solve()
    assert VERMILLION in fills(game.graph("regions")).values()
    snake = Snake.parse(next(iter(Snake.EXAMPLES))).solve()
    keys = [key.text for key in graph_scene(snake.graph("states")).legend]
    assert {"edge on the path", "target"} <= set(keys)
    descent = DigitDescent(("019", "281")).solve()
    assert {"on the path", "source", "target"} == {
        key.text for key in graph_scene(descent.graph()).legend
    }


# Labels ---------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(st.lists(st.text("abcdefgh ", max_size=30), min_size=1, max_size=15), st.integers(0, 9))
def test_labels_do_not_overlap(texts, seed):
    rng = random.Random(seed)
    graph = nx.Graph()
    for i, text in enumerate(texts):
        graph.add_node(i, label=text, x=rng.randrange(6), y=rng.randrange(6) + i / 100)
    scene = graph_scene(graph)
    found = []
    for shape in scene.shapes:
        if isinstance(shape, Text):
            across, up = text_width(shape.text, shape.size) / 2, 0.5 * shape.size
            x, y = shape.at
            assert x - across >= 0
            assert x + across <= scene.width
            found.append((x - across, y - up, x + across, y + up))
    for first, second in itertools.combinations(found, 2):
        assert (
            first[2] <= second[0]
            or second[2] <= first[0]
            or first[3] <= second[1]
            or second[3] <= first[1]
        )


def test_short_labels_stand_in_their_nodes_and_long_ones_beside():
    graph = nx.Graph()
    graph.add_node(0, label="7", x=0, y=0)
    graph.add_node(1, label="seventeen", x=3, y=0)
    scene = graph_scene(graph)
    seven, seventeen = (shape for shape in scene.shapes if isinstance(shape, Text))
    first, second = circles(scene)
    assert seven.at == first.center
    assert abs(seventeen.at[1] - second.center[1]) > second.radius


def test_labels_of_nodes_have_one_size():
    graph = nx.path_graph(["7", "1: 1", "0-2, 1: 1, 2-0"])
    texts = [shape for shape in graph_scene(graph).shapes if isinstance(shape, Text)]
    assert [shape.text for shape in texts] == list(graph)
    assert len({shape.size for shape in texts}) == 1


def test_what_is_too_small_to_read_is_left_out():
    labels = Labels([(1, 1)], 0.3, 2, 2, unit=10)
    circle = Circle((1, 1), 0.3, Style(fill=WHITE))
    labels.label_nodes([(circle, "7"), (circle, "seventeen")])
    labels.label_edge("7", (0.5, 0.5))
    assert labels.shapes == []


# Sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", [3, None, "graph", [(0, 1)]])
def test_what_is_no_graph_is_named(thing):
    with pytest.raises(TypeError, match=r"^expected a networkx\S*Graph, not "):
        draw_graph(thing)


def test_too_great_a_graph_is_refused_with_a_hint():
    with pytest.raises(ValueError, match=r"11 nodes and 10 edges.*write_graphml.*max_nodes=10"):
        graph_scene(nx.path_graph(11), max_nodes=10)
    with pytest.raises(ValueError, match="780 edges"):
        graph_scene(nx.complete_graph(40), max_nodes=38)
    assert graph_scene(nx.path_graph(10), max_nodes=10)


def test_a_graph_without_nodes_is_refused():
    with pytest.raises(ValueError, match="without nodes"):
        graph_scene(nx.Graph())


def test_the_largest_picture_is_made():
    graph = nx.balanced_tree(2, 9)
    nx.set_node_attributes(graph, nx.single_source_shortest_path_length(graph, 0), "depth")
    assert len(circles(graph_scene(graph))) == 1023


def test_graphs_are_drawn_on_axes():
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("Agg")
    before = plt.get_fignums()
    figure, ax = plt.subplots()
    assert draw_graph(nx.petersen_graph(), ax) is ax
    assert len(ax.collections) == 1
    plt.close(figure)
    assert plt.get_fignums() == before
