"""
Minesweeper: what the numbers say
=================================

Sure mines, safe cells, exact probabilities, and why.
"""

# %%
# A position
# ----------
# Numbers count the mines around them, -1 is a hidden cell. Six mines are hidden in all.

from fractions import Fraction

import matplotlib.pyplot as plt

from graphpuzzles import Minesweeper, cross_validate, draw_graph

game = Minesweeper(
    [
        [-1, 2, -1, -1, -1, -1],
        [-1, -1, 2, 1, 1, -1],
        [-1, 4, 2, 0, 1, -1],
        [-1, -1, 1, 0, 1, -1],
    ],
    mines=6,
)
solution = game.solve()
solution.draw()
plt.show()
assert cross_validate(game).confirmed

# %%
# The percentages are exact: three layouts agree with the numbers, and a probability is the share
# of those with a mine in the cell.

knowledge = solution.answer
print(knowledge)
print(game.probability((0, 2)), game.probability((0, 3)))
assert knowledge.layouts == 3
assert game.probability((0, 2)) == Fraction(1, 3)

# %%
# Why is this cell safe?
# ----------------------
# A minimal set of clues that contradict a mine there: without any one of them, the mine would be
# possible.

conflict = game.explain((0, 0))
print(conflict)
assert conflict.total
assert len(conflict.clues) == 3

# %%
# The clues and the cells that they touch are a bipartite graph; an answer colours its cells by
# probability.

draw_graph(solution.graph("constraints"))
plt.show()

# %%
# A game, played to its end
# -------------------------
# Reveal all safe cells; if there is none, take the safest. Where the mines are, the program tells
# nobody.

SECRET = {(0, 6), (1, 1), (2, 4), (3, 7), (4, 0), (4, 5), (5, 2), (6, 6), (7, 1), (7, 4)}
SIZE = 8


def number(cell: tuple[int, int]) -> int:
    """Return how many of a cell's neighbours are mines."""
    return sum(max(abs(cell[0] - r), abs(cell[1] - c)) == 1 for r, c in SECRET)


shown = {(0, 3)}
guesses = 0
boards = []
while True:
    rows = [[number((r, c)) if (r, c) in shown else -1 for c in range(SIZE)] for r in range(SIZE)]
    position = Minesweeper(rows, mines=len(SECRET))
    boards.append(position)
    now = position.knowledge()
    safe = set(now.safes)
    if len(shown) == SIZE * SIZE - len(SECRET):
        break
    if not safe:
        guesses += 1
        safe = {min(now.safest)}
    assert not safe & SECRET, "bad luck"
    shown |= safe
print(len(boards) - 1, "rounds,", guesses, "of them guesses")

chosen = [boards[0], boards[len(boards) // 3], boards[2 * len(boards) // 3], boards[-1]]
figure, axes = plt.subplots(1, 4, figsize=(13, 3.8), layout="constrained")
for ax, board in zip(axes, chosen, strict=True):
    board.solve().draw(ax)
    ax.set_title("")
plt.show()
assert set(boards[-1].knowledge().mines) == SECRET
