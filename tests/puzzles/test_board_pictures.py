"""The pictures of boards: what they show, that nothing overlaps, and that nothing is solved."""

import math
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, groupby, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from graphpuzzles.models.cut.planar import PlanarDual
from graphpuzzles.models.cut.regions import Regions
from graphpuzzles.picture import (
    BLACK,
    GREEN,
    VERMILLION,
    Circle,
    Key,
    Line,
    Polygon,
    Raster,
    Style,
    Text,
    text_width,
)
from graphpuzzles.puzzles.connecting_game import picture_parts as region_shapes
from graphpuzzles.puzzles.connecting_game.picture_parts import (
    COLOURS,
    _peeled,
    blue_routes,
    map_colouring,
)
from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame, RegionCut
from graphpuzzles.puzzles.connecting_game.rules import BluePath
from graphpuzzles.puzzles.connecting_game.winner import Colouring, WinnerQuestion
from graphpuzzles.puzzles.minesweeper import methods as mine_methods
from graphpuzzles.puzzles.minesweeper import picture as mine_scene
from graphpuzzles.puzzles.minesweeper.puzzle import (
    FLAG,
    MINE,
    MineGroup,
    MineKnowledge,
    Minesweeper,
)
from graphpuzzles.puzzles.wiring import picture as wiring_scene
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
from tests.puzzles.connecting_game.strategies import boards
from tests.puzzles.minesweeper.mine_cases import games, played_game
from tests.puzzles.wiring.wiring_cases import contest_boards, graph_links, numberlinks

SLACK = 1e-9
HOSTILE = (
    "<script>",
    "]]>&amp;",
    "\x07\x00",
    "漢字カナ",
    "e\u0301\u200b",
    "1234567890",
    "x" * 300,
)


# What every picture must be ------------------------------------------------------------------


def of_kind(scene, kind):
    return [shape for shape in scene.shapes if isinstance(shape, kind)]


def titled(scene, word):
    return [line for line in of_kind(scene, Line) if word in line.title]


def box(shape):
    """Return left, top, right and bottom of a shape, strokes aside."""
    if isinstance(shape, Text):
        width, (x, y) = text_width(shape.text, shape.size, bold=shape.bold), shape.at
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
        # Capitals are 0.7 of the size high, and hang as far below as above the middle.
        return left, y - 0.35 * shape.size, left + width, y + 0.35 * shape.size
    if isinstance(shape, Circle):
        (x, y), r = shape.center, shape.radius
        return x - r, y - r, x + r, y + r
    if isinstance(shape, Raster):
        x, y = shape.corner
        return x, y, x + shape.width, y + shape.height
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def assert_sound(scene):
    """Look for shapes off the picture, texts over each other, and SVG that is none."""
    for shape in scene.shapes:
        left, top, right, bottom = box(shape)
        assert left >= -SLACK
        assert top >= -SLACK
        assert right <= scene.width + SLACK
        assert bottom <= scene.height + SLACK
    texts = of_kind(scene, Text)
    for (a, b, c, d), (e, f, g, h) in combinations(map(box, texts), 2):
        assert c <= e + SLACK or g <= a + SLACK or d <= f + SLACK or h <= b + SLACK
    assert all(text.size * scene.unit >= 4 for text in texts)
    root = etree.fromstring(scene.svg())
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        *("svg", "title", "rect", "g", "polygon", "polyline", "circle", "text", "image")
    }


def centre(scene, puzzle_shape, cell):
    rows, columns = puzzle_shape
    row, column = cell
    left, top = (scene.width - columns) / 2, (scene.height - rows) / 2
    return left + column + 0.5, top + row + 0.5


def fills(scene, point):
    """Return the fills of all polygons over a point, the uppermost last."""
    x, y = point
    found = []
    for shape in of_kind(scene, Polygon):
        left, top, right, bottom = box(shape)
        if left < x < right and top < y < bottom:
            found.append(shape.style.fill)
    return found


