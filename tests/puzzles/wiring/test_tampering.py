"""Certificates of wirings under attack: changed by the thousand, misled, and far too large."""

import random
from collections import Counter
from dataclasses import replace

import networkx as nx
import pytest

from graphpuzzles.errors import CertificateError, LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles.wiring.bounds import wheel
from graphpuzzles.puzzles.wiring.certificate import CrossingTerminals, SeparatedTerminals
from graphpuzzles.puzzles.wiring.degree_certificate import DegreeBound
from graphpuzzles.puzzles.wiring.price_certificate import (
    Leaf,
    PriceBound,
    PriceConflict,
    PriceTree,
    Split,
)
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from graphpuzzles.puzzles.wiring.sweep_certificate import ExhaustedWirings
from tests.puzzles.wiring.wiring_cases import brute_force, random_puzzle, weight_of


def least_by_brute_force(puzzle):
    return min((weight_of(puzzle, paths) for paths in brute_force(puzzle)), default=None)


def narrow_puzzle(rng):
    """Return two groups of nodes with few nodes between, and pairs that have to pass there."""
    graph = nx.Graph()
    for group in (range(4), range(4, 8)):
        graph.add_edges_from(rng.sample([(u, v) for u in group for v in group if u < v], 5))
    for between in range(8, 8 + rng.choice((1, 1, 2))):
        for end in (*rng.sample(range(4), 2), *rng.sample(range(4, 8), 2)):
            graph.add_edge(between, end)
    ends = zip(rng.sample(range(4), 2), rng.sample(range(4, 8), 2), strict=True)
    return Numberlink(graph, dict(zip("ab", ends, strict=True)), rule=rng.choice(("any", "fill")))


# Changed by the thousand -------------------------------------------------------------------------


def some_cut(rng, puzzle):
    """Return a set grown at random around a first terminal, often one that cannot be left."""
    network = puzzle.model.network
    pair = rng.randrange(len(network.pairs))
    s, t = network.pairs[pair]
    side = {s}
    closed = set() if rng.random() < 0.3 else {u for ends in network.pairs for u in ends}
    while rng.random() < 0.95:
        beside = {v for u in side for v, _ in network.neighbors[u]} - side - closed
        if not beside or (t in beside and rng.random() < 0.5):
            break
        side.add(rng.choice(sorted(beside)))
    if rng.random() < 0.1:
        side.symmetric_difference_update({rng.randrange(network.size + 1)})
    return SeparatedTerminals(pair, tuple(sorted(side)))


def some_drawing(rng, puzzle):
    """Return a drawing that is plane, or nearly so."""
    network = puzzle.model.network
    first, second = rng.sample(range(len(network.pairs)), 2)
    graph = wheel(network, first, second)
    planar, embedding = nx.check_planarity(graph)
    if planar:
        turns = [list(embedding.neighbors_cw_order(u)) for u in range(len(graph))]
    else:
        turns = [sorted(graph[u]) for u in range(len(graph))]
    for _ in range(rng.choice((0, 0, 1, 3))):
        turn = rng.choice(turns)
        match rng.randrange(4):
            case 0:
                rng.shuffle(turn)
            case 1 if turn:
                turn.pop()
            case 2 if turn:
                turn.append(turn[0])
            case _:
                turns.insert(0, turns.pop())
    return CrossingTerminals(first, second, tuple(map(tuple, turns)))


def some_prices(rng, puzzle):
    """Return prices on nodes, often on those through which several lines have to pass."""
    network = puzzle.model.network
    if rng.random() < 0.5:
        ways = nx.Graph([(u, v) for u, v, _ in network.edges])
        narrow = [u for u in nx.articulation_points(ways) if not network.label[u]]
        return ((rng.choice(narrow), 1),) if narrow else ()
    most, chance = rng.choice((1, 2, 6)), rng.random()
    named = [u for u in range(network.size) if rng.random() < chance]
    return tuple((u, rng.randint(1, most)) for u in named)


def some_tree(rng, puzzle):
    """Return a tree of random questions and prices, sometimes with a part too many or too few."""
    network = puzzle.model.network
    inner = [u for u in range(network.size) if not network.label[u]] or [0]
    parts, leaves = [], 1
    while leaves:
        if len(parts) < 9 and network.pairs and rng.random() < 0.5:
            parts.append(Split(rng.choice(inner), rng.randrange(len(network.pairs))))
            leaves += 1
        else:
            parts.append(Leaf(rng.choice((0, 1, 1, 2)), some_prices(rng, puzzle)))
            leaves -= 1
    if rng.random() < 0.2:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(parts))
    elif rng.random() < 0.2:
        parts.remove(rng.choice(parts))
    return PriceTree(tuple(parts))


