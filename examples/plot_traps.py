"""
Boards on which wrong programs fail
===================================

Every contest problem has its well-known wrong approaches. They are written down as small programs,
and a generator looks for boards on which they fail, because each board is also solved exactly.
Good tests for a contest, and good exercises: what is wrong with these?
"""

# %%
# One trap a puzzle
# -----------------
# Boards come from a random number generator of yours: the same seed, the same board, everywhere.

from random import Random

import matplotlib.pyplot as plt

from graphpuzzles import ConnectingGame, Hexerpent, ManhattanWiring, Minesweeper, Snake

TRAPS = [
    (ConnectingGame, "cell-dijkstra", {"size": 6}),
    (ManhattanWiring, "shortest-line-first", {"size": 5}),
    (Snake, "tail-following", {"size": 5}),
    (Hexerpent, "consecutive-moves", {"size": 5}),
    (Minesweeper, "trivial-rules", {"size": 6}),
]
boards = []
for cls, approach, wishes in TRAPS:
    puzzle = cls.generate(Random(2), against=approach, **wishes)
    wrong = cls.generator().wishes["against"].approaches[approach]
    claimed, value = wrong.answer(puzzle), puzzle.solve().value
    print(f"{cls.__name__}: a program that {wrong.text}")
    print(f"    says {claimed}, right is {value}")
    assert claimed != value
    boards.append((puzzle, approach))

# %%
# The right answers
# -----------------

figure, axes = plt.subplots(1, len(boards), figsize=(15, 4), layout="constrained")
for ax, (puzzle, approach) in zip(axes, boards, strict=True):
    solution = puzzle.solve()
    assert solution.verify()
    solution.draw(ax)
    ax.set_title(approach)
plt.show()

# %%
# Harder, on purpose
# ------------------
# Other wishes ask for difficulty. Here every shortest wiring makes a line longer than it would be
# alone, and there is only one shortest wiring.

hard = ManhattanWiring.generate(Random(1), size=6, forced_detour=1, unique=True)
solution = hard.solve()
solution.draw()
plt.show()
assert hard.is_unique()
assert solution.verify()

# %%
# And a position of Minesweeper in which a perfect player is stuck: not one safe cell.

stuck = Minesweeper.generate(Random(1), size=8, guess=True)
stuck.solve().draw()
plt.show()
assert stuck.knowledge().safes == ()
