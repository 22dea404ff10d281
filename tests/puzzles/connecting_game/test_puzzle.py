"""ConnectingGame: every method against brute force, against each other, and its certificates."""

import pickle
import random
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles import (
    ConnectingGame,
    Limits,
    Status,
    WinnerQuestion,
    connecting_game_dual_path,
    cross_validate,
    minimum_region_cut,
)
from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    PuzzleError,
    RuleError,
    WriteError,
)
from graphpuzzles.puzzles.connecting_game.certificate import (
    BlueFlow,
    ContactDistances,
    ForbiddenPath,
)
from tests import oracles
from tests.puzzles.connecting_game.strategies import boards, connected_board, scattered_boards

DIRECTIONS = ("top-bottom", "left-right")


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
    """All boards with connected labels by all methods; of the others, all or every fourth."""
    blocks = list(cheapest_blocking_masks(rows, columns))
    stride = 4 if rows * columns > 6 else 1
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
            assert {game.solve(method).value for method in ("dual", "flow", "layers")} == {truth}
            continue
        game = ConnectingGame(board, on_disconnected="bounds")
        solution = game.solve()
        low, high = solution.bounds
        assert low <= truth <= high
        assert game.check(solution.answer) == high
        seen["exact" if solution.status is Status.SOLVED else "gap"] += 1
    if (rows, columns) == (3, 3):
        assert seen["connected"] == 1434
        assert min(seen.values()) > 1000


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


@st.composite
def games(draw):
    """Draw games with weights, zero weights, forbidden regions, both directions."""
    board = draw(boards(5, 5, 8))
    labels = list(dict.fromkeys("".join(board)))
    number = draw(st.sampled_from([st.integers(0, 4), st.integers(2**62, 2**70)]))
    kind = draw(st.sampled_from(["sizes", "labels", "cells"]))
    weights = None
    if kind == "labels":
        weights = {label: draw(number) for label in labels}
    elif kind == "cells":
        weights = [[draw(number) for _ in row] for row in board]
    forbidden = draw(st.lists(st.sampled_from(labels), max_size=2))
    direction = draw(st.sampled_from(DIRECTIONS))
    return ConnectingGame(board, weights=weights, forbidden=forbidden, direction=direction)


def brute(game, areas, labels):
    rows, columns = game.shape
    cells = game.cell_weights()
    if game.weights_add:
        weights = [sum(int(cells[cell]) for cell in area) for area in areas]
    else:
        weights = [int(cells[next(iter(area))]) for area in areas]
    forbidden = {i for i, label in enumerate(labels) if label in game.forbidden}
    return oracles.all_cuts(areas, weights, forbidden, rows, columns, game.direction)


SEEN = {"solved": 0, "infeasible": 0, "zero": 0, "beyond 2^63": 0}


@settings(max_examples=1500)
@given(games())
def test_methods_agree_with_brute_force_and_every_proof_holds(game):
    areas, labels = oracles.label_areas(game.given())
    value, _ = brute(game, areas, labels)
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
    assert SEEN["infeasible"] > 50
    assert SEEN["zero"] > 30
    assert SEEN["beyond 2^63"] > 100
    assert SEEN["solved"] > 1000


@settings(max_examples=400)
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


@settings(max_examples=400)
@given(scattered_boards(), st.sampled_from(DIRECTIONS), st.data())
def test_bounds_hold_for_labels_kept_whole(board, direction, data):
    areas, labels = oracles.label_areas(board)
    forbidden = data.draw(st.lists(st.sampled_from(labels), max_size=1))
    game = ConnectingGame(
        board, on_disconnected="bounds", direction=direction, forbidden=forbidden
    )
    value, _ = brute(game, areas, labels)
    solution = game.solve("bounds")
    if solution.status is Status.INFEASIBLE:
        assert value is None
        assert solution.verify()
        return
    low, high = solution.bounds
    assert low <= value <= high
    assert game.check(solution.answer) == high
    if solution.status is Status.SOLVED:
        assert solution.verify()


def test_bounds_that_do_not_meet_are_a_limit_and_print_a_question_mark():
    game = ConnectingGame(["ABA", "ACB"], on_disconnected="bounds")
    solution = game.solve()
    assert solution.method == "bounds"
    assert solution.status is Status.LIMIT
    assert game.judge(solution, 1) == "?"
    with pytest.raises(CertificateError, match="proves nothing"):
        solution.verify()
    with pytest.raises(LimitError, match="lies between"):
        minimum_region_cut(["ABA", "ACB"], on_disconnected="bounds")


def test_methods_for_regions_refuse_whole_labels_that_are_not_connected():
    game = ConnectingGame(["ABA"], on_disconnected="bounds")
    with pytest.raises(NotApplicableError, match="not connected"):
        game.solve("dual")


def test_bounds_are_for_their_option_only():
    with pytest.raises(NotApplicableError, match="on_disconnected='bounds'"):
        ConnectingGame(["A"]).solve("bounds")


