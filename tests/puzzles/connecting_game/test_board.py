"""Boards of regions: what they take, refuse and keep."""

import pickle
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import ConnectingGame, WinnerQuestion
from tests.puzzles.connecting_game.strategies import DIRECTIONS, games


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"direction": "up"}, ValueError, "direction is"),
        ({"on_disconnected": "ignore"}, ValueError, "on_disconnected is"),
        ({"forbidden": "Z"}, ValueError, "'Z' is forbidden but not on the board"),
        ({"forbidden": [["A"]]}, TypeError, r"a label is a string or an integer, not \['A'\]"),
        ({"weights": {"A": 1}}, ValueError, "no weight for label 'B'"),
        ({"weights": {"A": 1, "B": 1, "Z": 1}}, ValueError, "label 'Z', not on the board"),
        ({"weights": {"A": -1, "B": 1}}, ValueError, "label 'A' is negative"),
        ({"weights": {"A": 1.5, "B": 1}}, TypeError, "label 'A' is 1.5"),
        ({"weights": {"A": True, "B": 1}}, TypeError, "label 'A' is True"),
        ({"weights": [[1, 2]]}, ValueError, "weights have shape"),
        ({"weights": [[1, 2], [3, -4]]}, ValueError, r"cell \(1, 1\) is negative"),
        ({"weights": [[1, 2], [3, 0.5]]}, TypeError, r"cell \(1, 1\) is 0.5"),
        ({"weights": np.ones((2, 2))}, TypeError, r"cell \(0, 0\) is 1.0"),
        ({"weights": np.ma.masked_equal([[1, 2], [3, 4]], 2)}, ValueError, "masks some"),
    ],
)
def test_refused_options(options, error, message):
    with pytest.raises(error, match=message):
        ConnectingGame(["AA", "BB"], **options)


@pytest.mark.parametrize("label", [1.0, True, np.float64(1), np.True_])
def test_what_only_equals_a_label_is_none(label):
    with pytest.raises(TypeError, match="a label is a string or an integer"):
        ConnectingGame([[1, 0]], forbidden=[label])
    with pytest.raises(TypeError, match="a label is a string or an integer"):
        ConnectingGame([[1, 0]], weights={label: 2, 0: 2})


def test_labels_may_be_integers_of_numpy():
    game = ConnectingGame([[1, 0]], forbidden=[np.uint8(1)], weights={np.int64(1): 2, 0: 3})
    assert game == ConnectingGame([[1, 0]], forbidden=[1], weights={1: 2, 0: 3})


@settings(max_examples=200)
@given(games())
def test_games_survive_json_and_pickle(game):
    copy = ConnectingGame.from_dict(game.to_dict())
    assert copy == game
    assert hash(copy) == hash(game)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    with pytest.raises(ValueError, match="read-only"):
        again.labels[0, 0] = 1


@settings(max_examples=100)
@given(games(), st.sampled_from([-100, 0, 2**63]))
def test_boards_of_integers_survive_pickle_as_arrays(game, least):
    rows = [[least + ord(label) for label in row] for row in game.given()]
    numbers = ConnectingGame(rows, weights=game.cell_weights(), direction=game.direction)
    for board in (numbers, WinnerQuestion(rows)):
        again = pickle.loads(pickle.dumps(board))
        assert (again, hash(again), again.labels.dtype) == (board, hash(board), board.labels.dtype)
        assert again.to_dict() == board.to_dict()
        with pytest.raises(ValueError, match="WRITEABLE"):
            again.labels.setflags(write=True)


def test_equal_labels_of_other_integer_types_are_equal_games():
    small, large = (ConnectingGame(np.array([[1, 2]], dtype=kind)) for kind in (np.int8, np.int64))
    assert small == large
    assert small != ConnectingGame([[1, 3]])
    assert small != ConnectingGame(["AB"])


def test_labels_beyond_62_and_large_integers():
    size = 12
    board = np.arange(size * size).reshape(size, size) * 10**15
    assert ConnectingGame(board).solve().value == size
    assert ConnectingGame(board.astype(np.uint64) + np.uint64(2**63)).solve().value == size
    assert ConnectingGame(["é😀", "漢字"]).solve().value == 2


def public_arrays(thing, seen):
    """Yield every array that is reached from an object of the package by public names."""
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from public_arrays(part, seen)
    elif type(thing).__module__.startswith("graphpuzzles.") and id(thing) not in seen:
        seen[id(thing)] = thing
        for name in {*dir(type(thing)), *getattr(thing, "__dict__", ())}:
            kind = getattr(type(thing), name, None)
            held = not callable(kind) or isinstance(kind, property | cached_property)
            if name[0] != "_" and held:
                yield from public_arrays(getattr(thing, name), seen)


@pytest.mark.parametrize("weights", [None, [[5, 6], [7, 8]], {"A": 3, "B": 2, "C": 9}])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_nobody_can_change_the_answer(weights, direction):
    """No array that a game, its solutions, their proofs and models hand out can be written to."""
    game = ConnectingGame(["AA", "BC"], weights=weights, direction=direction, forbidden="C")
    value = game.solve().value
    seen = {}
    found = list(public_arrays(WinnerQuestion(["AB", "CD"]), seen))
    for method in ("dual", "flow", "layers"):
        solution = game.solve(method)
        things = (game, solution.answer, solution.certificate(), solution.model)
        found += public_arrays(things, seen)
    names = {type(thing).__name__ for thing in seen.values()}
    assert names >= {
        "Regions",
        "Contacts",
        "PlanarDual",
        "FlowNetwork",
        "MaximumFlow",
        "RegionCut",
    }
    for array in found:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)
    assert game.solve().value == value
