"""Boards of regions as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from graphpuzzles.errors import ParseError, PuzzleError, WriteError
from graphpuzzles.text import Scanner, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from graphpuzzles.puzzles.connecting_game.board import (
        Direction,
        Label,
        OnDisconnected,
        RegionBoard,
    )
    from graphpuzzles.text import Token

    B = TypeVar("B", bound=RegionBoard)


OPTIONS = ("weights", "forbidden", "direction", "on_disconnected")


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
    tokens: list[Token] = []
    for number in range(1, rows + 1):
        tokens.append(_read_row(scanner, f"a row of labels (row {number} of {rows})"))
        if len(tokens[-1].text) != len(tokens[0].text):
            scanner.fail(
                tokens[-1],
                f"a row of {len(tokens[0].text)} labels",
                f"a row of {len(tokens[-1].text)}",
            )
    return _Board(
        [token.text for token in tokens],
        lambda row, column: (tokens[row].line, tokens[row].column + column),
    )


def _read_row(scanner: Scanner, expected: str) -> Token:
    """Read a row of one-character labels, which is one word and alone on its line."""
    token = scanner.next(expected)
    if scanner.more_on_line():
        scanner.fail(
            scanner.peek(),
            "a new line, since a row of letters is one word (where labels are integers split by "
            "blanks, the first line has the numbers of rows and columns)",
        )
    if not token.text.isprintable():
        at = next(i for i, label in enumerate(token.text) if not label.isprintable())
        scanner.fail(
            token._replace(column=token.column + at), "a printable label", quote(token.text[at])
        )
    return token


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


def board_from_dict(make: Callable[..., B], data: Mapping[str, object]) -> B:
    """Rebuild a board from its labels and what `options_to_dict` gave."""
    refuse_other_fields(data, ("board", *OPTIONS))
    return make(
        cast("list[str] | list[list[int]]", data["board"]),
        weights=_given_weights(data["weights"]),
        forbidden=cast("list[Label]", data["forbidden"]),
        direction=cast("Direction", data["direction"]),
        on_disconnected=cast("OnDisconnected", data["on_disconnected"]),
    )


def refuse_other_fields(data: Mapping[str, object], known: Sequence[str]) -> None:
    """Raise ValueError where data have a field that nobody would look at."""
    for name in data:
        if name not in known:
            raise ValueError(f"a board has no field {name!r}; it has {', '.join(known)}")


def _given_weights(weights: object) -> object:
    if weights is None:
        return None
    if isinstance(weights, Mapping) and set(weights) == {"labels"}:
        pairs = cast("list[tuple[Label, int]]", weights["labels"])
        given = dict(pairs)
        if len(given) < len(pairs):
            raise ValueError("a label has two weights")
        return given
    if isinstance(weights, Mapping) and set(weights) == {"cells"}:
        cells = weights["cells"]
        return cells if isinstance(cells, np.ndarray) else np.array(cells, dtype=object)
    raise ValueError(
        'weights are null, {"labels": [[label, weight], ...]} or {"cells": [[weight, ...], ...]}'
    )
