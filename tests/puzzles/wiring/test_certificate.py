"""Certificates of wirings: which proof a board gets, and that tampered ones are refused."""

import json
import random
import sys
from collections import Counter
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.certificate import certificate_from_dict, certificate_to_dict
from graphpuzzles.errors import CertificateError, LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.wiring.certificate import CrossingTerminals, SeparatedTerminals
from graphpuzzles.puzzles.wiring.clause_certificate import ClauseConflict
from graphpuzzles.puzzles.wiring.degree_certificate import DegreeBound
from graphpuzzles.puzzles.wiring.price_certificate import (
    Leaf,
    PriceBound,
    PriceConflict,
    PriceTree,
    Split,
)
from graphpuzzles.puzzles.wiring.prices import rational_prices
from graphpuzzles.puzzles.wiring.program import Multicommodity
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
from graphpuzzles.puzzles.wiring.sweep_certificate import ExhaustedWirings
from tests.puzzles.wiring.wiring_cases import brute_force, numberlinks, random_board, weight_of

SEPARATED = ManhattanWiring(["2100", "1203", "0030"])
CROSSED = ManhattanWiring(["2003", "0000", "3002"])
DISTANCES = ManhattanWiring(["2002", "0000", "3003"])
BULGE = ManhattanWiring(["1000001", "2000002", "1131311"])
# One bridge for two lines, but the network is not planar with or without a wheel.
BRIDGE = Numberlink(
    nx.Graph(
        [(u, v) for u in "abcd" for v in "wxyz"]
        + [("m", c) for c in "abcd"]
        + [("m", "n")]
        + [("n", c) for c in "efgh"]
        + [(u, v) for u in "efgh" for v in "stuv"]
    ),
    {"1": ("a", "e"), "2": ("b", "f")},
)
# Lines that share nodes by halves would be shorter.
GAP = Numberlink(["..A.", ".B..", "...B", "..A#"])
# Both lines have one cell more of one colour of a chessboard, but the board has not.
ODD = Numberlink(["A...", ".B..", "..A.", "...B"], rule="fill", self_touch="allow")
PARITY = Numberlink(["A..", "...", "..A"], rule="fill", self_touch="no_chord")
# Where all cells must be used, prices of lines one by one say little.
FILLED = Numberlink(
    ["A..", "...", "..A"], rule="fill", weights={((0, 0), (0, 1)): 3, ((0, 0), (1, 0)): 3}
)
CHORD = Numberlink(["A.", "A."], self_touch="no_chord", weights={((0, 0), (1, 0)): 9})
PROOFS = {
    "a cut": (SEPARATED, SeparatedTerminals, None, "proof"),
    "a wheel": (CROSSED, CrossingTerminals, None, "proof"),
    "distances": (DISTANCES, PriceBound, 6, "proof"),
    "prices": (BULGE, PriceBound, 12, "proof"),
    "a tree of prices": (GAP, PriceTree, 10, "proof"),
    "a Farkas vector": (BRIDGE, PriceConflict, None, "proof"),
    "clauses": (PARITY, ClauseConflict, None, "proof"),
    "degrees": (FILLED, DegreeBound, 10, "proof"),
    "degrees without an answer": (ODD, DegreeBound, None, "proof"),
    "a sweep": (CHORD, ExhaustedWirings, 9, "recomputed"),
}


@pytest.mark.parametrize("case", PROOFS)
@pytest.mark.parametrize("method", ["auto", "frontier", "flow"])
def test_which_proof_a_board_gets(case, method):
    puzzle, kind, value, strength = PROOFS[case]
    solution = puzzle.solve(method)
    certificate = solution.certificate()
    assert (type(certificate), certificate.strength) == (kind, strength)
    assert certificate.proves(puzzle) == solution.value == value
    assert solution.verify()


