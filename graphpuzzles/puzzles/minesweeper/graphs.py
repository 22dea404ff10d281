"""The graphs of Minesweeper: clues and cells, and the frontier diagrams of the undecided parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.puzzles.minesweeper.board import ClueSets
from graphpuzzles.puzzles.minesweeper.inference import build_model

if TYPE_CHECKING:
    import networkx as nx

    from graphpuzzles.puzzles.minesweeper.board import MineBoard, Place
    from graphpuzzles.puzzles.minesweeper.inference import Part
    from graphpuzzles.puzzles.minesweeper.position import MinePosition
    from graphpuzzles.puzzles.minesweeper.rules import MineKnowledge

_LONGEST_SHARE = 10**15


def _name(place: Place) -> str:
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def constraint_graph(game: MineBoard, answer: MineKnowledge | None) -> nx.Graph[str]:
    """Return the bipartite graph of clues and the cells that they count.

    Clues carry ``mines``, cells ``state``: ``"unknown"``, ``"flag"`` or ``"mine"``; `Minesweeper`
    reads such a graph. With an answer hidden cells carry ``verdict``, ``in_layout`` (whether the
    first witness has a mine there) and, where the answer has probabilities, ``probability`` and,
    where it is short, ``share``, the exact fraction.

    Parameters
    ----------
    game : MineBoard
    answer : MineKnowledge, optional
    """
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(kind="constraints")
    for place, state in game.states():
        graph.add_node(_name(place), kind="cell", state=state, label=_name(place))
    for place, mines, _ in game.clues():
        graph.add_node(_name(place), kind="clue", mines=mines, label=str(mines))
    for place, _, cells in game.clues():
        graph.add_edges_from((_name(place), _name(cell)) for cell in cells)
    if not isinstance(game.board, ClueSets):
        for name, attributes in graph.nodes(data=True):
            row, column = map(int, name.split(","))
            attributes.update(x=column, y=-row)
    if answer is not None:
        _mark(graph, game, answer)
    return graph


def _mark(graph: nx.Graph[str], game: MineBoard, answer: MineKnowledge) -> None:
    counted = all(group.probability is not None for group in answer.groups)
    layout = set(answer.witnesses[0])
    for cell in game.hidden:
        attributes = graph.nodes[_name(cell)]
        attributes["verdict"] = answer.verdict(cell)
        attributes["in_layout"] = cell in layout
        if counted:
            chance = answer.probability(cell)
            attributes["probability"] = float(chance)
            attributes["share"] = str(chance) if chance.denominator < _LONGEST_SHARE else ""


def frontier_graph(game: MinePosition, answer: MineKnowledge | None) -> nx.MultiDiGraph[str]:
    """Return the frontier diagrams of all undecided parts, one behind the other.

    Every path from ``graph.graph["source"]`` to ``graph.graph["sink"]`` chooses the mines of every
    group of undecided cells; the total is not looked at. An edge tells ``mines`` and ``cells`` of
    its group, and in ``ways`` how many choices of cells it stands for. With an answer the edges of
    its first layout are marked ``on_path``.

    Parameters
    ----------
    game : MinePosition
    answer : MineKnowledge, optional
    """
    import networkx as nx

    model = build_model(game.plan)
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(kind="frontier", source="0.0")
    graph.add_node("0.0", layer=0, part=0, label="", x=0, y=0)
    parts = () if model is None else model.parts
    layer = 0
    for number, part in enumerate(parts):
        _add_part(graph, game, part, (number, layer))
        layer += part.diagram.steps
    if model is None:
        layer = 1
        graph.add_node("1.0", layer=1, part=0, label="", x=1, y=0)
    graph.graph["sink"] = f"{layer}.0"
    if answer is not None:
        chosen = set(answer.witnesses[0])
        layouts = [
            [sum(game.numbered.cells[cell] in chosen for cell in cells) for cells in part.steps]
            for part in parts
        ]
        _mark_path(graph, [mines for labels in layouts for mines in labels])
    return graph


def _add_part(
    graph: nx.MultiDiGraph[str], game: MinePosition, part: Part, at: tuple[int, int]
) -> None:
    """Append a diagram: its source is the sink of the one before."""
    number, first = at
    diagram = part.diagram
    for i, states in enumerate(diagram.states):
        # Both ends exist even where nothing leads from one to the other.
        for j in range(max(len(states), i in {0, diagram.steps})):
            name = f"{first + i}.{j}"
            if name not in graph:
                state = str(states[j]) if len(states) else ""
                graph.add_node(name, layer=first + i, part=number, label=state, x=first + i, y=-j)
    for i, (arcs, cells) in enumerate(zip(diagram.arcs, part.steps, strict=True)):
        group = " ".join(_name(game.numbered.cells[cell]) for cell in cells)
        ways = diagram.ways_of(i)
        for u, v, mines, _ in arcs.rows():
            graph.add_edge(
                f"{first + i}.{u}",
                f"{first + i + 1}.{v}",
                mines=mines,
                cells=group,
                ways="1" if ways is None else hex(ways[mines]),
                label=f"{mines} in {group}",
            )


def _mark_path(graph: nx.MultiDiGraph[str], labels: list[int]) -> None:
    for _, _, attributes in graph.edges(data=True):
        attributes["on_path"] = False
    node = "0.0"
    for mines in labels:
        for _, target, attributes in graph.out_edges(node, data=True):
            if attributes["mines"] == mines:
                attributes["on_path"] = True
                node = target
                break
