"""Snake: published cases, brute force, proofs, limits, questions and text."""

import json
import pickle
import random
import time
from collections import Counter, deque
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.certificates.walks import WalkBound
from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    ParseError,
    PuzzleError,
    RuleError,
    WriteError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles._walk_methods import bounds_obstacle
from graphpuzzles.puzzles.snake import Snake, Walk
from graphpuzzles.validation import cross_validate

DATA = Path(__file__).parent / "data" / "snake"
SEARCHES = ("layers", "astar", "bidirectional", "bfs")
SAMPLE = Snake(5, 6, [(3, 0), (3, 1), (2, 1), (2, 0)], [(1, 2), (2, 2), (2, 3)])
WALLED_IN = Snake(3, 4, [(2, 3), (2, 2), (1, 2)], [(0, 1), (1, 0)])


# Brute force -----------------------------------------------------------------------------------


def moves(snake, body):
    """Say the rule another way: the head goes where the snake and the stones are not."""
    row, column = body[0]
    blocked = {*body, *snake.stones}
    for cell in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]:
        if cell not in blocked and 0 <= cell[0] < snake.rows and 0 <= cell[1] < snake.columns:
            yield (cell, *body[:-1])


def brute(snake):
    """Return steps and number of shortest walks to every state."""
    steps, ways = {snake.body: 0}, {snake.body: 1}
    queue = deque([snake.body])
    while queue:
        body = queue.popleft()
        for after in moves(snake, body):
            if after not in steps:
                steps[after], ways[after] = steps[body] + 1, 0
                queue.append(after)
            if steps[after] == steps[body] + 1:
                ways[after] += ways[body]
    return steps, ways


def brute_answer(snake):
    steps, ways = brute(snake)
    goals = [body for body in steps if body[0] in snake.targets]
    best = min((steps[body] for body in goals), default=None)
    return best, sum(ways[body] for body in goals if steps[body] == best)


def random_snake(rng, side, longest, density, targets=False):
    """Draw a snake that prefers to coil, and stones that may cover the target."""
    while True:
        rows, columns = rng.randint(1, side), rng.randint(1, side)
        body = [(rng.randrange(rows), rng.randrange(columns))]
        for _ in range(rng.randint(0, longest - 1)):
            row, column = body[-1]
            beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
            free = [
                (r, c)
                for r, c in beside
                if 0 <= r < rows and 0 <= c < columns and (r, c) not in body
            ]
            if not free:
                break
            near = [cell for cell in free if touches(cell, body[:-1])]
            body.append(rng.choice(near or free))
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        others = [cell for cell in cells if cell not in body]
        stones = rng.sample(others, int(density * len(others)))
        goals = rng.sample(cells, min(2, len(cells))) if targets else [(0, 0)]
        return Snake(rows, columns, body, stones, goals)


def touches(cell, body):
    return any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in body)


def kind(snake, best):
    """Say what a board is like: which of the bounds meet the best value."""
    lower, walk = snake.lower_bound, snake.best_upper_walk
    if lower is None:
        return "cut off"
    if best is None:
        return "impossible"
    below = "lower = best" if lower == best else "lower < best"
    if walk is None:
        return f"{below}, no upper"
    return f"{below} {'=' if best == walk.steps else '<'} upper"


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


