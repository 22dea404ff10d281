"""Telling in another process whether a folder holds layers of the same space."""

from __future__ import annotations

import hashlib
import operator
from typing import TYPE_CHECKING

import numpy as np

from graphpuzzles.exploring.manifest import Identity
from graphpuzzles.exploring.reversibility import steps_from

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphpuzzles.search.space import ArraySpace

__all__ = ["identity_of", "name_of"]

LAYERS = 4
SAMPLE = 64


def name_of(space: ArraySpace) -> str:
    """Return the ``fingerprint`` of a space, or else the qualified name of its class."""
    # getattr is untyped: the protocol's docstring is the contract of optional members.
    given: object = getattr(space, "fingerprint", None)
    if given is None:
        return f"{type(space).__module__}.{type(space).__qualname__}"
    if not isinstance(given, str):
        raise TypeError(f"the fingerprint of a space must be a text, not {given!r}")
    return given


def identity_of(space: ArraySpace, starts: NDArray[np.uint64], *, reversible: bool) -> Identity:
    """Return what tells one exploration from another.

    Parameters
    ----------
    space : ArraySpace
    starts : numpy.ndarray of uint64, shape (k,)
        In ascending order.
    reversible : bool

    Notes
    -----
    A class name says little of a space with parameters, and no code at all outside the reachable
    states may be asked for successors. So the steps of up to 64 states are hashed, evenly spaced
    among the starts, then those of 64 of their successors, and so on four times. Spaces of one
    class that differ only farther away need a ``fingerprint``.
    """
    digest = hashlib.blake2b(digest_size=16)
    codes = starts.astype(np.int64)
    for _ in range(LAYERS):
        if not len(codes):
            break
        spread = np.linspace(0, len(codes) - 1, min(SAMPLE, len(codes))).astype(np.int64)
        steps = steps_from(space, codes[spread])
        digest.update(len(steps).to_bytes(8, "little") + steps.astype("<i8").tobytes())
        codes = np.unique(steps[:, 1])
    return Identity(
        space=name_of(space),
        n_states=operator.index(space.n_states),
        steps=digest.hexdigest(),
        starts=hashlib.blake2b(starts.astype("<u8").tobytes(), digest_size=16).hexdigest(),
        reversible=reversible,
    )
