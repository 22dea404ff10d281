"""Generated snakes and hexerpents: wishes that hold, wrong programs that fail, the same text."""

import hashlib
import random
from collections import Counter, deque
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.errors import LimitError
from graphpuzzles.lattice import HEX
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.models.voltage.poses import PoseSearch, ShapeBook
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT
from graphpuzzles.puzzles.hexerpent.generator import HEXERPENT_WISHES, window
from graphpuzzles.puzzles.hexerpent.mistakes import HEXERPENT_APPROACHES, _WrongRule
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from graphpuzzles.puzzles.snake.generator import SNAKE_WISHES, maze
from graphpuzzles.puzzles.snake.mistakes import SNAKE_APPROACHES, tail_following, visited_heads
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.puzzles.walking.generator import head_distance
from tests.only_random import OnlyRandom
from tests.puzzles.snake.snakes import brute, brute_answer, every_body, random_snake


def made(cls, seed, **asked):
    return cls.generate(random.Random(seed), **asked)


# The same text everywhere ----------------------------------------------------------------------

TEXTS = [
    (
        Snake,
        {"size": 5, "sections": 4},
        "5 5 4\n1 5\n2 5\n3 5\n3 4\n5\n1 2\n2 3\n3 3\n4 4\n5 2\n\n0 0 0\n",
    ),
    (
        Snake,
        {"size": (6, 7), "against": "tail-following"},
        "6 7 6\n3 5\n2 5\n1 5\n1 4\n1 3\n1 2\n4\n2 2\n2 7\n3 4\n4 3\n\n0 0 0\n",
    ),
    (
        Snake,
        {"size": (5, 4), "sections": 3, "gap": 2, "stones": 0.3},
        "5 4 3\n3 4\n3 3\n3 2\n6\n1 3\n2 3\n5 1\n5 2\n5 3\n5 4\n\n0 0 0\n",
    ),
    (Hexerpent, {"size": 4, "sections": 3}, "3\n2 0\n3 0\n3 1\n3\n0 2\n1 0\n1 1\n2 1\n0\n"),
    (
        Hexerpent,
        {"size": 4, "sections": 4, "optimum": 7},
        "4\n2 0\n3 0\n3 1\n2 2\n4\n-1 2\n-1 3\n0 3\n1 1\n1 3\n0\n",
    ),
]


@pytest.mark.parametrize(("cls", "asked", "text"), TEXTS)
def test_a_seed_always_gives_this_text(cls, asked, text):
    assert str(cls.generate(OnlyRandom(1), **asked)) == text


SERIES = [
    (Snake, {}, "08b6b5a140d0082f"),
    (Snake, {"size": 20, "sections": 8, "gap": 6}, "04a2d57df7783aee"),
    (Snake, {"size": (9, 14), "expansions": 100}, "712b9939a47b8df1"),
    (Hexerpent, {}, "8cb9ae4bea31097e"),
    (Hexerpent, {"size": (9, 6), "sections": 6, "solvable": False}, "a873bd7c294ed993"),
    (Hexerpent, {"against": "touching-allowed"}, "9e3bc2315ab5f6bc"),
]


@pytest.mark.parametrize(("cls", "asked", "digest"), SERIES)
def test_a_series_of_seeds_always_gives_these_texts(cls, asked, digest):
    text = "".join(str(cls.generate(OnlyRandom(seed), **asked)) for seed in range(5))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


# Without wishes --------------------------------------------------------------------------------


def test_every_body_but_one_with_its_head_on_the_hole_can_come():
    wanted = {body for body in every_body(Snake(3, 3, [(0, 0)]), 4) if body[0] != (0, 0)}
    rng = random.Random(0)
    snakes = [Snake.generate(rng, size=3, sections=4, stones=0.3) for _ in range(2500)]
    assert {snake.body for snake in snakes} == wanted
    assert {len(snake.stones) for snake in snakes} == {2}
    stones = Counter(stone for snake in snakes for stone in snake.stones)
    assert len(stones) == 8
    assert (0, 0) not in stones


def test_every_hexerpent_of_the_window_can_come():
    cells = window((3, 3))
    wanted = {
        body
        for body in product(cells, repeat=3)
        if HEX.adjacent(*body[:2]) and HEX.adjacent(*body[1:])
        if body[0] != body[2] and not HEX.adjacent(body[0], body[2])
    }
    rng = random.Random(0)
    made_ones = [Hexerpent.generate(rng, size=3, sections=3, rocks=0.3) for _ in range(1200)]
    assert {hexerpent.body for hexerpent in made_ones} == wanted
    for hexerpent in made_ones:
        assert len(hexerpent.rocks) == 2
        assert {*hexerpent.rocks, hexerpent.goal} <= {*cells}
        assert hexerpent.goal not in {hexerpent.body[0], *hexerpent.rocks}