def some_degrees(rng, puzzle):
    """Return prices of links, often those of the colours of a chessboard."""
    colour = nx.bfs_layers(nx.Graph([(u, v) for u, v, _ in puzzle.board.edges]), [0])
    prices = [rng.randint(-2, 2) for _ in puzzle.board.nodes]
    if rng.random() < 0.7 and puzzle.board.edges and puzzle.board.edges[0][0] == 0:
        for depth, layer in enumerate(colour):
            for u in layer:
                prices[u] = (-1) ** depth
    sign = rng.choice((-1, 1))
    return DegreeBound(tuple(sign * price for price in prices), rng.choice((0, 0, 1, 2)))


def forgeries(rng, puzzle, value):
    """Yield certificates of every kind that may or may not be right."""
    pairs = len(puzzle.model.network.pairs)
    if pairs:
        yield some_cut(rng, puzzle)
        yield some_cut(rng, puzzle)
    if pairs > 1:
        yield some_drawing(rng, puzzle)
        yield some_drawing(rng, puzzle)
    yield PriceBound(some_prices(rng, puzzle), rng.choice((1, 1, 2, 3)))
    yield PriceConflict(some_prices(rng, puzzle))
    yield some_tree(rng, puzzle)
    yield some_tree(rng, puzzle)
    if puzzle.board.rule == "fill":
        yield some_degrees(rng, puzzle)
        yield some_degrees(rng, puzzle)
    for wrong in {None, (value or 0) + rng.choice((-2, -1, 0, 1, 2)), value}:
        yield ExhaustedWirings(wrong)


@pytest.mark.parametrize("seed", range(4))
def test_no_forged_certificate_proves_what_is_false(seed):
    rng = random.Random(seed)
    fates = Counter()
    for number in range(400):
        puzzle = random_puzzle(rng) if number % 8 else narrow_puzzle(rng)
        value = least_by_brute_force(puzzle)
        for certificate in forgeries(rng, puzzle, value):
            kind = type(certificate).__name__
            try:
                proved = certificate.proves(puzzle)
            except CertificateError:
                fates[kind, "refused"] += 1
                continue
            fates[kind, "accepted"] += 1
            if proved is None:
                assert value is None
            else:
                assert value is None or proved <= value
            if kind == "ExhaustedWirings":
                assert proved == value
    # Every kind is met on both sides, so that neither half of its check can go to sleep.
    kinds = (
        "SeparatedTerminals",
        "CrossingTerminals",
        "PriceBound",
        "PriceConflict",
        "PriceTree",
        "DegreeBound",
        "ExhaustedWirings",
    )
    for kind in kinds:
        assert fates[kind, "refused"] >= 10
        assert fates[kind, "accepted"] >= 5, fates


def test_a_line_can_end_where_only_its_own_terminal_lies_beyond():
    # The set is left by one side alone, which leads to the other terminal of the pair.
    for cells, pair in (["22", "33"], 0), (["33", "22"], 1):
        puzzle = ManhattanWiring(cells)
        s = puzzle.model.network.pairs[pair][0]
        with pytest.raises(CertificateError, match="can leave the set"):
            SeparatedTerminals(pair, (s,)).proves(puzzle)


def test_a_set_with_both_terminals_or_neither_proves_nothing():
    puzzle = ManhattanWiring(["22#".replace("#", "1"), "133"])
    for side in ((0, 1, 2, 3), (1,), ()):
        with pytest.raises(CertificateError, match="exactly the first terminal"):
            SeparatedTerminals(0, side).proves(puzzle)


def test_a_set_that_names_one_node_too_many():
    puzzle = ManhattanWiring(["2121", "3113"])
    assert SeparatedTerminals(0, (0,)).proves(puzzle) is None
    assert puzzle.model.network.size == 4
    for wrong in (4, -1):
        with pytest.raises(CertificateError, match="does not exist"):
            SeparatedTerminals(0, (0, wrong)).proves(puzzle)


