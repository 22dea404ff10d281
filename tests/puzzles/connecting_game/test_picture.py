"""Pictures of ConnectingGame and its winner question: what they show, and no overlap."""

import math
from collections import Counter
from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.models.cut.planar import PlanarDual
from graphpuzzles.models.cut.regions import Regions
from graphpuzzles.picture import (
    VERMILLION,
    Circle,
    Key,
    Line,
    Raster,
    Style,
    Text,
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
from tests.picture.board_pictures import (
    assert_sound,
    box,
    centre,
    fills,
    lies_on,
    of_kind,
    titled,
)
from tests.puzzles.connecting_game.strategies import boards

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
