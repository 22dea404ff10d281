"""The graphs of ConnectingGame."""

import pytest
from hypothesis import given, settings

from graphpuzzles import ConnectingGame
from graphpuzzles.errors import WriteError
from tests.puzzles.connecting_game.strategies import games, random_game


def test_the_flow_graph_works_with_networkx_as_it_is():
    import networkx as nx

    game = random_game(3)
    graph = game.graph("flow")
    value, _ = nx.maximum_flow(graph, graph.graph["source"], graph.graph["sink"])
    assert value == game.solve().value


@settings(max_examples=100)
@given(games())
def test_an_answer_is_marked_on_every_graph(game):
    solution = game.solve()
    if solution.answer is None:
        return
    regions = solution.graph("regions")
    cut = [node for node, taken in regions.nodes(data="in_cut") if taken]
    assert sum(regions.nodes[node]["weight"] for node in cut) == solution.value
    flow = solution.graph("flow")
    source = flow.graph["source"]
    assert sum(flow.edges[source, v]["flow"] for v in flow[source]) == solution.value
    assert all(data["flow"] <= data["capacity"] for _, _, data in flow.edges(data=True))
    crossed = [data for _, _, data in flow.edges(data=True) if data["in_cut"]]
    assert sum(data["capacity"] for data in crossed) == solution.value
    contacts = solution.graph("contacts")
    on_path = [edge for edge in contacts.edges if contacts.edges[edge]["on_path"]]
    assert {node for edge in on_path for node in edge} <= set(cut)
    plain = game.graph("regions")
    assert all("in_cut" not in data for _, data in plain.nodes(data=True))


def test_graphs_place_regions_as_they_lie_on_the_board():
    graph = ConnectingGame(["AB", "CB"]).graph("regions")
    assert [graph.nodes[f"r{i}"]["label"] for i in range(3)] == ["A", "B", "C"]
    assert [(graph.nodes[f"r{i}"]["x"], graph.nodes[f"r{i}"]["y"]) for i in range(3)] == [
        (0.0, 0.0),
        (1.0, -0.5),
        (0.0, -1.0),
    ]
    assert set(graph.edges) == {("r0", "r1"), ("r0", "r2"), ("r1", "r2")}


def test_a_game_that_the_text_cannot_express_is_printed_all_the_same():
    game = ConnectingGame(["AB"], forbidden="B")
    with pytest.raises(WriteError, match="forbidden"):
        ConnectingGame.write([game])
    assert str(game) == repr(game) == "<ConnectingGame 1 x 2, 2 regions>"
