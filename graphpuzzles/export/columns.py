"""Columns of attribute values: which kind holds them, and their texts in XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from graphpuzzles.errors import ExportError
from graphpuzzles.export.values import (
    EXACT,
    Unwritable,
    base_type,
    float_text,
    illegal_character,
    plain,
    show,
    tagged_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graphpuzzles.export.stream import Column, ColumnKind, Scalar

__all__ = ["ABSENT", "KINDS", "column_texts", "escape", "kind_of", "rows_of", "schema_of"]


class _Absent:
    """The type of `ABSENT`."""


ABSENT: Final = _Absent()
"""Stands where a node or edge has no such attribute; None is a value, and one that is refused."""

KINDS: dict[ColumnKind, tuple[str, frozenset[type], bool]] = {
    "long": ("long", frozenset({int}), False),
    "double": ("double", frozenset({float}), False),
    "boolean": ("boolean", frozenset({bool}), False),
    "string": ("string", frozenset({str}), False),
    "number": ("double", frozenset({int, float}), True),
    "any": ("string", EXACT, True),
}
"""By kind: the GraphML type, the Python types allowed, and whether the text is tagged."""

_LONG = 2**63
_EXACT_IN_DOUBLE = 2**53

_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}
_SPECIAL = re.compile('[&<>"\t\n\r]')
# Everything for which a text needs a closer look; all else goes out as it is.
_SUSPECT = re.compile("[^ !#-%'-;=?-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    """Escape a text for XML, in an attribute or between tags.

    Tabs and line ends are escaped too, since XML readers change them otherwise.

    Raises
    ------
    Unwritable
        If XML has no way to hold one of the characters.
    """
    if _SUSPECT.search(text) is None:
        return text
    fault = illegal_character(text)
    if fault is not None:
        raise Unwritable(f"{fault} in {show(text)} cannot be written")
    return _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text)


def _long_text(value: int) -> str:
    if not -_LONG <= value < _LONG:
        raise Unwritable(f"{show(value)} does not fit 64 bits; declare the attribute as 'any'")
    return str(value)


def _number_text(value: float) -> str:
    if isinstance(value, float):
        return float_text(value)
    if abs(value) > _EXACT_IN_DOUBLE:
        raise Unwritable(f"{show(value)} is beyond 2^53; declare the attribute as 'any'")
    return str(value)


def _boolean_text(value: object) -> str:
    return "true" if value else "false"


def _any_text(value: Scalar) -> str:
    return escape(tagged_text(value))


_TEXT = cast(
    "dict[ColumnKind, Callable[[object], str]]",
    {
        "long": _long_text,
        "double": float_text,
        "boolean": _boolean_text,
        "string": escape,
        "number": _number_text,
        "any": _any_text,
    },
)


def rows_of(column: Column, start: int, stop: int) -> list[object]:
    """Return a part of a column as a list of Python values.

    Raises
    ------
    Unwritable
        If it is an array of another type than booleans, integers, floats, texts or objects.
    """
    import numpy as np

    if not isinstance(column, np.ndarray):
        return list(column[start:stop])
    if column.dtype.kind not in "biufUO":
        # tolist() would turn times into bare integers.
        raise Unwritable(f"an array of type {column.dtype} cannot be written")
    return cast("list[object]", column[start:stop].tolist())


def column_texts(values: Sequence[object], kind: ColumnKind) -> list[str | None]:
    """Return the texts of a column, escaped for XML; None stays None.

    Raises
    ------
    Unwritable
        If a value is not of the kind or cannot be written; the exception knows the row.
    """
    text = _TEXT[kind]
    _, allowed, _ = KINDS[kind]
    if set(map(type, values)) <= allowed | {type(None)}:
        try:
            return [None if value is None else text(value) for value in values]
        except Unwritable:
            pass  # the careful pass below finds the row
    texts: list[str | None] = []
    for row, value in enumerate(values):
        try:
            texts.append(None if value is None else text(_checked(value, kind, allowed)))
        except Unwritable as refused:
            raise Unwritable(refused.reason, row) from None
    return texts


def _checked(value: object, kind: ColumnKind, allowed: frozenset[type]) -> Scalar:
    simple = plain(value)
    if type(simple) not in allowed:
        raise Unwritable(f"{show(simple)} is of type {type(simple).__name__}, not {kind!r}")
    return simple


def kind_of(types: Iterable[type | None], low: int, high: int) -> ColumnKind:
    """Return the narrowest kind for plain types, `low` and `high` bounding the integers."""
    found = set(types)
    if found == {str}:
        return "string"
    if found == {bool}:
        return "boolean"
    if found == {float}:
        return "double"
    if found == {int} and -_LONG <= low <= high < _LONG:
        return "long"
    if found == {int, float} and -_EXACT_IN_DOUBLE <= low <= high <= _EXACT_IN_DOUBLE:
        return "number"
    return "any"


def schema_of(
    columns: Mapping[str, Sequence[object]], place: Callable[[int], str]
) -> dict[str, ColumnKind]:
    """Find the kind of every column.

    Parameters
    ----------
    columns : Mapping of str to Sequence
        Values of any type; `ABSENT` where there is none.
    place : callable
        Names the node or edge of a row, for the message of an error.

    Raises
    ------
    ExportError
        If the name of a column is no text, or a value is no str, int, float or bool.
    """
    schema: dict[str, ColumnKind] = {}
    for name, column in columns.items():
        bases = {kind: base_type(kind) for kind in set(map(type, column)) - {type(ABSENT)}}
        if not isinstance(name, str) or None in bases.values():
            _refuse(name, column, place)
        low = high = 0
        if int in bases.values():
            integers = [plain(value) for value in column if bases.get(type(value)) is int]
            low, high = min(cast("list[int]", integers)), max(cast("list[int]", integers))
        schema[name] = kind_of(bases.values(), low, high)
    return schema


def _refuse(name: object, column: Sequence[object], place: Callable[[int], str]) -> None:
    """Raise for the first value of a column that cannot be written."""
    for row, value in enumerate(column):
        if value is ABSENT:
            continue
        if not isinstance(name, str):
            raise ExportError(f"{place(row)}: the attribute name {show(name)} is no text")
        try:
            plain(value)
        except Unwritable as refused:
            raise ExportError(f"{place(row)}: attribute {show(name)}: {refused.reason}") from None
