"""Pictures of Minesweeper: what they show, and that nothing overlaps."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.picture import (
    BLACK,
    GREEN,
    Raster,
    Text,
)
from graphpuzzles.puzzles.minesweeper import methods as mine_methods
from graphpuzzles.puzzles.minesweeper import picture as mine_scene
from graphpuzzles.puzzles.minesweeper.puzzle import (
    FLAG,
    MINE,
    MineGroup,
    MineKnowledge,
    Minesweeper,
)
from tests.picture.board_pictures import assert_sound, box, of_kind
from tests.puzzles.minesweeper.mine_cases import games, played_game

# Minesweeper ---------------------------------------------------------------------------------


def marks(scene, shape):
    """Return by cell the marks in it: texts, and the titles of mines, ticks and flags."""
    margin = (scene.width - shape[1]) / 2
    shown = {cell: [] for cell in np.ndindex(shape)}
    for mark in scene.shapes:
        word = mark.text if isinstance(mark, Text) else mark.title
        if word:
            left, top, right, bottom = (side - margin for side in box(mark))
            shown[int((top + bottom) / 2), int((left + right) / 2)].append(word)
    return shown


@given(games(), st.sampled_from(["frontier", "milp"]))
@settings(max_examples=80)
def test_every_cell_has_its_number_its_verdict_or_its_chance(game, method):
    solution = game.solve(method)
    answer = solution.answer
    with pytest.MonkeyPatch.context() as patch:
        forbid_mine_sweeping(patch)
        scene, plain = solution.scene(), game.scene()
        assert scene == solution.scene()
        assert_sound(plain)
        assert_sound(scene)
    shape = len(game.board), len(game.board[0])
    shown = marks(scene, shape)
    flagged = {cell for cell, state in game.states() if state == "flag"}
    for cell in np.ndindex(shape):
        code = game.board[cell[0]][cell[1]]
        expected = ["flag"] * (cell in flagged)
        if code > 0:
            expected = [str(code)]
        elif code == MINE:
            expected = ["mine"]
        elif cell in game.hidden and answer is not None:
            expected = [*verdict(game, answer, cell), *expected]
        assert shown[cell] == expected
    kinds = {key.text for key in scene.legend}
    assert ("a mine for sure" in kinds) == bool(answer and answer.mines)
    assert ("safe for sure" in kinds) == bool(answer and answer.safes)


def verdict(game, answer, cell):
    found = answer.verdict(cell)
    if found != "undecided":
        return [found]
    if cell in answer.untouched and game.mines is None and game.density is None:
        return []
    if answer.layouts is None:
        return ["?"]
    percent = 100 * answer.probability(cell)
    return ["<1%" if percent < 0.5 else ">99%" if percent > 99.5 else f"{round(percent)}%"]


def forbid_mine_sweeping(patch):
    """Let every solver of Minesweeper, and whatever adds up probabilities, fail."""

    def solve(*_args, **_options):
        raise AssertionError("a picture solves")

    patch.setattr(Minesweeper, "solve", solve)
    patch.setattr(Minesweeper, "knowledge", solve)
    patch.setattr(mine_methods, "build_model", solve)
    patch.setattr("graphpuzzles.puzzles.minesweeper.puzzle.build_model", solve)
    patch.setattr("graphpuzzles.puzzles.minesweeper.position.plan_model", solve)


def test_the_more_likely_a_mine_the_darker_the_cell():
    def lightness(percent):
        red, green, blue = bytes.fromhex(mine_scene._heat(percent)[1:])
        return 0.299 * red + 0.587 * green + 0.114 * blue

    tones = [lightness(percent) for percent in range(101)]
    assert tones == sorted(tones, reverse=True)
    assert len(set(tones)) == 101


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 10**9), "<1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(1, 3), "33%"),
        (1 - Fraction(1, 7**5000), ">99%"),
    ],
)
def test_what_is_open_is_never_written_as_certain(chance, text):
    game = Minesweeper([[-1, 1]])
    answer = MineKnowledge((), (), (MineGroup(((0, 0),), chance),), (), (), 2)
    assert marks(game.scene(answer), (1, 2)) == {(0, 0): [text], (0, 1): ["1"]}


def test_flags_that_are_trusted_stay_flags():
    game = Minesweeper([[FLAG, 1, -1]], flags="trust")
    scene = game.solve().scene()
    assert_sound(scene)
    assert marks(scene, (1, 3)) == {(0, 0): ["flag"], (0, 1): ["1"], (0, 2): ["safe"]}


def test_numbers_of_clues_without_a_grid():
    graph = nx.Graph([("k", "a"), ("k", "b"), ("l", "b")])
    graph.nodes["k"]["mines"] = 1
    graph.nodes["l"]["mines"] = 12
    game = Minesweeper(graph)
    scene = game.scene()
    assert_sound(scene)
    assert {text.text for text in of_kind(scene, Text)} == {"k", "l", "a", "b", "1", "12"}
    graph.nodes["l"]["mines"] = 1
    solution = Minesweeper(graph).solve()
    assert_sound(solution.scene())
    assert solution.scene().title.startswith("Minesweeper with 2 clues: 1 mine and 1 safe cell")
    many = nx.star_graph(60)
    many = nx.relabel_nodes(many, str)
    many.nodes["0"]["mines"] = 1
    assert "too large to draw" in of_kind(Minesweeper(many).scene(), Text)[0].text


def test_an_answer_of_another_board_of_mines_is_refused():
    answer = MineKnowledge(((0, 1),), (), (), (), ())
    with pytest.raises(ValueError, match=r"\(0, 1\), which is no hidden cell"):
        Minesweeper([[-1, 1]]).scene(answer)


@pytest.mark.parametrize("board", [[[-1]], [[0]], [[-1, 1, -1, 8]], [[-1], [1], [MINE], [FLAG]]])
def test_tiny_boards_of_mines(board):
    game = Minesweeper(board)
    for scene in (game.scene(), game.solve().scene()):
        assert_sound(scene)


def test_a_board_of_a_real_game():
    solution = played_game(16, 30, 99, 3).solve()
    scene = solution.scene()
    assert_sound(scene)
    assert len(scene.svg()) < 200_000
    assert "99 mines in all" in scene.title


@pytest.mark.parametrize("shape", [(150, 120), (500, 500), (1100, 20)])
def test_a_large_board_of_mines_is_shown_in_pixels(shape):
    board = np.zeros(shape, dtype=int)
    board[::7, ::5] = 1
    board[0, :6] = -1
    game = Minesweeper(board)
    groups = (MineGroup(((0, 2), (0, 3), (0, 5)), Fraction(1, 4)),)
    scene = game.scene(MineKnowledge(((0, 0),), ((0, 4),), groups, (), ((),)))
    (pixels,) = of_kind(scene, Raster)
    assert max(pixels.pixels.shape[:2]) <= 1000
    assert len(scene.svg()) < 50_000
    assert "without numbers" in scene.title
    assert pixels.pixels[0, 0].tolist() == [0, 0, 0]
    if max(shape) <= 1000:
        assert pixels.pixels[0, 4].tolist() == [0x00, 0x9E, 0x73]
        assert pixels.pixels[0, 2].tolist() == list(bytes.fromhex(mine_scene._heat(25)[1:]))
    shown = {key.text: (key.style.fill, key.marks) for key in scene.legend}
    assert shown["a mine for sure"] == (BLACK, ())
    assert shown["safe for sure"] == (GREEN, ())
    assert_sound(scene)


def test_the_legend_has_the_marks_of_the_cells():
    game = Minesweeper([[-1, -1, -1, -1], [1, 1, 1, -1], [0, 0, 1, -1]])
    legend = {key.text: key for key in game.solve().scene().legend}
    words = {
        text: {mark.text if isinstance(mark, Text) else mark.title for mark in key.marks} - {""}
        for text, key in legend.items()
    }
    assert words["a mine for sure"] == {"mine"}
    assert words["safe for sure"] == {"safe"}
    fills = [key.style.fill for key in legend.values()]
    assert len(fills) == len(set(fills))