def lies_on(line, point):
    """Tell whether a point is on a line."""
    x, y = point
    for (a, b), (c, d) in pairwise(line.points):
        off = abs((c - a) * (y - b) - (d - b) * (x - a))
        beside = min(a, c) - 1e-6 <= x <= max(a, c) + 1e-6
        if off < 1e-6 and beside and min(b, d) - 1e-6 <= y <= max(b, d) + 1e-6:
            return True
    return False


# Colours of maps -----------------------------------------------------------------------------


@given(boards(max_rows=8, max_columns=8, max_regions=30))
@settings(max_examples=60)
def test_regions_that_share_a_side_have_different_colours(board):
    regions = Regions(np.array([list(map(ord, row)) for row in board]))
    colours = map_colouring(regions.sides)
    assert colours.shape == (regions.count,)
    assert 0 <= colours.min() <= colours.max() < COLOURS
    u, v = regions.sides.pairs
    assert not np.any(colours[u] == colours[v])


@given(boards(max_rows=8, max_columns=8, max_regions=60))
@settings(max_examples=40)
def test_few_neighbours_of_a_region_are_coloured_before_it(board):
    regions = Regions(np.array([[0] * len(board[0]), *(list(map(ord, row)) for row in board)]))
    u, v = regions.sides.pairs
    turn = _peeled(regions.count, u, v)
    later = np.zeros(regions.count, dtype=int)
    np.add.at(later, u, turn[v] >= turn[u])
    np.add.at(later, v, turn[u] >= turn[v])
    assert later.max() < COLOURS


@pytest.mark.parametrize("shape", [(200, 200), (1, 5000), (5000, 1)])
def test_a_large_map_needs_no_more_colours(shape):
    regions = Regions(np.arange(shape[0] * shape[1]).reshape(shape) // 3)
    colours = map_colouring(regions.sides)
    u, v = regions.sides.pairs
    assert colours.max() < COLOURS
    assert not np.any(colours[u] == colours[v])


# ConnectingGame ------------------------------------------------------------------------------


DIRECTIONS = st.sampled_from(["top-bottom", "left-right"])


@given(boards(max_rows=7, max_columns=7, max_regions=16), DIRECTIONS)
@settings(max_examples=60)
def test_the_cut_its_walk_and_every_label_are_shown(board, direction):
    game = ConnectingGame(board, direction=direction)
    plain, solution = game.scene(), game.solve()
    scene = solution.scene()
    for picture in (plain, scene):
        assert_sound(picture)
        shown = sorted(text.text for text in of_kind(picture, Text))
        assert shown == sorted(set("".join(board)))
        assert len(picture.legend) == len(set(picture.legend))
    assert str(solution.value) in scene.title
    for cell in np.ndindex(game.shape):
        red = solution.answer.mask[cell]
        point = centre(scene, game.shape, cell)
        assert (fills(scene, point)[-1:] == [region_shapes.RED]) == red
        hatched = any(
            lies_on(line, point)
            for line in of_kind(scene, Line)
            if line.style == region_shapes.HATCH
        )
        assert hatched == red
        assert region_shapes.RED not in fills(plain, point)
    (walk,) = titled(scene, "walk")
    assert all(lies_on(walk, centre(scene, game.shape, cell)) for cell in solution.answer.walk)


@given(boards(max_rows=6, max_columns=6, max_regions=12), DIRECTIONS)
@settings(max_examples=40)
def test_blue_paths_are_as_many_as_the_value_and_stay_in_their_regions(board, direction):
    game = ConnectingGame(board, direction=direction)
    solution = game.solve()
    lines = titled(solution.scene(), "flow")
    amounts = [int(line.title.split()[0]) for line in lines]
    assert sum(amounts) == solution.value
    rows, columns = game.shape
    for line in lines:
        first, last = line.points[0], line.points[-1]
        axis = 1 if direction == "top-bottom" else 0
        assert last[axis] - first[axis] == pytest.approx((columns, rows)[axis])


@given(boards(max_rows=7, max_columns=7, max_regions=16), st.booleans(), st.integers(1, 12))
@settings(max_examples=60)
def test_routes_run_through_the_regions_of_their_paths(board, merged, most):
    game = ConnectingGame(board)
    paths = game.blue_paths()
    of = game.regions.of
    routes = blue_routes(of, paths, most=most, merged=merged)
    wanted = Counter({path.regions: 0 for path in paths})
    for amount, regions in paths:
        wanted[regions] += amount
    found = Counter()
    for amount, route, lane in routes:
        assert abs(lane) <= 2
        assert route[0][0] == 0
        assert route[-1][0] == len(of) - 1
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(route))
        found[tuple(region for region, _ in groupby(int(of[cell]) for cell in route))] += amount
    assert len(routes) <= most
    assert found <= wanted
    assert found == wanted or len(routes) == most
    if not merged and sum(wanted.values()) <= most:
        assert [amount for amount, *_ in routes] == [1] * sum(wanted.values())


