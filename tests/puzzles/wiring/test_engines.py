"""The engines of wiring puzzles on their own: profiles, states, plans, flows, the state space."""

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.frontier.build import build_diagram
from graphpuzzles.models.frontier.sweeps import count_solutions, least_weight, solutions_by_weight
from graphpuzzles.puzzles.wiring.bounds import cheap_bounds, find_crossing
from graphpuzzles.puzzles.wiring.contact import frontier_states
from graphpuzzles.puzzles.wiring.network import WiringNetwork
from graphpuzzles.puzzles.wiring.plan import open_edges, order_nodes, plan_wiring
from graphpuzzles.puzzles.wiring.profile import least_wiring, marks_of, profile_memory
from graphpuzzles.puzzles.wiring.program import Multicommodity
from graphpuzzles.puzzles.wiring.puzzles import ManhattanWiring, Numberlink
from graphpuzzles.puzzles.wiring.search import PartialWirings
from graphpuzzles.puzzles.wiring.states import WiringStates
from graphpuzzles.search import Guarantee, Pruner, audit_pruning, check_heuristic
from tests.models.frontier.listing import iter_paths
from tests.puzzles.wiring.wiring_cases import (
    brute_force,
    forced_detour,
    graph_links,
    numberlinks,
    random_board,
)