def test_a_sweep_does_without_the_solver_of_clauses(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for certificate in (PARITY.solve().certificate(), PARITY.counted("wirings").certificate()):
        assert certificate.strength == "recomputed"
        assert not certificate.proves(PARITY)


@pytest.mark.parametrize("case", PROOFS)
def test_certificates_survive_json_and_say_what_they_prove(case):
    puzzle, *_ = PROOFS[case]
    certificate = puzzle.solve().certificate()
    data = json.loads(json.dumps(certificate_to_dict(certificate)))
    again = certificate_from_dict(data, puzzle.certificates())
    assert again == certificate
    assert str(again) == str(certificate)
    assert len(str(certificate).split()) > 5


@pytest.mark.parametrize("case", PROOFS)
def test_certificates_speak_of_wires_only(case):
    certificate = PROOFS[case][0].solve().certificate()
    with pytest.raises(TypeError, match="wiring certificate"):
        certificate.proves(7)


def refused(certificate, puzzle, message):
    with pytest.raises(CertificateError, match=message):
        certificate.proves(puzzle)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pair": 2}, "no pair number 2"),
        ({"pair": -1}, "no pair number -1"),
        ({"pair": 1}, "exactly the first terminal"),
        ({"side": ()}, "exactly the first terminal"),
        ({"side": (0, 99)}, "does not exist"),
        ({"side": (0, 3)}, "can leave the set|exactly the first"),
    ],
)
def test_a_tampered_cut(change, message):
    refused(replace(SEPARATED.solve().certificate(), **change), SEPARATED, message)


def test_a_cut_that_leaks():
    puzzle = ManhattanWiring(["200", "303", "002"])
    refused(SeparatedTerminals(0, (0,)), puzzle, "from node 0 to node 1")


def test_a_cut_may_run_along_other_terminals_but_not_its_own():
    refused(SeparatedTerminals(0, (0, 1)), ManhattanWiring(["202", "303"]), "can leave")


def swapped(rotation):
    """Turn two neighbours round at the first node where that matters."""
    turns = list(rotation)
    place = next(i for i, turn in enumerate(turns) if len(turn) > 3)
    a, b, *rest = turns[place]
    turns[place] = (b, a, *rest)
    return tuple(turns)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: {"second": c.first}, "the same"),
        (lambda _: {"second": 5}, "no pair number 5"),
        (lambda c: {"rotation": c.rotation[:-1]}, "one turn for every node"),
        (lambda c: {"rotation": ((), *c.rotation[1:])}, "neighbours of node 0"),
        (lambda c: {"rotation": (c.rotation[0] * 2, *c.rotation[1:])}, "neighbours of node 0"),
        (lambda c: {"rotation": swapped(c.rotation)}, "Euler"),
    ],
)
def test_a_tampered_drawing(change, message):
    certificate = CROSSED.solve().certificate()
    refused(replace(certificate, **change(certificate)), CROSSED, message)


def test_a_drawing_of_another_board():
    refused(CROSSED.solve().certificate(), DISTANCES, "neighbours of node")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scale": 0}, "scale"),
        ({"prices": ((99, 1),)}, "does not exist"),
        ({"prices": ((BULGE.model.network.size, 1),)}, "does not exist"),
        ({"prices": ((3, -1),)}, "negative"),
    ],
)
def test_tampered_prices(change, message):
    refused(replace(BULGE.solve().certificate(), **change), BULGE, message)


def test_other_prices_prove_less():
    assert PriceBound(()).proves(BULGE) == PriceBound(((0, 0),)).proves(BULGE) == 10
    assert PriceBound(((5, 10),)).proves(BULGE) <= 10


def test_prices_prove_nothing_where_no_line_exists():
    refused(PriceBound(()), SEPARATED, "no line joins one of the pairs")


def test_prices_that_can_be_paid():
    refused(PriceConflict(()), DISTANCES, "can pay")


def test_half_prices():
    puzzle = ManhattanWiring(["000000000", "000030000", "020000020", "000030000", "000000000"])
    certificate = puzzle.solve("flow").certificate()
    assert (certificate.scale, certificate.proves(puzzle)) == (2, 12)


@pytest.mark.parametrize("value", [None, 10, 14])
def test_a_sweep_that_finds_another_value(value):
    refused(ExhaustedWirings(value), BULGE, f"the sweep finds 12, not {value}")


def test_tampered_degrees():
    bound, none = FILLED.solve().certificate(), ODD.solve().certificate()
    assert (bound.proves(FILLED), none.proves(ODD)) == (10, None)
    for change, message in (
        ({"prices": bound.prices[1:]}, "one price for every node"),
        ({"prices": (*bound.prices, 0)}, "one price for every node"),
        ({"scale": -1}, "scale is negative"),
        ({"prices": (0,) * 9, "scale": 0}, "the links can pay"),
    ):
        refused(replace(bound, **change), FILLED, message)
    refused(replace(none, prices=tuple(-price for price in none.prices)), ODD, "can pay")
    for rule in ("any", "shortest"):
        other = Numberlink.of_board(ODD.board.with_rules(rule, "allow"))
        refused(none, other, "may be left out")


