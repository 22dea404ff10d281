"""Minesweeper: every method against the others, against elimination, and what they prove."""

import json
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from graphpuzzles.errors import (
    CertificateError,
    InconsistentBoardError,
    LimitError,
    NoSolutionError,
    NotApplicableError,
    ParseError,
    PuzzleError,
    RuleError,
    WriteError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.minesweeper import rules
from graphpuzzles.puzzles.minesweeper.certificate import ClueConflict, ForcedCells, ForcedStep
from graphpuzzles.puzzles.minesweeper.program import MineProgram
from graphpuzzles.puzzles.minesweeper.puzzle import (
    FLAG,
    MINE,
    ClueSets,
    MineGroup,
    MineKnowledge,
    Minesweeper,
    NamedClue,
)
from graphpuzzles.validation import cross_validate
from tests.puzzles.minesweeper.mine_cases import (
    by_elimination,
    games,
    lattice_game,
    neighbors,
    played_game,
    random_game,
    true_board,
)

DATA = Path(__file__).parents[2] / "data" / "minesweeper"
METHODS = ("frontier", "milp", "brute")


# The contest -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_published_files_byte_for_byte(case):
    boards = Minesweeper.read((DATA / f"{case}.in").read_text())
    lines = [board.judge(board.solve(), i) for i, board in enumerate(boards, 1)]
    assert "\n".join([*lines, ""]) == (DATA / f"{case}.out").read_text()


@pytest.mark.parametrize("case", sorted(path.stem for path in DATA.glob("*.in")))
def test_files_are_written_as_they_were_read(case):
    text = (DATA / f"{case}.in").read_text()
    boards = list(Minesweeper.read(text))
    assert Minesweeper.write(boards).split() == text.split()


@pytest.mark.parametrize(("text", "value"), Minesweeper.EXAMPLES.items())
def test_examples(text, value):
    game = Minesweeper.parse(text)
    solution = game.solve()
    assert solution.value == value
    assert solution.verify()
    assert Minesweeper.parse(str(game)) == game


@pytest.mark.parametrize("text", Minesweeper.MALFORMED)
def test_malformed_texts_are_refused(text):
    with pytest.raises(ParseError):
        list(Minesweeper.read(text))


def test_a_wrong_cell_is_named_by_its_place():
    with pytest.raises(ParseError, match="line 4, column 3: expected a number from 0 to 8"):
        Minesweeper.parse("1\n2 2\n0 0\n0 9\n")


def test_judge_tells_limits_from_contradictions():
    board = Minesweeper([[1, -1]])
    assert board.judge(board.solve(), 1) == "1 0"
    stopped = played_game(16, 30, 99, 1).solve(limits=Limits(max_states=1))
    assert (stopped.status, stopped.bounds[1]) == (Status.LIMIT, None)
    assert board.judge(stopped, 1) == "?"
    contradiction = Minesweeper([[8]])
    assert contradiction.judge(contradiction.solve(), 1) == "-1 -1"


def test_a_contest_file_is_solved_without_heavy_libraries():
    code = (
        "import sys\n"
        "from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper\n"
        f"for game in Minesweeper.read(open({str(DATA / 'sample.in')!r})):\n"
        "    assert game.judge(game.solve(), 1)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "graphpuzzles" in told.stdout.split()
    assert not {"numpy", "scipy", "networkx"} & set(told.stdout.split())


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


# Published problems ----------------------------------------------------------------------------


def rows_of(text, codes):
    return [[codes.get(x, x) if x in codes else int(x) for x in row.split()] for row in text]


HASHES = {"#": -1, ".": -1, "?": -1, "*": -1}


def test_solver_with_wrong_binomial_ratio():
    """JohnnyDeuss/minesweeper-solver says 0.6, 0.8 and 0.4."""
    game = Minesweeper(rows_of(["# 2 2 # #", "# 2 # # #"], HASHES), mines=4)
    answer = game.knowledge()
    assert answer.layouts == 9
    for cells, share in (
        ([(0, 0), (1, 0), (0, 3), (1, 3)], Fraction(5, 9)),
        ([(1, 2)], Fraction(8, 9)),
        ([(0, 4), (1, 4)], Fraction(4, 9)),
    ):
        assert {answer.probability(cell) for cell in cells} == {share}


def test_solver_that_ignores_zeros():
    """zig-minesolver 0.1.1 says 1/2 at (3, 2) and (4, 2)."""
    text = ["000000000", "000111000", "000##1000", "#1#2#1000", "0##100000"]
    game = Minesweeper(rows_of([" ".join(row) for row in text], HASHES), mines=2)
    assert (game.knowledge().layouts, game.knowledge().mines) == (1, ((2, 4), (4, 2)))


def test_state_called_impossible():
    """pwmarcz/kaboom issue 15: the user's flags were wrong, the state is possible."""
    text = [". . . . .", ". 4 3 4 .", ". 3 2 3 .", ". . . . 1"]
    answer = Minesweeper(rows_of(text, HASHES)).knowledge()
    assert answer.layouts == 5
    assert answer.mines == ((0, 1), (0, 2), (0, 3), (1, 4), (3, 2))


def test_five_mines_and_a_coin():
    """lucasnlm/antimine-android issue 356."""
    text = ["2 * ? * 2", "2 * * * 2", "1 2 3 2 1"]
    answer = Minesweeper(rows_of(text, HASHES)).knowledge()
    assert (answer.layouts, len(answer.mines)) == (2, 5)
    assert answer.probability((0, 2)) == Fraction(1, 2)


def test_two_mines_on_nine_cells():
    """python-list, July 2004, 287487."""
    answer = Minesweeper(rows_of(["1 . .", ". . .", "1 . ."], HASHES), mines=2).knowledge()
    assert answer.layouts == 7
    shares = [answer.probability(cell) for cell in [(1, 0), (1, 1), (1, 2), (0, 1), (0, 2)]]
    assert shares == [Fraction(n, 7) for n in (3, 3, 2, 1, 2)]


def test_the_probabilities_of_ms_toollib():
    """eee555/ms-toollib, tests of probability, board 4, whose floats are these fractions."""
    board = [[1] + [-1] * 7, [1] + [-1] * 7, [2] + [-1] * 7] + [[-1] * 8] * 5
    answer = Minesweeper(board, mines=10).knowledge()
    expected = {
        (0, 1): Fraction(4, 53),
        (1, 1): Fraction(49, 53),
        (3, 0): Fraction(57, 106),
        (3, 1): Fraction(57, 106),
        (7, 7): Fraction(15, 106),
    }
    assert {cell: answer.probability(cell) for cell in expected} == expected
    assert (2, 1) in answer.safes


LONE_TWO = [[2 if (r, c) == (3, 3) else -1 for c in range(8)] for r in range(8)]


@pytest.mark.parametrize("mines", [0, 1, 58, 60])
def test_totals_out_of_range_are_not_clamped(mines):
    """The same tests, board 3, where a total of 0 counts as 2 and one of 60 as 57."""
    game = Minesweeper(LONE_TWO, mines=mines)
    message = f"a total of {mines} is impossible: the clues allow 2 to 57 mines"
    with pytest.raises(InconsistentBoardError, match=message) as caught:
        game.knowledge()
    assert (caught.value.clues, caught.value.total) == (((3, 3),), True)
    assert caught.value.solution.verify()


@pytest.mark.parametrize("mines", [2, 57])
def test_totals_at_the_ends_of_the_range_decide_the_rest(mines):
    answer = Minesweeper(LONE_TWO, mines=mines).knowledge()
    assert len(answer.untouched) == 55
    assert set(answer.untouched) <= set(answer.safes if mines == 2 else answer.mines)
    assert answer.layouts == 28


# lrvideckis/Minesweeper_Android, boards on which its solvers once failed; B is derived there.
ONCE_FAILED = [
    (["UUU3B2.", "U2U3B31", "U21324B", "U3U4B4B", "UUUUUUU"], 12),
    (["UU1..1U", "2U1112U", "1111U21", "1U123UU", "U11UUUU"], 8),
    (["..1UU", "..1U1", "..111", "..1U2", "..1UU", "..13U", "111UU", "UU1UU"], 6),
    (["UU1..", "UU1..", "UU321", "UUBUU", "UUUUU"], 6),
    (["U1......", "U211111.", "UUUUUU21", "UUUUUUUU"], 7),
    (["UUUUUU", "UU3221", "UU21..", "UUU1.."], 7),
    (["UUUUU", "235UU", "..3UU", "..2UU"], 11),
    (["U3UU", "UUUU", "U421", "U2.."], 5),
    (["U1......", "U1111...", "UUUU1...", "U1111...", "U1......"], 3),
    (["UUU", "UUU", "UUU", "12U", ".11", "...", "122", "UUU"], 9),
    ([".1U", "23U", "UUU"], 3),
    (["UUU", "UU2", "UUU", "U21", "22.", "U21", "UUU"], 6),
    (["...", "232", "UUU", "4UU", "UUU", "U3U", "UUU"], 6),
    (["UUU", "UUU", "UUU"], 0),
]


@pytest.mark.parametrize(("rows", "mines"), ONCE_FAILED)
def test_boards_on_which_a_solver_once_failed(rows, mines):
    codes = {"U": -1, "B": -1, ".": 0}
    board = [[codes[x] if x in codes else int(x) for x in row] for row in rows]
    game = Minesweeper(board, mines=mines)
    result = cross_validate(game, ["frontier", "milp"])
    assert result.confirmed
    answer = result.solutions[0].answer
    total = by_elimination(game)
    assert (answer.layouts if answer else 0) == total
    derived = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "B"]
    if answer:
        assert set(derived) <= set(answer.mines)


# Totals, densities, flags ----------------------------------------------------------------------


def test_a_total_decides_cells_that_no_clue_counts():
    game = Minesweeper([[1, -1, -1, -1]], mines=1)
    assert (game.knowledge().mines, game.knowledge().safes) == (((0, 1),), ((0, 2), (0, 3)))
    assert game.solve().certificate().steps[-1].total
    assert Minesweeper([[1, -1, -1, -1]]).solve().value == (1, 0)


def test_without_a_total_untouched_cells_are_coins():
    answer = Minesweeper([[0, -1, -1, -1]]).knowledge()
    assert (answer.layouts, answer.untouched) == (4, ((0, 2), (0, 3)))
    assert answer.probability((0, 3)) == Fraction(1, 2)


def test_a_total_with_a_gap_in_its_range():
    """One clue counts two cells of one group, the other is met by 0 or 2 mines of it."""
    sets = ClueSets(
        ("a", "b", "c", "d"),
        (
            NamedClue("p", 1, ("a", "b")),
            NamedClue("q", 1, ("b", "c")),
            NamedClue("r", 1, ("c", "d")),
        ),
    )
    game = Minesweeper(sets)
    assert game.mine_range() == (2, 2)
    gap = ClueSets(
        ("a", "b", "c", "d"),
        tuple(NamedClue(f"{x}{y}", 1, (x, y)) for x, y in ("ab", "ac", "ad")),
    )
    assert Minesweeper(gap).mine_range() == (1, 3)
    solution = Minesweeper(gap, mines=2).solve()
    assert solution.status is Status.INFEASIBLE
    assert solution.verify()
    with pytest.raises(InconsistentBoardError, match="a total of 2 contradicts the clues"):
        Minesweeper(gap, mines=2).knowledge()


@pytest.mark.parametrize("method", METHODS)
def test_density_weighs_layouts(method):
    game = Minesweeper([[-1, 1, -1, -1, -1]], density=Fraction(1, 5))
    answer = game.solve(method).answer
    assert (answer.layouts in {8, None}, answer.verdict((0, 0))) == (True, "undecided")
    if method != "milp":
        assert answer.probability((0, 0)) == Fraction(1, 2)
        assert answer.probability((0, 4)) == Fraction(1, 5)


def test_flags_are_claims():
    board = [[FLAG, 1, FLAG], [1, 1, 1], [FLAG, -1, -1]]
    game = Minesweeper([[FLAG, 1, 0], [1, 1, 0], [0, 0, 0]])
    assert game.flag_verdicts() == {(0, 0): "mine"}
    assert Minesweeper([[FLAG, 0]]).flag_verdicts() == {(0, 0): "safe"}
    assert Minesweeper([[FLAG, 1, -1]]).flag_verdicts() == {(0, 0): "undecided"}
    wrong = Minesweeper(board, flags="trust")
    assert wrong.solve().status is Status.INFEASIBLE
    assert wrong.known_mines == ((0, 0), (0, 2), (2, 0))
    with pytest.raises(ValueError, match="trusted"):
        wrong.flag_verdicts()


@pytest.mark.parametrize(
    ("board", "options", "clues", "total"),
    [
        ([[1, 0]], {}, ((0, 0),), False),
        ([[8, -1]], {}, ((0, 0),), False),
        ([[0, MINE]], {}, ((0, 0),), False),
        ([[0, FLAG]], {"flags": "trust"}, ((0, 0),), False),
        ([[-1, -1]], {"mines": 3}, (), True),
        ([[MINE, MINE, -1]], {"mines": 1}, (), True),
        ([[0, -1]], {"mines": 1}, ((0, 0),), True),
        ([[0, 0]], {"mines": 1}, (), True),
        ([[1, -1, 0]], {}, ((0, 0), (0, 2)), False),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_every_statement_is_checked(method, board, options, clues, total):
    game = Minesweeper(board, **options)
    solution = game.solve(method)
    assert solution.status is Status.INFEASIBLE
    assert solution.certificate() == ClueConflict(clues, total)
    assert solution.certificate().is_minimal(game)
    assert solution.verify()


def test_a_long_contradiction_is_cut_short():
    """A chain of 8 clues between a 0 and a cell that has to be a mine."""
    names = [f"c{i}" for i in range(9)]
    chain = tuple(NamedClue(f"p{i}", 1, (names[i], names[i + 1])) for i in range(8))
    ends = (NamedClue("first", 0, ("c0",)), NamedClue("last", 1, ("c8",)))
    game = Minesweeper(ClueSets(tuple(names), (*chain, *ends)))
    with pytest.raises(InconsistentBoardError, match=r"and 4 more$"):
        game.knowledge()


def test_a_contradiction_is_named_in_a_few_words():
    with pytest.raises(InconsistentBoardError, match=r"contradict each other: \(0, 0\), \(0, 2\)"):
        Minesweeper([[1, -1, 0]]).probability((0, 1))
    with pytest.raises(InconsistentBoardError) as caught:
        Minesweeper([[8]]).knowledge()
    assert pickle.loads(pickle.dumps(caught.value)).clues == ((0, 0),)


# Other geometries ------------------------------------------------------------------------------


def hexagon_game():
    """A hexagon of 7 cells in whose middle a 3 stands, and a corner cell that shows a 2."""
    graph = nx.Graph()
    ring = [f"h{i}" for i in range(6)]
    graph.add_node("middle", mines=3)
    graph.add_nodes_from(ring[1:])
    graph.add_node("h0", mines=2)
    graph.add_edges_from(("middle", cell) for cell in ring[1:])
    graph.add_edges_from([("h0", "h1"), ("h0", "h5")])
    return Minesweeper(graph)


def test_clues_of_any_geometry():
    game = hexagon_game()
    assert game.knowledge().mines == ("h1", "h5")
    assert game.knowledge().probability("h3") == Fraction(1, 3)
    assert cross_validate(game).confirmed
    assert repr(game) == "<Minesweeper 2 clues, 5 hidden>"
    solution = game.solve()
    proof = Minesweeper.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
    assert proof.verify()
    assert solution.graph().nodes["h3"]["share"] == "1/3"
    assert "probability" not in game.solve("milp").graph().nodes["h3"]
    assert Minesweeper.from_dict(json.loads(json.dumps(game.to_dict()))) == game
    with pytest.raises(WriteError, match="board"):
        Minesweeper.write([game])


@given(games())
@settings(max_examples=60)
def test_the_graph_of_a_board_is_a_board(game):
    again = Minesweeper(game.graph(), mines=game.mines, density=game.density, flags=game.flags)
    one, other = game.solve("frontier"), again.solve("frontier")
    assert one.value == other.value
    if one.answer is not None:
        assert one.answer.layouts == other.answer.layouts
        for r, c in game.hidden:
            assert one.answer.probability((r, c)) == other.answer.probability(f"{r},{c}")


def bipartite(*edges, **attributes):
    graph = nx.Graph(edges)
    for node, value in attributes.items():
        graph.add_node(node, **value)
    return graph


@pytest.mark.parametrize(
    ("graph", "error"),
    [
        (bipartite(("a", "b")), PuzzleError),
        (bipartite(("p", "q"), p={"mines": 1}, q={"mines": 1}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": 1}, a={"state": "lost"}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": -1}), PuzzleError),
        (bipartite(("a", "p"), p={"mines": 1.0}), TypeError),
        (bipartite(("a", "p"), p={"mines": True}), TypeError),
        (bipartite((1, 2)), TypeError),
        (nx.Graph(), PuzzleError),
    ],
)
def test_graphs_of_another_form_are_refused(graph, error):
    with pytest.raises(error):
        Minesweeper(graph)


@pytest.mark.parametrize(
    "arguments",
    [
        {"cells": ("a", "a"), "clues": ()},
        {"cells": ("a",), "clues": (NamedClue("a", 1, ("a",)),)},
        {"cells": ("a",), "clues": (NamedClue("p", 1, ("b",)),)},
        {"cells": ("a",), "clues": (NamedClue("p", 1, ("a", "a")),)},
        {"cells": ("a",), "clues": (), "flags": ("b",)},
        {"cells": ("a",), "clues": (), "flags": ("a",), "exploded": ("a",)},
        {"cells": (), "clues": ()},
    ],
)
def test_clue_sets_of_another_form_are_refused(arguments):
    with pytest.raises(PuzzleError):
        ClueSets(**arguments)


@pytest.mark.parametrize(
    ("board", "options", "error"),
    [
        ([], {}, PuzzleError),
        ([[]], {}, PuzzleError),
        ([[0, 0], [0]], {}, PuzzleError),
        ([[9]], {}, PuzzleError),
        ([[-4]], {}, PuzzleError),
        ([[True]], {}, TypeError),
        ([[1.0]], {}, TypeError),
        (["12"], {}, TypeError),
        ([[-1]], {"mines": -1}, ValueError),
        ([[-1]], {"mines": True}, TypeError),
        ([[-1]], {"mines": 1.0}, TypeError),
        ([[-1]], {"density": 0.5}, TypeError),
        ([[-1]], {"density": Fraction(1)}, ValueError),
        ([[-1]], {"density": Fraction(1, 2), "mines": 1}, ValueError),
        ([[-1]], {"flags": "believe"}, ValueError),
    ],
)
def test_arguments_of_another_form_are_refused(board, options, error):
    with pytest.raises(error):
        Minesweeper(board, **options)


def test_a_code_without_meaning_is_told_with_those_that_have_one():
    with pytest.raises(PuzzleError, match=r"cell \(0, 1\) holds 9, none of 0 to 8, -1 \(hidden\)"):
        Minesweeper([[-1, 9]])


def test_arrays_are_boards():
    array = np.array([[-1, 1], [1, 1]], dtype=np.int8)
    game = Minesweeper(array, mines=np.int64(1))
    assert (game.board, type(game.mines)) == (((-1, 1), (1, 1)), int)
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(game) == hash(Minesweeper([[-1, 1], [1, 1]], mines=1))


@pytest.mark.parametrize(
    ("field", "game"),
    [
        ("mines", Minesweeper([[-1]], mines=1)),
        ("density", Minesweeper([[-1]], density=Fraction(1, 3))),
        ("flags", Minesweeper([[-1]], flags="trust")),
        ("board", Minesweeper([[FLAG]])),
        ("board", Minesweeper([[MINE]])),
    ],
)
def test_what_the_contest_cannot_say_is_not_written(field, game):
    with pytest.raises(WriteError, match=field):
        Minesweeper.write([game])
    assert Minesweeper.from_dict(game.to_dict()) == game


# Proofs ----------------------------------------------------------------------------------------

PROVED = Minesweeper(
    [
        [-1, 2, -1, -1, -1, -1],
        [-1, -1, 2, 1, 1, -1],
        [-1, 4, 2, 0, 1, -1],
        [-1, -1, 1, 0, 1, -1],
    ],
    mines=6,
)
SIMPLE = Minesweeper([[-1, -1, -1, 1], [1, 2, -1, 1], [0, 1, 1, 1]])


def test_the_board_to_tamper_with_has_everything():
    answer = PROVED.solve().answer
    assert answer.mines
    assert answer.safes
    assert len(answer.groups) > 1
    assert answer.untouched == ()
    assert len(answer.witnesses) > 1


def changed_answers():
    answer = PROVED.solve().answer
    first, *others = answer.groups
    moved = MineGroup(first.cells, first.probability * Fraction(9, 10))
    witness = answer.witnesses[0]
    yield "a mine is called safe", replace(answer, mines=(), safes=(*answer.safes, *answer.mines))
    yield "a cell is left out", replace(answer, safes=answer.safes[1:])
    yield "a cell is named twice", replace(answer, mines=(*answer.mines, *answer.safes[:1]))
    yield "a cell is off the board", replace(answer, mines=((9, 9), *answer.mines[1:]))
    yield (
        "an undecided group is called safe",
        replace(answer, safes=(*answer.safes, *first.cells), groups=tuple(others)),
    )
    yield (
        "a decided cell is called undecided",
        replace(
            answer,
            mines=answer.mines[1:],
            groups=(*answer.groups, MineGroup(answer.mines[:1], Fraction(1, 2))),
        ),
    )
    yield (
        "groups are joined",
        replace(
            answer,
            groups=(
                MineGroup((*first.cells, *others[0].cells), first.probability),
                *others[1:],
            ),
        ),
    )
    yield "a probability is moved", replace(answer, groups=(moved, *others))
    yield (
        "a probability is missing",
        replace(answer, groups=(MineGroup(first.cells, None), *others)),
    )
    yield "a group is empty", replace(answer, groups=(*answer.groups, MineGroup((), None)))
    yield "a layout lacks a mine", replace(answer, witnesses=(witness[1:], *answer.witnesses[1:]))
    yield (
        "a layout has a mine twice",
        replace(answer, witnesses=((*witness, witness[0]), *answer.witnesses[1:])),
    )
    yield "there is one layout only", replace(answer, witnesses=answer.witnesses[:1])
    yield "there is no layout", replace(answer, witnesses=())
    yield "there is one more layout", replace(answer, layouts=answer.layouts + 1)
    yield "there are twice as many", replace(answer, layouts=answer.layouts * 2)
    yield "the number is missing", replace(answer, layouts=None)
    yield "an untouched cell is made up", replace(answer, untouched=first.cells)
    yield (
        "a layout has a mine too many",
        replace(answer, witnesses=((*witness[1:], *answer.safes[:1]), *answer.witnesses[1:])),
    )
    yield (
        "an undecided cell has probability 1",
        replace(answer, groups=(MineGroup(first.cells, Fraction(1)), *others)),
    )


@pytest.mark.parametrize(
    "answer", [pytest.param(answer, id=name) for name, answer in changed_answers()]
)
def test_changed_answers_are_refused(answer):
    with pytest.raises(RuleError):
        PROVED.check(answer)


def test_large_boards_are_not_recounted_but_their_sums_are(monkeypatch):
    monkeypatch.setattr(rules, "RECOUNT_WORK", 0)
    answer = PROVED.solve().answer
    assert PROVED.check(answer) == PROVED.solve().value
    first, *others = answer.groups
    moved = MineGroup(first.cells, first.probability * Fraction(9, 10))
    with pytest.raises(RuleError):
        PROVED.check(replace(answer, groups=(moved, *others)))


def test_probabilities_that_fit_each_other_are_recounted():
    """What the corners gain the middle loses, twice, and the sums around all clues stay right."""
    game = Minesweeper([[-1, 1, -1], [1, -1, 1], [-1, 1, -1]], density=Fraction(1, 3))
    answer = game.solve().answer
    assert game.check(answer) == (0, 0)
    corners = Fraction(1, 5)
    wrong = tuple(
        MineGroup(cells, 1 - 2 * corners if cells == ((1, 1),) else corners)
        for cells, _ in answer.groups
    )
    with pytest.raises(RuleError, match="is another"):
        game.check(replace(answer, groups=wrong))


UNTOUCHED = Minesweeper([[1, -1, -1, -1]])


@pytest.mark.parametrize("layouts", [2, 3, 6])
def test_untouched_cells_are_checked(layouts):
    answer = UNTOUCHED.solve().answer
    with pytest.raises(RuleError):
        UNTOUCHED.check(replace(answer, layouts=layouts))
    uneven = replace(answer, groups=(MineGroup(answer.groups[0].cells, Fraction(1, 4)),))
    with pytest.raises(RuleError):
        UNTOUCHED.check(uneven)


def test_a_proof_needs_all_its_steps():
    solution = PROVED.solve()
    whole = solution.certificate()
    assert whole.proves(PROVED) == solution.value
    for position in range(len(whole.steps)):
        steps = (*whole.steps[:position], *whole.steps[position + 1 :])
        assert ForcedCells(steps).proves(PROVED) != solution.value
    assert repr(whole) == f"ForcedCells(2 mines, 4 safe cells, in {len(whole.steps)} steps)"


def changed_steps():
    step = ForcedStep(((1, 1), (2, 1)), total=False, mines=(), safes=())
    yield "an undecided cell", replace(step, clues=((1, 0), (1, 1)), mines=((0, 0),))
    yield "a cell not counted", replace(step, clues=((2, 1),), safes=((0, 2),))
    yield "a shown cell", replace(step, mines=((1, 1),))
    yield "no clue", replace(step, clues=((0, 0),), mines=((1, 2),))
    yield "a cell twice", replace(step, mines=((1, 2), (1, 2)))
    yield "the opposite", replace(step, clues=((2, 1),), safes=((1, 2),))


@pytest.mark.parametrize("step", [pytest.param(step, id=name) for name, step in changed_steps()])
def test_changed_proofs_are_refused(step):
    with pytest.raises(CertificateError):
        ForcedCells((step,)).proves(SIMPLE)


def test_a_cell_is_forced_once():
    step = ForcedStep(((2, 1),), total=False, mines=((1, 2),), safes=())
    with pytest.raises(CertificateError, match="twice"):
        ForcedCells((step, step)).proves(SIMPLE)


def test_untouched_cells_share_what_the_total_leaves():
    game = Minesweeper([[1, -1, -1, -1, -1]], mines=2)
    answer = game.solve().answer
    (group,) = answer.groups
    assert group == MineGroup(((0, 2), (0, 3), (0, 4)), Fraction(1, 3))
    with pytest.raises(RuleError, match="add up to 2"):
        game.check(replace(answer, groups=(MineGroup(group.cells, Fraction(2, 3)),)))


def test_a_total_that_is_not_given_proves_nothing():
    game = Minesweeper([[-1, -1]])
    step = ForcedStep((), total=True, mines=((0, 0),), safes=())
    with pytest.raises(CertificateError, match="no total"):
        ForcedCells((step,)).proves(game)
    with pytest.raises(CertificateError, match="no total"):
        ClueConflict((), total=True).proves(game)


def test_clues_that_can_be_met_are_no_conflict():
    with pytest.raises(CertificateError, match="some layout"):
        ClueConflict(((2, 1),)).proves(SIMPLE)
    with pytest.raises(TypeError, match="clues"):
        ClueConflict(()).proves("a board")


def test_a_conflict_with_a_clue_too_many_is_not_minimal():
    game = Minesweeper([[1, -1, 0, -1, 1]])
    assert ClueConflict(((0, 0), (0, 2), (0, 4))).is_minimal(game) is False


@pytest.mark.parametrize(
    "data",
    [
        {"clues": [[0]], "total": False},
        {"clues": [[0, "x"]], "total": False},
        {"clues": [], "total": 1},
        {"clues": 3, "total": False},
        {},
    ],
)
def test_other_data_are_no_conflict(data):
    with pytest.raises((ValueError, TypeError, KeyError)):
        ClueConflict.from_dict(data)


@pytest.mark.parametrize(
    "change",
    [
        {"cells": ["a", 1]},
        {"clues": [["p", True, ["a"]]]},
        {"clues": [["p", "1", ["a"]]]},
    ],
)
def test_other_data_are_no_clues(change):
    data = {"cells": ["a"], "clues": [["p", 1, ["a"]]], "flags": [], "exploded": []}
    assert ClueSets.from_dict(data).clues == (NamedClue("p", 1, ("a",)),)
    with pytest.raises((ValueError, TypeError)):
        ClueSets.from_dict({**data, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"layouts": 7},
        {"layouts": "7"},
        {"mines": [[1]]},
        {"groups": [{"cells": [[0, 0]], "probability": ["0x1", "0x0"]}]},
        {"groups": [{"cells": [[0, 0]], "probability": ["1", "2"]}]},
    ],
)
def test_other_data_are_no_answer(change):
    data = PROVED.solve().answer.to_dict()
    with pytest.raises(ValueError):  # noqa: PT011 - each in its own words
        MineKnowledge.from_dict({**data, **change})


def test_explanations_are_minimal_and_enough():
    game = played_game(9, 9, 12, 3, total=True)
    answer = game.knowledge()
    for cell in [*answer.mines, *answer.safes]:
        reason = game.explain(cell)
        pinned = Minesweeper(game.graph(), mines=game.mines)
        opposite = int(cell in answer.safes)
        sets = pinned.board
        name = f"{cell[0]},{cell[1]}"
        extra = replace(sets, clues=(*sets.clues, NamedClue("opposite", opposite, (name,))))
        names = tuple(f"{r},{c}" for r, c in reason.clues)
        conflict = ClueConflict((*names, "opposite"), reason.total)
        assert conflict.is_minimal(Minesweeper(extra, mines=game.mines))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"safes": ()}, "different cells"),
        ({"layouts": 5}, "numbers of layouts"),
        ({"groups": ()}, "probabilities"),
        ({"layouts": None}, None),
    ],
)
def test_disagreements_are_told_apart(change, told):
    one = PROVED.solve()
    other = replace(one, method="other", answer=replace(one.answer, **change))
    message = PROVED.disagreement(one, other)
    assert (message is None) if told is None else (told in message)


