"""Minesweeper positions and layouts of other programs: read, written, refused."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import ParseError, WriteError
from graphpuzzles.formats.mines import (
    Layout,
    board_from_layout,
    read_jsminesweeper,
    read_mbf,
    read_mines_id,
    read_minesweepr,
    read_ms_toollib,
    write_jsminesweeper,
    write_minesweepr,
    write_ms_toollib,
)
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper.puzzle import FLAG, MINE, ClueSets, Minesweeper, NamedClue
from tests.puzzles.minesweeper.mine_cases import games

# Two games that players reported as unsolvable without guessing: chrisboyle/sgtpuzzles issue 669
# and medmunds/puzzles issue 1.
SMALL_ID = "9x9:4,4,m00b7d48a3e0231c419200"
LARGE_ID = (
    "49x22:9,12,m5141a7b0615643db1b461184eb1f52ef59a7de6edaea3c5cec7d4f84b8e694d1f4969d86c6b84570d"
    "106192ce297d73357451b54e18c4ab254eb79a4ba876ebdf50f4e00a91f90587b22038679ca036af88871ace4351c3"
    "e0472db9bc6421098a6343c1560e5e0e2df9a06cf070f21ee81d37791a65a89681d88a27fc97d0ef97c8dd5589b2c"
    "24"
)


def stripped(game, *, mines=None):
    """The same board without what only this package can say."""
    return Minesweeper(game.board, mines=mines)


@given(games())
@settings(max_examples=100)
def test_jsminesweeper_there_and_back(game):
    game = stripped(game, mines=game.mines or 0)
    text = write_jsminesweeper(game)
    assert read_jsminesweeper(text) == game
    assert write_jsminesweeper(read_jsminesweeper(text)) == text


@given(games())
@settings(max_examples=100)
def test_minesweepr_there_and_back(game):
    board = [[MINE if code == FLAG else code for code in row] for row in game.board]
    game = Minesweeper(board, mines=game.mines)
    text = write_minesweepr(game)
    assert read_minesweepr(text, mines=game.mines) == game


@given(games())
@settings(max_examples=100)
def test_ms_toollib_there_and_back(game):
    board = [[FLAG if code == MINE else code for code in row] for row in game.board]
    game = Minesweeper(board, mines=game.mines)
    assert read_ms_toollib(write_ms_toollib(game), mines=game.mines) == game


def test_a_position_of_jsminesweeper():
    game = read_jsminesweeper("4x3x3\nHH2F\n?432\nHHH1\n")
    assert game.board == ((-1, -1, 2, FLAG), (MINE, 4, 3, 2), (-1, -1, -1, 1))
    assert (game.mines, game.known_mines) == (3, ((1, 0),))


def test_a_position_of_minesweepr():
    """The example in its source."""
    text = "...2x\n.113x\n.2*xx\n13*xx\nxxxxx\n"
    game = read_minesweepr(text)
    assert game.board[2] == (0, 2, MINE, -1, -1)
    assert game.solve().status is Status.SOLVED
    assert write_minesweepr(game) == text


def test_millions_of_short_rows_take_little_more_memory_than_their_text():
    rows = 50_000
    tracemalloc.start()
    assert len(read_minesweepr("1\n" * rows).board) == rows
    assert tracemalloc.get_traced_memory()[1] < 150 * rows
    tracemalloc.stop()


def test_a_matrix_of_ms_toollib():
    array = np.array([[10, 1, 0], [11, 2, 12]])
    assert read_ms_toollib(array.tolist(), mines=1).board == ((-1, 1, 0), (FLAG, 2, -1))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1)),
        ("3x2\nHHH\nHHH", (1, 1)),
        ("3X2x1\nHHH\nHHH", (1, 1)),
        ("0x2x1\n", (1, 1)),
        ("3x2x-1\nHHH\nHHH", (1, 1)),
        ("3x2x1\nHHH\nHH", (3, 1)),
        ("3x2x1\nHHH", (2, 4)),
        ("3x2x1\nHHH\nH9H", (3, 2)),
        ("3x2x1\nHHH\nHhH", (3, 2)),
        ("3x2x1\nHHH\nHHH\nHHH", (4, 1)),
        ("3x2x1\nHH.\nHHH", (2, 3)),
    ],
)
def test_what_is_no_jsminesweeper_file(text, place):
    with pytest.raises(ParseError) as caught:
        read_jsminesweeper(text)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1)),
        ("..\n.", (2, 1)),
        ("..\n.H", (2, 2)),
        ("..\n.9", (2, 2)),
        ("..\n.X", (2, 2)),
        ("..\n\u0661.", (2, 1)),
    ],
)
def test_what_is_no_minesweepr_board(text, place):
    with pytest.raises(ParseError) as caught:
        read_minesweepr(text)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("matrix", "place"),
    [
        ([], (1, 1)),
        ([[]], (1, 1)),
        ([[0, 9]], (1, 2)),
        ([[0, -1]], (1, 2)),
        ([[0, 13]], (1, 2)),
        ([[0, True]], (1, 2)),
        ([[0, "1"]], (1, 2)),
        ([[0, 1], [1]], (2, 1)),
    ],
)
def test_what_is_no_ms_toollib_matrix(matrix, place):
    with pytest.raises(ParseError) as caught:
        read_ms_toollib(matrix)
    assert (caught.value.line, caught.value.column) == place


ELSEWHERE = Minesweeper(ClueSets(("a",), (NamedClue("p", 1, ("a",)),)), mines=1)


@pytest.mark.parametrize(
    ("write", "game", "field"),
    [
        (write_jsminesweeper, Minesweeper([[-1]]), "mines"),
        (write_jsminesweeper, ELSEWHERE, "board"),
        (write_jsminesweeper, Minesweeper([[-1]], mines=1, flags="trust"), "flags"),
        (write_minesweepr, Minesweeper([[FLAG]]), "board"),
        (write_minesweepr, ELSEWHERE, "board"),
        (write_ms_toollib, Minesweeper([[MINE]]), "board"),
        (write_ms_toollib, ELSEWHERE, "board"),
        (write_ms_toollib, Minesweeper([[-1]], density=Fraction(1, 2)), "density"),
    ],
)
def test_what_a_format_cannot_say_is_not_written(write, game, field):
    with pytest.raises(WriteError, match=field):
        write(game)


# Layouts ---------------------------------------------------------------------------------------


def rounds_without_guess(layout, *, total):
    """Open all safe cells, again and again; return rounds and whether everything got open."""
    revealed = set(layout.opening(layout.first))
    rounds = 0
    while True:
        safes = board_from_layout(layout, revealed, total=total).knowledge().safes
        if not safes:
            return rounds, len(revealed) + len(layout.mines) == layout.rows * layout.columns
        rounds += 1
        assert layout.mines.isdisjoint(safes)
        for cell in safes:
            revealed |= layout.opening(cell)


@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize(
    ("text", "mines", "rounds"), [(SMALL_ID, 35, 9), (LARGE_ID, 220, 26)], ids=["9x9", "49x22"]
)
def test_games_reported_as_unsolvable_need_no_guess(text, mines, rounds, total):
    layout = read_mines_id(text)
    assert len(layout.mines) == mines
    assert rounds_without_guess(layout, total=total) == (rounds, True)


def test_an_id_without_mask():
    layout = read_mines_id("3x2:0,1,u24")
    assert layout == Layout(2, 3, frozenset({(0, 2), (1, 2)}), (1, 0))


def test_a_large_id():
    digits = "8" + "0" * 39_998 + "1"
    layout = read_mines_id(f"400x400:1,0,u{digits}")
    assert layout.mines == {(0, 0), (399, 399)}
    assert 70_000 < len(read_mines_id(f"400x400:1,0,m{digits}").mines) < 90_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9x9",
        "9x9:4,4,00b7d48a3e0231c419200",
        "9x9:4,4,m00b7d48a3e0231c41920",
        "9x9:4,4,m00b7d48a3e0231c4192000",
        "9x9:9,4,m00b7d48a3e0231c419200",
        "9x9:4,9,m00b7d48a3e0231c419200",
        "9x9:4,4,m00B7D48A3E0231C419200",
        "0x9:0,0,m0",
    ],
)
def test_what_is_no_game_id(text):
    with pytest.raises(ParseError):
        read_mines_id(text)


def test_an_mbf_file():
    data = bytes([3, 2, 0, 2, 2, 0, 0, 1])
    assert read_mbf(data) == Layout(2, 3, frozenset({(0, 2), (1, 0)}))


@pytest.mark.parametrize(
    ("data", "column"),
    [
        (b"", 1),
        (bytes([3, 2, 0]), 4),
        (bytes([3, 2, 0, 1]), 3),
        (bytes([3, 2, 0, 1, 2, 0, 0]), 3),
        (bytes([3, 2, 0, 1, 3, 0]), 5),
        (bytes([3, 2, 0, 1, 0, 2]), 5),
        (bytes([3, 2, 0, 2, 0, 0, 0, 0]), 7),
    ],
)
def test_what_is_no_mbf_file(data, column):
    with pytest.raises(ParseError) as caught:
        read_mbf(data)
    assert caught.value.column == column


def test_a_board_from_a_layout():
    layout = Layout(3, 4, frozenset({(0, 0), (2, 3)}))
    opening = {(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2)}
    assert layout.opening((0, 3)) == {(0, 2), (0, 3), (1, 2), (1, 3), (0, 1), (1, 1)}
    assert layout.opening((2, 0)) < opening
    game = board_from_layout(layout, [*layout.opening((2, 0)), (2, 3)])
    assert game.board[2] == (0, 0, 1, MINE)
    assert game.mines == 2
    assert board_from_layout(layout, [], total=False).mines is None
    with pytest.raises(ValueError, match="off the board"):
        board_from_layout(layout, [(3, 0)])
