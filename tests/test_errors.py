"""Exceptions keep what they carry, also through pickle; limits are checked."""

import pickle
import random

import numpy as np
import pytest

from graphpuzzles import ConnectingGame, Limits, Minesweeper, Numberlink, errors
from graphpuzzles.limits import Meter

ALL = [
    errors.ParseError(3, 1, "a number", "'x'", source="a.txt"),
    errors.PuzzleError("wrong", where=(1, 2)),
    errors.WriteError("weights", "no place"),
    errors.ExportError("node a"),
    errors.RuleError("wrong", where=(1,)),
    errors.CertificateError("wrong"),
    errors.NotApplicableError("too large"),
    errors.NoSolutionError("none", solution="proof"),
    errors.InconsistentBoardError("clues", clues=((0, 1),), total=True),
    errors.LimitError("max_states", "5 states", solution="partial"),
    errors.StoreError("runs/manifest.json", "JSON", "nothing"),
    errors.DisagreementError("a says 1, b says 2", {"name": "x"}),
    errors.MissingDependencyError("matplotlib", "draw"),
]


def test_every_exception_is_here():
    assert {type(error).__name__ for error in ALL} | {"GraphPuzzlesError", "require_kind"} == set(
        errors.__all__
    )


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_exceptions_survive_pickle(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.__dict__ == error.__dict__
    assert isinstance(error, errors.GraphPuzzlesError)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"max_states": -1}, ValueError),
        ({"max_states": 1.5}, TypeError),
        ({"max_states": True}, TypeError),
        ({"max_states": "5"}, TypeError),
        ({"max_seconds": -0.1}, ValueError),
        ({"max_seconds": float("nan")}, ValueError),
        ({"max_seconds": "5"}, TypeError),
        ({"max_steps": -3}, ValueError),
    ],
)
def test_limits_refuse_what_is_no_limit(options, error):
    with pytest.raises(error):
        Limits(**options)


def test_limits_take_numpy_integers_and_show_what_is_given():
    limits = Limits(max_states=np.int64(5), max_seconds=1)
    assert repr(limits) == "Limits(max_states=5, max_seconds=1.0)"
    assert type(limits.max_states) is int
    assert repr(Limits()) == "Limits()"


@pytest.mark.parametrize("name", ["states", "expanded", "memory"])
def test_a_limit_is_exceeded_beyond_its_number(name):
    meter = Meter(Limits(**{f"max_{name}": 5}))
    assert meter.exceeded(**{name: 5}) is None
    assert meter.exceeded(**{name: 6}) == f"max_{name}"


def test_progress_is_told_and_can_stop():
    events = []
    meter = Meter(Limits(), events.append)
    assert meter.report("search", depth=3, states=7) is None
    assert (events[0].stage, events[0].depth, events[0].states) == ("search", 3, 7)
    assert Meter(Limits(), lambda _: True).report("search") == "stopped"
    assert Meter(Limits()).report("search") is None


@pytest.mark.parametrize(
    "sample",
    [
        ConnectingGame(["AA", "BC"]).minimum_cuts.sample,
        Minesweeper([[1, -1]]).sample,
        Numberlink(["A.A"]).sample,
    ],
    ids=["cut", "layout", "wiring"],
)
def test_a_seed_is_no_source_of_random_numbers(sample):
    sample(random.Random(1))
    with pytest.raises(TypeError, match=r"^expected a random\.Random, not 1$"):
        sample(1)


def test_what_was_given_instead_is_cut_short():
    with pytest.raises(TypeError, match=r"^expected a Limits, not \[0, 1, 2, 3, 4, 5, \.{3}\]$"):
        errors.require_kind([*range(10**4)], Limits)
