"""The statement of a puzzle: its text, its data, its rules, its graphs and its pictures."""

from __future__ import annotations

import json
from abc import abstractmethod
from dataclasses import fields
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from graphpuzzles.errors import NotApplicableError, ParseError, WriteError
from graphpuzzles.outcome import Answer, GraphPath, Status
from graphpuzzles.picture.drawable import Drawable
from graphpuzzles.text import one_integer

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx
    from _typeshed import DataclassInstance

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.outcome import Outcome
    from graphpuzzles.picture import Film, Scene

__all__ = ["Graph", "Statement"]

Graph: TypeAlias = "nx.Graph[str]"
"""What `Statement.graph` returns: nodes are strings."""

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


def _tuples(value: object) -> object:
    """Return JSON data with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class Statement(Drawable, Generic[A, V]):
    """What is asked, and all that can be said of it without solving.

    Attributes
    ----------
    name : str
        The puzzle's name on the command line.
    """

    name: ClassVar[str]

    def __new__(cls, *args: object, **_: object) -> Self:
        """Refuse a text where the first field is none: a string of rows is easily taken for rows.

        Raises
        ------
        TypeError
            If the first argument is a text; the message names `parse`.
        """
        if args and isinstance(args[0], (str, bytes)):
            first = fields(cast("type[DataclassInstance]", cls))[0]
            if first.type not in {"str", str}:
                name = cls.__name__
                raise TypeError(f"{name}(...) takes no text; `{name}.parse` reads a text")
        return super().__new__(cls)

    # Text and data ---------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def read(cls, lines: Iterable[str], *, source: str | None = None) -> Iterator[Self]:
        """Yield every puzzle of a text in the contest's format, one at a time.

        Parameters
        ----------
        lines : Iterable of str
            A text file, or any iterable of lines; a plain string counts as its lines.
        source : str, optional
            Name of the file for the error messages.

        Raises
        ------
        ParseError
            Where the text breaks the format. Puzzles before that place have been yielded.
        """

    @classmethod
    @abstractmethod
    def write(cls, puzzles: Iterable[Self]) -> str:
        """Return a valid text of the contest's format with these puzzles.

        Raises
        ------
        WriteError
            If the format cannot express one; the error names the field.
        """

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the one puzzle of a text in the contest's format.

        Raises
        ------
        ParseError
            If the text breaks the format, or does not hold exactly one puzzle.
        """
        found = list(cls.read(text))
        if len(found) != 1:
            raise ParseError(1, 1, "exactly one puzzle", f"{len(found)} puzzles")
        return found[0]

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle without loss as JSON-ready data.

        By default the fields by name; they must be numbers, texts, None, or tuples of these.
        """
        names = [field.name for field in fields(cast("DataclassInstance", self))]
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Rebuild a puzzle from what `to_dict` gave, or from its JSON."""
        make = cast("Callable[..., Self]", cls)
        return make(**{name: _tuples(value) for name, value in data.items()})

    @classmethod
    def answer_from_dict(cls, data: Mapping[str, object]) -> A:
        """Rebuild an answer from what its ``to_dict`` gave; by default it is a `GraphPath`."""
        return cast("A", GraphPath.from_dict(data))

    @classmethod
    def value_from_json(cls, data: object) -> V | None:
        """Rebuild a value from JSON, where pairs have become lists."""
        return cast("V | None", tuple(data) if isinstance(data, list) else data)

    @classmethod
    def certificates(cls) -> tuple[type[Certificate[object]], ...]:
        """Return the classes of certificates that speak of this puzzle.

        A solution with one of them, or with one that fits any puzzle, can be rebuilt from JSON.
        """
        return ()

    # Rules -----------------------------------------------------------------------------------

    @abstractmethod
    def check(self, answer: A) -> V:
        """Return the value that an answer attains, from the rules alone.

        Raises
        ------
        RuleError
            If the answer breaks a rule; the message names the rule and the place.
        """

    # The contest's side ----------------------------------------------------------------------

    def answered(self, solution: Outcome[A, V]) -> bool:
        """Tell whether a solution answers the question that the contest asks.

        By default a limit means that it does not. A puzzle whose question names its own limit
        (fewest steps within a cap) may say that reaching it is an answer.
        """
        return solution.status is not Status.LIMIT

    def judge(self, solution: Outcome[A, V], number: int) -> str:
        """Return the judge's output line for dataset `number`, counted from 1.

        By default the value alone, ``-1`` where there is none, and ``?`` where a limit left the
        question open.
        """
        del number
        if not self.answered(solution):
            return "?"
        return "-1" if solution.value is None else str(solution.value)

    def read_judged(self, tokens: Sequence[str], number: int) -> V | None:
        """Return the value that somebody's output line claims; None: that there is no answer.

        The inverse of `judge`. By default the line is one integer, and ``-1`` says None.

        Parameters
        ----------
        tokens : sequence of str
            The line without its blanks; at least one.
        number : int
            The dataset, counted from 1.

        Raises
        ------
        ValueError
            If the line is not of the form that the contest asks for; the message says what was
            expected and what was found.
        """
        del number
        value = one_integer(tokens)
        return None if value == -1 else cast("V", value)

    def compare(self, claimed: V, best: V) -> int | None:
        """Return a positive number where a value is worse than another, a negative where better.

        By default the least integer is best, and other values only differ (None) or do not (0).
        """
        if claimed == best:
            return 0
        one, other = cast("object", claimed), cast("object", best)
        if type(one) is int and type(other) is int:
            return one - other
        return None

    # Graphs ----------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def graphs(cls) -> Mapping[str, Callable[[Self, A | None], Graph]]:
        """Return the graph kinds by name; the first is the one `graph` makes by default."""

    def graph(self, kind: str | None = None, *, answer: A | None = None) -> Graph:
        """Return an explicit networkx graph of the puzzle.

        Parameters
        ----------
        kind : str, optional
            A name from `graphs`; the first one by default.
        answer : A, optional
            Marked on the graph's nodes and edges.

        Returns
        -------
        networkx.Graph
            Nodes are strings; attributes are str, int, float or bool, so that the graph can be
            written as GraphML.

        Raises
        ------
        ValueError
            If there is no such kind.
        """
        kinds = type(self).graphs()
        name = next(iter(kinds)) if kind is None else kind
        if name not in kinds:
            raise ValueError(f"{self.name} has no graph {name!r}; it has {', '.join(kinds)}")
        return kinds[name](self, answer)

    # Pictures --------------------------------------------------------------------------------

    def scene(self, answer: A | None = None) -> Scene:
        """Return the picture of the puzzle as data; by default that of its text.

        Parameters
        ----------
        answer : A, optional
            Drawn too.
        """
        from graphpuzzles.picture import text_scene

        del answer
        return text_scene(str(self), self.name)

    def film(self, answer: A) -> Film:
        """Return an answer step by step, for puzzles in which something moves.

        Raises
        ------
        NotApplicableError
            If nothing moves in this puzzle.
        """
        del answer
        raise NotApplicableError(f"nothing moves in {self.name}")

    # Identity --------------------------------------------------------------------------------

    def key(self) -> tuple[Hashable, ...]:
        """Return what makes two puzzles equal; subclasses may give a cheaper one."""
        return (json.dumps(self.to_dict(), sort_keys=True),)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.name, self.key()))

    def __str__(self) -> str:
        # A puzzle that the text cannot express can still be printed.
        try:
            return self.write([self])
        except WriteError:
            return repr(self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_dict, (self.to_dict(),)
