"""Opening a folder of layers for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.exploring.identity import identity_of
from graphpuzzles.exploring.result import Exploration
from graphpuzzles.exploring.store import LayerStore
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    import os

    from graphpuzzles.search.space import SpaceLike

__all__ = ["open_exploration"]


def open_exploration(
    path: str | os.PathLike[str], space: SpaceLike[int] | None = None, *, verify: bool = True
) -> Exploration:
    """Read an exploration that `explore` wrote to a folder; another process may go on with it.

    Parameters
    ----------
    path : path
    space : SpaceLike, optional
        The space that was explored; needed for paths and parts, not for sizes and layers.
    verify : bool, optional
        Read all layers once to compare their checksums; else only their sizes are looked at.

    Returns
    -------
    Exploration

    Raises
    ------
    StoreError
        If there is no such folder, or it is damaged or foreign, or of another space.
    TypeError
        If the space has no array form.
    """
    store = LayerStore.read(path, verify=verify)
    if space is None:
        return Exploration(space=None, store=store)
    normal = as_space(space)
    if normal.array is None:
        raise TypeError("the space has no successors_array")
    if store.manifest.layers:
        starts = store.reader(0).array()
        reversible = store.identity.reversible
        store.require(identity_of(normal.array, starts, reversible=reversible))
    return Exploration(space=normal, store=store)