def test_a_window_is_a_rectangle_of_the_picture():
    cells = window((6, 4))
    middles = [x + y / 2 for x, y in cells]
    assert len({*cells}) == 24
    assert max(middles) - min(middles) == 3.5


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_there_are_as_many_stones_as_wished_where_there_is_room(share):
    for seed in range(5):
        snake = made(Snake, seed, size=6, sections=5, stones=share, solvable=share < 1)
        assert len(snake.stones) == min(int(share * 36), 36 - len({*snake.body, (0, 0)}))


# Every wish ------------------------------------------------------------------------------------

SMALL_SNAKE = {"size": (6, 7), "sections": 4}
SMALL_HEXERPENT = {"size": (5, 5), "sections": 4}
WISHES = [
    {"solvable": True},
    {"solvable": False},
    {"optimum": 0},
    {"optimum": 1},
    {"optimum": 8},
    {"optimum": 13},
    {"min_optimum": 12},
    {"gap": 3},
    {"walks": 1},
    {"walks": 2},
    {"expansions": 20},
    {"optimum": 7, "gap": 2, "walks": 1},
]


def holds(puzzle, wish, best, ways):
    """Say again what a wish means, on what brute force found."""
    for name, value in wish.items():
        if name == "solvable":
            assert (best is not None) == value
        elif name == "optimum":
            assert best == value
        elif name == "min_optimum":
            assert best >= value
        elif name == "gap":
            assert best - head_distance(puzzle) >= value
        elif name == "walks":
            assert ways == value
        else:
            walker = puzzle.walker
            book = ShapeBook(puzzle.gait)
            search = PoseSearch(book, walker.board, walker.body, walker.distance)
            assert search.run(Meter(UNLIMITED), most=walker.step_cap) is None
            assert search.expanded >= value


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_what_is_wished_of_a_snake_holds(wish):
    texts = set()
    for seed in range(5):
        snake = made(Snake, seed, **SMALL_SNAKE, **wish)
        assert (snake.rows, snake.columns, len(snake.body)) == (6, 7, 4)
        holds(snake, wish, *brute_answer(snake))
        texts.add(str(snake))
    assert len(texts) == 5


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_what_is_wished_of_a_hexerpent_holds(wish):
    texts = set()
    for seed in range(2):
        hexerpent = made(Hexerpent, seed, **SMALL_HEXERPENT, **wish)
        assert len(hexerpent.body) == 4
        assert {*hexerpent.body, hexerpent.goal} <= {*window((5, 5))}
        solution = hexerpent.solve("bfs")
        assert solution.status is not Status.LIMIT
        ways = hexerpent.number_of_best_walks() if "walks" in wish else None
        holds(hexerpent, wish, solution.value, ways)
        texts.add(str(hexerpent))
    assert len(texts) == 2


def test_long_snakes_and_no_wish_for_sections_where_many_expansions_are_wished():
    assert len(made(Snake, 0, expansions=1000).body) == 12
    assert len(made(Hexerpent, 0, expansions=1000).body) == 5
    assert len(made(Snake, 0, expansions=20, sections=5).body) == 5


@pytest.mark.parametrize("cls", [Snake, Hexerpent])
def test_many_wishes_at_once(cls):
    approaches = SNAKE_APPROACHES if cls is Snake else HEXERPENT_APPROACHES
    names = list(approaches)[:3]
    puzzle = made(cls, 3, min_optimum=10, gap=4, against=names)
    value = puzzle.solve().value
    assert value >= max(10, head_distance(puzzle) + 4)
    assert value not in {approaches[name].answer(puzzle) for name in names}


# Wrong programs --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SNAKE_APPROACHES)
@pytest.mark.parametrize("solvable", [True, False])
def test_a_wrong_program_for_snake_fails_where_wished_and_is_right_elsewhere(name, solvable):
    wrong = SNAKE_APPROACHES[name].answer
    if solvable or name in {"tail-following", "head-distance"}:
        for seed in range(5):
            snake = made(Snake, seed, **SMALL_SNAKE, against=name, solvable=solvable)
            best, _ways = brute_answer(snake)
            assert (best is not None) == solvable
            assert wrong(snake) != best
    right = Counter()
    for seed in range(20):
        snake = made(Snake, seed, **SMALL_SNAKE)
        right[wrong(snake) == brute_answer(snake)[0]] += 1
    assert right[True] >= 10