def test_routes_of_another_board_are_left_out():
    of = np.array([[0, 1], [0, 1]])
    assert blue_routes(of, [BluePath(1, (7,)), BluePath(2, (0, 7))], most=9, merged=False) == []


@given(boards(max_rows=5, max_columns=5))
@settings(max_examples=30)
def test_a_picture_of_a_board_solves_nothing_and_is_always_the_same(board):
    game = ConnectingGame(board)
    data = game.solve().to_dict()
    restored = ConnectingGame.solution_from_dict(data)
    with pytest.MonkeyPatch.context() as patch:
        forbid_solving(patch)
        scene = restored.scene()
        assert scene == ConnectingGame.solution_from_dict(data).scene()
        assert scene.svg(titled=True) == restored._repr_svg_()
        assert game.scene() == ConnectingGame(board).scene()
    assert not titled(scene, "flow")
    assert titled(scene, "walk")


def forbid_solving(patch):
    """Let every solver of ConnectingGame fail."""

    def solve(*_args, **_options):
        raise AssertionError("a picture solves")

    for cls in (ConnectingGame, WinnerQuestion):
        patch.setattr(cls, "solve", solve)
    patch.setattr(ConnectingGame, "blue_paths", solve)
    patch.setattr(PlanarDual, "_with_scipy", solve)
    patch.setattr(PlanarDual, "_with_integers", solve)


def test_blue_paths_are_shown_once_they_are_known():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    answer = game.solve("flow").answer
    assert not titled(game.scene(answer), "flow")
    assert answer.paths
    assert len(titled(game.scene(answer), "flow")) == 4


def test_a_cut_that_blocks_nothing_has_no_walk():
    game = ConnectingGame(["AB", "CD"])
    scene = game.scene(game.cut([0]))
    assert not titled(scene, "walk")
    assert [key.text for key in scene.legend] == ["the sides that blue joins", "taken by red"]
    hatching = [line for line in of_kind(scene, Line) if line.style == region_shapes.HATCH]
    assert len(scene.legend[1].marks) == len(hatching)  # red has one cell
    assert all(mark.style == region_shapes.HATCH for mark in scene.legend[1].marks)


@pytest.mark.parametrize("shape", [(3, 2), (2, 2)])
def test_an_answer_for_another_board_is_refused(shape):
    answer = RegionCut((), np.zeros(shape, dtype=bool), "left-right")
    with pytest.raises(ValueError, match="answer is for a game left-right"):
        ConnectingGame(["AB", "CD"]).scene(answer)


@pytest.mark.parametrize("rows", [["A"], ["AABC"], ["A", "A", "B"], ["\x07<"], ["漢字"]])
def test_tiny_boards_and_strange_labels(rows):
    game = ConnectingGame(rows)
    for scene in (game.scene(), game.solve().scene()):
        assert_sound(scene)


def test_long_labels_shrink_and_are_left_out_where_they_are_unreadable():
    labels = np.array([[1234567890] * 3, [-(2**62), 2**62, 7]])
    for scene in (ConnectingGame(labels).scene(), ConnectingGame(labels).solve().scene()):
        assert_sound(scene)
        shown = {text.text: text.size for text in of_kind(scene, Text)}
        assert shown["1234567890"] < 0.5
        assert str(2**62) not in shown
        assert "7" in shown


