"""Pictures and films of snakes and hexerpents, looked at as data; nothing here is solved."""

import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.lattice import HEX
from graphpuzzles.picture import (
    Circle,
    Line,
    Polygon,
    Text,
    text_width,
)
from graphpuzzles.puzzles.hexerpent.picture import HexerpentPicture
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent, Walk
from graphpuzzles.puzzles.snake.picture import SnakePicture
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.puzzles.walking.picture import MAX_FRAMES, SPAN
from tests.puzzles.snake.snakes import SAMPLE, random_snake

FAR = Hexerpent(
    [(0, 0), (0, 1), (1, 1)], [(-2, 2), (10**8, -(10**8)), (-999999, 999999)], goal=(400, -300)
)


def random_walk(rng, puzzle, steps):
    states = [puzzle.body]
    for _ in range(steps):
        after = sorted(puzzle.successors(states[-1]))
        if not after:
            break
        states.append(rng.choice(after))
    return Walk(tuple(states))


def random_hexerpent(rng, longest=8):
    body = [(rng.randrange(-9, 9), rng.randrange(-9, 9))]
    for _ in range(rng.randrange(longest)):
        free = [
            cell
            for cell in HEX.neighbors(body[-1])
            if cell not in body and not any(HEX.adjacent(cell, other) for other in body[:-1])
        ]
        body.append(rng.choice(free))
    spread = rng.choice([4, 12, 999_999])
    rocks = {(rng.randint(-spread, spread), rng.randint(-spread, spread)) for _ in range(30)}
    goal = (rng.randint(-spread, spread), rng.randint(-spread, spread))
    return Hexerpent(body, rocks - set(body), goal)


def example(seed):
    """Return a puzzle and a walk on it that need not reach anything."""
    rng = random.Random(seed)
    puzzle = random_hexerpent(rng) if seed % 2 else random_snake(rng, 9, 8, 0.3, targets=True)
    return puzzle, random_walk(rng, puzzle, rng.randrange(12))


def picture(puzzle, walk=None):
    return (SnakePicture if isinstance(puzzle, Snake) else HexerpentPicture)(puzzle, walk)


def points(shape):
    """Yield the corners of the box that a shape takes."""
    if isinstance(shape, Text):
        assert shape.anchor == "start"
        (x, y), half = shape.at, shape.size / 2
        yield from ((x, y - half), (x + text_width(shape.text, shape.size), y + half))
    elif isinstance(shape, Circle):
        (x, y), r = shape.center, shape.radius
        yield from ((x - r, y - r), (x + r, y + r))
    else:
        half = shape.style.width / 2 if isinstance(shape, Line) else 0
        for x, y in shape.points:
            yield from ((x - half, y - half), (x + half, y + half))


def titled(scene, title):
    return [shape for shape in scene.shapes if getattr(shape, "title", "") == title]


def centre(shape):
    if isinstance(shape, Circle):
        return shape.center
    return tuple(sum(values) / len(values) for values in zip(*shape.points, strict=True))


def near(a, b):
    return math.dist(a, b) < 1e-6


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_every_frame_shows_the_body_of_its_state_and_all_of_it_in_the_box(seed):
    puzzle, walk = example(seed)
    view = picture(puzzle, walk)
    film = puzzle.film(walk)
    assert film.captions == tuple(f"step {k} of {walk.steps}" for k in range(walk.steps + 1))
    assert {(f.width, f.height, f.legend) for f in film.frames} == {
        (film.frames[0].width, film.frames[0].height, film.frames[0].legend)
    }
    for body, frame in zip(walk.states, film.frames, strict=True):
        heads = titled(frame, "head")
        assert [near(head.center, view.at(body[0])) for head in heads] == [True]
        for number, cell in enumerate(body[1:], 2):
            found = titled(frame, f"section {number}")
            found += titled(frame, f"section {number}, moved")
            assert [near(joint.center, view.at(cell)) for joint in found] == [True]
        for shape in frame.shapes:
            for x, y in points(shape):
                assert -1e-6 <= x <= frame.width + 1e-6
                assert -1e-6 <= y <= frame.height + 1e-6


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_the_picture_of_a_walk_ends_where_the_walk_ends(seed):
    puzzle, walk = example(seed)
    scene, view = puzzle.scene(walk), picture(puzzle, walk)
    assert near(titled(scene, "head")[0].center, view.at(puzzle.body[0]))
    ends = titled(scene, "where the head ends")
    assert len(ends) == (walk.steps > 0)
    for end in ends:
        assert near(end.center, view.at(walk.heads[-1]))
    for way in titled(scene, "way of the head"):
        assert near(way.points[0], view.at(walk.heads[0]))
        assert near(way.points[-1], view.at(walk.heads[-1]))
        assert all(math.isclose(math.dist(a, b), 1) for a, b in pairwise(way.points))


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_equal_puzzles_have_the_same_picture_and_it_is_well_formed(seed):
    puzzle, walk = example(seed)
    again = type(puzzle).from_dict(puzzle.to_dict())
    assert again.scene(walk).svg() == puzzle.scene(walk).svg()
    assert again.film(walk) == puzzle.film(walk)
    assert etree.fromstring(puzzle.scene().svg()).tag.endswith("svg")


