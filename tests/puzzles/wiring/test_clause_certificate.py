"""Refutations of what the cells say: of true claims found, of false ones never accepted."""

import json
import random
import zlib
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import networkx as nx
import pytest

from graphpuzzles.certificate import certificate_from_dict, certificate_to_dict
from graphpuzzles.errors import CertificateError, LimitError
from graphpuzzles.limits import UNLIMITED, Limits, Meter
from graphpuzzles.puzzles.wiring import clause_certificate, refutation
from graphpuzzles.puzzles.wiring.certificate import Ground
from graphpuzzles.puzzles.wiring.clause_certificate import (
    ClauseConflict,
    OnlyWiring,
    Step,
    clauses_of,
    decode,
    encode,
)
from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from graphpuzzles.puzzles.wiring.refutation import find_refutation
from graphpuzzles.puzzles.wiring.sweep_certificate import CountedWirings, ExhaustedWirings
from tests.puzzles.wiring.wiring_cases import brute_force, random_puzzle, weight_of

METER = Meter(UNLIMITED)
# No wiring: where cycles would have to fill the board, and where nothing helps.
CYCLE = Numberlink(["CC..", ".B..", "B..A", "A..."], rule="fill")
FULL = Numberlink(["A.CB", "....", "C.B.", "A..."], rule="any")
UNIQUE = Numberlink(["..C.", ".A..", ".B.C", "BA.."], rule="any")


def edges_of(puzzle, paths):
    """Return the numbers of the edges of lines that are given node by node."""
    nodes = puzzle.board.nodes
    number = {}
    for i, (u, v, _) in enumerate(Ground(puzzle.board).edges, 1):
        number[nodes[u], nodes[v]] = number[nodes[v], nodes[u]] = i
    return tuple(sorted(number[link] for path in paths for link in pairwise(path)))


def refuted(puzzle, only=None):
    """Return the certificate that there is no wiring, or no other one; None where there is."""
    steps = find_refutation(Ground(puzzle.board), only)
    if steps is None:
        return None
    return ClauseConflict(steps) if only is None else OnlyWiring(only, steps)


def steps_of(certificate):
    return list(decode(certificate.steps, METER))


def with_steps(certificate, steps):
    return replace(certificate, steps=encode(steps))


def accepted(certificate, puzzle):
    try:
        certificate.proves(puzzle)
    except CertificateError:
        return False
    return True


def refused(certificate, puzzle, message):
    with pytest.raises(CertificateError, match=message):
        certificate.proves(puzzle)


# Against brute force -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_exactly_what_is_true_is_refuted(seed):
    rng = random.Random(seed)
    fates = Counter()
    for _ in range(250):
        puzzle = random_puzzle(rng)
        wirings = brute_force(puzzle)
        none = refuted(puzzle)
        assert (none is None) == bool(wirings)
        if none is not None:
            assert none.proves(puzzle) is None
            fates["none"] += 1
            continue
        one = refuted(puzzle, edges_of(puzzle, rng.choice(wirings)))
        assert (one is None) == (len(wirings) > 1)
        assert one is None or one.proves(puzzle) == 1
        fates[min(len(wirings), 2)] += 1
    assert min(fates.values()) > 15, fates


@pytest.mark.parametrize("seed", range(2))
def test_numbers_of_wirings(seed):
    rng = random.Random(seed)
    kinds = Counter()
    for _ in range(150):
        puzzle = random_puzzle(rng)
        weights = [weight_of(puzzle, paths) for paths in brute_force(puzzle)]
        shortest = puzzle.board.rule == "shortest" and weights
        number = weights.count(min(weights)) if shortest else len(weights)
        count = puzzle.counted("wirings")
        certificate = count.certificate()
        assert count.value == number == CountedWirings(number).proves(puzzle)
        assert count.claims() == {"wirings": certificate.strength}
        kinds[type(certificate).__name__] += 1
        refused(CountedWirings(number + rng.choice((-1, 1))), puzzle, f"counts {number}, not")
    assert min(kinds.values()) > 50, kinds


def changed_boards(rng, puzzle):
    """Yield boards that differ in one cell, where clauses have nearly the same numbers."""
    rows = [list(row) for row in puzzle.board.to_dict()["grid"]]
    for _ in range(3):
        r, c = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
        s, t = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
        rows[r][c], rows[s][t] = rows[s][t], rows[r][c]
        yield Numberlink(rows, rule=puzzle.board.rule, self_touch=puzzle.board.self_touch)