def test_weights_and_forbidden_regions_are_shown():
    game = ConnectingGame(["AAB", "ACD"], weights={"A": 30, "B": 2, "C": 5, "D": 9})
    scene = game.solve().scene()
    assert scene.title == "ConnectingGame 2 x 3: 4 red cells of weight 32"
    assert {text.text for text in of_kind(scene, Text)} >= {"A: 30", "B: 2"}
    assert_sound(scene)
    game = ConnectingGame(["AAB", "ACD"], weights=[[1, 2, 3], [4, 5, 6]], forbidden=["C"])
    scene = game.scene()
    assert {text.text for text in of_kind(scene, Text)} == set("ABCD123456")
    assert "red must not take it" in {key.text for key in scene.legend}
    assert sum(line.style == region_shapes.CROSS for line in of_kind(scene, Line)) == 2
    assert_sound(scene)
    assert game.solve().scene().title == "ConnectingGame 2 x 3: 4 red cells of weight 10"


def tiled(rows, columns):
    row, column = np.indices((rows, columns))
    return row // 2 * columns + column // 2


@pytest.mark.parametrize("shape", [(101, 100), (500, 500), (1200, 1100), (1, 3000), (201, 2)])
def test_a_large_board_is_shown_in_few_pixels(shape):
    game = ConnectingGame(tiled(*shape))
    scene = game.solve().scene()
    (pixels,) = of_kind(scene, Raster)
    assert max(pixels.pixels.shape[:2]) <= 1000
    assert len(scene.shapes) <= 5
    assert len(scene.svg()) < 200_000
    assert "without borders and labels" in scene.title
    assert Key(Style(fill=VERMILLION), "taken by red") in scene.legend
    assert ("a pixel is 2 x 2 cells" in scene.title) == (max(shape) in range(1001, 2001))
    assert_sound(scene)
    red = np.all(pixels.pixels == [0xD5, 0x5E, 0x00], axis=2)
    step = -(-max(shape) // 1000)
    expected = np.add.reduceat(
        np.add.reduceat(game.solve().answer.mask, np.arange(0, shape[0], step), axis=0),
        np.arange(0, shape[1], step),
        axis=1,
    )
    assert np.array_equal(red, expected > 0)


def test_a_pixel_for_many_cells_is_red_if_one_of_them_is():
    game = ConnectingGame(tiled(1500, 1500))
    mask = np.zeros(game.shape, dtype=bool)
    mask[701, 33] = mask[1499, 1499] = True
    (pixels,) = of_kind(game.scene(RegionCut((), mask)), Raster)
    red = np.all(pixels.pixels == [0xD5, 0x5E, 0x00], axis=2)
    assert np.argwhere(red).tolist() == [[350, 16], [749, 749]]


# The winner question -------------------------------------------------------------------------


@given(boards(max_rows=6, max_columns=6, max_regions=14))
@settings(max_examples=80)
def test_a_colouring_without_a_winner_shows_both_walks_and_where_they_cross(board):
    question = WinnerQuestion(board)
    solution = question.solve()
    answer = solution.answer
    with pytest.MonkeyPatch.context() as patch:
        forbid_solving(patch)
        scene = solution.scene()
        assert scene == question.scene(answer)
    assert_sound(scene)
    assert sorted(text.text for text in of_kind(scene, Text)) == sorted(set("".join(board)))
    rings = of_kind(scene, Circle)
    if answer.red is None:
        assert "every colouring has a winner" in scene.title
        assert not rings
        return
    assert len(titled(scene, "walk")) == 2
    assert "a colouring without a winner" in scene.title
    assert rings
    for row, column in np.ndindex(question.shape):
        point = centre(scene, question.shape, (row, column))
        red = board[row][column] in answer.red
        assert fills(scene, point)[-1] == (region_shapes.RED if red else region_shapes.BLUISH)
    for ring in rings:
        x, y = ring.center
        around = [fills(scene, (x + a, y + b))[-1] for a in (-0.5, 0.5) for b in (-0.5, 0.5)]
        assert around[0] == around[3] != around[1] == around[2]
        for left, top, right, bottom in map(box, of_kind(scene, Text)):
            beside = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
            assert max(beside) > 0
            assert math.hypot(*beside) > ring.radius / 2 or len(rings) > 1


def test_a_colouring_with_a_winner_can_be_shown_too():
    scene = WinnerQuestion(["AB", "CD"]).scene(Colouring(("A", "B")))
    assert len(titled(scene, "stops blue")) == 1
    assert not titled(scene, "stops red")
    assert "without a winner" not in scene.title
    assert not of_kind(scene, Circle)


def test_a_colouring_of_another_board_is_refused():
    with pytest.raises(ValueError, match="label 'X' is not on the board"):
        WinnerQuestion(["AB", "CD"]).scene(Colouring(("X",)))


def test_a_large_question_is_shown_in_pixels():
    question = WinnerQuestion(tiled(300, 300))
    scene = question.scene(Colouring(tuple(range(0, 100, 2))))
    assert len(of_kind(scene, Raster)) == 1
    assert len(scene.svg()) < 200_000
    assert_sound(scene)


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


# Minesweeper ---------------------------------------------------------------------------------


def marks(scene, shape):
    """Return by cell the marks in it: texts, and the titles of mines, ticks and flags."""
    margin = (scene.width - shape[1]) / 2
    shown = {cell: [] for cell in np.ndindex(shape)}
    for mark in scene.shapes:
        word = mark.text if isinstance(mark, Text) else mark.title
        if word:
            left, top, right, bottom = (side - margin for side in box(mark))
            shown[int((top + bottom) / 2), int((left + right) / 2)].append(word)
    return shown


@given(games(), st.sampled_from(["frontier", "milp"]))
@settings(max_examples=80)
def test_every_cell_has_its_number_its_verdict_or_its_chance(game, method):
    solution = game.solve(method)
    answer = solution.answer
    with pytest.MonkeyPatch.context() as patch:
        forbid_mine_sweeping(patch)
        scene, plain = solution.scene(), game.scene()
        assert scene == solution.scene()
        assert_sound(plain)
        assert_sound(scene)
    shape = len(game.board), len(game.board[0])
    shown = marks(scene, shape)
    flagged = {cell for cell, state in game.states() if state == "flag"}
    for cell in np.ndindex(shape):
        code = game.board[cell[0]][cell[1]]
        expected = ["flag"] * (cell in flagged)
        if code > 0:
            expected = [str(code)]
        elif code == MINE:
            expected = ["mine"]
        elif cell in game.hidden and answer is not None:
            expected = [*verdict(game, answer, cell), *expected]
        assert shown[cell] == expected
    kinds = {key.text for key in scene.legend}
    assert ("a mine for sure" in kinds) == bool(answer and answer.mines)
    assert ("safe for sure" in kinds) == bool(answer and answer.safes)


def verdict(game, answer, cell):
    found = answer.verdict(cell)
    if found != "undecided":
        return [found]
    if cell in answer.untouched and game.mines is None and game.density is None:
        return []
    if answer.layouts is None:
        return ["?"]
    percent = 100 * answer.probability(cell)
    return ["<1%" if percent < 0.5 else ">99%" if percent > 99.5 else f"{round(percent)}%"]


def forbid_mine_sweeping(patch):
    """Let every solver of Minesweeper, and whatever adds up probabilities, fail."""

    def solve(*_args, **_options):
        raise AssertionError("a picture solves")

    patch.setattr(Minesweeper, "solve", solve)
    patch.setattr(Minesweeper, "knowledge", solve)
    patch.setattr(mine_methods, "build_model", solve)
    patch.setattr("graphpuzzles.puzzles.minesweeper.puzzle.build_model", solve)
    patch.setattr("graphpuzzles.puzzles.minesweeper.position.plan_model", solve)


def test_the_more_likely_a_mine_the_darker_the_cell():
    def lightness(percent):
        red, green, blue = bytes.fromhex(mine_scene._heat(percent)[1:])
        return 0.299 * red + 0.587 * green + 0.114 * blue

    tones = [lightness(percent) for percent in range(101)]
    assert tones == sorted(tones, reverse=True)
    assert len(set(tones)) == 101


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 10**9), "<1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(1, 3), "33%"),
        (1 - Fraction(1, 7**5000), ">99%"),
    ],
)
def test_what_is_open_is_never_written_as_certain(chance, text):
    game = Minesweeper([[-1, 1]])
    answer = MineKnowledge((), (), (MineGroup(((0, 0),), chance),), (), (), 2)
    assert marks(game.scene(answer), (1, 2)) == {(0, 0): [text], (0, 1): ["1"]}


