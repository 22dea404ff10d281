"""Answers to both questions, and what is wrong with some."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import ConnectingGame
from graphpuzzles.errors import CertificateError, RuleError
from tests.puzzles.connecting_game.strategies import DIRECTIONS, boards


@settings(max_examples=200)
@given(boards(6, 6, 10), st.sampled_from(DIRECTIONS))
def test_walk_and_paths_of_an_answer(board, direction):
    game = ConnectingGame(board, direction=direction)
    answer = game.solve().answer
    axis = 1 if direction == "top-bottom" else 0
    walk = answer.walk
    assert (walk[0][axis], walk[-1][axis]) == (0, game.shape[axis] - 1)
    assert all(answer.mask[cell] for cell in walk)
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(walk))
    assert sum(path.amount for path in answer.paths) == game.solve().value
    assert answer.paths == tuple(game.blue_paths())


def tampered(mask, cell):
    changed = mask.copy()
    changed[cell] = ~changed[cell]
    return changed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: {"mask": tampered(a.mask, (1, 1))}, "takes a region but not its cell"),
        (lambda a: {"mask": tampered(a.mask, (0, 0))}, "takes a region but not its cell"),
        (lambda a: {"mask": np.zeros_like(a.mask), "labels": ()}, "blue gets through"),
        (lambda a: {"mask": np.zeros((1, 1), dtype=bool)}, "has shape"),
        (lambda a: {"mask": a.mask.astype(int)}, "the mask"),
        (lambda a: {"labels": ("B",)}, "the labels are"),
        (lambda a: {"direction": "left-right"}, "is for a game left-right"),
    ],
)
def test_check_refuses_a_tampered_answer(change, message):
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    answer = game.solve().answer
    fields = {"labels": answer.labels, "mask": answer.mask, "direction": answer.direction}
    with pytest.raises(RuleError, match=message):
        game.check(type(answer)(**{**fields, **change(answer)}))


def test_check_refuses_forbidden_cells():
    game = ConnectingGame(["AB", "CD"], forbidden="A")
    answer = game.cut([0, 1])
    with pytest.raises(RuleError, match=r"forbidden cell \(0, 0\)"):
        game.check(answer)


def test_an_answer_that_is_not_the_best_passes_check_and_fails_verify():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    everything = game.cut(range(game.regions.count))
    assert game.check(everything) == 9
    data = game.solve().to_dict()
    data.update(answer=everything.to_dict(), value=9, bounds=[9, 9])
    with pytest.raises(CertificateError, match="proves 4, the answer attains 9"):
        ConnectingGame.solution_from_dict(data).verify()
