"""
A well-known cut that is wrong, and the audit that finds it
===========================================================

Programs for ManhattanWiring search for two short lines that do not touch. Many of them cut like
this: *a line that makes a U-shaped detour around empty cells could go straight; drop it.* That
sounds harmless. It is not: the other line may need just these cells. ``audit_pruning`` finds the
step that should not have been dropped.
"""

# %%
# The board
# ---------

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

import matplotlib.pyplot as plt

from graphpuzzles import ManhattanWiring
from graphpuzzles.search import Guarantee, PruneContext, Pruner, audit_pruning, bfs_search

BOARD = ["1000001", "2000002", "1131311"]
puzzle = ManhattanWiring(BOARD)
solution = puzzle.solve()
solution.draw()
plt.show()
assert solution.verify()
assert solution.value == 12

# %%
# A plain search
# --------------
# A state is a pair of lines, drawn so far; the first is drawn to its end before the second begins.

Cell: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Cell, ...]
State: TypeAlias = tuple[Line, Line]

CELLS = {(r, c): int(mark) for r, row in enumerate(BOARD) for c, mark in enumerate(row)}
ENDS = {number: [cell for cell in CELLS if CELLS[cell] == number] for number in (2, 3)}


class TwoLines:
    """Lines grow by a cell a step."""

    start = ((ENDS[2][0],), ())

    def successors(self, state: State) -> Iterator[State]:
        """Yield what one more cell leads to."""
        first, second = state
        if first[-1] != ENDS[2][1]:
            for cell in self.onward(first, first, ENDS[2][1]):
                yield (*first, cell), ()
        else:
            second = second or (ENDS[3][0],)
            for cell in self.onward(second, first + second, ENDS[3][1]):
                yield first, (*second, cell)

    def onward(self, line: Line, taken: Line, end: Cell) -> Iterator[Cell]:
        """Yield the cells to which a line can go on."""
        row, column = line[-1]
        for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if cell not in taken and (CELLS.get(cell) == 0 or cell == end):
                yield cell

    def is_target(self, state: State) -> bool:
        """Tell whether both lines are complete."""
        return bool(state[1]) and state[1][-1] == ENDS[3][1]


space = TwoLines()
result = bfs_search(space, space.start)
print(result)
assert result.optimal
assert result.cost == 12

# %%
# The cut
# -------
# When a line comes back into a row or a column in which it has been, and all cells between are
# empty, it could have gone straight.


def straight(u: State, v: State, context: PruneContext) -> bool:
    """Say whether the last step of a line completes a detour around empty cells."""
    del u, context
    line = v[1] or v[0]
    (row, column), taken = line[-1], set(v[0] + v[1])
    for r, c in line[:-3]:
        if r == row:
            between = [(row, k) for k in range(min(c, column) + 1, max(c, column))]
        elif c == column:
            between = [(k, column) for k in range(min(r, row) + 1, max(r, row))]
        else:
            continue
        if between and all(CELLS[cell] == 0 and cell not in taken for cell in between):
            return True
    return False


cut = Pruner(straight, name="no U-turns", guarantee=Guarantee.ONE)
believed = bfs_search(space, space.start, prune=cut)
print(believed, "- proved, believing the promise:", believed.proved)
assert believed.status == "exhausted"

# %%
# "There is no wiring", says the search that believes the cut. It expands fewer states, too.
#
# The audit
# ---------
# One call compares with the truth and returns the step:

audit = audit_pruning(space, space.start, prune=cut)
(violation,) = audit.violations
print(violation)
assert not audit.passed
assert (violation.u, violation.v) in list(pairwise(violation.path))

# %%
# Here is the line as it was when it was dropped, and how it would have gone on:

ax = puzzle.draw()
first, second = violation.path[-1]
for line, colour in ((first, "#56b4e9"), (second, "#e69f00")):
    ax.plot([c + 0.5 for _, c in line], [r + 0.5 for r, _ in line], ":", color=colour, linewidth=3)
drawn = violation.v[0]
ax.plot([c + 0.5 for _, c in drawn], [r + 0.5 for r, _ in drawn], color="#d55e00", linewidth=5)
ax.set_title("dropped here")
plt.show()

# %%
# Does it help to promise less? That *some* solution survives is false as well; only a pruner that
# promises nothing passes every audit, and a search with it proves nothing.

for guarantee in (Guarantee.ALL, Guarantee.ONE, Guarantee.SOME):
    again = Pruner(straight, name="no U-turns", guarantee=guarantee)
    assert not audit_pruning(space, space.start, prune=again).passed
nothing = Pruner(straight, name="no U-turns", guarantee=Guarantee.NONE)
print(bfs_search(space, space.start, prune=nothing))
assert bfs_search(space, space.start, prune=nothing).status == "incomplete"
