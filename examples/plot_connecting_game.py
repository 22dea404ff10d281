"""
A cut, its dual walk and its flow
=================================

On a board of regions, the least that red must take to stop blue is a minimum cut. It is found as
a shortest walk of the planar dual, and a flow of blue paths proves that nothing less will do.
"""

# %%
# A board of the contest: 84 cells in regions, a letter each. Three methods solve it, two of them
# sharing nothing, and every proof is checked.

import matplotlib.pyplot as plt
import numpy as np

from graphpuzzles import ConnectingGame, cross_validate

game = ConnectingGame(
    [
        "yyAArJqjWTH5",
        "yyEEruYYWTHG",
        "hooEvutpkkb2",
        "OooNgFFF9sbi",
        "RRMNgFL99Vmm",
        "R76XgFF9dVVV",
        "SKnZUPf88Vee",
    ]
)
result = cross_validate(game)
print(result)
assert result.confirmed
assert result.value == 14

# %%
# The red cells hold a walk through sides and corners from left to right. Blue has as many paths
# from top to bottom as red pays, and no region is on more of them than it has cells.

answer = result.solutions[0].answer
rows, columns = game.shape
figure, axes = plt.subplots(figsize=(7, 4.4))
axes.imshow(game.regions.of % 7, cmap="Greys", vmin=-4, vmax=16)
axes.imshow(np.where(answer.mask, 1.0, np.nan), cmap="Reds", vmin=0, vmax=1.8)
for row in range(rows):
    for column in range(columns):
        axes.text(column, row, chr(game.labels[row, column]), ha="center", va="center")
walk_rows, walk_columns = zip(*answer.walk, strict=True)
axes.plot(walk_columns, walk_rows, color="darkred", linewidth=3, label="dual walk")
place = game.graph("regions").nodes
for number, path in enumerate(answer.paths):
    xs = [place[f"r{region}"]["x"] for region in path.regions]
    ys = [-place[f"r{region}"]["y"] for region in path.regions]
    label = "blue paths" if number == 0 else None
    axes.plot(xs, ys, color="tab:blue", alpha=0.5, linewidth=1.5, label=label)
axes.set_xticks([])
axes.set_yticks([])
axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, frameon=False)
axes.set_title(f"{result.value} red cells stop blue")
plt.show()

# %%
# How many cuts are as good? They are the shortest walks of the dual.

cuts = game.minimum_cuts
print(cuts.count, "minimum cuts, for example", game.cut(next(iter(cuts))).labels)
assert cuts.count == len(list(cuts))
