"""Every exception that this package raises on purpose.

::

    GraphPuzzlesError
    ├── ParseError (ValueError)            text that breaks its format: line, column, expected
    ├── PuzzleError (ValueError)           a puzzle whose description contradicts its own rules
    ├── WriteError (ValueError)            a puzzle that a text format cannot express: field
    ├── ExportError (ValueError)           a graph that a file format cannot express: where
    ├── RuleError (ValueError)             an answer that breaks the rules: where
    ├── CertificateError                   a certificate that does not prove what it claims
    ├── NotApplicableError (ValueError)    a method that cannot serve this instance: reason
    ├── NoSolutionError                    proved impossible, where a value was asked for
    │   └── InconsistentBoardError         clues that contradict each other: clues, total
    ├── LimitError                         a caller's limit was reached; nothing is proved: limit
    ├── StoreError                         a folder of layers that cannot be used: path, expected
    ├── DisagreementError                  two methods disagree: a bug, with the puzzle attached
    └── MissingDependencyError (ImportError)   an optional package is not installed: extra

Arguments of a wrong type or range raise plain ``TypeError`` and ``ValueError``. "Proved
impossible" (`NoSolutionError`) and "gave up" (`LimitError`) are never the same exception.
"""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CertificateError",
    "DisagreementError",
    "ExportError",
    "GraphPuzzlesError",
    "InconsistentBoardError",
    "LimitError",
    "MissingDependencyError",
    "NoSolutionError",
    "NotApplicableError",
    "ParseError",
    "PuzzleError",
    "RuleError",
    "StoreError",
    "WriteError",
    "require_kind",
]


def require_kind(value: object, kind: type) -> None:
    """Raise TypeError unless a value is of a class: a mistake is named where it is made."""
    if not isinstance(value, kind):
        ours = kind.__module__.startswith(f"{__package__}.")
        name = kind.__name__ if ours else f"{kind.__module__}.{kind.__name__}"
        raise TypeError(f"expected a {name}, not {reprlib.repr(value)}")


class GraphPuzzlesError(Exception):
    """Base of every exception in this module."""

    # Exceptions pickle as ``cls(*args)``, which loses keyword arguments; attributes are kept here.
    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__.copy())


def _rebuild(
    cls: type[GraphPuzzlesError], args: tuple[object, ...], state: dict[str, object]
) -> GraphPuzzlesError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ParseError(GraphPuzzlesError, ValueError):
    """Text that breaks its format.

    Parameters
    ----------
    line, column : int
        Place of the fault, both counted from 1; the column counts characters.
    expected : str
        What the format asks for at this place.
    found : str
        What stands there instead.
    source : str, optional
        Name of the file, put before the place in the message.

    Examples
    --------
    >>> print(ParseError(3, 1, "a row of 4 labels", "a row of 3"))
    line 3, column 1: expected a row of 4 labels, found a row of 3
    """

    def __init__(
        self, line: int, column: int, expected: str, found: str, *, source: str | None = None
    ) -> None:
        super().__init__(line, column, expected, found)
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found
        self.source = source

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        where = place if self.source is None else f"{self.source}: {place}"
        return f"{where}: expected {self.expected}, found {self.found}"


class PuzzleError(GraphPuzzlesError, ValueError):
    """A puzzle whose description contradicts the puzzle's own rules.

    Parameters
    ----------
    message : str
        What is wrong and where.
    where : tuple of int, optional
        The cell or index at fault, where one is.
    """

    def __init__(self, message: str, *, where: tuple[int, ...] | None = None) -> None:
        super().__init__(message)
        self.where = where


class WriteError(GraphPuzzlesError, ValueError):
    """A puzzle that a text format cannot express.

    Parameters
    ----------
    field : str
        The field of the puzzle that has no place in the format.
    reason : str
        Why.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class ExportError(GraphPuzzlesError, ValueError):
    """A graph that a file format cannot express; the message names the node, edge or attribute."""


class RuleError(GraphPuzzlesError, ValueError):
    """An answer that breaks the rules of its puzzle.

    Parameters
    ----------
    message : str
        The rule that is broken and where.
    where : tuple of int, optional
        The cell or step at fault, where one is.
    """

    def __init__(self, message: str, *, where: tuple[int, ...] | None = None) -> None:
        super().__init__(message)
        self.where = where


class CertificateError(GraphPuzzlesError):
    """A certificate that does not prove what it claims; the message names the broken condition."""


class NotApplicableError(GraphPuzzlesError, ValueError):
    """A method that cannot serve this instance; the message says why."""


class NoSolutionError(GraphPuzzlesError):
    """A value was asked for where it is proved that there is none.

    Parameters
    ----------
    message : str
        What has no solution.
    solution : object, optional
        The solution object whose certificate is the proof.
    """

    def __init__(self, message: str, *, solution: object = None) -> None:
        super().__init__(message)
        self.solution = solution


class InconsistentBoardError(NoSolutionError):
    """Clues that contradict each other, where something was asked of their layouts.

    Parameters
    ----------
    message : str
        Which clues, and where a total is out of range, the range.
    clues : tuple
        Where the clues of a minimal contradiction stand.
    total : bool
        Whether the total number of mines belongs to it.
    solution : object, optional
        The solution object whose certificate is the proof.
    """

    def __init__(
        self,
        message: str,
        *,
        clues: tuple[tuple[int, int] | str, ...],
        total: bool,
        solution: object = None,
    ) -> None:
        super().__init__(message, solution=solution)
        self.clues = clues
        self.total = total


class LimitError(GraphPuzzlesError):
    """A limit given by the caller was reached before an answer; nothing is proved.

    Parameters
    ----------
    limit : str
        Name of the field of `graphpuzzles.Limits` that was reached.
    message : str
        What had been done by then.
    solution : object, optional
        The partial result, where there is one.
    """

    def __init__(self, limit: str, message: str, *, solution: object = None) -> None:
        super().__init__(limit, message)
        self.limit = limit
        self.message = message
        self.solution = solution

    def __str__(self) -> str:
        return f"{self.limit} reached: {self.message}"


class StoreError(GraphPuzzlesError):
    """A folder of stored layers that cannot be used, or not now.

    Parameters
    ----------
    path : str
        The file or folder at fault.
    expected : str
        What was expected of it.
    found : str
        What is there instead.

    Examples
    --------
    >>> print(StoreError("runs/layer-00003.u64", "800 bytes", "96 bytes"))
    runs/layer-00003.u64: expected 800 bytes, found 96 bytes
    """

    def __init__(self, path: str, expected: str, found: str) -> None:
        super().__init__(path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected}, found {self.found}"


class DisagreementError(GraphPuzzlesError):
    """Two methods gave different answers to one puzzle: a bug in this package.

    Parameters
    ----------
    message : str
        Who said what.
    puzzle : Mapping
        The puzzle as `Puzzle.to_dict` gives it, to reproduce the fault.
    """

    def __init__(self, message: str, puzzle: Mapping[str, object]) -> None:
        super().__init__(message, puzzle)
        self.message = message
        self.puzzle = puzzle

    def __str__(self) -> str:
        return f"{self.message}\nplease report this puzzle: {self.puzzle}"


class MissingDependencyError(GraphPuzzlesError, ImportError):
    """An optional package is not installed.

    Parameters
    ----------
    package : str
        The package that is missing.
    extra : str
        The extra of this package that installs it.
    """

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(package, extra)
        self.package = package
        self.extra = extra

    def __str__(self) -> str:
        return (
            f"{self.package} is not installed: pip install {self.package} "
            f"(or graphpuzzles with the extra {self.extra!r})"
        )