def test_dimples_touch_in_the_picture_as_the_rules_say():
    view = picture(FAR)
    cells = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    for u in cells:
        for v in cells:
            away = math.dist(view.middle(u), view.middle(v))
            assert math.isclose(away, 1) == HEX.adjacent(u, v)
            assert (away < 0.99) == (u == v)


def test_every_dimple_of_the_window_is_drawn_once():
    view = picture(FAR)
    drawn = [shape for shape in FAR.scene().shapes if isinstance(shape, Polygon)]
    hexagons = [shape for shape in drawn if len(shape.points) == 6]
    wanted = [
        view.at(cell)
        for cell in ((x, y) for x in range(-20, 20) for y in range(-20, 20))
        if view.shows(cell)
    ]
    assert len(hexagons) == len(wanted) > 20
    for place in wanted:
        assert sum(near(centre(shape), place) for shape in hexagons) == 1


def test_what_is_far_away_is_counted_and_pointed_at():
    scene = FAR.scene()
    assert scene.width < 15
    assert scene.height < 12
    notes = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert notes == ["2 rocks outside the picture", "goal outside, 400 cells from the head"]
    (arrow,) = titled(scene, "goal (400, -300)")
    view = picture(FAR)
    ahead, goal = arrow.points[0], view.at(FAR.goal)
    start = centre(arrow)
    bearing = math.atan2(goal[1] - start[1], goal[0] - start[0])
    assert math.isclose(
        math.atan2(ahead[1] - start[1], ahead[0] - start[0]), bearing, abs_tol=0.02
    )
    assert [key.text for key in scene.legend] == ["hexerpent", "rock"]


def test_titles_begin_with_the_puzzle_and_its_size():
    walk = random_walk(random.Random(1), SAMPLE, 3)
    assert Snake(3, 4, [(2, 2), (2, 1)]).scene().title == "Snake 3 x 4"
    assert SAMPLE.scene(walk).title == "Snake 5 x 6: 3 steps"
    assert SAMPLE.film(walk).title == "Snake 5 x 6: 3 steps"
    assert SAMPLE.film(walk).frames[1].title == "Snake 5 x 6: step 1 of 3"
    hexerpent = Hexerpent([(0, 0), (1, 0)], goal=(0, 1))
    assert hexerpent.scene().title == "Hexerpent of 2 sections"
    assert hexerpent.solve().scene().title == "Hexerpent of 2 sections: 1 step"


def test_the_legend_names_what_is_shown_alone():
    bare = Snake(3, 3, [(2, 2), (2, 1)])
    assert [key.text for key in bare.scene().legend] == ["snake", "hole"]
    walk = random_walk(random.Random(1), SAMPLE, 3)
    assert [key.text for key in SAMPLE.scene(walk).legend] == [
        "snake",
        "hole",
        "stone",
        "way of the head",
        "where it ends",
    ]
    assert [key.text for key in SAMPLE.film(walk).frames[0].legend] == [
        "snake",
        "hole",
        "stone",
        "way of the head",
        "still to go",
        "left by the tail",
    ]


def test_stones_and_holes_lie_on_their_cells():
    scene = SAMPLE.scene()
    view = picture(SAMPLE)
    for row, column in SAMPLE.stones:
        (stone,) = titled(scene, f"stone, row {row + 1}, column {column + 1}")
        assert near(centre(stone), view.at((row, column)))
        assert near(view.at((row, column)), (column + 0.75, row + 0.75))
    (hole,) = titled(scene, "hole, row 1, column 1")
    assert near(hole.center, (0.75, 0.75))


