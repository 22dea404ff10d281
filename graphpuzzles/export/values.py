"""Values and node names as text: what can be written, and how it comes back unchanged.

Texts, integers, floats and truth values have a GraphML type each. Where one column mixes them,
*tagged* text keeps them apart: numbers and truth values are written as in JSON, texts as they
are, except that the empty text and a text that would itself read as JSON are written as a JSON
string. So 1, 1.0, "a" and "1" become ``1``, ``1.0``, ``a`` and ``"1"``, and no two values share
a spelling.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, TypeAlias, cast

from graphpuzzles.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from graphpuzzles.export.stream import Scalar

    Node: TypeAlias = Scalar | tuple["Node", ...]

__all__ = [
    "EXACT",
    "Unwritable",
    "base_type",
    "float_text",
    "frozen",
    "illegal_character",
    "node_names",
    "plain",
    "plain_node",
    "show",
    "tagged_text",
    "untagged",
]

EXACT = frozenset({str, int, float, bool})
"""The types that need no conversion."""

# XML 1.0, production 2 (Char); DOT and terminals gain nothing from the others either.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# How every JSON text begins, or all of it where it is a word; anything else is not tried.
_JSON_LIKE = re.compile(r'[ \t\n\r]*(?:["\[{0-9-]|(?:true|false|null|NaN|Infinity)[ \t\n\r]*\Z)')


class Unwritable(Exception):  # noqa: N818 - a reason for ExportError, which adds the place
    """Why a value cannot be written; whoever catches it knows of which node or edge."""

    def __init__(self, reason: str, row: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.row = row


def show(value: object, limit: int = 120) -> str:
    """Show a value in a message, cut to `limit` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # more digits, or more brackets, than Python prints
        return f"<{type(value).__name__} too large to show>"
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def base_type(kind: type) -> type[Scalar] | None:
    """Return the plain type whose values those of `kind` are written as, or None.

    Subclasses count as what they inherit from (an ``IntEnum`` as int), scalars of NumPy as the
    Python type that holds all their values; ``longdouble`` and ``timedelta64`` have none.
    """
    for plain_type in (str, bool, int, float):
        if issubclass(kind, plain_type):
            return plain_type
    if kind.__module__ != "numpy":
        return None
    import numpy as np

    if issubclass(kind, np.bool_):
        return bool
    if issubclass(kind, np.integer) and not issubclass(kind, np.timedelta64):
        return int
    if issubclass(kind, (np.float16, np.float32)):
        return float
    return None


def plain(value: object) -> Scalar:
    """Return a value as exactly a str, int, float or bool.

    Raises
    ------
    Unwritable
        If it is none of them.
    """
    kind = type(value)
    if kind in EXACT:
        return cast("Scalar", value)
    base = base_type(kind)
    if base is None:
        hint = " (leave the attribute out instead)" if value is None else ""
        raise Unwritable(
            f"{show(value)} is of type {kind.__name__}, not str, int, float or bool{hint}"
        )
    if isinstance(value, str):
        return str.__str__(value)  # str() would ask an enum for its name
    return base(cast("Scalar", value))


def plain_node(node: Hashable) -> Node:
    """Return a node as a plain value, or as a tuple of such.

    Raises
    ------
    Unwritable
        If it is something else, or a tuple with something else in it.
    """
    if isinstance(node, tuple):
        return tuple(map(plain_node, node))
    return plain(node)


def float_text(value: float) -> str:
    """Return the shortest text that reads back as the same float, the way Java spells it."""
    if math.isfinite(value):
        return repr(value)
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _dump(value: Node) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except ValueError as error:  # Python's limit on the digits of an integer
        raise Unwritable(str(error)) from None


def tagged_text(value: Node) -> str:
    r"""Write a value so that `untagged` gives back the same value of the same type.

    Examples
    --------
    >>> [tagged_text(value) for value in (1, 1.0, True, "a", "1", "true", (0, "b"))]
    ['1', '1.0', 'true', 'a', '"1"', '"true"', '[0,"b"]']
    """
    if not isinstance(value, str) or not value:
        return _dump(value)  # the empty text too: igraph and Gephi refuse nodes without a name
    if _JSON_LIKE.match(value):
        try:
            json.loads(value)
        except json.JSONDecodeError:
            return value
        except (ValueError, RecursionError):
            pass  # JSON all the same: with more digits or more brackets than Python takes
        return _dump(value)
    return value


def untagged(text: str, *, nested: bool = False) -> Node:
    """Read back what `tagged_text` wrote.

    Parameters
    ----------
    text : str
    nested : bool
        Whether arrays are allowed; they become tuples.

    Raises
    ------
    ValueError
        If the text is JSON of another kind: an object, null, or an array where none is allowed.
    """
    if not _JSON_LIKE.match(text):
        return text
    try:
        return frozen(json.loads(text), nested=nested)
    except json.JSONDecodeError:
        return text
    except RecursionError:
        raise ValueError("brackets nested too deeply") from None


def frozen(value: object, *, nested: bool) -> Node:
    """Return a value read from JSON as a node or an attribute, lists as tuples.

    Raises
    ------
    ValueError
        If it is an object or null, or an array where `nested` is false.
    """
    if isinstance(value, (str, int, float)):
        return value
    if nested and isinstance(value, list):
        return tuple(frozen(item, nested=True) for item in value)
    raise ValueError(f"JSON of type {type(value).__name__}")


def illegal_character(text: str) -> str | None:
    """Name the first character that XML cannot hold, or None."""
    found = _ILLEGAL.search(text)
    return None if found is None else f"the character U+{ord(found[0]):04X}"


def node_names(nodes: Iterable[Hashable]) -> tuple[dict[Hashable, str], bool]:
    """Name every node in a file.

    Returns
    -------
    names : dict of node to str
        The nodes themselves if all of them are texts and none is empty, tagged text otherwise;
        all different, none empty.
    tagged : bool
        Which of the two.

    Raises
    ------
    ExportError
        If a node is no str, int, float, bool or tuple of such, if its name holds a character
        that XML cannot, or if two nodes would have one name.
    """
    originals = list(nodes)
    if set(map(type, originals)) <= {str} and "" not in originals:
        texts = cast("list[str]", originals)
        if illegal_character("".join(texts)) is None:
            return dict(zip(originals, texts, strict=True)), False
    tagged = not all(isinstance(node, str) and node for node in originals)
    names: dict[Hashable, str] = {}
    owners: dict[str, Hashable] = {}
    for node in originals:
        try:
            value = plain_node(node)
            name = tagged_text(value) if tagged or not isinstance(value, str) else value
        except Unwritable as refused:
            raise ExportError(f"node {show(node)}: {refused.reason}") from None
        except RecursionError:
            raise ExportError(f"node {show(node)}: nested too deeply") from None
        fault = illegal_character(name)
        if fault is not None:
            raise ExportError(f"node {show(node)}: {fault} cannot be written")
        other = owners.setdefault(name, node)
        if other is not node:
            raise ExportError(f"nodes {show(other)} and {show(node)} would have the same name")
        names[node] = name
    return names, tagged
