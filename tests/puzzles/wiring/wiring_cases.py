"""Wiring puzzles for the tests: brute force, random boards, and a mixed set for classes."""

import random
from itertools import pairwise

import networkx as nx
from hypothesis import strategies as st

from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink

TOUCHES = ("allow", "no_chord", "no_2x2")


def as_node(node):
    """Return a node as it was before JSON made lists of tuples."""
    return tuple(node) if isinstance(node, list) else node


def read_board(data):
    """Return the neighbours of every node and the terminals by label, from a puzzle's data."""
    around, ends = {}, {}
    if "grid" not in data:
        around = {as_node(node): [] for node in data["nodes"]}
        for u, v in data["edges"]:
            around[as_node(u)].append(as_node(v))
            around[as_node(v)].append(as_node(u))
        return around, {label: [*map(as_node, pair)] for label, pair in data["pairs"].items()}
    cells = {(r, c): mark for r, row in enumerate(data["grid"]) for c, mark in enumerate(row)}
    for (r, c), mark in cells.items():
        sides = {"across": ((r, c - 1), (r, c + 1)), "down": ((r - 1, c), (r + 1, c))}
        for way, beside in sides.items() if mark != "#" else ():
            near = [
                q if cells[q] != "+" else (*q, way) for q in beside if cells.get(q, "#") != "#"
            ]
            around.setdefault((r, c, way) if mark == "+" else (r, c), []).extend(near)
        if mark not in {"#", ".", "+"}:
            ends.setdefault(mark, []).append((r, c))
    return around, ends


def keeps_touch_rule(rule, path, around):
    """Tell whether a line touches itself only as it may."""
    nodes = set(path)
    if rule == "no_chord":
        touching = [(u, v) for u in path for v in around[u] if v in nodes]
        return all(abs(path.index(u) - path.index(v)) == 1 for u, v in touching)
    if rule == "no_2x2":
        squares = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c, *_ in path]
        return not any(square <= nodes for square in squares)
    return True


def brute_force(puzzle):
    """Return all wirings as tuples of node tuples, line by line, from the rules alone."""
    data = puzzle.board.to_dict()
    around, ends = read_board(data)
    terminals = {end for pair in ends.values() for end in pair}
    pairs = [ends[label] for label in puzzle.board.labels]
    found = []

    def lay(number, used, paths):
        if number < len(pairs):
            start, goal = pairs[number]
            walk((start,), goal, used | {start}, paths)
        elif data["rule"] != "fill" or len(used) == len(around):
            found.append(tuple(paths))

    def walk(path, goal, used, paths):
        for v in around[path[-1]]:
            line = (*path, v)
            if v == goal and keeps_touch_rule(data["self_touch"], line, around):
                lay(len(paths) + 1, used | {goal}, [*paths, line])
            elif v not in used and v not in terminals:
                walk(line, goal, used | {v}, paths)

    lay(0, frozenset(), [])
    return found


def weight_of(puzzle, paths):
    """Return the total weight of lines, given node by node."""
    weights = {}
    for a, b, weight in puzzle.board.to_dict().get("weights", ()):
        weights[as_node(a), as_node(b)] = weights[as_node(b), as_node(a)] = weight
    return sum(weights.get(link, 1) for path in paths for link in pairwise(path))


