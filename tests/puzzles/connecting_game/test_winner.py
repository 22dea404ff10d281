"""The winner question: three methods, brute force over all small boards, its certificate."""

from itertools import product

import pytest
from hypothesis import given, settings

from graphpuzzles import ConnectingGame, Limits, Status, WinnerQuestion, cross_validate
from graphpuzzles.certificate import Trivial
from graphpuzzles.errors import CertificateError, NotApplicableError, RuleError
from graphpuzzles.puzzles.connecting_game.winner import Colouring
from graphpuzzles.puzzles.connecting_game.winner_certificate import WindowCuts
from tests import oracles
from tests.puzzles.connecting_game.strategies import boards

SHAPES = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_every_small_board(rows, columns):
    """Sets of red cells with a winner are listed once; a colouring is a union of labels."""
    cells = list(product(range(rows), range(columns)))
    drawn = []
    for bits in range(1 << len(cells)):
        red = {cell for i, cell in enumerate(cells) if bits >> i & 1}
        blue = set(cells) - red
        blue_wins = oracles.blue_wins(blue, rows, columns)
        drawn.append(not blue_wins and not oracles.blue_wins(red, rows, columns, "left-right"))
    seen = {True: 0, False: 0}
    for board in oracles.labellings(rows, columns):
        areas, _ = oracles.label_areas(board)
        if len(oracles.pieces(board)) != len(areas):
            continue
        masks = [sum(1 << (r * columns + c) for r, c in area) for area in areas]
        valid = not any(drawn[sum(chosen)] for chosen in product(*((0, m) for m in masks)))
        solution = WinnerQuestion(board).solve("flow")
        assert solution.value is valid
        if not valid:
            assert WinnerQuestion(board).check(solution.answer) is False
        seen[valid] += 1
    if (rows, columns) == (3, 3):
        assert seen[True] + seen[False] == 1434
        assert min(seen.values()) > 100


SEEN = {True: 0, False: 0}


@settings(max_examples=300)
@given(boards(5, 5, 9))
def test_methods_agree_and_every_proof_holds(board):
    result = cross_validate(WinnerQuestion(board))
    assert result.confirmed
    assert result.value is not oracles.has_colouring_without_winner(board)
    SEEN[result.value] += 1


def test_the_random_boards_were_of_both_classes():
    assert min(SEEN.values()) > 30


@settings(max_examples=60)
@given(boards(8, 8, 40))
def test_flow_and_integer_program_agree_on_larger_boards(board):
    question = WinnerQuestion(board)
    assert question.solve("flow").value is question.solve("milp").value


@pytest.mark.parametrize("method", WinnerQuestion.methods())
def test_every_method_stops_when_the_callback_asks(method):
    stages = []
    solution = WinnerQuestion(["AB", "CD"]).solve(method, progress=lambda p: not stages.append(p))
    assert (solution.status, solution.stats) == (Status.LIMIT, {"limit": "stopped"})
    assert len(stages) == 1


def test_always_has_winner_looks_at_the_regions_only():
    game = ConnectingGame(["AB", "CD"], weights=[[1, 2], [3, 4]], direction="left-right")
    assert game.always_has_winner() is False
    assert ConnectingGame(["AA", "BB"], forbidden="A").always_has_winner() is True


def test_a_witness_names_the_red_labels():
    solution = WinnerQuestion([[5, 6], [7, 8]]).solve()
    assert solution.answer == Colouring((6, 7))
    assert solution.certificate() == Trivial()
    assert solution.graph().nodes["r0"]["colour"] == "blue"
    assert solution.graph().nodes["r1"]["colour"] == "red"


@pytest.mark.parametrize(
    ("red", "message"),
    [
        (("Z",), "'Z' is not on the board"),
        (("A", "A"), "named twice"),
        (("A", "B"), "red wins"),
        ((), "blue wins"),
    ],
)
def test_check_refuses_a_wrong_colouring(red, message):
    with pytest.raises(RuleError, match=message):
        WinnerQuestion(["AB", "CD"]).check(Colouring(red))


def test_a_claim_without_its_proof_fails():
    data = WinnerQuestion(["AB", "CD"]).solve().to_dict()
    data.update(value=True, bounds=[True, True], answer={"red": None})
    with pytest.raises(CertificateError, match="proves False, the answer attains True"):
        WinnerQuestion.solution_from_dict(data).verify()


VALID = ["AAAAA", "ABCGA", "ADEFA", "AAAAA"]


def test_cuts_prove_that_there_is_always_a_winner():
    solution = WinnerQuestion(VALID).solve()
    assert solution.value is True
    certificate = solution.certificate()
    assert certificate.cuts == (((0, 0),), ((0, 0),))
    assert certificate.proves(WinnerQuestion(VALID)) is True


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda cuts: cuts[:1], "1 cuts for 2 windows"),
        (lambda cuts: ((), cuts[1]), "leave a way"),
        (lambda cuts: (cuts[0], cuts[1][:-1]), "leave a way"),
        (lambda cuts: (((0, 0), (0, 1), (0, 2), (1, 1)), cuts[1]), "at most three"),
        (lambda cuts: (((9, 9),), cuts[1]), "neither a cell nor a side"),
        (lambda cuts: (((-1, 4),), cuts[1]), "neither a cell nor a side"),
    ],
)
def test_tampered_cuts_fail(change, message):
    honest = WinnerQuestion(VALID).solve().certificate()
    with pytest.raises(CertificateError, match=message):
        WindowCuts(change(honest.cuts)).proves(WinnerQuestion(VALID))


def test_cuts_prove_nothing_of_a_board_with_a_drawn_colouring():
    with pytest.raises(CertificateError, match="leave a way"):
        WindowCuts((((0, 0), (0, 1), (1, 0)),)).proves(WinnerQuestion(["AB", "CD"]))


def test_limits():
    question = WinnerQuestion(["AB", "CD"])
    for method in ("flow", "milp", "brute"):
        solution = question.solve(method, limits=Limits(max_states=0))
        assert solution.status is Status.LIMIT
        assert question.judge(solution, 1) == "?"


def test_brute_force_refuses_many_regions():
    with pytest.raises(NotApplicableError, match="17 regions"):
        WinnerQuestion([list(range(17))]).solve("brute")
