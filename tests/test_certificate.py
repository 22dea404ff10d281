"""The certificates that fit any puzzle, and what all certificates share."""

import itertools
import random
from collections import Counter

import networkx as nx
import pytest

from graphpuzzles.certificate import (
    VERIFIED,
    Potentials,
    Trivial,
    certificate_from_dict,
    certificate_to_dict,
    refuse,
    verified,
)
from graphpuzzles.errors import CertificateError


class Roads:
    """Arcs with weights, from "s" to "t"; standing at the start costs something too."""

    def __init__(self, arcs, cost=0):
        self._arcs, self.cost = arcs, cost

    def arcs(self):
        return self._arcs

    def ends(self):
        return "s", "t", self.cost


LINE = Roads([("s", "a", 2), ("a", "t", 3), ("t", "s", 0)], cost=1)


@pytest.mark.parametrize(
    ("potential", "proved"),
    [
        ({"s": 1, "a": 3, "t": 6}, 6),
        ({"s": 1, "a": 3, "t": 5}, 5),  # a weaker bound is a bound
        ({"s": 0, "a": 0, "t": 0}, 0),
        ({"s": -3, "a": -1, "t": 2}, 2),
        ({"t": 1}, 1),  # what is missing counts as the goal
        ({"s": 1, "t": 3}, 3),
    ],
)
def test_potentials_that_hold(potential, proved):
    assert Potentials(potential).proves(LINE) == proved


@pytest.mark.parametrize(
    ("potential", "told"),
    [
        ({"s": 2, "a": 3, "t": 6}, "the potential of the start is too large"),
        ({"t": 2}, "the potential of the start is too large"),
        ({"a": 0}, "the potential of the start is too large"),
        ({}, "the potential of the start is too large"),
        ({"s": 1, "a": 4, "t": 6}, "rises too much from s to a"),
        ({"s": 1, "a": 3, "t": 7}, "rises too much from a to t"),
        ({"s": 1, "t": 4}, "rises too much from s to a"),  # a counts as 4
        ({"s": 1, "a": 3}, "rises too much from a to t"),  # t counts as infinite
        ({"s": 1}, "rises too much from s to a"),
    ],
)
def test_potentials_that_do_not_hold(potential, told):
    with pytest.raises(CertificateError, match=rf"^the certificate fails: .*{told}$"):
        Potentials(potential).proves(LINE)


def test_a_closed_set_of_nodes_shows_that_there_is_no_way():
    roads = Roads([("s", "a", 1), ("b", "t", 1), ("b", "a", 5)])
    assert Potentials({"s": 0, "a": 0}).proves(roads) is None
    assert Potentials({"s": 0, "a": 1}).proves(roads) is None
    assert Potentials({"s": 0, "a": 0, "t": 10**30}).proves(roads) == 10**30
    assert Potentials({"s": 0}).proves(Roads([("b", "t", 10**400)])) is None


def test_potentials_speak_of_graphs_alone():
    with pytest.raises(TypeError, match=r"^potentials speak of a graph, not of int$"):
        Potentials({"t": 0}).proves(5)


def random_roads(rng):
    nodes = ["s", "t", *"abc"]
    pairs = rng.sample(list(itertools.permutations(nodes, 2)), rng.randint(1, 9))
    return Roads([(u, v, rng.randint(0, 4)) for u, v in pairs], rng.randint(0, 2))