def test_flags_that_are_trusted_stay_flags():
    game = Minesweeper([[FLAG, 1, -1]], flags="trust")
    scene = game.solve().scene()
    assert_sound(scene)
    assert marks(scene, (1, 3)) == {(0, 0): ["flag"], (0, 1): ["1"], (0, 2): ["safe"]}


def test_numbers_of_clues_without_a_grid():
    graph = nx.Graph([("k", "a"), ("k", "b"), ("l", "b")])
    graph.nodes["k"]["mines"] = 1
    graph.nodes["l"]["mines"] = 12
    game = Minesweeper(graph)
    scene = game.scene()
    assert_sound(scene)
    assert {text.text for text in of_kind(scene, Text)} == {"k", "l", "a", "b", "1", "12"}
    graph.nodes["l"]["mines"] = 1
    solution = Minesweeper(graph).solve()
    assert_sound(solution.scene())
    assert solution.scene().title.startswith("Minesweeper with 2 clues: 1 mine and 1 safe cell")
    many = nx.star_graph(60)
    many = nx.relabel_nodes(many, str)
    many.nodes["0"]["mines"] = 1
    assert "too large to draw" in of_kind(Minesweeper(many).scene(), Text)[0].text


def test_an_answer_of_another_board_of_mines_is_refused():
    answer = MineKnowledge(((0, 1),), (), (), (), ())
    with pytest.raises(ValueError, match=r"\(0, 1\), which is no hidden cell"):
        Minesweeper([[-1, 1]]).scene(answer)


