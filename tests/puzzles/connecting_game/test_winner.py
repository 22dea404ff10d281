"""The winner question: three methods, brute force over all small boards, its certificate."""

import json
import random
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles import ConnectingGame, Limits, Status, WinnerQuestion, cross_validate
from graphpuzzles.certificate import Trivial
from graphpuzzles.errors import CertificateError, LimitError, NotApplicableError, RuleError
from graphpuzzles.puzzles.connecting_game.model import model_of
from graphpuzzles.puzzles.connecting_game.rules import Colouring
from graphpuzzles.puzzles.connecting_game.winner_certificate import WindowCuts
from graphpuzzles.puzzles.connecting_game.winner_methods import Ways
from tests import oracles
from tests.puzzles.connecting_game.strategies import boards, connected_board

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


@settings(max_examples=200)
@given(boards(5, 5, 9))
def test_methods_agree_and_every_proof_holds(board):
    result = cross_validate(WinnerQuestion(board))
    assert result.confirmed
    assert result.value is not oracles.has_colouring_without_winner(board)
    SEEN[result.value] += 1


def test_the_random_boards_were_of_both_classes():
    assert min(SEEN.values()) > 20


@settings(max_examples=60)
@given(boards(8, 8, 40))
def test_flow_and_integer_program_agree_on_larger_boards(board):
    question = WinnerQuestion(board)
    assert question.solve("flow").value is question.solve("milp").value


@pytest.mark.parametrize("seed", range(40))
def test_ways_are_as_many_as_a_maximum_flow(seed):
    """Every window: four paths, or obstacles as many as networkx finds, which do block it."""
    rng = random.Random(seed)
    board = WinnerQuestion(connected_board(rng, 8, 8, rng.choice((12, 20, 40))))
    model, ways = model_of(board), Ways(board)
    graph = nx.Graph(zip(*(side.tolist() for side in model.regions.corners.pairs), strict=True))
    for side, border in enumerate(model.borders):
        graph.add_edges_from((region, ("side", side)) for region in border.tolist())
    for window in model.windows:
        out = graph.to_directed()
        out.add_edges_from(("window", region) for region in window)
        out.add_edges_from((("side", side), "out") for side in range(4))
        least = nx.minimum_node_cut(out, "window", "out")
        blockade = ways.blockade(window)
        if blockade is None:
            assert len(least) == 4
            continue
        named = [("side", v - ways.count) if v >= ways.count else v for v in blockade.cut]
        assert len(named) == len(least) < 4
        out.remove_nodes_from(named)
        reached = nx.descendants(out, "window") if "window" in out else set()
        assert "out" not in reached
        assert reached <= blockade.behind


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
    assert certificate == WindowCuts((((0, 0),),), (0, 0))
    assert certificate.proves(WinnerQuestion(VALID)) is True
    data = json.loads(json.dumps(solution.to_dict()))
    assert WinnerQuestion.solution_from_dict(data).verify()


@pytest.mark.parametrize(
    ("cuts", "windows", "message"),
    [
        ((((0, 0),),), (0,), "1 cuts for 2 windows"),
        ((((0, 0),),), (0, 1), "no cut 1"),
        ((((0, 0),),), (0, -1), "no cut -1"),
        ((((0, 0),),), (0, False), "no cut False"),
        ((((0, 0),),), (0, 0.0), "no cut 0.0"),
        ((((0, 0),),) * 3, (0, 2), "3 cuts are more than there are windows"),
        (((),), (0, 0), "leave a way"),
        ((((0, 0),), ()), (0, 1), "leave a way"),
        ((((0, 0), (0, 1), (0, 2), (1, 1)),), (0, 0), "at most three"),
        ((((4, 0),),), (0, 0), "neither a cell nor a side"),
        ((((0, 5),),), (0, 0), "neither a cell nor a side"),
        ((((-2, 0),),), (0, 0), "neither a cell nor a side"),
        ((((0, -1),),), (0, 0), "neither a cell nor a side"),
        ((((-1, 4),),), (0, 0), "neither a cell nor a side"),
        ((((-1, -1),),), (0, 0), "neither a cell nor a side"),
        ((((0.0, 0),),), (0, 0), "2 integers"),
        ((((0, np.int64(0)),),), (0, 0), "2 integers"),
        ((((0, 0, 0),),), (0, 0), "2 integers"),
    ],
)
def test_tampered_cuts_fail(cuts, windows, message):
    with pytest.raises(CertificateError, match=message):
        WindowCuts(cuts, windows).proves(WinnerQuestion(VALID))


def test_cuts_prove_nothing_of_a_board_with_a_drawn_colouring():
    with pytest.raises(CertificateError, match="leave a way"):
        WindowCuts((((0, 0), (0, 1), (1, 0)),), (0,)).proves(WinnerQuestion(["AB", "CD"]))


def test_a_cut_is_to_block_all_its_windows():
    """The ring round P, Q, R, S says nothing of the window above it."""
    board = WinnerQuestion(["ABBB", "CDDD", "ZZZZ", "ZPQZ", "ZRSZ", "ZZZZ"])
    with pytest.raises(CertificateError, match="leave a way"):
        WindowCuts((((2, 0),),), (0, 0)).proves(board)


