"""Snakes to test with, and brute force that says the rule another way."""

from collections import deque
from pathlib import Path

from graphpuzzles.puzzles.snake.puzzle import Snake

DATA = Path(__file__).parents[2] / "data" / "snake"
SEARCHES = ("layers", "astar", "bidirectional", "bfs")
SAMPLE = Snake(5, 6, [(3, 0), (3, 1), (2, 1), (2, 0)], [(1, 2), (2, 2), (2, 3)])
WALLED_IN = Snake(3, 4, [(2, 3), (2, 2), (1, 2)], [(0, 1), (1, 0)])


# The bounds are 7 and 13, the best walk has 11 steps, and 806 states can be reached.
COILED = Snake(
    6,
    6,
    [(5, 2), (5, 1), (4, 1), (4, 2), (3, 2), (3, 1), (3, 0)],
    [(0, 4), (0, 5), (1, 0), (1, 4), (2, 2), (3, 3), (3, 4), (5, 0)],
)


def moves(snake, body):
    """Say the rule another way: the head goes where the snake and the stones are not."""
    row, column = body[0]
    blocked = {*body, *snake.stones}
    for cell in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]:
        if cell not in blocked and 0 <= cell[0] < snake.rows and 0 <= cell[1] < snake.columns:
            yield (cell, *body[:-1])


def brute(snake):
    """Return steps and number of shortest walks to every state."""
    steps, ways = {snake.body: 0}, {snake.body: 1}
    queue = deque([snake.body])
    while queue:
        body = queue.popleft()
        for after in moves(snake, body):
            if after not in steps:
                steps[after], ways[after] = steps[body] + 1, 0
                queue.append(after)
            if steps[after] == steps[body] + 1:
                ways[after] += ways[body]
    return steps, ways


def brute_answer(snake):
    steps, ways = brute(snake)
    goals = [body for body in steps if body[0] in snake.targets]
    best = min((steps[body] for body in goals), default=None)
    return best, sum(ways[body] for body in goals if steps[body] == best)


def random_snake(rng, side, longest, density, targets=False):
    """Draw a snake that prefers to coil, and stones that may cover the target."""
    while True:
        rows, columns = rng.randint(1, side), rng.randint(1, side)
        body = [(rng.randrange(rows), rng.randrange(columns))]
        for _ in range(rng.randint(0, longest - 1)):
            row, column = body[-1]
            beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
            free = [
                (r, c)
                for r, c in beside
                if 0 <= r < rows and 0 <= c < columns and (r, c) not in body
            ]
            if not free:
                break
            near = [cell for cell in free if touches(cell, body[:-1])]
            body.append(rng.choice(near or free))
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        others = [cell for cell in cells if cell not in body]
        stones = rng.sample(others, int(density * len(others)))
        goals = rng.sample(cells, min(2, len(cells))) if targets else [(0, 0)]
        return Snake(rows, columns, body, stones, goals)


def touches(cell, body):
    return any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in body)


def kind(snake, best):
    """Say what a board is like: which of the bounds meet the best value."""
    lower, walk = snake.walker.lower_bound, snake.walker.upper_walk
    if lower is None:
        return "cut off"
    if best is None:
        return "impossible"
    below = "lower = best" if lower == best else "lower < best"
    if walk is None:
        return f"{below}, no upper"
    return f"{below} {'=' if best == walk.steps else '<'} upper"


def every_body(snake, length):
    bodies = [((r, c),) for r in range(snake.rows) for c in range(snake.columns)]
    bodies = [body for body in bodies if body[0] not in snake.stones]
    for _ in range(length - 1):
        # Growing at the tail is stepping backwards with a longer snake.
        bodies = [
            (*body, after[0]) for body in bodies for after in moves(snake, (body[-1], *body[:-1]))
        ]
    return bodies
