"""Certificates of walks: bounds, counts, limits, and what tampering makes of them."""

import copy
import json
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from graphpuzzles.errors import CertificateError, LimitError, NoSolutionError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.hexerpent import rules as hexerpent_rules
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from graphpuzzles.puzzles.snake import rules as snake_rules
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.puzzles.walking import certificate as certificate_module
from graphpuzzles.puzzles.walking.certificate import StepBound, WalkBound, WalkCount
from graphpuzzles.validation import cross_validate
from tests.puzzles.hexerpent.hexerpents import PENNED, STRAIGHT, random_hexerpent, staircase
from tests.puzzles.hexerpent.hexerpents import brute_answer as brute_hexerpent
from tests.puzzles.snake.snakes import COILED, SAMPLE, WALLED_IN, random_snake
from tests.puzzles.snake.snakes import brute_answer as brute_snake


def random_puzzle(rng):
    """Return a small board, the fewest steps and the number of best walks."""
    if rng.random() < 0.7:
        snake = random_snake(rng, 4, 5, rng.choice([0, 0.2, 0.4]), targets=True)
        return snake, *brute_snake(snake)
    hexerpent = random_hexerpent(rng, 4, 4)
    return hexerpent, *brute_hexerpent(hexerpent)[:2]


def through_json(thing, restore):
    return restore(json.loads(json.dumps(thing.to_dict())))


# Counts ----------------------------------------------------------------------------------------


def test_counts_of_best_walks_are_proved():
    rng = random.Random(12)
    counted = Counter()
    for _ in range(250):
        puzzle, best, ways = random_puzzle(rng)
        if best is None:
            with pytest.raises((NoSolutionError, LimitError)):
                puzzle.counted("best_walks")
            continue
        count = puzzle.counted("best_walks")
        assert count.value == ways
        back = through_json(count, type(puzzle).count_from_dict)
        assert back.claims() == {"best_walks": "proof"}
        with pytest.raises(CertificateError):
            replace(back, value=ways + 1).verify()
        counted[ways > 1] += 1
    assert min(counted[True], counted[False]) > 20


def test_a_count_outgrows_64_bits():
    snake = Snake(40, 40, [(39, 39)])
    assert through_json(snake.counted("best_walks"), Snake.count_from_dict).verify()
    assert snake.counted("best_walks").value == 27217014869199032015600


def dropped(layers, g, row):
    return [np.delete(layer, row, axis=0) if i == g else layer for i, layer in enumerate(layers)]


def test_every_state_of_a_count_is_needed():
    certificate = SAMPLE.counted("best_walks").certificate()
    assert certificate.proves(SAMPLE) == SAMPLE.number_of_best_walks()
    for g, layer in enumerate(certificate.layers):
        for row in range(len(layer)):
            with pytest.raises(CertificateError):
                replace(certificate, layers=dropped(certificate.layers, g, row)).proves(SAMPLE)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: {"bound": None}, "of how many steps"),
        (lambda c: {"bound": c.bound - 1}, "is at the goal|no walk has"),
        (lambda c: {"bound": c.bound + 1}, "not listed|at the goal"),
        (lambda c: {"layers": c.layers[1:]}, "start is not in the first layer"),
        (lambda c: {"layers": [c.layers[0][:0], *c.layers]}, "start is not in the first layer"),
        (
            lambda c: {
                "layers": [*c.layers[:2], np.repeat(c.layers[2], 2, axis=0), *c.layers[3:]]
            },
            "twice",
        ),
        (lambda c: {"layers": [*c.layers, c.layers[3]]}, "twice"),
        (lambda c: {"layers": c.layers[:-1]}, "not listed"),
        (
            lambda c: {"layers": [*c.layers[:3], c.layers[4], c.layers[3], *c.layers[5:]]},
            "not listed",
        ),
    ],
)
def test_corrupted_counts_fail(change, message):
    certificate = COILED.counted("best_walks").certificate()
    assert certificate.proves(COILED) == 2
    with pytest.raises(CertificateError, match=message):
        replace(certificate, **change(certificate)).proves(COILED)


