"""Pictures of wirings: what they show, and that nothing overlaps."""

from functools import partial
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.picture import (
    Circle,
    Line,
    Raster,
    Text,
)
from graphpuzzles.puzzles.wiring import picture as wiring_scene
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
from tests.picture.board_pictures import assert_sound, centre, fills, of_kind, titled
from tests.puzzles.wiring.wiring_cases import contest_boards, graph_links, numberlinks

# Wirings -------------------------------------------------------------------------------------


def assert_wires(puzzle, answer, scene, place):
    """Look for a line a pair, at exactly its cells, and two labelled discs at its ends."""
    lines = titled(scene, "line ")
    paths = {} if answer is None else answer.paths
    assert [line.title for line in lines] == [f"line {label}" for label in paths]
    for line, path in zip(lines, paths.values(), strict=True):
        assert rounded(line.points) == rounded(map(place, path))
    discs = [disc for disc in of_kind(scene, Circle) if disc.radius == wiring_scene.DISC]
    wanted = [
        (*rounded([place(puzzle.board.nodes[end])]), label)
        for label, *ends in puzzle.board.pairs
        for end in ends
    ]
    assert [(*rounded([disc.center]), disc.title) for disc in discs] == wanted


def rounded(points):
    return [(round(x, 6), round(y, 6)) for x, y in points]


@given(st.one_of(contest_boards(), numberlinks()))
@settings(max_examples=60)
def test_lines_run_from_centre_to_centre_and_terminals_have_labels(puzzle):
    solution = puzzle.solve()
    with pytest.MonkeyPatch.context() as patch:
        forbid_wiring(patch)
        scenes = [(None, puzzle.scene()), (solution.answer, solution.scene())]
        assert scenes[1][1] == solution.scene()
    for answer, scene in scenes:
        assert_sound(scene)
        assert_wires(puzzle, answer, scene, partial(centre, scene, puzzle.board.shape))
        used = {cell for path in answer.paths.values() for cell in path} if answer else set()
        ends = {puzzle.board.nodes[end] for _, *pair in puzzle.board.pairs for end in pair}
        for cell in np.ndindex(puzzle.board.shape):
            fill = fills(scene, centre(scene, puzzle.board.shape, cell))[-2]
            if cell not in puzzle.board.index:
                assert fill == wiring_scene.WALLED
            else:
                idle = answer is not None and cell not in used | ends
                assert fill == (wiring_scene.UNUSED if idle else wiring_scene.FREE)
    weights = {str(weight) for *_, weight in puzzle.board.edges if weight != 1}
    shown = {text.text for text in of_kind(scenes[0][1], Text)}
    assert shown == {*puzzle.board.labels, *weights}


def forbid_wiring(patch):
    """Let every solver of wirings fail."""

    def solve(*_args, **_options):
        raise AssertionError("a picture solves")

    for name in ("solve", "diagram"):
        patch.setattr(Numberlink, name, solve)
        patch.setattr(ManhattanWiring, name, solve)
    patch.setattr("graphpuzzles.puzzles.wiring.model.cheap_bounds", solve)


@given(graph_links())
@settings(max_examples=30)
def test_graphs_are_drawn_with_all_edges(puzzle):
    solution = puzzle.solve()
    for scene in (puzzle.scene(), solution.scene()):
        assert_sound(scene)
        edges = [x for x in of_kind(scene, Line) if x.style == wiring_scene.EDGE]
        assert len(edges) == len(puzzle.board.edges)
    places = {edge.points for edge in edges}
    for line in titled(solution.scene(), "line "):
        assert all(ends in places or ends[::-1] in places for ends in pairwise(line.points))


def test_nodes_that_are_pairs_of_numbers_are_places():
    puzzle = Numberlink(nx.grid_2d_graph(2, 3), {"A": ((0, 0), (0, 2))})
    solution = puzzle.solve()
    assert_wires(
        puzzle, solution.answer, solution.scene(), lambda node: (node[1] + 0.5, node[0] + 0.5)
    )