@st.composite
def contest_boards(draw, most_rows=4, most_columns=5):
    """Boards of the contest: walls, two pairs."""
    rows = draw(st.integers(1, most_rows))
    columns = draw(st.integers(-(-4 // rows), most_columns))
    size = rows * columns
    walls = draw(st.sets(st.integers(0, size - 1), max_size=min(size - 4, size // 3)))
    free = [i for i in range(size) if i not in walls]
    ends = draw(st.permutations(free))[:4]
    cells = [1 if i in walls else 0 for i in range(size)]
    for end, mark in zip(ends, (2, 2, 3, 3), strict=True):
        cells[end] = mark
    return ManhattanWiring([cells[r * columns : (r + 1) * columns] for r in range(rows)])


@st.composite
def numberlinks(draw, most_cells=16, most_pairs=3):
    """Grids of any rule, some with weights."""
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(1, max(1, min(5, most_cells // rows))))
    size = rows * columns
    walls = draw(st.sets(st.integers(0, size - 1), max_size=size // 4))
    free = [(i // columns, i % columns) for i in range(size) if i not in walls]
    pairs = draw(st.integers(0, min(most_pairs, len(free) // 2)))
    ends = draw(st.permutations(free))[: 2 * pairs]
    rows_of = [
        ["#" if r * columns + c in walls else "." for c in range(columns)] for r in range(rows)
    ]
    for number, (r, c) in enumerate(ends):
        rows_of[r][c] = "ABCDE"[number // 2]
    rule = draw(st.sampled_from(("shortest", "any", "fill")))
    touch = draw(st.sampled_from(TOUCHES))
    weights = None
    if draw(st.booleans()):
        borders = [((r, c), q) for r, c in free for q in ((r + 1, c), (r, c + 1)) if q in free]
        weights = {border: draw(st.integers(0, 4)) for border in borders}
    return Numberlink(rows_of, rule=rule, self_touch=touch, weights=weights)


@st.composite
def graph_links(draw):
    """Small graphs of any shape."""
    size = draw(st.integers(2, 8))
    every = [(u, v) for u in range(size) for v in range(u)]
    edges = draw(st.sets(st.sampled_from(every), max_size=14))
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    for u, v in sorted(edges):
        graph.add_edge(u, v, cost=draw(st.integers(0, 3)))
    pairs = draw(st.integers(0, min(3, size // 2)))
    ends = draw(st.permutations(range(size)))
    return Numberlink(
        graph,
        {f"p{i}": (ends[2 * i], ends[2 * i + 1]) for i in range(pairs)},
        rule=draw(st.sampled_from(("shortest", "any", "fill"))),
        self_touch=draw(st.sampled_from(TOUCHES[:2])),
        weights=draw(st.sampled_from((None, "cost"))),
    )


def random_puzzle(rng):
    """Return a tiny grid or graph of any rule, with or without weights."""
    rule = rng.choice(("shortest", "any", "fill"))
    weighted = rng.random() < 0.4
    if rng.random() < 0.3:
        size = rng.randint(2, 8)
        graph = nx.gnm_random_graph(size, rng.randint(0, 13), seed=rng.randrange(10**6))
        for u, v in graph.edges:
            graph.edges[u, v]["cost"] = rng.randint(0, 3)
        ends = rng.sample(range(size), 2 * rng.randint(0, min(3, size // 2)))
        pairs = {f"p{i}": (ends[2 * i], ends[2 * i + 1]) for i in range(len(ends) // 2)}
        touch = rng.choice(TOUCHES[:2])
        weights = "cost" if weighted else None
        return Numberlink(graph, pairs, rule=rule, self_touch=touch, weights=weights)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    cells = [[rng.choice("##+" + "." * 20) for _ in range(columns)] for _ in range(rows)]
    free = [(r, c) for r in range(rows) for c in range(columns) if cells[r][c] == "."]
    for i, (r, c) in enumerate(rng.sample(free, 2 * rng.randint(0, min(3, len(free) // 2)))):
        cells[r][c] = "ABC"[i // 2]
    borders = [((r, c), q) for r, c in free for q in ((r + 1, c), (r, c + 1)) if q in free]
    weights = {border: rng.randint(0, 4) for border in borders} if weighted else None
    return Numberlink(cells, rule=rule, self_touch=rng.choice(TOUCHES), weights=weights)


def random_board(rng, rows, columns, walls):
    """Return the cells of a random board of the contest."""
    while True:
        cells = [[int(rng.random() < walls) for _ in range(columns)] for _ in range(rows)]
        free = [(r, c) for r in range(rows) for c in range(columns) if not cells[r][c]]
        if len(free) >= 4:
            break
    for (r, c), mark in zip(rng.sample(free, 4), (2, 2, 3, 3), strict=True):
        cells[r][c] = mark
    return cells


def mixed_boards():
    """Yield the name and cells of 71 boards of 9 x 9: open, walled, and made to be hard."""
    for percent in (0, 10, 20, 30):
        for number in range(12):
            rng = random.Random(f"{percent}-{number}")
            yield f"{percent}% walls {number}", random_board(rng, 9, 9, percent / 100)
    for number in range(8):
        rng = random.Random(f"pillars-{number}")
        cells = [[int(r % 2 == 1 and c % 2 == 1) for c in range(9)] for r in range(9)]
        free = [(r, c) for r in range(9) for c in range(9) if not cells[r][c]]
        for (r, c), mark in zip(rng.sample(free, 4), (2, 2, 3, 3), strict=True):
            cells[r][c] = mark
        yield f"pillars {number}", cells
    yield "detour", forced_detour(9)
    crossed = [[0] * 9 for _ in range(9)]
    crossed[0][0] = crossed[8][8] = 3
    crossed[0][8] = crossed[8][0] = 2
    yield "crossed corners", crossed
    for number in range(12):
        rng = random.Random(f"35-{number}")
        yield f"35% walls {number}", random_board(rng, 9, 9, 0.35)
    serpentine = [[0] * 9 for _ in range(9)]
    for r in range(1, 9, 2):
        serpentine[r] = [int(c != (8 if r % 4 == 1 else 0)) for c in range(9)]
    serpentine[0][:2] = [2, 3]
    serpentine[8][-2:] = [3, 2]
    yield "serpentine", serpentine


def forced_detour(size):
    """Return a board where one line must go all around the other's terminal in a corner."""
    cells = [[0] * size for _ in range(size)]
    cells[-1][-3:] = [2, 3, 2]
    cells[1][1] = 3
    return cells