def test_thousands_of_random_boards():
    rng = random.Random(1)
    kinds = Counter()
    for _ in range(3000):
        snake = random_snake(rng, 5, 7, rng.choice([0, 0.15, 0.3]))
        best, _ = brute_answer(snake)
        kinds[kind(snake, best)] += 1
        solution = snake.solve()
        assert (solution.value, solution.verify()) == (best, True), snake
    assert kinds == {
        "lower = best = upper": 1651,
        "impossible": 855,
        "lower < best, no upper": 210,
        "cut off": 166,
        "lower < best = upper": 62,
        "lower = best, no upper": 40,
        "lower < best < upper": 13,
        "lower = best < upper": 3,
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


def every_body(snake, length):
    bodies = [((r, c),) for r in range(snake.rows) for c in range(snake.columns)]
    bodies = [body for body in bodies if body[0] not in snake.stones]
    for _ in range(length - 1):
        # Growing at the tail is stepping backwards with a longer snake.
        bodies = [
            (*body, after[0]) for body in bodies for after in moves(snake, (body[-1], *body[:-1]))
        ]
    return bodies


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


# Proofs ----------------------------------------------------------------------------------------

# The bounds are 7 and 13, the best walk has 11 steps, and 806 states can be reached.
COILED = Snake(
    6,
    6,
    [(5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (3, 1), (3, 0)],
    [(0, 4), (0, 5), (1, 0), (1, 4), (2, 2), (3, 3), (3, 4), (5, 0)],
)


def state_proof(snake):
    """Return a proof that leans on the states and on no distance but that of the goal."""
    steps, _ = brute(snake)
    best, _ = brute_answer(snake)
    layers = [[body for body in steps if steps[body] == g] for g in range(best - 1)]
    return WalkBound(best, {(0, 0): 0}, 1, [np.array(layer) for layer in layers])


def changed(certificate, **fields):
    return replace(certificate, **fields)


def without_a_state(certificate, layer):
    layers = list(certificate.layers)
    layers[layer] = layers[layer][:-1]
    return changed(certificate, layers=layers)


def with_a_goal(certificate):
    body = np.array([[(0, 0), *COILED.body[:-1]]])
    last = np.concatenate([body, certificate.layers[-1]])
    return changed(certificate, layers=[*certificate.layers[:-1], last])


def with_distance(certificate, cell, value):
    return changed(certificate, distances={**certificate.distances, cell: value})


def without_distance(certificate, cell):
    distances = dict(certificate.distances)
    del distances[cell]
    return changed(certificate, distances=distances)


def test_the_proofs_that_are_corrupted_below_are_sound():
    assert state_proof(COILED).proves(COILED) == 11
    assert sum(map(len, state_proof(COILED).layers)) == 78
    assert COILED.solve().certificate().proves(COILED) == 11
    assert sum(map(len, COILED.solve().certificate().layers)) == 3


@pytest.mark.parametrize("proof", [state_proof, lambda snake: snake.solve().certificate()])
@pytest.mark.parametrize(
    ("corrupt", "message"),
    [
        (lambda c: changed(c, bound=c.bound + 1), "raises the potential"),
        (lambda c: changed(c, bound=None), "leaves the closed set"),
        (lambda c: without_a_state(c, -1), "raises the potential"),
        (lambda c: without_a_state(c, 0), "start has a potential"),
        (lambda c: changed(c, layers=[]), "start has a potential"),
        (lambda c: changed(c, layers=[c.layers[0][:0], *c.layers]), "start has a potential"),
        (lambda c: changed(c, layers=c.layers[:1] * 2), "start has a potential"),
        (with_a_goal, "is at the goal"),
        (lambda c: with_distance(c, (0, 0), 1), "a goal has a distance"),
        (lambda c: with_distance(c, (0, 0), None), "a goal has a distance"),
        (lambda c: without_distance(c, (0, 0)), "a goal has a distance"),
        (lambda c: with_distance(c, (2, 0), 9), "differ by more than 1"),
        (lambda c: with_distance(c, (2, 0), None), "differ by more than 1"),
        (lambda c: changed(c, layers=[c.layers[0][:, :-1]]), "start has a potential"),
        (
            lambda c: changed(c, layers=[*c.layers, c.layers[1][:, 1:]]),
            "not of the puzzle's length",
        ),
    ],
)
def test_corrupted_proofs_fail(proof, corrupt, message):
    certificate = corrupt(proof(COILED))
    with pytest.raises(CertificateError, match=message):
        certificate.proves(COILED)


@pytest.mark.parametrize("layer", range(9))
def test_every_state_of_a_proof_is_needed(layer):
    with pytest.raises(CertificateError):
        without_a_state(state_proof(COILED), layer).proves(COILED)


def test_every_distance_of_a_proof_is_needed():
    certificate = COILED.solve().certificate()
    for cell in certificate.distances:
        with pytest.raises(CertificateError):
            without_distance(certificate, cell).proves(COILED)


def test_a_proof_for_another_board_fails():
    certificate = COILED.solve().certificate()
    with pytest.raises(CertificateError):
        certificate.proves(replace(COILED, stones=[]))


def test_a_bound_that_is_too_low_is_no_proof_of_the_value():
    solution = COILED.solve()
    weaker = replace(solution, value=solution.value + 1)
    with pytest.raises(CertificateError, match="the value claimed is"):
        weaker.verify()


def closed_set(snake):
    """Return the proof that uses no distances: all states, of which none is at the goal."""
    steps, _ = brute(snake)
    layers = [[] for _ in range(max(steps.values()) + 1)]
    for body, depth in steps.items():
        layers[depth].append(body)
    return WalkBound(None, {}, 0, [np.array(layer) for layer in layers])


def test_a_closed_set_proves_that_there_is_no_way():
    assert WALLED_IN.solve().certificate().proves(WALLED_IN) is None
    assert closed_set(WALLED_IN).proves(WALLED_IN) is None


def test_a_set_that_is_not_closed_proves_nothing():
    certificate = closed_set(WALLED_IN)
    layers = [*certificate.layers[:-1], certificate.layers[-1][1:]]
    with pytest.raises(CertificateError, match="leaves the closed set"):
        replace(certificate, layers=layers).proves(WALLED_IN)


def test_a_closed_set_with_a_goal_proves_nothing():
    with pytest.raises(CertificateError, match="is at the goal"):
        closed_set(SAMPLE).proves(SAMPLE)


def test_walk_proofs_are_about_walks():
    with pytest.raises(TypeError, match="has no walks"):
        COILED.solve().certificate().proves("a text")


@pytest.mark.parametrize("snake", [SAMPLE, COILED, WALLED_IN, Snake(1, 2, [(0, 1)])])
def test_a_stranger_can_check_a_solution(snake):
    data = json.loads(json.dumps(snake.solve().to_dict()))
    stranger = Snake.solution_from_dict(data)
    assert stranger.verify()
    assert pickle.loads(pickle.dumps(stranger)).verify()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bound", "9"),
        ("bound", -1),
        ("beyond", 1.5),
        ("steps", [[0, 1]]),
        ("steps", [[0, True]]),
        ("layers", [[[2, 2, "0123"], [2, 2, "01"]]]),
        ("layers", [[[2, 2]]]),
        ("layers", [[[2, 1 << 40, ""]]]),
        ("layers", 7),
        ("distances", [[0, 0]]),
        ("distances", [[0, "0", 1]]),
    ],
)
def test_data_that_are_no_proof(field, value):
    data = COILED.solve().to_dict()
    data["certificate"][field] = value
    with pytest.raises(ValueError, match=r".") as caught:
        Snake.solution_from_dict(data)
    assert not isinstance(caught.value, CertificateError)


