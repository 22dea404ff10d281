"""Hexerpents to test with, and brute force that says the rule another way."""

from pathlib import Path

from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent

DATA = Path(__file__).parents[2] / "data" / "hexerpent"
SEARCHES = ("layers", "astar", "bidirectional", "bfs")
STRAIGHT = Hexerpent([(0, y) for y in range(5)], goal=(0, -1))
PENNED = Hexerpent([(0, 0), (0, 1), (0, 2)], [(1, -1), (1, 0), (-1, 0), (-1, 1)], goal=(0, -1))


def distance(u, v):
    x, y = u[0] - v[0], u[1] - v[1]
    return (abs(x) + abs(y) + abs(x + y)) // 2


def is_hexerpent(body, rocks):
    """Tell whether a body is one, given that it is one without its last section."""
    *before, last = body
    wanted = [2] * (len(before) - 1) + [1] * (len(before) > 0)
    return last not in rocks and all(
        distance(u, last) == 1 if far == 1 else distance(u, last) >= 2
        for u, far in zip(before, wanted, strict=True)
    )


AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def moves(body, rocks):
    """Say the rule another way: try every dimple for each section, and drop what cannot be."""
    found = {()}
    for i, (x, y) in enumerate(body):
        places = [(x, y), *((x + a, y + b) for a, b in AROUND)]
        found = {
            (*begun, place)
            for begun in found
            for place in places
            if place == (x, y) or i == 0 or begun[-1] == body[i - 1]
            if is_hexerpent((*begun, place), rocks)
        }
    return found - {body}


def brute(hexerpent):
    """Return steps and number of shortest walks to every state within the cap."""
    rocks = set(hexerpent.rocks)
    steps, ways = {hexerpent.body: 0}, {hexerpent.body: 1}
    layer = [hexerpent.body]
    for depth in range(1, hexerpent.cap + 1):
        found = []
        for body in layer:
            for after in moves(body, rocks):
                if after not in steps:
                    steps[after], ways[after] = depth, 0
                    found.append(after)
                if steps[after] == depth:
                    ways[after] += ways[body]
        layer = found
    return steps, ways, not layer


def brute_answer(hexerpent):
    steps, ways, closed = brute(hexerpent)
    goals = [body for body in steps if body[0] == hexerpent.goal]
    best = min((steps[body] for body in goals), default=None)
    return best, sum(ways[body] for body in goals if steps[body] == best), closed


def random_hexerpent(rng, longest, cap, around=4):
    """Draw a body at random, sometimes coiled, and rocks around it."""
    shift = rng.choice([(0, 0), (999_990, -999_990), (-7, 3)])
    while True:
        length = rng.randint(1, longest)
        body = [(0, 0)]
        while len(body) < length:
            x, y = body[-1]
            places = [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
            places = [place for place in places if is_hexerpent((*body, place), set())]
            if not places:
                break
            body.append(rng.choice(places))
        if len(body) == length:
            break
    side = range(-around, around + 1)
    cells = [(x, y) for x in side for y in side if (x, y) not in body]
    rocks = rng.sample(cells, int(rng.choice([0, 0.2, 0.5]) * len(cells)))
    goal = rng.choice([(x, y) for x in range(-2, 3) for y in range(-2, 3)])

    def moved(cell):
        return cell[0] + shift[0], cell[1] + shift[1]

    return Hexerpent(map(moved, body), map(moved, rocks), moved(goal), cap)


def staircase(length, goal, cap=20):
    """Return a hexerpent down stairs: every other section can move, whatever the others do."""
    return Hexerpent([((i + 1) // 2, i // 2) for i in range(length)], goal=goal, cap=cap)