def test_what_edges_save_and_which_there_are():
    # Beyond its weight an edge saves what its ends pay, and no more.
    triangle = nx.Graph()
    triangle.add_weighted_edges_from([("s", "t", 2), ("s", "u", 4), ("t", "u", 1)])
    line = Numberlink(triangle, {"A": ("s", "t")}, rule="fill", weights="weight")
    assert line.board.nodes == ("s", "t", "u")
    for prices, scale, bound in (
        ((0, 0, 0), 1, 0),
        ((1, 0, 0), 1, 1),
        ((1, 0, 0), 2, 1),
        ((3, -2, 3), 1, 5),
        ((4, -2, 3), 1, 5),
        ((3, -1, 3), 1, 5),
        ((3, 0, 3), 1, 4),
        ((3, -2, 2), 1, 4),
    ):
        assert DegreeBound(prices, scale).proves(line) == bound, prices
    # The terminals of two pairs beside each other have no link, those of one pair may.
    square = Numberlink(["AB", "AB"], rule="fill")
    assert DegreeBound((1, 1, 0, 0), 1).proves(square) == 2
    assert DegreeBound((9, 9, 9, 9), 0).proves(Numberlink(["AB", "BA"], rule="fill")) is None


def changed(tree, place, part):
    return replace(tree, parts=(*tree.parts[:place], part, *tree.parts[place + 1 :]))


def test_a_tampered_tree():
    tree = GAP.solve().certificate()
    (split, *_), leaf = tree.parts, tree.parts[-1]
    assert tree.proves(GAP) == 10
    assert isinstance(split, Split)
    assert leaf.scale > 0
    assert PriceBound(()).proves(GAP) == 6
    terminal = GAP.model.network.pairs[0][0]
    for part, message in (
        (Split(terminal, 0), "a node that no line chooses"),
        (Split(-1, 0), "a node that no line chooses"),
        (Split(GAP.model.network.size, 0), "a node that no line chooses"),
        (Split(split.node, len(GAP.board.pairs)), "no pair number"),
        (Split(split.node, -1), "no pair number"),
        (leaf, "goes on after its last leaf"),
    ):
        refused(changed(tree, 0, part), GAP, message)
    refused(replace(tree, parts=tree.parts[:-1]), GAP, "breaks off")
    first = PriceTree((Split(0, 0), Leaf(1, ()), Leaf(1, ())))
    assert first.proves(Numberlink([".A.A"])) == 2
    refused(replace(tree, parts=()), GAP, "breaks off")
    last = len(tree.parts) - 1
    refused(changed(tree, last, leaf._replace(scale=-1)), GAP, "scale is negative")
    refused(changed(tree, last, Leaf(0, ())), GAP, "leaf can pay")
    refused(changed(tree, last, Leaf(1, ((terminal, -1),))), GAP, "negative")


def test_a_tree_whose_leaves_leave_no_room():
    # Both lines have to pass one node, which is given to one of them, and so cuts off the other.
    puzzle = Numberlink(["A#B", "...", "A#B"])
    middle = puzzle.board.index[1, 1]
    apart = Numberlink(["A#A", "...", "B#B"])
    middle_apart = apart.board.index[1, 1]
    tree = PriceTree((Split(middle_apart, 0), Leaf(0, ()), Leaf(0, ())))
    assert tree.proves(apart) is None
    narrow = ((middle_apart, 1),)
    assert PriceTree((Leaf(0, narrow),)).proves(apart) is None
    assert PriceConflict(narrow).proves(apart) is None
    assert PriceTree((Split(middle, 0), Leaf(1, ()), Leaf(1, ()))).proves(puzzle) == 4
    # One leaf leaves room: its bound is that of the tree, whatever the other proves.
    half = Numberlink(["A.A", "...", "B#B"])
    parts = Split(half.board.index[1, 1], 1), Leaf(1, ()), Leaf(0, ())
    assert PriceTree(parts).proves(half) == 6


