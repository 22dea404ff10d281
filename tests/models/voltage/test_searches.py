"""A* one state at a time and in arrays, against searches that know nothing of shapes."""

import math
import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.lattice import HEX, SQUARE
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.models.voltage.board import HeadDistance
from graphpuzzles.models.voltage.buckets import BucketSearch
from graphpuzzles.models.voltage.keys import BodyKeys
from graphpuzzles.models.voltage.poses import PoseSearch, ShapeBook
from graphpuzzles.models.voltage.prefix import PrefixSteps
from graphpuzzles.puzzles.hexerpent.gait import HEXERPENT, HexerpentGait, hexerpent_graph
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from graphpuzzles.puzzles.snake.gait import SNAKE, snake_graph
from tests.puzzles.hexerpent.hexerpents import brute as brute_hexerpent
from tests.puzzles.hexerpent.hexerpents import brute_answer, random_hexerpent, staircase
from tests.puzzles.snake.snakes import brute as brute_snake
from tests.puzzles.snake.snakes import random_snake


def random_puzzle(rng):
    """Return a board, and the steps to every state within the cap."""
    if rng.random() < 0.5:
        snake = random_snake(rng, 5, 7, rng.choice([0, 0.2, 0.4]), targets=True)
        return snake, brute_snake(snake)[0]
    hexerpent = random_hexerpent(rng, 5, 5)
    return hexerpent, brute_hexerpent(hexerpent)[0]


def searches(puzzle, estimate):
    walker = puzzle.walker
    yield PoseSearch(ShapeBook(puzzle.gait), walker.board, walker.body, estimate)
    yield BucketSearch(puzzle.gait, walker.board, walker.body, estimate)


def prefix_searches(puzzle, estimate):
    """Yield the search that looks up what the first cells need, where it serves."""
    walker = puzzle.walker
    if puzzle.step_cap is not None and len(walker.body) > 2:
        prefix = filled_prefix(puzzle, len(walker.body) - 1)
        yield BucketSearch(puzzle.gait, walker.board, walker.body, estimate, prefix)


def filled_prefix(puzzle, length):
    walker = puzzle.walker
    graph = puzzle.gait.table(length)
    prefix = PrefixSteps(graph, walker.board, walker.targets, walker.step_cap)
    assert prefix.fill(Meter(UNLIMITED)) is None
    return prefix


def distances(puzzle, reach=None):
    walker = puzzle.walker
    return HeadDistance(walker.board, walker.targets, reach=reach or walker.step_cap)


def test_hundreds_of_random_boards():
    rng = random.Random(6)
    kinds = Counter()
    for _ in range(250):
        puzzle, steps = random_puzzle(rng)
        cap = puzzle.step_cap
        best = min((steps[body] for body in steps if body[0] in puzzle.target_cells), default=None)
        found = list(searches(puzzle, distances(puzzle)))
        for search in [*found, *prefix_searches(puzzle, distances(puzzle))]:
            assert search.run(Meter(UNLIMITED), most=cap) is None
            walk = search.walk()
            if best is None:
                assert walk is None
                assert (
                    search.bound > (math.inf if cap is None else cap) or search.bound == math.inf
                )
                kinds["none"] += 1
                continue
            assert (len(walk) - 1, search.bound) == (best, best)
            assert walk[0] == puzzle.body
            assert all(v in puzzle.successors(u) for u, v in pairwise(walk))
            kinds["found", type(search)] += 1
    assert min(kinds.values()) > 60


def test_states_that_are_near_enough_are_all_there_in_their_layers():
    rng = random.Random(7)
    for _ in range(120):
        puzzle, _ = random_puzzle(rng)
        estimate = distances(puzzle)
        most = min(rng.randrange(8), puzzle.step_cap or 8)
        # What lies behind a target is not looked for.
        steps, queue = {puzzle.body: 0}, [puzzle.body]
        for u in queue:
            for v in puzzle.successors(u) if u[0] not in puzzle.target_cells else ():
                if v not in steps and steps[u] < most:
                    steps[v] = steps[u] + 1
                    queue.append(v)
        wanted = {u: g for u, g in steps.items() if g + estimate(u[0]) <= most}
        for search in searches(puzzle, estimate):
            assert search.run(Meter(UNLIMITED), most=most, stop=False) is None
            layers = map(np.ndarray.tolist, search.layers())
            found = [
                (tuple(map(tuple, body)), g) for g, layer in enumerate(layers) for body in layer
            ]
            assert len(found) == len(wanted)
            assert dict(found) == wanted