def test_a_drawing_leaves_out_terminals_of_other_pairs_and_nodes_that_stand_alone():
    puzzle = Numberlink(["A..B", ".CC.", "....", "B..A", "####", "#.##"])
    certificate = puzzle.solve().certificate()
    assert isinstance(certificate, CrossingTerminals)
    assert () in certificate.rotation
    assert certificate.proves(puzzle) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_sweep_lets_no_cycle_fill_the_board(seed):
    # Terminals side by side and weights far apart, so that a short line and cycles would pay.
    rng = random.Random(seed)
    solvable = 0
    for _ in range(60):
        rows, columns = rng.choice(((2, 4), (3, 4), (4, 3), (4, 4), (2, 6), (3, 5)))
        cells = [["."] * columns for _ in range(rows)]
        row, column = rng.randrange(rows), rng.randrange(columns - 1)
        cells[row][column] = cells[row][column + 1] = "A"
        borders = [
            ((r, c), q)
            for r in range(rows)
            for c in range(columns)
            for q in ((r + 1, c), (r, c + 1))
            if q[0] < rows and q[1] < columns
        ]
        weights = {border: rng.choice((0, 1, 50)) for border in borders}
        puzzle = Numberlink(cells, rule="fill", weights=weights)
        value = least_by_brute_force(puzzle)
        solvable += value is not None
        assert ExhaustedWirings(value).proves(puzzle) == value
    assert solvable >= 30


# Misled ------------------------------------------------------------------------------------------


def mislead(puzzle, *links):
    """Let the solvers overlook links between neighbours, given by their cells."""
    network = puzzle.model.network
    index = puzzle.board.index
    hidden = {tuple(sorted((index[u], index[v]))) for u, v in links}
    edges = tuple(edge for edge in network.edges if edge[:2] not in hidden)
    puzzle.model.__dict__["network"] = replace(network, edges=edges)


@pytest.mark.parametrize("method", ["auto", "frontier", "flow", "search"])
@pytest.mark.parametrize(
    ("rows", "rule", "hidden", "believed"),
    [
        (["A...A", "....."], "shortest", [((0, 1), (0, 2))], 6),
        (["A.A"], "shortest", [((0, 1), (0, 2))], None),
        (["A.B", ".#.", "A.B"], "any", [((0, 0), (1, 0))], None),
        (["A.", "A."], "fill", [((0, 1), (1, 1))], None),
    ],
)
def test_a_fault_of_the_solvers_cannot_prove_itself(method, rows, rule, hidden, believed):
    if method == "frontier" and rule != "fill":
        return  # Profiles read the cells; all else reads the network.
    puzzle = Numberlink(rows, rule=rule)
    mislead(puzzle, *hidden)
    solution = puzzle.solve(method)
    assert solution.value == believed
    with pytest.raises(CertificateError):
        solution.verify()


def test_certificates_and_rules_find_the_sides_of_cells_themselves():
    puzzle = Numberlink(["A...A", "....."])
    board = puzzle.board
    kept = tuple(edge for edge in board.edges if edge[:2] != (1, 2))
    solution = Numberlink.of_board(replace(board, edges=kept)).solve()
    assert solution.value == 6
    with pytest.raises(CertificateError, match="proves 4, the answer attains 6"):
        solution.verify()
    straight = puzzle.solve().answer
    assert solution.puzzle.check(straight) == 4


# Far too large -----------------------------------------------------------------------------------


def corners(size):
    """Return a board of two pairs in the corners that do not cross."""
    cells = [["."] * size for _ in range(size)]
    cells[0][0] = cells[0][-1] = "A"
    cells[-1][0] = cells[-1][-1] = "B"
    return Numberlink(cells)


@pytest.mark.parametrize(
    ("certificate", "puzzle", "limits"),
    [
        (ExhaustedWirings(26), corners(14), Limits(max_states=20_000)),
        (ExhaustedWirings(26), corners(14), Limits(max_memory=4_000_000)),
        (PriceBound(()), corners(60), Limits(max_states=3_000)),
        (PriceConflict(()), corners(60), Limits(max_states=3_000)),
        (SeparatedTerminals(0, (0,)), corners(60), Limits(max_states=3_000)),
        (CrossingTerminals(0, 1, ()), corners(60), Limits(max_states=3_000)),
        (ExhaustedWirings(26), corners(14), Limits(max_seconds=0)),
        (PriceTree((Leaf(1, ()),)), corners(60), Limits(max_states=3_000)),
        (PriceTree((Leaf(1, ()),)), corners(6), Limits(max_seconds=0)),
        (PriceBound(()), corners(6), Limits(max_seconds=0)),
    ],
    ids=repr,
)
def test_checks_keep_within_their_limits(certificate, puzzle, limits):
    [name] = [name for name, value in vars(limits).items() if value is not None]
    with pytest.raises(LimitError) as caught:
        certificate.proves(puzzle, limits)
    assert caught.value.limit == name


def test_a_sweep_is_stopped_while_a_layer_grows():
    graph = nx.complete_graph(60)
    puzzle = Numberlink(graph, {"a": (0, 1), "b": (2, 3)}, rule="fill")
    with pytest.raises(LimitError) as caught:
        ExhaustedWirings(None).proves(puzzle, Limits(max_states=10_000))
    held = int(str(caught.value).split()[2])
    assert 10_000 < held < 15_000
