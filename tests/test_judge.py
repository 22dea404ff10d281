"""Somebody's answers, right and wrong in every way that a verdict names."""

import functools
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpuzzles import (
    ConnectingGame,
    Hexerpent,
    ManhattanWiring,
    Minesweeper,
    Snake,
    WinnerQuestion,
)
from graphpuzzles.errors import ParseError
from graphpuzzles.judge import Ruling, VerdictKind, judge_answers, read_answer_lines
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles import PUZZLES, load
from tests.deeds import Deed

GAME = ConnectingGame(["AAB", "ACD", "CCD"])  # 4
SNAKE = Snake.parse("2 2 2\n2 2\n2 1\n0\n")  # 2
STUCK = Snake.parse("2 2 2\n2 2\n2 1\n1\n1 2\n")  # none
WIRING = ManhattanWiring([[2, 0, 2], [3, 0, 3]])  # 4
CROSSED = ManhattanWiring([[2, 3], [3, 2]])  # none
MINES = Minesweeper([[1, -1], [1, -1]])
ALWAYS = WinnerQuestion(["AA", "BC"])
NEVER = WinnerQuestion(["AB", "CD"])
FAR = Hexerpent([(0, 0), (0, 1)], [], (0, 9), cap=3)
NEAR = Hexerpent([(0, 0), (0, 1)], [], (1, 0))


def judge(puzzle, line, **options):
    (verdict,) = judge_answers([puzzle], [line], **options)
    return verdict


CASES = [
    (GAME, "4", "right"),
    (GAME, "5", "wrong: expected 4, found 5 (not optimal)"),
    (GAME, "3", "wrong: expected 4, found 3 (better than possible)"),
    (GAME, "-7", "wrong: expected 4, found -7 (better than possible)"),
    (GAME, "-1", "wrong: expected 4, found -1 (impossible claimed)"),
    (GAME, "four", "unreadable: expected an integer, found 'four'"),
    (GAME, "?", "unreadable: expected an integer, found '?'"),
    (GAME, "4 4", "unreadable: expected an integer, found '4 4'"),
    (GAME, "9" * 601, "unreadable: an integer of 601 digits is not looked at"),
    (GAME, "9" * 600, f"wrong: expected 4, found '{'9' * 24}...' (600 characters) (not optimal)"),
    (SNAKE, "Case 1: 2", "right"),
    (SNAKE, "Case 1: 3", "wrong: expected Case 1: 2, found Case 1: 3 (not optimal)"),
    (SNAKE, "Case 1: -1", "wrong: expected Case 1: 2, found Case 1: -1 (impossible claimed)"),
    (SNAKE, "Case 2: 2", "unreadable: expected 'Case 1: ' first, found 'Case 2: 2'"),
    (SNAKE, "2", "unreadable: expected 'Case 1: ' first, found '2'"),
    (SNAKE, "Case 1:", "unreadable: expected an integer, found ''"),
    (STUCK, "Case 1: -1", "right"),
    (STUCK, "Case 1: 9", "wrong: expected Case 1: -1, found Case 1: 9 (answer claimed)"),
    (WIRING, "4", "right"),
    (WIRING, "0", "wrong: expected 4, found 0 (impossible claimed)"),
    (CROSSED, "0", "right"),
    (CROSSED, "2", "wrong: expected 0, found 2 (answer claimed)"),
    (MINES, "0 0", "right"),
    (MINES, "0 1", "wrong: expected 0 0, found 0 1"),
    (MINES, "-1 -1", "wrong: expected 0 0, found -1 -1 (impossible claimed)"),
    (MINES, "0", "unreadable: expected two integers, found '0'"),
    (MINES, "0 x", "unreadable: expected an integer, found 'x'"),
    (ALWAYS, "valid", "right"),
    (NEVER, "invalid", "right"),
    (NEVER, "valid", "wrong: expected invalid, found valid"),
    (ALWAYS, "Valid", "unreadable: expected valid or invalid, found 'Valid'"),
    (FAR, "-1", "right"),
    (FAR, "9", "wrong: expected -1, found 9 (answer claimed)"),
    (NEAR, "-1", "wrong: expected 1, found -1 (impossible claimed)"),
]


@pytest.mark.parametrize(
    ("puzzle", "line", "told"), CASES, ids=[f"{p.name} {line[:9]}" for p, line, _ in CASES]
)
def test_a_line_is_judged(puzzle, line, told):
    assert str(judge(puzzle, line)) == f"dataset 1: {told}"