def test_the_first_two_sections_alone_are_never_slower():
    pair = Hexerpent([(0, 0), (0, 1)], goal=(3, -2), cap=8)
    steps = brute_hexerpent(pair)[0]
    closer = HEXERPENT.closer((0, 0))
    for body, far in steps.items():
        # Steps can be taken back: from there to the start are as many as from the start.
        ahead = HEXERPENT.closer(body[0])
        assert ahead((0, 0), (0, 1)) <= far
        assert (closer(*body) == 0) == (body[0] == (0, 0))
        for after in pair.successors(body):
            assert abs(closer(*body) - closer(*after)) <= 1
    best = {}
    for body, far in steps.items():
        best[body[0]] = min(far, best.get(body[0], far))
    assert all(HEXERPENT.closer(cell)((0, 0), (0, 1)) == far for cell, far in best.items())


@pytest.mark.parametrize("gait", [SNAKE, HEXERPENT], ids=["snake", "hexerpent"])
@given(seed=st.integers(0, 2**32))
def test_keys_are_bodies(gait, seed):
    rng = random.Random(seed)
    length, places = rng.randint(1, 7), rng.randint(1, 1000)
    shapes = (snake_graph if gait is SNAKE else hexerpent_graph)(length).bodies.astype(np.int16)
    chosen = shapes[[rng.randrange(len(shapes)) for _ in range(50)]]
    bodies = (64 * chosen[..., 0] + chosen[..., 1]).astype(np.int16)
    heads = np.array([rng.randrange(places) for _ in range(50)])
    keys = BodyKeys(gait.lattice, length, places)
    codes = keys.encode(heads, bodies)
    back, again = keys.decode(codes)
    assert back.tolist() == heads.tolist()
    assert again.tolist() == bodies.tolist()
    assert codes.max() < places * len(gait.lattice.steps) * 3 ** max(length - 2, 0)


@pytest.mark.parametrize(
    ("lattice", "length", "places", "fits"),
    [
        (HEX, 31, 1681, True),
        (HEX, 32, 1681, False),
        (SQUARE, 31, 400, True),
        (HEX, 31, 10**6, False),
        (HEX, 1, 10**6, True),
    ],
)
def test_when_bodies_have_keys(lattice, length, places, fits):
    assert BodyKeys.fit(lattice, length, places) is fits


@pytest.mark.parametrize("length", [20, 31])
def test_long_bodies_have_keys_that_tell_them_apart(length):
    hexerpent = staircase(length, goal=(0, -1))
    after = {tuple(map(tuple, body)) for body in _some_moves(hexerpent, 3000)}
    cells = np.array(sorted(after))
    relative = cells - cells[:, :1]
    bodies = (64 * relative[..., 0] + relative[..., 1]).astype(np.int16)
    keys = BodyKeys(HEX, length, 100)
    codes = keys.encode(np.full(len(bodies), 99), bodies)
    assert codes.min() >= 0
    assert (keys.decode(codes)[1] == bodies).all()


def _some_moves(hexerpent, count):
    moves = hexerpent.successors(hexerpent.body)
    return [after for after, _ in zip(moves, range(count), strict=False)]


