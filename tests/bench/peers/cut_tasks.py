"""Minimum cuts of regions: ConnectingGame on boards of grown regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphpuzzles.puzzles.connecting_game.methods import flow_network
from graphpuzzles.puzzles.connecting_game.model import model_of
from graphpuzzles.puzzles.connecting_game.puzzle import ConnectingGame
from tests.bench.bench_connecting_game import grown_board
from tests.bench.peers.task import Task, WrongAnswerError

if TYPE_CHECKING:
    from collections.abc import Callable

SECTION = "Minimum cuts: ConnectingGame"


class Cut(NamedTuple):
    """A value, and a function that tells the regions red takes, where they are known."""

    value: int
    regions: Callable[[], list[int]] | None = None


def ours(board):
    return of_solution(ConnectingGame(board).solve())


def of_solution(solution):
    model = model_of(solution.puzzle)
    return Cut(solution.value, lambda: model.taken(solution.answer))


def value(board, cut):
    """Return the value of a cut that stops blue and costs what it says."""
    if cut.regions is not None:
        game = ConnectingGame(board)
        attained = game.check(game.cut(cut.regions()))
        if attained != cut.value:
            raise WrongAnswerError(f"its cut costs {attained}, not {cut.value}")
    return cut.value


def split_network(board):
    """Return the flow network with split vertices, in arrays."""
    return flow_network(ConnectingGame(board))


def regions_cut(network, reached):
    """Return the regions that pay for the arcs which leave a set of nodes.

    Arcs without a capacity have the weight of a region next to them in its place, so a minimum
    cut may contain them instead of that region's own arc.
    """
    inside = np.zeros(network.size, dtype=bool)
    inside[list(reached)] = True
    cut = inside[network.tails] & ~inside[network.heads]
    tails, heads = network.tails[cut], network.heads[cut]
    return np.unique(np.where(tails < 2 * network.vertex_count, tails, heads) // 2).tolist()


def dual_network(board):
    """Return the planar dual as arcs with weights: a step pays for the region that it enters.

    Regions are 0 to k - 1, the left side is k and the right side k + 1.
    """
    game = ConnectingGame(board)
    regions = game.regions
    first, second = regions.corners.pairs
    left, right = np.unique(regions.of[:, 0]), np.unique(regions.of[:, -1])
    k = regions.count
    tails = np.concatenate([first, second, np.full(len(left), k), right])
    heads = np.concatenate([second, first, left, np.full(len(right), k + 1)])
    weights = np.append(model_of(game).weights, [0, 0])[heads]
    return tails, heads, weights, k


def _task(side, mean):
    return Task(
        SECTION,
        f"{side} x {side} cells, {side * side // mean:,} regions",
        "`solve()`: distances in the planar dual",
        lambda seed: grown_board(side, mean, seed),
        lambda seed: grown_board(8, 4, seed),
        ours,
        value,
    )


TASKS = {
    "cut 40": _task(40, 4),
    "cut 200": _task(200, 4),
    "cut 1000": _task(1000, 20),
}
