"""Minesweeper positions that others published, and what totals, densities and flags mean."""

import pickle
from fractions import Fraction

import pytest

from graphpuzzles.errors import (
    InconsistentBoardError,
)
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper.certificate import ClueConflict
from graphpuzzles.puzzles.minesweeper.puzzle import (
    FLAG,
    MINE,
    ClueSets,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.validation import cross_validate
from tests.puzzles.minesweeper.mine_cases import (
    by_elimination,
)

METHODS = ("frontier", "milp", "brute")


# Published problems ----------------------------------------------------------------------------


def rows_of(text, codes):
    return [[codes.get(x, x) if x in codes else int(x) for x in row.split()] for row in text]


HASHES = {"#": -1, ".": -1, "?": -1, "*": -1}


def test_solver_with_wrong_binomial_ratio():
    """JohnnyDeuss/minesweeper-solver says 0.6, 0.8 and 0.4."""
    game = Minesweeper(rows_of(["# 2 2 # #", "# 2 # # #"], HASHES), mines=4)
    answer = game.knowledge()
    assert answer.layouts == 9
    for cells, share in (
        ([(0, 0), (1, 0), (0, 3), (1, 3)], Fraction(5, 9)),
        ([(1, 2)], Fraction(8, 9)),
        ([(0, 4), (1, 4)], Fraction(4, 9)),
    ):
        assert {answer.probability(cell) for cell in cells} == {share}


def test_solver_that_ignores_zeros():
    """zig-minesolver 0.1.1 says 1/2 at (3, 2) and (4, 2)."""
    text = ["000000000", "000111000", "000##1000", "#1#2#1000", "0##100000"]
    game = Minesweeper(rows_of([" ".join(row) for row in text], HASHES), mines=2)
    assert (game.knowledge().layouts, game.knowledge().mines) == (1, ((2, 4), (4, 2)))


def test_state_called_impossible():
    """pwmarcz/kaboom issue 15: the user's flags were wrong, the state is possible."""
    text = [". . . . .", ". 4 3 4 .", ". 3 2 3 .", ". . . . 1"]
    answer = Minesweeper(rows_of(text, HASHES)).knowledge()
    assert answer.layouts == 5
    assert answer.mines == ((0, 1), (0, 2), (0, 3), (1, 4), (3, 2))


def test_five_mines_and_a_coin():
    """lucasnlm/antimine-android issue 356."""
    text = ["2 * ? * 2", "2 * * * 2", "1 2 3 2 1"]
    answer = Minesweeper(rows_of(text, HASHES)).knowledge()
    assert (answer.layouts, len(answer.mines)) == (2, 5)
    assert answer.probability((0, 2)) == Fraction(1, 2)


def test_two_mines_on_nine_cells():
    """python-list, July 2004, 287487."""
    answer = Minesweeper(rows_of(["1 . .", ". . .", "1 . ."], HASHES), mines=2).knowledge()
    assert answer.layouts == 7
    shares = [answer.probability(cell) for cell in [(1, 0), (1, 1), (1, 2), (0, 1), (0, 2)]]
    assert shares == [Fraction(n, 7) for n in (3, 3, 2, 1, 2)]


def test_the_probabilities_of_ms_toollib():
    """eee555/ms-toollib, tests of probability, board 4, whose floats are these fractions."""
    board = [[1] + [-1] * 7, [1] + [-1] * 7, [2] + [-1] * 7] + [[-1] * 8] * 5
    answer = Minesweeper(board, mines=10).knowledge()
    expected = {
        (0, 1): Fraction(4, 53),
        (1, 1): Fraction(49, 53),
        (3, 0): Fraction(57, 106),
        (3, 1): Fraction(57, 106),
        (7, 7): Fraction(15, 106),
    }
    assert {cell: answer.probability(cell) for cell in expected} == expected
    assert (2, 1) in answer.safes


LONE_TWO = [[2 if (r, c) == (3, 3) else -1 for c in range(8)] for r in range(8)]


@pytest.mark.parametrize("mines", [0, 1, 58, 60])
def test_totals_out_of_range_are_not_clamped(mines):
    """The same tests, board 3, where a total of 0 counts as 2 and one of 60 as 57."""
    game = Minesweeper(LONE_TWO, mines=mines)
    message = f"a total of {mines} is impossible: the clues allow 2 to 57 mines"
    with pytest.raises(InconsistentBoardError, match=message) as caught:
        game.knowledge()
    assert (caught.value.clues, caught.value.total) == (((3, 3),), True)
    assert caught.value.solution.verify()


@pytest.mark.parametrize("mines", [2, 57])
def test_totals_at_the_ends_of_the_range_decide_the_rest(mines):
    answer = Minesweeper(LONE_TWO, mines=mines).knowledge()
    assert len(answer.untouched) == 55
    assert set(answer.untouched) <= set(answer.safes if mines == 2 else answer.mines)
    assert answer.layouts == 28


# lrvideckis/Minesweeper_Android, boards on which its solvers once failed; B is derived there.
ONCE_FAILED = [
    (["UUU3B2.", "U2U3B31", "U21324B", "U3U4B4B", "UUUUUUU"], 12),
    (["UU1..1U", "2U1112U", "1111U21", "1U123UU", "U11UUUU"], 8),
    (["..1UU", "..1U1", "..111", "..1U2", "..1UU", "..13U", "111UU", "UU1UU"], 6),
    (["UU1..", "UU1..", "UU321", "UUBUU", "UUUUU"], 6),
    (["U1......", "U211111.", "UUUUUU21", "UUUUUUUU"], 7),
    (["UUUUUU", "UU3221", "UU21..", "UUU1.."], 7),
    (["UUUUU", "235UU", "..3UU", "..2UU"], 11),
    (["U3UU", "UUUU", "U421", "U2.."], 5),
    (["U1......", "U1111...", "UUUU1...", "U1111...", "U1......"], 3),
    (["UUU", "UUU", "UUU", "12U", ".11", "...", "122", "UUU"], 9),
    ([".1U", "23U", "UUU"], 3),
    (["UUU", "UU2", "UUU", "U21", "22.", "U21", "UUU"], 6),
    (["...", "232", "UUU", "4UU", "UUU", "U3U", "UUU"], 6),
    (["UUU", "UUU", "UUU"], 0),
]


@pytest.mark.parametrize(("rows", "mines"), ONCE_FAILED)
def test_boards_on_which_a_solver_once_failed(rows, mines):
    codes = {"U": -1, "B": -1, ".": 0}
    board = [[codes[x] if x in codes else int(x) for x in row] for row in rows]
    game = Minesweeper(board, mines=mines)
    result = cross_validate(game, ["frontier", "milp"])
    assert result.confirmed
    answer = result.solutions[0].answer
    total = by_elimination(game)
    assert (answer.layouts if answer else 0) == total
    derived = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "B"]
    if answer:
        assert set(derived) <= set(answer.mines)