# Memory is looked at in long searches only, of which there are few.
@pytest.mark.parametrize(
    ("field", "boards"), [("max_states", 100), ("max_expanded", 100), ("max_memory", 300)]
)
def test_a_search_stopped_anywhere_has_a_right_bound(field, boards):
    rng = random.Random(8)
    stopped = Counter()
    for _ in range(boards):
        puzzle, steps = random_puzzle(rng)
        best = min(
            (steps[body] for body in steps if body[0] in puzzle.target_cells), default=math.inf
        )
        limits = Limits(**{field: rng.randrange(40) * (250 if field == "max_memory" else 1)})
        for search in searches(puzzle, distances(puzzle)):
            limit = search.run(Meter(limits), most=puzzle.step_cap)
            assert limit in (None, field)
            assert search.bound <= best or search.bound > (puzzle.step_cap or 0)
            if limit is not None:
                stopped[type(search)] += 1
            if limits.max_states is not None and isinstance(search, PoseSearch):
                assert search.states <= max(limits.max_states, 1)
            if limits.max_expanded is not None and isinstance(search, PoseSearch):
                assert search.expanded <= limits.max_expanded
    assert all(stopped[kind] > 4 for kind in (PoseSearch, BucketSearch)), stopped


@pytest.mark.parametrize("length", [24, 30])
@pytest.mark.parametrize(
    "limits", [Limits(max_states=5000), Limits(max_memory=10**6), Limits(max_seconds=0)]
)
def test_limits_hold_inside_one_expansion(length, limits):
    # 75,024 moves of the first state, and 1,346,268.
    hexerpent = staircase(length, goal=(-3, 0))
    for search in searches(hexerpent, distances(hexerpent)):
        assert search.run(Meter(limits), most=20) is not None
        assert search.expanded <= 1
        assert search.states <= (limits.max_states or 10**5)
        assert search.nbytes < 2 * 10**7


@pytest.mark.parametrize("length", [2, 3, 5])
def test_steps_of_the_first_sections_are_those_of_a_body_that_has_no_more(length):
    rng = random.Random(length)
    told = Counter()
    for _ in range(40):
        hexerpent = random_hexerpent(rng, 6, 5)
        if len(hexerpent.body) < length:
            continue
        walker = hexerpent.walker
        keys = BucketSearch(walker.gait, walker.board, walker.body, walker.distance)._open
        if not keys:
            continue  # the head alone never gets there
        ((start, _),) = next(iter(keys.values()))
        steps = filled_prefix(hexerpent, length).of(start, len(hexerpent.body))
        best = brute_answer(hexerpent.with_body(hexerpent.body[:length]))[0]
        assert steps.tolist() == [6 if best is None else best]
        told[best is None] += 1
    assert min(told.values()) > 3, told


def test_a_prefix_is_filled_within_limits():
    walker = staircase(9, goal=(-3, 0)).walker
    prefix = PrefixSteps(walker.gait.table(6), walker.board, walker.targets, 20)
    assert prefix.fill(Meter(Limits(max_memory=prefix.nbytes))) == "max_memory"
    assert prefix.fill(Meter(Limits(max_seconds=0))) == "max_seconds"


def test_effort_is_the_same_whether_the_moves_are_listed_or_not():
    hexerpent = random_hexerpent(random.Random(3), 5, 20)
    walker, book = hexerpent.walker, ShapeBook(HEXERPENT)
    counts = []
    for _ in range(2):
        search = PoseSearch(book, walker.board, walker.body, distances(hexerpent, 20))
        limit = search.run(Meter(UNLIMITED), most=20, effort=500)
        counts.append((limit, search.states, search.expanded))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("cells", [1, 7, 50, 1000])
def test_small_parts_make_the_same_steps(cells, monkeypatch):
    hexerpent = staircase(9, goal=(9, 9))
    bodies = hexerpent_graph(6).bodies.astype(np.int16)
    bodies = 64 * bodies[..., 0] + bodies[..., 1]

    def steps():
        found = Counter()
        for source, moved in HexerpentGait().steps(bodies, lambda origin, _: origin % 3 != 1):
            found.update(zip(source.tolist(), map(tuple, moved.tolist()), strict=True))
        return found

    whole = steps()
    assert max(whole.values()) == 1
    monkeypatch.setattr("graphpuzzles.puzzles.hexerpent.gait._CELLS", cells)
    assert steps() == whole
    assert hexerpent.walker.gait is HEXERPENT