# Walks -----------------------------------------------------------------------------------------

STATES = SAMPLE.solve().answer.states


@pytest.mark.parametrize(
    ("states", "where", "message"),
    [
        ((), 0, "does not begin"),
        (STATES[1:], 0, "does not begin"),
        (STATES[:-1], 8, "ends with the head on"),
        ((*STATES[:3], *STATES[4:]), 3, "not beside it"),
        ((*STATES[:3], *STATES[2:]), 3, "not beside it"),
        ((STATES[0], ((3, -1), *STATES[0][:-1])), 1, "leaves the board"),
        ((STATES[0], ((2, 0), *STATES[0][:-1])), 1, "onto a section"),
        ((STATES[0], ((4, 0), *STATES[0][1:])), 1, "to where the one before it was"),
        ((STATES[0], STATES[1][:-1]), 1, "has 3 sections, not 4"),
    ],
)
def test_walks_that_break_a_rule(states, where, message):
    with pytest.raises(RuleError, match=message) as caught:
        SAMPLE.check(Walk(states))
    assert caught.value.where == (where,)


def test_a_walk_onto_a_stone():
    snake = Snake(1, 3, [(0, 2)], [(0, 1)])
    with pytest.raises(RuleError, match=r"onto the stone \(0, 1\)"):
        snake.check(Walk((((0, 2),), ((0, 1),))))


