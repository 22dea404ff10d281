"""The interface of a puzzle."""

from __future__ import annotations

from abc import abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar, cast

from graphpuzzles.errors import NotApplicableError
from graphpuzzles.limits import UNLIMITED, require_limits
from graphpuzzles.outcome import Answer, Method
from graphpuzzles.puzzle.solution import Count, Solution, restore_count, restore_solution
from graphpuzzles.puzzle.statement import Statement
from graphpuzzles.text import fault_text

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.generate import Generator
    from graphpuzzles.limits import Limits, ProgressCallback
    from graphpuzzles.outcome import Outcome

__all__ = ["Puzzle"]

A = TypeVar("A", bound=Answer)
V = TypeVar("V")


class Puzzle(Statement[A, V]):
    """One instance of a puzzle.

    Subclasses are frozen dataclasses with ``eq=False``: equality, hash and pickling are defined
    in `Statement`, on `to_dict`. Whatever changes the answer is a field of the puzzle; whatever
    changes only the way to it is a limit or a method.

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

    EXAMPLES: ClassVar[Mapping[str, object]]
    MALFORMED: ClassVar[tuple[str, ...]]

    @classmethod
    def questions(cls) -> Mapping[str, type[Puzzle[Answer, object]]]:
        """Return the questions that can be asked about the same text, by name.

        The first is this class itself. Empty where there is only one question.
        """
        return {}

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
        limits: Limits = UNLIMITED,
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
        require_limits(limits)
        if method == "auto":
            name, outcome = self.automatic(limits, progress)
        else:
            name, outcome = method, self._run(method, limits, progress)
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

    def automatic(
        self, limits: Limits, progress: ProgressCallback | None
    ) -> tuple[str, Outcome[A, V]]:
        """Run what ``"auto"`` means, and return the name of the method, too.

        By default the method that `choose` names; a puzzle may try one, give up and take another.
        """
        name = self.choose()
        return name, self._run(name, limits, progress)

    def _run(self, name: str, limits: Limits, progress: ProgressCallback | None) -> Outcome[A, V]:
        method = self.method_named(name)
        reason = method.refuses(self)
        if reason is not None:
            raise NotApplicableError(f"method {name!r} does not apply: {reason}")
        return method.run(self, limits, progress)

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

    # Further questions -----------------------------------------------------------------------

    @classmethod
    def counts(
        cls,
    ) -> Mapping[
        str,
        Callable[
            [Self, Limits],
            tuple[int | tuple[int, ...], Callable[[], Certificate[int | tuple[int, ...]]]],
        ],
    ]:
        """Return the numbers that can be asked for, by name: each a function.

        It takes the puzzle and the limits, and returns the number with what builds its
        certificate. By default there are none.
        """
        return {}

    def counted(self, question: str, *, limits: Limits = UNLIMITED) -> Count[A, V]:
        """Return a number that is asked for, with its proof.

        Parameters
        ----------
        question : str
            A name from `counts`.
        limits : Limits, optional
            How far to go; by default there is no limit.

        Raises
        ------
        ValueError
            If there is no such question.
        LimitError
            If a limit is reached.
        NoSolutionError
            If it is proved that there is no answer at all.
        """
        require_limits(limits)
        counts = type(self).counts()
        if question not in counts:
            known = ", ".join(counts) or "no counts"
            raise ValueError(f"{self.name} has no count {question!r}; it has {known}")
        value, prove = counts[question](self, limits)
        return Count(puzzle=self, question=question, value=value, prove=prove)

    # What was written ------------------------------------------------------------------------

    @classmethod
    def solution_from_dict(cls, data: Mapping[str, object]) -> Solution[A, V]:
        """Rebuild a solution from what `Solution.to_dict` gave.

        Nothing in it is believed: `Solution.verify` checks all of it.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        return restore_solution(cls._written(data), data)

    @classmethod
    def count_from_dict(cls, data: Mapping[str, object]) -> Count[A, V]:
        """Rebuild a count from what `Count.to_dict` gave; `Count.verify` checks it.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """
        return restore_count(cls._written(data), data)

    @classmethod
    def _written(cls, data: Mapping[str, object]) -> Self:
        """Return the puzzle in the data of a solution or a count."""
        try:
            puzzle = dict(cast("Mapping[str, object]", data["puzzle"]))
            if puzzle.pop("name") != cls.name:
                raise ValueError(f"this is not a solution of {cls.name}")
            return cls.from_dict(puzzle)
        except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise ValueError(f"not the data of a puzzle: {fault_text(error)}") from error

    # The setter's side -----------------------------------------------------------------------

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
            Rows and columns, each at most ``generator().max_side``; a number alone means both.
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
