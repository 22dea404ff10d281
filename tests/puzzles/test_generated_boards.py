"""Generated boards have what was wished, judged by other methods than the generators use."""

import random
from collections import deque

import pytest

from graphpuzzles.errors import LimitError
from graphpuzzles.generate import board_random
from graphpuzzles.puzzles.connecting_game.generator import random_regions
from graphpuzzles.puzzles.connecting_game.mistakes import CUT_APPROACHES, WINNER_APPROACHES
from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
from graphpuzzles.puzzles.connecting_game.winner import WinnerQuestion
from graphpuzzles.puzzles.minesweeper.generator import _with_a_lie
from graphpuzzles.puzzles.minesweeper.mistakes import MINE_APPROACHES
from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper
from graphpuzzles.puzzles.wiring.lines import scattered_lines
from graphpuzzles.puzzles.wiring.mistakes import WIRING_APPROACHES
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from tests.only_random import OnlyRandom

SEEDS = range(2)
CLASSES = [ConnectingGame, WinnerQuestion, ManhattanWiring, Numberlink, Minesweeper]


# What a wish means, told by a second method or by hand ------------------------------------------


def cut(game):
    return game.solve("flow").value


def rows_of_regions(game):
    sizes, of = game.regions.sizes, game.regions.of
    return [sum(int(sizes[region]) for region in set(row)) for row in of.tolist()]


def no_window_leads_out(question):
    return question.solve("milp").value


def four_regions(question):
    of = question.regions.of.tolist()
    return sum(
        len({of[r][c], of[r][c + 1], of[r + 1][c], of[r + 1][c + 1]}) == 4
        for r in range(len(of) - 1)
        for c in range(len(of[0]) - 1)
    )


def least(puzzle):
    return puzzle.solve("flow").value


def distances(puzzle):
    """Return by pair how long its line would be alone, over the cells themselves."""
    cells = puzzle.board.tokens
    found = []
    for label, s, _ in puzzle.board.pairs:
        reached = {puzzle.board.nodes[s]: 0}
        queue = deque(reached)
        while queue:
            r, c = queue.popleft()
            for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if not (0 <= a < len(cells) and 0 <= b < len(cells[0])) or (a, b) in reached:
                    continue
                if cells[a][b] in {".", label}:
                    reached[a, b] = reached[r, c] + 1
                    if cells[a][b] == label:
                        found.append(reached[a, b])
                    else:
                        queue.append((a, b))
    return found


def gap(puzzle):
    return least(puzzle) - sum(distances(puzzle))


def lengthened(puzzle):
    """Return how many lines every shortest wiring lengthens, at least."""
    wirings = puzzle.diagram().shortest.wirings()
    alone = distances(puzzle)
    return min(sum(len(p) - 1 > d for p, d in zip(w, alone, strict=True)) for w in wirings)


def solutions(puzzle):
    wirings = list(puzzle.solutions(2))
    assert len({str(wiring.to_dict()) for wiring in wirings}) == len(wirings)
    assert all(puzzle.check(wiring) for wiring in wirings)
    return len(wirings)


def lines(puzzle):
    return puzzle.solve("flow").answer.paths.values()


def used(puzzle):
    return sum(map(len, lines(puzzle)))


def wall_share(puzzle):
    tokens = [token for row in puzzle.board.tokens for token in row]
    return tokens.count("#") / len(tokens)


def known(game):
    return game.solve("milp").value


def hidden_of(game):
    return sum(code < 0 for row in game.board for code in row)


def stuck(game):
    answer = game.solve("milp").answer
    return not answer.safes and bool(answer.groups)


def layouts(game):
    return game.model.layouts


