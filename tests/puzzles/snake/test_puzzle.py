"""Snake: published cases, brute force, the questions about whole boards."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.errors import (
    LimitError,
    NoSolutionError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.validation import cross_validate
from tests.puzzles.snake.snakes import (
    COILED,
    DATA,
    WALLED_IN,
    brute,
    brute_answer,
    every_body,
    kind,
    moves,
    random_snake,
)


def full_board(rng):
    """Draw a snake of 2 to 8 sections that may coil, on a board of 20 x 20 with many stones."""
    density = rng.choice((0.1, 0.3))
    stones = {(r, c) for r in range(20) for c in range(20) if rng.random() < density}
    while True:
        body = [(rng.randrange(20), rng.randrange(20))]
        for _ in range(rng.randint(1, 7)):
            row, column = body[-1]
            step = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
            body.append((row + step[0], column + step[1]))
        inside = all(0 <= r < 20 and 0 <= c < 20 for r, c in body)
        if inside and len(set(body)) == len(body):
            return Snake(20, 20, body, sorted(stones - set(body) - {(0, 0)}))


def test_methods_agree_on_boards_of_the_contest_s_size():
    rng = random.Random(4)
    seen = Counter()
    for _ in range(120):
        snake = full_board(rng)
        values = {snake.solve(method).value for method in ("auto", "layers", "bidirectional")}
        assert len(values) == 1, snake
        (value,) = values
        bound = snake.walker.lower_bound
        seen["impossible" if value is None else "bound" if value == bound else "gap"] += 1
    assert min(seen[kind] for kind in ("impossible", "bound", "gap")) > 9


# Published cases -------------------------------------------------------------------------------


def cases(*slow):
    paths = sorted(path for path in DATA.glob("*.in") if path.stem not in slow)
    return [pytest.param(path, id=path.stem) for path in paths]


def judged(puzzles, method):
    return [puzzle.judge(puzzle.solve(method), number) for number, puzzle in enumerate(puzzles, 1)]


@pytest.mark.parametrize("method", ["auto", "layers", "bidirectional"])
@pytest.mark.parametrize("path", cases())
def test_cases(path, method):
    puzzles = Snake.read(path.read_text())
    assert "\n".join([*judged(puzzles, method), ""]) == path.with_suffix(".out").read_text()


@pytest.mark.parametrize("method", ["astar", "bfs"])
@pytest.mark.parametrize("path", cases("derived_special", "derived_worst"))
def test_cases_one_state_at_a_time(path, method):
    puzzles = Snake.read(path.read_text())
    assert "\n".join([*judged(puzzles, method), ""]) == path.with_suffix(".out").read_text()


@pytest.mark.parametrize("path", cases())
def test_cases_are_proved(path):
    assert all(puzzle.solve().verify() for puzzle in Snake.read(path.read_text()))


def golden():
    for line in (DATA / "layer_sizes.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, sizes = line.split(": ")
            yield pytest.param(*name.split(), [int(size) for size in sizes.split()], id=name)


@pytest.mark.parametrize(("file", "number", "sizes"), list(golden()))
def test_layer_sizes(file, number, sizes):
    puzzles = list(Snake.read((DATA / file).read_text()))
    assert puzzles[int(number) - 1].layer_sizes() == sizes


# Brute force -----------------------------------------------------------------------------------


def test_a_thousand_random_boards():
    rng = random.Random(1)
    kinds = Counter()
    for _ in range(1500):
        snake = random_snake(rng, 5, 7, rng.choice([0, 0.15, 0.3]))
        best, _ = brute_answer(snake)
        kinds[kind(snake, best)] += 1
        solution = snake.solve()
        assert (solution.value, solution.verify()) == (best, True), snake
    assert kinds == {
        "lower = best = upper": 839,
        "impossible": 418,
        "lower < best, no upper": 109,
        "cut off": 82,
        "lower < best = upper": 27,
        "lower = best, no upper": 19,
        "lower < best < upper": 4,
        "lower = best < upper": 2,
    }


@given(st.integers(0, 2**32))
def test_all_methods_on_random_boards(seed):
    rng = random.Random(seed)
    snake = random_snake(rng, 5, 7, rng.choice([0, 0.2, 0.4]), targets=True)
    best, _ = brute_answer(snake)
    result = cross_validate(snake)
    assert result.value == best
    assert result.confirmed


@given(st.integers(0, 2**32))
def test_number_and_list_of_best_walks(seed):
    rng = random.Random(seed)
    snake = random_snake(rng, 5, 5, rng.choice([0, 0.2]), targets=True)
    best, ways = brute_answer(snake)
    if best is None:
        with pytest.raises(NoSolutionError):
            snake.number_of_best_walks()
        return
    assert snake.number_of_best_walks() == ways
    walks = list(islice(snake.best_walks(), 200))
    assert len(set(walks)) == len(walks) == min(ways, 200)
    assert {snake.check(walk) for walk in walks} == {best}


@given(st.integers(0, 2**32))
def test_layers_and_farthest_state(seed):
    rng = random.Random(seed)
    snake = random_snake(rng, 4, 5, 0.2)
    steps, _ = brute(snake)
    sizes = Counter(steps.values())
    assert snake.layer_sizes() == [sizes[d] for d in range(len(sizes))]
    far = snake.farthest_walk()
    assert far.steps == max(steps.values()) == steps[far.states[-1]]
    assert all(after in moves(snake, before) for before, after in pairwise(far.states))


@given(st.integers(0, 2**32))
def test_hardest_start(seed):
    rng = random.Random(seed)
    snake = random_snake(rng, 3, 4, 0.2, targets=True)
    bodies = every_body(snake, len(snake.body))
    values = [brute_answer(replace(snake, body=body))[0] for body in bodies]
    known = [value for value in values if value is not None]
    if not known:
        with pytest.raises(NoSolutionError):
            snake.hardest_start()
        return
    hardest, steps = snake.hardest_start()
    assert (hardest.solve().value, hardest.stones) == (steps, snake.stones)
    assert steps == max(known)


def test_many_boards_of_the_contest_size():
    rng = random.Random(7)
    kinds = Counter()
    for _ in range(150):
        snake = random_snake(rng, 20, 8, rng.choice([0.2, 0.3, 0.35]))
        methods = ("auto", "astar", "layers", "bidirectional")
        values = {snake.solve(method).value for method in methods}
        (value,) = values
        kinds[kind(snake, value)] += 1
    assert kinds == {
        "cut off": 65,
        "lower = best = upper": 51,
        "impossible": 22,
        "lower < best = upper": 7,
        "lower < best, no upper": 3,
        "lower < best < upper": 2,
    }


# Questions -------------------------------------------------------------------------------------


def test_more_ways_than_64_bits_hold():
    snake = Snake(40, 40, [(39, 39)])
    assert snake.number_of_best_walks() == 27217014869199032015600


@pytest.mark.parametrize("ask", ["layer_sizes", "farthest_walk", "hardest_start"])
def test_questions_keep_limits(ask):
    with pytest.raises(LimitError, match="max_states"):
        getattr(COILED, ask)(limits=Limits(max_states=200))


def test_no_walk_to_list():
    with pytest.raises(NoSolutionError):
        next(WALLED_IN.best_walks())


def test_graphs_lie_as_the_board_does_with_y_pointing_up():
    snake = Snake(2, 3, [(1, 2), (1, 1)])
    board = snake.graph("board")
    assert {node: (data["x"], data["y"]) for node, data in board.nodes(data=True)} == {
        f"{row},{column}": (column, -row) for row in range(2) for column in range(3)
    }
    first = snake.graph("states").nodes["n0"]
    assert (first["x"], first["y"]) == (2, -1)