def test_conveniences():
    assert minimum_region_cut(["AAB", "ACD", "CCD"]) == (4, ("B", "C"))
    assert connecting_game_dual_path(["AAB", "ACD", "CCD"]) == ["C", "B"]
    with pytest.raises(NoSolutionError, match="forbidden regions") as caught:
        minimum_region_cut(["A"], forbidden="A")
    assert caught.value.solution.verify()


# Answers ------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(boards(6, 6, 10), st.sampled_from(DIRECTIONS))
def test_walk_and_paths_of_an_answer(board, direction):
    game = ConnectingGame(board, direction=direction)
    answer = game.solve().answer
    axis = 1 if direction == "top-bottom" else 0
    walk = answer.walk
    assert (walk[0][axis], walk[-1][axis]) == (0, game.shape[axis] - 1)
    assert all(answer.mask[cell] for cell in walk)
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(walk))
    assert sum(path.amount for path in answer.paths) == game.solve().value
    assert answer.paths == tuple(game.blue_paths())


def tampered(mask, cell):
    changed = mask.copy()
    changed[cell] = ~changed[cell]
    return changed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: {"mask": tampered(a.mask, (1, 1))}, "takes a region but not its cell"),
        (lambda a: {"mask": tampered(a.mask, (0, 0))}, "takes a region but not its cell"),
        (lambda a: {"mask": np.zeros_like(a.mask), "labels": ()}, "blue gets through"),
        (lambda a: {"mask": np.zeros((1, 1), dtype=bool)}, "has shape"),
        (lambda a: {"mask": a.mask.astype(int)}, "the mask"),
        (lambda a: {"labels": ("B",)}, "the labels are"),
        (lambda a: {"direction": "left-right"}, "is for a game left-right"),
    ],
)
def test_check_refuses_a_tampered_answer(change, message):
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    answer = game.solve().answer
    fields = {"labels": answer.labels, "mask": answer.mask, "direction": answer.direction}
    with pytest.raises(RuleError, match=message):
        game.check(type(answer)(**{**fields, **change(answer)}))


def test_check_refuses_forbidden_cells():
    game = ConnectingGame(["AB", "CD"], forbidden="A")
    answer = game.cut([0, 1])
    with pytest.raises(RuleError, match=r"forbidden cell \(0, 0\)"):
        game.check(answer)


def test_an_answer_that_is_not_the_best_passes_check_and_fails_verify():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    everything = game.cut(range(game.regions.count))
    assert game.check(everything) == 9
    data = game.solve().to_dict()
    data.update(answer=everything.to_dict(), value=9, bounds=[9, 9])
    with pytest.raises(CertificateError, match="proves 4, the answer attains 9"):
        ConnectingGame.solution_from_dict(data).verify()


# Certificates -------------------------------------------------------------------------------


def random_game(seed, rows=6, columns=6, regions=14, **options):
    return ConnectingGame(connected_board(random.Random(seed), rows, columns, regions), **options)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("seed", range(30))
def test_raised_distances_are_refused_or_prove_no_more(seed, direction):
    """Raise one distance at a time: it never proves more than the truth."""
    game = random_game(seed, direction=direction)
    solution = game.solve("dual")
    honest = solution.certificate()
    refused = 0
    for cell in product(range(6), range(6)):
        distances = honest.distances.copy()
        distances[cell] += 1
        try:
            assert ContactDistances(distances).proves(game) <= solution.value
        except CertificateError:
            refused += 1
    assert refused > 20
    whole = honest.distances + 1
    with pytest.raises(CertificateError, match="certificate fails"):
        ContactDistances(np.where(whole > 0, whole, 0)).proves(game)


@pytest.mark.parametrize(
    ("distances", "message"),
    [
        (np.zeros((2, 2), dtype=np.int64), "shape"),
        (np.full((2, 3), -1), "between 0"),
        (np.full((2, 3), 2**62), "between 0"),
        (np.array([[0, 0, 0], [0, 0, 1]]), "two distances"),
        (np.array([[4, 4, 4], [3, 3, 4]]), "first side"),
        (np.array([[2, 2, 9], [2, 2, 9]]), "rises by more"),
    ],
)
def test_broken_distances(distances, message):
    game = ConnectingGame(["AAB", "CCB"])
    with pytest.raises(CertificateError, match=message):
        ContactDistances(distances).proves(game)


def test_distances_say_nothing_where_the_last_side_is_forbidden():
    game = ConnectingGame(["AB", "AB"], forbidden="B")
    with pytest.raises(CertificateError, match="last side is forbidden"):
        ContactDistances(np.zeros((2, 2), dtype=np.int64)).proves(game)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("method", ["flow", "layers"])
@pytest.mark.parametrize("seed", range(10))
def test_changed_flows_are_refused(seed, method, direction):
    game = random_game(seed, direction=direction)
    flow = game.solve(method).certificate()
    assert flow.proves(game) == game.solve().value
    for i, (*place, amount) in enumerate(flow.steps):
        for changed in (amount + 1, 0):
            steps = (*flow.steps[:i], (*place, changed), *flow.steps[i + 1 :])
            with pytest.raises(CertificateError, match="certificate fails"):
                BlueFlow(flow.entries, flow.exits, steps).proves(game)
    for i, (row, column, amount) in enumerate(flow.entries):
        entries = (*flow.entries[:i], (row, column, amount + 1), *flow.entries[i + 1 :])
        with pytest.raises(CertificateError, match="does not pass on"):
            BlueFlow(entries, flow.exits, flow.steps).proves(game)