WIRING = {
    "solvable": [(True, lambda p: least(p) is not None), (False, lambda p: least(p) is None)],
    "optimum": [(12, lambda p: least(p) == 12), (21, lambda p: least(p) == 21)],
    "gap": [(2, lambda p: gap(p) >= 2), (6, lambda p: gap(p) >= 6)],
    "forced_detour": [(1, lambda p: lengthened(p) >= 1)],
    "unique": [(True, lambda p: solutions(p) == 1), (False, lambda p: solutions(p) != 1)],
    "walls": [(0, lambda p: wall_share(p) == 0), (0.4, lambda p: 0.2 < wall_share(p) < 0.6)],
    "against": [
        (name, lambda p, wrong=approach.answer: wrong(p) != least(p))
        for name, approach in WIRING_APPROACHES.items()
    ],
}
TABLE = {
    ConnectingGame: {
        "region_size": [
            (1, lambda g: g.regions.count == 100),
            (9, lambda g: g.regions.count == 11),
        ],
        "optimum": [(10, lambda g: cut(g) == 10), (25, lambda g: cut(g) == 25)],
        "gap": [(2, lambda g: 12 <= cut(g) <= min(rows_of_regions(g)) - 2)],
        "against": [
            (name, lambda g, wrong=approach.answer: wrong(g) != cut(g))
            for name, approach in CUT_APPROACHES.items()
        ],
    },
    WinnerQuestion: {
        "region_size": [(1, lambda q: q.regions.count == 64), (8, lambda q: q.regions.count == 8)],
        "windows": [(5, lambda q: four_regions(q) >= 5)],
        "winner": [(True, no_window_leads_out), (False, lambda q: not no_window_leads_out(q))],
        "against": [
            (name, lambda q, wrong=approach.answer: wrong(q) is not no_window_leads_out(q))
            for name, approach in WINNER_APPROACHES.items()
        ],
    },
    ManhattanWiring: WIRING,
    Numberlink: {
        **WIRING,
        "rule": [
            (rule, lambda p, r=rule: p.board.rule == r) for rule in ("any", "fill", "shortest")
        ],
        "pairs": [(n, lambda p, n=n: len(p.board.pairs) == n) for n in (1, 5, 11)],
        "fills": [
            (True, lambda p: solutions(p) == 1 and used(p) == 49),
            (False, lambda p: solutions(p) == 1 and used(p) < 49),
        ],
        "no_neighbours": [
            (True, lambda p: 1 not in distances(p)),
            (False, lambda p: 1 in distances(p)),
        ],
        "shortest_line": [(4, lambda p: min(map(len, lines(p))) >= 5)],
        "forced_detour": [(2, lambda p: lengthened(p) >= 2)],
    },
    Minesweeper: {
        "mines": [(5, lambda g: g.mine_range()[0] <= 5)],
        "total": [(True, lambda g: g.mines == 13), (False, lambda g: g.mines is None)],
        "hidden": [(10, lambda g: hidden_of(g) <= 10)],
        "consistent": [(True, known), (False, lambda g: known(g) is None)],
        "decided": [(12, lambda g: sum(known(g)) >= 12)],
        "guess": [(True, stuck), (False, lambda g: not stuck(g))],
        "layouts": [(1, lambda g: layouts(g) == 1), (8, lambda g: layouts(g) <= 8)],
        "against": [
            (name, lambda g, wrong=approach.answer: wrong(g) != known(g))
            for name, approach in MINE_APPROACHES.items()
        ],
    },
}
CASES = [
    pytest.param(cls, name, value, holds, id=f"{cls.name}-{name}-{value}")
    for cls, wishes in TABLE.items()
    for name, cases in wishes.items()
    for value, holds in cases
]
each_class = pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.name)


@each_class
def test_every_wish_has_a_case(cls):
    assert set(TABLE[cls]) == set(cls.generator().wishes)


@pytest.mark.parametrize(("cls", "name", "value", "holds"), CASES)
def test_a_wish_comes_true(cls, name, value, holds):
    for seed in SEEDS:
        assert holds(cls.generate(board_random(seed, 0), **{name: value}))


TOGETHER = [
    (ConnectingGame, 12, {"optimum": 20, "gap": 3, "against": ["cell-dijkstra", "cheapest-row"]}),
    (WinnerQuestion, 10, {"winner": True, "windows": 6}),
    (ManhattanWiring, 6, {"unique": True, "gap": 2}),
    (ManhattanWiring, (5, 8), {"solvable": True, "against": ["u-detour-cut", "distances-alone"]}),
    (Numberlink, 6, {"rule": "fill", "unique": True, "pairs": 5}),
    (Numberlink, (5, 6), {"rule": "fill", "unique": True, "walls": 0.1}),
    (Numberlink, 6, {"fills": True, "pairs": 4, "shortest_line": 3}),
    (Numberlink, 6, {"fills": False, "unique": True, "walls": 0.1}),
    (Numberlink, (4, 9), {"pairs": 4, "against": ["shortest-line-first", "pooled-flow"]}),
    (Minesweeper, 8, {"hidden": 10, "mines": 5, "against": "trivial-rules"}),
    (Minesweeper, (6, 9), {"total": True, "guess": True}),
    (Minesweeper, 6, {"consistent": False, "against": "trivial-rules", "mines": 4}),
]


@pytest.mark.parametrize(("cls", "size", "wish"), TOGETHER)
def test_wishes_hold_together(cls, size, wish):
    board = cls.generate(board_random(7, 1), size=size, **wish)
    holds = {name: one.holds for name, one in cls.generator().wishes.items() if one.holds}
    values = cls.generator().read(wish)
    assert all(holds[name](board, value) for name, value in values.items() if name in holds)
    assert board == cls.generate(board_random(7, 1), size=size, **wish)


