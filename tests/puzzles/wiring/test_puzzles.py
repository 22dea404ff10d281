"""ManhattanWiring and Numberlink as data: texts, JSON, bad arguments, graphs."""

import json
import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.cli import main
from graphpuzzles.errors import ParseError, PuzzleError
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
from graphpuzzles.validation import cross_validate
from tests.puzzles.wiring.wiring_cases import graph_links, numberlinks


@pytest.mark.parametrize("cls", [ManhattanWiring, Numberlink])
def test_examples(cls):
    values = {text: cls.parse(text).solve().value for text in cls.EXAMPLES}
    assert values == cls.EXAMPLES


@pytest.mark.parametrize(
    ("cls", "text"),
    [(cls, text) for cls in (ManhattanWiring, Numberlink) for text in cls.MALFORMED],
)
def test_malformed_texts(cls, text):
    with pytest.raises(ValueError, match=r"line \d+, column \d+: expected .+, found "):
        cls.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("2 2\nA .\nB .\n", 2, 1),
        ("2 2\n. A\n. .\n", 2, 3),
        ("1 2\nA A\n2 3\n. A .\n. A A\n", 5, 5),
        ("2 2 fill fill\nA .\nA .\n", 1, 10),
        ("2 2 fill no_chord any\nA .\nA .\n", 1, 19),
        ("2 2\nA .\nA . .\n", 3, 5),
        ("1000 1000\nA A\n", 1, 1),
        ("0 0 1\n", 1, 5),
    ],
)
def test_a_fault_is_named_where_it_stands(text, line, column):
    with pytest.raises(ParseError) as caught:
        list(Numberlink.read(text))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "1 4 2 2 3 3",
        "1\n4\n2\n2\n3\n3\n",
        "1 4 2 2\n3 3 0 0",
        "\n1 4\n\n2 2 3 3\n\n0\n0\n",
    ],
)
def test_the_contest_is_read_by_tokens_wherever_its_lines_break(text):
    [puzzle] = ManhattanWiring.read(text)
    assert puzzle.solve().value == 2


def test_a_dataset_is_whole_before_the_next_begins():
    read = ManhattanWiring.read("1 4 2 2 3 3 2 3 2 2 0 0 3 3 1 5 2 2 0 3")
    assert [next(read).solve().value, next(read).solve().value] == [2, 2]
    with pytest.raises(ParseError, match="expected a cell: 0, 1, 2 or 3, found the end"):
        next(read)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("1 4 2 2 3 x", 11, "a cell: 0, 1, 2 or 3"),
        ("1 4 2 2 2 3", 9, "no more than two cells marked 2"),
        ("1 4 2 2 3 0", 1, "two cells marked 3 in this dataset"),
        ("1 4 2 2 3 3 7", 14, "a number of columns"),
        ("1 4 2 2 3 3 0 0 1", 17, "the end of the text"),
        ("1 4 2 2 3 3 0 5", 13, "at least one row and one column"),
        ("1000 1000 2 2 3 3", 1, "at most 500000 cells"),
    ],
)
def test_a_fault_on_a_line_of_datasets_is_named_where_it_stands(text, column, expected):
    with pytest.raises(ParseError, match=expected) as caught:
        list(ManhattanWiring.read(text))
    assert (caught.value.line, caught.value.column) == (1, column)


HOSTILE = {
    "nothing": b"",
    "null bytes": b"\x00" * 1000,
    "not utf-8": b"2 3\n2 2 0\n0 3 \xff\n",
    "utf-16": "2 3\n2 2 0\n0 3 3\n".encode("utf-16"),
    "a huge table": b"999999999 999999999\n2 2 0\n",
    "a million digits": b"9" * 10**6 + b" 3\n",
    "a fraction": b"2.0 3\n2 2 0\n0 3 3\n",
    "an underscore": b"1_0 3\n",
    "fullwidth digits": "\uff12 3\n2 2 0\n0 3 3\n".encode(),
    "a bell": b"2 3\n2 2 0\n0 3 3\x07\n",
    "a label that turns the line": "2 2\nA\u202e .\nB .\n".encode(),
    "a label of a million letters": b"2 2\n" + b"A" * 10**6 + b" .\nB .\n",
    "a wide row cut short": b"2 100000\n" + b"0 " * 99999,
    "no columns": b"3 0\n",
    "truncated": b"2 3\n2 2 0\n0 3",
}


