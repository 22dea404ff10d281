"""Certificates to JSON and back, by the name of their class."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphpuzzles.certificate.base import Certificate

__all__ = ["certificate_from_dict", "certificate_to_dict"]

V = TypeVar("V")

# Class name -> module of this package, so that only the module asked for is loaded.
MODULES = {
    "BlueFlow": "graphpuzzles.puzzles.connecting_game.certificate",
    "ClueConflict": "graphpuzzles.puzzles.minesweeper.certificate",
    "ContactDistances": "graphpuzzles.puzzles.connecting_game.certificate",
    "CrossingTerminals": "graphpuzzles.puzzles.wiring.certificate",
    "ExhaustedWirings": "graphpuzzles.puzzles.wiring.sweep_certificate",
    "ForbiddenPath": "graphpuzzles.puzzles.connecting_game.certificate",
    "ForcedCells": "graphpuzzles.puzzles.minesweeper.certificate",
    "Potentials": "graphpuzzles.certificate.potentials",
    "PriceBound": "graphpuzzles.puzzles.wiring.price_certificate",
    "PriceConflict": "graphpuzzles.puzzles.wiring.price_certificate",
    "SeparatedTerminals": "graphpuzzles.puzzles.wiring.certificate",
    "SolverBound": "graphpuzzles.puzzles.wiring.sweep_certificate",
    "Trivial": "graphpuzzles.certificate.base",
    "WindowCuts": "graphpuzzles.puzzles.connecting_game.winner_certificate",
    "WalkBound": "graphpuzzles.puzzles.walking.certificate",
}


def certificate_to_dict(certificate: Certificate[V]) -> dict[str, object]:
    """Return a certificate as JSON-ready data with the name of its class under ``"type"``.

    Examples
    --------
    >>> from graphpuzzles.certificate.base import Trivial
    >>> certificate_to_dict(Trivial())
    {'type': 'Trivial', 'strength': 'proof'}
    """
    return {
        "type": type(certificate).__name__,
        "strength": certificate.strength,
        **certificate.to_dict(),
    }


def certificate_from_dict(
    data: Mapping[str, object], added: Iterable[type[Certificate[object]]] = ()
) -> Certificate[V]:
    """Rebuild a certificate from what `certificate_to_dict` gave.

    Parameters
    ----------
    data : Mapping
    added : iterable of type
        Classes beside those of this package, whose names they cannot take over.

    Raises
    ------
    ValueError
        If there is no certificate class of that name, or the data are not of its form.

    Examples
    --------
    >>> certificate_from_dict({"type": "Trivial", "strength": "proof"})
    Trivial()
    """
    content = dict(data)
    name = content.pop("type", None)
    strength = content.pop("strength", None)
    cls: type[Certificate[V]] = _class_named(name, added)
    try:
        certificate = cls.from_dict(content)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not the data of a {name}: {error!r}") from error
    if strength != certificate.strength:
        raise ValueError(f"a {name} has strength {certificate.strength!r}, not {strength!r}")
    return certificate


def _class_named(name: object, added: Iterable[type[Certificate[object]]]) -> type[Certificate[V]]:
    if isinstance(name, str) and name in MODULES:
        module = importlib.import_module(MODULES[name])
        return cast("type[Certificate[V]]", getattr(module, name))
    for cls in added:
        if cls.__name__ == name:
            return cast("type[Certificate[V]]", cls)
    raise ValueError(f"there is no certificate class {name!r}")