CONTRADICTIONS = [
    (ConnectingGame, 5, {"optimum": 4}, "red takes 5 to 25"),
    (ConnectingGame, 5, {"optimum": 26}, "red takes 5 to 25"),
    (WinnerQuestion, (1, 9), {"winner": False}, "without a window every colouring has a winner"),
    (WinnerQuestion, (9, 1), {"against": "any-window"}, "without a window .* no program errs"),
    (WinnerQuestion, (3, 4), {"windows": 7}, "have 6 windows"),
    (WinnerQuestion, 5, {"winner": True, "against": "greedy-paths"}, "would lack a winner"),
    (WinnerQuestion, 5, {"winner": False, "against": "any-window"}, "would lack a winner"),
    (ManhattanWiring, (1, 3), {}, "no room for 2 lines of 2 cells"),
    (ManhattanWiring, 5, {"solvable": False, "gap": 2}, "gap needs a solution"),
    (ManhattanWiring, 5, {"solvable": False, "unique": True}, "unique needs a solution"),
    (ManhattanWiring, 5, {"forced_detour": 3}, "more lines would be longer than there are"),
    (Numberlink, 3, {"pairs": 4}, "no room for 4 lines of 3 cells"),
    (Numberlink, 5, {"shortest_line": 5, "pairs": 5}, "no room for 5 lines of 6 cells"),
    (Numberlink, 61, {}, "lines cover boards of up to 60 rows"),
    (Numberlink, 5, {"rule": "fill", "fills": True}, "fills is about the one wiring"),
    (Numberlink, 5, {"solvable": False, "fills": False}, "fills needs a solution"),
    (Numberlink, 5, {"rule": "fill", "gap": 2}, "gap is about shortest lines"),
    (Minesweeper, 2, {"mines": 4}, "no room for 4 mines and a first click"),
    (Minesweeper, 5, {"mines": 4, "hidden": 3}, "all mines are hidden"),
    (Minesweeper, 5, {"decided": 4, "hidden": 3}, "only hidden cells are counted"),
    (Minesweeper, 5, {"consistent": False, "layouts": 1}, "layouts needs a layout"),
]


@pytest.mark.parametrize(("cls", "size", "wish", "reason"), CONTRADICTIONS)
def test_contradictions_are_refused(cls, size, wish, reason):
    with pytest.raises(ValueError, match=f"there is no such board: .*{reason}"):
        cls.generate(random.Random(0), size=size, **wish)


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1), (2, 2)])
@pytest.mark.parametrize("cls", [ConnectingGame, WinnerQuestion, Minesweeper])
def test_small_and_thin_boards(cls, size):
    for seed in range(10):
        board = cls.generate(board_random(seed, 0), size=size)
        assert board.solve().verify()


@pytest.mark.parametrize("size", [(1, 6), (6, 1), (2, 2), (2, 3)])
@pytest.mark.parametrize("cls", [ManhattanWiring, Numberlink])
def test_small_and_thin_boards_of_wires(cls, size):
    for seed in range(10):
        board = cls.generate(board_random(seed, 0), size=size, walls=0)
        assert board.solve().verify()
        assert cls is Numberlink or len(board.board.pairs) == 2


def test_what_is_not_there_is_not_found():
    with pytest.raises(LimitError, match=r"no 2 x 2 board with gap=2 in 300 tries"):
        ManhattanWiring.generate(random.Random(0), size=2, tries=300, gap=2)


# Wrong programs --------------------------------------------------------------------------------

FOOLED = [
    (ConnectingGame, CUT_APPROACHES, [{"size": (3, 4), "region_size": n} for n in (1, 3)]),
    (WinnerQuestion, WINNER_APPROACHES, [{"size": (4, 4), "region_size": 3}]),
    (ManhattanWiring, WIRING_APPROACHES, [{"size": (5, 5)}]),
    (Minesweeper, MINE_APPROACHES, [{"size": (5, 5), "hidden": 8}]),
]


@pytest.mark.parametrize(
    ("cls", "approach", "options"),
    [
        pytest.param(cls, approach, options, id=name)
        for cls, approaches, options in FOOLED
        for name, approach in approaches.items()
    ],
)
def test_a_wrong_program_is_right_on_many_boards(cls, approach, options):
    boards = [cls.generate(board_random(11, i), **options[i % len(options)]) for i in range(60)]
    assert sum(approach.answer(board) == board.solve().value for board in boards) > 12