def changed_steps(rng, steps):
    """Return steps one of which is left out, taken from elsewhere, or changed inside."""
    steps = list(steps)
    place = rng.randrange(len(steps))
    literals, hints = map(list, (steps[place].literals, steps[place].hints or ()))
    match rng.randrange(8):
        case 0:
            del steps[place]
        case 1:
            steps.insert(rng.randrange(len(steps)), steps[place])
        case 2:
            steps[place] = Step((), tuple(hints))
            del steps[place + 1 :]
        case 3 if literals:
            literals[rng.randrange(len(literals))] *= -1
            steps[place] = Step(tuple(literals), steps[place].hints)
        case 4 if literals:
            literals.pop(rng.randrange(len(literals)))
            steps[place] = Step(tuple(literals), steps[place].hints)
        case 5 if hints:
            hints[rng.randrange(len(hints))] += rng.choice((-1, 1, 2))
            steps[place] = Step(tuple(literals), tuple(max(0, hint) for hint in hints))
        case 6 if len(hints) > 1:
            rng.shuffle(hints)
            steps[place] = Step(tuple(literals), tuple(hints))
        case _:
            steps[place] = Step(tuple(map(abs, literals)), None)
    return steps


@pytest.mark.parametrize("seed", range(2))
def test_no_changed_proof_says_what_is_false(seed):
    rng = random.Random(seed)
    fates = Counter()
    while fates.total() < 1500:
        rows = [["."] * 4 for _ in range(rng.choice((3, 4)))]
        cells = [(r, c) for r in range(len(rows)) for c in range(4)]
        for i, (r, c) in enumerate(rng.sample(cells, 2 * rng.choice((1, 2, 3)))):
            rows[r][c] = "ABC"[i // 2]
        puzzle = Numberlink(rows, rule=rng.choice(("any", "fill")))
        wirings = brute_force(puzzle)
        known = edges_of(puzzle, wirings[0]) if wirings else None
        certificate = refuted(puzzle, known)
        if certificate is None:
            continue
        steps = steps_of(certificate)
        for other in (puzzle, *changed_boards(rng, puzzle)):
            number = len(brute_force(other))
            for _ in range(10):
                wrong = with_steps(certificate, changed_steps(rng, steps))
                fate = accepted(wrong, other)
                fates[fate, other is puzzle] += 1
                assert not fate or number == len(wirings)
    assert fates[False, True] > fates[True, True]
    assert fates[False, False] > 1000, fates


# Condition by condition --------------------------------------------------------------------------


def test_every_hint_and_every_step_of_a_proof_is_needed():
    for puzzle in (FULL, CYCLE):
        certificate = refuted(puzzle)
        steps = steps_of(certificate)
        assert certificate.proves(puzzle) is None
        for i, (literals, hints) in enumerate(steps):
            refused(with_steps(certificate, steps[:i]), puzzle, "not end with the empty lemma")
            for k in range(len(hints or ())):
                less = Step(literals, hints[:k] + hints[k + 1 :])
                changed = with_steps(certificate, [*steps[:i], less, *steps[i + 1 :]])
                refused(changed, puzzle, "leaves several|does not follow")


def test_a_cycle_is_checked_on_the_cells():
    ground = Ground(CYCLE.board)
    steps = steps_of(refuted(CYCLE))
    cycles = [step.literals for step in steps if step.hints is None]
    assert cycles
    square = next(cycle for cycle in cycles if len(cycle) >= 4)
    for edges, message in (
        ((), "an edge that does not exist"),
        ((-square[0], *square[1:]), "an edge that does not exist"),
        ((len(ground.edges) + 1,), "an edge that does not exist"),
        (square[1:], "is no cycle"),
        (tuple(range(1, len(ground.edges) + 1)), "is no cycle"),
    ):
        changed = [Step(edges, None) if step.hints is None else step for step in steps]
        refused(ClauseConflict(encode(changed)), CYCLE, message)


def test_a_lemma_rests_on_what_came_before_it():
    certificate = refuted(FULL)
    steps = steps_of(certificate)
    given = len(clauses_of(Ground(FULL.board), None, METER))
    ahead = [replace_hint(steps[0], given), *steps[1:]]
    refused(with_steps(certificate, ahead), FULL, f"step {given} rests on a clause that does not")
    strange = [Step((10**6,), steps[0].hints), *steps]
    refused(with_steps(certificate, strange), FULL, "a variable that does not exist")
    refused(with_steps(certificate, [Step((0,), ()), *steps]), FULL, "a variable that does not")
    refused(with_steps(certificate, [*steps, steps[-1]]), FULL, "goes on after")


def replace_hint(step, hint):
    return Step(step.literals, (hint, *step.hints[1:]))


def test_a_literal_holds_no_longer_than_its_lemma_is_checked():
    # Whatever one lemma assumes or derives, the next starts anew.
    certificate = refuted(FULL)
    first, *others = steps_of(certificate)
    for again in (Step((-first.literals[0], *first.literals), first.hints), first):
        refused(with_steps(certificate, [again, *others[1:]]), FULL, "leaves|follow|not end|exist")


def test_what_holds_goes_on_holding_where_a_lemma_names_it():
    certificate = refuted(FULL)
    given = len(clauses_of(Ground(FULL.board), None, METER))
    first, second, *others = steps_of(certificate)
    (x,), (y,) = first.literals, second.literals
    again = Step((-x, y), (given + 1,))
    later = [
        Step(literals, tuple(hint + (hint > given + 1) for hint in hints))
        for literals, hints in others
    ]
    assert accepted(with_steps(certificate, [first, second, again, *later]), FULL)


def test_the_clock_is_looked_at_now_and_then(monkeypatch):
    monkeypatch.setattr(clause_certificate, "_POLL", 11)
    told = []
    meter = SimpleNamespace(require=lambda done, **_: told.append(done))
    certificate = refuted(FULL)
    clause_certificate.refute(Ground(FULL.board), None, certificate.steps, meter)
    clauses = [*clauses_of(Ground(FULL.board), None, METER)]
    looks = polls = 0
    for literals, hints in steps_of(certificate):
        for hint in hints:
            looks += len(clauses[hint])
            if looks > 11:
                looks, polls = 0, polls + 1
        clauses.append(literals)
    assert sum("looked at" in done for done in told) == polls > 3


def test_what_was_assumed_for_a_lemma_is_forgotten():
    # Every clause follows from itself; if it went on failing, it would refute any board.
    puzzle = Numberlink(["A.A"], rule="any")
    clauses = clauses_of(Ground(puzzle.board), None, METER)
    tried = 0
    for number, clause in enumerate(clauses):
        if len(clause) > 1:
            steps = [Step(clause, (number,)), Step((), (number,))]
            refused(ClauseConflict(encode(steps)), puzzle, "leaves several|does not follow")
            tried += 1
    assert tried


def test_only_a_wiring_is_known():
    certificate = UNIQUE.counted("wirings").certificate()
    assert certificate.proves(UNIQUE) == 1
    refused(replace(certificate, edges=certificate.edges[1:]), UNIQUE, "no wiring: ln")
    refused(replace(certificate, edges=(0, *certificate.edges)), UNIQUE, "does not exist")
    refused(replace(certificate, edges=(99, *certificate.edges)), UNIQUE, "does not exist")
    refused(certificate, FULL, "does not exist|no wiring")


def test_where_a_wiring_leaves_cells_out_others_may_touch_themselves():
    # The other wirings all have a chord.
    puzzle = Numberlink(["A..", "A.."], rule="any")
    short = edges_of(puzzle, [((0, 0), (1, 0))])
    assert refuted(puzzle, short) is None
    assert refuted(Numberlink(["A..", "A.."], rule="any", self_touch="no_chord"), short)
    assert puzzle.counted("wirings").value == 3


# Form --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (b"", "breaks off"),
        (b"no zlib", "cannot be decompressed"),
        (zlib.compress(b""), "not end with the empty lemma"),
        (zlib.compress(b"\x04\x02"), "breaks off"),
        (zlib.compress(b"\x02\x02"), "breaks off"),
        (zlib.compress(b"\x80"), "breaks off"),
        (zlib.compress(b"\xff" * 6), "too large"),
    ],
)
def test_bytes_that_are_no_proof(steps, message):
    refused(ClauseConflict(steps), FULL, message)