def test_a_deep_tree_takes_no_more_than_its_size():
    node = GAP.board.index[1, 2]
    parts = (Split(node, 0),) * 20_000
    refused(PriceTree(parts), GAP, "breaks off")
    with pytest.raises(LimitError):
        PriceTree((*parts, Leaf(1, ()))).proves(GAP, Limits(max_seconds=0))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("SeparatedTerminals", {"pair": True, "side": []}),
        ("SeparatedTerminals", {"pair": 0, "side": "01"}),
        ("SeparatedTerminals", {"pair": 0}),
        ("CrossingTerminals", {"first": 0, "second": 1, "rotation": 5}),
        ("CrossingTerminals", {"first": 0, "second": 1, "rotation": [5]}),
        ("PriceBound", {"prices": [[1]], "scale": 1}),
        ("PriceBound", {"prices": [[1, 2], [1, 3]], "scale": 1}),
        ("PriceBound", {"prices": 3, "scale": 1}),
        ("PriceBound", {"prices": [], "scale": 0.5}),
        ("PriceConflict", {"prices": [["a", 1]]}),
        ("ExhaustedWirings", {"value": "12"}),
        ("ExhaustedWirings", {"value": True}),
        ("CountedWirings", {"value": "x"}),
        ("PriceTree", {"parts": 3}),
        ("PriceTree", {"parts": [[1]]}),
        ("PriceTree", {"parts": [[1, True]]}),
        ("PriceTree", {"parts": [{"scale": 1}]}),
        ("PriceTree", {"parts": [{"scale": 1.0, "prices": []}]}),
    ],
)
def test_data_that_are_no_certificate(name, data):
    strength = "recomputed" if "Wirings" in name else "proof"
    with pytest.raises(ValueError, match=r"not the data|two prices|expected an integer"):
        certificate_from_dict(
            {"type": name, "strength": strength, **data}, Numberlink.certificates()
        )


def test_the_claimed_value_must_be_the_proved_one():
    data = BULGE.solve().to_dict()
    data["value"] = 11
    with pytest.raises(CertificateError, match=r"proves 12, the answer attains 12"):
        ManhattanWiring.solution_from_dict(data).verify()


def test_an_answer_that_is_not_the_shortest_is_refused():
    solution = DISTANCES.solve()
    longer = Wiring(
        {
            "2": ((0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (0, 3)),
            "3": solution.answer.paths["3"],
        }
    )
    assert DISTANCES.check(longer) == 8
    with pytest.raises(CertificateError, match="the answer attains 8"):
        replace(solution, answer=longer).verify()


@given(numberlinks(), st.lists(st.integers(0, 6), min_size=16, max_size=16), st.integers(1, 4))
@settings(max_examples=150)
def test_no_prices_prove_too_much(puzzle, prices, scale):
    weights = [weight_of(puzzle, paths) for paths in brute_force(puzzle)]
    named = tuple((u, prices[u]) for u in range(puzzle.model.network.size) if prices[u])
    try:
        bound = PriceBound(named, scale).proves(puzzle)
    except CertificateError:
        assert not weights
        return
    assert all(bound <= weight for weight in weights)
    if weights:
        with pytest.raises(CertificateError, match="can pay"):
            PriceConflict(named).proves(puzzle)


@given(numberlinks())
@settings(max_examples=100)
def test_sweeps_confirm_exactly_the_truth(puzzle):
    best = min((weight_of(puzzle, paths) for paths in brute_force(puzzle)), default=None)
    assert ExhaustedWirings(best).proves(puzzle) == best


def test_how_often_the_relaxation_is_tight():
    rng = random.Random(11)
    classes = Counter()
    for _ in range(60):
        puzzle = ManhattanWiring(random_board(rng, 7, 7, 0.2))
        network = puzzle.model.network
        if puzzle.model.bounds.separated is not None:
            classes["separated"] += 1
            continue
        relaxed = Multicommodity(network).relax()
        value = puzzle.solve("frontier").value
        proved = rational_prices(network, relaxed.prices, value)
        classes["infeasible" if value is None else "feasible", proved is not None] += 1
    assert classes == {
        "separated": 12,
        ("feasible", True): 42,
        ("feasible", False): 1,
        ("infeasible", True): 5,
    }
