"""Snake: methods, limits, sizes and graphs."""

import random
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest

from graphpuzzles.errors import (
    LimitError,
    NotApplicableError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzle import Status
from graphpuzzles.puzzles.hexerpent.puzzle import Hexerpent
from graphpuzzles.puzzles.snake.gait import SnakeGait
from graphpuzzles.puzzles.snake.puzzle import Snake
from graphpuzzles.puzzles.walking.methods import trial_effort
from graphpuzzles.puzzles.walking.walker import SCALAR_EFFORT
from tests.puzzles.snake.snakes import (
    COILED,
    DATA,
    SAMPLE,
    SEARCHES,
    WALLED_IN,
    brute,
    brute_answer,
)


def spiral(length, side):
    """Return a body that winds through a board row by row, its head at the end of a row."""
    cells = [
        (r, c if r % 2 else side - 1 - c) for r in range(side - 1, -1, -1) for c in range(side)
    ]
    return cells[:length][::-1]


# Methods and limits ----------------------------------------------------------------------------


# The head's way to the hole leads through the second section, which will not be there any more.
LOOPED = Snake(20, 20, [(0, 3), (0, 2), (1, 2), (1, 3), (1, 4), (2, 4), (2, 5), (2, 6)])


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("field", ["max_states", "max_expanded"])
def test_a_stop_at_any_place_leaves_a_right_bound(method, field):
    snake = Snake(4, 5, [(0, 1)], [(0, 0), (3, 3), (3, 4)], [(1, 2), (3, 4)])
    for number in range(12):
        solution = snake.solve(method, limits=Limits(**{field: number}))
        assert solution.bounds[0] <= 2 <= solution.bounds[1]


@pytest.mark.parametrize("method", SEARCHES)
def test_limits_prove_bounds_only(method):
    best = COILED.solve().value
    solution = COILED.solve(method, limits=Limits(max_states=15))
    lower, upper = solution.bounds
    assert (solution.status, solution.stats["limit"]) == (Status.LIMIT, "max_states")
    assert solution.value is None
    assert lower <= best
    assert upper is None or best <= upper
    assert not COILED.answered(solution)
    assert COILED.judge(solution, 3) == "Case 3: ?"


@pytest.mark.parametrize("method", SEARCHES)
def test_steps_beyond_a_limit_are_not_looked_for(method):
    best = COILED.solve().value
    solution = COILED.solve(method, limits=Limits(max_steps=best - 1))
    assert (solution.status, solution.bounds[0]) == (Status.LIMIT, best)
    assert COILED.solve(method, limits=Limits(max_steps=best)).value == best


@pytest.mark.parametrize("method", ["layers", "bidirectional"])
def test_memory_is_asked_for_before_it_is_taken(method):
    solution = COILED.solve(method, limits=Limits(max_memory=10_000))
    assert solution.stats == {"limit": "max_memory"}


@pytest.mark.parametrize("method", ["layers", "bidirectional"])
def test_a_callback_can_stop_a_search(method):
    solution = COILED.solve(method, progress=lambda event: event.depth >= 2)
    assert solution.stats["limit"] == "stopped"


def test_a_stopped_search_keeps_the_best_walk_known():
    # Asked for in evenfurther/pathfinding 253 and 565: what is known when the search is stopped.
    solution = COILED.solve("astar", limits=Limits(max_expanded=1))
    assert solution.status is Status.LIMIT
    assert COILED.check(solution.answer) == solution.bounds[1]


def test_a_stopped_search_is_none_where_the_bounds_meet():
    snake = Snake(2, 4, [(0, 3), (1, 3)])
    for method in ("bfs", "astar"):
        solution = snake.solve(method, limits=Limits(max_states=1))
        assert (solution.status, solution.value, solution.bounds) == (Status.SOLVED, 3, (3, 3))
        assert solution.verify()


def test_a_time_limit_is_kept():
    # guylangston/SokoSolve 1: three minutes where one was allowed.
    snake = Snake(40, 40, [(30, c) for c in range(30, 18, -1)], [(0, 1)], [(0, 0)])
    for method in ("bfs", "astar"):
        solution = snake.solve(method, limits=Limits(max_seconds=0))
        assert solution.stats["limit"] == "max_seconds"
        assert solution.stats["expanded"] < 10_000


@pytest.mark.parametrize("method", ["layers", "bidirectional"])
@pytest.mark.parametrize("limit", ["max_seconds", "max_memory"])
def test_the_limit_that_forbids_to_begin_is_named(method, limit):
    snake = Snake(9, 9, [(8, 8), (8, 7)], [(1, 0), (1, 1)])
    assert snake.solve(method, limits=Limits(**{limit: 0})).stats["limit"] == limit


def test_a_target_that_is_cut_off_floods_nothing():
    # networkx PR 7073: A* looks at the whole graph although the target is walled in.
    snake = next(Snake.read((DATA / "derived_worst.in").read_text()))
    assert snake.solve("astar").stats["expanded"] == 0
    assert (snake.choose(), snake.solve().status) == ("bounds", Status.INFEASIBLE)


def test_an_unsolvable_puzzle_ends_with_a_proof():
    # MilanPecov/15-Puzzle-Solvers 2, simpleai-team/simpleai 76: a search that never ends.
    snake = Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)])
    for method in SEARCHES:
        solution = snake.solve(method)
        assert (solution.status, solution.verify()) == (Status.INFEASIBLE, True)


