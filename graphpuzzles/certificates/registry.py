"""Certificates to JSON and back, by the name of their class."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphpuzzles.certificates.base import Certificate

__all__ = ["certificate_from_dict", "certificate_to_dict"]

V = TypeVar("V")

# Class name -> module of this package, so that only the module asked for is loaded.
MODULES = {
    "BlueFlow": "cuts",
    "ClueConflict": "mines",
    "ContactDistances": "cuts",
    "CrossingTerminals": "wiring",
    "ExhaustedWirings": "wiring_search",
    "ForbiddenPath": "cuts",
    "ForcedCells": "mines",
    "Potentials": "potentials",
    "PriceBound": "wiring_prices",
    "PriceConflict": "wiring_prices",
    "SeparatedTerminals": "wiring",
    "SolverBound": "wiring_search",
    "Trivial": "base",
    "WindowCuts": "winners",
    "WalkBound": "walks",
}


def certificate_to_dict(certificate: Certificate[V]) -> dict[str, object]:
    """Return a certificate as JSON-ready data with the name of its class under ``"type"``.

    Examples
    --------
    >>> from graphpuzzles.certificates.base import Trivial
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
        module = importlib.import_module(f"graphpuzzles.certificates.{MODULES[name]}")
        return cast("type[Certificate[V]]", getattr(module, name))
    for cls in added:
        if cls.__name__ == name:
            return cast("type[Certificate[V]]", cls)
    raise ValueError(f"there is no certificate class {name!r}")