def test_a_proof_of_the_value_is_none_of_a_count():
    count = SAMPLE.counted("best_walks")
    value = SAMPLE.solve().certificate()
    with pytest.raises(CertificateError, match="speaks of the value"):
        replace(count, prove=lambda: value).verify()
    with pytest.raises(CertificateError, match="speaks of the best_walks"):
        replace(SAMPLE.solve(), prove=count.prove).verify()


# Bounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "layers", "astar", "bidirectional", "bfs"])
def test_a_walk_that_is_not_found_within_a_limit_of_steps_has_a_proof(method):
    beyond = replace(STRAIGHT, cap=5).solve(method)
    within = COILED.solve(method, limits=Limits(max_steps=8))
    for solution, bound in [(beyond, 6), (within, 9)]:
        assert (solution.status, solution.bounds[0]) == (Status.LIMIT, bound)
        assert solution.claims() == {"bound": "proof"}
        back = through_json(solution, type(solution.puzzle).solution_from_dict)
        assert isinstance(back.certificate(), StepBound)
        assert back.verify()
        with pytest.raises(CertificateError, match="lower bound"):
            replace(back, bounds=(bound + 1, back.bounds[1])).verify()


def test_a_limit_of_the_work_proves_nothing():
    solution = COILED.solve("astar", limits=Limits(max_states=5))
    with pytest.raises(CertificateError, match="proves nothing"):
        solution.certificate()


@pytest.mark.parametrize("puzzle", [COILED, SAMPLE, WALLED_IN, STRAIGHT, PENNED])
@pytest.mark.parametrize("limits", [Limits(max_steps=3), Limits(max_steps=40)])
def test_methods_are_compared_within_a_limit_of_steps(puzzle, limits):
    result = cross_validate(puzzle, limits=limits)
    value = puzzle.solve().value
    assert result.value == (value if limits.max_steps == 40 else None)


# Tampering -------------------------------------------------------------------------------------


def holds(certificate, puzzle):
    """Say again what a certificate must fulfil, state by state and cell by cell."""
    infinite = 10**9
    number = {None: infinite}

    def h(cell):
        told = certificate.distances.get(cell, certificate.beyond)
        return max(number.get(told, told), bare(cell))

    def listed(cell):
        told = certificate.distances.get(cell, certificate.beyond)
        return number.get(told, told)

    def bare(cell):
        if puzzle.size is not None:
            return 0
        a, b = cell[0] - puzzle.goal[0], cell[1] - puzzle.goal[1]
        return max(abs(a), abs(b), abs(a + b))

    bound = number.get(certificate.bound, certificate.bound)
    rises = {
        tuple(map(tuple, body)): g
        for g, layer in enumerate(certificate.layers)
        for body in layer.tolist()
    }
    free = puzzle.is_free
    goals = [cell for cell in puzzle.target_cells if free(cell)]
    fine = all(listed(cell) == 0 for cell in goals)
    for u in certificate.distances:
        beside = [v for v in puzzle.lattice.neighbors(u) if free(v)]
        fine &= all(abs(listed(u) - listed(v)) <= 1 for v in beside)
    fine &= rises.get(puzzle.body, infinite) == 0 or h(puzzle.body[0]) >= bound
    for body, g in rises.items():
        fine &= body[0] not in puzzle.target_cells or g >= bound
        for after in puzzle.successors(body):
            if h(after[0]) + g + 1 < bound:
                fine &= rises.get(after, infinite) <= (
                    g + 1 if certificate.bound is not None else 10**8
                )
    return fine


