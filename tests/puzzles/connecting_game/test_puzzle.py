"""ConnectingGame: every method against brute force, against each other, and its certificates."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import (
    ConnectingGame,
    Limits,
    Status,
    cross_validate,
)
from graphpuzzles.errors import (
    CertificateError,
    NotApplicableError,
    PuzzleError,
)
from tests import oracles
from tests.puzzles.connecting_game.strategies import (
    DIRECTIONS,
    all_minimum_cuts,
    games,
    scattered_boards,
)


def is_connected(board):
    return len(oracles.pieces(board)) == len({label for row in board for label in row})


def cheapest_blocking_masks(rows, columns):
    """Return every set of cells (as a set) that stops blue."""
    cells = list(product(range(rows), range(columns)))
    for bits in range(1 << len(cells)):
        blue = {cell for i, cell in enumerate(cells) if not bits >> i & 1}
        yield not oracles.blue_wins(blue, rows, columns)


SHAPES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_every_labelling_of_a_small_board(rows, columns):
    """All boards with connected labels, large ones a third by flow; a fortieth of the others."""
    blocks = list(cheapest_blocking_masks(rows, columns))
    stride = 40 if rows * columns > 6 else 1
    seen = {"connected": 0, "exact": 0, "gap": 0}
    for number, board in enumerate(oracles.labellings(rows, columns)):
        connected = is_connected(board)
        if not connected and number % stride:
            continue
        areas, _ = oracles.label_areas(board)
        masks = [sum(1 << (r * columns + c) for r, c in area) for area in areas]
        unions = [sum(chosen) for chosen in product(*((0, mask) for mask in masks))]
        truth = min(union.bit_count() for union in unions if blocks[union])
        if connected:
            seen["connected"] += 1
            game = ConnectingGame(board)
            methods = ("dual", "layers", "flow")[: 3 if number % min(stride, 3) == 0 else 2]
            assert {game.solve(method).value for method in methods} == {truth}
            cuts = game.counted("minimum_cuts")
            assert cuts.value == sum(blocks[u] for u in unions if u.bit_count() == truth)
            assert cuts.claims() == {"minimum_cuts": "recomputed"}
            continue
        game = ConnectingGame(board, on_disconnected="bounds")
        solution = game.solve()
        low, high = solution.bounds
        assert low <= truth <= high
        assert game.check(solution.answer) == high
        seen["exact" if solution.status is Status.SOLVED else "gap"] += 1
    if (rows, columns) == (3, 3):
        assert seen["connected"] == 1434
        assert min(seen.values()) > 100


# Truth, flow, and dual of labels that are not connected: each formulation errs in its own way.
DISCONNECTED = [
    (["ABA"], 3, (2, 3)),
    (["A", "B", "A"], 1, (1, 1)),
    (["AB", "BA"], 2, (2, 2)),
    (["AAB", "BAA"], 4, (2, 4)),
    (["AAA", "BAB"], 4, (2, 4)),
    (["ABA", "ACB"], 4, (3, 5)),
    (["AABA", "ABCA"], 6, (5, 7)),
]


@pytest.mark.parametrize(("board", "truth", "bounds"), DISCONNECTED)
def test_published_boards_with_disconnected_labels(board, truth, bounds):
    areas, _ = oracles.label_areas(board)
    sizes = [len(area) for area in areas]
    assert oracles.all_cuts(areas, sizes, (), len(board), len(board[0]))[0] == truth
    with pytest.raises(PuzzleError, match="is not connected"):
        ConnectingGame(board)
    game = ConnectingGame(board, on_disconnected="bounds")
    low, high = game.solve().bounds
    assert bounds[0] <= low <= truth <= high <= bounds[1]


def test_the_message_names_label_and_two_cells():
    with pytest.raises(PuzzleError, match=r"label 'A' .* \(0, 0\) and \(0, 2\)") as caught:
        ConnectingGame(["ABA"])
    assert caught.value.where == (0, 2)


def test_the_message_names_cells_of_the_board_as_given():
    with pytest.raises(PuzzleError, match=r"\(0, 0\) and \(2, 0\)"):
        ConnectingGame(["AB", "BB", "AB"], direction="left-right")


SEEN = {"solved": 0, "infeasible": 0, "zero": 0, "beyond 2^63": 0}


@settings(max_examples=350)
@given(games())
def test_methods_agree_with_brute_force_and_every_proof_holds(game):
    areas, labels = oracles.label_areas(game.given())
    value, _ = all_minimum_cuts(game, areas, labels)
    result = cross_validate(game)
    assert result.confirmed
    assert result.value == value
    SEEN[str(result.status)] += 1
    SEEN["zero"] += value == 0
    SEEN["beyond 2^63"] += value is not None and value > 2**63


def test_an_end_out_of_reach_is_no_end_although_everything_is_free():
    """Distances are cut off at the value, here 0, so an end that costs 1 looked like one."""
    weights = {"E": 0, "F": 0, "D": 1, "B": 1, "C": 0, "A": 0}
    game = ConnectingGame(["EF", "DB", "CA"], weights=weights, forbidden="E")
    assert game.solve("dual").verify()


def test_the_random_games_were_of_every_class():
    assert SEEN["infeasible"] > 12
    assert SEEN["zero"] > 6
    assert SEEN["beyond 2^63"] > 25
    assert SEEN["solved"] > 200


@settings(max_examples=150)
@given(scattered_boards(), st.sampled_from(DIRECTIONS))
def test_split_labels_are_regions_of_their_own(board, direction):
    pieces = oracles.pieces(board)
    sizes = [len(piece) for piece in pieces]
    rows, columns = len(board), len(board[0])
    value, _ = oracles.all_cuts(pieces, sizes, (), rows, columns, direction)
    game = ConnectingGame(board, on_disconnected="split", direction=direction)
    result = cross_validate(game)
    assert result.confirmed
    assert result.value == value


SEEN_BOUNDS = {Status.SOLVED: 0, Status.LIMIT: 0}


@settings(max_examples=150)
@given(scattered_boards(), st.sampled_from(DIRECTIONS), st.data())
def test_bounds_hold_for_labels_kept_whole(board, direction, data):
    areas, labels = oracles.label_areas(board)
    forbidden = data.draw(st.lists(st.sampled_from(labels), max_size=1))
    game = ConnectingGame(
        board, on_disconnected="bounds", direction=direction, forbidden=forbidden
    )
    value, _ = all_minimum_cuts(game, areas, labels)
    solution = game.solve("bounds")
    if solution.status is Status.INFEASIBLE:
        assert value is None
        assert solution.verify()
        return
    low, high = solution.bounds
    assert low <= value <= high
    assert game.check(solution.answer) == high
    assert solution.verify()
    SEEN_BOUNDS[solution.status] += 1


def test_the_random_bounds_were_of_both_classes():
    assert min(SEEN_BOUNDS.values()) > 18


def test_bounds_that_do_not_meet_are_a_limit_and_print_a_question_mark():
    game = ConnectingGame(["ABA", "ACB"], on_disconnected="bounds")
    solution = game.solve()
    assert solution.method == "bounds"
    assert solution.status is Status.LIMIT
    assert game.judge(solution, 1) == "?"
    assert solution.claims() == {"bound": "proof"}
    data = {**solution.to_dict(), "bounds": [4, 5]}
    with pytest.raises(CertificateError, match="lower bound"):
        ConnectingGame.solution_from_dict(data).verify()


def test_methods_for_regions_refuse_whole_labels_that_are_not_connected():
    game = ConnectingGame(["ABA"], on_disconnected="bounds")
    with pytest.raises(NotApplicableError, match="not connected"):
        game.solve("dual")


def test_bounds_are_for_their_option_only():
    with pytest.raises(NotApplicableError, match="on_disconnected='bounds'"):
        ConnectingGame(["A"]).solve("bounds")


# Large boards -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["spiral", "comb", "serpentine"])
def test_large_odd_shapes(kind):
    size = 301
    board = np.ones((size, size), dtype=np.int64)
    if kind == "comb":
        board[1:, ::2] = np.arange(2, size // 2 + 3)
    elif kind == "serpentine":
        for row in range(1, size - 1, 2):
            board[row, (1 if row % 4 == 1 else 0) : (size if row % 4 == 1 else size - 1)] = row + 1
    else:
        top, left, bottom, right = 0, 0, size - 1, size - 1
        while top + 2 <= bottom:
            board[top + 1, left : right - 1] = 2
            board[top + 1 : bottom - 1, right - 2] = 2
            board[bottom - 2, left + 1 : right - 1] = 2
            board[top + 3 : bottom - 1, left + 1] = 2
            top, left, bottom, right = top + 4, left + 2, bottom - 4, right - 4
        board = np.where(board == 2, 2, 1)
    game = ConnectingGame(board, on_disconnected="split")
    result = cross_validate(game, ["dual", "flow", "layers"])
    assert result.confirmed


@pytest.mark.parametrize("size", [101, 301])
def test_a_serpentine_corridor_with_walls_of_weight_zero(size):
    """One blue path through almost every second region."""
    walls = np.zeros((size, size), dtype=bool)
    for row in range(1, size, 2):
        walls[row] = True
        walls[row, -1 if row % 4 == 1 else 0] = False
    board = np.arange(size * size).reshape(size, size)
    game = ConnectingGame(board, weights=(~walls).astype(np.int64))
    result = cross_validate(game, ["dual", "layers"] + ["flow"] * (size < 200))
    assert result.value == 1
    assert max(len(path.regions) for path in game.blue_paths()) > size * size // 2 - size


def test_a_million_cells():
    """Square regions of 16 cells on a board of 1000 x 1000; a straight row of them is a cut."""
    block = np.arange(250 * 250).reshape(250, 250)
    game = ConnectingGame(np.kron(block, np.ones((4, 4), dtype=np.int64)))
    solution = game.solve()
    assert solution.value == 250 * 16
    assert solution.verify()


# Limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["dual", "flow", "layers"])
def test_limits_are_reported_and_prove_nothing(method):
    game = ConnectingGame(["AB", "CD"])
    assert game.solve(method, limits=Limits(max_states=4)).status is Status.SOLVED
    solution = game.solve(method, limits=Limits(max_states=3))
    assert solution.status is Status.LIMIT
    assert solution.value is None
    assert solution.stats["limit"] == "max_states"
    assert game.solve(method, limits=Limits(max_seconds=0)).stats["limit"] == "max_seconds"


def test_the_layers_method_counts_its_own_nodes():
    game = ConnectingGame(["AA", "AA"])
    solution = game.solve("layers", limits=Limits(max_states=3))
    assert solution.status is Status.LIMIT
    assert solution.bounds == (0, 4)


@pytest.mark.parametrize("method", ["dual", "flow", "layers", "bounds"])
def test_progress_can_stop_a_call(method):
    stages = []
    game = ConnectingGame(["AB", "CD"], on_disconnected="bounds")
    solution = game.solve(method, progress=lambda event: stages.append(event.stage))
    assert solution.status is Status.SOLVED
    assert stages
    stopped = game.solve(method, progress=lambda _: True)
    assert stopped.status is Status.LIMIT
    assert stopped.stats["limit"] == "stopped"


def test_a_flow_on_a_large_board_must_be_asked_for():
    board = np.arange(101 * 101).reshape(101, 101)
    result = cross_validate(ConnectingGame(board), limits=Limits())
    skipped = {run.method: run.skipped for run in result.runs}
    assert "10201 regions" in skipped["flow"]
    assert not result.confirmed