def test_a_step_marks_the_sections_that_it_moved_and_where_they_were():
    puzzle = Hexerpent([(0, y) for y in range(5)], goal=(0, -1))
    after = ((1, -1), (0, 1), (1, 1), (0, 3), (0, 4))
    walk = Walk((puzzle.body, after))
    assert puzzle.step_fault(*walk.states) is not None
    first, second = puzzle.film(walk).frames
    view = picture(puzzle, walk)
    assert not titled(first, "section 3, moved")
    (moved,) = titled(second, "section 3, moved")
    assert near(moved.center, view.at((1, 1)))
    left = [titled(second, f"section {number} left") for number in range(1, 6)]
    assert [len(found) for found in left] == [1, 0, 1, 0, 0]
    assert near(left[2][0].center, view.at((0, 2)))


def test_a_step_of_a_snake_marks_the_cell_that_its_tail_left():
    body = ((2, 2), (2, 1), (2, 0))
    puzzle = Snake(3, 3, body)
    walk = Walk((body, ((1, 2), (2, 2), (2, 1))))
    first, second = puzzle.film(walk).frames
    assert not titled(first, "left by the tail")
    (mark,) = titled(second, "left by the tail")
    assert near(mark.center, picture(puzzle, walk).at((2, 0)))


@pytest.mark.parametrize(("rows", "columns"), [(SPAN, SPAN), (SPAN + 1, 5), (1000, 1000)])
def test_of_a_wide_board_a_part_around_the_head_is_shown(rows, columns):
    rng = random.Random(0)
    body = ((rows // 2, columns // 2), (rows // 2, columns // 2 + 1))
    stones = {(rng.randrange(rows), rng.randrange(columns)) for _ in range(500)} - {*body}
    puzzle = Snake(rows, columns, body, stones)
    view, scene = picture(puzzle), puzzle.scene()
    assert scene.width <= SPAN + 1
    assert scene.height <= SPAN + 3
    shown = sum(map(view.shows, puzzle.stones))
    notes = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    hidden = len(puzzle.stones) - shown
    expected = [f"{hidden} stones outside the picture"] if hidden else []
    if not view.shows((0, 0)):
        expected.append(f"hole outside, {sum(body[0])} cells from the head")
    assert notes == expected
    assert bool(notes) == (max(rows, columns) > SPAN)
    # The hole and so the top left corner of the second board are in its picture.
    assert len(titled(scene, "the board goes on")) == {60: 0, 61: 1, 1000: 4}[rows]


def test_a_long_hexerpent_is_cut_off_at_the_border():
    puzzle = Hexerpent([(0, y) for y in range(100)], goal=(0, -1))
    scene = puzzle.scene()
    assert scene.height <= SPAN + 3
    assert len(scene.shapes) < 5000
    hidden = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    view = picture(puzzle)
    count = sum(not view.shows(cell) for cell in puzzle.body)
    assert hidden == [f"{count} sections outside the picture"]


def test_a_walk_without_states_shows_the_board():
    assert SAMPLE.scene(Walk(())) == SAMPLE.scene() == SAMPLE.scene(Walk((SAMPLE.body,)))


@pytest.mark.parametrize("puzzle", [SAMPLE, FAR])
def test_a_walk_that_breaks_every_rule_is_drawn_as_far_as_it_fits(puzzle):
    rng = random.Random(5)
    bodies = [
        tuple((rng.randint(-80, 80), rng.randint(-80, 80)) for _ in range(rng.randrange(6)))
        for _ in range(30)
    ]
    walk = Walk(tuple(bodies))
    for scene in [puzzle.scene(walk), *puzzle.film(walk).frames]:
        assert max(scene.width, scene.height) <= SPAN + 3
        assert etree.fromstring(scene.svg()).tag.endswith("svg")


def test_a_film_has_an_end():
    walk = Walk((SAMPLE.body,) * (MAX_FRAMES + 1))
    with pytest.raises(NotApplicableError, match="up to 1000 frames, not 1001"):
        SAMPLE.film(walk)


def test_a_goal_under_a_rock_is_visible():
    puzzle = replace(FAR, goal=(-2, 2))
    scene = puzzle.scene()
    order = [getattr(shape, "title", "") for shape in scene.shapes]
    assert order.index("goal -2, 2") > order.index("rock -2, 2")
