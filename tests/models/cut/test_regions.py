"""Boards cut into regions."""

import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import PuzzleError
from graphpuzzles.models.cut.regions import Regions
from graphpuzzles.puzzles.connecting_game.board import label_array
from tests import oracles
from tests.puzzles.connecting_game.strategies import scattered_boards

pytestmark = pytest.mark.usefixtures("both_ways")


def regions_of(board):
    return Regions(label_array(board)[0])


@settings(max_examples=250)
@given(scattered_boards(6, 6, "ABC"))
def test_regions_sizes_and_contacts_agree_with_flood_fill(board):
    regions = regions_of(board)
    pieces = oracles.pieces(board)
    of = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    rows, columns = regions.shape
    assert regions.of.tolist() == [[of[r, c] for c in range(columns)] for r in range(rows)]
    assert regions.sizes.tolist() == [len(piece) for piece in pieces]
    assert regions.first.tolist() == [min(r * columns + c for r, c in p) for p in pieces]
    for contacts, steps in ((regions.sides, oracles.SIDES), (regions.corners, oracles.CORNERS)):
        for number, piece in enumerate(pieces):
            touched = {of.get((r + dr, c + dc)) for r, c in piece for dr, dc in steps}
            assert contacts.neighbors(number).tolist() == sorted(touched - {number, None})


@settings(max_examples=150)
@given(scattered_boards(5, 5, "ABCDEF"))
def test_a_disconnected_label_is_found_with_two_of_its_pieces(board):
    regions = regions_of(board)
    labels = regions.label_of.tolist()
    found = regions.disconnected()
    if found is None:
        assert len(set(labels)) == len(labels)
    else:
        first, second = found
        assert first < second
        assert labels[first] == labels[second]
        assert len(set(labels[:second])) == second


def test_disconnected_labels_far_apart_in_value():
    board = np.array([[0, 2**62, 0]])
    assert Regions(board).disconnected() == (0, 2)
    assert Regions(np.array([[0, 2**62, -(2**62)]])).disconnected() is None


@pytest.mark.parametrize(
    ("board", "sizes"),
    [
        (["A"], [1]),
        (["AAB"], [2, 1]),
        (["A", "B", "B"], [1, 2]),
        (["AA", "AA"], [4]),
        ([[5]], [1]),
        ([[1, 1], [2, 1]], [3, 1]),
        (np.array([[1, 1], [2, 1]], dtype=np.int8), [3, 1]),
        (np.array([[2**64 - 1, 0]], dtype=np.uint64), [1, 1]),
        (np.array([["A", "B"]]).tolist() and ["AB"], [1, 1]),
        ([np.array([1, 2]), np.array([1, 2])], [2, 2]),
    ],
)
def test_accepted_forms(board, sizes):
    assert regions_of(board).sizes.tolist() == sizes


@pytest.mark.parametrize(
    "dtype", [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
)
def test_every_integer_type_gives_the_same_regions(dtype):
    board = np.array([[1, 1, 2], [3, 1, 2]], dtype=dtype)
    assert regions_of(board).of.tolist() == [[0, 0, 1], [2, 0, 1]]


def test_a_ragged_row_is_named_by_its_place():
    with pytest.raises(PuzzleError) as caught:
        label_array(["AB", "AB", "A"])
    assert caught.value.where == (2, 0)


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        ([], PuzzleError, "no rows"),
        ([""], PuzzleError, "no cells"),
        ([[]], PuzzleError, "no cells"),
        (["AB", "A"], PuzzleError, "row 1 has 1 cells, row 0 has 2"),
        ([[1, 2], [1]], PuzzleError, "row 1 has 1 cells, row 0 has 2"),
        (["AB", [1, 2]], TypeError, "row 1 is list"),
        ([[1, 2], "AB"], TypeError, "row 1 is str"),
        ("AB", TypeError, "not str"),
        (7, TypeError, "not int"),
        ({"A": 1}, TypeError, "not dict"),
        ([b"AB"], TypeError, "rows are all"),
        ([None], TypeError, "row 0 is NoneType"),
        ([[1, 2.0]], TypeError, "label 2.0 in row 0, column 1"),
        ([[1, True]], TypeError, "label True in row 0, column 1"),
        ([[1, "A"]], TypeError, "label 'A' in row 0, column 1"),
        ([[2**70]], ValueError, "fit 64 bits"),
        ([[-1, 2**63]], ValueError, "fit 64 bits"),
        (np.zeros((2, 2)), TypeError, "float64"),
        (np.zeros((2, 2), dtype="m8[s]"), TypeError, "timedelta64"),
        (np.ma.masked_equal([[1, 2], [3, 4]], 2), ValueError, "masks some"),
        (np.zeros((2, 2), dtype=bool), TypeError, "bool"),
        (np.zeros(3, dtype=int), ValueError, r"shape \(3,\)"),
        (np.zeros((0, 3), dtype=int), PuzzleError, "no cells"),
    ],
)
def test_refused_forms(board, error, message):
    with pytest.raises(error, match=message):
        label_array(board)


def test_labels_are_a_copy_that_cannot_be_unlocked():
    given_board = np.array([[1, 2]])
    labels, _ = label_array(given_board)
    given_board[0, 0] = 9
    assert labels.tolist() == [[1, 2]]
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        labels.setflags(write=True)


def test_any_character_is_a_label():
    board = ["é😀", "\udc80 "]
    assert regions_of(board).count == 4


def test_regions_refuse_an_array_without_rows():
    with pytest.raises(ValueError, match="rows and columns"):
        Regions(np.arange(3))