def test_a_proof_has_neither_less_nor_more_bytes():
    certificate = refuted(FULL)
    for steps in (certificate.steps[:-1], certificate.steps + b"\x00"):
        refused(replace(certificate, steps=steps), FULL, "breaks off")


def test_certificates_survive_json():
    for certificate in (
        refuted(FULL),
        refuted(UNIQUE, edges_of(UNIQUE, brute_force(UNIQUE)[0])),
        CountedWirings(10**5000),
        ExhaustedWirings(None),
    ):
        data = json.loads(json.dumps(certificate_to_dict(certificate)))
        assert certificate_from_dict(data, Numberlink.certificates()) == certificate
        assert len(str(certificate).split()) > 5
    assert len(repr(CountedWirings(3))) < len(repr(refuted(FULL))) + 10


def test_steps_come_back_as_they_were_written():
    steps = [Step((1, -2, 300), (0, 127, 128, 10**6)), Step((5,), None), Step((), ())]
    assert list(decode(encode(steps), METER)) == steps
    assert zlib.decompress(encode([Step((), (127, 128))])) == b"\x00\x02\x7f\x80\x01"


@pytest.mark.parametrize("data", [{"steps": 7}, {"steps": "?"}, {"steps": "AA=A"}, {}])
def test_text_that_is_no_proof(data):
    with pytest.raises((ValueError, TypeError, KeyError)):
        ClauseConflict.from_dict(data)
    with pytest.raises((ValueError, TypeError, KeyError)):
        OnlyWiring.from_dict({"edges": [], **data})


