"""Minesweeper by every method: against the others, against elimination, within limits."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import networkx as nx
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import (
    CertificateError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    RuleError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper.program import MineProgram
from graphpuzzles.puzzles.minesweeper.puzzle import (
    MINE,
    ClueSets,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.validation import cross_validate
from tests.puzzles.minesweeper.mine_cases import (
    PROVED,
    by_elimination,
    games,
    lattice_game,
    played_game,
    random_game,
)

METHODS = ("frontier", "milp", "brute")


# Methods against each other --------------------------------------------------------------------


@given(games())
@settings(max_examples=150)
def test_methods_agree_and_prove_what_they_say(game):
    result = cross_validate(game)
    assert result.confirmed
    for solution in result.solutions:
        again = Minesweeper.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
        assert again.verify()
        assert again.answer == solution.answer
        if solution.status is Status.INFEASIBLE:
            assert solution.certificate().is_minimal(game)


@given(games())
@settings(max_examples=150)
def test_counts_and_probabilities_agree_with_variable_elimination(game):
    total = by_elimination(game)
    solution = game.solve("frontier")
    assert (solution.status is Status.SOLVED) == (total > 0)
    if total:
        if game.density is None:
            assert solution.answer.layouts == total
        else:
            plain = Minesweeper(game.board, flags=game.flags)
            assert solution.answer.layouts == by_elimination(plain)
        for cell in game.hidden:
            share = Fraction(by_elimination(game, pinned=[(cell, 1)]), total)
            assert solution.answer.probability(cell) == share


def needed_for(proof):
    """Say what the hardest step of a proof uses."""
    if any(step.total for step in proof.steps):
        return "total"
    clues = max((len(step.clues) for step in proof.steps), default=0)
    return ("nothing decided", "single clues")[clues] if clues < 2 else "several clues"


def test_a_thousand_boards_fall_in_all_classes():
    rng = random.Random(4)
    classes = Counter()
    for number in range(1000):
        game = random_game(rng)
        frontier = game.solve("frontier")
        for method in METHODS[1:] if number % 4 == 0 else ["brute"]:
            assert game.disagreement(frontier, game.solve(method)) is None
        assert (by_elimination(game) > 0) == (frontier.status is Status.SOLVED)
        kind = "density" if game.density else "plain" if game.mines is None else "total"
        proof = frontier.certificate()
        assert proof.proves(game) == frontier.value
        if frontier.status is Status.INFEASIBLE:
            classes[kind, "total contradicts" if proof.total else "clues contradict"] += 1
        else:
            classes[kind, needed_for(proof)] += 1
    assert classes == CLASSES


CLASSES = {
    ("density", "clues contradict"): 50,
    ("density", "nothing decided"): 107,
    ("density", "several clues"): 19,
    ("density", "single clues"): 180,
    ("plain", "clues contradict"): 31,
    ("plain", "nothing decided"): 94,
    ("plain", "several clues"): 19,
    ("plain", "single clues"): 172,
    ("total", "clues contradict"): 36,
    ("total", "nothing decided"): 44,
    ("total", "several clues"): 9,
    ("total", "single clues"): 82,
    ("total", "total"): 74,
    ("total", "total contradicts"): 83,
}


def test_middle_sized_boards_by_two_methods():
    for seed in range(6):
        game = played_game(9, 9, 12, seed, total=seed % 2 == 0)
        result = cross_validate(game, ["frontier", "milp"])
        assert result.confirmed
        assert result.status is Status.SOLVED


@pytest.mark.parametrize("total", [False, True])
def test_a_lattice_by_two_methods(total):
    game = lattice_game(12, 1, share=0.5, total=total)
    result = cross_validate(game, ["frontier", "milp"])
    assert result.confirmed
    assert result.solutions[0].stats["widest"] > 64  # so wide layers were expanded in arrays


@pytest.mark.parametrize("seed", range(3))
def test_changed_clues_of_an_expert_board_give_a_minimal_conflict(seed):
    game = played_game(16, 30, 99, seed)
    board = [list(row) for row in game.board]
    found = 0
    rng = random.Random(seed)
    edge = [(r, c) for r, c in game.clue_sets if game.clue_sets[r, c][1] and 0 < board[r][c] < 8]
    for r, c in rng.sample(edge, 8):
        changed = [list(row) for row in board]
        changed[r][c] += rng.choice([1, -1])
        other = Minesweeper(changed, mines=99)
        solution = other.solve()
        if solution.status is Status.INFEASIBLE:
            found += 1
            assert solution.verify()
            assert solution.certificate().is_minimal(other)
            assert (r, c) in solution.certificate().clues
    assert found >= 4


# What must hold whatever the board -------------------------------------------------------------


def board_of(game):
    return [list(row) for row in game.board]


@given(games())
@settings(max_examples=60)
def test_a_turned_board_has_turned_probabilities(game):
    turned = Minesweeper(
        [list(row) for row in zip(*game.board, strict=True)][::-1],
        mines=game.mines,
        density=game.density,
        flags=game.flags,
    )
    one, other = game.solve(), turned.solve()
    assert one.value == other.value
    if one.answer is not None:
        assert one.answer.layouts == other.answer.layouts
        last = len(game.board[0]) - 1
        for r, c in game.hidden:
            assert one.answer.probability((r, c)) == other.answer.probability((last - c, r))


@given(games())
@settings(max_examples=60)
def test_the_complement_swaps_mines_and_safe_cells(game):
    clues = tuple(
        NamedClue(str(place), len(cells) - mines, tuple(map(str, cells)))
        for place, (mines, cells) in game.clue_sets.items()
        if 0 <= mines <= len(cells)
    )
    if len(clues) < len(game.clue_sets) or not game.hidden or (game.hidden_mines or 0) < 0:
        return
    total = None if game.hidden_mines is None else len(game.hidden) - game.hidden_mines
    if total is not None and total < 0:
        return
    density = None if game.density is None else 1 - game.density
    sets = ClueSets(tuple(map(str, game.hidden)), clues)
    other = Minesweeper(sets, mines=total, density=density).solve()
    solution = game.solve()
    assert solution.status == other.status
    if solution.answer is not None:
        assert other.answer.safes == tuple(map(str, solution.answer.mines))
        assert other.answer.layouts == solution.answer.layouts


@given(games(cells=7), games(cells=7))
@settings(max_examples=60)
def test_boards_side_by_side_multiply(first, second):
    graphs = [
        nx.relabel_nodes(game.graph(), {name: f"{side} {name}" for name in game.graph()})
        for side, game in (("left", first), ("right", second))
    ]
    both = Minesweeper(nx.compose(*graphs)).solve("frontier").answer
    alone = [Minesweeper(graph).solve("brute").answer for graph in graphs]
    if None in alone:
        assert both is None
    else:
        assert both.layouts == alone[0].layouts * alone[1].layouts


@given(games())
@settings(max_examples=60)
def test_opening_a_cell_divides_the_layouts(game):
    solution = game.solve("brute")
    if game.density is not None or solution.answer is None or not game.hidden:
        return
    r, c = game.hidden[0]
    counted = 0
    for code in (MINE, *range(9)):
        board = board_of(game)
        board[r][c] = code
        after = Minesweeper(board, mines=game.mines, flags=game.flags).solve("frontier")
        counted += 0 if after.answer is None else after.answer.layouts
    assert counted == solution.answer.layouts


@given(games())
@settings(max_examples=60)
def test_probabilities_add_up_to_the_mean_number_of_mines(game):
    answer = game.solve("frontier").answer
    if answer is None or game.density is not None:
        return
    mines = sum(by_elimination(game, pinned=[(cell, 1)]) for cell in game.hidden)
    mean = Fraction(mines, by_elimination(game))
    assert sum(answer.probabilities.values()) == mean
    if game.hidden_mines is not None:
        assert mean == game.hidden_mines


@given(games())
@settings(max_examples=60)
def test_witnesses_show_every_undecided_cell_both_ways(game):
    for method in METHODS:
        answer = game.solve(method).answer
        if answer is None:
            continue
        for cell in game.hidden:
            for mine in (True, False):
                if answer.verdict(cell) == ("safe" if mine else "mine"):
                    with pytest.raises(NoSolutionError):
                        answer.witness(cell, mine=mine)
                    continue
                layout = answer.witness(cell, mine=mine)
                assert (cell in layout) == mine
                assert game.system.satisfied_by(map(game.hidden.index, layout))


# Samples ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"mines": 2}, {"density": Fraction(1, 4)}], ids=["plain", "total", "density"]
)
def test_samples_have_the_right_distribution(options):
    game = Minesweeper([[1, -1, -1], [-1, -1, -1], [1, -1, -1]], **options)
    rng = random.Random(11)
    drawn = [game.sample(rng) for _ in range(3000)]
    for layout in set(drawn):
        assert game.system.satisfied_by(map(game.hidden.index, layout))
    for cell in game.hidden:
        share = sum(cell in layout for layout in drawn) / len(drawn)
        assert abs(share - float(game.probability(cell))) < 0.035
    assert len(set(drawn)) == (7 if "mines" in options else len(set(drawn)))
    assert game.sample(random.Random(3)) == game.sample(random.Random(3))


# Sizes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mines", [None, 3200])
def test_counts_of_thousands_of_digits_break_nothing(mines):
    game = Minesweeper([[-1] * 160] * 100, mines=mines)
    solution = game.solve()
    answer = solution.answer
    assert answer.layouts.bit_length() > 11_000
    assert re.search(r"about \d\.\de\d{4} layouts", repr(answer))
    assert str(solution)
    data = json.loads(json.dumps(solution.to_dict()))
    # More than 4,000 digits are hexadecimal.
    assert isinstance(data["answer"]["layouts"], int if mines else str)
    again = Minesweeper.solution_from_dict(data)
    assert again.answer == answer
    assert again.verify()
    half = replace(solution, answer=replace(answer, layouts=answer.layouts // 2))
    with pytest.raises((CertificateError, RuleError), match="layouts"):
        half.verify()
    assert answer.probability((0, 0)) == (Fraction(1, 2) if mines is None else Fraction(1, 5))


def test_a_component_of_thousands_of_cells_needs_no_recursion():
    row = [1 if c % 3 == 1 else -1 for c in range(3000)]
    answer = Minesweeper([row]).knowledge()
    assert answer.layouts == 2**1000
    chain = [[-1] * 2001, [1 if 0 < c < 2000 else -1 for c in range(2001)]]
    assert Minesweeper(chain).knowledge().layouts > 0


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(max_states=50), "max_states"),
        (Limits(max_memory=2000), "max_memory"),
        (Limits(max_seconds=0), "max_seconds"),
    ],
)
def test_limits_prove_nothing(limits, name):
    game = lattice_game(10, 1, share=0.4)
    solution = game.solve("frontier", limits=limits)
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, name)
    with pytest.raises(CertificateError, match="limit"):
        solution.verify()


@pytest.mark.parametrize("method", METHODS)
def test_a_callback_stops_every_method(method):
    game = Minesweeper([[-1, 1, -1, -1], [-1, -1, 2, -1], [1, -1, -1, -1]])
    solution = game.solve(method, progress=lambda _: True)
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, "stopped")


def test_a_total_counts_against_the_memory():
    game = lattice_game(14, 1, share=0.5)
    plain = Minesweeper(game.board)
    limits = Limits(max_memory=3_000_000)
    assert plain.solve("frontier", limits=limits).status is Status.SOLVED
    assert game.solve("frontier", limits=limits).stats["limit"] == "max_memory"


def test_brute_force_is_for_small_boards():
    with pytest.raises(NotApplicableError, match="hidden cells"):
        Minesweeper([[-1] * 17]).solve("brute")


def test_boards_beyond_the_frontier_are_decided_by_programs():
    game = lattice_game(26, 2, share=0.5, total=False)
    assert game.choose() == "milp"
    solution = game.solve()
    assert solution.method == "milp"
    assert game.check(solution.answer) == solution.value


def test_questions_to_a_board_decided_by_programs(monkeypatch):
    monkeypatch.setattr(Minesweeper, "choose", lambda _: "milp")
    game = Minesweeper([[-1, 1, -1]])
    assert game.knowledge().layouts is None
    assert game.mine_range() == (1, 1)


def test_layouts_of_programs_are_checked(monkeypatch):
    monkeypatch.setattr(MineProgram, "_best", lambda self, _: self.sizes.astype(int))
    solution = Minesweeper([[-1, 1, -1]]).solve("milp")
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, "tolerance")


@pytest.mark.parametrize(("status", "limit"), [(1, "max_seconds"), (4, "tolerance")])
def test_programs_that_are_not_finished_prove_nothing(monkeypatch, status, limit):
    unfinished = SimpleNamespace(status=status, x=None)
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: unfinished)
    solution = PROVED.solve("milp", limits=Limits(max_seconds=10**6))
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, limit)


def test_knowledge_tells_a_limit_from_a_contradiction(monkeypatch):
    game = Minesweeper([[-1, 1, -1]])
    stopped = game.solve(progress=lambda _: True)
    monkeypatch.setattr(Minesweeper, "solve", lambda _: stopped)
    with pytest.raises(LimitError, match="stopped"):
        game.knowledge()
