"""Build a frontier diagram: scalar dictionaries for narrow layers, arrays for wide ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from graphpuzzles.errors import LimitError
from graphpuzzles.limits import Limits, Meter
from graphpuzzles.models.frontier.diagram import (
    Arcs,
    BatchFrontier,
    FrontierDiagram,
    ScalarFrontier,
    as_list,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphpuzzles.models.frontier.diagram import Batch, Numbers, States

    # By old index the new one, -1 for a state left out; None where all stay.
    Renumbering: TypeAlias = Numbers | None


S = TypeVar("S", bound="Hashable")

WIDE_LAYER = 64
"""Layers of at least so many states are expanded in arrays, where the problem offers both ways."""

# What a state and an arc take in lists and dictionaries, about.
_STATE_BYTES = 120
_ARC_BYTES = 32
_POLL = 4096

CHUNK = 1 << 17
"""A wide layer is expanded so many states at a time, and looked at in between."""


def build_diagram(
    problem: ScalarFrontier[S] | BatchFrontier,
    *,
    ways: Sequence[Sequence[int]] | None = None,
    meter: Meter | None = None,
    wide_layer: int = WIDE_LAYER,
) -> FrontierDiagram:
    """Build the diagram of a problem, without the states that lead to no solution.

    Parameters
    ----------
    problem : ScalarFrontier or BatchFrontier
        Where it is both, each layer is expanded in the way that suits its width.
    ways : sequence of sequence of int, optional
        See `FrontierDiagram`.
    meter : Meter, optional
        ``max_states`` and ``max_memory`` count what is held before dead states are left out.
    wide_layer : int
        Width from which layers are expanded in arrays.

    Returns
    -------
    FrontierDiagram

    Raises
    ------
    LimitError
        If a limit is reached; nothing is proved.
    ValueError
        If a weight is negative.

    Notes
    -----
    Layers are built forwards and de-duplicated; then dead states are dropped backwards. Time and
    memory are proportional to the arcs built, times the logarithm of the width for wide layers.
    """
    return _Build(problem, ways, meter or Meter(Limits()), wide_layer).run()


class _Build:
    def __init__(
        self,
        problem: ScalarFrontier[S] | BatchFrontier,
        ways: Sequence[Sequence[int]] | None,
        meter: Meter,
        wide_layer: int,
    ) -> None:
        self.problem = problem
        # One name tells which protocol holds; asking isinstance costs more than a small diagram.
        scalar = problem if hasattr(problem, "successors") else None
        self.scalar = cast("ScalarFrontier[Hashable] | None", scalar)
        self.batch = cast("BatchFrontier | None", problem if hasattr(problem, "expand") else None)
        self.ways = ways
        self.meter = meter
        self.wide_layer = wide_layer
        self.built = self.widest = 1
        self.memory = 0

    def run(self) -> FrontierDiagram:
        layers: list[States] = [[self.problem.start]]
        arcs: list[Arcs] = []
        for step in range(self.problem.steps):
            made, states = self._expand(step, layers[-1])
            # Whatever tells accepted states apart is of no account: one sink, else paths to it
            # could not be counted in one sweep.
            if step == self.problem.steps - 1 and len(states) > 1:
                made, states = _merge(made), states[:1]
            arcs.append(made)
            layers.append(states)
            self.built += len(states)
            self.widest = max(self.widest, len(states))
            self.memory += _bytes(made, states)
            self._poll(step, len(states))
            # Dead states are left in until the last layer is known: whether one is dead shows only
            # from behind, and looking ahead at each would cost more than it saves.
            if not len(states):
                break
        if not len(layers[-1]):
            nothing = Arcs([], [], [], [])
            steps = self.problem.steps
            return FrontierDiagram(
                (nothing,) * steps, ([],) * (steps + 1), self.ways, self.built, self.widest
            )
        arcs, layers = trim(arcs, layers)
        return FrontierDiagram(tuple(arcs), tuple(layers), self.ways, self.built, self.widest)

    def _expand(self, step: int, states: States) -> tuple[Arcs, States]:
        if self.batch is not None and (self.scalar is None or len(states) >= self.wide_layer):
            return self._expand_wide(self.batch, step, states)
        assert self.scalar is not None  # noqa: S101 - one of the two protocols holds
        return self._expand_narrow(self.scalar, step, states)

    def _expand_narrow(
        self, problem: ScalarFrontier[Hashable], step: int, states: States
    ) -> tuple[Arcs, States]:
        # Below some 64 states numpy's fixed cost a call exceeds that of the whole layer.
        index: dict[Hashable, int] = {}
        source: list[int] = []
        target: list[int] = []
        labels: list[int] = []
        weights: list[int] = []
        listed = states if isinstance(states, list) else cast("list[Hashable]", states.tolist())
        for i, state in enumerate(listed):
            for new, label, weight in problem.successors(step, state):
                source.append(i)
                target.append(index.setdefault(new, len(index)))
                labels.append(label)
                weights.append(weight)
            if i % _POLL == _POLL - 1:
                self._poll(step, len(index), len(source))
        if weights and min(weights) < 0:
            raise ValueError(f"step {step} has the negative weight {min(weights)}")
        return Arcs(source, target, labels, weights), list(index)

    def _expand_wide(
        self, problem: BatchFrontier, step: int, states: States
    ) -> tuple[Arcs, States]:
        import numpy as np

        rows = np.array(states, dtype=np.int64) if isinstance(states, list) else states
        parts: list[Batch] = []
        arcs = 0
        # In chunks, so that a layer that is too wide is stopped while it grows.
        for begin in range(0, len(rows), CHUNK):
            source, new, label, weight = problem.expand(step, rows[begin : begin + CHUNK])
            parts.append((source + begin if begin else source, new, label, weight))
            arcs += len(source)
            if len(rows) > CHUNK:
                self._poll(step, 0, arcs)
        return _numbered(parts, step)

    def _poll(self, step: int, width: int, arcs: int = 0) -> None:
        pending = width if arcs else 0
        states = self.built + pending
        memory = self.memory + arcs * _ARC_BYTES + pending * _STATE_BYTES
        limit = self.meter.exceeded(states=states, memory=memory) or self.meter.report(
            "frontier", depth=step + 1, states=states, frontier=width
        )
        if limit is not None:
            raise LimitError(
                limit,
                f"{states} frontier states by step {step + 1} of {self.problem.steps}, "
                f"{width} of them in its layer",
            )


def _bytes(arcs: Arcs, states: States) -> int:
    if isinstance(states, list):
        return len(arcs) * _ARC_BYTES + len(states) * _STATE_BYTES
    columns = (arcs.source, arcs.target, arcs.label, arcs.weight)
    return states.nbytes + sum(
        column.nbytes for column in cast("list[NDArray[np.int64]]", columns)
    )


def _merge(arcs: Arcs) -> Arcs:
    """Let all arcs lead to the first state: accepted states have nothing left that differs."""
    nowhere = arcs.target[:0]
    target = [0] * len(arcs) if isinstance(nowhere, list) else arcs.target * 0
    return Arcs(arcs.source, target, arcs.label, arcs.weight)


def _numbered(parts: Sequence[Batch], step: int) -> tuple[Arcs, States]:
    """Bring equal new states together, and number them."""
    import numpy as np

    # One sort brings equal states together; a running count of where the sorted rows change
    # numbers them, and scattering it back gives every arc its target. That is several times as
    # fast as np.unique with its inverse, which sorts rows as structures.
    columns = zip(*parts, strict=True)
    source, new, label, weight = (np.concatenate(column) for column in columns)
    if weight.size and weight.min() < 0:
        raise ValueError(f"step {step} has the negative weight {weight.min()}")
    order = new.argsort() if new.ndim == 1 else _mixed(new).argsort()
    ranked = new[order]
    differs = ranked[1:] != ranked[:-1]
    if new.ndim > 1:
        differs = differs.any(axis=1)
    first = np.ones(len(new), dtype=bool)
    first[1:] = differs
    target = np.empty(len(new), dtype=np.int32)
    target[order] = np.cumsum(first, dtype=np.int32) - 1
    return Arcs(source.astype(np.int32, copy=False), target, label, weight), ranked[first]


def _mixed(rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return a hash of every row, by which equal rows are brought together (Steele et al., 2014).

    Sorting by it is several times as fast as sorting by all words. Two different rows hardly ever
    share it; if they do, equal rows may be left apart, which makes a diagram larger but not wrong.
    """
    import numpy as np

    mixed = np.zeros(len(rows), dtype=np.int64)
    # int64 arithmetic wraps, which multiplying by an odd constant makes a bijection of; the shift
    # brings the high bits, which alone depend on all others, down again.
    for word in rows.T:
        mixed += word
        mixed *= np.int64(-7046029254386353131)
        mixed ^= mixed >> 29
    mixed *= np.int64(-4658895280553007687)
    return mixed ^ (mixed >> 32)