def tampered(rng, certificate, *more):
    """Change one number, one state or one cell of a certificate."""
    layers = [layer.copy() for layer in certificate.layers]
    full = [g for g, layer in enumerate(layers) if len(layer)]
    distances = dict(certificate.distances)
    kinds = ("bound", "beyond", "distance", "no distance", "drop", "move", "move", *more)
    kind = rng.choice(kinds)
    if kind == "bound":
        bound = certificate.bound
        return replace(
            certificate, bound=rng.choice([None, 0, (bound or 1) + rng.choice([-1, 1])])
        )
    if kind == "beyond":
        return replace(certificate, beyond=rng.choice([None, *range(6)]))
    if kind in {"distance", "no distance"} and distances:
        cell = rng.choice(list(distances))
        told = distances.pop(cell)
        if kind == "distance":
            distances[cell] = rng.choice([None, max(0, (told or 0) + rng.choice([-2, -1, 1, 2]))])
        return replace(certificate, distances=distances)
    if not full:
        return certificate
    g = rng.choice(full)
    row = rng.randrange(len(layers[g]))
    state = layers[g][row : row + 1].copy()
    if kind == "drop":
        layers[g] = np.delete(layers[g], row, axis=0)
    elif kind == "cell":
        layers[g][row, rng.randrange(state.shape[1]), rng.randrange(2)] += rng.choice([-1, 1])
    else:
        layers[g] = np.delete(layers[g], row, axis=0)
        to = rng.randrange(len(layers) + 1)
        layers += [state[:0]] * (to == len(layers))
        layers[to] = np.concatenate([layers[to], state])
    return replace(certificate, layers=layers)


def test_thousands_of_tampered_certificates_hold_exactly_when_their_conditions_do():
    rng = random.Random(13)
    seen = Counter()
    for _ in range(120):
        puzzle, best, _ = random_puzzle(rng)
        solution = puzzle.solve(rng.choice(["auto", "auto", "bfs"]))
        original = solution.certificate()
        assert holds(original, puzzle)
        for _ in range(25):
            changed = tampered(rng, original)
            for _ in range(rng.choice([0, 0, 1])):
                changed = tampered(rng, changed)
            sound = holds(changed, puzzle)
            try:
                proved = changed.proves(puzzle)
            except CertificateError:
                assert not sound, changed
                seen["refused"] += 1
                continue
            assert sound
            assert proved == changed.bound
            assert best is None or (proved is not None and proved <= best)
            seen["holds"] += 1
    assert seen["refused"] > 1000
    assert seen["holds"] > 300


def test_thousands_of_tampered_counts_prove_nothing_false():
    rng = random.Random(14)
    seen = Counter()
    for _ in range(120):
        puzzle, best, ways = random_puzzle(rng)
        if best is None:
            continue
        original = puzzle.counted("best_walks").certificate()
        for _ in range(25):
            changed = tampered(rng, original, "cell", "cell")
            try:
                assert changed.proves(puzzle) == ways
                seen["holds"] += 1
            except CertificateError:
                seen["refused"] += 1
    assert seen["refused"] > 600
    assert seen["holds"] > 100


# Limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", [9, None])
def test_a_state_with_a_hundred_million_steps_is_refused_at_once(bound):
    # 700 bytes of JSON that took 2.3 GB.
    hexerpent = staircase(40, goal=(-5, 0))
    certificate = WalkBound(bound, {}, 0, [np.array([hexerpent.body])])
    data = json.loads(json.dumps(certificate.to_dict()))
    with pytest.raises(CertificateError, match="a step from layer 0"):
        WalkBound.from_dict(data).proves(hexerpent)


def test_a_check_stops_inside_one_expansion():
    hexerpent = staircase(40, goal=(-5, 0))
    certificate = WalkBound(9, {}, 0, [np.array([hexerpent.body])])
    with pytest.raises(LimitError, match="max_states"):
        certificate.proves(hexerpent, Limits(max_states=500))
    with pytest.raises(LimitError, match="max_expanded"):
        certificate.proves(hexerpent, Limits(max_expanded=500))


