"""Graphs to files: GraphML, node-link JSON and DOT.

By convention a node's ``label`` is the text to show, and ``x`` and ``y`` its place, with y
pointing up as in a plot: the cell in row r and column c of a board stands at x = c, y = -r.
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ExportError
from graphpuzzles.export.columns import ColumnKind, GraphStream, Scalar
from graphpuzzles.export.dot import write_dot
from graphpuzzles.export.graphml import write_graphml
from graphpuzzles.export.node_link import write_json

if TYPE_CHECKING:
    from collections.abc import Hashable

    import networkx as nx

__all__ = [
    "ColumnKind",
    "GraphStream",
    "Scalar",
    "write_dot",
    "write_graph",
    "write_graphml",
    "write_json",
]


def __dir__() -> list[str]:
    """Return the public names, not what they are made with."""
    return sorted(__all__)


N = TypeVar("N", bound="Hashable")


def write_graph(graph: nx.Graph[N] | GraphStream, path: str | os.PathLike[str]) -> None:
    """Write a graph to a file, in the format that its suffix names.

    Parameters
    ----------
    graph : networkx.Graph or GraphStream
    path : path
        Ends in ``.graphml``, ``.json`` or ``.dot``, in letters of either case.

    Raises
    ------
    ExportError
        If the suffix is another one, or the format cannot hold the graph.
    TypeError
        If `graph` is no graph.

    See Also
    --------
    write_graphml, write_json, write_dot : the formats, and what each can hold.

    Examples
    --------
    >>> import networkx as nx
    >>> write_graph(nx.path_graph(3), "path.svg")
    Traceback (most recent call last):
        ...
    graphpuzzles.errors.ExportError: path.svg: the suffix must be .graphml, .json or .dot
    """
    suffix = PurePath(path).suffix.lower()
    if suffix == ".graphml":
        write_graphml(graph, path)
    elif suffix == ".json":
        write_json(graph, path)
    elif suffix == ".dot":
        write_dot(graph, path)
    else:
        raise ExportError(f"{os.fspath(path)}: the suffix must be .graphml, .json or .dot")