def test_a_star_expands_few_states_on_a_long_way():
    puzzles = Snake.read((DATA / "derived_special.in").read_text())
    solution = list(puzzles)[-1].solve("astar")
    assert (solution.value, solution.stats["expanded"]) == (38, 38)


@pytest.mark.parametrize(
    ("snake", "method"),
    [
        (Snake(1, 2, [(0, 0), (0, 1)]), "bounds"),
        (Snake(1, 2, [(0, 1)]), "bounds"),
        (WALLED_IN, "bounds"),
        (SAMPLE, "astar"),
        (LOOPED, "astar"),
        (Snake(2, 2, [(0, 1), (0, 0), (1, 0), (1, 1)]), "astar"),
        (Snake(4, 5, [(r, c) for r in range(4) for c in range(5)][1:4]), "bounds"),
    ],
)
def test_what_auto_means(snake, method):
    assert snake.choose() == method
    assert snake.solve().method == method


def straight(length, ahead, cap=20):
    return Hexerpent([(0, y) for y in range(length)], goal=(0, -ahead), cap=cap)


@pytest.mark.parametrize(
    ("puzzle", "method", "most"),
    [
        # Few states, but a table of 881,500 shapes: in layers it takes 2 seconds.
        (Snake(4, 4, spiral(14, 4), targets=[(3, 3)]), "astar", 500),
        (Snake(4, 4, spiral(14, 4)[::-1], targets=[(3, 3)]), "astar", 500),
        # Many states for A*, of few shapes: in layers it takes a few milliseconds.
        (straight(5, 3), "layers", 12_000),
        (straight(7, 3), "layers", 80_000),
        (straight(4, 1), "astar", 300),
        (straight(4, 3), "astar", 600),
    ],
)
def test_auto_takes_what_is_fast(puzzle, method, most):
    solution = puzzle.solve()
    assert solution.method == method
    assert solution.stats.get("states", 0) <= most
    assert solution.verify()


def test_a_trial_of_astar_grows_with_the_work_of_layers():
    efforts = [trial_effort(straight(length, 1).walker) for length in range(1, 11)]
    assert efforts == sorted(set(efforts))
    # Layers take 0.2 seconds or less: arrays are not worth beginning.
    assert max(efforts) < SCALAR_EFFORT
    assert efforts[-1] < trial_effort(straight(10, 3).walker)
    # Here they take 11 seconds.
    room = Snake(20, 20, spiral(14, 20)[::-1], targets=[(19, 19)])
    assert trial_effort(room.walker) > 5 * SCALAR_EFFORT


def test_auto_says_the_same_whatever_was_solved_before():
    first = straight(6, 3).solve()
    straight(6, 4, cap=14).solve("astar")
    again = straight(6, 3).solve()
    assert (first.method, first.stats) == (again.method, again.stats)


def test_bounds_that_do_not_meet_are_no_method():
    with pytest.raises(NotApplicableError, match="at least 3, at most 13"):
        SAMPLE.solve("bounds")


def test_methods_share_no_move_generator(monkeypatch):
    expected = COILED.solve().value

    def broken(*_):
        raise AssertionError("shared")

    rules = [(Snake, name) for name in ("expand", "step_fault", "head_steps", "reached", "check")]
    shapes = [(SnakeGait, name) for name in ("moves", "table", "steps")]
    cells = [(SnakeGait, "successors")]
    solution = COILED.solve()
    solution.certificate()
    for methods, others in [
        (SEARCHES[:3], rules + cells),
        (["bfs"], rules + shapes),
        ([], shapes + cells),
    ]:
        with monkeypatch.context() as patch:
            for owner, name in others:
                patch.setattr(owner, name, broken)
            snake = replace(COILED)
            assert {snake.solve(method).value for method in methods} <= {expected}
            assert methods or replace(solution, puzzle=snake).verify()


