"""Snake: text, data, and descriptions that contradict the rules."""

import json
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles.errors import (
    ParseError,
    PuzzleError,
    WriteError,
)
from graphpuzzles.puzzles.snake.puzzle import Snake
from tests.puzzles.snake.snakes import (
    random_snake,
)


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
        ("3 3 1\n1 4\n0\n0 0 0", 2, 3, r"\(at most 3\), found '4'"),
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 3, 5), "expected pairs of integers, each a section, not 5"),
        ((3, 3, [(0, 0)], (1, 1)), "a stone is a pair of integers, not 1"),
    ],
)
def test_what_is_no_list_of_cells_is_named(arguments, message):
    with pytest.raises(TypeError, match=message):
        Snake(*arguments)


def test_integers_of_numpy_are_integers():
    body = np.array([[0, 1], [0, 2]])
    assert Snake(np.int8(2), 3, body) == Snake(2, 3, [(0, 1), (0, 2)])


def test_the_text_format_knows_one_target():
    with pytest.raises(WriteError, match="targets"):
        Snake.write([Snake(3, 3, [(1, 1)], targets=[(2, 2)])])


@given(st.integers(0, 2**32))
def test_round_trips(seed):
    rng = random.Random(seed)
    snakes = [random_snake(rng, 6, 6, 0.3) for _ in range(2)]
    assert list(Snake.read(Snake.write(snakes))) == snakes
    other = random_snake(rng, 6, 6, 0.3, targets=True)
    assert Snake.from_dict(json.loads(json.dumps(other.to_dict()))) == other
    assert pickle.loads(pickle.dumps(other)) == other