@pytest.mark.parametrize("name", ["manhattan-wiring", "numberlink"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_exits_2_with_one_line(name, text, tmp_path, capsys):
    path = tmp_path / "hostile.txt"
    path.write_bytes(text)
    assert main(["solve", name, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"graphpuzzles: {path}: line ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert len(err) < 400


@given(numberlinks())
@settings(max_examples=60)
def test_grids_survive_json_and_pickle(puzzle):
    data = json.loads(json.dumps(puzzle.to_dict()))
    assert Numberlink.from_dict(data) == puzzle == pickle.loads(pickle.dumps(puzzle))


@given(graph_links())
@settings(max_examples=60)
def test_graphs_and_their_solutions_survive_json(puzzle):
    solution = puzzle.solve("frontier")
    data = json.loads(json.dumps(solution.to_dict()))
    rebuilt = Numberlink.solution_from_dict(data)
    assert rebuilt.puzzle == puzzle
    assert rebuilt.answer == solution.answer
    assert rebuilt.verify()


@pytest.mark.parametrize("puzzle", [ManhattanWiring(["2233"]), Numberlink(["AA", ".."])])
def test_nothing_of_a_board_can_be_changed(puzzle):
    board = puzzle.board
    for mapping in (board.index, board.sides):
        with pytest.raises(TypeError):
            mapping[next(iter(mapping))] = 5
    for row in (board.nodes, board.edges, board.pairs, board.tokens, board.tokens[0]):
        assert isinstance(row, tuple)
    data = board.to_dict()
    data["grid"][0][0] = "?"
    assert board.tokens[0][0] != "?"


def test_a_board_survives_pickle():
    for board in (
        ManhattanWiring(["3322"]).board,
        Numberlink(nx.path_graph(3), {"a": (0, 2)}).board,
    ):
        again = pickle.loads(pickle.dumps(board))
        assert (again.pairs, again.edges, again.index) == (board.pairs, board.edges, board.index)


def test_marks_are_counted_in_the_constructor():
    with pytest.raises(PuzzleError, match="label '3' stands on one cell"):
        ManhattanWiring(["223"])


@pytest.mark.parametrize(
    ("cells", "where"),
    [(["2233", "00"], (1, 0)), (["2233", "00x0"], (1, 2)), ([[2, 2, 3, 3], [0, 0, 0, 9]], (1, 3))],
)
def test_the_place_of_a_fault_is_told(cells, where):
    with pytest.raises(PuzzleError) as caught:
        ManhattanWiring(cells)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("cells", "error", "message"),
    [
        ([], PuzzleError, "empty"),
        ("2233", TypeError, "`ManhattanWiring.parse` reads a text"),
        (["22", "3"], PuzzleError, "row 1 has 1 cells"),
        (["2243"], PuzzleError, "row 0 holds '4', which is none of 0, 1, 2, 3"),
        ([[2, 2, 3, 4]], PuzzleError, "row 0 holds 4, which is none of 0, 1, 2, 3"),
        ([[2, 2, 3, 3.0]], TypeError, r"cell \(0, 3\) is an integer, not 3.0"),
        ([[2, 2, 3, True]], TypeError, "bool"),
        ([5], TypeError, "row 0"),
        (["2200"], PuzzleError, "no cell is marked 3"),
        (["22233"], PuzzleError, "3 cells"),
    ],
)
def test_bad_boards(cells, error, message):
    with pytest.raises(error, match=message):
        ManhattanWiring(cells)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"graph": 5}, TypeError, "grid or a graph"),
        ({"graph": "AA"}, TypeError, "list of rows"),
        ({"graph": ["A.A"], "rule": "fast"}, ValueError, "rule must be one of"),
        ({"graph": ["A.A"], "self_touch": "no"}, ValueError, "self_touch must be one of"),
        ({"graph": ["A.A"], "weights": "w"}, TypeError, "mapping"),
        ({"graph": ["A.A"], "weights": {((0, 0), (0, 2)): 1}}, ValueError, "no edge"),
        ({"graph": ["A.A"], "weights": {((0, 0), (0, 1)): -1}}, ValueError, "negative"),
        ({"graph": ["A.A"], "weights": {((0, 0), (0, 1)): 0.5}}, TypeError, "integer"),
        ({"graph": ["..."], "pairs": {"A": ((0, 0), (0, 3))}}, PuzzleError, "off the grid"),
        ({"graph": [".#."], "pairs": {"A": ((0, 0), (0, 1))}}, PuzzleError, "empty cell"),
        ({"graph": ["..."], "pairs": {".": ((0, 0), (0, 1))}}, PuzzleError, "no label"),
        ({"graph": ["..."], "pairs": {"#": ((0, 0), (0, 1))}}, PuzzleError, "no label"),
        ({"graph": nx.path_graph(3), "pairs": {"A": (0, 5)}}, PuzzleError, "not in the graph"),
        ({"graph": nx.path_graph(3), "pairs": {"A": (0, 0)}}, PuzzleError, "'0' is a terminal"),
        ({"graph": nx.path_graph(3), "pairs": {"A": (0, 1, 2)}}, PuzzleError, "3 terminals"),
        ({"graph": nx.path_graph(3), "pairs": {1.5: (0, 1)}}, TypeError, "label"),
        ({"graph": nx.path_graph(4), "pairs": {"1": (0, 1), 1: (2, 3)}}, PuzzleError, "two pairs"),
        ({"graph": nx.DiGraph([(0, 1)])}, TypeError, "undirected"),
        ({"graph": nx.MultiGraph([(0, 1)])}, TypeError, "parallel"),
        ({"graph": nx.Graph([(0, 0)])}, PuzzleError, "itself"),
        ({"graph": nx.Graph([(0.5, 1)])}, TypeError, "node"),
        ({"graph": nx.Graph([(0, "0")])}, PuzzleError, "same name"),
        ({"graph": nx.path_graph(3), "self_touch": "no_2x2"}, ValueError, "grids only"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        Numberlink(**arguments)


def test_a_node_may_hold_tuples_but_not_without_end():
    graph = nx.cartesian_product(nx.grid_2d_graph(2, 2), nx.path_graph(2))
    puzzle = Numberlink(graph, {"a": (((0, 0), 0), ((1, 1), 1))})
    assert Numberlink.from_dict(json.loads(json.dumps(puzzle.to_dict()))).solve().value == 3
    node = 0
    for _ in range(900):
        node = [node]
    with pytest.raises(TypeError, match="a node must be"):
        Numberlink.from_dict({**puzzle.to_dict(), "nodes": [node]})
    with pytest.raises(TypeError, match="a node must be"):
        Wiring.from_dict({"paths": {"a": [node]}})


BRIDGES = ["..B.C", "A+.+A", ".....", "D.+.C", "..B.D"]


def test_a_crossing_is_two_nodes_of_a_grid():
    puzzle = Numberlink(BRIDGES)
    solution = puzzle.solve()
    assert {(1, 3, "across"), (1, 3, "down")} <= set(puzzle.board.nodes)
    assert ["".join(row) for row in puzzle.board.tokens] == BRIDGES
    assert solution.answer.paths["A"] == (
        *((1, 0), (1, 1, "across"), (1, 2)),
        *((1, 3, "across"), (1, 4)),
    )
    assert solution.verify()
    again = json.loads(json.dumps(solution.to_dict()))
    assert Numberlink.solution_from_dict(again).verify()
    assert Numberlink.parse(str(puzzle)) == puzzle
    assert {solution.value} == {puzzle.solve(name).value for name in ("frontier", "flow", "sat")}
    graph = puzzle.graph("flow")
    assert graph.has_edge("1,1,across in", "1,1,across out")


def test_a_line_neither_turns_nor_ends_on_a_crossing():
    assert Numberlink(["A+.", "++#", "..A"], rule="any").count() == 1
    assert Numberlink(["A+", "+A"]).solve().value is None
    with pytest.raises(PuzzleError, match="'\\+' is no label on a grid"):
        Numberlink(["..", ".."], {"+": ((0, 0), (1, 1))})


def test_a_hexagonal_board():
    graph = nx.triangular_lattice_graph(4, 4)
    terminals = sorted(graph)
    pairs = {"a": (terminals[0], terminals[-1]), "b": (terminals[2], terminals[-3])}
    assert cross_validate(Numberlink(graph, pairs)).confirmed


def test_terminals_on_a_grid_may_be_numpy_integers():
    cells = np.argwhere(np.ones((1, 3), dtype=bool))[::2]
    assert Numberlink(["..."], {"A": tuple(map(tuple, cells))}).solve().value == 2


def test_a_grid_takes_pairs_and_weights():
    puzzle = Numberlink(["...", ".#."], {"x": ((0, 0), (0, 2))}, weights={((0, 0), (0, 1)): 7})
    assert (puzzle.solve().value, puzzle.solve("flow").value) == (8, 8)


@pytest.mark.parametrize("kind", ["grid", "flow", "frontier"])
def test_graphs_mark_the_answer(kind):
    solution = ManhattanWiring(["220", "033"]).solve()
    graph = solution.graph(kind)
    marks = {"grid": "on_path", "flow": "flow", "frontier": "on_path"}
    assert (
        sum(data[marks[kind]] for *_, data in graph.edges(data=True))
        == {"grid": 2, "flow": 6, "frontier": 6}[kind]
    )


def test_paths_of_the_frontier_graph_are_the_solutions():
    puzzle = Numberlink(["A...", "B..A", "...B"], rule="any", self_touch="no_chord")
    graph = puzzle.graph("frontier")
    ends = graph.graph["source"], graph.graph["sink"]
    assert len(list(nx.all_simple_edge_paths(graph, *ends))) == puzzle.count() == 6


def test_the_flow_graph_bounds_the_number_of_disjoint_lines():
    graph = ManhattanWiring(["213", "213"]).graph("flow")
    assert nx.maximum_flow_value(graph, "source", "sink") == 2


def test_no_two_nodes_of_a_flow_graph_share_a_place():
    nodes = ManhattanWiring(["20003", "01010", "20003"]).graph("flow").nodes
    places = {node: (data["x"], data["y"]) for node, data in nodes(data=True)}
    assert len(set(places.values())) == len(nodes)
    assert (places["source"], places["sink"]) == ((-2, -1), (6, -1))
    # Both halves of a cell are nearer to its centre than to any other.
    for node, (x, y) in places.items():
        if node not in {"source", "sink"}:
            row, column = map(int, node.split()[0].split(","))
            assert (round(x), round(-y)) == (column, row)
