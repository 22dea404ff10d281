"""Writing node-link JSON, the form that networkx and D3 use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from graphpuzzles.errors import ExportError
from graphpuzzles.export.files import writing
from graphpuzzles.export.values import Unwritable, plain, plain_node, show

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    import networkx as nx

    from graphpuzzles.export.files import Target

__all__ = ["write_json"]

N = TypeVar("N", bound="Hashable")


def write_json(graph: nx.Graph[N], target: Target, *, allow_nan: bool = False) -> None:
    """Write a graph as node-link JSON, one line a node and one line an edge.

    Parameters
    ----------
    graph : networkx.Graph
        Nodes are str, int, float, bool or tuples of these; attributes also None, lists, and dicts
        with text keys. Scalars of NumPy count as plain values.
    target : path or binary file
        A file at a path is replaced in one step, or not at all.
    allow_nan : bool
        Whether NaN and infinities are written as ``NaN``, ``Infinity`` and ``-Infinity``. These
        are no JSON, though Python and JavaScript's JSON5 read them; by default they are refused.

    Raises
    ------
    ExportError
        If a node or attribute would not come back as it is: a type that JSON lacks, a tuple (it
        would come back as a list), a node attribute ``id``, an edge attribute ``source``,
        ``target`` or, in a multigraph, ``key``; the message names the place.
    TypeError
        If `graph` is no networkx graph, or `target` neither a path nor a binary file.

    See Also
    --------
    networkx.node_link_data : the same data, with ``edges="edges"``.

    Notes
    -----
    Integers keep all digits; programs in JavaScript round those beyond 2^53.

    Examples
    --------
    >>> import io, networkx as nx
    >>> file = io.BytesIO()
    >>> write_json(nx.Graph([(1, 2, {"weight": 3})]), file)
    >>> print(file.getvalue().decode(), end="")
    {"directed": false, "multigraph": false, "graph": {}, "nodes": [
    {"id": 1},
    {"id": 2}
    ], "edges": [
    {"source": 1, "target": 2, "weight": 3}
    ]}
    """
    import networkx as nx

    if not isinstance(graph, nx.Graph):
        raise TypeError(f"expected a networkx graph, got {type(graph).__name__}")
    with writing(target) as file:
        for text in _texts(graph, allow_nan=allow_nan):
            file.write(text.encode("ascii"))


def _texts(graph: nx.Graph[N], *, allow_nan: bool) -> Iterator[str]:
    import networkx as nx

    kinds = {"directed": graph.is_directed(), "multigraph": graph.is_multigraph()}
    yield f'{json.dumps(kinds)[:-1]}, "graph": '
    yield _row("graph", {}, graph.graph, allow_nan=allow_nan)
    separator = ', "nodes": [\n'
    for node, data in graph.nodes(data=True):
        yield separator + _row("node", {"id": node}, data, allow_nan=allow_nan)
        separator = ",\n"
    yield '\n], "edges": [' if len(graph) else ', "nodes": [], "edges": ['
    separator = "\n"
    if isinstance(graph, nx.MultiGraph):
        for u, v, key, data in graph.edges(keys=True, data=True):
            names: dict[str, Hashable] = {"source": u, "target": v, "key": key}
            yield separator + _row("edge", names, data, allow_nan=allow_nan)
            separator = ",\n"
    else:
        for u, v, data in graph.edges(data=True):
            names = {"source": u, "target": v}
            yield separator + _row("edge", names, data, allow_nan=allow_nan)
            separator = ",\n"
    yield "]}\n" if separator == "\n" else "\n]}\n"


def _row(
    what: str, names: Mapping[str, Hashable], data: Mapping[str, object], *, allow_nan: bool
) -> str:
    """Return a node, an edge or the graph's attributes as one line of JSON."""
    try:
        row: dict[str, object] = {name: plain_node(owner) for name, owner in names.items()}
        for name, value in data.items():
            row[_attribute_name(name, names)] = _attribute(name, value)
        return json.dumps(row, allow_nan=allow_nan)
    except Unwritable as refused:
        reason = refused.reason
    except RecursionError:
        reason = "nested too deeply, or in itself"
    except ValueError as error:  # NaN or infinity, or more digits than Python prints
        reason = str(error)
        if "JSON compliant" in reason:
            reason = "NaN and infinities are no JSON (allow_nan=True writes them all the same)"
    owner = tuple(names.values())
    where = f"{what} {show(owner if len(owner) > 1 else owner[0])}" if owner else what
    raise ExportError(f"{where}: {reason}")


def _attribute_name(name: object, taken: Iterable[str]) -> str:
    if not isinstance(name, str):
        raise Unwritable(f"the attribute name {show(name)} is no text")
    if name in taken:
        raise Unwritable(f"attribute {name!r}: node-link JSON needs this name for itself")
    return name


def _attribute(name: object, value: object) -> object:
    try:
        return _json_value(value)
    except Unwritable as refused:
        raise Unwritable(f"attribute {show(name)}: {refused.reason}") from None


def _json_value(value: object) -> object:
    """Return a value that JSON gives back as it is.

    Raises
    ------
    Unwritable
        If there is none.
    """
    if value is None:
        return None
    if isinstance(value, list):
        return [_json_value(item) for item in value]
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str):
                raise Unwritable(f"{show(name)} is no text, as the keys of a dict must be in JSON")
        return {name: _json_value(item) for name, item in value.items()}
    if isinstance(value, tuple):
        raise Unwritable(f"{show(value)} is a tuple, which would come back as a list")
    return plain(value)
