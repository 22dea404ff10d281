"""Certificates of cuts: changed, broken, foreign and hostile ones."""

import json
import sys
from itertools import product

import numpy as np
import pytest

from graphpuzzles import ConnectingGame, Limits, Status, WinnerQuestion
from graphpuzzles.errors import CertificateError, LimitError
from graphpuzzles.puzzles.connecting_game.certificate import (
    BlueFlow,
    ContactBound,
    ContactCount,
    ContactDistances,
    ForbiddenPath,
)
from tests.puzzles.connecting_game.strategies import DIRECTIONS, random_game


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
        (((0, 2, 1),), ((1, 0, 1),), (), "off the board"),
        (((0, 0, 1),), ((1, 0, 1),), ((1, 1, 2, 1, 1),), "off the board"),
        (((0, 0, -1),), ((1, 0, 1),), (), "not positive"),
        (((0, 0, 0),), ((1, 0, 1),), (), "not positive"),
        (((0, 0, 4), (0, 1, 4)), ((1, 0, 4), (1, 1, 4)), (), "weight 4 carries 8"),
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
        (((0, 0), (0, 2), (1, 0)), "off the board"),
        (((0, 0), (2, 0), (1, 0)), "off the board"),
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


# What a stranger may hand in ----------------------------------------------------------------


HONEST = [[1, 2], [2, 4]]


def every_number(change):
    return np.array([[change(number) for number in row] for row in HONEST], dtype=object)


@pytest.mark.parametrize(
    "distances",
    [
        np.array(HONEST, dtype=float),
        np.array(HONEST, dtype=complex),
        np.array(HONEST, dtype=bool),
        np.array(HONEST, dtype=str),
        np.array(HONEST, dtype="m8[s]"),
        np.array(HONEST, dtype="M8[s]"),
        np.array([[1, np.nan], [np.inf, 4]]),
        np.array([[1, 2], [2, 2**63]], dtype=np.uint64),
        np.array([[1, 2], [2, 2**62]]),
        np.ma.masked_equal(HONEST, 4),
        np.array(HONEST).view(np.recarray),
        np.array(HONEST, dtype="i8,i8"),
        np.array([HONEST]),
        np.array(HONEST[0]),
        np.array(7),
        every_number(float),
        every_number(np.int64),
        every_number(np.uint8),
        every_number(bool),
        every_number(str),
        every_number(lambda n: -n),
        every_number(lambda _: None),
        every_number(lambda _: float("nan")),
        HONEST,
        None,
        "1224",
    ],
    ids=lambda x: f"{type(x).__name__} {getattr(x, 'dtype', '')}",
)
@pytest.mark.parametrize("cls", [ContactDistances, ContactBound, ContactCount])
def test_distances_are_python_or_64_bit_integers(cls, distances):
    with pytest.raises(CertificateError, match="certificate fails"):
        cls(distances).proves(ConnectingGame(["AB", "CD"], weights=[[1, 1], [2, 2]]))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", ">i8", "u8", object])
def test_integers_of_every_width_are_compared_exactly(dtype):
    """Unsigned differences would wrap: 1 - 2 is 255, or 2**64 - 1."""
    game = ConnectingGame(["AB", "CD"], weights=[[1, 1], [2, 2]])
    assert ContactDistances(np.array([[1, 2], [2, 2]], dtype=dtype)).proves(game) == 2
    with pytest.raises(CertificateError, match="rises by more"):
        ContactDistances(np.array([[1, 3], [2, 3]], dtype=dtype)).proves(game)


def test_distances_of_any_size():
    big = 2**200
    game = ConnectingGame(["AB"], weights={"A": big, "B": big + 1})
    assert (
        ContactDistances(np.array([[big, 2 * big + 1]], dtype=object)).proves(game) == 2 * big + 1
    )
    with pytest.raises(CertificateError, match="rises by more"):
        ContactDistances(np.array([[big, 2 * big + 2]], dtype=object)).proves(game)


def test_large_distances_lose_no_digit():
    odd = 2**60 + 1
    game = ConnectingGame(["A"], weights={"A": odd})
    assert ContactDistances(np.array([[odd]])).proves(game) == odd


def test_an_area_may_weigh_more_than_64_bits_hold():
    game = ConnectingGame(["AAA", "AAA"], weights=[[2**61] * 3] * 2)
    assert game.solve().certificate().proves(game) == 6 * 2**61


def test_distances_of_nothing_are_allowed():
    assert (
        ContactDistances(np.zeros((2, 2), dtype=object)).proves(ConnectingGame(["AB", "CD"])) == 0
    )


@pytest.mark.parametrize("rows", [[1, 2], [[1, 2], [3]], [[1, 2.0]], 7])
def test_distances_in_json_are_rows_of_integers(rows):
    with pytest.raises(ValueError, match=r"rows of equal length|inhomogeneous"):
        ContactDistances.from_dict({"distances": rows})


