"""Writing DOT, the language of Graphviz."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ExportError
from graphpuzzles.export.files import writing
from graphpuzzles.export.values import (
    Unwritable,
    base_type,
    float_text,
    illegal_character,
    node_names,
    plain,
    show,
    tagged_text,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    import networkx as nx

    from graphpuzzles.export.files import Target

__all__ = ["write_dot"]

N = TypeVar("N", bound="Hashable")

_ESCAPED = re.compile(r'[\\"\n]')
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})

# Graphviz replaces entities of HTML in these, even outside its HTML-like labels.
_LABELS = frozenset({"label", "xlabel", "headlabel", "taillabel"})


def write_dot(graph: nx.Graph[N], target: Target) -> None:
    r"""Write a graph in the language of Graphviz.

    Parameters
    ----------
    graph : networkx.Graph
        Nodes and attributes as for `write_graphml`.
    target : path or binary file
        A file at a path is replaced in one step, or not at all.

    Raises
    ------
    ExportError
        If a node or attribute cannot be written; the message names it. Refused is what
        `write_graphml` refuses, and, in a multigraph, an edge attribute ``key``: there Graphviz
        wants the key of the edge.
    TypeError
        If `graph` is no networkx graph, or `target` neither a path nor a binary file.

    Notes
    -----
    All names and values are quoted; a backslash is doubled, so that labels show what they
    are and not what Graphviz makes of ``\n`` or ``\N``. Node names are those of `write_graphml`.

    A node with finite ``x`` and ``y`` also gets a position ``pos`` (unless it has one), y
    pointing up, one unit an inch: ``neato -n`` or ``neato`` draws it there.

    Examples
    --------
    >>> import io, networkx as nx
    >>> graph = nx.Graph([("a", "b", {"label": 'say "hi"'})])
    >>> graph.add_node("a", x=0, y=-1)
    >>> file = io.BytesIO()
    >>> write_dot(graph, file)
    >>> print(file.getvalue().decode(), end="")
    graph {
      "a" ["x"="0", "y"="-1", "pos"="0,-1!"];
      "b";
      "a" -- "b" ["label"="say \"hi\""];
    }
    """
    import networkx as nx

    if not isinstance(graph, nx.Graph):
        raise TypeError(f"expected a networkx graph, got {type(graph).__name__}")
    with writing(target) as file:
        for line in _lines(graph):
            file.write(line.encode() + b"\n")


def _lines(graph: nx.Graph[N]) -> Iterator[str]:
    import networkx as nx

    names, _ = node_names(graph)
    ids = {node: _quoted(name) for node, name in names.items()}
    arrow = "->" if graph.is_directed() else "--"
    yield "digraph {" if graph.is_directed() else "graph {"
    if graph.graph:
        yield f"  graph{_attributes(graph.graph, 'graph')};"
    for node, data in graph.nodes(data=True):
        yield f"  {ids[node]}{_attributes(data | _position(data), 'node', node)};"
    if isinstance(graph, nx.MultiGraph):
        for u, v, key, data in graph.edges(keys=True, data=True):
            if "key" in data:
                raise ExportError(
                    f"edge {show((u, v, key))}: attribute 'key': DOT needs this name for the key "
                    f"of an edge"
                )
            listed = _attributes({"key": key, **data}, "edge", (u, v, key))
            yield f"  {ids[u]} {arrow} {ids[v]}{listed};"
    else:
        for u, v, data in graph.edges(data=True):
            yield f"  {ids[u]} {arrow} {ids[v]}{_attributes(data, 'edge', (u, v))};"
    yield "}"


def _quoted(text: str) -> str:
    if _ESCAPED.search(text) is not None:
        text = text.translate(_ESCAPES)
    return f'"{text}"'


def _position(data: Mapping[str, object]) -> dict[str, object]:
    """Return Graphviz's attribute for the place of a node, pinned by the exclamation mark."""
    if "x" not in data or "y" not in data or "pos" in data:
        return {}
    place = []
    for axis in ("x", "y"):
        value = data[axis]
        if base_type(type(value)) not in {int, float}:
            return {}
        number = plain(value)
        if isinstance(number, float) and not math.isfinite(number):
            return {}
        place.append(_text(number))
    return {"pos": f"{place[0]},{place[1]}!"}


def _attributes(data: Mapping[str, object], what: str, owner: object = None) -> str:
    """Return the attributes of the graph, or of the node or edge that owns them."""
    texts = []
    for name, value in data.items():
        try:
            texts.append(_attribute(name, value))
        except Unwritable as refused:
            where = what if owner is None else f"{what} {show(owner)}"
            raise ExportError(f"{where}: {refused.reason}") from None
    return f" [{', '.join(texts)}]" if texts else ""


def _attribute(name: object, value: object) -> str:
    if not isinstance(name, str):
        raise Unwritable(f"the attribute name {show(name)} is no text")
    try:
        text = _text(value)
    except Unwritable as refused:
        raise Unwritable(f"attribute {show(name)}: {refused.reason}") from None
    fault = illegal_character(name) or illegal_character(text)
    if fault is not None:
        raise Unwritable(f"attribute {show(name)}: {fault} cannot be written")
    if name in _LABELS:
        text = text.replace("&", "&amp;")
    return f"{_quoted(name)}={_quoted(text)}"


def _text(value: object) -> str:
    simple = plain(value)
    if isinstance(simple, float):
        return float_text(simple)
    return simple if isinstance(simple, str) else tagged_text(simple)
