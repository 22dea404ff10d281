"""What `Solution.verify` refuses: every place of a written solution changed, one at a time."""

import copy
import json

import pytest

from graphpuzzles import PUZZLES, ConnectingGame, Status, WinnerQuestion, load
from graphpuzzles.certificate.registry import MODULES
from graphpuzzles.errors import CertificateError, RuleError

SMALL = [
    (load(name), min((text for text, value in load(name).EXAMPLES.items() if value), key=len))
    for name in PUZZLES
]
each_small = pytest.mark.parametrize(("cls", "text"), SMALL, ids=[cls.name for cls, _ in SMALL])

STRANGE = (
    *(None, True, False, 0, -1, 3, 1.0, float("nan"), float("inf"), 2**63, 2**100),
    *("", "A", "\ud800", "limit", [], [[]], ["A"], [[1, 2]], {}, {"a": 1}),
)


def places(data, path=()):
    """Yield the path of everything in nested dictionaries and lists."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(pairs):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def changed(data, path, value):
    data = copy.deepcopy(data)
    parent = data
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return data


def written(cls, text):
    return json.loads(json.dumps(next(cls.read(text)).solve().to_dict()))


@each_small
def test_strange_data_never_crash_and_never_prove_a_false_value(cls, text):
    original = written(cls, text)
    found = [path for path in places(original) if path[0] != "stats"]
    for path in found[:: max(1, len(found) // 60)]:
        for value in STRANGE:
            data = changed(original, path, value)
            try:
                restored = cls.solution_from_dict(data)
                restored.verify()
            except (CertificateError, RuleError, ValueError):
                continue
            again = restored.puzzle.solve()
            assert (again.status, repr(again.value)) == (restored.status, repr(restored.value))


@each_small
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("status",), "limit"),
        (("status",), "infeasible"),
        (("value",), None),
        (("bounds", 0), 10**6),
        (("bounds", 1), -1),
    ],
)
def test_a_claim_that_the_proof_does_not_carry(cls, text, path, value):
    data = changed(written(cls, text), path, value)
    with pytest.raises(CertificateError):
        cls.solution_from_dict(data).verify()


@pytest.mark.parametrize(
    ("puzzle", "values"),
    [
        (ConnectingGame(["A"]), (1.0, True)),
        (ConnectingGame(["A"], weights={"A": 0}), (0.0, False)),
        (WinnerQuestion(["A"]), (1, 1.0)),
        (WinnerQuestion(["AB", "CD"]), (0, 0.0)),
    ],
)
def test_an_equal_value_of_another_type_is_another_value(puzzle, values):
    data = puzzle.solve().to_dict()
    for value in values:
        forged = puzzle.solution_from_dict({**data, "value": value, "bounds": [None, None]})
        with pytest.raises(CertificateError, match="the value claimed"):
            forged.verify()


def test_bounds_may_be_left_out():
    puzzle = ConnectingGame(["A"])
    assert puzzle.solution_from_dict({**puzzle.solve().to_dict(), "bounds": [None, None]}).verify()


def test_a_certificate_about_another_kind_of_puzzle_is_refused():
    certificates = {}
    for cls, _ in SMALL:
        for text in cls.EXAMPLES:
            solution = next(cls.read(text)).solve()
            if solution.status is not Status.LIMIT:
                certificate = solution.to_dict()["certificate"]
                certificates[certificate["type"]] = certificate
    assert len(certificates) > len(MODULES) // 3
    data = ConnectingGame(["AB"]).solve().to_dict()
    del certificates["ContactDistances"]
    for certificate in certificates.values():
        with pytest.raises(CertificateError):
            ConnectingGame.solution_from_dict({**data, "certificate": certificate}).verify()


@pytest.mark.parametrize("label", [[], {}, None, 1.0, True])
def test_what_is_no_label_is_not_on_the_board(label):
    question = WinnerQuestion([[1, 2], [3, 4]])
    data = question.solve().to_dict()
    forged = question.solution_from_dict({**data, "answer": {"red": [label]}})
    with pytest.raises(RuleError, match="not on the board"):
        forged.verify()
    game = ConnectingGame([[1]])
    data = game.solve().to_dict()
    data["answer"]["labels"] = [label]
    with pytest.raises(RuleError, match="the labels are"):
        game.solution_from_dict(data).verify()