def test_the_unsound_cut_fails_on_the_board_that_it_is_known_by():
    trap = ManhattanWiring(["1000001", "2000002", "1131311"])
    assert trap.solve().value == 12
    assert WIRING_APPROACHES["u-detour-cut"].answer(trap) is None


def test_the_search_with_the_unsound_cut_gives_up_in_time(monkeypatch):
    monkeypatch.setattr("graphpuzzles.puzzles.wiring.mistakes.STEPS", 5_000)
    open_board = Numberlink.generate(
        board_random(1, 0), size=16, pairs=4, rule="shortest", walls=0
    )
    with pytest.raises(LimitError, match="took more than 5000 steps"):
        WIRING_APPROACHES["u-detour-cut"].answer(open_board)


# Parts -----------------------------------------------------------------------------------------


def test_regions_are_connected_and_labelled_in_scan_order():
    for seed in range(20):
        board = random_regions(random.Random(seed), (9, 8), 3)
        assert ConnectingGame(board).regions.count == 24
        assert list(dict.fromkeys("".join(board))) == [chr(97 + i) for i in range(24)]


def test_more_regions_than_letters_are_numbers():
    board = ConnectingGame(random_regions(random.Random(0), (8, 8), 1))
    assert (board.text, board.regions.count) == (False, 64)


def test_scattered_lines_are_disjoint_walks():
    for seed in range(50):
        lines = scattered_lines(random.Random(seed), (6, 6), [3, 9], 4)
        if lines is not None:
            cells = [cell for line in lines for cell in line]
            assert len(set(cells)) == len(cells)
            assert not {3, 9} & set(cells)
            assert all(len(line) > 1 for line in lines)


def test_a_lie_changes_one_number_by_one():
    grid = ((0, 1, 8), (-1, 7, 0))
    for seed in range(30):
        found = _with_a_lie(random.Random(seed), grid)
        changes = [
            (old, new - old)
            for old_row, new_row in zip(grid, found, strict=True)
            for old, new in zip(old_row, new_row, strict=True)
            if old != new
        ]
        ((old, change),) = changes
        assert change in ({1} if old == 0 else {-1} if old == 8 else {1, -1})
        assert old >= 0


# The same everywhere ---------------------------------------------------------------------------

GOLDEN = [
    (ConnectingGame, {"size": (4, 6)}, "4\nabcccd\naefccd\naefffd\neeefdd\n"),
    (
        WinnerQuestion,
        {"size": 5, "winner": True, "windows": 2},
        "5\naaaaa\nabaaa\ncdeaa\ncddaa\nccfff\n",
    ),
    (
        ManhattanWiring,
        {"size": (4, 6), "unique": True},
        "4 6\n0 0 0 0 0 0\n0 0 2 0 3 0\n1 0 2 1 0 0\n0 0 3 0 0 0\n0 0\n",
    ),
    (
        ManhattanWiring,
        {"size": (4, 6), "against": "u-detour-cut"},
        "4 6\n1 3 1 1 3 1\n2 0 0 0 0 2\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0\n",
    ),
    (
        Numberlink,
        {"size": 5, "rule": "fill", "unique": True},
        "5 5 fill\n. A B . .\nA . . C B\nC . . . D\n. . . E .\nD F . F E\n0 0\n",
    ),
    (
        Numberlink,
        {"size": (5, 6), "pairs": 5},
        "5 6 any\n. . . . . A\n. B . . . C\n. D . . B .\nA E C . D .\nE . . . . .\n0 0\n",
    ),
    (
        Numberlink,
        {"size": (4, 6), "fills": False},
        "4 6 any\nA . . . B .\n. . C D E .\nA . . . D .\nB . . . C E\n0 0\n",
    ),
    (
        Minesweeper,
        {"size": (5, 6), "guess": True},
        "1\n5 6\n-1 -1 -1 2 -1 -1\n-1 -1 -1 3 2 1\n-1 2 2 -1 1 0\n-1 -1 2 1 1 0\n-1 -1 1 0 0 0\n",
    ),
    (
        Minesweeper,
        {"size": 5, "hidden": 10, "against": "trivial-rules"},
        "1\n5 5\n-1 -1 2 1 -1\n1 2 -1 -1 -1\n0 1 2 -1 -1\n0 0 1 2 -1\n0 0 0 1 -1\n",
    ),
]


@pytest.mark.parametrize(("cls", "options", "text"), GOLDEN)
def test_a_seed_gives_the_same_text_everywhere(cls, options, text):
    assert str(cls.generate(OnlyRandom("0:0"), **options)) == text