def test_what_is_not_decided_is_not_explained():
    with pytest.raises(ValueError, match="not decided"):
        Minesweeper([[-1, 1, -1]]).explain((0, 0))
    with pytest.raises(ValueError, match="not a hidden cell"):
        Minesweeper([[-1, 1, -1]]).explain((0, 1))


@pytest.mark.parametrize("ask", ["probability", "verdict"])
def test_only_hidden_cells_are_known(ask):
    with pytest.raises(ValueError, match="not a hidden cell"):
        getattr(SIMPLE.knowledge(), ask)((0, 3))


def test_witnesses_that_do_not_show_a_cell_are_no_witnesses():
    answer = replace(PROVED.knowledge(), witnesses=())
    with pytest.raises(ValueError, match="do not show"):
        answer.witness((0, 2), mine=True)
    assert (0, 2) in PROVED.witness((0, 2), mine=True)


def test_the_safest_cells_are_all_of_them():
    game = Minesweeper([[-1, 1, -1, -1]], density=Fraction(1, 4))
    assert game.knowledge().safest == ((0, 3),)
    assert Minesweeper([[-1, 1, -1]]).knowledge().safest == ((0, 0), (0, 2))
    assert Minesweeper([[0]]).knowledge().safest == ()


def test_a_method_that_does_not_count_says_so():
    answer = Minesweeper([[-1, 1, -1]]).solve("milp").answer
    with pytest.raises(NotApplicableError, match="frontier"):
        answer.probability((0, 0))
    assert answer.layouts is None


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


