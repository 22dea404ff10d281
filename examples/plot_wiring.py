"""
Lines that never meet: the shortest, how many, and the only one
===============================================================

Numberlink asks for disjoint lines between pairs. One diagram of all wirings answers many
questions.
"""

# %%
# The shortest wiring
# -------------------
# Drawing the shortest line first would be wrong here: line 2 has to leave room for line 3.

import random
from collections import Counter

import matplotlib.pyplot as plt
import networkx as nx

from graphpuzzles import ManhattanWiring, Numberlink, cross_validate, draw_graph
from graphpuzzles.picture.axes import draw_scene

wiring = ManhattanWiring(["1000001", "2000002", "1131311"])
solution = wiring.solve()
solution.draw()
plt.show()
result = cross_validate(wiring)
print(result)
assert result.confirmed
assert solution.value == 12

# %%
# How many?
# ---------
# The rule says what counts: the shortest wirings, those that fill the board, or any.

GRID = ["A...", "B..A", "...B"]
counts = {rule: Numberlink(GRID, rule=rule).count() for rule in ("shortest", "fill", "any")}
print(counts)
puzzle = Numberlink(GRID, rule="any")
figure, axes = plt.subplots(2, 4, figsize=(10, 6), layout="constrained")
for ax, lines in zip(axes.flat, puzzle.solutions(), strict=True):
    draw_scene(puzzle.scene(lines), ax)
    ax.set_title(f"length {lines.length}")
plt.show()
assert counts == {"shortest": 6, "fill": 2, "any": 8}

# %%
# The diagram
# -----------
# Every path from the left to the right is one wiring; the marked one is the answer. To count
# wirings, count paths.

small = Numberlink(["A..", "..A"], rule="any")
diagram = small.solve().graph("frontier")
draw_graph(diagram)
plt.show()
ends = diagram.graph["source"], diagram.graph["sink"]
assert len(list(nx.all_simple_edge_paths(diagram, *ends))) == small.count() == 4

# %%
# A draw that is fair
# -------------------
# Walking along the diagram, choosing by the number of paths ahead, draws every wiring with the
# same probability.

rng = random.Random(1)
drawn = Counter(tuple(puzzle.sample(rng).paths.items()) for _ in range(800))
print(sorted(drawn.values()))
assert len(drawn) == 8
assert min(drawn.values()) > 60

# %%
# Counting far beyond listing
# ---------------------------
# The ways from corner to corner of a square grid of 10 x 10 cells, exactly:

corners = [["."] * 10 for _ in range(10)]
corners[0][0] = corners[9][9] = "1"
print(Numberlink(corners, rule="any").count())
assert Numberlink(corners, rule="any").count() == 41044208702632496804