@pytest.mark.parametrize(
    "certificate", [COILED.solve().certificate(), COILED.counted("best_walks").certificate()]
)
def test_a_check_keeps_within_limits(certificate):
    states = sum(map(len, certificate.layers))
    # A state has a row of integers here and there, and is looked at once.
    needed = {
        "max_states": states,
        "max_expanded": states,
        "max_memory": states * (16 * len(COILED.body) + 150),
    }
    for limit, least in needed.items():
        with pytest.raises(LimitError, match=limit):
            certificate.proves(COILED, Limits(**{limit: least - 1}))
    with pytest.raises(LimitError, match="max_seconds"):
        certificate.proves(COILED, Limits(max_seconds=0))
    assert certificate.proves(COILED, Limits(**needed))


@pytest.mark.parametrize("puzzle", [COILED, STRAIGHT])
def test_a_count_is_the_same_however_many_states_are_looked_at_at_once(puzzle, monkeypatch):
    count = puzzle.counted("best_walks").certificate()
    ways = count.proves(puzzle)
    monkeypatch.setattr(certificate_module, "_CHUNK", 1)
    assert count.proves(puzzle) == ways == puzzle.number_of_best_walks()


@pytest.mark.parametrize(
    ("board", "work"),
    # A snake is looked at once, a hexerpent as often as it has been begun, section by section.
    [(SAMPLE, 1), (STRAIGHT, 3 + 3 + 3 + 3 + 9)],
)
def test_however_small_the_parts_the_steps_are_the_same(board, work, monkeypatch):
    states = np.array([board.body] * 3)

    def expanded():
        return list(board.expand(states, lambda heads: np.ones(len(heads), dtype=bool)))

    def steps(parts):
        return {
            (row, str(body))
            for origin, reached, _ in parts
            for row, body in zip(origin.tolist(), reached.tolist(), strict=True)
        }

    whole = expanded()
    for module in (snake_rules, hexerpent_rules):
        monkeypatch.setattr(module, "_CELLS", len(board.body))
    parts = expanded()
    assert all(len(set(origin.tolist())) <= 1 for origin, *_ in parts)
    assert steps(parts) == steps(whole)
    assert {sum(part[2] for part in found) for found in (whole, parts)} == {3 * work}


def test_many_targets_and_many_states_do_not_multiply():
    side = 60
    targets = [(r, c) for r in range(side) for c in range(side) if (r, c) != (0, 0)]
    snake = Snake(side, side, [(0, 0)], [(0, 1), (1, 0)], targets)
    states = copy.copy(np.zeros((4096, 1, 2), dtype=np.int64))
    assert WalkBound(None, {}, 0, [states]).proves(snake) is None


@pytest.mark.parametrize(
    "layer",
    [
        np.zeros((1, 2, 2)),
        np.zeros((2, 2), int),
        np.zeros((1, 2, 3), int),
        np.full((1, 1, 2), 1 << 30),
        np.full((1, 1, 2), -1 << 30),
    ],
)
def test_states_are_arrays_of_integers(layer):
    with pytest.raises(ValueError, match=r"pairs of integers|a coordinate is"):
        WalkBound(1, {}, 0, [layer])


@pytest.mark.parametrize("value", [(1 << 30) - 1, 1 - (1 << 30)])
def test_coordinates_go_up_to_a_bound(value):
    assert WalkBound(1, {}, 0, [np.full((1, 1, 2), value)]).layers[0].max() == value


def test_a_proof_without_states_takes_no_steps():
    open_board = Snake(5, 5, [(4, 4), (4, 3)])
    assert open_board.solve("bounds").certificate().proves(open_board, Limits(max_expanded=0)) == 8


def test_a_layer_without_states_is_read():
    certificate = replace(COILED.solve().certificate(), layers=[np.zeros((0, 7, 2), int)])
    assert WalkBound.from_dict(certificate.to_dict()).layers[0].shape == (0, 1, 2)


def test_nobody_can_write_into_a_certificate():
    certificate = COILED.solve().certificate()
    with pytest.raises(ValueError, match="read-only"):
        certificate.layers[0][:] = 0


def test_three_kinds_of_proofs_are_told_apart():
    kinds = {cls.question for cls in Hexerpent.certificates()}
    assert kinds == {"value", "bound", "best_walks"}
    assert {WalkBound, StepBound, WalkCount} == set(Snake.certificates())
