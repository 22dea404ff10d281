"""Wiring problems that the public has reported or published, each with the right outcome."""

import random

import networkx as nx
import pytest

from graphpuzzles.errors import LimitError, RuleError
from graphpuzzles.formats.letter_grids import read_flow_solver, read_letter_grids
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink, Wiring
from graphpuzzles.validation import cross_validate
from tests.puzzles.wiring.wiring_cases import brute_force

TOUCHES = ("allow", "no_chord", "no_2x2")


def test_aizu_1270_lines_end_at_marked_cells():
    # Data set 4: line 2 may not run through the cells marked 3, nor either line through its own.
    text = "5 9\n{0}\n0 0 0 0 3 0 0 0 0\n0 2 0 0 0 0 0 2 0\n0 0 0 0 3 0 0 0 0\n{0}\n"
    puzzle = ManhattanWiring.parse(text.format("0 0 0 0 0 0 0 0 0"))
    assert puzzle.solve().value == 12


def test_a_line_must_double_back_around_an_empty_pocket():
    # A well-known cut drops such detours and finds no wiring.
    puzzle = ManhattanWiring(["1000001", "2000002", "1131311"])
    assert puzzle.solve().answer.paths["2"] == (
        (1, 0), (1, 1), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (1, 6)
    )  # fmt: skip


def test_numberlink_issue_4_not_every_cell_need_be_used():
    # thomasahle/numberlink #4.
    grid = ["A..B", "....", "A..B"]
    counts = {rule: Numberlink(grid, rule=rule).count() for rule in ("shortest", "any", "fill")}
    assert counts == {"shortest": 1, "any": 30, "fill": 4}


def test_numberlink_issue_2_how_strict_a_line_is_with_itself():
    # thomasahle/numberlink #2 asks for three rules; noq #5 gives a board that is unique only
    # under the stricter two.
    [allow, no_chord, no_2x2] = [
        Numberlink(
            ["1.....", "......", "...2..", "..1...", "......", ".....2"],
            rule="fill",
            self_touch=touch,
        )
        for touch in TOUCHES
    ]
    assert (allow.count(), no_chord.count(), no_2x2.count()) == (556, 1, 1)
    assert next(no_chord.solutions()) == next(no_2x2.solutions())


@pytest.mark.parametrize(("touch", "count"), [("allow", 80), ("no_chord", 0), ("no_2x2", 0)])
def test_numberlink_issue_5_impossible_only_where_lines_may_not_touch_themselves(touch, count):
    # thomasahle/numberlink #5.
    text = "8 8\nB...I...\n....EH..\nB.......\n..F...E.\n.FA.I...\nA...G..H\nDC.C....\n.D..G...\n"
    [puzzle] = read_letter_grids(text, self_touch=touch)
    solution = puzzle.solve()
    assert puzzle.count() == count
    assert (solution.status is Status.SOLVED) == (count > 0)


def test_flow_solver_issue_5_no_solvable_board_is_called_unsolvable():
    # mzucker/flow_solver #5: a pruning lost wirings of boards that must be filled. Boards made by
    # drawing the lines first are solvable by construction.
    rng = random.Random(5)
    for _ in range(40):
        paths = nx.grid_2d_graph(5, 5)
        lines = []
        while paths:
            line = [rng.choice(sorted(paths))]
            while free := [v for v in sorted(paths[line[-1]]) if v not in line]:
                line.append(rng.choice(free))
            paths.remove_nodes_from(line)
            lines.append(line)
        if min(map(len, lines)) < 2:
            continue
        ends = {f"{i}": (line[0], line[-1]) for i, line in enumerate(lines)}
        puzzle = Numberlink(["....."] * 5, ends, rule="fill")
        drawn = Wiring({f"{i}": tuple(line) for i, line in enumerate(lines)})
        assert puzzle.check(drawn) == puzzle.solve("frontier").value == 25 - len(lines)


def test_flow_solver_unsolvable_cross():
    # mzucker/flow_solver, puzzles/unsolvable_cross.txt.
    puzzle = read_flow_solver("R...G\n.....\n.....\n.....\nG...R\n")
    assert puzzle.solve().status is Status.INFEASIBLE


def test_flow_solver_issue_4_hexagonal_boards():
    # mzucker/flow_solver #4.
    cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    graph = nx.Graph(
        [
            ((q, r), (q + dq, r + dr))
            for q, r in cells
            for dq, dr in ((1, 0), (0, 1), (1, -1))
            if (q + dq, r + dr) in cells
        ]
    )
    pairs = {"a": ((-2, 0), (2, 0)), "b": ((0, -2), (0, 2)), "c": ((-2, 2), (-1, 2))}
    crossing = Numberlink(graph, pairs)
    assert cross_validate(crossing).status is Status.INFEASIBLE
    pairs["b"] = ((0, -2), (1, -2))
    assert cross_validate(Numberlink(graph, pairs)).value == 6


