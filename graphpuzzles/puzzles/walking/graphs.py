"""The graphs of a moving body as explicit networkx graphs, ready for GraphML."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits
from graphpuzzles.models.voltage.board import HeadDistance
from graphpuzzles.puzzles.walking.questions import layer_sizes

if TYPE_CHECKING:
    import networkx as nx

    from graphpuzzles.lattice import Cell
    from graphpuzzles.puzzles.walking.body import Body, Walk
    from graphpuzzles.puzzles.walking.walker import Walker

MAX_NODES = 50_000
"""Most nodes that are put in a graph unless it is told otherwise."""


def board_graph(
    walker: Walker, walk: Walk | None = None, *, max_nodes: int = MAX_NODES
) -> nx.Graph[str]:
    """Return the cells that a head can be on and the steps between them.

    Parameters
    ----------
    walker : Walker
    walk : Walk, optional
        Marked on the graph.
    max_nodes : int
        Most cells to put in the graph.

    Returns
    -------
    networkx.Graph
        Nodes are named by their two coordinates. Attributes: ``label``, ``x``, ``y``, ``section``
        (of the first state, the head being 1; 0 if none), ``distance`` (steps of a head without a
        body to the nearest target; -1 if cut off), ``is_target`` and ``on_path``. Edges that the
        head steps along have ``on_path``. On the plane, cells within the step cap of the head.

    Raises
    ------
    LimitError
        If there are more cells than `max_nodes`.
    """
    import networkx as nx

    board = walker.board
    section = {cell: number for number, cell in enumerate(walker.body, 1)}
    heads = () if walk is None else walk.heads
    targets = set(walker.targets)
    cells = _cells(walker, max_nodes)
    graph: nx.Graph[str] = nx.Graph(name="board")
    marked = set(heads)
    for cell in cells:
        x, y = board.lattice.place(*cell)
        steps = walker.distance(cell)
        graph.add_node(
            _name(cell),
            label=_name(cell),
            x=x,
            y=y,
            section=section.get(cell, 0),
            distance=-1 if steps == math.inf else int(steps),
            is_target=cell in targets,
            on_path=cell in marked,
        )
    walked = set(pairwise(heads))
    for cell in cells:
        for other in board.lattice.neighbors(cell):
            if cell < other and _name(other) in graph:
                graph.add_edge(
                    _name(cell),
                    _name(other),
                    on_path=(cell, other) in walked or (other, cell) in walked,
                )
    return graph


def _cells(walker: Walker, most: int) -> list[Cell]:
    """Return the free cells of the board, or those within the step cap, in order."""
    board = walker.board
    too_many = LimitError("max_states", f"there are more than {most} cells")
    if not board.walled:
        known = HeadDistance(board, walker.body[:1], reach=walker.step_cap).settle(most)
        if len(known) > most:
            raise too_many
        return sorted(known)
    if board.rows * board.columns - len(board.blocked) > most:
        raise too_many
    cells = ((a, b) for a in range(board.rows) for b in range(board.columns))
    return [cell for cell in cells if board.is_free(cell)]


def _name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def shape_graph(walker: Walker, walk: Walk | None = None) -> nx.MultiDiGraph[str]:
    """Return the voltage graph: shapes of the body, and moves with the head's translation.

    Parameters
    ----------
    walker : Walker
    walk : Walk, optional
        Marked on the graph: ``visits`` of a shape, ``uses`` of a move.

    Raises
    ------
    NotApplicableError
        If the body is too long for a table of its shapes.
    LimitError
        If there are more shapes than `MAX_NODES`.
    """
    if walker.table_obstacle() is None and walker.gait.sizes[len(walker.body) - 1][0] > MAX_NODES:
        raise LimitError("max_states", f"there are more than {MAX_NODES} shapes")
    table = walker.table
    graph = table.to_networkx()
    if walk is None:
        return graph
    names = [f"s{table.shape_of(body)}" for body in walk.states]
    for _, data in graph.nodes(data=True):
        data["visits"] = 0
    for _, _, data in graph.edges(data=True):
        data["uses"] = 0
    for name in names:
        graph.nodes[name]["visits"] += 1
    for (u, v), (before, after) in zip(pairwise(names), pairwise(walk.heads), strict=True):
        step = (after[0] - before[0], after[1] - before[1])
        for data in graph[u].get(v, {}).values():
            if (data["row"], data["column"]) == step:
                data["uses"] += 1
    return graph


def state_graph(
    walker: Walker, walk: Walk | None = None, *, max_nodes: int = MAX_NODES
) -> nx.DiGraph[str]:
    """Return all states that the body can reach, found from the rules on its cells.

    Parameters
    ----------
    walker : Walker
    walk : Walk, optional
        Marked on the graph.
    max_nodes : int
        Most states to put in the graph.

    Returns
    -------
    networkx.DiGraph
        Nodes ``"n0"`` (the first state), ``"n1"``, ... in the order of a breadth-first search,
        with ``label`` (the cells), ``x`` and ``y`` (of the head), ``depth`` (steps from the first
        state), ``is_target`` and ``on_path``; edges with ``on_path``. On the plane, up to the
        step cap.

    Raises
    ------
    LimitError
        If there are more states than `max_nodes`.
    """
    import networkx as nx

    depth, steps = _reachable(walker, max_nodes)
    names = {body: f"n{number}" for number, body in enumerate(depth)}
    visited = set() if walk is None else set(walk.states)
    walked = set() if walk is None else set(pairwise(walk.states))
    targets = set(walker.targets)
    graph: nx.DiGraph[str] = nx.DiGraph(name="states")
    for body in depth:
        x, y = walker.board.lattice.place(*body[0])
        graph.add_node(
            names[body],
            label=" ".join(map(_name, body)),
            x=x,
            y=y,
            depth=depth[body],
            is_target=body[0] in targets,
            on_path=body in visited,
        )
    for body, other in steps:
        graph.add_edge(names[body], names[other], on_path=(body, other) in walked)
    return graph


def _reachable(walker: Walker, max_nodes: int) -> tuple[dict[Body, int], list[tuple[Body, Body]]]:
    """Return the depth of every state, in order of discovery, and all steps between them."""
    too_many = LimitError("max_states", f"there are more than {max_nodes} states")
    if walker.table_obstacle() is None:  # then they are counted much faster than listed
        try:
            layer_sizes(walker, Limits(max_states=max_nodes))
        except LimitError as error:
            raise too_many from error
    depth: dict[Body, int] = {walker.body: 0}
    queue = [walker.body]
    steps: list[tuple[Body, Body]] = []
    cap = math.inf if walker.step_cap is None else walker.step_cap
    for body in queue:  # grows while it is read
        for other in walker.successors(body):
            if other not in depth:
                if depth[body] == cap:
                    continue
                if len(queue) >= max_nodes:
                    raise too_many
                depth[other] = depth[body] + 1
                queue.append(other)
            steps.append((body, other))
    return depth, steps