def test_values_are_there_for_programs():
    verdict = judge(GAME, "5")
    assert (verdict.number, verdict.kind, verdict.claimed, verdict.best) == (
        1,
        "not optimal",
        5,
        4,
    )
    assert verdict.kind.ruling is Ruling.WRONG
    assert {kind: kind.ruling for kind in VerdictKind} == {
        VerdictKind.RIGHT: Ruling.RIGHT,
        VerdictKind.WRONG: Ruling.WRONG,
        VerdictKind.NOT_OPTIMAL: Ruling.WRONG,
        VerdictKind.TOO_GOOD: Ruling.WRONG,
        VerdictKind.IMPOSSIBLE_CLAIMED: Ruling.WRONG,
        VerdictKind.ANSWER_CLAIMED: Ruling.WRONG,
        VerdictKind.ILLEGAL: Ruling.WRONG,
        VerdictKind.UNREADABLE: Ruling.UNREADABLE,
        VerdictKind.MISSING: Ruling.UNREADABLE,
        VerdictKind.EXTRA: Ruling.UNREADABLE,
        VerdictKind.UNDECIDED: Ruling.UNDECIDED,
        VerdictKind.DISAGREEMENT: Ruling.DISAGREEMENT,
    }


# Answers themselves ------------------------------------------------------------------------------


def as_json(puzzle, **changes):
    return json.dumps(puzzle.solve().to_dict(certificate=False) | changes)


JSON_CASES = [
    (GAME, as_json(GAME), "right"),
    (GAME, as_json(GAME, value=None), "right"),
    (GAME, as_json(GAME, value=4.0), "wrong: the value stated is 4.0, the answer attains 4"),
    (NEVER, as_json(NEVER, value=0), "wrong: the value stated is 0, the answer attains False"),
    (GAME, as_json(GAME, value=3), "wrong: the value stated is 3, the answer attains 4"),
    (
        GAME,
        as_json(
            GAME,
            value=9,
            answer={"labels": list("ABCD"), "mask": ["###"] * 3, "direction": "top-bottom"},
        ),
        "wrong: expected 4, found an answer of 9 (not optimal)",
    ),
    (
        GAME,
        json.dumps(
            {"answer": {"labels": list("ABCD"), "mask": ["###"] * 3, "direction": "top-bottom"}}
        ),
        "wrong: expected 4, found an answer of 9 (not optimal)",
    ),
    (
        GAME,
        json.dumps(
            {"answer": {"labels": ["A"], "mask": ["##.", "#..", "..."], "direction": "top-bottom"}}
        ),
        "(illegal answer)",
    ),
    (GAME, '{"answer": null}', "wrong: expected 4, found that there is none (impossible claimed)"),
    (GAME, '{"answer": null, "status": "limit"}', "wrong: expected 4, found none"),
    (GAME, '{"answer": 5}', "unreadable: not an answer in JSON: TypeError: expected an object"),
    (GAME, '{"answer": {}}', "unreadable: not an answer in JSON: KeyError"),
    (
        GAME,
        '{"value": 4}',
        "unreadable: not an answer in JSON: ValueError: expected a JSON object",
    ),
    (GAME, "{", "unreadable: not an answer in JSON"),
    (GAME, '{"answer":' * 10**5, "unreadable: not an answer in JSON: RecursionError"),
    (GAME, '{"answer": ' + "9" * 10**4 + "}", "unreadable: not an answer in JSON: ValueError"),
    (
        GAME,
        as_json(GAME, dataset=2),
        "unreadable: not an answer in JSON: ValueError: expected dataset 1, found 2",
    ),
    (STUCK, '{"answer": null, "status": "infeasible"}', "right"),
    (STUCK, as_json(STUCK), "right"),
    (STUCK, '{"answer": null, "status": "limit"}', "wrong: expected Case 1: -1, found none"),
    (FAR, as_json(FAR), "right"),
    (MINES, as_json(MINES), "right"),
    (NEVER, as_json(NEVER), "right"),
    (NEVER, '{"answer": {"red": null}}', "wrong: expected invalid, found an answer of True"),
    (NEVER, '{"answer": {"red": ["A"]}}', "wins (illegal answer)"),
]


@pytest.mark.parametrize(
    ("puzzle", "line", "told"),
    JSON_CASES,
    ids=[f"{p.name} {line[:30]}" for p, line, _ in JSON_CASES],
)
def test_an_answer_itself_is_checked_by_the_rules(puzzle, line, told):
    verdict = str(judge(puzzle, line))
    assert verdict.startswith("dataset 1: ")
    assert told in verdict
    assert len(verdict) < 300
    assert verdict.isprintable()