# Limits ------------------------------------------------------------------------------------------


def least_memory(certificate, puzzle):
    """Return the least memory with which a check comes to an end."""
    low, high = 0, 2**40
    while high - low > 1:
        middle = (low + high) // 2
        try:
            certificate.proves(puzzle, Limits(max_memory=middle))
        except LimitError:
            low = middle
        except CertificateError:
            high = middle
        else:
            high = middle
    return high


def written(puzzle):
    """Return how many clauses a board has, and how many of its memory's bytes they take."""
    clauses = clauses_of(Ground(puzzle.board), None, METER)
    return len(clauses), sum(80 + 40 * len(clause) for clause in clauses)


@pytest.mark.parametrize(
    ("puzzle", "bytes_needed"),
    [
        (Numberlink(["A.A"], rule="fill"), 3_200),
        (Numberlink(["A.B", "...", "A.B"], rule="fill", self_touch="no_2x2"), 56_800),
        (Numberlink(nx.complete_graph(6), {"a": (0, 1)}, rule="fill"), 159_000),
    ],
)
def test_clauses_are_foreseen_before_they_are_written(puzzle, bytes_needed):
    number, taken = written(puzzle)
    assert least_memory(ClauseConflict(b""), puzzle) == bytes_needed
    assert number * 80 < taken < bytes_needed < 10 * taken


def test_what_is_read_of_a_proof_is_foreseen():
    # A piece is read at once, whatever becomes of its first step.
    proof = ClauseConflict(zlib.compress(b"\x02\x02\x00" * 1000))
    assert least_memory(proof, Numberlink(["A.A"], rule="fill")) == 40 * 3000
    cycle = Numberlink(nx.cycle_graph(3), {}, rule="any")
    steps = ClauseConflict(encode([Step((1, 2, 3), None)] * 5000))
    assert least_memory(steps, cycle) == 40 * 4 * 5000


def test_a_few_bytes_that_stand_for_very_many():
    bomb = ClauseConflict(zlib.compress(b"\x02\x02\x00" * 10**7, 9))
    assert len(bomb.steps) < 10**5
    long_lemma = ClauseConflict(zlib.compress(b"\xfe\xff\xff\x7f" + b"\x02" * 10**7, 9))
    for certificate in (bomb, long_lemma):
        with pytest.raises((LimitError, CertificateError)):
            certificate.proves(FULL, Limits(max_memory=5_000_000))
    with pytest.raises(LimitError) as caught:
        long_lemma.proves(FULL, Limits(max_memory=5_000_000))
    assert caught.value.limit == "max_memory"


def test_a_dense_graph_says_too_much():
    puzzle = Numberlink(nx.complete_graph(90), {"a": (0, 1)}, rule="fill")
    for limits in (Limits(max_memory=10**6), Limits(max_seconds=0), Limits(max_states=80)):
        with pytest.raises(LimitError):
            ClauseConflict(b"").proves(puzzle, limits)


@pytest.mark.parametrize("limit", ["_MAX_CONFLICTS", "_MAX_VISITS"])
def test_a_refutation_that_takes_too_much_work_is_left(limit, monkeypatch):
    monkeypatch.setattr(refutation, limit, 1)
    # One colour of a chessboard has a cell too many, which no clause sees.
    puzzle = Numberlink(["A.A...", *["......"] * 5], rule="fill")
    assert refuted(puzzle) is None
