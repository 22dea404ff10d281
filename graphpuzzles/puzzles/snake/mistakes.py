"""Programs for Snake that look right and are not."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from graphpuzzles.generate import WrongApproach
from graphpuzzles.lattice import SQUARE
from graphpuzzles.puzzles.walking.generator import distance_by_rule, head_distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphpuzzles.lattice import Cell, Lattice
    from graphpuzzles.models.voltage.graph import Shape
    from graphpuzzles.puzzles.walking.generator import Walking


class _TailFollowing:
    """The head may also step to where the tail is, as if the tail had left already."""

    lattice: Lattice = SQUARE
    entering: int | None = 1

    def moves(self, shape: Shape) -> Iterator[tuple[Shape, Cell]]:
        for step in SQUARE.steps:
            if step not in shape[:-1]:
                a, b = step
                followers = tuple((row - a, column - b) for row, column in shape[:-1])
                yield ((0, 0), *followers), step


def tail_following(snake: Walking) -> int | None:
    """Let the head step to the tail's cell: it is free only after the step."""
    return distance_by_rule(snake, _TailFollowing())


def body_as_walls(snake: Walking) -> int | None:
    """Take the first body for walls: it moves out of the way."""
    walk = snake.walker.upper_walk
    return None if walk is None else walk.steps


def visited_heads(snake: Walking) -> int | None:
    """Search real states, but mark the cell of the head alone: another shape may get farther."""
    walker = snake.walker
    queue, visited = deque([(walker.body, 0)]), {walker.body[0]}
    while queue:
        body, steps = queue.popleft()
        if body[0] in walker.targets:
            return steps
        for after in walker.successors(body):
            if after[0] not in visited:
                visited.add(after[0])
                queue.append((after, steps + 1))
    return None


SNAKE_APPROACHES: dict[str, WrongApproach[Walking]] = {
    "tail-following": WrongApproach(
        "lets the head step to where the tail is, as if the tail had left", tail_following
    ),
    "head-distance": WrongApproach(
        "takes the head's way among the stones and forgets the body", head_distance
    ),
    "body-as-walls": WrongApproach("takes the first body for walls that stay", body_as_walls),
    "visited-heads": WrongApproach(
        "enters no cell twice with the head, whatever the body is like", visited_heads
    ),
}

REAL_WALKS = frozenset({"body-as-walls", "visited-heads"})
"""Approaches whose walks keep the rules, so that they are right where there is none."""
