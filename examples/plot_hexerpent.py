"""
A hexerpent: why one dimple ahead takes ten steps
=================================================

A body on hexagons that moves by shifting sections, no two consecutive ones at once. It is slower
than it looks.
"""

# %%
# Round a rock
# ------------

import matplotlib.pyplot as plt

from graphpuzzles import Hexerpent, Limits, Status, cross_validate

hexerpent = Hexerpent([(0, 0), (0, 1), (0, 2)], rocks=[(1, 1)], goal=(0, 5))
solution = hexerpent.solve()
print(solution.value, "steps, proof verified:", solution.verify())
solution.draw()
plt.show()
assert cross_validate(hexerpent).confirmed
assert solution.value == 10

# %%
# Straight ahead
# --------------
# Sections must stay beside their neighbours and away from all others. So a stretched body cannot
# just push its head forward: it has to fold up first. How many steps does a body of n sections
# need to bring its head one dimple straight ahead?

lengths = range(2, 9)
needed = []
for n in lengths:
    straight = Hexerpent([(0, y) for y in range(n)], goal=(0, -1))
    answer = straight.solve()
    assert answer.verify()
    needed.append(answer.value)
print(dict(zip(lengths, needed, strict=True)))
assert needed == sorted(needed)
assert needed[-1] == 10

figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.plot(lengths, needed, "o-", color="#0072b2")
ax.set(xlabel="sections", ylabel="steps for one dimple ahead", xticks=list(lengths))
plt.show()

# %%
# The walk of the longest, some states of it:

walk = answer.answer.states
shown = (0, 2, 4, 6, 8, 10)
figure, axes = plt.subplots(1, len(shown), figsize=(13, 3.4), layout="constrained")
for ax, step in zip(axes, shown, strict=True):
    Hexerpent(walk[step], goal=(0, -1)).draw(ax)
    ax.set_title(f"step {step}")
plt.show()
assert len(walk) == 11

# %%
# How the states grow
# -------------------
# Each layer holds the states that need so many steps. On the plane there is always another layer,
# so the question has a cap, and a search has a limit.

five = Hexerpent([(0, y) for y in range(5)], goal=(0, -4))
sizes = five.layer_sizes(limits=Limits(max_states=1_000_000))
figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.semilogy(range(len(sizes)), sizes, "o-", color="#d55e00")
ax.set(xlabel="steps", ylabel="states of 5 sections")
plt.show()
assert sizes[:4] == [1, 8, 14, 54]

# %%
# "Not within the cap" is no proof that there is no way:

far = Hexerpent([(0, y) for y in range(8)], goal=(0, -4))
print(far.solve().status, far.solve().bounds)
assert far.solve().status is Status.LIMIT
assert Hexerpent(far.body, goal=far.goal, cap=22).solve().value == 22