@pytest.mark.parametrize("board", [[[-1]], [[0]], [[-1, 1, -1, 8]], [[-1], [1], [MINE], [FLAG]]])
def test_tiny_boards_of_mines(board):
    game = Minesweeper(board)
    for scene in (game.scene(), game.solve().scene()):
        assert_sound(scene)


def test_a_board_of_a_real_game():
    solution = played_game(16, 30, 99, 3).solve()
    scene = solution.scene()
    assert_sound(scene)
    assert len(scene.svg()) < 200_000
    assert "99 mines in all" in scene.title


@pytest.mark.parametrize("shape", [(150, 120), (500, 500), (1100, 20)])
def test_a_large_board_of_mines_is_shown_in_pixels(shape):
    board = np.zeros(shape, dtype=int)
    board[::7, ::5] = 1
    board[0, :6] = -1
    game = Minesweeper(board)
    groups = (MineGroup(((0, 2), (0, 3), (0, 5)), Fraction(1, 4)),)
    scene = game.scene(MineKnowledge(((0, 0),), ((0, 4),), groups, (), ((),)))
    (pixels,) = of_kind(scene, Raster)
    assert max(pixels.pixels.shape[:2]) <= 1000
    assert len(scene.svg()) < 50_000
    assert "without numbers" in scene.title
    assert pixels.pixels[0, 0].tolist() == [0, 0, 0]
    if max(shape) <= 1000:
        assert pixels.pixels[0, 4].tolist() == [0x00, 0x9E, 0x73]
        assert pixels.pixels[0, 2].tolist() == list(bytes.fromhex(mine_scene._heat(25)[1:]))
    shown = {key.text: (key.style.fill, key.marks) for key in scene.legend}
    assert shown["a mine for sure"] == (BLACK, ())
    assert shown["safe for sure"] == (GREEN, ())
    assert_sound(scene)


def test_the_legend_has_the_marks_of_the_cells():
    game = Minesweeper([[-1, -1, -1, -1], [1, 1, 1, -1], [0, 0, 1, -1]])
    legend = {key.text: key for key in game.solve().scene().legend}
    words = {
        text: {mark.text if isinstance(mark, Text) else mark.title for mark in key.marks} - {""}
        for text, key in legend.items()
    }
    assert words["a mine for sure"] == {"mine"}
    assert words["safe for sure"] == {"safe"}
    fills = [key.style.fill for key in legend.values()]
    assert len(fills) == len(set(fills))
