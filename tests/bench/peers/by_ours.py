"""graphpuzzles itself, by other methods than the one that the tasks name."""

from functools import partial

from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
from graphpuzzles.search import bfs_search
from tests.bench.peers import cut_tasks, mine_tasks, wiring_tasks
from tests.bench.peers.spaces import CodedTiles
from tests.bench.peers.task import Entry

NAME = "graphpuzzles, other methods"
DISTRIBUTION = "graphpuzzles"
ABOUT = "the same package by another of its methods"


def array_layers(space):
    return bfs_search(space, space.start, space.goal, engine="array").path


def coded_layers(puzzle):
    space = CodedTiles(puzzle)
    start, goal = space.encode(puzzle.start), space.encode(puzzle.goal)
    path = bfs_search(space, start, goal, engine="array").path
    return list(map(space.decode, path))


def cut_by(method):
    return lambda board: cut_tasks.of_solution(ConnectingGame(board).solve(method))


ENTRIES = (
    Entry("eight breadth-first", "layers in numpy, positions as integers", coded_layers),
    Entry("board breadth-first", "layers in numpy", array_layers),
    Entry("integers breadth-first", "layers in numpy", array_layers),
    Entry("cut 40", '`solve("flow")`: scipy', cut_by("flow")),
    Entry("cut 200", '`solve("flow")`: scipy', cut_by("flow")),
    Entry("cut 200", '`solve("layers")`: also a maximum flow', cut_by("layers")),
    Entry("cut 1000", '`solve("layers")`: also a maximum flow', cut_by("layers")),
    *(
        Entry(task, '`solve("frontier")`', partial(wiring_tasks.shortest, method="frontier"))
        for task in ("wiring 10%", "wiring detour", "wiring crossed", "wiring 71")
    ),
    *(
        Entry(task, '`solve("flow")`: HiGHS', partial(wiring_tasks.shortest, method="flow"))
        for task in ("wiring 10%", "wiring detour")
    ),
    Entry("mines decided", '`solve("milp")`: HiGHS', partial(mine_tasks.decided, method="milp")),
)
