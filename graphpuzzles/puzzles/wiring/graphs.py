"""The graphs of wiring puzzles: the board, the flow network, and the diagram of all wirings."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from graphpuzzles.puzzles.wiring.board import node_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from graphpuzzles.models.frontier.diagram import FrontierDiagram
    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.model import WiringDiagram
    from graphpuzzles.puzzles.wiring.rules import Wiring

MAX_STATES = 200_000
"""Frontier states up to which the diagram is drawn as a graph."""
APART = 0.2
"""How far entry and exit of a cell are from its centre: askew, so that few arcs cross nodes."""


def _lines(board: WiringBoard, answer: Wiring | None) -> tuple[dict[int, str], dict[int, int]]:
    """Return by position the line on which a node is, and the node that follows on it."""
    line: dict[int, str] = {}
    after: dict[int, int] = {}
    first = {label: s for label, s, _ in board.pairs}
    for label, path in answer.paths.items() if answer is not None else ():
        places = [board.index[node] for node in path]
        if places[:1] != [first[label]]:
            places.reverse()
        line.update(dict.fromkeys(places, label))
        after.update(pairwise(places))
    return line, after


def board_graph(board: WiringBoard, answer: Wiring | None) -> nx.Graph[str]:
    """Return the board: cells or nodes, joined where lines may run.

    Nodes (on grids ``"row,column"``) carry ``terminal``, their label or the empty string, and on
    grids ``x`` and ``y`` (y points up); edges carry ``weight``. With an answer nodes and edges
    also carry ``on_path`` and ``line``, the label of the line through them or the empty string.
    """
    import networkx as nx

    names = [node_name(node) for node in board.nodes]
    terminal = {end: label for label, *ends in board.pairs for end in ends}
    line, after = _lines(board, answer)
    graph: nx.Graph[str] = nx.Graph(kind="grid")
    for i, name in enumerate(names):
        graph.add_node(name, label=name, terminal=terminal.get(i, ""))
        if board.shape is not None:
            row, column = board.cells[i]
            graph.nodes[name].update(x=column, y=-row)
        if answer is not None:
            graph.nodes[name].update(on_path=i in line, line=line.get(i, ""))
    for u, v, weight in board.edges:
        graph.add_edge(names[u], names[v], weight=weight)
        if answer is not None:
            used = after.get(u) == v or after.get(v) == u
            graph.edges[names[u], names[v]].update(on_path=used, line=line[u] if used else "")
    return graph


def flow_graph(board: WiringBoard, answer: Wiring | None) -> nx.DiGraph[str]:
    """Return the flow network: nodes split into entry and exit, of capacity 1.

    A node ``v`` that is no terminal becomes the arc from ``"v in"`` to ``"v out"``; the first
    terminal of a pair has only an exit, the second only an entry. Arcs carry ``capacity`` and
    ``weight``. From ``"source"`` to ``"sink"``, every pair being one commodity (``pair`` on the
    arcs at both ends), one unit is to flow for each pair. A maximum flow of fewer units than pairs
    proves that there is no wiring; one that is large enough proves nothing, since units may get
    exchanged. With an answer arcs carry ``flow`` and ``line``. On grids nodes carry ``x`` and
    ``y`` (y points up): entries above the left of their cell, exits below its right.
    """
    import networkx as nx

    names = [node_name(node) for node in board.nodes]
    firsts = {s for _, s, _ in board.pairs}
    lasts = {t for _, _, t in board.pairs}
    line, after = _lines(board, answer)
    graph: nx.DiGraph[str] = nx.DiGraph(kind="flow", source="source", sink="sink")
    graph.add_node("source", label="source")
    graph.add_node("sink", label="sink")
    if board.shape is not None:
        rows, columns = board.shape
        graph.nodes["source"].update(x=-2.0, y=(1 - rows) / 2)
        graph.nodes["sink"].update(x=columns + 1.0, y=(1 - rows) / 2)
    for i, name in enumerate(names):
        sides = {"in": -APART} if i not in firsts else {}
        sides |= {"out": APART} if i not in lasts else {}
        for side, shift in sides.items():
            graph.add_node(f"{name} {side}", label=f"{name} {side}")
            if board.shape is not None:
                row, column = board.cells[i]
                graph.nodes[f"{name} {side}"].update(x=column + shift, y=-row - shift)
    arcs: list[tuple[str, str, int, str | None]] = [
        (f"{name} in", f"{name} out", 0, line.get(i))
        for i, name in enumerate(names)
        if i not in firsts | lasts
    ]
    both = [(u, v, w) for a, b, w in board.edges for u, v in ((a, b), (b, a))]
    arcs += [
        (f"{names[u]} out", f"{names[v]} in", weight, line[u] if after.get(u) == v else None)
        for u, v, weight in both
        if u not in lasts and v not in firsts
    ]
    arcs += [("source", f"{names[s]} out", 0, line.get(s)) for _, s, _ in board.pairs]
    arcs += [(f"{names[t]} in", "sink", 0, line.get(t)) for _, _, t in board.pairs]
    for tail, head, weight, label in arcs:
        graph.add_edge(tail, head, capacity=1, weight=weight)
        if answer is not None:
            graph.edges[tail, head].update(flow=int(label is not None), line=label or "")
    for label, s, t in board.pairs:
        graph.edges["source", f"{names[s]} out"]["pair"] = label
        graph.edges[f"{names[t]} in", "sink"]["pair"] = label
    return graph


def frontier_graph(
    board: WiringBoard, wirings: WiringDiagram, answer: Wiring | None
) -> nx.MultiDiGraph[str]:
    """Return the diagram of all solutions: its paths from source to sink are the solutions.

    Nodes are frontier states; their ``label`` tells for every open edge that a line runs along
    where the line's other end is. Edges carry as ``label`` the board's edges that they use, and
    ``weight``. With an answer edges carry ``on_path``.
    """
    states, diagram = wirings.states, wirings.diagram
    names = [node_name(node) for node in board.nodes]

    def name(step: int, label: int) -> str:
        turn = states.plan.turns[step]
        used = [v for i, v in enumerate(turn.ends) if label >> i & 1]
        return ", ".join(f"{names[turn.node]} - {names[v]}" for v in used)

    graph = diagram.to_networkx(
        describe=lambda _, state: states.describe(cast("int | tuple[int, ...]", state)), name=name
    )
    graph.graph["kind"] = "frontier"
    if answer is not None:
        for _, _, data in graph.edges(data=True):
            data["on_path"] = False
        line, after = _lines(board, answer)
        number = {label: i for i, label in enumerate(board.labels, 1)}
        labels = states.labels(after.items(), {u: number[label] for u, label in line.items()})
        for step, (u, v, label) in enumerate(_steps(diagram, labels)):
            for data in graph[f"{step}.{u}"][f"{step + 1}.{v}"].values():
                data["on_path"] = data["label"] == name(step, label)
    return graph


def _steps(diagram: FrontierDiagram, labels: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return source, target and label of the arcs with these labels; none if there is no path."""
    found = []
    node = 0
    for arcs, label in zip(diagram.arcs, labels, strict=True):
        arc = next((i for i in arcs.leaving(node) if arcs.label[i] == label), None)
        if arc is None:
            return []
        found.append((node, int(arcs.target[arc]), label))
        node = int(arcs.target[arc])
    return found
