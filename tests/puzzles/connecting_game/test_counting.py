"""The number of minimum cuts: against brute force, and its certificate on cells."""

import json

import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles import ConnectingGame, Limits
from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
)
from graphpuzzles.puzzles.connecting_game.certificate import ContactCount, ContactDistances
from tests import oracles
from tests.puzzles.connecting_game.strategies import all_minimum_cuts, games, random_game

SEEN = {"one": 0, "several": 0, "none": 0, "refused": 0}


@settings(max_examples=500)
@given(games())
def test_counts_are_those_of_brute_force_and_every_proof_holds(game):
    areas, labels = oracles.label_areas(game.given())
    value, sets = all_minimum_cuts(game, areas, labels)
    weights = game.cell_weights()
    free = [area for area, label in zip(areas, labels, strict=True) if label not in game.forbidden]
    one = next if not game.weights_add else None
    pays = [
        int(weights[one(iter(area))]) if one else sum(int(weights[cell]) for cell in area)
        for area in free
    ]
    if value is None:
        with pytest.raises(NoSolutionError, match="there is no cut"):
            game.counted("minimum_cuts")
        SEEN["none"] += 1
    elif 0 in pays:
        with pytest.raises(NotApplicableError, match="positive weights"):
            game.counted("minimum_cuts")
        SEEN["refused"] += 1
    else:
        count = game.counted("minimum_cuts")
        assert count.value == len(sets) == game.minimum_cuts.count
        again = ConnectingGame.count_from_dict(json.loads(json.dumps(count.to_dict())))
        assert again.claims() == {"minimum_cuts": "recomputed"}
        SEEN["one" if len(sets) == 1 else "several"] += 1


def test_the_random_games_were_of_every_class():
    assert min(SEEN.values()) > 20


def test_a_count_beyond_64_bits_is_verified():
    side = 50
    game = ConnectingGame(np.arange(side * side).reshape(side, side))
    count = game.counted("minimum_cuts")
    assert count.value > 2**64
    assert count.verify()


def changed(game, value):
    data = game.counted("minimum_cuts").to_dict()
    data["value"] = value
    return ConnectingGame.count_from_dict(data)


def test_a_wrong_count_is_refused():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    assert changed(game, 2).verify()
    for value in (1, 3):
        with pytest.raises(CertificateError, match="minimum_cuts"):
            changed(game, value).verify()


@pytest.mark.parametrize("seed", range(20))
def test_changed_distances_give_the_count_or_nothing(seed):
    """Any distances that hold, and at which a cut is attained, count the same cuts."""
    game = random_game(seed, 4, 4, 8)
    count = game.counted("minimum_cuts")
    honest = count.certificate().distances
    accepted = refused = 0
    for region in range(game.regions.count):
        for by in (-1, 1):
            distances = honest + np.where(game.regions.of == region, by, 0)
            try:
                assert ContactCount(distances).proves(game) == count.value
                accepted += 1
            except CertificateError:
                refused += 1
    assert refused > accepted


def test_distances_that_prove_too_little_count_nothing():
    game = ConnectingGame(["AB", "CD"])
    with pytest.raises(CertificateError, match="prove too little"):
        ContactCount(np.zeros((2, 2), dtype=np.int64)).proves(game)


def test_areas_that_cost_nothing_are_not_counted():
    game = ConnectingGame(["AB"], weights={"A": 0, "B": 1})
    with pytest.raises(CertificateError, match="costs nothing"):
        ContactCount(np.array([[0, 1]])).proves(game)
    free = ConnectingGame(["AB"], weights={"A": 1, "B": 0}, forbidden="B")
    with pytest.raises(CertificateError, match="last side is forbidden"):
        ContactCount(np.array([[1, 1]])).proves(free)


def test_labels_kept_whole_are_not_counted():
    game = ConnectingGame(["ABA"], on_disconnected="bounds")
    with pytest.raises(NotApplicableError, match="not connected"):
        game.counted("minimum_cuts")
    with pytest.raises(CertificateError, match="not connected"):
        ContactCount(np.array([[2, 3, 2]])).proves(game)


def test_split_labels_are_counted_piece_by_piece():
    game = ConnectingGame(["ABA", "ABA", "BBB"], on_disconnected="split")
    count = game.counted("minimum_cuts")
    pieces = oracles.pieces(game.given())
    _, sets = oracles.all_cuts(pieces, [len(piece) for piece in pieces], (), 3, 3)
    assert count.value == len(sets)
    assert count.verify()


def test_a_certificate_of_the_value_counts_nothing():
    game = ConnectingGame(["AAB", "ACD", "CCD"])
    data = game.counted("minimum_cuts").to_dict()
    data["certificate"] = {**data["certificate"], "type": "ContactDistances", "strength": "proof"}
    assert isinstance(ConnectingGame.count_from_dict(data).certificate(), ContactDistances)
    with pytest.raises(CertificateError):
        ConnectingGame.count_from_dict({**data, "value": 4}).verify()


def test_counting_keeps_to_its_limits():
    game = random_game(1)
    for limits in (Limits(max_states=13), Limits(max_seconds=0)):
        with pytest.raises(LimitError):
            game.counted("minimum_cuts", limits=limits)
    count = game.counted("minimum_cuts", limits=Limits(max_states=14))
    assert count.verify(Limits(max_states=36, max_memory=100_000))
    for limits in (Limits(max_states=35), Limits(max_memory=10_000), Limits(max_seconds=0)):
        with pytest.raises(LimitError):
            count.verify(limits)