@pytest.mark.parametrize(
    ("direction", "told"),
    [
        ("x\ndataset 2: right", "game x dataset 2: right (illegal answer)"),
        ("\ud800\u202e\x1b[31m", r"game \ud800\u202e\x1b[31m (illegal answer)"),
        ("x" * 10**6, "x... (illegal answer)"),
    ],
    ids=["forged verdict", "letters that cannot be printed", "long"],
)
def test_an_answer_does_not_write_into_the_report_what_it_likes(direction, told):
    answer = {**GAME.solve().answer.to_dict(), "direction": direction}
    verdict = str(judge(GAME, json.dumps({"answer": answer})))
    assert verdict.endswith(told)
    assert len(verdict) < 300
    assert verdict.isascii()
    assert verdict.isprintable()


def test_an_answer_says_everything_once():
    answer = json.dumps(GAME.solve().answer.to_dict())
    verdict = judge(GAME, f'{{"answer": {answer}, "answer": null}}')
    assert verdict.kind is VerdictKind.UNREADABLE
    assert verdict.message == "not an answer in JSON: ValueError: an object names 'answer' twice"


@functools.cache
def puzzle_and_answer(name):
    puzzle = load(name).parse(next(iter(load(name).EXAMPLES)))
    return puzzle, json.dumps(puzzle.solve().answer.to_dict())


@given(st.data())
def test_no_json_is_too_strange(data):
    """Put anything in the place of any part of a right answer."""
    puzzle, text = data.draw(st.sampled_from(list(PUZZLES)).map(puzzle_and_answer))
    answer = json.loads(text)
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        ),
        max_leaves=6,
    )
    place = answer
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(place[key], dict | list) and place[key]) or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(json_values)
    kind = judge(puzzle, json.dumps({"answer": answer})).kind
    assert kind in {
        VerdictKind.RIGHT,
        VerdictKind.UNREADABLE,
        VerdictKind.ILLEGAL,
        VerdictKind.NOT_OPTIMAL,
        VerdictKind.WRONG,
    }


# Lines -------------------------------------------------------------------------------------------


def judge_all(puzzles, output, **options):
    return [str(v).removeprefix("dataset ") for v in judge_answers(puzzles, output, **options)]


def test_blanks_do_not_count_but_strictly():
    output = ["\ufeff\r\n", " 4 \r\n", "\n", "\t4\n", "\n", "\n"]
    assert judge_all([GAME, GAME], output) == ["1: right", "2: right"]
    strict = judge_all([GAME, GAME], ["4\n", "4 \n"], strict=True)
    assert strict == [
        "1: right",
        r"2: unreadable: expected the line '4' to the byte, found '4 \n'",
    ]
    assert judge_all([GAME], ["4"], strict=True)[0].startswith("1: unreadable")
    assert judge_all([GAME], ["4\n", "\n"], strict=True) == [
        "1: right",
        "2: unreadable: there is no such dataset, found '' (extra)",
    ]
    assert judge_all([GAME], ["\n"], strict=True) == ["1: unreadable: expected 4, found blanks"]


def test_a_wrong_line_does_not_hide_the_others():
    assert judge_all([GAME] * 4, ["x", "4", "5", "4"]) == [
        "1: unreadable: expected an integer, found 'x'",
        "2: right",
        "3: wrong: expected 4, found 5 (not optimal)",
        "4: right",
    ]


def test_lines_that_are_missing_and_too_many():
    missing = "unreadable: the output ends before its line (missing)"
    assert judge_all([GAME] * 3, ["4"]) == ["1: right", f"2: {missing}", f"3: {missing}"]
    assert judge_all([GAME] * 2, []) == [f"1: {missing}", f"2: {missing}"]
    assert judge_all([GAME], ["4", "4", "4"]) == [
        "1: right",
        "2: unreadable: there is no such dataset, found 4 (extra)",
    ]
    assert judge_all([], []) == []


def test_a_puzzle_without_a_line_is_not_solved():
    verdicts = judge_all([Deed(1), Deed(2, "raise")], ["1"])
    assert verdicts[1].startswith("2: unreadable")


def test_errors_in_the_input_come_after_the_verdicts_before_it():
    text = "3\nAAB\nACD\nCCD\n2\nAA\nB\n"
    verdicts = judge_answers(ConnectingGame.read(text), ["4", "2"])
    assert str(next(verdicts)) == "dataset 1: right"
    with pytest.raises(ParseError, match="line 7"):
        next(verdicts)


