"""Answers to both questions, and what is wrong with some."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import ConnectingGame
from graphpuzzles.errors import CertificateError, RuleError
from graphpuzzles.puzzles.connecting_game.rules import RegionCut
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
    with pytest.raises(RuleError, match=r"forbidden cell \(0, 0\)") as caught:
        game.check(answer)
    assert caught.value.where == (0, 0)


@pytest.mark.parametrize("options", [{}, {"on_disconnected": "split"}])
@pytest.mark.parametrize(
    ("rows", "taken", "left"),
    [
        (["AB", "AC"], (0, 0), (1, 0)),
        (["AB", "AC"], (1, 0), (0, 0)),
        (["BA", "CA"], (0, 1), (1, 1)),
        (["BA", "CA"], (1, 1), (0, 1)),
        (["AA", "BC"], (0, 0), (0, 1)),
        (["AA", "BC"], (0, 1), (0, 0)),
        (["BC", "AA"], (1, 0), (1, 1)),
        (["BC", "AA"], (1, 1), (1, 0)),
    ],
)
def test_check_names_the_cell_that_is_left_out(rows, taken, left, options):
    mask = np.zeros((2, 2), dtype=bool)
    mask[taken] = True
    with pytest.raises(RuleError, match="not its cell") as caught:
        ConnectingGame(rows, **options).check(RegionCut(("A",), mask))
    assert caught.value.where == left


@pytest.mark.parametrize(
    ("direction", "start", "end"),
    [("top-bottom", (0, 1), (2, 1)), ("left-right", (1, 0), (1, 2))],
)
def test_check_names_the_ends_of_a_blue_path(direction, start, end):
    game = ConnectingGame(["ABC", "DEF", "GHI"], direction=direction)
    mask = np.array([[1, 0, 1], [0, 0, 0], [1, 0, 1]], dtype=bool)
    message = re.escape(f"from {start} to {end} in 3 cells")
    with pytest.raises(RuleError, match=message) as caught:
        game.check(RegionCut(("A", "C", "G", "I"), mask, direction))
    assert caught.value.where == start


@pytest.mark.parametrize("mask", [["..", "."], ["#X"], ["# "], [".", "##"]])
def test_a_mask_in_json_is_rows_of_points_and_crosses(mask):
    data = {"labels": [], "mask": mask, "direction": "top-bottom"}
    with pytest.raises(ValueError, match="a mask is rows of one length"):
        RegionCut.from_dict(data)


def test_an_answer_that_is_not_the_best_passes_check_and_fails_verify():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    everything = game.cut(range(game.regions.count))
    assert game.check(everything) == 9
    data = game.solve().to_dict()
    data.update(answer=everything.to_dict(), value=9, bounds=[9, 9])
    with pytest.raises(CertificateError, match="proves 4, the answer attains 9"):
        ConnectingGame.solution_from_dict(data).verify()
