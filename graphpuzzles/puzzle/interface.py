"""The interface of a puzzle."""

from __future__ import annotations

import json
from abc import abstractmethod
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from graphpuzzles.certificate.registry import certificate_from_dict
from graphpuzzles.errors import NotApplicableError, ParseError, WriteError
from graphpuzzles.limits import Limits, require_limits
from graphpuzzles.outcome import Answer, GraphPath, Method, Stat, Status
from graphpuzzles.picture.drawable import Drawable
from graphpuzzles.puzzle.generated import Generated
from graphpuzzles.puzzle.judged import Judged
from graphpuzzles.puzzle.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx
    from _typeshed import DataclassInstance

    from graphpuzzles.certificate.base import Certificate
    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.picture import Film, Scene

__all__ = ["Graph", "Puzzle"]

Graph: TypeAlias = "nx.Graph[str]"
"""What `Puzzle.graph` returns: nodes are strings."""

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


def _tuples(value: object) -> object:
    """Return JSON data with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class Puzzle(Judged[A, V], Generated, Drawable, Generic[A, V]):
    """One instance of a puzzle.

    Subclasses are frozen dataclasses with ``eq=False``: equality, hash and pickling are defined
    here, on `to_dict`. Whatever changes the answer is a field of the puzzle; whatever changes only
    the way to it is a limit or a method.

    Attributes
    ----------
    name : str
        The puzzle's name on the command line.
    EXAMPLES : Mapping of str to object
        Texts and the values of their best answers; None where it is proved that there is none.
        The first one is what the demonstration shows.
    MALFORMED : tuple of str
        Texts that `parse` must refuse.
    CERTIFICATES : tuple of type
        The puzzle's own classes of certificates, beside those in `graphpuzzles.certificate`, so
        that a solution with one can be rebuilt from JSON.
    """

    name: ClassVar[str]
    EXAMPLES: ClassVar[Mapping[str, object]]
    MALFORMED: ClassVar[tuple[str, ...]]
    CERTIFICATES: ClassVar[tuple[type[Certificate[object]], ...]] = ()

    @classmethod
    def questions(cls) -> Mapping[str, type[Puzzle[Answer, object]]]:
        """Return the questions that can be asked about the same text, by name.

        The first is this class itself. Empty where there is only one question.
        """
        return {}

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

    # Solving ---------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def methods(cls) -> Mapping[str, Method[Self, A, V]]:
        """Return the methods by name, at least two of different families."""

    @classmethod
    def method_named(cls, name: str) -> Method[Self, A, V]:
        """Return a method by its name.

        Raises
        ------
        ValueError
            If there is no such method.
        """
        methods = cls.methods()
        if name not in methods:
            known = ", ".join(["auto", *methods])
            raise ValueError(f"{cls.name} has no method {name!r}; it has {known}")
        return methods[name]

    def choose(self) -> str:
        """Return the method that ``"auto"`` means here; by default the first that applies."""
        methods = type(self).methods()
        applicable = (name for name in methods if methods[name].refuses(self) is None)
        return next(applicable, next(iter(methods)))

    def solve(
        self,
        method: str = "auto",
        *,
        limits: Limits | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solution[A, V]:
        """Solve the puzzle.

        Parameters
        ----------
        method : str
            A name from `methods`, or ``"auto"``.
        limits : Limits, optional
            How far to go; by default there is no limit.
        progress : ProgressCallback, optional
            Called now and then; returning True stops the call.

        Returns
        -------
        Solution

        Raises
        ------
        TypeError
            If `limits` are not `Limits`.
        ValueError
            If there is no such method.
        NotApplicableError
            If the method cannot serve this instance.
        """
        if limits is not None:
            require_limits(limits)
        name = self.choose() if method == "auto" else method
        chosen = self.method_named(name)
        reason = chosen.refuses(self)
        if reason is not None:
            raise NotApplicableError(f"method {name!r} does not apply: {reason}")
        outcome = chosen.run(self, limits or Limits(), progress)
        return Solution(
            status=outcome.status,
            value=outcome.value,
            answer=outcome.answer,
            bounds=outcome.bounds,
            stats=MappingProxyType(dict(outcome.stats)),
            prove=outcome.prove,
            model=outcome.model,
            puzzle=self,
            method=name,
        )

    @abstractmethod
    def check(self, answer: A) -> V:
        """Return the value that an answer attains, from the rules alone.

        Raises
        ------
        RuleError
            If the answer breaks a rule; the message names the rule and the place.
        """

    def disagreement(self, first: Solution[A, V], second: Solution[A, V]) -> str | None:
        """Say how two finished solutions of this puzzle contradict each other, or None.

        By default they must have the same status and the same value; their answers may differ,
        since a puzzle can have several best answers.
        """
        if first.status == second.status and first.value == second.value:
            return None
        return (
            f"{first.method} says {first.status} {first.value}, "
            f"{second.method} says {second.status} {second.value}"
        )

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

    @classmethod
    def solution_from_dict(cls, data: Mapping[str, object]) -> Solution[A, V]:
        """Rebuild a solution from what `Solution.to_dict` gave.

        Nothing in it is believed: `Solution.verify` checks all of it.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        try:
            puzzle_data = dict(cast("Mapping[str, object]", data["puzzle"]))
            if puzzle_data.pop("name") != cls.name:
                raise ValueError(f"this is not a solution of {cls.name}")
            return cls.from_dict(puzzle_data).restore(data)
        except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise ValueError(f"not the data of a solution: {error!r}") from error

    def restore(self, data: Mapping[str, object]) -> Solution[A, V]:
        """Rebuild a solution of this puzzle; the puzzle in the data is not looked at.

        See `solution_from_dict`.
        """
        try:
            answer = cast("Mapping[str, object] | None", data["answer"])
            lower, upper = cast("Sequence[object]", data["bounds"])
            certificate = cast("Mapping[str, object] | None", data.get("certificate"))
            proof: Certificate[V] | None = (
                None
                if certificate is None
                else certificate_from_dict(certificate, self.CERTIFICATES)
            )
            return Solution(
                puzzle=self,
                method=str(data["method"]),
                status=Status(str(data["status"])),
                value=self.value_from_json(data["value"]),
                bounds=(self.value_from_json(lower), self.value_from_json(upper)),
                answer=None if answer is None else self.answer_from_dict(answer),
                stats=MappingProxyType(dict(cast("Mapping[str, Stat]", data["stats"]))),
                prove=None if proof is None else lambda: proof,
            )
        except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise ValueError(f"not the data of a solution: {error!r}") from error

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
