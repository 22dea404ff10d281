"""The interface of a puzzle, and a solution with its proof."""

from __future__ import annotations

import json
from abc import abstractmethod
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from graphpuzzles.certificates.registry import certificate_from_dict, certificate_to_dict
from graphpuzzles.draw.drawable import Drawable
from graphpuzzles.errors import CertificateError, NotApplicableError, ParseError, WriteError
from graphpuzzles.limits import Limits
from graphpuzzles.outcome import Answer, Bounds, GraphPath, Method, Outcome, Stat, Status
from graphpuzzles.text import one_integer

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import networkx as nx
    from _typeshed import DataclassInstance

    from graphpuzzles.certificates.base import Certificate
    from graphpuzzles.draw.animation import Animation
    from graphpuzzles.generation import Generator
    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.scene import Film, Scene

    Graph: TypeAlias = "nx.Graph[str]"

__all__ = [
    "Answer",
    "Bounds",
    "GraphPath",
    "Method",
    "Outcome",
    "Puzzle",
    "Solution",
    "Stat",
    "Status",
]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution(Outcome[A, V], Drawable):
    """An outcome together with the puzzle and the method it belongs to.

    Parameters
    ----------
    puzzle : Puzzle
    method : str
        The method that ran; never ``"auto"``.
    """

    puzzle: Puzzle[A, V]
    method: str

    def certificate(self) -> Certificate[V]:
        """Return the certificate, built at the first call.

        Raises
        ------
        CertificateError
            If the status is `Status.LIMIT`: nothing is proved.
        """
        cached = self.__dict__.get("_certificate")
        if cached is None:
            if self.prove is None:
                raise CertificateError(
                    f"there is no certificate: the status is {self.status}, which proves nothing"
                    if self.status is Status.LIMIT
                    else f"method {self.method!r} gave no certificate, or it was left out"
                )
            cached = self.prove()
            self.__dict__["_certificate"] = cached
        return cast("Certificate[V]", cached)

    def verify(self) -> bool:
        """Check the whole proof from the rules: the answer's value, and that none is better.

        Returns
        -------
        bool
            True. A proof that fails raises, with the condition that fails in the message.

        Raises
        ------
        CertificateError
            If the certificate fails, speaks of another kind of puzzle, or proves another value
            than the one claimed; if a bound claimed is not that value; or if the status is
            `Status.LIMIT`.
        RuleError
            If the answer breaks the rules.
        """
        if self.status is Status.LIMIT:
            raise CertificateError(f"the status is {self.status}, which proves nothing")
        try:
            proved = self.certificate().proves(self.puzzle)
        except TypeError as error:
            raise CertificateError(f"the certificate does not fit the puzzle: {error}") from error
        attained = None if self.answer is None else self.puzzle.check(self.answer)
        if not (_same(proved, self.value) and _same(attained, self.value)):
            raise CertificateError(
                f"the certificate proves {proved!r}, the answer attains {attained!r}, "
                f"the value claimed is {self.value!r}"
            )
        if (self.status is Status.INFEASIBLE) != (self.value is None):
            raise CertificateError(f"status {self.status} does not fit the value {self.value!r}")
        for bound in self.bounds:
            if bound is not None and not _same(bound, self.value):
                raise CertificateError(f"the bound {bound!r} is not the value {self.value!r}")
        return True

    def graph(self, kind: str | None = None) -> Graph:
        """Return a graph of the puzzle with the answer marked; see `Puzzle.graph`."""
        return self.puzzle.graph(kind, answer=self.answer)

    def scene(self) -> Scene:
        """Return the picture of the puzzle with the answer; see `Puzzle.scene`."""
        return self.puzzle.scene(self.answer)

    def film(self) -> Film:
        """Return the answer step by step; see `Puzzle.film`.

        Raises
        ------
        NotApplicableError
            If there is no answer, or nothing moves in this puzzle.
        """
        if self.answer is None:
            raise NotApplicableError("there is no answer to show step by step")
        return self.puzzle.film(self.answer)

    def animate(self, *, seconds: float = 0.5) -> Animation:
        """Return the answer as an animation, to show in a notebook or to save.

        Parameters
        ----------
        seconds : float
            How long a step is shown.

        Raises
        ------
        NotApplicableError
            If there is no answer, or nothing moves in this puzzle.
        ValueError
            If a step is not shown for 0.02 to 60 seconds.
        """
        from graphpuzzles.draw.animation import Animation

        return Animation(self.film(), seconds)

    def to_dict(self, *, certificate: bool = True) -> dict[str, object]:
        """Return the solution as JSON-ready data, by default with its certificate.

        A stranger can rebuild it with `Puzzle.solution_from_dict` and call `verify`.
        """
        data: dict[str, object] = {
            "puzzle": {"name": self.puzzle.name, **self.puzzle.to_dict()},
            "method": self.method,
            "status": str(self.status),
            "value": self.value,
            "bounds": list(self.bounds),
            "answer": None if self.answer is None else self.answer.to_dict(),
            "stats": dict(self.stats),
        }
        if certificate and self.status is not Status.LIMIT:
            data["certificate"] = certificate_to_dict(self.certificate())
        return data

    def __reduce__(self) -> tuple[object, ...]:
        # What a method built need not pickle; what it found does.
        data = self.to_dict(certificate=self.prove is not None)
        return _rebuild_solution, (type(self.puzzle), data)