def test_the_ways_over_a_crossing_are_drawn():
    ways = [s.points for s in titled(Numberlink([".B.", "A+A", ".B."]).scene(), "crossing")]
    assert np.round(ways, 2).tolist() == [[[1.18, 1.6], [2.02, 1.6]], [[1.6, 1.18], [1.6, 2.02]]]


def test_graphs_too_large_to_draw_say_so():
    puzzle = Numberlink(nx.path_graph(1000), {"A": (0, 999)})
    assert "too large to draw" in of_kind(puzzle.scene(), Text)[0].text


def many_pairs(count):
    """Return a grid of pairs side by side, each joined by one step."""
    puzzle = Numberlink([[f"L{number}", f"L{number}", "."] for number in range(count)])
    paths = {f"L{number}": ((number, 0), (number, 1)) for number in range(count)}
    return puzzle, Wiring(paths)


def test_more_pairs_than_colours_stay_apart():
    puzzle, answer = many_pairs(35)
    scene = puzzle.scene(answer)
    assert_sound(scene)
    looks = {}
    for shape in of_kind(scene, Line):
        looks.setdefault(shape.points, []).append((shape.style.stroke, shape.style.dash))
    pairs = {points: tuple(look) for points, look in looks.items() if len(look) > 1}
    assert len(pairs) == len(set(pairs.values())) == 35
    puzzle, answer = many_pairs(14)
    legend = puzzle.scene(answer).legend[:14]
    samples = {
        (key.style.stroke, *(mark.style.stroke for mark in key.marks)): key.text for key in legend
    }
    assert len(samples) == 14


@pytest.mark.parametrize(
    "label", ["<script>", "]]>&amp;", "\x01", "漢字カナ", "x" * 300, "\u200b"]
)
def test_hostile_labels(label):
    puzzle = Numberlink([[label, label, "."]])
    for scene in (puzzle.scene(), puzzle.solve().scene()):
        assert_sound(scene)
        assert len(scene.svg()) < 5_000


def test_weights_stand_on_their_borders():
    puzzle = Numberlink(["A..A"], weights={((0, 0), (0, 1)): 7, ((0, 1), (0, 2)): 10**9})
    scene = puzzle.scene()
    assert_sound(scene)
    (seven,) = (text for text in of_kind(scene, Text) if text.text == "7")
    assert seven.at == pytest.approx((1.1, 0.6))
    assert str(10**9) not in {text.text for text in of_kind(scene, Text)}


@pytest.mark.parametrize(
    ("paths", "message"),
    [({"X": ((0, 0),)}, "which is no label"), ({"A": ((0, 0), (5, 5))}, "which is no node")],
)
def test_a_wiring_of_another_board_is_refused(paths, message):
    with pytest.raises(ValueError, match=message):
        Numberlink(["AA"]).scene(Wiring(paths))


@pytest.mark.parametrize("rows", [["."], ["AA"], ["A", "A", "#"], ["#"]])
def test_tiny_wirings(rows):
    puzzle = Numberlink(rows)
    for scene in (puzzle.scene(), puzzle.solve().scene()):
        assert_sound(scene)


@pytest.mark.parametrize("shape", [(150, 150), (500, 500), (3, 1500)])
def test_a_large_wiring_is_shown_in_pixels(shape):
    tokens = [["."] * shape[1] for _ in range(shape[0])]
    tokens[0][0] = tokens[0][-1] = "A"
    tokens[-1][3] = "#"
    puzzle = Numberlink(tokens)
    scene = puzzle.scene(Wiring({"A": [(0, column) for column in range(shape[1])]}))
    (pixels,) = of_kind(scene, Raster)
    assert max(pixels.pixels.shape[:2]) <= 1000
    assert np.all(pixels.pixels[0] == [0x00, 0x72, 0xB2])
    assert len(scene.svg()) < 20_000
    assert "without borders and labels" in scene.title
    assert_sound(scene)
