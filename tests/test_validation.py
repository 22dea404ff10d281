"""Cross-validation: who votes, and what happens when methods disagree."""

import re
from dataclasses import replace

import pytest

from graphpuzzles import (
    ConnectingGame,
    Limits,
    ManhattanWiring,
    Snake,
    Status,
    cross_validate,
    validation,
)
from graphpuzzles.errors import (
    CertificateError,
    DisagreementError,
    LimitError,
    NotApplicableError,
    RuleError,
)
from graphpuzzles.puzzle import GraphPath, Method, Outcome, Solution
from graphpuzzles.puzzles._template import DigitDescent
from graphpuzzles.puzzles.connecting_game import methods

BOARD = ["AAB", "ACD", "CCD"]


def test_the_result_reads_well_and_goes_to_json():
    result = cross_validate(ConnectingGame(BOARD))
    assert repr(result).startswith("CrossValidation: 4 (confirmed)\n")
    data = result.to_dict()
    assert (data["confirmed"], data["status"], data["value"]) == (True, "solved", 4)
    assert [run["method"] for run in data["runs"]] == ["dual", "flow", "layers", "bounds"]
    assert data["runs"][0]["claims"] == {"value": "proof"}
    assert data["runs"][3]["skipped"] == "it is for on_disconnected='bounds'"


def test_the_table_says_how_strong_a_verified_certificate_is():
    told = [
        validation.describe(
            validation.Run(method="m", family="f", status=Status.SOLVED, value=4, claims=claims)
        )
        for claims in ({}, {"a": "proof"}, {"a": "recomputed"}, {"a": "proof", "b": "unchecked"})
    ]
    assert told == [
        "solved 4",
        "solved 4, proof verified",
        "solved 4, verified by recomputing",
        "solved 4, a: proof verified; b: not checked",
    ]


def test_the_table_says_what_a_method_that_gave_up_has_proved():
    snake = Snake.parse(next(iter(Snake.EXAMPLES)))
    result = cross_validate(snake, ["bfs"], limits=Limits(max_states=1))
    assert result.solutions[0].bounds == (3, 13)
    assert result.table().endswith(" limit, at least 3, at most 13")
    assert result.to_dict()["runs"][0]["bounds"] == [3, 13]


def test_a_method_is_told_in_one_line():
    told = repr(ConnectingGame.methods()["flow"])
    assert re.fullmatch(r"Method\('maximum flow', \w+\)", told)


def test_one_family_confirms_nothing():
    result = cross_validate(ConnectingGame(BOARD), ["dual", "layers"])
    assert not result.confirmed
    assert "not confirmed" in repr(result)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ConnectingGame(BOARD).solve(),), "expected a puzzle, not Solution"),
        ((ConnectingGame,), "expected a puzzle, not <class"),
        ((ConnectingGame(BOARD), "flow"), r"such as \['flow'\], not one string"),
    ],
)
def test_arguments_of_another_kind_are_refused(arguments, message):
    with pytest.raises(TypeError, match=message):
        cross_validate(*arguments)


def test_a_limit_has_no_vote():
    result = cross_validate(ConnectingGame(BOARD), limits=Limits(max_states=1))
    assert not result.confirmed
    assert result.status is Status.LIMIT
    assert result.value is None
    assert "limit" in repr(result)


def test_a_slow_method_runs_when_it_is_named(monkeypatch):
    monkeypatch.setattr(methods, "FLOW_REGIONS", 3)
    game = ConnectingGame(BOARD)
    assert not cross_validate(game).confirmed
    assert cross_validate(game, ["dual", "flow"]).confirmed


def test_an_impossible_board_is_confirmed():
    result = cross_validate(ConnectingGame(["A"], forbidden="A"))
    assert result.confirmed
    assert result.status is Status.INFEASIBLE
    assert "infeasible" in repr(result)


def methods_with(change):
    honest = DigitDescent.methods()

    def run(puzzle, limits, progress):
        return change(honest["dijkstra"].run(puzzle, limits, progress))

    return {**honest, "wrong": Method("wrong", run)}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda o: replace(o, value=o.value + 1), DisagreementError),
        (
            lambda o: replace(o, status=Status.INFEASIBLE, value=None, answer=None),
            DisagreementError,
        ),
        (
            lambda o: replace(o, answer=GraphPath(("0,0", "1,0", "1,1", "1,2")), value=o.value),
            CertificateError,
        ),
        (lambda o: replace(o, answer=GraphPath(("0,0", "0,1", "0,2"))), RuleError),
        (lambda o: replace(o, prove=None), CertificateError),
        (
            lambda o: Outcome(status=Status.LIMIT, answer=GraphPath(("0,0", "0,1", "0,2"))),
            RuleError,
        ),
    ],
)
def test_a_wrong_method_is_found_out(monkeypatch, change, error):
    wrong = methods_with(change)
    monkeypatch.setattr(DigitDescent, "methods", lambda: wrong)
    with pytest.raises(error):
        cross_validate(DigitDescent(("019", "281")))


def test_a_disagreement_carries_the_puzzle(monkeypatch):
    wrong = methods_with(lambda o: replace(o, value=99))
    monkeypatch.setattr(DigitDescent, "methods", lambda: wrong)
    puzzle = DigitDescent(("019", "281"))
    with pytest.raises(DisagreementError, match="table says solved 10, wrong says solved 99") as e:
        cross_validate(puzzle, ["table", "wrong"])
    data = dict(e.value.puzzle)
    assert data.pop("name") == "digit-descent"
    assert DigitDescent.from_dict(data) == puzzle


def test_a_method_that_cannot_take_the_limits_is_skipped_with_its_reason(monkeypatch):
    def refuse(_puzzle, limits, _progress):
        assert limits == Limits(max_steps=10)
        raise NotApplicableError("it counts no steps")

    kept = DigitDescent.methods()
    choosy = {"choosy": Method("another", refuse), **kept}
    monkeypatch.setattr(DigitDescent, "methods", classmethod(lambda _cls: choosy))
    result = cross_validate(DigitDescent(("12", "34")), limits=Limits(max_steps=10))
    assert result.runs[0].skipped == "it counts no steps"
    assert [run.method for run in result.runs] == ["choosy", *kept]


def test_a_proof_that_would_take_too_long_to_check_is_said_to_be_unchecked(monkeypatch):
    def claims(_solution, limits):
        raise LimitError("max_states", str(limits))

    monkeypatch.setattr(Solution, "claims", claims)
    result = cross_validate(ConnectingGame(BOARD), ["dual"], limits=Limits(max_states=99))
    assert result.table().endswith(" solved 4, not checked")
    assert result.runs[0].claims == {"value": "unchecked"}


def test_steps_are_no_limit_of_a_search_by_weights():
    wiring = ManhattanWiring.parse(next(iter(ManhattanWiring.EXAMPLES)))
    result = cross_validate(wiring, limits=Limits(max_steps=10))
    skipped = {run.method: run.skipped for run in result.runs}
    assert skipped["search"].endswith("give cutoff instead of max_steps")
    assert skipped["frontier"] == ""