def test_no_potentials_prove_more_than_the_shortest_path():
    """Distances up to it prove it; whatever else holds proves no more."""
    rng = random.Random(5)
    found = Counter()
    for _ in range(2_000):
        roads = random_roads(rng)
        graph = nx.DiGraph()
        graph.add_weighted_edges_from(roads.arcs())
        graph.add_nodes_from("st")
        away = nx.single_source_dijkstra_path_length(graph, "s")
        truth = roads.cost + away["t"] if "t" in away else None
        most = away.get("t", 100)  # nodes beyond the goal count as it does
        exact = {node: roads.cost + min(steps, most) for node, steps in away.items()}
        assert Potentials(exact).proves(roads) == truth
        known = [node for node in graph if rng.random() < 0.8]
        guess = {node: exact.get(node, 5) + rng.choice((-1, 0, 0, 0, 1)) for node in known}
        try:
            proved = Potentials(guess).proves(roads)
        except CertificateError:
            found["refused"] += 1
            continue
        found["none" if proved is None else "exact" if proved == truth else "bound"] += 1
        assert truth is None or (proved is not None and proved <= truth)
    assert min(found[kind] for kind in ("refused", "none", "exact", "bound")) > 20, found


def test_potentials_come_back_from_data():
    data = {"type": "Potentials", "strength": "proof", "potential": {"s": 1, "t": 2**70}}
    certificate = certificate_from_dict(data)
    assert certificate == Potentials({"s": 1, "t": 2**70})
    assert certificate_to_dict(certificate) == data
    assert certificate.to_dict()["potential"] is not certificate.potential
    assert repr(certificate) == "Potentials(2 nodes)"


@pytest.mark.parametrize("value", [1.0, True, "1", None])
def test_potentials_are_integers(value):
    with pytest.raises(ValueError, match=r"^potentials are integers$"):
        Potentials.from_dict({"potential": {"s": 0, "t": value}})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "there is no certificate class None"),
        ({"type": "Magic", "strength": "proof"}, "there is no certificate class 'Magic'"),
        ({"type": ["Trivial"], "strength": "proof"}, "there is no certificate class"),
        ({"type": "Trivial"}, "a Trivial has strength 'proof', not None"),
        (
            {"type": "Trivial", "strength": "recomputed"},
            "a Trivial has strength 'proof', not 'rec",
        ),
        ({"type": "Trivial", "strength": "proof", "more": 1}, "a trivial certificate carries no"),
        (
            {"type": "Potentials", "strength": "proof"},
            "not the data of a Potentials: the field '[a-z]+' is missing",
        ),
        (
            {"type": "Potentials", "strength": "proof", "potential": 5},
            "not the data of a Potentials: TypeError",
        ),
    ],
)
def test_data_of_no_certificate_are_refused(data, told):
    with pytest.raises(ValueError, match=f"^{told}"):
        certificate_from_dict(data)


class Magic(Trivial):
    """A class of a puzzle's own, of another strength."""

    strength = "recomputed"


def test_a_class_of_a_puzzle_is_found_among_those_it_names():
    data = {"type": "Magic", "strength": "recomputed"}
    assert type(certificate_from_dict(data, [Magic])) is Magic
    assert data == {"type": "Magic", "strength": "recomputed"}


def test_a_trivial_certificate_proves_the_least_of_two_values():
    assert Trivial().proves(object()) is False
    assert Trivial() == Trivial()
    assert Trivial() != 5
    assert hash(Trivial()) == hash(Trivial())
    assert certificate_to_dict(Trivial()) == {"type": "Trivial", "strength": "proof"}
    assert repr(Trivial()) == "Trivial()"


def test_what_an_answer_claims_beyond_its_value_is_nothing_by_default():
    assert Trivial().examine(None, None) == {"value": "proof"}
    assert Magic().examine(None, None) == {"value": "recomputed"}


@pytest.mark.parametrize(
    ("claims", "told"),
    [
        *(({"value": strength}, words) for strength, words in VERIFIED.items()),
        ({"a": "proof", "b": "proof"}, "proof verified"),
        (
            {"a": "unchecked", "b": "proof", "c": "unchecked"},
            "a, c: not checked; b: proof verified",
        ),
    ],
)
def test_what_is_said_of_claims(claims, told):
    assert verified(claims) == told


def test_a_refusal_names_the_condition():
    assert str(refuse("two is not three")) == "the certificate fails: two is not three"