# Sizes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [15, 18, 22])
def test_bodies_too_long_for_a_table(length):
    snake = Snake(5, 5, spiral(length, 5), targets=[(4, 4)])
    best, _ = brute_answer(snake)
    for method in ("auto", "astar", "bfs"):
        solution = snake.solve(method)
        assert (solution.value, solution.verify()) == (best, True)


def test_long_bodies_have_no_layers():
    with pytest.raises(NotApplicableError, match="up to 14 sections"):
        Snake(5, 5, spiral(15, 5)).solve("layers")


def test_long_bodies_have_no_layer_sizes():
    with pytest.raises(NotApplicableError, match="up to 14 sections"):
        Snake(5, 5, spiral(15, 5)).layer_sizes()


def test_boards_too_big_for_one_bit_a_state():
    snake = Snake(64, 64, [(0, c) for c in range(40, 54)], targets=[(63, 63)])
    assert snake.solve().value == 86
    with pytest.raises(NotApplicableError, match="MiB"):
        snake.solve("layers")


def test_a_board_of_64_by_64():
    rng = random.Random(5)
    stones = [(r, c) for r in range(64) for c in range(64) if r > 1 and rng.random() < 0.2]
    snake = Snake(64, 64, [(0, c) for c in range(8)], stones, [(63, 63), (63, 0)])
    solution = snake.solve("layers")
    assert solution.value == snake.solve("astar").value
    assert solution.verify()


# Graphs ----------------------------------------------------------------------------------------


def test_board_graph_shows_the_walk():
    solution = SAMPLE.solve()
    graph = solution.graph("board")
    assert len(graph) == 5 * 6 - 3
    assert graph.nodes["3,0"]["section"] == 1
    assert [node for node, data in graph.nodes(data=True) if data["is_target"]] == ["0,0"]
    walked = [edge for *edge, on in graph.edges(data="on_path") if on]
    assert len(walked) == len({frozenset(edge) for edge in pairwise(solution.answer.heads)})
    assert graph.nodes["3,0"]["distance"] == nx.shortest_path_length(graph, "3,0", "0,0") == 3


def test_state_graph_is_the_state_space():
    solution = SAMPLE.solve()
    graph = solution.graph("states")
    steps, _ = brute(SAMPLE)
    assert len(graph) == len(steps)
    depth = nx.single_source_shortest_path_length(graph, "n0")
    assert dict(graph.nodes(data="depth")) == depth
    goals = [node for node, goal in graph.nodes(data="is_target") if goal]
    assert min(depth[node] for node in goals) == solution.value
    walked = graph.edge_subgraph([(u, v) for u, v, on in graph.edges(data="on_path") if on])
    assert walked.number_of_edges() == solution.value
    assert nx.is_directed_acyclic_graph(walked)


def test_shape_graph_counts_the_moves_of_the_walk():
    solution = SAMPLE.solve()
    graph = solution.graph("shapes")
    assert sum(uses for *_, uses in graph.edges(data="uses")) == 9
    assert sum(visits for _, visits in graph.nodes(data="visits")) == 10
    assert "uses" not in next(iter(SAMPLE.graph("shapes").edges(data=True)))[2]


@pytest.mark.parametrize("kind", ["board", "states", "shapes"])
def test_graphs_survive_graphml(kind, tmp_path):
    # networkx 4253 and 3344: nodes that are not text do not come back from a file.
    graph = SAMPLE.solve().graph(kind)
    nx.write_graphml(graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=graph.is_multigraph())
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    assert back.number_of_edges() == graph.number_of_edges()


def test_a_state_graph_that_is_too_big_says_so():
    # tlaplus/tlaplus 523: state graphs are wanted as data, but big ones hang what shows them.
    with pytest.raises(LimitError, match="more than 299 states"):
        SAMPLE.state_graph(max_nodes=299)


def test_a_state_graph_that_just_fits():
    assert len(SAMPLE.state_graph(max_nodes=300)) == 300


def test_a_search_by_command_loads_little():
    code = "import sys; from graphpuzzles.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    path = str(DATA / "sample.in")
    result = subprocess.run(
        [sys.executable, "-c", code, "solve", "snake", path, "--method", "layers"],
        text=True,
        capture_output=True,
        check=True,
    )
    loaded = set(result.stdout.splitlines()[-1].split())
    assert "graphpuzzles.models.voltage.layers" in loaded
    assert not loaded & {"numpy.ma", "networkx", "scipy", "graphpuzzles.search"}
