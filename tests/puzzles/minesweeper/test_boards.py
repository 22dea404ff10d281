"""Minesweeper boards: text, data, grids, clues of any geometry, and graphs."""

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import (
    ParseError,
    PuzzleError,
    WriteError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper.puzzle import (
    FLAG,
    MINE,
    ClueSets,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.validation import cross_validate
from tests.puzzles.minesweeper.mine_cases import (
    PROVED,
    games,
    neighbors,
    played_game,
    true_board,
)

DATA = Path(__file__).parents[2] / "data" / "minesweeper"


# The contest -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_published_files_byte_for_byte(case):
    boards = Minesweeper.read((DATA / f"{case}.in").read_text())
    lines = [board.judge(board.solve(), i) for i, board in enumerate(boards, 1)]
    assert "\n".join([*lines, ""]) == (DATA / f"{case}.out").read_text()


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_files_are_written_as_they_were_read(case):
    text = (DATA / f"{case}.in").read_text()
    boards = list(Minesweeper.read(text))
    assert Minesweeper.write(boards).split() == text.split()


@pytest.mark.parametrize(("text", "value"), Minesweeper.EXAMPLES.items())
def test_examples(text, value):
    game = Minesweeper.parse(text)
    solution = game.solve()
    assert solution.value == value
    assert solution.verify()
    assert Minesweeper.parse(str(game)) == game


@pytest.mark.parametrize("text", Minesweeper.MALFORMED)
def test_malformed_texts_are_refused(text):
    with pytest.raises(ParseError):
        list(Minesweeper.read(text))


def test_a_wrong_cell_is_named_by_its_place():
    with pytest.raises(ParseError, match="line 4, column 3: expected a number from 0 to 8"):
        Minesweeper.parse("1\n2 2\n0 0\n0 9\n")


def test_judge_tells_limits_from_contradictions():
    board = Minesweeper([[1, -1]])
    assert board.judge(board.solve(), 1) == "1 0"
    stopped = played_game(16, 30, 99, 1).solve(limits=Limits(max_states=1))
    assert (stopped.status, stopped.bounds[1]) == (Status.LIMIT, None)
    assert board.judge(stopped, 1) == "?"
    contradiction = Minesweeper([[8]])
    assert contradiction.judge(contradiction.solve(), 1) == "-1 -1"


def test_a_contest_file_is_solved_without_heavy_libraries():
    code = (
        "import sys\n"
        "from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper\n"
        f"for game in Minesweeper.read(open({str(DATA / 'sample.in')!r})):\n"
        "    assert game.judge(game.solve(), 1)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "graphpuzzles" in told.stdout.split()
    assert not {"numpy", "scipy", "networkx"} & set(told.stdout.split())


# Other geometries ------------------------------------------------------------------------------


def hexagon_game():
    """A hexagon of 7 cells in whose middle a 3 stands, and a corner cell that shows a 2."""
    graph = nx.Graph()
    ring = [f"h{i}" for i in range(6)]
    graph.add_node("middle", mines=3)
    graph.add_nodes_from(ring[1:])
    graph.add_node("h0", mines=2)
    graph.add_edges_from(("middle", cell) for cell in ring[1:])
    graph.add_edges_from([("h0", "h1"), ("h0", "h5")])
    return Minesweeper(graph)


def test_clues_of_any_geometry():
    game = hexagon_game()
    assert game.knowledge().mines == ("h1", "h5")
    assert game.knowledge().probability("h3") == Fraction(1, 3)
    assert cross_validate(game).confirmed
    assert repr(game) == "<Minesweeper 2 clues, 5 hidden>"
    solution = game.solve()
    proof = Minesweeper.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
    assert proof.verify()
    assert solution.graph().nodes["h3"]["share"] == "1/3"
    assert "probability" not in game.solve("milp").graph().nodes["h3"]
    assert Minesweeper.from_dict(json.loads(json.dumps(game.to_dict()))) == game
    with pytest.raises(WriteError, match="board"):
        Minesweeper.write([game])


@given(games())
@settings(max_examples=60)
def test_the_graph_of_a_board_is_a_board(game):
    again = Minesweeper(game.graph(), mines=game.mines, density=game.density, flags=game.flags)
    one, other = game.solve("frontier"), again.solve("frontier")
    assert one.value == other.value
    if one.answer is not None:
        assert one.answer.layouts == other.answer.layouts
        for r, c in game.hidden:
            assert one.answer.probability((r, c)) == other.answer.probability(f"{r},{c}")


def bipartite(*edges, **attributes):
    graph = nx.Graph(edges)
    for node, value in attributes.items():
        graph.add_node(node, **value)
    return graph


@pytest.mark.parametrize(
    ("graph", "error"),
    [
        (bipartite(("a", "b")), PuzzleError),
        (bipartite(("p", "q"), p={"mines": 1}, q={"mines": 1}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": 1}, a={"state": "lost"}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": -1}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": 1.0}), TypeError),
        (bipartite(("a", "p"), p={"mines": True}), TypeError),
        (bipartite((1, 2)), TypeError),
        (nx.Graph(), PuzzleError),
    ],
)
def test_graphs_of_another_form_are_refused(graph, error):
    with pytest.raises(error):
        Minesweeper(graph)


@pytest.mark.parametrize(
    "arguments",
    [
        {"cells": ("a", "a"), "clues": ()},
        {"cells": ("a",), "clues": (NamedClue("a", 1, ("a",)),)},
        {"cells": ("a",), "clues": (NamedClue("p", 1, ("b",)),)},
        {"cells": ("a",), "clues": (NamedClue("p", 1, ("a", "a")),)},
        {"cells": ("a",), "clues": (), "flags": ("b",)},
        {"cells": ("a",), "clues": (), "flags": ("a",), "exploded": ("a",)},
        {"cells": (), "clues": ()},
    ],
)
def test_clue_sets_of_another_form_are_refused(arguments):
    with pytest.raises(PuzzleError):
        ClueSets(**arguments)


@pytest.mark.parametrize(
    ("board", "options", "error"),
    [
        ([], {}, PuzzleError),
        ([[]], {}, PuzzleError),
        ([[0, 0], [0]], {}, PuzzleError),
        ([[9]], {}, PuzzleError),
        ([[-4]], {}, PuzzleError),
        ([[True]], {}, TypeError),
        ([[1.0]], {}, TypeError),
        (["12"], {}, TypeError),
        ([[-1]], {"mines": -1}, ValueError),
        ([[-1]], {"mines": True}, TypeError),
        ([[-1]], {"mines": "x"}, TypeError),
        ([[-1]], {"mines": 1.0}, TypeError),
        ([[-1]], {"density": True}, TypeError),
        ([[-1]], {"density": [1]}, TypeError),
        ([[-1]], {"density": "often"}, ValueError),
        ([[-1]], {"density": "1/0"}, ValueError),
        ([[-1]], {"density": "1e-9999999"}, ValueError),
        ([[-1]], {"density": "0.2" + "1" * 10**6}, ValueError),
        ([[-1]], {"density": float("nan")}, ValueError),
        ([[-1]], {"density": 1}, ValueError),
        ([[-1]], {"density": 0.0}, ValueError),
        ([[-1]], {"density": Fraction(1)}, ValueError),
        ([[-1]], {"density": Fraction(1, 2), "mines": 1}, ValueError),
        ([[-1]], {"flags": "believe"}, ValueError),
    ],
)
def test_arguments_of_another_form_are_refused(board, options, error):
    with pytest.raises(error):
        Minesweeper(board, **options)


def test_a_code_without_meaning_is_told_with_those_that_have_one():
    with pytest.raises(PuzzleError, match=r"cell \(0, 1\) holds 9, none of 0 to 8, -1 \(hidden\)"):
        Minesweeper([[-1, 9]])


@pytest.mark.parametrize("density", ["0.2", 0.2, "1/5", Fraction(1, 5), np.float64(0.2), "2e-1"])
def test_a_density_is_what_is_written(density):
    game = Minesweeper([[-1, 1, -1, -1]], density=density)
    assert game.density == Fraction(1, 5)
    data = json.loads(json.dumps(game.to_dict()))
    assert data["density"] == "1/5"
    assert Minesweeper.from_dict(data) == game
    assert Minesweeper.from_dict({"board": [[-1, 1, -1, -1]], "density": density}) == game


def test_a_density_of_thousands_of_digits_goes_to_json_and_back():
    game = Minesweeper([[-1]], density=Fraction(1, 7**9000))
    assert Minesweeper.from_dict(json.loads(json.dumps(game.to_dict()))) == game


def test_arrays_are_boards():
    array = np.array([[-1, 1], [1, 1]], dtype=np.int8)
    game = Minesweeper(array, mines=np.int64(1))
    assert (game.board, type(game.mines)) == (((-1, 1), (1, 1)), int)
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(game) == hash(Minesweeper([[-1, 1], [1, 1]], mines=1))


@pytest.mark.parametrize(
    ("field", "game"),
    [
        ("mines", Minesweeper([[-1]], mines=1)),
        ("density", Minesweeper([[-1]], density=Fraction(1, 3))),
        ("flags", Minesweeper([[-1]], flags="trust")),
        ("board", Minesweeper([[FLAG]])),
        ("board", Minesweeper([[MINE]])),
    ],
)
def test_what_the_contest_cannot_say_is_not_written(field, game):
    with pytest.raises(WriteError, match=field):
        Minesweeper.write([game])
    assert Minesweeper.from_dict(game.to_dict()) == game


# Graphs ----------------------------------------------------------------------------------------


@given(games())
@settings(max_examples=60)
def test_paths_of_the_frontier_graph_are_the_layouts(game):
    graph = game.graph("frontier")
    source, sink = graph.graph["source"], graph.graph["sink"]
    ways = Counter({source: 1})
    for node in nx.topological_sort(graph):
        for _, target, data in graph.out_edges(node, data=True):
            ways[target] += ways[node] * int(data["ways"], 16)
    plain = Minesweeper(game.board, flags=game.flags).solve("brute").answer
    expected = 0 if plain is None else plain.layouts // 2 ** len(plain.untouched)
    assert ways[sink] == expected
    for node, data in graph.nodes(data=True):
        layer, state = map(int, node.split("."))
        assert (data["x"], data["y"]) == (layer, -state)


@given(games())
@settings(max_examples=40)
def test_marks_of_the_answer(game):
    solution = game.solve("frontier")
    if solution.answer is None:
        return
    graph = solution.graph("constraints")
    for r, c in game.hidden:
        data = graph.nodes[f"{r},{c}"]
        assert data["verdict"] == solution.answer.verdict((r, c))
        assert data["probability"] == float(solution.answer.probability((r, c)))
        assert Fraction(data["share"]) == solution.answer.probability((r, c))
    frontier = solution.graph("frontier")
    marked = [(u, v) for u, v, data in frontier.edges(data=True) if data["on_path"]]
    steps = int(frontier.graph["sink"].partition(".")[0])
    assert len(marked) == steps
    assert [u for u, _ in marked] == [frontier.graph["source"], *[v for _, v in marked]][:steps]


def test_attributes_are_what_graph_files_can_hold():
    solution = PROVED.solve()
    for kind in Minesweeper.graphs():
        graph = solution.graph(kind)
        everything = [data for _, data in graph.nodes(data=True)]
        everything += [data for _, _, data in graph.edges(data=True)]
        assert {type(x) for data in everything for x in data.values()} <= {str, int, float, bool}
        assert all(isinstance(node, str) for node in graph)


def test_true_boards_are_consistent():
    mines = {(0, 0), (1, 2)}
    shown = {(0, 1), (2, 2)}
    assert true_board(mines, shown, 3, 3) == [[-1, 2, -1], [-1, -1, -1], [-1, -1, 1]]
    assert len(neighbors((0, 0), 3, 3)) == 3


# Boards at random ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, (5, 7)])
def test_a_board_without_a_guess_has_a_safe_cell(size):
    for seed in range(25):
        asked = Minesweeper.generate(random.Random(seed), size=size, guess=False).knowledge()
        assert asked.safes
        must = Minesweeper.generate(random.Random(seed), size=size, guess=True).knowledge()
        assert not must.safes
        assert must.groups


def test_what_a_board_works_out_cannot_be_changed():
    game = Minesweeper([[-1, 1, -1, -1, 0]])
    known = game.knowledge()
    for mapping in (game.clue_sets, known.probabilities):
        with pytest.raises(TypeError):
            mapping[0, 1] = 0
    deduction = game.plan.deduction
    for kept in (
        game.board,
        game.hidden,
        game.numbered,
        *(game.system.clues, game.system.touching, *game.system.touching, game.system.turned),
        *(deduction.values, deduction.left, deduction.reasons),
    ):
        assert isinstance(kept, tuple)