@pytest.mark.parametrize("mines", [None, 8000])
def test_counts_of_thousands_of_digits_break_nothing(mines):
    game = Minesweeper([[-1] * 200] * 200, mines=mines)
    solution = game.solve()
    answer = solution.answer
    assert answer.layouts.bit_length() > 28_000
    assert re.search(r"about \d\.\de\d{4,5} layouts", repr(answer))
    assert str(solution)
    assert solution.verify()
    again = Minesweeper.solution_from_dict(json.loads(json.dumps(solution.to_dict())))
    assert again.answer == answer
    with pytest.raises(RuleError, match="share" if mines is None else "there are about"):
        game.check(replace(answer, layouts=answer.layouts * 3 + (mines is None)))
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
    limits = Limits(max_seconds=20)
    solution = game.solve(limits=limits)
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
    solution = PROVED.solve("milp", limits=Limits(max_seconds=10))
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, limit)


def test_knowledge_tells_a_limit_from_a_contradiction(monkeypatch):
    game = Minesweeper([[-1, 1, -1]])
    stopped = game.solve(progress=lambda _: True)
    monkeypatch.setattr(Minesweeper, "solve", lambda _: stopped)
    with pytest.raises(LimitError, match="stopped"):
        game.knowledge()


# Graphs ----------------------------------------------------------------------------------------


