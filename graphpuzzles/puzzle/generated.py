"""Random boards of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from graphpuzzles.errors import NotApplicableError

if TYPE_CHECKING:
    import random

    from graphpuzzles.generate import Generator
    from graphpuzzles.limits import ProgressCallback

__all__ = ["Generated"]


class Generated:
    """The setter's side of a puzzle: boards made at random.

    Attributes
    ----------
    name : str
    """

    name: ClassVar[str]

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