def _same(first: object, second: object) -> bool:
    """Tell whether two values are equal and of one type: True, 1 and 1.0 are different values."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(_same, first, second))
    return type(first) is type(second) and first == second


def _tuples(value: object) -> object:
    """Return JSON data with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _rebuild_solution(cls: type[Puzzle[A, V]], data: Mapping[str, object]) -> Solution[A, V]:
    return cls.solution_from_dict(data)


class Puzzle(Drawable, Generic[A, V]):
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
    """

    name: ClassVar[str]
    EXAMPLES: ClassVar[Mapping[str, object]]
    MALFORMED: ClassVar[tuple[str, ...]]

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
        if limits is not None and not isinstance(limits, Limits):
            raise TypeError(f"limits are Limits(max_seconds=...) or the like, not {limits!r}")
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

    def answered(self, solution: Solution[A, V]) -> bool:
        """Tell whether a solution answers the question that the contest asks.

        By default a limit means that it does not. A puzzle whose question names its own limit
        (fewest steps within a cap) may say that reaching it is an answer.
        """
        return solution.status is not Status.LIMIT

    def judge(self, solution: Solution[A, V], number: int) -> str:
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

    # Random boards ---------------------------------------------------------------------------

    @classmethod
    def generator(cls) -> Generator[Self]:
        """Return how boards are made at random, with the wishes that can be made.

        Raises
        ------
        NotApplicableError
            If the puzzle has no generator.
        """
        raise NotApplicableError(f"{cls.name} has no generator")

    @classmethod
    def generate(
        cls,
        rng: random.Random,
        *,
        size: int | tuple[int, int] | None = None,
        tries: int | None = None,
        progress: ProgressCallback | None = None,
        **wish: object,
    ) -> Self:
        """Return a random board that has all wished properties, each decided by solving exactly.

        Parameters
        ----------
        rng : random.Random
            The same state of it gives the same board, on every platform and with every version of
            Python.
        size : int or (int, int), optional
            Rows and columns; a number alone means both.
        tries : int, optional
            How many boards are proposed before it gives up; by default the generator's own number.
        progress : ProgressCallback, optional
            Called before every try; returning True stops the call.
        **wish : object
            What the board shall be like, by the names in ``generator().wishes``.

        Raises
        ------
        TypeError, ValueError
            If an argument is not of that form, there is no such wish, or wishes contradict each
            other or the size.
        NotApplicableError
            If the puzzle has no generator.
        LimitError
            If no board with these wishes was found in so many tries. Nothing is proved by that.

        Notes
        -----
        A board is proposed and judged until one fulfils all wishes, so that the time grows with
        their rarity; the generators of the package propose boards that make them likely.
        """
        return cls.generator().generate(rng, size, wish, tries=tries, progress=progress)

    # Pictures --------------------------------------------------------------------------------

    def scene(self, answer: A | None = None) -> Scene:
        """Return the picture of the puzzle as data; by default that of its text.

        Parameters
        ----------
        answer : A, optional
            Drawn too.
        """
        from graphpuzzles.scene import text_scene

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
                None if certificate is None else certificate_from_dict(certificate)
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
