"""ms_toollib: Minesweeper in Rust."""

import ms_toollib

from graphpuzzles.formats.mines import write_ms_toollib
from tests.bench.peers.mine_tasks import NEAR
from tests.bench.peers.task import Entry

NAME = "ms_toollib"
DISTRIBUTION = "ms-toollib"
ABOUT = "Minesweeper probabilities in floating point, Rust"


def tables(games):
    """Return the boards as it takes them, with their totals."""
    # A total below 1 is a density; one half weighs all layouts alike.
    return games, [
        (write_ms_toollib(game), 0.5 if game.mines is None else game.mines) for game in games
    ]


def probabilities(built):
    return [ms_toollib.cal_probability_onboard(*board)[0] for board in built[1]]


def numbers(built):
    """Count the cells whose chance is 1, and those whose chance is 0."""
    found = []
    for game, table in zip(built[0], probabilities(built), strict=True):
        chances = [table[r][c] for r, c in game.hidden]
        mines = sum(chance > 1 - NEAR for chance in chances)
        found.append((mines, sum(chance < NEAR for chance in chances)))
    return found


WAY = "`cal_probability_onboard`"
ENTRIES = (
    *(
        Entry(task, WAY, probabilities, tables)
        for task in ("mines expert", "mines 100", "mines 200", "mines lattice")
    ),
    Entry("mines wide lattice", WAY, lambda games: probabilities(tables(games))),
    Entry("mines contest", f"{WAY}, density 1/2", numbers, tables),
)
