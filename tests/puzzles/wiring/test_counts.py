"""Numbers of wirings against a program of another kind: edge by edge, in dictionaries."""

import random
from collections import Counter

import networkx as nx
import pytest

from graphpuzzles.puzzles.wiring.puzzles import Numberlink
from tests.puzzles.wiring.wiring_cases import brute_force, random_puzzle, read_board

DIGIT = 64
"""Bits of a coefficient: numbers by length are the digits of one integer."""


def numbers_by_length(puzzle):
    """Return how many wirings of every length there are, by Knuth's Simpath for several pairs.

    Edges are decided one after the other. A state tells of every node on a line that has edges to
    come how many links it has and where the other end of its piece is: at a node, or, once a
    terminal is done, at its label.
    """
    around, terminals = read_board(puzzle.board.to_dict())
    fill = puzzle.board.rule == "fill"
    label = {end: name for name, ends in terminals.items() for end in ends}
    place = {node: i for i, node in enumerate(around)}
    edges = [(u, v) for v in around for u in around[v] if place[u] < place[v]]
    left = Counter(end for edge in edges for end in edge)
    if any(not around[u] and (u in label or fill) for u in around):
        return {}
    states = Counter({frozenset(): 1})
    for u, v in edges:
        left.subtract((u, v))
        following = Counter()
        for state, number in states.items():
            for grown, shift in ((dict(state), 0), (linked(dict(state), u, v, label), DIGIT)):
                if grown is not None and all(
                    left[end] or is_settled(grown, end, label, fill) for end in (u, v)
                ):
                    following[frozenset(grown.items())] += number << shift
        states = following
    total = states[frozenset()]
    digits = {n: total >> DIGIT * n & (1 << DIGIT) - 1 for n in range(len(edges) + 1)}
    return {length: digit for length, digit in digits.items() if digit}


def linked(state, u, v, label):
    """Return the state with one more link, or None where no line can have it."""
    (links_u, x), (links_v, y) = state.get(u, (0, u)), state.get(v, (0, v))
    if links_u == (1 if u in label else 2) or links_v == (1 if v in label else 2) or x == v:
        return None
    names = {label.get(end, end if isinstance(end, str) else None) for end in (x, y)} - {None}
    if len(names) > 1:
        return None
    state[u], state[v] = (links_u + 1, None), (links_v + 1, None)
    for end, other in ((x, y), (y, x)):
        if not isinstance(end, str):
            state[end] = state[end][0], other
    return state


def is_settled(state, node, label, fill):
    """Take a node out whose edges are all decided; tell whether it may be left like this."""
    links, other = state.pop(node, (0, node))
    if node in label and links == 1 and not isinstance(other, str):
        state[other] = state[other][0], label[node]
    return links == 1 if node in label else links == 2 or (links == 0 and not fill)


def under(puzzle, rule):
    return Numberlink.of_board(puzzle.board.with_rules(rule, "allow"))


def test_the_other_program_counts_what_brute_force_lists():
    rng = random.Random(4)
    for _ in range(400):
        puzzle = random_puzzle(rng)
        plain = under(puzzle, puzzle.board.rule)
        listed = Counter(sum(len(path) - 1 for path in paths) for paths in brute_force(plain))
        assert numbers_by_length(plain) == listed


@pytest.mark.parametrize("seed", range(25))
def test_counts_of_larger_boards(seed):
    rng = random.Random(seed)
    size = rng.choice((4, 5, 6))
    graph = nx.grid_2d_graph(size, size)
    graph.remove_nodes_from(rng.sample(sorted(graph), rng.randrange(3)))
    ends = rng.sample(sorted(graph), 2 * rng.choice((1, 2, 3)))
    puzzle = Numberlink(graph, {str(i): ends[2 * i : 2 * i + 2] for i in range(len(ends) // 2)})
    every, filling = (numbers_by_length(under(puzzle, rule)) for rule in ("any", "fill"))
    assert under(puzzle, "any").count() == sum(every.values())
    assert under(puzzle, "fill").count() == sum(filling.values())
    assert puzzle.count() == (every[min(every)] if every else 0)
    assert puzzle.solve("frontier").value == puzzle.solve().value == min(every, default=None)
    lengths = [wiring.length for wiring in under(puzzle, "any").solutions(200)]
    assert lengths == [n for n in sorted(every) for _ in range(every[n])][:200]
