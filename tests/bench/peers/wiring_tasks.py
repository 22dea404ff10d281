"""Lines that never meet: ManhattanWiring and Numberlink."""

from __future__ import annotations

import random
from itertools import pairwise

from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from tests.bench.bench_wiring import wide_board
from tests.bench.peers.task import Task
from tests.puzzles.wiring.wiring_cases import forced_detour, mixed_boards, random_board

SECTION = "Disjoint lines: ManhattanWiring and Numberlink"
DATA = dict(mixed_boards())


def some(part):
    return [ManhattanWiring(cells) for name, cells in DATA.items() if part in name]


def tiny(seed, rule="shortest"):
    rng = random.Random(seed)
    boards = [random_board(rng, 4, 4, 0.1) for _ in range(3)]
    if rule == "shortest":
        return list(map(ManhattanWiring, boards))
    return [as_numberlink(cells, rule) for cells in boards]


def as_numberlink(cells, rule):
    """Return a board of the contest with another rule."""
    marks = {0: ".", 1: "#", 2: "2", 3: "3"}
    return Numberlink([[marks[cell] for cell in row] for row in cells], rule=rule)


def fresh(puzzle):
    """Return the same puzzle with nothing worked out yet."""
    return type(puzzle).from_dict(puzzle.to_dict())


def board_of(puzzle):
    """Return the nodes of a grid, the links between them, and the pairs of terminals."""
    nodes = puzzle.board.nodes
    inside = set(nodes)
    beside = [((r, c), other) for r, c in nodes for other in ((r, c + 1), (r + 1, c))]
    links = [link for link in beside if link[1] in inside]
    return nodes, links, [(nodes[i], nodes[j]) for _, i, j in puzzle.board.pairs]


def links_of(solution):
    """Return the neighbours that lines join, None where there are no lines."""
    if solution.answer is None:
        return None
    return [link for path in solution.answer.paths.values() for link in pairwise(path)]


def shortest(puzzles, method="auto"):
    return [links_of(fresh(puzzle).solve(method)) for puzzle in puzzles]


def lengths(puzzles, answers):
    """Return the total length of each wiring once it keeps the rules; numbers pass unchecked."""
    return [
        puzzle.check(puzzle.wiring_of_links(answer)) if isinstance(answer, list) else answer
        for puzzle, answer in zip(puzzles, answers, strict=True)
    ]


def counts(puzzles):
    return [fresh(puzzle).count() for puzzle in puzzles]


def differ(ours, theirs):
    wrong = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    if not wrong:
        return None
    told = f"{wrong[0][1]} instead of {wrong[0][0]}"
    return told if len(ours) == 1 else f"{len(wrong)} of {len(ours)} boards, first {told}"


def crossed(size):
    cells = [[0] * size for _ in range(size)]
    cells[0][0] = cells[-1][-1] = 2
    cells[0][-1] = cells[-1][0] = 3
    return ManhattanWiring(cells)


def corner_to_corner(size):
    cells = [["."] * size for _ in range(size)]
    cells[0][0] = cells[-1][-1] = "1"
    return Numberlink(cells, rule="any")


def _shortest(title, make):
    return Task(SECTION, title, "`solve()`", make, tiny, shortest, value=lengths, differs=differ)


def _count(title, make, small):
    return Task(SECTION, title, "`count()`", make, small, counts, differs=differ)


TASKS = {
    "wiring 10%": _shortest(
        "shortest wirings, 12 boards of 9 x 9 with 10 % walls", lambda _: some("10% walls")
    ),
    "wiring detour": _shortest(
        "shortest wiring, 9 x 9 with a forced detour",
        lambda _: [ManhattanWiring(forced_detour(9))],
    ),
    "wiring crossed": _shortest("no wiring, 9 x 9 with crossed corners", lambda _: [crossed(9)]),
    "wiring 71": _shortest("shortest wirings, 71 boards of 9 x 9", lambda _: some("")),
    "wiring wide": _shortest(
        "shortest wiring, 20 x 20 with four pairs", lambda _: [Numberlink(wide_board(4, 9))]
    ),
    "count shortest": _count(
        "number of shortest wirings, 9 x 9 with a forced detour",
        lambda _: [ManhattanWiring(forced_detour(9))],
        tiny,
    ),
    "count all": _count(
        "number of all wirings, 12 boards of 9 x 9 with 10 % walls",
        lambda _: [as_numberlink(puzzle.cells, "any") for puzzle in some("10% walls")],
        lambda seed: tiny(seed, "any"),
    ),
    "count paths": _count(
        "number of paths from corner to corner of 10 x 10",
        lambda _: [corner_to_corner(10)],
        lambda _: [corner_to_corner(4)],
    ),
}