def test_a_walk_off_the_board():
    snake = Snake(1, 3, [(0, 2)])
    with pytest.raises(RuleError, match=r"leaves the board at \(0, 3\)"):
        snake.check(Walk((((0, 2),), ((0, 3),))))


def test_a_walk_onto_the_tail():
    snake = Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)], targets=[(1, 1)])
    with pytest.raises(RuleError, match="onto a section"):
        snake.check(Walk((snake.body, ((1, 1), (0, 1), (0, 0), (1, 0)))))


def test_a_detour_is_a_walk_that_proves_no_value():
    solution = COILED.solve()
    longer = next(
        walk
        for walk in [COILED.best_upper_walk, COILED.farthest_walk()]
        if walk is not None and walk.steps > solution.value
    )
    worse = replace(solution, answer=longer)
    with pytest.raises((CertificateError, RuleError)):
        worse.verify()


@pytest.mark.parametrize("data", [{}, {"states": 3}, {"states": [[[0, 1.0]]]}, {"states": [[0]]}])
def test_data_that_are_no_walk(data):
    with pytest.raises((ValueError, KeyError, TypeError)):
        Walk.from_dict(data)


# Methods and limits ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", SEARCHES)
def test_limits_prove_bounds_only(method):
    best = COILED.solve().value
    solution = COILED.solve(method, limits=Limits(max_states=15))
    lower, upper = solution.bounds
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, "max_states")
    assert solution.value is None
    assert lower <= best
    assert upper is None or best <= upper
    assert not COILED.answered(solution)
    assert COILED.judge(solution, 3) == "Case 3: ?"


@pytest.mark.parametrize("method", SEARCHES)
def test_steps_beyond_a_limit_are_not_looked_for(method):
    best = COILED.solve().value
    solution = COILED.solve(method, limits=Limits(max_steps=best - 1))
    assert (solution.status, solution.bounds[0]) == (Status.LIMIT, best)
    assert COILED.solve(method, limits=Limits(max_steps=best)).value == best


@pytest.mark.parametrize("method", ["layers", "bidirectional"])
def test_memory_is_asked_for_before_it_is_taken(method):
    snake = Snake(60, 60, [(0, c) for c in range(20, 29)], targets=[(59, 59)])
    solution = snake.solve(method, limits=Limits(max_memory=10_000))
    assert solution.stats == {"limit": "max_memory"}


@pytest.mark.parametrize("method", ["layers", "bidirectional"])
def test_a_callback_can_stop_a_search(method):
    solution = COILED.solve(method, progress=lambda event: event.depth >= 2)
    assert solution.stats["limit"] == "stopped"


def test_a_stopped_search_keeps_the_best_walk_known():
    # Asked for in evenfurther/pathfinding 253 and 565: what is known when the search is stopped.
    rng = random.Random(3)
    while True:
        snake = random_snake(rng, 9, 8, 0.2)
        if bounds_obstacle(snake) is not None and snake.best_upper_walk is not None:
            break
    solution = snake.solve("astar", limits=Limits(max_expanded=1))
    assert solution.status is Status.LIMIT
    assert snake.check(solution.answer) == solution.bounds[1]