@pytest.mark.parametrize(
    ("entries", "exits", "steps", "message"),
    [
        (((1, 0, 1),), ((1, 0, 1),), (), "not on blue's side"),
        (((0, 0, 9),), ((1, 0, 9),), (), "weight 4 carries 9"),
        (((0, 0, 1),), ((1, 0, 1),), ((0, 0, 1, 1, 1),), "share no side"),
        (((0, 5, 1),), ((1, 0, 1),), (), "off the board"),
        (((0, 0, -1),), ((1, 0, 1),), (), "not positive"),
    ],
)
def test_broken_flows(entries, exits, steps, message):
    with pytest.raises(CertificateError, match=message):
        BlueFlow(entries, exits, steps).proves(ConnectingGame(["AA", "AA"]))


def test_a_flow_proves_nothing_where_a_label_is_not_connected():
    """On this board a flow of 5 exists although red needs only 4 cells."""
    game = ConnectingGame(["ABA", "ACB"], on_disconnected="bounds")
    flow = BlueFlow(((0, 0, 3), (0, 1, 2)), ((1, 0, 3), (1, 2, 2)), ())
    with pytest.raises(CertificateError, match="label is not connected"):
        flow.proves(game)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ((), "join"),
        (((0, 0),), "join"),
        (((1, 0), (0, 0)), "join"),
        (((0, 0), (1, 1)), "share no side"),
        (((0, 1), (1, 1)), "red may take"),
        (((0, 0), (0, -1), (1, 0)), "off the board"),
    ],
)
def test_broken_forbidden_paths(cells, message):
    game = ConnectingGame(["AB", "AC"], forbidden="AC")
    assert game.solve().status is Status.INFEASIBLE
    with pytest.raises(CertificateError, match=message):
        ForbiddenPath(cells).proves(game)


@pytest.mark.parametrize(
    "certificate",
    [ContactDistances(np.zeros((1, 1), dtype=np.int64)), BlueFlow((), (), ()), ForbiddenPath(())],
)
def test_a_cut_certificate_speaks_of_boards_only(certificate):
    with pytest.raises(TypeError, match="not"):
        certificate.proves(object())


# The board ----------------------------------------------------------------------------------


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


def test_four_million_cells():
    """Square regions of 16 cells on a board of 2000 x 2000; a straight row of them is a cut."""
    block = np.arange(500 * 500).reshape(500, 500)
    game = ConnectingGame(np.kron(block, np.ones((4, 4), dtype=np.int64)))
    solution = game.solve()
    assert solution.value == 500 * 16
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


# Graphs -------------------------------------------------------------------------------------


def test_the_flow_graph_works_with_networkx_as_it_is():
    import networkx as nx

    game = random_game(3)
    graph = game.graph("flow")
    value, _ = nx.maximum_flow(graph, graph.graph["source"], graph.graph["sink"])
    assert value == game.solve().value


@settings(max_examples=100)
@given(games())
def test_an_answer_is_marked_on_every_graph(game):
    solution = game.solve()
    if solution.answer is None:
        return
    regions = solution.graph("regions")
    cut = [node for node, taken in regions.nodes(data="in_cut") if taken]
    assert sum(regions.nodes[node]["weight"] for node in cut) == solution.value
    flow = solution.graph("flow")
    source = flow.graph["source"]
    assert sum(flow.edges[source, v]["flow"] for v in flow[source]) == solution.value
    assert all(data["flow"] <= data["capacity"] for _, _, data in flow.edges(data=True))
    crossed = [data for _, _, data in flow.edges(data=True) if data["in_cut"]]
    assert sum(data["capacity"] for data in crossed) == solution.value
    contacts = solution.graph("contacts")
    on_path = [edge for edge in contacts.edges if contacts.edges[edge]["on_path"]]
    assert {node for edge in on_path for node in edge} <= set(cut)
    plain = game.graph("regions")
    assert all("in_cut" not in data for _, data in plain.nodes(data=True))


def test_graphs_place_regions_as_they_lie_on_the_board():
    graph = ConnectingGame(["AB", "CB"]).graph("regions")
    assert [graph.nodes[f"r{i}"]["label"] for i in range(3)] == ["A", "B", "C"]
    assert [(graph.nodes[f"r{i}"]["x"], graph.nodes[f"r{i}"]["y"]) for i in range(3)] == [
        (0.0, 0.0),
        (1.0, -0.5),
        (0.0, -1.0),
    ]
    assert set(graph.edges) == {("r0", "r1"), ("r0", "r2"), ("r1", "r2")}


def test_a_game_that_the_text_cannot_express_is_printed_all_the_same():
    game = ConnectingGame(["AB"], forbidden="B")
    with pytest.raises(WriteError, match="forbidden"):
        ConnectingGame.write([game])
    assert str(game) == repr(game) == "<ConnectingGame 1 x 2, 2 regions>"
