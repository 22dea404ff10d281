"""Graphs as columns: what every writer is given, whatever the graph came from.

Where a row goes out, its attributes are texts, or an error that names the node or edge.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from itertools import count, repeat
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from graphpuzzles.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Column: TypeAlias = Sequence[object] | NDArray[np.generic]
    Fits: TypeAlias = Callable[[str], object]
    Form: TypeAlias = tuple[str, Callable[[object], str], str]

Scalar: TypeAlias = str | int | float | bool
"""What an attribute can be in every format."""

ColumnKind: TypeAlias = Literal["long", "double", "boolean", "string"]
"""What one attribute holds, on all nodes or on all edges.

``"long"``
    Integers of 64 bits with a sign.
``"double"``
    Floats, infinities and NaN among them, and integers of at most 2^53 in absolute value.
``"boolean"``
    Truth values.
``"string"``
    Texts; numbers and truth values among them, and integers of any size, as their texts.
"""

KINDS: dict[ColumnKind, tuple[frozenset[type], int, int | None]] = {
    "boolean": (frozenset({bool}), 0, None),
    "long": (frozenset({int}), -(2**63), 2**63 - 1),
    "double": (frozenset({int, float}), -(2**53), 2**53),
    "string": (frozenset({str, int, float, bool}), 0, None),
}
"""The types of the values of each kind, and bounds on its integers if there are any."""

NORMAL = sys.float_info.min

# XML 1.0, production 2 (Char); DOT and terminals gain nothing from the others either.
ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@runtime_checkable
class GraphStream(Protocol):
    """A graph that can tell its nodes and edges in batches of columns.

    Any object with these six members is one; nothing need be inherited. Nodes have no names but
    numbers from 0 in the order in which they are told, and node 7 is called ``n7`` in the file.
    Parallel edges and self-loops are allowed.

    A batch holds for each attribute one column: a list or tuple, or a one-dimensional NumPy array
    (of booleans, integers, floats or texts), as long as the batch. None in a list says that this
    node or edge has no such attribute; a batch that leaves out a column says so of all its rows.
    Values must be of the declared kind (a NumPy scalar counts as its Python value). Batches may
    be of any size: they are formatted a few thousand rows at a time, so one batch with whole
    arrays is as good as many small ones.

    Notes
    -----
    A graph is written in one pass over `node_batches`, then one over `edge_batches`, in memory
    that does not grow with the graph.

    Examples
    --------
    The path 0 -> 1 -> 2 with the depth of every node:

    >>> import io, networkx as nx
    >>> class Path:
    ...     directed = True
    ...     attributes = {"name": "path"}
    ...     node_schema = {"depth": "long"}
    ...     edge_schema = {}
    ...     def node_batches(self):
    ...         yield 3, {"depth": [0, 1, 2]}
    ...     def edge_batches(self):
    ...         yield [0, 1], [1, 2], {}
    >>> isinstance(Path(), GraphStream)
    True
    >>> from graphpuzzles.export import write_graphml
    >>> file = io.BytesIO()
    >>> write_graphml(Path(), file)
    >>> list(nx.parse_graphml(file.getvalue().decode()).edges)
    [('n0', 'n1'), ('n1', 'n2')]
    """

    @property
    def directed(self) -> bool:
        """Whether the edges have a direction."""
        ...

    @property
    def attributes(self) -> Mapping[str, Scalar]:
        """Attributes of the graph as a whole."""
        ...

    @property
    def node_schema(self) -> Mapping[str, ColumnKind]:
        """The kind of every node attribute, in the order in which the file declares them."""
        ...

    @property
    def edge_schema(self) -> Mapping[str, ColumnKind]:
        """The kind of every edge attribute, in the order in which the file declares them."""
        ...

    def node_batches(self) -> Iterable[tuple[int, Mapping[str, Column]]]:
        """Yield, for each batch of nodes, how many they are and their columns by name."""
        ...

    def edge_batches(self) -> Iterable[tuple[Column, Column, Mapping[str, Column]]]:
        """Yield, for each batch of edges, the numbers of their sources and targets, and columns.

        In an undirected graph the two ends may stand in either order.
        """
        ...


@dataclass(frozen=True)
class Rows:
    """Some nodes or some edges, or the graph alone.

    Parameters
    ----------
    ids : tuple of Sequence
        The names of nodes in the file; or those of the sources of edges and of their targets.
    columns : Mapping of str to Sequence
        Their attributes; None where there is none.
    place : callable
        Names the node or edge in a row, in the message of an error.
    """

    ids: tuple[Sequence[object], ...]
    columns: Mapping[str, Sequence[object]]
    place: Callable[[int], str]

    def texts(self, forms: Mapping[str, Form]) -> Iterable[str]:
        """Return the attributes of each row, each written as its form says.

        Parameters
        ----------
        forms : Mapping of str to tuple
            For each attribute what stands before a value, the function that writes the value, and
            what stands behind it.

        Raises
        ------
        ExportError
            Where that function raises ValueError.
        """
        columns = []
        for name, values in self.columns.items():
            before, text, behind = forms[name]
            try:
                column = ["" if v is None else f"{before}{text(v)}{behind}" for v in values]
            except ValueError:
                raise fault(name, values, text, self.place) from None
            columns.append(column)
        return (
            map("".join, zip(*columns, strict=True)) if columns else repeat("", len(self.ids[0]))
        )


@dataclass(frozen=True)
class Columns:
    """A graph in the form in which it is written.

    Parameters
    ----------
    directed, multigraph : bool
    schema : Mapping of str to Mapping of str to ColumnKind
        The attributes of the ``"graph"``, of each ``"node"`` and of each ``"edge"``.
    graph : Rows
        One row: the attributes of the graph itself.
    nodes, edges : Iterable of Rows
        To be consumed once, the nodes first.
    edge_key : str, optional
        The edge attribute with the keys of a multigraph's edges, by preference ``"key"``.
    """

    directed: bool
    multigraph: bool
    schema: Mapping[str, Mapping[str, ColumnKind]]
    graph: Rows
    nodes: Iterable[Rows]
    edges: Iterable[Rows]
    edge_key: str | None = None

    def reserve(self, form: str, **names: Iterable[str]) -> None:
        """Refuse attributes of a node or an edge that a format needs for itself."""
        if self.multigraph:
            names["edge"] = (*names.get("edge", ()), "key")
        for what, reserved in names.items():
            for name in reserved:
                if name in self.schema[what] and name != self.edge_key:
                    raise ExportError(
                        f"{what} attribute {name!r}: {form} needs this name for itself"
                    )


# Names and values --------------------------------------------------------------------------------


def names(texts: Sequence[str], fits: Fits) -> list[str]:
    """Return different names: a text that fits stays, any other gets the first free ``n<i>``.

    Examples
    --------
    >>> names(["a", "b c", "n0", "a", "d e"], str.isalnum)
    ['a', 'n1', 'n0', 'n2', 'n3']
    """
    kept: dict[str, int] = {}
    for row, text in enumerate(texts):
        if fits(text):
            kept.setdefault(text, row)
    free = (name for name in map("n{}".format, count()) if name not in kept)
    return [text if kept.get(text) == row else next(free) for row, text in enumerate(texts)]


def show(value: object, limit: int = 120) -> str:
    """Show a value in a message, cut to `limit` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # more digits, or more brackets, than Python prints
        return f"<{type(value).__name__} too large to show>"
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def fault(
    name: str,
    values: Iterable[object],
    check: Callable[[object], object],
    place: Callable[[int], str],
) -> ExportError:
    """Return the error of the first value of a column for which a function raises ValueError."""
    for row, value in enumerate(values):
        try:
            if value is not None:
                check(value)
        except ValueError as refused:
            return ExportError(f"{place(row)}: attribute {show(name)}: {refused}")
    raise AssertionError(name)


def text_of(value: object) -> str:
    """Return the text of a plain value, or raise ValueError if a file cannot hold it."""
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    fault = ILLEGAL.search(text)
    if fault is not None:
        raise ValueError(f"the character U+{ord(fault[0]):04X} cannot be written")
    return text


def float_text(value: float) -> str:
    """Return a text that reads back as the same number; infinities are spelled as in Java.

    It is the shortest such text, but that of a subnormal number has all its digits: a reader that
    takes the rounding of a shorter one for an underflow (igraph) would refuse it.
    """
    if NORMAL <= abs(value) < math.inf or value == 0:
        return repr(value)
    if abs(value) < NORMAL:
        return str(Decimal(value))
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
