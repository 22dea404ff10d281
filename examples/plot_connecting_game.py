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

from graphpuzzles import ConnectingGame, WinnerQuestion, cross_validate, draw_graph

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

solution = game.solve("layers")
solution.draw()
plt.show()
assert solution.verify()

# %%
# The graphs
# ----------
# The same on a smaller board. In the graph of the contacts, regions are joined that share a side
# or a corner, and the answer is a shortest path from left to right:

small = ConnectingGame(["FDDHBA", "GEEHHC", "GEEEEC", "EEEEEE"]).solve("layers")
draw_graph(small.graph("contacts"))
plt.show()

# %%
# In the flow network every region is an arc with its size as capacity; the answer is a minimum
# cut:

draw_graph(small.graph("flow"))
plt.show()
assert small.value == 7

# %%
# All minimum cuts
# ----------------
# How many cuts are as good? They are the shortest walks of the dual.

cuts = game.minimum_cuts
print(cuts.count, "minimum cuts, for example", game.cut(next(iter(cuts))).labels)
assert cuts.count == len(list(cuts))

# %%
# Does somebody always win?
# -------------------------
# If every region is red or blue in any way, and red wants to join left and right: not always. Here
# is a colouring in which both are stopped, at one and the same corner.

question = WinnerQuestion(["AB", "CD"])
undecided = question.solve()
undecided.draw()
plt.show()
assert undecided.value is False
assert undecided.verify()