def trim(arcs: Sequence[Arcs], layers: Sequence[States]) -> tuple[list[Arcs], list[States]]:
    """Leave out the states from which no arc leads on, from the last layer backwards.

    Parameters
    ----------
    arcs : sequence of Arcs
        One a step.
    layers : sequence of list or integer array
        The states of every layer.

    Returns
    -------
    (list of Arcs, list of layers)
        Renumbered; what need not change is not copied.
    """
    # Backwards, a state is alive if an arc leads from it to one that is. All states were reached
    # from the source, so what is left lies on a path from source to sink.
    kept_arcs: list[Arcs] = []
    kept_layers: list[States] = [layers[-1]]
    number: Renumbering = None
    for made, states in zip(reversed(arcs), reversed(layers[:-1]), strict=True):
        trim_step = _trim_wide if made.wide else _trim_narrow
        left, live, number = trim_step(made, states, number)
        kept_arcs.append(left)
        kept_layers.append(live)
    return kept_arcs[::-1], kept_layers[::-1]


def _trim_narrow(
    arcs: Arcs, states: States, number: Renumbering
) -> tuple[Arcs, States, Renumbering]:
    rows = list(arcs.rows())
    if number is not None:
        new = as_list(number)
        rows = [(u, new[v], label, w) for u, v, label, w in rows if new[v] >= 0]
    alive = sorted({u for u, _, _, _ in rows})
    renumbered: list[int] | None = None
    if len(alive) < len(states):
        renumbered = [-1] * len(states)
        for i, u in enumerate(alive):
            renumbered[u] = i
        rows = [(renumbered[u], v, label, w) for u, v, label, w in rows]
        states = [states[u] for u in alive] if isinstance(states, list) else states[alive]
    elif number is None:
        return arcs, states, None
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
    return Arcs(*columns), states, renumbered


def _trim_wide(
    arcs: Arcs, states: States, number: Renumbering
) -> tuple[Arcs, States, Renumbering]:
    import numpy as np

    columns = (arcs.source, arcs.target, arcs.label, arcs.weight)
    source, target, label, weight = (np.asarray(column) for column in columns)
    if number is not None:
        target = np.asarray(number, dtype=np.int32)[target]
        live = target >= 0
        source, target, label, weight = source[live], target[live], label[live], weight[live]
    alive = np.zeros(len(states), dtype=bool)
    alive[source] = True
    renumbered: NDArray[np.int32] | None = None
    if not alive.all():
        renumbered = np.where(alive, np.cumsum(alive, dtype=np.int32) - 1, np.int32(-1))
        source = renumbered[source]
        if isinstance(states, list):
            states = [state for state, lives in zip(states, alive.tolist(), strict=True) if lives]
        else:
            states = states[alive]
    return Arcs(source, target, label, weight), states, renumbered
