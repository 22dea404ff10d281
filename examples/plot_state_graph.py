"""
A state graph taken apart: bottlenecks, dead ends, the hardest start
====================================================================

A snake has to go from the right room to the hole in the left one, through a corridor. The graph of
all its states is an ordinary networkx graph, so all of networkx is there to ask questions: which
states does *every* way to the hole pass? From which ones is there no way any more? And from where
is it the farthest?
"""

# %%
# The puzzle, and its graph
# -------------------------
# The corridor is as long as the snake, so that the snake has to stretch in it.

import matplotlib.pyplot as plt
import networkx as nx

from graphpuzzles import Snake

CORRIDOR = range(3, 7)
snake = Snake(
    5,
    10,
    [(3, 8), (3, 9), (4, 9), (4, 8)],
    stones=[(row, column) for row in (0, 1, 3, 4) for column in CORRIDOR],
)
solution = snake.solve()
graph = snake.graph("states")
print(graph, "- the shortest walk has", solution.value, "steps")
solution.draw()
plt.show()
assert solution.verify()

# %%
# The nodes say how far they are from the start, and whether the head is in the hole:

start = next(node for node, depth in graph.nodes(data="depth") if depth == 0)
goals = [node for node, reached in graph.nodes(data="is_target") if reached]
print(graph.nodes[start])
assert min(graph.nodes[node]["depth"] for node in goals) == solution.value

# %%
# Bottlenecks
# -----------
# A state *dominates* the goal if no way from the start gets round it. All of these are a chain in
# the dominator tree (Lengauer and Tarjan), which networkx computes. One more node stands for all
# goals.

with_goal = nx.DiGraph(graph)
with_goal.add_edges_from((node, "goal") for node in goals)
dominator = nx.immediate_dominators(with_goal, start)
chain = [dominator["goal"]]
while chain[-1] != start:
    chain.append(dominator[chain[-1]])
bottlenecks = chain[::-1][1:]
for node in bottlenecks:
    print("depth", graph.nodes[node]["depth"], "body", graph.nodes[node]["label"])
for node in bottlenecks:
    cut = nx.restricted_view(with_goal, [node], [])
    assert not nx.has_path(cut, start, "goal")


# %%
# The snake may wander about in its room as it likes: there comes a moment when it lies straight in
# the corridor, and that one state is the only way. Here are the first and the last of them:


def body_of(node: str) -> list[tuple[int, ...]]:
    """Return the cells of a state, head first."""
    return [tuple(map(int, cell.split(","))) for cell in graph.nodes[node]["label"].split()]


figure, axes = plt.subplots(1, 2, figsize=(10, 3), layout="constrained")
for ax, node in zip(axes, (bottlenecks[0], bottlenecks[-1]), strict=True):
    snake.with_body(body_of(node)).draw(ax)
    ax.set_title(f"nobody gets round this one (depth {graph.nodes[node]['depth']})")
plt.show()
assert {row for node in bottlenecks for row, _ in body_of(node)} == {2}

# %%
# Dead ends
# ---------
# A search backwards from the goals finds the states from which the hole can be reached. All others
# are dead ends: the snake has shut itself in.

left = nx.multi_source_dijkstra_path_length(graph.reverse(copy=False), goals)
dead = [node for node in graph if node not in left]
print(len(dead), "of", len(graph), "states are dead ends")
stuck = next(node for node in dead if graph.out_degree(node) == 0)
ax = snake.with_body(body_of(stuck)).draw()
ax.set_title("no step is left here")
plt.show()
assert all(nx.descendants(graph, node).isdisjoint(goals) for node in dead)

# %%
# The hardest start
# -----------------
# The same search tells how far it is from every state. The farthest one is the hardest puzzle on
# this board for a snake that can be reached from ours: its head looks the wrong way, and it has to
# go into the other room to turn round. ``hardest_start`` looks at all bodies, also at those that
# no walk from ours leads to.

farthest = max(left, key=left.get)
print("farthest of those reached:", left[farthest], "steps")
hardest, steps = snake.hardest_start()
print("hardest of all:", steps, "steps")
ax = hardest.solve().draw()
ax.set_title(f"the hardest start: {steps} steps")
plt.show()
assert snake.with_body(body_of(farthest)).solve().value == left[farthest]
assert hardest.solve().value == steps >= left[farthest]

# %%
# How many states are how far?

figure, ax = plt.subplots(figsize=(7, 3), layout="constrained")
counts = [list(left.values()).count(distance) for distance in range(left[farthest] + 1)]
ax.bar(range(len(counts)), counts, color="#0072b2")
ax.set_xlabel("steps to the hole")
ax.set_ylabel("states")
plt.show()
assert sum(counts) + len(dead) == len(graph)