def test_each_wrong_program_for_snake_errs_where_another_does_not():
    for name, other in combinations(SNAKE_APPROACHES, 2):
        answers = [
            [SNAKE_APPROACHES[each].answer(snake) == brute_answer(snake)[0] for each in pair]
            for pair in [(name, other)]
            for snake in (
                made(Snake, seed, **SMALL_SNAKE, against=each)
                for seed in range(6)
                for each in pair
            )
        ]
        assert [True, False] in answers or [False, True] in answers


def search(start, successors, is_goal, depth):
    """Return the fewest steps to a goal, None if there are more than `depth`."""
    layer, known = [start], {start}
    for steps in range(depth + 1):
        if any(map(is_goal, layer)):
            return steps
        layer = [after for body in layer for after in successors(body)]
        layer = [body for body in dict.fromkeys(layer) if body not in known]
        known.update(layer)
    return None


def steps_onto_the_tail(snake):
    blocked = {*snake.stones}

    def successors(body):
        for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cell = (body[0][0] + a, body[0][1] + b)
            inside = 0 <= cell[0] < snake.rows and 0 <= cell[1] < snake.columns
            if (
                inside
                and cell not in blocked
                and (cell not in body or cell == body[-1] != body[0])
            ):
                yield (cell, *body[:-1])

    return search(snake.body, successors, lambda body: body[0] in snake.targets, 400)


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_tail_following_is_what_it_says(seed):
    snake = random_snake(random.Random(seed), 5, 6, 0.3)
    assert tail_following(snake) == steps_onto_the_tail(snake)


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_a_snake_of_an_odd_number_of_sections_is_never_beside_its_tail(seed):
    snake = random_snake(random.Random(seed), 5, 7, 0.3)
    if len(snake.body) % 2:
        assert tail_following(snake) == brute_answer(snake)[0]


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_visited_heads_finds_real_walks(seed):
    snake = random_snake(random.Random(seed), 6, 7, 0.3)
    found = visited_heads(snake)
    if found is not None:
        reached = [steps for body, steps in brute(snake)[0].items() if body[0] == (0, 0)]
        assert found >= min(reached)


RULES = [
    ("one-at-a-time", {"alone": True}),
    ("consecutive-moves", {"consecutive": True}),
    ("touching-allowed", {"touching": True}),
]


def moved_by(body, *, alone=False, consecutive=False, touching=False):
    """Say a wrong rule another way: try all combinations of places."""
    for after in product(*([cell, *HEX.neighbors(cell)] for cell in body)):
        moved = [i for i, (u, v) in enumerate(zip(body, after, strict=True)) if u != v]
        if not moved or (alone and len(moved) > 1) or len({*after}) < len(after):
            continue
        if not consecutive and any(j - i == 1 for i, j in pairwise(moved)):
            continue
        touches = [HEX.adjacent(*pair) for pair in combinations(after, 2)]
        chained = [j - i == 1 for i, j in combinations(range(len(after)), 2)]
        if all(t or not c for t, c in zip(touches, chained, strict=True)) and (
            touching or touches == chained
        ):
            yield after


@pytest.mark.parametrize(("name", "wrong"), RULES)
@pytest.mark.parametrize("seed", range(3))
def test_a_wrong_rule_of_the_hexerpent_is_what_it_says(name, wrong, seed):
    hexerpent = made(Hexerpent, seed, size=4, sections=3, min_optimum=3)
    rocks = {*hexerpent.rocks}

    def successors(body):
        return (after for after in moved_by(body, **wrong) if not rocks & {*after})

    expected = search(hexerpent.body, successors, lambda body: body[0] == hexerpent.goal, 6)
    found = HEXERPENT_APPROACHES[name].answer(hexerpent)
    assert expected == (None if found is not None and found > 6 else found)


@pytest.mark.parametrize("seed", range(10))
def test_the_wrong_rule_with_nothing_wrong_is_the_right_one(seed):
    body = made(Hexerpent, seed, sections=6).body
    shape = tuple((x - body[0][0], y - body[0][1]) for x, y in body)
    assert {*_WrongRule().moves(shape)} == {*HEXERPENT.moves(shape)}


@pytest.mark.parametrize("name", HEXERPENT_APPROACHES)
def test_a_wrong_program_for_hexerpent_fails_where_wished_and_is_right_elsewhere(name):
    wrong = HEXERPENT_APPROACHES[name].answer
    for seed in range(3):
        hexerpent = made(Hexerpent, seed, **SMALL_HEXERPENT, against=name)
        assert wrong(hexerpent) != hexerpent.solve("bfs").value
    right = Counter()
    for seed in range(60):
        hexerpent = made(Hexerpent, seed, size=4, sections=2, rocks=0)
        right[wrong(hexerpent) == hexerpent.solve().value] += 1
    assert right[True] >= 6