BORDER = [cell for cell in product(range(4), range(4)) if not set(cell) <= {1, 2}]
INSIDE = list(product((1, 2), (1, 2)))


@pytest.mark.parametrize("hole", BORDER)
def test_every_contact_and_every_side_is_seen(hole):
    """A ring round four cells, with one hole: obstacles hold if they part the hole from inside."""
    rows = np.zeros((4, 4), dtype=np.int64)
    for number, cell in enumerate([hole, *INSIDE], 1):
        rows[cell] = number
    board = WinnerQuestion(rows)
    ring = next(cell for cell in BORDER if cell != hole)
    on = [hole[0] == 0, hole[1] == 3, hole[0] == 3, hole[1] == 0]
    # The windows on the border, of which the hole is a part, are blocked at the hole.
    squares = [rows[r : r + 2, c : c + 2] for r, c in product(range(3), range(3))]
    windows = [int(1 in square) for square in squares if len(set(square.flat)) == 4]
    for size in range(3):
        for more in combinations([*INSIDE, hole, *((-1, side) for side in range(4))], size):
            beside = [
                max(abs(cell[0] - hole[0]), abs(cell[1] - hole[1])) == 1 and cell not in more
                for cell in INSIDE
            ]
            free = [side for side in range(4) if on[side] and (-1, side) not in more]
            cuts = ((ring, *more), (ring, hole))[: 1 + max(windows)]
            certificate = WindowCuts(cuts, tuple(windows))
            if any(beside) and free and hole not in more:
                with pytest.raises(CertificateError, match="leave a way"):
                    certificate.proves(board)
            else:
                assert certificate.proves(board) is True


def ringed(size, inside=1):
    """Return unit cells within a ring of one region."""
    rows = np.arange(inside, inside + size * size).reshape(size, size)
    rows[[0, -1]] = rows[:, [0, -1]] = 0
    return rows


def test_many_windows_behind_the_same_obstacles_share_a_cut():
    """4,489 windows within one ring: one search blocks them all, and one cut proves it."""
    question = WinnerQuestion(ringed(70))
    solution = question.solve(limits=Limits(max_states=70 * 70))
    assert solution.value is True
    certificate = solution.certificate()
    assert (len(certificate.windows), certificate.cuts) == (67 * 67, (((0, 0),),))
    assert solution.verify(Limits(max_expanded=70 * 70, max_states=70 * 70))
    with pytest.raises(LimitError, match="max_expanded"):
        solution.verify(Limits(max_expanded=50))


def test_the_check_of_windows_keeps_to_its_limits():
    solution = WinnerQuestion(VALID).solve()
    assert solution.verify(Limits(max_states=20, max_memory=16_000))
    for limits in (Limits(max_states=19), Limits(max_memory=15_999), Limits(max_seconds=0)):
        with pytest.raises(LimitError):
            solution.verify(limits)


def test_nested_obstacles_along_a_corridor_are_searched_few_times(monkeypatch):
    """A corridor of two lanes, walled by one region: every window has obstacles of its own."""
    rows = np.zeros((60, 60), dtype=np.int64)
    number = 1
    for row in range(1, 57, 3):
        for column in range(1, 59):
            for lane in range(2):
                rows[row + lane, column] = number = number + 1
        turn = 57 if row % 2 else 1
        if row < 55:
            for lane in range(2):
                rows[row + 2, turn + lane] = number = number + 1
    assert number > 2_000
    searched = []
    search = Ways.blockade
    monkeypatch.setattr(
        Ways, "blockade", lambda self, window: searched.append(window) or search(self, window)
    )
    solution = WinnerQuestion(rows).solve()
    assert solution.value is True
    assert len(solution.certificate().windows) > 1_000
    assert len(searched) < 100
    assert solution.verify()


def test_pockets_of_their_own_are_searched_nearby():
    """Bricks of a ring and sixteen cells: no two pockets share an obstacle that blocks them."""
    rows = np.zeros((48, 48), dtype=np.int64)
    for row, column in product(range(48), range(48)):
        brick = row // 6, (column + 3 * (row // 6)) // 6
        inside = row % 6 not in (0, 5) and (column + 3 * (row // 6)) % 6 not in (0, 5)
        own = 1000 + row * 48 + column
        rows[row, column] = own if inside else brick[0] * 10 + brick[1] + 1
    solution = WinnerQuestion(rows).solve()
    assert solution.value is True
    assert len(solution.certificate().cuts) > 50
    assert solution.verify(Limits(max_expanded=48 * 48))


def test_limits():
    question = WinnerQuestion(["AB", "CD"])
    for method in ("flow", "milp", "brute"):
        solution = question.solve(method, limits=Limits(max_states=0))
        assert solution.status is Status.LIMIT
        assert question.judge(solution, 1) == "?"


def test_brute_force_refuses_many_regions():
    with pytest.raises(NotApplicableError, match="17 regions"):
        WinnerQuestion([list(range(17))]).solve("brute")
