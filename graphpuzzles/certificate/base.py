"""What every certificate has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from graphpuzzles.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["VERIFIED", "Certificate", "Strength", "Trivial"]

V = TypeVar("V")

Strength: TypeAlias = Literal["proof", "recomputed", "trusted"]
"""How much a certificate proves.

``"proof"``: checkable from the rules alone. ``"recomputed"``: only by doing the work again (an
exhausted diagram). ``"trusted"``: rests on a floating-point bound of a solver.
"""

VERIFIED: Final[Mapping[Strength, str]] = MappingProxyType(
    {
        "proof": "proof verified",
        "recomputed": "verified by recomputing",
        "trusted": "verified by trusting the solver",
    }
)
"""What to say of a certificate of each strength once it has been verified."""


class Certificate(ABC, Generic[V]):
    """The half of a proof that no answer can give: that no answer is better, or that none exists.

    An answer shows that its value can be attained; `Puzzle.check` confirms that from the rules. A
    certificate shows the other half. Subclasses are frozen dataclasses and derive everything from
    the puzzle's rules; they share no code with the solvers.
    """

    strength: ClassVar[Strength] = "proof"
    """How much a certificate of this class proves."""

    @abstractmethod
    def proves(self, puzzle: object) -> V | None:
        """Return the value that no answer of the puzzle can beat.

        Parameters
        ----------
        puzzle : Puzzle
            The puzzle that the certificate is about.

        Returns
        -------
        V or None
            The bound; None where the certificate proves that there is no answer at all.

        Raises
        ------
        CertificateError
            If a condition of the proof fails; the message names it.
        TypeError
            If the puzzle is not of a kind that this certificate speaks about.
        """

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the certificate as JSON-ready data, without its type."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, object]) -> Certificate[V]:
        """Rebuild a certificate from what `to_dict` gave.

        Raises
        ------
        ValueError
            If the data are not of that form.
        """


class Trivial(Certificate[bool]):
    """The certificate of a yes-no question whose answer is its own proof.

    Values are ordered False < True and False is the better one, so nothing can beat an answer that
    attains False.

    Examples
    --------
    >>> Trivial().proves(None)
    False
    """

    def proves(self, puzzle: object) -> bool:  # noqa: ARG002 - True of every yes-no puzzle
        """Return False, the least of the two values."""
        return False

    def to_dict(self) -> dict[str, object]:
        """Return no data: there is nothing to say."""
        return {}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Trivial:
        """Rebuild the certificate."""
        if data:
            raise ValueError("a trivial certificate carries no data")
        return cls()

    def __repr__(self) -> str:
        return "Trivial()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trivial)

    def __hash__(self) -> int:
        return hash(Trivial)


def refuse(condition: str) -> CertificateError:
    """Return the error that says which condition of a proof fails."""
    return CertificateError(f"the certificate fails: {condition}")
