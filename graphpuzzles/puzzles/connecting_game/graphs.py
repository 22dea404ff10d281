"""The graphs of ConnectingGame: regions, their planar dual, and the flow network."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.puzzles.connecting_game.methods import flow_network
from graphpuzzles.puzzles.connecting_game.model import model_of

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from graphpuzzles.models.cut.regions import Contacts
    from graphpuzzles.puzzles.connecting_game.board import RegionBoard
    from graphpuzzles.puzzles.connecting_game.rules import Colouring, RegionCut


def region_graph(board: RegionBoard, answer: RegionCut | None) -> nx.Graph[str]:
    """Return the regions that share sides; blue walks here.

    Nodes ``r0``, ``r1``, ... carry ``label``, ``size``, ``weight``, ``forbidden``, ``row`` and
    ``column`` of the first cell, the means ``x`` and ``y`` of their cells (y points up), and
    ``on_first``, ``on_last``: whether blue starts or ends there. With an answer also ``in_cut``
    and ``distance``, the cheapest red walk up to and including the region.
    """
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(kind="regions")
    of = model_of(board).regions.of
    _add_regions(graph, board, (of[0], of[-1]))
    _add_contacts(graph, model_of(board).regions.sides)
    if answer is not None:
        _mark_cut(graph, board, answer)
    return graph


def contact_graph(board: RegionBoard, answer: RegionCut | None) -> nx.Graph[str]:
    """Return the planar dual: the regions that share sides or corners; red walks here.

    Nodes and attributes are those of `region_graph`, ``on_first`` and ``on_last`` saying whether
    red starts or ends there. Edges carry ``by``: ``"side"`` or ``"corner"``. With an answer the
    edges of the dual walk are marked ``on_path``.
    """
    graph = _dual_graph(board)
    if answer is not None:
        _mark_cut(graph, board, answer)
        for _, _, attributes in graph.edges(data=True):
            attributes["on_path"] = False
        cells = [board.turned_cell(cell) for cell in answer.walk]
        walk = [f"r{model_of(board).regions.of[cell]}" for cell in cells]
        for u, v in itertools.pairwise(walk):
            if u != v:
                graph.edges[u, v]["on_path"] = True
    return graph


def colouring_graph(board: RegionBoard, answer: Colouring | None) -> nx.Graph[str]:
    """Return the regions that share sides or corners, as `contact_graph` does.

    With a colouring every node carries ``colour``: ``"red"`` or ``"blue"``.
    """
    graph = _dual_graph(board)
    if answer is not None and answer.red is not None:
        red = set(answer.red)
        for region in range(model_of(board).regions.count):
            colour = "red" if model_of(board).label(region) in red else "blue"
            graph.nodes[f"r{region}"]["colour"] = colour
    return graph


def _dual_graph(board: RegionBoard) -> nx.Graph[str]:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph(kind="contacts")
    of = model_of(board).regions.of
    _add_regions(graph, board, (of[:, 0], of[:, -1]))
    _add_contacts(graph, model_of(board).regions.corners, by="corner")
    for u, v in zip(*(side.tolist() for side in model_of(board).regions.sides.pairs), strict=True):
        graph.edges[f"r{u}", f"r{v}"]["by"] = "side"
    return graph


def flow_graph(board: RegionBoard, answer: RegionCut | None) -> nx.DiGraph[str]:
    """Return the vertex-split flow network; its minimum cut is the answer.

    Region ``r`` is the arc from ``r:in`` to ``r:out`` whose ``capacity`` is its weight. The graph
    attributes ``source`` and ``sink`` name the terminals. With an answer every arc carries its
    ``flow`` and whether it is ``in_cut``.
    """
    graph = flow_network(board).to_networkx()
    graph.graph["kind"] = "flow"
    for node, attributes in graph.nodes(data=True):
        name, _, end = node.partition(":")
        if end:
            attributes["label"] = f"{model_of(board).label(int(name[1:]))} {end}"
        else:
            attributes["label"] = node
    if answer is None:
        return graph
    for _, _, attributes in graph.edges(data=True):
        attributes.update(flow=0, in_cut=False)
    for region in model_of(board).taken(answer):
        graph.edges[f"r{region}:in", f"r{region}:out"]["in_cut"] = True
    source, sink = graph.graph["source"], graph.graph["sink"]
    for amount, regions in model_of(board).blue_paths():
        nodes = [source]
        for region in regions:
            nodes += [f"r{region}:in", f"r{region}:out"]
        nodes.append(sink)
        for u, v in itertools.pairwise(nodes):
            graph.edges[u, v]["flow"] += amount
    return graph


def _add_regions(
    graph: nx.Graph[str], board: RegionBoard, borders: tuple[NDArray[np.int32], NDArray[np.int32]]
) -> None:
    regions = model_of(board).regions
    of = regions.of.ravel()
    row, column = np.divmod(np.arange(of.size), regions.shape[1])
    mean_row = np.bincount(of, weights=row) / regions.sizes
    mean_column = np.bincount(of, weights=column) / regions.sizes
    if board.direction == "left-right":
        mean_row, mean_column = mean_column, mean_row
    starts, ends = (set(np.unique(border).tolist()) for border in borders)
    weights, sizes = model_of(board).weights.tolist(), regions.sizes.tolist()
    for region in range(regions.count):
        cell = board.turned_cell(regions.cell(region))
        graph.add_node(
            f"r{region}",
            label=str(model_of(board).label(region)),
            size=sizes[region],
            weight=weights[region],
            forbidden=bool(model_of(board).forbidden[region]),
            row=cell[0],
            column=cell[1],
            x=float(mean_column[region]),
            y=-float(mean_row[region]),
            on_first=region in starts,
            on_last=region in ends,
        )


def _mark_cut(graph: nx.Graph[str], board: RegionBoard, answer: RegionCut) -> None:
    taken = set(model_of(board).taken(answer))
    # Where only bounds are asked for, labels are not connected and there is no planar dual.
    distances = (
        model_of(board).dual.after.tolist() if model_of(board).dual.value is not None else None
    )
    for region in range(model_of(board).regions.count):
        graph.nodes[f"r{region}"]["in_cut"] = region in taken
        if distances is not None:
            graph.nodes[f"r{region}"]["distance"] = distances[region]


def _add_contacts(graph: nx.Graph[str], contacts: Contacts, **attributes: str) -> None:
    pairs = zip(*(side.tolist() for side in contacts.pairs), strict=True)
    graph.add_edges_from(((f"r{u}", f"r{v}") for u, v in pairs), **attributes)