# Totals, densities, flags ----------------------------------------------------------------------


def test_a_total_decides_cells_that_no_clue_counts():
    game = Minesweeper([[1, -1, -1, -1]], mines=1)
    assert (game.knowledge().mines, game.knowledge().safes) == (((0, 1),), ((0, 2), (0, 3)))
    assert game.solve().certificate().steps[-1].total
    assert Minesweeper([[1, -1, -1, -1]]).solve().value == (1, 0)


def test_without_a_total_untouched_cells_are_coins():
    answer = Minesweeper([[0, -1, -1, -1]]).knowledge()
    assert (answer.layouts, answer.untouched) == (4, ((0, 2), (0, 3)))
    assert answer.probability((0, 3)) == Fraction(1, 2)


def test_a_total_with_a_gap_in_its_range():
    """One clue counts two cells of one group, the other is met by 0 or 2 mines of it."""
    sets = ClueSets(
        ("a", "b", "c", "d"),
        (
            NamedClue("p", 1, ("a", "b")),
            NamedClue("q", 1, ("b", "c")),
            NamedClue("r", 1, ("c", "d")),
        ),
    )
    game = Minesweeper(sets)
    assert game.mine_range() == (2, 2)
    gap = ClueSets(
        ("a", "b", "c", "d"),
        tuple(NamedClue(f"{x}{y}", 1, (x, y)) for x, y in ("ab", "ac", "ad")),
    )
    assert Minesweeper(gap).mine_range() == (1, 3)
    solution = Minesweeper(gap, mines=2).solve()
    assert solution.status is Status.INFEASIBLE
    assert solution.verify()
    with pytest.raises(InconsistentBoardError, match="a total of 2 contradicts the clues"):
        Minesweeper(gap, mines=2).knowledge()


