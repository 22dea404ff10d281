"""
A snake finds the hole
======================

The fewest steps of a snake, every method's opinion, a proof, and all walks that are as short.
"""

# %%
# A board with stones
# -------------------
# Cells are (row, column) and count from 0, the head comes first. The red line is the way of the
# head.

import matplotlib.pyplot as plt

from graphpuzzles import Snake, cross_validate, draw_graph

snake = Snake(
    6,
    6,
    [(5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (3, 1), (3, 0)],
    stones=[(0, 4), (0, 5), (1, 0), (1, 4), (2, 2), (3, 3), (3, 4), (5, 0)],
)
solution = snake.solve()
solution.draw()
plt.show()
assert solution.value == 11

# %%
# Why so many? A head without a body would need 7 steps, and the body could follow it along a way
# that keeps clear of where it lies, in 13. The truth is between; four searches agree on it.

result = cross_validate(snake)
print(result)
assert result.confirmed

# %%
# Step by step
# ------------
# ``solution.animate()`` makes a GIF or a page with a slider. Here are some of its frames.

film = solution.film()
steps = (0, 3, 6, 8, 11)
figure, axes = plt.subplots(1, len(steps), figsize=(12, 3), layout="constrained")
for ax, step in zip(axes, steps, strict=True):
    body = solution.answer.states[step]
    snake.with_body(body).draw(ax)
    ax.set_title(f"step {step}")
plt.show()
assert len(film.frames) == 12

# %%
# The proof
# ---------
# ``check`` replays the walk. That none is shorter is proved by a potential on the states, which
# needs to be told for three states only; the distances of the head do the rest.

certificate = solution.certificate()
print(certificate, certificate.strength)
assert certificate.proves(snake) == snake.check(solution.answer) == 11

# %%
# All shortest walks
# ------------------

walks = list(snake.best_walks())
print(len(walks), "walks of 11 steps")
assert len(walks) == snake.number_of_best_walks() == 2

# %%
# The graph of states
# -------------------
# On a smaller board it can be looked at: all states of a snake of two sections, in layers by the
# number of steps from the start.

small = Snake(3, 3, [(2, 2), (2, 1)])
graph = small.solve().graph("states")
draw_graph(graph)
plt.show()
assert len(graph) == sum(small.layer_sizes())