def wikipedia_puzzle():
    """Return the puzzle of Wikipedia's article on Numberlink, which is grilops's example too."""
    cells = [["."] * 7 for _ in range(7)]
    marks = "034 113 142 155 233 241 335 521 602 644"
    for r, c, label in marks.split():
        cells[int(r)][int(c)] = label
    return cells


def test_grilops_issue_15_the_example_is_unique():
    cells = wikipedia_puzzle()
    counts = [Numberlink(cells, rule=rule).count() for rule in ("any", "fill")]
    assert counts == [1, 1]


def test_grilops_issue_15_no_stray_loops():
    # obijywk/grilops #15: without its pair 5 the example leaves room for loops beside the lines,
    # and with them alone the board can be filled.
    cells = [[mark.replace("5", ".") for mark in row] for row in wikipedia_puzzle()]
    result = cross_validate(Numberlink(cells, rule="fill"))
    assert (result.confirmed, result.status) == (True, Status.INFEASIBLE)
    assert Numberlink(cells, rule="any").count() > 1


def test_grilops_issue_15_a_loop_beside_the_lines_is_a_fault():
    puzzle = Numberlink(["A.A", "...", "..."], rule="any")
    line = [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    loop = [((1, 0), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (2, 0)), ((2, 0), (1, 0))]
    with pytest.raises(RuleError, match="lcIsolate"):
        puzzle.wiring_of_links(line + loop)


def test_graphillion_issue_72_memory_is_a_limit_and_not_a_crash():
    # graphillion/graphillion #72.
    cells = [["."] * 14 for _ in range(14)]
    cells[0][0] = cells[13][13] = "A"
    cells[0][13] = cells[6][6] = "B"
    with pytest.raises(LimitError, match="max_memory reached"):
        Numberlink(cells, rule="any").count(limits=Limits(max_memory=2_000_000))


def test_graphillion_issue_64_some_solutions_without_all():
    # graphillion/graphillion #64; the board has 41044208702632496804 wirings.
    cells = [["."] * 10 for _ in range(10)]
    cells[0][9] = cells[9][0] = "1"
    assert len(list(Numberlink(cells, rule="any").solutions(3))) == 3


def test_or_tools_issue_2899_nothing_to_draw():
    # google/or-tools #2899: all nodes left out was called infeasible.
    puzzle = Numberlink(["..", ".."])
    assert cross_validate(puzzle).value == 0
    assert puzzle.count() == 1
    assert cross_validate(Numberlink(["..", ".."], rule="fill")).status is Status.INFEASIBLE


def test_sgtpuzzles_issue_386_bridges():
    # chrisboyle/sgtpuzzles #386: lines that cross on a bridge.
    grid = nx.grid_2d_graph(3, 3)
    pairs = {"a": ((0, 1), (2, 1)), "b": ((1, 0), (1, 2))}
    assert Numberlink(grid, pairs).solve().status is Status.INFEASIBLE
    grid.remove_node((1, 1))
    grid.add_edges_from([((0, 1), (2, 1)), ((1, 0), (1, 2))])
    assert Numberlink(grid, pairs).solve().value == 2


def test_adjacent_terminals_may_be_joined_directly():
    # IIC2613 Syllabus #24.
    assert ManhattanWiring(["22", "33"]).solve().value == 2


@pytest.mark.parametrize(("columns", "count"), [(10, 512), (3, 4)])
def test_imos_counts_of_two_rows(columns, count):
    # imos/Puzzle, NumberLink/sample_input: a pair at both ends of the upper of two rows.
    row = ["1", *["."] * (columns - 2), "1"]
    assert Numberlink([row, ["."] * columns], rule="any").count() == count


@pytest.mark.parametrize(
    ("grid", "value"),
    [
        (["2.2.3.3"], 4),
        (["2.3.2.3"], None),
        (["2", ".", "2", "3", "3"], 3),
        (["22#", "#33"], 2),
        (["2#2", "###", "3.3"], None),
        (["2....3", "2....3"], 2),
    ],
)
def test_narrow_boards(grid, value):
    puzzle = Numberlink(grid)
    result = cross_validate(puzzle)
    assert (result.confirmed, result.value) == (True, value)
    assert puzzle.count() == len(
        [paths for paths in brute_force(puzzle) if sum(map(len, paths)) - 2 == value]
    )


def test_more_pairs_than_letters():
    rows = [[str(i), ".", str(i)] for i in range(100, 130)]
    puzzle = Numberlink(rows)
    assert (len(puzzle.board.pairs), puzzle.solve().value, puzzle.count()) == (30, 60, 1)


def test_a_disconnected_graph():
    graph = nx.disjoint_union(nx.path_graph(3), nx.path_graph(3))
    assert Numberlink(graph, {"a": (0, 2), "b": (3, 5)}).solve().value == 4
    assert Numberlink(graph, {"a": (0, 5)}).solve().status is Status.INFEASIBLE