def test_a_time_limit_is_kept():
    # guylangston/SokoSolve 1: three minutes where one was allowed.
    snake = Snake(40, 40, [(30, c) for c in range(30, 18, -1)], [(0, 1)], [(0, 0)])
    began = time.process_time()
    solution = snake.solve("bfs", limits=Limits(max_seconds=0.2))
    assert solution.stats["limit"] == "max_seconds"
    assert time.process_time() - began < 5


def test_a_target_that_is_cut_off_floods_nothing():
    # networkx PR 7073: A* looks at the whole graph although the target is walled in.
    snake = next(Snake.read((DATA / "derived_worst.in").read_text()))
    assert snake.solve("astar").stats["expanded"] == 0
    assert (snake.choose(), snake.solve().status) == ("bounds", Status.INFEASIBLE)


def test_an_unsolvable_puzzle_ends_with_a_proof():
    # MilanPecov/15-Puzzle-Solvers 2, simpleai-team/simpleai 76: a search that never ends.
    snake = Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)])
    for method in SEARCHES:
        solution = snake.solve(method)
        assert (solution.status, solution.verify()) == (Status.INFEASIBLE, True)


def test_a_star_expands_few_states_on_a_long_way():
    puzzles = Snake.read((DATA / "derived_special.in").read_text())
    solution = list(puzzles)[-1].solve("astar")
    assert (solution.value, solution.stats["expanded"]) == (38, 38)


@pytest.mark.parametrize(
    ("snake", "method"),
    [
        (Snake(1, 2, [(0, 0), (0, 1)]), "bounds"),
        (Snake(1, 2, [(0, 1)]), "bounds"),
        (WALLED_IN, "bounds"),
        (SAMPLE, "astar"),
        (Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)]), "layers"),
        (Snake(4, 5, [(r, c) for r in range(4) for c in range(5)][1:4]), "bounds"),
    ],
)
def test_what_auto_means(snake, method):
    assert snake.choose() == method
    assert snake.solve().method == method


def test_bounds_that_do_not_meet_are_no_method():
    with pytest.raises(NotApplicableError, match="at least 3, at most 13"):
        SAMPLE.solve("bounds")


def test_methods_share_no_move_generator(monkeypatch):
    expected = COILED.solve().value

    def broken(*_):
        raise AssertionError("shared")

    with monkeypatch.context() as patch:
        patch.setattr(Snake, "table", broken)
        patch.setattr(Snake, "expand", broken)
        patch.setattr(type(Snake.rule), "moves", broken)
        assert COILED.solve("bfs").value == expected
    with monkeypatch.context() as patch:
        patch.setattr(Snake, "successors", broken)
        patch.setattr(Snake, "expand", broken)
        assert {COILED.solve(method).value for method in SEARCHES[:3]} == {expected}
    solution = COILED.solve()
    solution.certificate()
    with monkeypatch.context() as patch:
        patch.setattr(Snake, "table", broken)
        patch.setattr(Snake, "successors", broken)
        patch.setattr(type(Snake.rule), "moves", broken)
        assert solution.verify()


# Sizes -----------------------------------------------------------------------------------------


def spiral(length, side):
    """Return a body that winds through a board row by row, its head at the end of a row."""
    cells = [
        (r, c if r % 2 else side - 1 - c) for r in range(side - 1, -1, -1) for c in range(side)
    ]
    return cells[:length][::-1]


@pytest.mark.parametrize("length", [15, 18, 22])
def test_bodies_too_long_for_a_table(length):
    snake = Snake(5, 5, spiral(length, 5), targets=[(4, 4)])
    best, _ = brute_answer(snake)
    for method in ("auto", "astar", "bfs"):
        solution = snake.solve(method)
        assert (solution.value, solution.verify()) == (best, True)


def test_long_bodies_have_no_layers():
    with pytest.raises(NotApplicableError, match="up to 14 sections"):
        Snake(5, 5, spiral(15, 5)).solve("layers")


def test_long_bodies_have_no_layer_sizes():
    with pytest.raises(NotApplicableError, match="up to 14 sections"):
        Snake(5, 5, spiral(15, 5)).layer_sizes()


