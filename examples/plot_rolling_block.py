"""
A block that rolls: a puzzle of your own on a voltage graph
===========================================================

A block of 1 x 1 x 2 stands on end on a floor with holes. It rolls over its edges, a quarter turn a
step, and must never hang over a hole. What is the shortest way to make it stand on the target?

Only the rule is written here: how the block moves where nothing is in its way. The voltage graph,
the state space of a floor and the searches come from the package.
"""

from collections.abc import Iterator
from itertools import pairwise

import matplotlib.pyplot as plt

from graphpuzzles.lattice import SQUARE, Cell
from graphpuzzles.models.voltage.board import Board
from graphpuzzles.models.voltage.derived import DerivedGraph
from graphpuzzles.models.voltage.graph import Shape, explore
from graphpuzzles.search import bfs_search

# %%
# The rule
# --------
# A shape is a tuple of cells relative to the first one. A standing block covers one cell, named
# twice, so that all shapes have two. Rolling down is rolling right with rows and columns swapped.

STANDING: Shape = ((0, 0), (0, 0))
ACROSS: Shape = ((0, 0), (0, 1))
ALONG: Shape = ((0, 0), (1, 0))


class RollingBlock:
    """A block of two cells that rolls over its edges."""

    lattice = SQUARE
    entering = None  # both cells can be new after a move

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        """Yield every shape one roll away, with the step of the first cell."""
        right = {STANDING: (ACROSS, 1), ACROSS: (STANDING, 2), ALONG: (ALONG, 1)}
        left = {STANDING: (ACROSS, -2), ACROSS: (STANDING, -1), ALONG: (ALONG, -1)}
        swap = {STANDING: STANDING, ACROSS: ALONG, ALONG: ACROSS}
        for table in (left, right):
            after, step = table[shape]
            yield after, (0, step)
            after, step = table[swap[shape]]
            yield swap[after], (step, 0)


# %%
# The voltage graph
# -----------------
# Three shapes and twelve moves, whatever the floor. On a floor each shape has as many states as
# there are places where it fits.

graph = explore(RollingBlock(), [STANDING])
print(graph)
for u, v, data in graph.to_networkx().edges(data=True):
    print(u, "->", v, data["label"])
assert (graph.shapes, graph.arcs) == (3, 12)

# %%
# A floor
# -------
# ``S`` is where the block stands, ``T`` where it is to stand, a blank is a hole.

FLOOR = """\
###
#S####   ###
######## ####
 ##  #########
     ### ##T##
          ###
"""
cells = {
    (row, column): mark
    for row, line in enumerate(FLOOR.splitlines())
    for column, mark in enumerate(line)
    if mark != " "
}
rows, columns = 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)
holes = {(row, column) for row in range(rows) for column in range(columns)} - set(cells)
(start,) = (cell for cell, mark in cells.items() if mark == "S")
(target,) = (cell for cell, mark in cells.items() if mark == "T")

states = DerivedGraph(graph, Board(SQUARE, rows, columns, frozenset(holes)))
result = bfs_search(states, states.encode((start, start)), states.encode((target, target)))
walk = [states.decode(code) for code in result.path or ()]
print(result)

# %%
# The walk
# --------
# Every place of the block, from light to dark.

figure, axes = plt.subplots(figsize=(8, 4.5))
for row, column in cells:
    axes.add_patch(plt.Rectangle((column, row), 1, 1, facecolor="0.95", edgecolor="0.6"))
shades = plt.get_cmap("viridis_r")
for number, block in enumerate(walk):
    centre = [sum(cell[axis] for cell in block) / 2 + 0.5 for axis in (0, 1)]
    axes.plot(centre[1], centre[0], "o", color=shades(number / len(walk)), markersize=12)
    axes.annotate(str(number), centre[::-1], ha="center", va="center", fontsize=7)
for cell, name in ((start, "start"), (target, "target")):
    axes.annotate(name, (cell[1] + 0.5, cell[0] + 0.9), ha="center", fontsize=7)
axes.set_xlim(-0.5, columns + 0.5)
axes.set_ylim(rows + 0.5, -0.5)
axes.set_aspect("equal")
axes.set_axis_off()
axes.set_title(f"{len(walk) - 1} rolls")

# %%
# A check from the rule alone: every step is one of the rule's moves, and no cell is a hole.

for before, after in pairwise(walk):
    (row, column) = before[0]
    shape = tuple((a - row, b - column) for a, b in before)
    rolled = [
        tuple((row + a + r, column + b + c) for r, c in other)
        for other, (a, b) in RollingBlock().moves(shape)
    ]
    assert after in rolled
    assert not holes & set(after)
assert (result.optimal, result.cost) == (True, 12)
