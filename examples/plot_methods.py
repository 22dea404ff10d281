"""
Methods compared: what each of them has to look at
==================================================

Every puzzle has several methods. They agree, so what is the difference? How much they have to look
at, and that depends on the board.
"""

# %%
# Snakes: one board, five methods
# -------------------------------
# ``stats`` tells how many states a method expanded. On an open board, bounds settle the
# matter. With stones in the way, A* goes nearly straight to the hole. Where there is no way at
# all, everybody has to see every state, and the only thing that helps is to be fast at that.

import random
import time

import matplotlib.pyplot as plt
import numpy as np

from graphpuzzles import ConnectingGame, Minesweeper, Snake, cross_validate

BODY = [(5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (3, 1), (3, 0)]
STONES = [(0, 4), (0, 5), (1, 0), (1, 4), (2, 2), (3, 3), (3, 4), (5, 0)]
boards = {
    "open": Snake(6, 6, [(5, 5 - k) for k in range(6)]),
    "stones": Snake(6, 6, BODY, stones=STONES),
    "no way": Snake(
        6,
        6,
        [(2, 4), (1, 4), (1, 3), (1, 2), (0, 2), (0, 3), (0, 4)],
        stones=[(0, 1), (0, 5), (2, 0), (2, 1), (2, 3), (3, 2), (4, 2), (4, 5), (5, 5)],
    ),
}
METHODS = ["bounds", "astar", "bidirectional", "layers", "bfs"]
expanded = {}
for name, snake in boards.items():
    result = cross_validate(snake)
    assert result.confirmed
    print(name, result.value)
    for method in METHODS:
        if type(snake).methods()[method].refuses(snake) is None:
            expanded[name, method] = snake.solve(method).stats["expanded"]

figure, ax = plt.subplots(figsize=(8, 3.5), layout="constrained")
for place, method in enumerate(METHODS):
    heights = [expanded.get((name, method), np.nan) for name in boards]
    ax.bar(np.arange(len(boards)) + 0.16 * place, heights, 0.15, label=method)
ax.set_xticks(np.arange(len(boards)) + 0.32, list(boards))
ax.set_yscale("symlog")
ax.set_ylabel("states expanded")
figure.legend(loc="outside right upper")
plt.show()
assert expanded["stones", "astar"] < expanded["stones", "layers"]
assert expanded["no way", "layers"] == expanded["no way", "bfs"] == expanded["no way", "astar"]
assert expanded["open", "bounds"] == 0

# %%
# Cuts: two families, one number
# ------------------------------
# ConnectingGame is a shortest path in the planar dual and a maximum flow. The first is much
# faster, the second shares nothing with it, which makes it a check. Times are those of the machine
# that built this page.


def grown_board(side: int, rng: random.Random) -> list[list[int]]:
    """Return regions of about four cells that grew from random seeds."""
    seeds = rng.sample([(r, c) for r in range(side) for c in range(side)], side * side // 4)
    label = {cell: number for number, cell in enumerate(seeds)}
    edge = list(seeds)
    while edge:
        row, column = edge.pop(rng.randrange(len(edge)))
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if max(cell) < side and min(cell) >= 0 and cell not in label:
                label[cell] = label[row, column]
                edge.append(cell)
    return [[label[r, c] for c in range(side)] for r in range(side)]


sides = (10, 20, 40, 80)
methods = ("dual", "layers", "flow")
seconds = {method: [] for method in methods}
for side in sides:
    board = grown_board(side, random.Random(side))
    values = set()
    for method in methods:
        runs = []
        for _ in range(5):
            game = ConnectingGame(board)  # nothing is left over from the run before
            began = time.perf_counter()
            values.add(game.solve(method).value)
            runs.append(time.perf_counter() - began)
        seconds[method].append(min(runs))
    assert len(values) == 1
figure, ax = plt.subplots(figsize=(6, 3.5), layout="constrained")
for method in methods:
    ax.semilogy(sides, seconds[method], "o-", label=method)
ax.set(xlabel="rows and columns", ylabel="seconds", xticks=sides)
ax.legend()
plt.show()

# %%
# Minesweeper: two ways to know
# -----------------------------
# The integer programs decide cells and count nothing; the diagram counts all layouts on the way.
# They share nothing but the numbers on the board.

rng = random.Random(4)
rows, columns = 12, 16
mines = set(rng.sample([(r, c) for r in range(rows) for c in range(columns)], 30))


def number(row: int, column: int) -> int:
    """Return how many neighbours of a cell are mines."""
    return sum(
        (r, c) in mines for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1)
    )


position = Minesweeper(
    [
        [-1 if (r, c) in mines or rng.random() < 0.5 else number(r, c) for c in range(columns)]
        for r in range(rows)
    ]
)
result = cross_validate(position)
print(result)
print(f"{position.knowledge().layouts} layouts")
figure, ax = plt.subplots(figsize=(8, 6), layout="constrained")
position.solve().draw(ax)
plt.show()
assert result.confirmed