# Refusals and limits ---------------------------------------------------------------------------

REFUSED = [
    (Snake, {"size": 2, "sections": 5}, "5 sections do not fit on 4 cells"),
    (Snake, {"sections": 5, "against": "tail-following"}, "even number of sections"),
    (Snake, {"size": 3, "sections": 1, "optimum": 9}, "no 10 states"),
    (Snake, {"size": 3, "sections": 2, "min_optimum": 36}, "no 37 states"),
    (Snake, {"solvable": False, "against": "visited-heads"}, "visited-heads is right wherever"),
    (Hexerpent, {"solvable": False, "against": "one-at-a-time"}, "all its walks are real"),
    (Hexerpent, {"size": 2, "sections": 5}, "5 sections do not fit on 4 dimples"),
    (Hexerpent, {"optimum": 21}, "optimum is over the step cap, 20"),
    (Hexerpent, {"gap": 21}, "gap is over the step cap, 20"),
    (Snake, {"sections": 15, "walks": 1}, "of more than 14 sections are not counted"),
]
REFUSED_BY_BOTH = [
    ({"solvable": False, "optimum": 3}, "there is no walk, optimum that there is one"),
    ({"solvable": False, "gap": 3}, "there is no walk, gap that there is one"),
    ({"sections": 1, "gap": 1}, "moves like a head alone"),
    ({"sections": 1, "against": "head-distance"}, "moves like a head alone"),
    ({"optimum": 3, "min_optimum": 4}, "cannot be 3 and at least 4"),
    ({"optimum": 3, "gap": 3}, "fewer than 3 can be a detour"),
    ({"optimum": 0, "walks": 2}, "one walk of 0 steps"),
    ({"optimum": 0, "against": "head-distance"}, "nothing can be hard or wrong"),
]
ALL_REFUSED = [
    *REFUSED,
    *((cls, asked, why) for cls in (Snake, Hexerpent) for asked, why in REFUSED_BY_BOTH),
]


@pytest.mark.parametrize(("cls", "asked", "why"), ALL_REFUSED)
def test_wishes_that_contradict_each_other_are_refused(cls, asked, why):
    with pytest.raises(ValueError, match=f"there is no such board: .*{why}"):
        made(cls, 0, **asked)


def test_more_expansions_than_are_judged_are_no_wish():
    with pytest.raises(ValueError, match="expansions: expected a whole number from 1 to 1000000"):
        made(Snake, 0, expansions=1_000_001)


@pytest.mark.parametrize("cls", [Snake, Hexerpent])
def test_wishes_that_no_try_fulfils_end_in_a_limit(cls):
    asked = {"optimum": 19, "sections": 2, "size": 3}
    with pytest.raises(LimitError, match=r"optimum=19, .* in 50 tries; nothing is proved"):
        made(cls, 0, tries=50, **asked)


def test_the_only_cell_is_the_hole():
    assert made(Snake, 0, size=1, sections=1, optimum=0).solve().value == 0
    with pytest.raises(LimitError, match="nothing is proved"):
        made(Snake, 0, size=1, sections=1, tries=3)


def test_what_is_too_hard_to_judge_is_no_board(monkeypatch):
    tight = Limits(max_states=3)
    monkeypatch.setattr("graphpuzzles.generate.EFFORT", tight)
    monkeypatch.setattr("graphpuzzles.puzzles.walking.generator.EFFORT", tight)
    monkeypatch.setattr("graphpuzzles.puzzles.walking.generator.EFFORT", tight)
    snake = Snake(5, 5, [(4, 4), (4, 3), (3, 3), (2, 3)])
    with pytest.raises(LimitError, match="too hard"):
        SNAKE_WISHES["expansions"].holds(snake, 50)
    with pytest.raises(LimitError, match="too hard"):
        tail_following(snake)


def test_wishes_have_texts_without_line_ends():
    for wish in [*SNAKE_WISHES.values(), *HEXERPENT_WISHES.values()]:
        assert wish.text
        assert "\n" not in wish.text


# Mazes -----------------------------------------------------------------------------------------


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_all_rooms_of_a_maze_are_connected(rows, columns, seed):
    walls = maze(random.Random(seed), (rows, columns))
    free = {(r, c) for r in range(rows) for c in range(columns)} - walls
    queue, known = deque([(0, 0)]), {(0, 0)}
    while queue:
        r, c = queue.popleft()
        beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & free - known
        known |= beside
        queue.extend(beside)
    rooms = {(r, c) for r in range(0, rows, 2) for c in range(0, columns, 2)}
    assert rooms <= known
    assert all(r % 2 == 0 or c % 2 == 0 for r, c in free)