# What we do not know -----------------------------------------------------------------------------


def test_our_own_limit_is_undecided_unless_the_bounds_tell():
    limits = Limits(max_states=10)
    gave_up = "we gave up (None); the value is at least 10, at most unknown"
    puzzles = [Deed(i, "count") for i in (5, 50, 50)]
    assert judge_all(puzzles, ["5", "50", "9"], limits=limits) == [
        "1: right",
        f"2: undecided: {gave_up}",
        f"3: wrong: {gave_up}, found 9 (better than possible)",
    ]
    assert judge_all(puzzles[1:2], ["x"], limits=limits)[0].startswith("1: unreadable")


def test_a_failure_of_our_solver_is_undecided():
    (told,) = judge_all([Deed(1, "raise")], ["1"])
    assert told == "1: undecided: our solver failed: IndexError: a mistake in the method"


def test_a_jury_that_disagrees_with_us_is_told():
    puzzles = [GAME, GAME, GAME, CROSSED]
    assert judge_all(puzzles, ["4", "4", "5", "0"], reference=["4", "5", "4"]) == [
        "1: right",
        "2: disagreement: the jury's answer: expected 4, found 5",
        "3: wrong: expected 4, found 5 (not optimal)",
        "4: disagreement: the jury's answer is missing",
    ]
    assert judge_all([GAME], ["4"], reference=["4", "4"])[1:] == [
        "2: disagreement: the jury answers a dataset that is not there: 4"
    ]
    limits = Limits(max_states=10)
    assert judge_all([Deed(50, "count")], ["50"], reference=["50"], limits=limits)[0].startswith(
        "1: undecided"
    )


@pytest.mark.parametrize("jobs", [None, 2])
def test_progress_can_stop_and_jobs_change_nothing(jobs):
    puzzles = [Deed(i) for i in range(20)]
    lines = [str(i if i % 3 else i + 1) for i in range(20)]
    kinds = [v.kind for v in judge_answers(puzzles, lines, jobs=jobs)]
    assert kinds == [VerdictKind.RIGHT if i % 3 else VerdictKind.NOT_OPTIMAL for i in range(20)]
    stopped = judge_answers(puzzles, lines, jobs=jobs, progress=lambda p: p.expanded == 3)
    assert [v.number for v in stopped] == [1, 2, 3]


# Hostile output ----------------------------------------------------------------------------------


def lines_of(data):
    return list(read_answer_lines(io.BytesIO(data)))


def test_lines_are_read_with_their_ends():
    assert lines_of(b"4\r\n\n5") == ["4\r\n", "\n", "5"]
    assert lines_of(b"\xff\n") == ["\\xff\n"]
    assert lines_of(b"") == []


def test_a_line_without_an_end_is_cut_and_is_the_last():
    assert [len(line) for line in lines_of(b"4" * 10**6 + b"\n5\n")] == [2**16]
    assert [len(line) for line in lines_of(b"{" + b" " * 10**6 + b"}\n5\n")] == [10**6 + 3, 2]
    assert [len(line) for line in lines_of(b"\xef\xbb\xbf{" + b" " * 10**6 + b"}\n")] == [
        10**6 + 4
    ]
    assert [len(line) for line in lines_of(b"{" * (2**24 + 5))] == [2**24]


class Endless(io.RawIOBase):
    def __init__(self, chunk):
        self.chunk = chunk

    def readable(self):
        return True

    def readinto(self, buffer):
        data = (self.chunk * (len(buffer) // len(self.chunk) + 1))[: len(buffer)]
        buffer[:] = data
        return len(data)


@pytest.mark.parametrize(
    ("chunk", "kinds"),
    [
        (b"4\n", ["right", "right", "extra"]),
        (b"\x00", ["unreadable", "missing"]),
        (b"4", ["unreadable", "missing"]),
        (b"\n", ["unreadable", "unreadable", "extra"]),
        (b" ", ["missing", "missing"]),
        (b"{", ["unreadable", "missing"]),
    ],
)
def test_an_endless_output_ends(chunk, kinds):
    lines = read_answer_lines(io.BufferedReader(Endless(chunk)))
    assert [v.kind for v in judge_answers([GAME, GAME], lines)] == kinds


@given(st.lists(st.binary(max_size=20), max_size=4))
def test_any_bytes_get_a_verdict_a_line(parts):
    verdicts = list(judge_answers([GAME] * 3, lines_of(b"\n".join(parts))))
    assert len(verdicts) in {3, 4}
    for verdict in verdicts:
        assert str(verdict).isprintable()
