"""What `Solution.verify` refuses: every place of a written solution changed, one at a time."""

import copy
import json
from dataclasses import dataclass, replace

import pytest

from graphpuzzles import PUZZLES, ConnectingGame, Status, WinnerQuestion, load
from graphpuzzles.certificate import Certificate, verified
from graphpuzzles.errors import CertificateError, LimitError, RuleError
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.outcome import GraphPath
from graphpuzzles.puzzle import Solution
from graphpuzzles.puzzles._template import DigitDescent
from graphpuzzles.text import integer_from_json, integer_to_json

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
    assert len(certificates) > sum(len(cls.certificates()) for cls, _ in SMALL) // 4
    data = ConnectingGame(["AB"]).solve().to_dict()
    del certificates["ContactDistances"]
    for certificate in certificates.values():
        with pytest.raises((CertificateError, ValueError), match="certificate"):
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


@dataclass(frozen=True)
class Said(Certificate):
    """Proves whatever it is told to, of the question that it is told."""

    what: object
    question: str = "value"
    others: tuple = ()

    def proves(self, puzzle, limits=UNLIMITED):
        Meter(limits).require("nothing was looked at", states=len(str(puzzle)))
        return self.what

    def examine(self, puzzle, answer, limits=UNLIMITED):
        return super().examine(puzzle, answer, limits) | dict(self.others)

    def to_dict(self):
        return {"what": self.what, "question": self.question}

    @classmethod
    def from_dict(cls, data):
        return cls(data["what"], data["question"])


class Digits(DigitDescent):
    @classmethod
    def certificates(cls):
        return (Said,)

    @classmethod
    def counts(cls):
        return {"digits": lambda puzzle, _limits: (4, lambda: Said(4, "digits"))}


DIGITS = Digits(("11", "11"))


def gave_up(bounds, proved, answer=None, **changes):
    data = {"status": Status.LIMIT, "bounds": bounds, "answer": answer, **changes}
    return Solution(puzzle=DIGITS, method="m", prove=lambda: Said(proved, "bound"), **data)


def test_who_gave_up_can_prove_a_lower_bound_and_no_more():
    assert gave_up((5, None), 5).claims() == {"bound": "proof"}
    again = Digits.solution_from_dict(json.loads(json.dumps(gave_up((5, None), 5).to_dict())))
    assert again.status is Status.LIMIT
    assert again.verify()


WAY = DIGITS.solve().answer


@pytest.mark.parametrize(
    "solution",
    [
        gave_up((5, None), 4),
        gave_up((None, None), 4),
        gave_up((2, 4), 2, WAY),
        gave_up((2, 3), 2),
        gave_up((2, None), 2, WAY),
        gave_up((3, 3), 3, WAY, value=3),
        gave_up((2, None), 2.0),
    ],
)
def test_bounds_that_are_not_proved_are_refused(solution):
    with pytest.raises(CertificateError, match=r"bound is|value is"):
        solution.verify()


def test_an_upper_bound_is_attained_by_the_answer():
    assert GraphPath(("r0c0", "r0c1", "r1c1")) == WAY or DIGITS.check(WAY) == 3
    assert gave_up((2, 3), 2, WAY).verify()


@pytest.mark.parametrize("question", ["bound", "digits"])
def test_a_certificate_of_another_question_proves_no_value(question):
    solution = DIGITS.solve()
    forged = replace(solution, prove=lambda: Said(solution.value, question))
    with pytest.raises(CertificateError, match=f"speaks of the {question}, not of the value"):
        forged.verify()


def test_a_bound_is_not_proved_by_a_value():
    with pytest.raises(CertificateError, match="speaks of the value, not of the bound"):
        replace(gave_up((5, None), 5), prove=lambda: Said(5)).verify()


def test_a_count_is_proved_and_comes_back_from_json():
    count = DIGITS.counted("digits")
    assert (str(count), count.verify(), count.claims()) == ("4", True, {"digits": "proof"})
    data = json.loads(json.dumps(count.to_dict()))
    assert Digits.count_from_dict(data).verify()
    for value in (5, 4.0, True, [4], None):
        with pytest.raises((CertificateError, ValueError)):
            Digits.count_from_dict({**data, "value": value}).verify()
    with pytest.raises(CertificateError, match="speaks of the digits, not of the value"):
        Digits.count_from_dict({**data, "question": "value"}).verify()
    with pytest.raises(CertificateError, match="left out"):
        Digits.count_from_dict(count.to_dict(certificate=False)).verify()
    with pytest.raises(ValueError, match="no count 'others'; it has digits"):
        DIGITS.counted("others")
    with pytest.raises(ValueError, match="it has no counts"):
        DigitDescent(("1",)).counted("digits")


def test_a_great_count_comes_back_from_json():
    for number in (10**4000 - 1, 10**4000, -(10**5000)):
        assert integer_from_json(json.loads(json.dumps(integer_to_json(number)))) == number
    for data in (True, 1.0, None, "", "x", "0x", "1 ", "0xG", "9" * 4001):
        with pytest.raises(ValueError, match="expected an integer"):
            integer_from_json(data)


def test_a_check_that_reaches_a_limit_proves_nothing():
    solution = replace(DIGITS.solve(), prove=lambda: Said(3))
    with pytest.raises(LimitError, match="max_states reached: nothing was looked at"):
        solution.verify(Limits(max_states=1))


def test_every_claim_has_a_strength_of_its_own():
    parts = (("layouts", "recomputed"), ("totals", "unchecked"))
    solution = DIGITS.solve()
    rich = replace(solution, prove=lambda: Said(solution.value, others=parts))
    told = "value: proof verified; layouts: verified by recomputing; totals: not checked"
    assert verified(rich.claims()) == told
    assert verified(solution.claims()) == "proof verified"


@each_small
def test_a_solution_is_printed_as_a_line_that_a_person_reads(cls, text):
    solution = next(cls.read(text)).solve()
    assert str(solution) == f"{cls.name}: {solution.told} (method {solution.method})"
    assert str(solution).isprintable()
