"""Snake: certificates and walks, sound and corrupted."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

from graphpuzzles.errors import (
    CertificateError,
    RuleError,
)
from graphpuzzles.puzzles.snake.puzzle import Snake, Walk
from graphpuzzles.puzzles.walking.certificate import WalkBound
from tests.puzzles.snake.snakes import (
    COILED,
    SAMPLE,
    WALLED_IN,
    brute,
    brute_answer,
)

# Proofs ----------------------------------------------------------------------------------------


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
        (lambda c: changed(c, layers=[c.layers[0][:, :-1]]), "not of the puzzle's length"),
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
        ("bound", 1 << 31),
        ("beyond", 1.5),
        ("steps", [[0, 1]]),
        ("steps", [[-1, 0], [0, -1], [0, True], [1, 0]]),
        ("steps", [[-1, 0], [0, -1], [0, 1], [2, 0]]),
        ("layers", [[[2, 2, "0123"], [2, 2, "01"]]]),
        ("layers", [[[2, 2]]]),
        ("layers", [[[2, 1 << 29, ""]]]),
        ("layers", [[[2, True, ""]]]),
        ("layers", [[[2, 2.0, ""]]]),
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


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ([[2, 2, "01"], [2, 2, "0123"], [2, 2, "012"]], "not of one length"),
        ([[2, 2, "000004"]], "not listed"),
        ([[2, 2, "00000/"]], "not listed"),
    ],
)
def test_states_that_are_no_bodies(layer, message):
    data = COILED.solve().certificate().to_dict()
    with pytest.raises(ValueError, match=message):
        WalkBound.from_dict({**data, "layers": [layer]})


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


@pytest.mark.parametrize("cell", [(0, 1), (1, 0)])
def test_a_walk_off_the_board(cell):
    snake = Snake(1, 1, [(0, 0)])
    with pytest.raises(RuleError, match=rf"leaves the board at \({cell[0]}, {cell[1]}\)"):
        snake.check(Walk((((0, 0),), (cell,))))


def test_a_walk_onto_the_tail():
    snake = Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)], targets=[(1, 1)])
    with pytest.raises(RuleError, match="onto a section"):
        snake.check(Walk((snake.body, ((1, 1), (0, 1), (0, 0), (1, 0)))))


def test_a_detour_is_a_walk_that_proves_no_value():
    solution = COILED.solve()
    longer = next(
        walk
        for walk in [COILED.walker.upper_walk, COILED.farthest_walk()]
        if walk is not None and walk.steps > solution.value
    )
    worse = replace(solution, answer=longer)
    with pytest.raises((CertificateError, RuleError)):
        worse.verify()


@pytest.mark.parametrize("data", [{}, {"states": 3}, {"states": [[[0, 1.0]]]}, {"states": [[0]]}])
def test_data_that_are_no_walk(data):
    with pytest.raises((ValueError, KeyError, TypeError)):
        Walk.from_dict(data)
