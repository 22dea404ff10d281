"""The one call that explores a space: what it is given is checked, then layers are written."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from graphpuzzles.errors import StoreError
from graphpuzzles.exploring.expansion import LocalExpander
from graphpuzzles.exploring.layers import LevelSynchronous
from graphpuzzles.exploring.manifest import identity_of
from graphpuzzles.exploring.memory import DEFAULT, MINIMUM, MemoryStore, WorkingMemory
from graphpuzzles.exploring.result import Exploration
from graphpuzzles.exploring.states import codes_of
from graphpuzzles.exploring.store import LayerStore
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.search.space import as_space

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from graphpuzzles.exploring.expansion import Expander
    from graphpuzzles.limits import ProgressCallback
    from graphpuzzles.search.space import ArraySpace, SpaceLike


def explore(
    space: SpaceLike[int],
    starts: int | Iterable[int],
    *,
    store: str | os.PathLike[str] | Exploration | None = None,
    reversible: bool | None = None,
    expected_states: int | None = None,
    client: Client | None = None,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Exploration:
    """Find all states that can be reached, by depth, in memory or in a folder.

    Parameters
    ----------
    space : SpaceLike
        A space with an array form (`ArraySpace`).
    starts : int or iterable of int
        The states at depth 0.
    store : path or Exploration, optional
        A folder that takes the layers, 8 bytes a state, and temporary files; it is made where it
        is missing. The same call goes on with what is in it. An exploration that was stopped, in
        memory or in a folder, is gone on with likewise. None keeps the layers in memory.
    reversible : bool, optional
        Whether every step leads back, so that duplicates need to be looked for in the last two
        layers only. By default what the space's attribute ``reversible`` says, or else False.
    expected_states : int, optional
        An upper bound on the number of states: for the disk space that is asked for beforehand,
        and to notice that something is wrong where there are more. By default the space's
        attribute of this name, where there is one.
    client : distributed.Client, optional
        Workers of a Dask cluster that expand the states (extra ``distributed``). The layers are
        the same as without, and so are the files; this process writes them.
    limits : Limits, optional
        ``max_memory`` bounds the memory of this call: what does not fit goes through temporary
        files. A space is taken to need 256 bytes at most for each code that it is given at once.
        Without a limit, a call with a folder works in 512 MiB. ``max_states`` counts whole
        layers: one that would exceed it is not kept. ``max_seconds`` holds for this call, and what
        has been done of an unfinished layer is lost when it ends.
    progress : ProgressCallback, optional
        Called after each chunk of states; returning True stops the call.

    Returns
    -------
    Exploration
        Its status says whether it is complete, or else which limit was reached.

    Raises
    ------
    StoreError
        If the folder is damaged, of another exploration, used by another process, or holds other
        files; if the disk is full or fails, now or by what is expected. All layers written before
        stay, and the same call goes on with them.
    TypeError
        If the space has no array form, a state or successor is no integer, or the limits are no
        `Limits`.
    ValueError
        If there is no start, a state is out of range, there are more states than expected, or a
        step does not lead back that should.

    Notes
    -----
    Layers are made by sorting and merging (delayed duplicate detection), in time
    O(s log s) for s steps, and, where the space is reversible, in one pass over the disk for each
    layer. No table is as long as ``n_states``.

    That the space is reversible is taken on trust, and tried: on the steps of 16 states of each
    layer, in both directions; a start that is found again, or more states than expected, are
    noticed as well. `check_reversible` tries more.

    References
    ----------
    Korf, R. E. (2004). Best-first frontier search with delayed duplicate detection. AAAI.
    Korf, R. E. (2008). Linear-time disk-based implicit graph search. Journal of the ACM 55(6).
    Munagala, K., and Ranade, A. (1999). I/O-complexity of graph algorithms. SODA.
    Stern, U., and Dill, D. L. (1998). Using magnetic disk instead of main memory in the Murphi
    verifier. CAV.

    Examples
    --------
    >>> from graphpuzzles.exploring import PancakeSpace, explore
    >>> space = PancakeSpace(6)
    >>> explore(space, space.start).layer_sizes
    [1, 5, 20, 79, 199, 281, 133, 2]
    """
    normal = as_space(space)
    array = normal.array
    if array is None:
        raise TypeError("the space has no successors_array; bfs_search explores any space")
    # getattr is untyped: the docstring of ArraySpace is the contract of optional attributes.
    if reversible is None:
        reversible = bool(getattr(array, "reversible", False))
    if expected_states is None:
        expected_states = getattr(array, "expected_states", None)
    if expected_states is not None:
        expected_states = operator.index(expected_states)
    codes = codes_of(starts, array)
    if not len(codes):
        raise ValueError("there is no start")
    limits = limits or Limits()
    meter = Meter(limits, progress)
    opened = _opened(store, array, codes, reversible=reversible)
    try:
        if isinstance(opened, LayerStore):
            _require_disk(opened, expected_states, limits)
        search = LevelSynchronous(
            array,
            opened,
            codes,
            reversible=reversible,
            expected_states=expected_states,
            meter=meter,
            memory=_working_memory(opened, limits, reversible=reversible),
            expander=_expander(array, client),
        )
        limit = search.run()
    finally:
        if isinstance(opened, LayerStore):
            opened.close()
    return Exploration(space=normal, store=opened, limit=limit)


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


def _opened(
    store: str | os.PathLike[str] | Exploration | None,
    space: ArraySpace,
    codes: NDArray[np.uint64],
    *,
    reversible: bool,
) -> LayerStore | MemoryStore:
    identity = identity_of(space, codes, reversible=reversible)
    if isinstance(store, Exploration):
        layers = store.store
        if isinstance(layers, LayerStore):
            return LayerStore.open(layers.path, identity)
        if layers.identity != identity:
            raise ValueError("the exploration is one of another space, or from other starts")
        return layers.copy()
    return MemoryStore(identity) if store is None else LayerStore.open(store, identity)


def _expander(space: ArraySpace, client: Client | None) -> Expander:
    if client is None:
        return LocalExpander(space)
    from graphpuzzles.exploring.distributed import DistributedExpander

    return DistributedExpander(space, client)


def _working_memory(
    store: LayerStore | MemoryStore, limits: Limits, *, reversible: bool
) -> WorkingMemory:
    if isinstance(store, MemoryStore):
        return WorkingMemory.unbounded()
    size = DEFAULT if limits.max_memory is None else max(limits.max_memory, MINIMUM)
    return WorkingMemory.within(size, reversible=reversible)


def _require_disk(store: LayerStore, expected_states: int | None, limits: Limits) -> None:
    """Raise if the disk has no room for the states that are to come."""
    if store.complete or expected_states is None or limits.max_steps is not None:
        return
    if limits.max_states is not None:
        expected_states = min(expected_states, limits.max_states)
    need = 8 * (expected_states - sum(store.layer_sizes))
    if store.free < need:
        raise StoreError(
            str(store.path),
            f"room for {need:,} bytes of layers and for temporary files",
            f"{store.free:,} bytes free",
        )