def test_boards_too_big_for_one_bit_a_state():
    snake = Snake(64, 64, [(0, c) for c in range(40, 54)], targets=[(63, 63)])
    assert snake.solve().value == 86
    with pytest.raises(NotApplicableError, match="MiB"):
        snake.solve("layers")


def test_a_board_of_64_by_64():
    rng = random.Random(5)
    stones = [(r, c) for r in range(64) for c in range(64) if r > 1 and rng.random() < 0.2]
    snake = Snake(64, 64, [(0, c) for c in range(8)], stones, [(63, 63), (63, 0)])
    solution = snake.solve("layers")
    assert solution.value == snake.solve("astar").value
    assert solution.verify()


# Graphs ----------------------------------------------------------------------------------------


def test_board_graph_shows_the_walk():
    solution = SAMPLE.solve()
    graph = solution.graph("board")
    assert len(graph) == 5 * 6 - 3
    assert graph.nodes["3,0"]["section"] == 1
    assert [node for node, data in graph.nodes(data=True) if data["is_target"]] == ["0,0"]
    walked = [edge for *edge, on in graph.edges(data="on_walk") if on]
    assert len(walked) == len({frozenset(edge) for edge in pairwise(solution.answer.heads)})
    assert graph.nodes["3,0"]["distance"] == nx.shortest_path_length(graph, "3,0", "0,0") == 3


def test_state_graph_is_the_state_space():
    solution = SAMPLE.solve()
    graph = solution.graph("states")
    steps, _ = brute(SAMPLE)
    assert len(graph) == len(steps)
    depth = nx.single_source_shortest_path_length(graph, "n0")
    assert dict(graph.nodes(data="depth")) == depth
    goals = [node for node, goal in graph.nodes(data="is_target") if goal]
    assert min(depth[node] for node in goals) == solution.value
    walked = graph.edge_subgraph([(u, v) for u, v, on in graph.edges(data="on_walk") if on])
    assert walked.number_of_edges() == solution.value
    assert nx.is_directed_acyclic_graph(walked)


def test_shape_graph_counts_the_moves_of_the_walk():
    solution = SAMPLE.solve()
    graph = solution.graph("shapes")
    assert sum(uses for *_, uses in graph.edges(data="uses")) == 9
    assert sum(visits for _, visits in graph.nodes(data="visits")) == 10
    assert "uses" not in next(iter(SAMPLE.graph("shapes").edges(data=True)))[2]


@pytest.mark.parametrize("kind", ["board", "states", "shapes"])
def test_graphs_survive_graphml(kind, tmp_path):
    # networkx 4253 and 3344: nodes that are not text do not come back from a file.
    graph = SAMPLE.solve().graph(kind)
    nx.write_graphml(graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=graph.is_multigraph())
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert back.number_of_edges() == graph.number_of_edges()


def test_a_state_graph_that_is_too_big_says_so():
    # tlaplus/tlaplus 523: state graphs are wanted as data, but big ones hang what shows them.
    with pytest.raises(LimitError, match="more than 299 states"):
        SAMPLE.state_graph(max_nodes=299)


def test_a_state_graph_that_just_fits():
    assert len(SAMPLE.state_graph(max_nodes=300)) == 300


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


# Text and data ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "value"), list(Snake.EXAMPLES.items()))
def test_examples(text, value):
    puzzle = Snake.parse(text)
    assert (puzzle.solve().value, Snake.parse(str(puzzle))) == (value, puzzle)


