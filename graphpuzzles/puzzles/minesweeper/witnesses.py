"""A few layouts that show of every undecided cell that it can be a mine and that it can be safe.

Cells that the same clues count can change places in any layout. So it is enough that the cell's
group holds a mine in some layout of the set, and a safe cell in some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from graphpuzzles.models.frontier.diagram import Arcs, FrontierDiagram, as_list
from graphpuzzles.models.frontier.sweeps import Attainable, sweep
from graphpuzzles.puzzles.minesweeper.clues import MINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.puzzles.minesweeper.inference import MineModel


_Target: TypeAlias = tuple[int, bool]
"""A step, and whether its group ought to hold a mine or a safe cell."""


class _Track:
    """One independent part: its diagram, and which sides of its groups no layout has shown yet."""

    def __init__(
        self,
        steps: list[tuple[int, ...]],
        diagram: FrontierDiagram,
        targets: list[_Target],
        *,
        by_weight: bool,
    ) -> None:
        self.steps = steps
        self.diagram = diagram
        self.unseen = dict.fromkeys(targets)
        self.labels: list[int] = []
        # By node, the numbers of mines that are possible up to it and from it on, as bits.
        self.reached: list[list[int]] = []
        self.ahead: list[list[int]] = []
        if by_weight:
            self.reached = [as_list(x) for x in sweep(diagram, Attainable())]
            self.ahead = [as_list(x) for x in sweep(diagram, Attainable(), backward=True)]

    @property
    def attainable(self) -> int:
        return self.ahead[0][0]

    def shown(self, step: int, label: int) -> list[_Target]:
        """Return what so many mines at a step show."""
        return [(step, True)] * (label > 0) + [(step, False)] * (label < len(self.steps[step]))

    def gain(self, step: int, label: int) -> int:
        """Count what a label at a step would show first."""
        return sum([side in self.unseen for side in self.shown(step, label)])

    def advance(self, allowed: int | None) -> int:
        """Take a layout that shows something new, if possible, and return its number of mines.

        `allowed` holds the numbers of mines that the other parts can complete, as bits; None
        where any will do.
        """
        labels = None
        for target in self.unseen:
            labels = self._through(target, allowed)
            if labels is not None:
                break
        if labels is None:
            mines = sum(self.labels)
            if self.labels and (allowed is None or allowed >> mines & 1):
                return mines
            labels = self._onward(0, 0, 0, allowed)
        self.labels = labels
        for step, label in enumerate(labels):
            for target in self.shown(step, label):
                self.unseen.pop(target, None)
        return sum(labels)

    def _through(self, target: _Target, allowed: int | None) -> list[int] | None:
        step, _ = target
        for source, node, label, weight in self.diagram.arcs[step].rows():
            if target not in self.shown(step, label):
                continue
            if allowed is None:
                return [
                    *self._back(step, source, None),
                    label,
                    *self._onward(step + 1, node, 0, None),
                ]
            for before in _bits(self.reached[step][source]):
                so_far = before + weight
                if self.ahead[step + 1][node] << so_far & allowed:
                    back = self._back(step, source, before)
                    return [*back, label, *self._onward(step + 1, node, so_far, allowed)]
        return None

    def _onward(self, layer: int, node: int, so_far: int, allowed: int | None) -> list[int]:
        labels = []
        for step in range(layer, self.diagram.steps):
            arcs = self.diagram.arcs[step]
            choices = arcs.leaving(node)
            if allowed is not None:
                ahead = self.ahead[step + 1]
                choices = [
                    i
                    for i in choices
                    if ahead[arcs.target[i]] << so_far + int(arcs.weight[i]) & allowed
                ]
            best = self._best(step, choices)
            labels.append(int(arcs.label[best]))
            so_far += int(arcs.weight[best])
            node = int(arcs.target[best])
        return labels

    def _best(self, step: int, choices: Sequence[int]) -> int:
        """Return the arc that shows most; there is at least one."""
        if len(choices) == 1:
            return choices[0]
        label = self.diagram.arcs[step].label
        return max(choices, key=lambda i: self.gain(step, int(label[i])))

    def _back(self, layer: int, node: int, mines: int | None) -> list[int]:
        labels = []
        for step in reversed(range(layer)):
            arcs = self.diagram.arcs[step]
            choices = arcs.entering(node)
            if mines is not None:
                reached = self.reached[step]
                choices = [
                    i
                    for i in choices
                    if mines >= arcs.weight[i]
                    and reached[arcs.source[i]] >> mines - int(arcs.weight[i]) & 1
                ]
            best = self._best(step, choices)
            labels.append(int(arcs.label[best]))
            mines = None if mines is None else mines - int(arcs.weight[best])
            node = int(arcs.source[best])
        return labels[::-1]


def covering_layouts(model: MineModel, decided: Sequence[int]) -> list[tuple[int, ...]]:
    """Return consistent layouts that together show both sides of every undecided group.

    Parameters
    ----------
    model : MineModel
        A feasible one.
    decided : sequence of int
        By cell: 1 for a mine in every layout, 0 for safe in every layout, -1 for both.

    Returns
    -------
    list of tuple of int
        The cells with mines of each layout, sorted; at least one layout.
    """
    tracks = _tracks(model, decided)
    known = [cell for cell, value in enumerate(model.deduction.values) if value == MINE]
    layouts: list[tuple[int, ...]] = []
    while not layouts or any(track.unseen for track in tracks):
        # The first part that has something to show is served first, the others as they can.
        serving = sorted(tracks, key=lambda track: not track.unseen)
        _serve(serving, model.rest)
        mines = list(known)
        for track in tracks:
            for cells, label in zip(track.steps, track.labels, strict=True):
                mines += cells[:label]
        layouts.append(tuple(sorted(mines)))
    return layouts


def _tracks(model: MineModel, decided: Sequence[int]) -> list[_Track]:
    by_weight = model.rest is not None
    parts = [(part.steps, part.diagram) for part in model.parts]
    free = model.system.untouched
    if free:
        # They take any number of mines: one step of one group.
        numbers = list(range(len(free) + 1))
        zeros = [0] * len(numbers)
        every = FrontierDiagram((Arcs(zeros, zeros, numbers, numbers),), ([0], [0]))
        parts.append(([free], every))
    tracks = []
    for steps, diagram in parts:
        targets = [
            (step, mine)
            for step, cells in enumerate(steps)
            for mine in (True, False)
            if decided[cells[0]] != int(not mine)
        ]
        tracks.append(_Track(steps, diagram, targets, by_weight=by_weight))
    return tracks


def _serve(tracks: list[_Track], total: int | None) -> None:
    """Let every part take a layout, so that their mines add up to the total, if there is one."""
    if total is None:
        for track in tracks:
            track.advance(None)
        return
    # What the parts from each one on can add up to.
    sums = [1]
    for track in reversed(tracks):
        sums.append(sumset(track.attainable, sums[-1]))
    sums.reverse()
    for track, rest in zip(tracks, sums[1:], strict=True):
        fits = (m for m in _bits(track.attainable) if m <= total and rest >> total - m & 1)
        total -= track.advance(sum(1 << m for m in fits))


def _bits(number: int) -> list[int]:
    """Return the positions of the bits that are set, lowest first."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def sumset(one: int, other: int) -> int:
    """Return the sums of two sets of numbers, all as bits."""
    few, many = sorted((one, other), key=int.bit_count)
    total = 0
    for shift in _bits(few):
        total |= many << shift
    return total
