"""puzzlekit: puzzles on OR-Tools; it finds one layout of a Minesweeper board."""

from puzzlekit.solvers.minesweeper import MinesweeperSolver

from graphpuzzles.puzzles.minesweeper.puzzle import UNKNOWN
from tests.bench.peers.task import Entry, WrongAnswerError

NAME = "puzzlekit"
DISTRIBUTION = "puzzlekit"
ABOUT = "puzzles on OR-Tools; has Minesweeper, no Numberlink"

# The times are CPU times: more workers than one would count against it.
ONE_WORKER = {"num_search_workers": 1}


def layouts(games):
    found = []
    for game in games:
        grid = [["-" if cell == UNKNOWN else str(cell) for cell in row] for row in game.board]
        result = MinesweeperSolver(len(grid), len(grid[0]), grid, game.mines).solve(
            dict(ONE_WORKER)
        )
        if result.solution_data.get("status") not in {"Optimal", "Feasible"}:
            raise WrongAnswerError(f"its status is {result.solution_data.get('status')}")
        rows = result.solution_data["solution_grid"].matrix
        found.append(
            [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x"]
        )
    return found


ENTRIES = (Entry("mines layout", "`MinesweeperSolver.solve`, one worker", layouts),)