def test_nobody_can_change_the_distances_of_a_certificate():
    given = np.array(HONEST)
    certificate = ContactDistances(given)
    given[...] = 0
    assert certificate.distances.tolist() == HONEST
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        certificate.distances.setflags(write=True)


@pytest.mark.parametrize("amount", [1.0, True, np.int64(1), float("nan"), "1", None, 2**63 + 0.5])
@pytest.mark.parametrize("part", range(3))
def test_amounts_are_python_integers(part, amount):
    parts = [((0, 0, 1),), ((1, 0, 1),), ((0, 0, 1, 0, 1),)]
    parts[part] = tuple((*place, amount) for *place, _ in parts[part])
    with pytest.raises(CertificateError, match=r"expected \d integers"):
        BlueFlow(*parts).proves(ConnectingGame(["AA", "BB"]))


@pytest.mark.parametrize(
    "cell", [(0.0, 0), (0, False), (np.int64(0), 0), ("0", 0), (0,), (0, 0, 0)]
)
def test_cells_are_two_python_integers(cell):
    game = ConnectingGame(["A", "A"], forbidden="A")
    assert ForbiddenPath(((0, 0), (1, 0))).proves(game) is None
    with pytest.raises(CertificateError, match=r"expected \d integers"):
        ForbiddenPath((cell, (1, 0))).proves(game)


def test_what_is_longer_than_the_board_is_not_looked_at():
    game = ConnectingGame(["AA", "BB"], forbidden="AB")
    with pytest.raises(CertificateError, match="meets one of 4 twice"):
        ForbiddenPath(((0, 0),) * 5).proves(game)
    for parts in (
        (((0, 0, 1),) * 5, (), ()),
        ((), ((1, 0, 1),) * 5, ()),
        ((), (), ((0, 0, 1, 0, 1),) * 17),
    ):
        with pytest.raises(CertificateError, match="more than 4 cells have room for"):
            BlueFlow(*parts).proves(game)


@pytest.mark.parametrize("method", ["dual", "layers"])
def test_checks_keep_to_their_limits(method):
    game = random_game(2)
    solution = game.solve(method)
    assert solution.verify(Limits(max_states=36, max_memory=10_000))
    for limits in (Limits(max_states=35), Limits(max_memory=5_000), Limits(max_seconds=0)):
        with pytest.raises(LimitError):
            solution.verify(limits)


def test_the_check_of_a_count_needs_twice_the_memory_of_a_bound():
    count = random_game(2).counted("minimum_cuts")
    assert count.verify(Limits(max_memory=400 * 36))
    with pytest.raises(LimitError):
        count.verify(Limits(max_memory=400 * 36 - 1))


def test_the_check_of_a_forbidden_path_keeps_to_its_limits():
    solution = ConnectingGame(["A", "A"], forbidden="A").solve()
    assert solution.verify(Limits(max_states=2))
    for limits in (Limits(max_states=1), Limits(max_memory=100), Limits(max_seconds=0)):
        with pytest.raises(LimitError):
            solution.verify(limits)


# What a check enters ------------------------------------------------------------------------


MAY_ENTER = {
    *("certificate", "errors", "limits", "lattice", "outcome", "text"),
    *("puzzle.interface", "puzzle.solution", "puzzle.statement"),
    *(f"puzzles.connecting_game.{part}" for part in ("board", "rules", "certificate")),
    "puzzles.connecting_game.winner_certificate",
}


def entered(check):
    """Return the modules of the package whose functions run during a call."""
    modules = set()

    def look(frame, event, _):
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith("graphpuzzles."):
            modules.add(name.removeprefix("graphpuzzles."))

    sys.setprofile(look)
    try:
        check()
    finally:
        sys.setprofile(None)
    return modules


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("options", [{}, {"forbidden": "AB"}, {"forbidden": "ABCDEFGHIJ"}])
@pytest.mark.parametrize("seed", range(4))
def test_a_check_enters_no_solver(seed, options, direction):
    game = random_game(seed, 5, 5, 10, direction=direction, **options)
    written = [game.solve(method).to_dict() for method in ("dual", "flow", "layers")]
    restore = [(ConnectingGame.solution_from_dict, data) for data in written]
    question = WinnerQuestion.of(game)
    restore += [(WinnerQuestion.solution_from_dict, question.solve("flow").to_dict())]
    if game.dual.value is not None:
        restore += [
            (ConnectingGame.count_from_dict, game.counted("minimum_cuts").to_dict()),
            (ConnectingGame.solution_from_dict, bounded(game).solve("bounds").to_dict()),
        ]
    for again, data in restore:
        known = again(json.loads(json.dumps(data)))
        assert entered(known.verify) - MAY_ENTER <= {type(known.puzzle).__module__[13:]}


def bounded(game):
    return ConnectingGame(
        game.given(),
        forbidden=game.forbidden,
        direction=game.direction,
        on_disconnected="bounds",
    )
