"""Boards of regions as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from graphpuzzles.errors import ParseError, PuzzleError, WriteError
from graphpuzzles.text import Scanner, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from graphpuzzles.puzzles.connecting_game.board import (
        Direction,
        Label,
        OnDisconnected,
        RegionBoard,
    )

    B = TypeVar("B", bound=RegionBoard)

__all__ = ["board_from_dict", "options_to_dict", "read_boards", "write_board"]


class _Board(NamedTuple):
    """The rows of a board and a function that gives line and column of a cell."""

    rows: list[str] | list[list[int]]
    place: Callable[[int, int], tuple[int, int]]


def read_boards(
    make: Callable[[list[str] | list[list[int]]], B], lines: Iterable[str], source: str | None
) -> Iterator[B]:
    """Yield the boards of a text; see `ConnectingGame` for the format."""
    scanner = Scanner(lines, source=source)
    first = scanner.peek()
    if first is None:
        scanner.fail(None, "the number of rows of a board")
    while (token := scanner.peek()) is not None:
        board = _read_board(scanner)
        try:
            yield make(board.rows)
        except PuzzleError as error:
            line, column = board.place(*cast("tuple[int, int]", error.where or (0, 0)))
            raise ParseError(
                line, column, "a valid board", f"one where {error}", source=source
            ) from error
        except ValueError as error:
            raise ParseError(
                token.line, token.column, "a valid board", f"one where {error}", source=source
            ) from error


def _read_board(scanner: Scanner) -> _Board:
    rows = scanner.integer("the number of rows", minimum=1)
    if scanner.more_on_line():
        columns = scanner.integer("the number of columns", minimum=1)
        if scanner.more_on_line():
            scanner.fail(scanner.peek(), "a new line after the numbers of rows and columns")
        block = scanner.integers(rows * columns, "a label")
        values = block.values
        table = [values[i : i + columns] for i in range(0, len(values), columns)]
        return _Board(table, lambda row, column: block.place(row * columns + column))
    tokens = [scanner.next(f"a row of labels (row 1 of {rows})")]
    for number in range(2, rows + 1):
        tokens.append(scanner.next(f"a row of labels (row {number} of {rows})"))
        if len(tokens[-1].text) != len(tokens[0].text):
            scanner.fail(
                tokens[-1],
                f"a row of {len(tokens[0].text)} labels",
                f"a row of {len(tokens[-1].text)}",
            )
    for token in tokens:
        if not token.text.isprintable():
            at = next(i for i, label in enumerate(token.text) if not label.isprintable())
            scanner.fail(
                token._replace(column=token.column + at),
                "a printable label",
                quote(token.text[at]),
            )
    return _Board(
        [token.text for token in tokens],
        lambda row, column: (tokens[row].line, tokens[row].column + column),
    )


def write_board(board: RegionBoard) -> str:
    """Return the text of one board; see `ConnectingGame` for the format."""
    for field, default in (
        ("weights", None),
        ("forbidden", ()),
        ("direction", "top-bottom"),
        ("on_disconnected", "error"),
    ):
        if getattr(board, field) != default:
            raise WriteError(field, "the text format has no place for it; use to_dict")
    rows, columns = board.shape
    lines = board.given()
    if not board.text:
        table = "\n".join(" ".join(map(str, row)) for row in lines)
        return f"{rows} {columns}\n{table}\n"
    for row, line in enumerate(cast("list[str]", lines)):
        for column, label in enumerate(line):
            if label.isspace() or not label.isprintable():
                raise WriteError(
                    "board", f"label {label!r} at row {row}, column {column} is not printable"
                )
    return "\n".join([str(rows), *cast("list[str]", lines), ""])


def options_to_dict(board: RegionBoard) -> dict[str, object]:
    """Return all of a board but its labels as JSON-ready data."""
    weights: object = board.weights
    if isinstance(weights, Mapping):
        weights = {"labels": [list(pair) for pair in weights.items()]}
    elif isinstance(weights, np.ndarray):
        weights = {"cells": weights.tolist()}
    return {
        "weights": weights,
        "forbidden": list(board.forbidden),
        "direction": board.direction,
        "on_disconnected": board.on_disconnected,
    }


def board_from_dict(cls: type[B], data: Mapping[str, object]) -> B:
    """Rebuild a board from its labels and what `options_to_dict` gave."""
    weights = data["weights"]
    given: object = None
    if isinstance(weights, Mapping) and "labels" in weights:
        given = dict(cast("list[tuple[Label, int]]", weights["labels"]))
    elif isinstance(weights, Mapping) and "cells" in weights:
        cells = weights["cells"]
        given = cells if isinstance(cells, np.ndarray) else np.array(cells, dtype=object)
    elif weights is not None:
        raise ValueError(
            'weights are null, {"labels": [[label, weight], ...]} '
            'or {"cells": [[weight, ...], ...]}'
        )
    return cls(
        cast("list[str] | list[list[int]]", data["board"]),
        weights=given,
        forbidden=cast("list[Label]", data["forbidden"]),
        direction=cast("Direction", data["direction"]),
        on_disconnected=cast("OnDisconnected", data["on_disconnected"]),
    )