def random_links(rng, rows, columns, pairs, walls=0.1):
    """Return the rows of a random grid with several pairs."""
    cells = [["#" if rng.random() < walls else "." for _ in range(columns)] for _ in range(rows)]
    free = [(r, c) for r in range(rows) for c in range(columns) if cells[r][c] == "."]
    for i, (r, c) in enumerate(rng.sample(free, 2 * pairs)):
        cells[r][c] = "ABCDE"[i // 2]
    return cells


# Profiles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_profiles_find_what_states_find(seed):
    rng = random.Random(seed)
    rows, columns = rng.randint(3, 9), rng.randint(3, 6)
    pairs = rng.randint(1, 3)
    puzzle = Numberlink(random_links(rng, rows, columns, pairs))
    result = least_wiring(marks_of(puzzle.board), pairs, Meter(Limits()))
    assert result.length == least_weight(puzzle.diagram().diagram)
    if result.links is not None:
        assert puzzle.check(puzzle.wiring_of_links(result.links)) == result.length


def test_profiles_poll_limits_once_a_row():
    marks = np.array([[1, 0, 1], [0, 0, 0], [2, 0, 2]])
    result = least_wiring(marks, 2, Meter(Limits(max_expanded=200)))
    assert (result.limit, result.rows, result.length) == ("max_expanded", 2, None)


def test_profiles_refuse_boards_whose_lengths_could_overflow():
    with pytest.raises(ValueError, match="at most 5000 cells"):
        least_wiring(np.zeros((51, 100), dtype=np.int64), 0, Meter(Limits()))


def test_a_line_through_all_of_a_long_board():
    # 1,000 rows of 5 cells in a serpentine: lengths come near the largest that fit.
    marks = np.zeros((999, 5), dtype=np.int64)
    for r in range(1, 999, 2):
        marks[r] = -1
        marks[r, 4 if r % 4 == 1 else 0] = 0
    marks[0, 0] = 1
    marks[998, 0 if (998 // 2) % 2 else 4] = 1
    result = least_wiring(marks, 1, Meter(Limits()))
    assert result.length == len(result.links) == 500 * 4 + 499 * 2


@pytest.mark.parametrize("rows", [81, 83, 85, 87])
def test_boards_of_about_as_many_cells_as_a_byte_counts(rows):
    marks = np.zeros((rows, 3), dtype=np.int64)
    for r in range(1, rows, 2):
        marks[r] = -1
        marks[r, 2 if r % 4 == 1 else 0] = 0
    marks[0, 0] = 1
    marks[-1, 0 if (rows // 2) % 2 else 2] = 1
    result = least_wiring(marks, 1, Meter(Limits()))
    assert result.length == len(set(result.links)) == (rows + 1) // 2 * 2 + rows - 1
    cells = {cell for link in result.links for cell in link}
    assert all(marks[cell] >= 0 for cell in cells)


def test_what_a_sweep_of_15_rows_holds():
    assert profile_memory(15, 15, 2) < 400 * 10**6
    board = ManhattanWiring(forced_detour(9))
    solution = board.solve("frontier", limits=Limits(max_memory=profile_memory(9, 9, 2) - 1))
    assert solution.stats["limit"] == "max_memory"


# States ------------------------------------------------------------------------------------------


@given(numberlinks(), st.sampled_from((0, 4, 10**9)))
@settings(max_examples=100)
def test_narrow_and_wide_layers_give_the_same_diagram(puzzle, wide_layer):
    network = puzzle.model.network
    states = frontier_states(network, plan_wiring(network, range(network.size)))
    diagram = build_diagram(states, wide_layer=wide_layer)
    assert count_solutions(diagram) == len(brute_force(puzzle))
    paths = [states.labels(*used(states, network, labels)) for labels in iter_paths(diagram)]
    assert paths == [list(labels) for labels in iter_paths(diagram)]


def used(states, network, labels):
    """Return the edges and the line of every node along a path of a diagram."""
    edges = states.edges(labels)
    lines = enumerate(network.trace(edges), 1)
    return edges, {u: number for number, path in lines for u in path}


@given(graph_links(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_any_order_of_the_nodes_gives_the_same_counts(puzzle, rng):
    network = puzzle.model.network
    order = list(range(network.size))
    rng.shuffle(order)
    diagram = build_diagram(frontier_states(network, plan_wiring(network, order)))
    assert solutions_by_weight(diagram) == solutions_by_weight(
        build_diagram(frontier_states(network, plan_wiring(network, range(network.size))))
    )


def test_states_of_several_words_count_the_same():
    rng = random.Random(8)
    graph = nx.grid_2d_graph(6, 6)
    free = sorted(graph)
    ends = rng.sample(free, 4)
    few = Numberlink(graph, {"a": tuple(ends[:2]), "b": tuple(ends[2:])}, rule="any")
    # Pairs beside the grid make the entries longer, but change nothing.
    pairs = {"a": tuple(ends[:2]), "b": tuple(ends[2:])}
    for i in range(600):
        graph.add_edge(f"s{i}", f"t{i}")
        pairs[f"{i}"] = (f"s{i}", f"t{i}")
    many = Numberlink(graph, pairs, rule="any")
    name, order = order_nodes(many.model.network)
    states = frontier_states(many.model.network, plan_wiring(many.model.network, order, name))
    assert states.words > 1
    assert isinstance(states, WiringStates)
    assert count_solutions(build_diagram(states)) == few.count() > 1


def test_orders_follow_the_shorter_side():
    wide, tall = (Numberlink([["."] * c for _ in range(r)]).model for r, c in ((3, 9), (9, 3)))
    assert (wide.order[0], wide.width) == ("columns", 4)
    assert (tall.order[0], tall.width) == ("rows", 4)


def test_orders_of_a_graph_are_found():
    graph = nx.relabel_nodes(nx.path_graph(9), dict(enumerate((4, 0, 8, 2, 6, 1, 7, 3, 5))))
    network = Numberlink(nx.Graph(sorted(graph.edges))).model.network
    name, order = order_nodes(network)
    assert name != "given"
    assert max(open_edges(network, order)) == 1


# Bounds and flows --------------------------------------------------------------------------------


@given(graph_links())
@settings(max_examples=150)
def test_bounds_hold(puzzle):
    network = puzzle.model.network
    lengths = sorted(
        network.length([[puzzle.board.index[u] for u in path] for path in paths])
        for paths in brute_force(puzzle)
    )
    bounds = cheap_bounds(network)
    if bounds.separated is not None or find_crossing(network) is not None:
        assert not lengths
        return
    assert not lengths or bounds.lower <= lengths[0]
    if bounds.upper is not None:
        assert bounds.upper in lengths
    relaxed = Multicommodity(network).relax()
    if not relaxed.feasible:
        assert not lengths
    elif lengths:
        assert relaxed.bound <= lengths[0] + 1e-6


@pytest.mark.parametrize("walls", [0, 0.2])
def test_planarity_of_a_board_of_1600_cells(walls):
    rng = random.Random(40)
    cells = random_board(rng, 40, 40, walls)
    cells = [[0 if cell > 1 else cell for cell in row] for row in cells]
    cells[0][0] = cells[39][39] = 2
    cells[0][39] = cells[39][0] = 3
    solution = ManhattanWiring(cells).solve()
    assert (solution.value, solution.method, solution.verify()) == (None, "bounds", True)


def test_no_pairs_leave_nothing_to_relax():
    relaxed = Multicommodity(WiringNetwork(3, ((0, 1, 1),), ())).relax()
    assert (relaxed.feasible, relaxed.paths) == (True, ())


# The state space of the search -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_the_estimate_is_admissible_and_consistent(seed):
    rng = random.Random(seed)
    puzzle = Numberlink(
        random_links(rng, 3, 4, 2, walls=0), rule=rng.choice(("any", "fill")), self_touch="allow"
    )
    space = PartialWirings(puzzle.model.network)
    audit = check_heuristic(space, space.source)
    assert audit.admissible
    assert audit.inconsistencies == ()


class UTurns:
    """The cut that drops a detour around a pocket that no line uses yet."""

    def __init__(self, puzzle):
        self.cells = puzzle.board.nodes
        self.index = puzzle.board.index

    def __call__(self, u, v, context):
        del context
        if v.pair != u.pair or v.head < 0:
            return False
        row, column = self.cells[v.head]
        for other in (c for c in range(column) if (row, c) in self.index):
            between = [(row, c) for c in range(other + 1, column)]
            if (
                between
                and v.own >> self.index[row, other] & 1
                and all(
                    cell in self.index and not v.used >> self.index[cell] & 1 for cell in between
                )
            ):
                return True
        return False


@pytest.mark.parametrize("guarantee", [Guarantee.ALL, Guarantee.ONE])
def test_the_audit_refuses_to_cut_u_turns(guarantee):
    puzzle = ManhattanWiring(["1000001", "2000002", "1131311"])
    space = PartialWirings(puzzle.model.network)
    pruner = Pruner(UTurns(puzzle), name="u-turns", guarantee=guarantee)
    audit = audit_pruning(space, space.source, prune=pruner)
    assert not audit.passed
    assert audit.unpruned.cost == 12
    assert audit.pruned.path is None
