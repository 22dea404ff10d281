"""The numbers of a Minesweeper answer counted anew: right in any order, and wrong ones refused."""

import json
import math
import random
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import graphpuzzles
from graphpuzzles.errors import (
    CertificateError,
    InconsistentBoardError,
    LimitError,
    RuleError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper import position
from graphpuzzles.puzzles.minesweeper.certificate import ForcedCells, MineRange
from graphpuzzles.puzzles.minesweeper.puzzle import (
    ClueSets,
    MineGroup,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.validation import cross_validate
from tests.puzzles.minesweeper.mine_cases import (
    PROVED,
    lattice_game,
    played_game,
    random_game,
)

COUNTED = {
    "cells": "proof",
    "layouts": "recomputed",
    "probabilities": "recomputed",
    "totals": "proof",
}


# Real boards -----------------------------------------------------------------------------------

BOARDS = {
    "16x30/99": lambda: played_game(16, 30, 99, 1),
    "16x30, no total": lambda: played_game(16, 30, 99, 2, total=False),
    "24x30/150": lambda: played_game(24, 30, 150, 1),
    "40x40/320": lambda: played_game(40, 40, 320, 1),
    "lattice": lambda: lattice_game(14, 1, share=0.3),
    "100x100/2000": lambda: played_game(100, 100, 2000, 1),
}


def null_shift(game, answer):
    """Return a change of probabilities that no sum shows: one number a group, some not 0."""
    groups = [group.cells for group in answer.groups]
    group_of = {cell: i for i, cells in enumerate(groups) for cell in cells}
    # A few groups that hang together are enough, and all that a board of 10,000 cells allows.
    chosen = [i for i, cells in enumerate(groups) if cells[0] not in answer.untouched][:60]
    rows = [
        Counter(group_of[cell] for cell in cells if cell in group_of)
        for _, cells in game.clue_sets.values()
    ]
    rows = [[Fraction(row[i]) for i in chosen] for row in rows if any(row[i] for i in chosen)]
    if game.hidden_mines is not None:
        rows.append([Fraction(len(groups[i])) for i in chosen])
    pivots = {}
    for row in rows:
        for column, other in pivots.items():
            row = [a - row[column] * b for a, b in zip(row, other, strict=True)]  # noqa: PLW2901
        column = next((i for i, value in enumerate(row) if value), None)
        if column is not None:
            fresh = [value / row[column] for value in row]
            for key, other in pivots.items():
                pivots[key] = [a - other[column] * b for a, b in zip(other, fresh, strict=True)]
            pivots[column] = fresh
    free = next(i for i in range(len(chosen)) if i not in pivots)
    shift = [Fraction(0)] * len(groups)
    shift[chosen[free]] = Fraction(1)
    for column, row in pivots.items():
        shift[chosen[column]] = -row[free]
    whole = math.lcm(*{by.denominator for by in shift})
    return [by * whole for by in shift]


@pytest.mark.parametrize("name", BOARDS)
def test_wrong_numbers_are_refused_on_boards_of_any_size(name):
    game = BOARDS[name]()
    solution = game.solve("frontier")
    answer = solution.answer
    # Counting anew holds no more states than solving did, but for those that lead nowhere.
    limits = Limits(max_states=5 * solution.stats["states"])
    assert solution.claims(limits) == COUNTED
    doubled = replace(answer, layouts=2 * answer.layouts)
    assert game.check(doubled) == solution.value
    with pytest.raises(CertificateError, match="layouts, not"):
        replace(solution, answer=doubled).verify(limits)
    shift = null_shift(game, answer)
    step = min(
        min(group.probability, 1 - group.probability) / abs(by)
        for group, by in zip(answer.groups, shift, strict=True)
        if by
    )
    # A share of the layouts it must be, almost the largest that leaves all between 0 and 1.
    unit = Fraction(1, answer.layouts)
    step = step * Fraction(99, 100) // unit * unit
    moved = replace(
        answer,
        groups=tuple(
            MineGroup(cells, chance + step * by)
            for (cells, chance), by in zip(answer.groups, shift, strict=True)
        ),
    )
    assert max(abs(step * by) for by in shift) > Fraction(1, 100)
    assert game.check(moved) == solution.value
    with pytest.raises(CertificateError, match="is another"):
        replace(solution, answer=moved).verify(limits)


def test_what_a_limit_leaves_unchecked_is_said_by_name():
    solution = lattice_game(12, 1, share=0.5).solve()
    told = {**COUNTED, "layouts": "unchecked", "probabilities": "unchecked"}
    assert solution.claims(Limits(max_states=500)) == told
    assert solution.claims(Limits(max_memory=10**5)) == told
    assert solution.claims() == COUNTED
    assert PROVED.solve("milp").claims() == {"cells": "proof"}


def test_a_proof_without_an_order_is_checked_in_one_of_its_own():
    game = played_game(16, 30, 99, 3)
    solution = game.solve()
    proof = replace(solution.certificate(), order=())
    bare = replace(solution, prove=lambda: proof)
    assert bare.claims(Limits(max_states=100 * solution.stats["states"])) == COUNTED
    wrong = replace(bare, answer=replace(bare.answer, layouts=2 * bare.answer.layouts))
    with pytest.raises(CertificateError, match="layouts, not"):
        wrong.verify()


def changed_orders():
    order = PROVED.solve().certificate().order
    assert len(order) > 2
    yield "a class is missing", order[1:]
    yield "a class is named twice", (*order, order[0])
    yield "a class is named in another's place", (order[1], *order[1:])
    yield "a mine is named", ((1, 1), *order)
    yield "a shown cell is named", ((0, 1), *order)
    yield "a name is named", ("a", *order)


@pytest.mark.parametrize(
    "order", [pytest.param(order, id=name) for name, order in changed_orders()]
)
def test_orders_of_another_form_are_refused(order):
    solution = PROVED.solve()
    proof = replace(solution.certificate(), order=order)
    with pytest.raises(CertificateError, match="the order"):
        replace(solution, prove=lambda: proof).verify()
    with pytest.raises(CertificateError, match="the order"):
        MineRange((), order).proves(PROVED)
    turned = replace(proof, order=PROVED.solve().certificate().order[::-1])
    assert replace(solution, prove=lambda: turned).verify()


def test_other_cells_than_those_that_are_forced_are_not_decided():
    solution = PROVED.solve()
    steps = solution.certificate().steps
    with pytest.raises(CertificateError, match="other cells are forced"):
        ForcedCells(steps[:-1]).examine(PROVED, solution.answer)
    with pytest.raises(TypeError, match="known of the cells"):
        ForcedCells(steps).examine(PROVED, None)


# Tampered by the thousand ----------------------------------------------------------------------


def changed_somewhere(data, rng):
    """Return JSON data with one value changed, left out or said twice."""
    places = []
    pending = [(data, key) for key in ("value", "answer", "certificate", "status")]
    while pending:
        holder, key = pending.pop()
        places.append((holder, key))
        inner = holder[key]
        if isinstance(inner, dict):
            pending += [(inner, name) for name in inner]
        elif isinstance(inner, list):
            pending += [(inner, i) for i in range(len(inner))]
    holder, key = rng.choice(places)
    value = holder[key]
    if isinstance(holder, list) and rng.random() < 0.5:
        if rng.random() < 0.5:
            holder.pop(key)
        else:
            holder.append(rng.choice(holder))
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = rng.choice([value + 1, value - 1, 2 * value, 0])
    elif isinstance(value, str) and "/" in value:
        above, below = map(int, value.split("/"))
        holder[key] = rng.choice(
            [f"{below - above}/{below}", f"{above}/{below + 1}", f"{2 * above + 1}/{2 * below}"]
        )
    elif isinstance(value, list) and value:
        rng.shuffle(value)
    else:
        holder[key] = rng.choice([None, [], 0, "x"])


def told(solution):
    """What a solution says, whatever shows it."""
    answer = solution.answer
    if answer is None:
        return solution.status, solution.value
    undecided = {cell: chance for cells, chance in answer.groups for cell in cells}
    return (
        solution.status,
        solution.value,
        set(answer.mines),
        set(answer.safes),
        answer.layouts,
        undecided if answer.layouts is not None else undecided.keys(),
    )


def test_what_is_tampered_with_is_refused_or_says_the_same():
    rng = random.Random(8)
    refused = 0
    for number in range(400):
        game = random_game(rng, cells=9)
        solution = game.solve(("frontier", "brute", "milp")[number % 5 % 3])
        text = json.dumps(solution.to_dict())
        for _ in range(8):
            data = json.loads(text)
            changed_somewhere(data, rng)
            try:
                forged = Minesweeper.solution_from_dict(data)
                forged.verify()
            except (CertificateError, RuleError, ValueError):
                refused += 1
                continue
            if data["answer"] is not None and data["answer"]["layouts"] is None:
                forged = replace(forged, answer=replace(forged.answer, layouts=None))
                solution = replace(solution, answer=replace(solution.answer, layouts=None))
            assert told(forged) == told(solution)
    assert refused > 2000


# Faults of the solver --------------------------------------------------------------------------


def test_a_solver_that_swaps_the_odds_is_found_out(monkeypatch):
    rows = [[-1, -1, 1], [1, -1, -1]]
    assert Minesweeper(rows, density="1/5").probability((0, 0)) == Fraction(1, 9)
    number = position._number_grid

    def swapped(grid, total, odds, mines):
        return number(grid, total, odds and odds[::-1], mines)

    monkeypatch.setattr(position, "_number_grid", swapped)
    game = Minesweeper(rows, density="1/5")
    solutions = [game.solve(method) for method in ("frontier", "brute")]
    assert game.disagreement(*solutions) is None
    for solution in solutions:
        assert solution.answer.probability((0, 0)) == Fraction(2, 3)
        with pytest.raises(CertificateError, match="the probability of"):
            solution.verify()
    with pytest.raises(CertificateError):
        cross_validate(game)


def fields_of(game):
    return {
        "board": game.board,
        "mines": game.mines,
        "density": game.density,
        "flags": game.flags,
    }


def test_a_solver_that_misses_a_neighbour_is_found_out(monkeypatch):
    number = position._number_grid

    def missing(grid, total, odds, mines):
        found = number(grid, total, odds, mines)
        clues = tuple(clue._replace(cells=clue.cells[1:]) for clue in found.system.clues)
        return found._replace(system=replace(found.system, clues=clues))

    rng = random.Random(3)
    found_out = 0
    for _ in range(200):
        game = random_game(rng, cells=9, wrong=0)
        with monkeypatch.context() as patch:
            patch.setattr(position, "_number_grid", missing)
            solution = game.solve()
        if told(solution) == told(Minesweeper(**fields_of(game)).solve()):
            continue
        with pytest.raises((CertificateError, RuleError)):
            solution.verify()
        found_out += 1
    assert found_out > 50


OWN = {"board", "rules", "text", "certificate", "elimination_certificate", "numbers_certificate"}
SHARED = ("errors", "limits", "lattice", "text", "outcome", "certificate", "puzzle")
PACKAGE = Path(graphpuzzles.__file__).parent


def entered_by(check):
    """Return the files of the package that a check enters, with the functions."""
    seen = set()

    def look(frame, event, _):
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                seen.add((str(path.relative_to(PACKAGE).with_suffix("")), frame.f_code.co_name))

    sys.setprofile(look)
    try:
        check()
    finally:
        sys.setprofile(None)
    return seen


def solved_boards():
    rng = random.Random(2)
    games = [Minesweeper.parse(text) for text in Minesweeper.EXAMPLES]
    games += [random_game(rng) for _ in range(20)]
    games += [played_game(9, 9, 12, seed, total=seed % 2 == 0) for seed in range(2)]
    for number, game in enumerate(games):
        yield json.dumps(game.solve("milp" if number % 5 == 0 else "frontier").to_dict())


def test_a_check_enters_no_file_of_a_solver():
    entered = set()
    for text in solved_boards():
        solution = Minesweeper.solution_from_dict(json.loads(text))
        entered |= entered_by(solution.verify)
        if solution.status is not Status.INFEASIBLE:
            free = Minesweeper(solution.puzzle.board, flags=solution.puzzle.flags)
            written = json.loads(json.dumps(free.counted("mines").to_dict()))
            entered |= entered_by(Minesweeper.count_from_dict(written).verify)
    own = "puzzles/minesweeper/"
    strange = {
        (file, function)
        for file, function in entered
        if file.partition("/")[0] not in SHARED and file.removeprefix(own) not in OWN
    }
    # The class itself hands over to the rules.
    assert strange == {(own + "puzzle", "check")}
    assert {file.removeprefix(own) for file, _ in entered} >= OWN - {"text"}


# How many mines there can be -------------------------------------------------------------------


def test_the_range_of_mines_is_that_of_all_layouts():
    rng = random.Random(6)
    refused = contradictory = 0
    for _ in range(300):
        game = random_game(rng, cells=9)
        plain = Minesweeper(game.board, flags=game.flags)
        cells = plain.hidden
        numbers = [
            sum(values)
            for values in product((0, 1), repeat=len(cells))
            if plain.system.satisfied_by(i for i, value in enumerate(values) if value)
        ]
        if not numbers:
            contradictory += 1
            with pytest.raises(InconsistentBoardError, match="these clues contradict"):
                game.mine_range()
            continue
        known = len(plain.known_mines)
        count = game.counted("mines")
        assert count.value == game.mine_range() == (known + min(numbers), known + max(numbers))
        data = json.loads(json.dumps(count.to_dict()))
        again = Minesweeper.count_from_dict(data)
        assert again.claims() == {"mines": "recomputed"}
        assert again.certificate() == count.certificate()
        for end in (0, 1):
            forged = json.loads(json.dumps(data))
            forged["value"][end] += rng.choice([-1, 1])
            with pytest.raises(CertificateError, match="number of mines"):
                Minesweeper.count_from_dict(forged).verify()
        changed_somewhere({**data, "answer": 0, "status": 0}, rng)
        try:
            Minesweeper.count_from_dict(data).verify()
        except (CertificateError, ValueError):
            refused += 1
            continue
        assert tuple(data["value"]) == count.value
    assert min(refused, contradictory) > 20


def test_a_total_says_nothing_of_the_range():
    game = Minesweeper([[1, -1, -1, -1, -1]], mines=2)
    count = game.counted("mines")
    assert (count.value, count.verify()) == ((1, 4), True)
    with_total = MineRange(game.solve().certificate().steps)
    assert with_total.steps == count.certificate().steps
    total = replace(with_total.steps[0], total=True)
    with pytest.raises(CertificateError, match="the total says nothing"):
        MineRange((total,)).proves(game)


def test_what_is_known_must_fit_every_clue():
    sets = ClueSets(("a",), (NamedClue("p", 1, ("a",)), NamedClue("q", 0, ("a",))))
    step = ForcedCells.from_dict(
        {"steps": [{"clues": ["p"], "total": False, "mines": ["a"], "safes": []}], "order": []}
    ).steps
    with pytest.raises(CertificateError, match="do not fit"):
        MineRange(step).proves(Minesweeper(sets))


def test_ranges_obey_limits():
    game = lattice_game(10, 1, share=0.4)
    count = game.counted("mines")
    for limits in (Limits(max_states=40), Limits(max_seconds=0), Limits(max_memory=1000)):
        with pytest.raises(LimitError):
            count.verify(limits)
        with pytest.raises(LimitError):
            game.counted("mines", limits=limits)