@pytest.mark.parametrize("text", Snake.MALFORMED)
def test_malformed(text):
    with pytest.raises(ParseError):
        Snake.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("3 3 2\n1 1\n\n1 3\n0\n0 0 0", 4, 1, "section 2 at 1 3, which is not beside"),
        ("3 3 3\n1 1\n1 2\n1 1\n0\n0 0 0", 4, 1, "section 3 at 1 1, which is where another"),
        ("3 3 1\n1 1\n 2\n1 2\n 1 1\n0 0 0", 5, 2, "1 1, a section"),
        ("3 3 1\n1 1\n0\n0 0 0\n\n 9", 6, 2, "the end of the text, found '9'"),
        ("3 3 1\n1 1\n0\n3 3 1\n1", 5, 2, "the column of section 1, found the end"),
        ("3 3 1\n1 4\n0\n0 0 0", 2, 3, "of at most 3, found '4'"),
        ("3 3 1\n1 1\n0\n0 0 1", 4, 5, "the end mark 0 0 0, found '1'"),
        ("3 3 1\n1 1.5\n0\n0 0 0", 2, 3, "found '1.5'"),
    ],
)
def test_where_a_text_is_wrong(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        list(Snake.read(text))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_puzzles_before_a_fault_are_read():
    puzzles = Snake.read("3 3 1\n1 1\n0\n3 3 9 9")
    assert next(puzzles) == Snake(3, 3, [(0, 0)])
    with pytest.raises(ParseError):
        next(puzzles)


def test_the_end_mark_may_be_missing_and_lines_may_be_broken():
    assert list(Snake.read("3\n\n3 1 2 2\n\n\n1 1 3")) == [Snake(3, 3, [(1, 1)], [(0, 2)])]


def test_a_stone_named_twice_counts_once():
    assert Snake(2, 2, [(1, 1)], [(0, 0), (0, 0)]) == Snake(2, 2, [(1, 1)], [(0, 0)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3, [(0, 0)]), "the number of rows must be from 1 to 1000, not 0"),
        ((3, 1001, [(0, 0)]), "the number of columns must be from 1 to 1000"),
        ((3, 3, []), "at least 1 section"),
        ((3, 3, [(0, 0), (0, 2)]), "section 2.*is not beside"),
        ((3, 3, [(0, 0), (1, 1)]), "section 2.*is not beside"),
        ((3, 3, [(0, 0), (0, 0)]), "section 2.*is where another section is"),
        ((3, 3, [(3, 0)]), "section .3, 0. lies outside the board"),
        ((3, 3, [(0, 0, 0)]), "two coordinates, not 3"),
        ((3, 3, [(0, 0)], [(0, 0)]), "stone .0, 0. lies on the snake"),
        ((3, 3, [(0, 0)], [(-1, 0)]), "stone .-1, 0. lies outside"),
        ((3, 3, [(0, 0)], [], []), "no target"),
        ((3, 3, [(0, 0)], [], [(3, 3)]), "target .3, 3. lies outside"),
    ],
)
def test_puzzles_that_contradict_the_rules(arguments, message):
    with pytest.raises(PuzzleError, match=message):
        Snake(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        (3.0, 3, [(0, 0)]),
        (True, 3, [(0, 0)]),
        (3, 3, [(0, 0.0)]),
        (3, 3, [(0, "0")]),
        (3, 3, [0]),
        (3, 3, [(0, np.bool_(1))]),
    ],
)
def test_coordinates_are_integers(arguments):
    with pytest.raises(TypeError):
        Snake(*arguments)


def test_integers_of_numpy_are_integers():
    body = np.array([[0, 1], [0, 2]])
    assert Snake(np.int8(2), 3, body) == Snake(2, 3, [(0, 1), (0, 2)])


def test_the_text_format_knows_one_target():
    with pytest.raises(WriteError, match="targets"):
        str(Snake(3, 3, [(1, 1)], targets=[(2, 2)]))


@given(st.integers(0, 2**32))
def test_round_trips(seed):
    rng = random.Random(seed)
    snakes = [random_snake(rng, 6, 6, 0.3) for _ in range(2)]
    assert list(Snake.read(Snake.write(snakes))) == snakes
    other = random_snake(rng, 6, 6, 0.3, targets=True)
    assert Snake.from_dict(json.loads(json.dumps(other.to_dict()))) == other
    assert pickle.loads(pickle.dumps(other)) == other
