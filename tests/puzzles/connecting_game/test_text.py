"""Boards as text and as JSON: read as they are written, or refused."""

import pytest

from graphpuzzles import ConnectingGame, WinnerQuestion
from graphpuzzles.cli import main
from graphpuzzles.errors import ParseError

QUESTIONS = (ConnectingGame, WinnerQuestion)


@pytest.mark.parametrize("cls", QUESTIONS)
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("3\nA A B\nA C D\nC C D\n", 2, 3),
        ("3\nA A B\n", 2, 3),
        ("1\n7 7 8\n", 2, 3),
        ("2\nAA\nBC D\n", 3, 4),
        ("2\nAA BC\n", 2, 4),
        ("1\nA\n2\nAA\nB C\n", 5, 3),
        ("1\n\n  A  B\n", 3, 6),
        ("2\n1\t1\n1\t2\n", 2, 3),
    ],
)
def test_a_row_of_letters_is_one_word(cls, text, line, column):
    with pytest.raises(ParseError, match="numbers of rows and columns") as caught:
        list(cls.read(text))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("ask", ["minimum", "winner"])
@pytest.mark.parametrize("text", ["3\nA A B\nA C D\nC C D\n", "3\nA A B\n", "3\nAAB\nACD\n"])
def test_nothing_is_printed_of_a_board_that_is_not_whole(text, ask, tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text(text)
    assert main(["solve", "connecting-game", "--ask", ask, str(file)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("cls", QUESTIONS)
def test_boards_before_a_fault_are_read(cls):
    reader = cls.read("2\nAA\nBC\n3\nA A B\n")
    assert next(reader) == cls(["AA", "BC"])
    with pytest.raises(ParseError):
        next(reader)


@pytest.mark.parametrize("cls", QUESTIONS)
def test_integers_may_stand_as_they_like(cls):
    board = [[1, 1, 2], [3, 3, 2]]
    for text in ("2 3\n1 1 2\n3 3 2", "2 3\n1 1 2 3 3 2", "\n2\t3\n\n1 1\n2 3 3\n\n2\n"):
        assert list(cls.read(text)) == [cls(board)]


@pytest.mark.parametrize("cls", QUESTIONS)
def test_fields_that_nobody_looks_at_are_refused(cls):
    data = cls(["AB"]).to_dict()
    assert cls.from_dict(data) == cls(["AB"])
    with pytest.raises(ValueError, match="no field 'wieghts'"):
        cls.from_dict({**data, "wieghts": None})


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"labels": [["A", 1], ["A", 2], ["B", 1]]}, "two weights"),
        ({"labels": [["A", 1], ["B", 2]], "cells": [[1, 2]]}, "weights are null"),
        ({"labels": [["A", 1], ["B", 2]], "more": 1}, "weights are null"),
        ({}, "weights are null"),
        ([[1, 2]], "weights are null"),
        (3, "weights are null"),
    ],
)
def test_weights_that_can_be_read_in_two_ways_are_refused(weights, message):
    data = {**ConnectingGame(["AB"]).to_dict(), "weights": weights}
    with pytest.raises(ValueError, match=message):
        ConnectingGame.from_dict(data)