@given(games())
@settings(max_examples=60)
def test_paths_of_the_frontier_graph_are_the_layouts(game):
    graph = game.graph("frontier")
    source, sink = graph.graph["source"], graph.graph["sink"]
    ways = Counter({source: 1})
    for node in nx.topological_sort(graph):
        for _, target, data in graph.out_edges(node, data=True):
            ways[target] += ways[node] * int(data["ways"], 16)
    plain = Minesweeper(game.board, flags=game.flags).solve("brute").answer
    expected = 0 if plain is None else plain.layouts // 2 ** len(plain.untouched)
    assert ways[sink] == expected
    for node, data in graph.nodes(data=True):
        layer, state = map(int, node.split("."))
        assert (data["x"], data["y"]) == (layer, -state)


@given(games())
@settings(max_examples=40)
def test_marks_of_the_answer(game):
    solution = game.solve("frontier")
    if solution.answer is None:
        return
    graph = solution.graph("constraints")
    for r, c in game.hidden:
        data = graph.nodes[f"{r},{c}"]
        assert data["verdict"] == solution.answer.verdict((r, c))
        assert data["probability"] == float(solution.answer.probability((r, c)))
        assert Fraction(data["share"]) == solution.answer.probability((r, c))
    frontier = solution.graph("frontier")
    marked = [(u, v) for u, v, data in frontier.edges(data=True) if data["on_path"]]
    steps = int(frontier.graph["sink"].partition(".")[0])
    assert len(marked) == steps
    assert [u for u, _ in marked] == [frontier.graph["source"], *[v for _, v in marked]][:steps]


def test_attributes_are_what_graph_files_can_hold():
    solution = PROVED.solve()
    for kind in Minesweeper.graphs():
        graph = solution.graph(kind)
        everything = [data for _, data in graph.nodes(data=True)]
        everything += [data for _, _, data in graph.edges(data=True)]
        assert {type(x) for data in everything for x in data.values()} <= {str, int, float, bool}
        assert all(isinstance(node, str) for node in graph)


def test_true_boards_are_consistent():
    mines = {(0, 0), (1, 2)}
    shown = {(0, 1), (2, 2)}
    assert true_board(mines, shown, 3, 3) == [[-1, 2, -1], [-1, -1, -1], [-1, -1, 1]]
    assert len(neighbors((0, 0), 3, 3)) == 3