@pytest.mark.parametrize("method", METHODS)
def test_density_weighs_layouts(method):
    game = Minesweeper([[-1, 1, -1, -1, -1]], density=Fraction(1, 5))
    answer = game.solve(method).answer
    assert (answer.layouts in {8, None}, answer.verdict((0, 0))) == (True, "undecided")
    if method != "milp":
        assert answer.probability((0, 0)) == Fraction(1, 2)
        assert answer.probability((0, 4)) == Fraction(1, 5)


def test_flags_are_claims():
    board = [[FLAG, 1, FLAG], [1, 1, 1], [FLAG, -1, -1]]
    game = Minesweeper([[FLAG, 1, 0], [1, 1, 0], [0, 0, 0]])
    assert game.flag_verdicts() == {(0, 0): "mine"}
    assert Minesweeper([[FLAG, 0]]).flag_verdicts() == {(0, 0): "safe"}
    assert Minesweeper([[FLAG, 1, -1]]).flag_verdicts() == {(0, 0): "undecided"}
    wrong = Minesweeper(board, flags="trust")
    assert wrong.solve().status is Status.INFEASIBLE
    assert wrong.known_mines == ((0, 0), (0, 2), (2, 0))
    with pytest.raises(ValueError, match="trusted"):
        wrong.flag_verdicts()


@pytest.mark.parametrize(
    ("board", "options", "clues", "total"),
    [
        ([[1, 0]], {}, ((0, 0),), False),
        ([[8, -1]], {}, ((0, 0),), False),
        ([[0, MINE]], {}, ((0, 0),), False),
        ([[0, FLAG]], {"flags": "trust"}, ((0, 0),), False),
        ([[-1, -1]], {"mines": 3}, (), True),
        ([[MINE, MINE, -1]], {"mines": 1}, (), True),
        ([[0, -1]], {"mines": 1}, ((0, 0),), True),
        ([[0, 0]], {"mines": 1}, (), True),
        ([[1, -1, 0]], {}, ((0, 0), (0, 2)), False),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_every_statement_is_checked(method, board, options, clues, total):
    game = Minesweeper(board, **options)
    solution = game.solve(method)
    assert solution.status is Status.INFEASIBLE
    assert solution.certificate() == ClueConflict(clues, total)
    assert solution.certificate().is_minimal(game)
    assert solution.verify()


def test_a_long_contradiction_is_cut_short():
    """A chain of 8 clues between a 0 and a cell that has to be a mine."""
    names = [f"c{i}" for i in range(9)]
    chain = tuple(NamedClue(f"p{i}", 1, (names[i], names[i + 1])) for i in range(8))
    ends = (NamedClue("first", 0, ("c0",)), NamedClue("last", 1, ("c8",)))
    game = Minesweeper(ClueSets(tuple(names), (*chain, *ends)))
    with pytest.raises(InconsistentBoardError, match=r"and 4 more$"):
        game.knowledge()


def test_a_contradiction_is_named_in_a_few_words():
    with pytest.raises(InconsistentBoardError, match=r"contradict each other: \(0, 0\), \(0, 2\)"):
        Minesweeper([[1, -1, 0]]).probability((0, 1))
    with pytest.raises(InconsistentBoardError) as caught:
        Minesweeper([[8]]).knowledge()
    assert pickle.loads(pickle.dumps(caught.value)).clues == ((0, 0),)
