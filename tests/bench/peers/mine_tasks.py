"""What is known of hidden cells: Minesweeper."""

from __future__ import annotations

from pathlib import Path

from graphpuzzles.puzzles.minesweeper.puzzle import Minesweeper
from tests.bench.peers.task import Task, WrongAnswerError
from tests.puzzles.minesweeper.mine_cases import lattice_game, played_game

SECTION = "Hidden cells: Minesweeper"
DATA = Path(__file__).parents[2] / "data" / "minesweeper"
NEAR = 1e-9  # floats of peers against exact fractions


def fresh(game):
    """Return the same board with nothing worked out yet."""
    return Minesweeper(game.board, mines=game.mines)


def probabilities(games, method="auto"):
    return [fresh(game).solve(method).answer.probabilities for game in games]


def by_cell(games, answers):
    """Return the chances of the hidden cells; some tell them as a table of the whole board."""
    return [
        {(r, c): answer[r][c] for r, c in game.hidden} if isinstance(answer, list) else answer
        for game, answer in zip(games, answers, strict=True)
    ]


def probabilities_differ(ours, theirs):
    cells = apart = 0
    most = 0.0
    for one, other in zip(ours, theirs, strict=True):
        for cell, chance in one.items():
            off = abs(float(chance) - other[cell])
            cells += 1
            apart += not off <= NEAR
            most = max(most, off)
    return f"{apart} of {cells} cells, by up to {most:.2g}" if apart else None


def decided(games, method="auto"):
    """Return for each board the cells surely mines and those surely safe."""
    answers = [fresh(game).solve(method).answer for game in games]
    return [(answer.mines, answer.safes) for answer in answers]


def decided_differ(ours, theirs):
    wrong = sum(one != other for one, other in zip(ours, theirs, strict=True))
    return f"{wrong} of {len(ours)} boards" if wrong else None


def numbers(_games, answers):
    """Return how many cells are decided, which is all that some say."""
    return [
        answer if isinstance(answer[0], int) else (len(answer[0]), len(answer[1]))
        for answer in answers
    ]


def cells(_games, answers):
    return [(sorted(mines), sorted(safes)) for mines, safes in answers]


def one_layout(games):
    found = []
    for game in map(fresh, games):
        answer, cell = game.solve().answer, game.hidden[0]
        found.append(answer.witness(cell, mine=answer.verdict(cell) != "safe"))
    return found


def layouts_fit(games, layouts):
    """Check that each layout of mines agrees with every number and the total."""
    for game, layout in zip(games, layouts, strict=True):
        mines = set(layout)
        if len(mines) != game.mines:
            raise WrongAnswerError(f"a layout of {len(mines)} mines, not {game.mines}")
        for clue, (count, around) in game.clue_sets.items():
            if sum(cell in mines for cell in around) != count:
                raise WrongAnswerError(f"a layout that breaks the clue {clue}")
    return len(layouts)


def expert(number):
    return lambda seed: [played_game(16, 30, 99, 100 * seed + i) for i in range(number)]


def small(seed):
    return [played_game(7, 7, 8, 100 * seed + i) for i in range(3)]


def contest(_seed):
    return list(Minesweeper.read((DATA / "derived_random_uniform.in").read_text()))


def _chances(title, make):
    return Task(
        SECTION,
        f"probabilities, {title}",
        "`solve()`, exact",
        make,
        small,
        probabilities,
        by_cell,
        probabilities_differ,
    )


TASKS = {
    "mines expert": _chances("20 positions of 16 x 30 with 99 mines", expert(20)),
    "mines 100": _chances(
        "100 x 100 with 2000 mines", lambda seed: [played_game(100, 100, 2000, seed)]
    ),
    "mines 200": _chances(
        "200 x 200 with 8000 mines", lambda seed: [played_game(200, 200, 8000, seed)]
    ),
    "mines lattice": _chances("lattice of 14 x 14", lambda seed: [lattice_game(14, seed)]),
    "mines wide lattice": _chances("lattice of 16 x 16", lambda seed: [lattice_game(16, seed)]),
    "mines contest": Task(
        SECTION,
        "numbers of decided cells, 300 boards with at most 10 hidden cells",
        "`solve()`",
        contest,
        lambda seed: contest(seed)[:20],
        decided,
        numbers,
        decided_differ,
    ),
    "mines decided": Task(
        SECTION,
        "decided cells, 5 positions of 16 x 30 with 99 mines",
        "`solve()`",
        expert(5),
        small,
        decided,
        cells,
        decided_differ,
    ),
    "mines layout": Task(
        SECTION,
        "one layout, 5 positions of 16 x 30 with 99 mines",
        "`solve()` and `witness`",
        expert(5),
        small,
        one_layout,
        layouts_fit,
    ),
}
