"""Which certificate proves what a method found of wirings: the strongest at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphpuzzles.puzzles.wiring.program import (
    MAX_WEIGHT,
    Multicommodity,
    Relaxation,
    rational_prices,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.puzzles.wiring.model import WiringModel

# Profiles up to which a certificate sweeps through all wirings again in plain Python.
_SWEEP_AGAIN = 600_000


def _sweepable(model: WiringModel) -> bool:
    """Tell whether a plain sweep through all wirings is a matter of seconds."""
    base = len(model.network.pairs) + 1
    return bool(base ** min(model.width, 64) <= _SWEEP_AGAIN)


def _relaxed(model: WiringModel, relaxed: Relaxation | None) -> Relaxation | None:
    if relaxed is None and model.network.pairs:
        return Multicommodity(model.network).relax()
    return relaxed


def prove_none(model: WiringModel, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that there is no wiring."""
    from graphpuzzles.puzzles.wiring import certificate, price_certificate

    network = model.network
    for number, (s, t) in enumerate(network.pairs):
        distance = network.distances(s, t)
        if distance[t] is None:
            side = tuple(u for u, reached in enumerate(distance) if reached is not None)
            return certificate.SeparatedTerminals(number, side)
    if model.crossing is not None:
        crossing = model.crossing
        return certificate.CrossingTerminals(crossing.first, crossing.second, crossing.rotation)
    relaxed = _relaxed(model, relaxed)
    if relaxed is not None and not relaxed.feasible:
        found = rational_prices(network, relaxed.prices, None)
        if found is not None:
            return price_certificate.PriceConflict(_named(found[0]))
    return _by_work(None, sweep=_sweepable(model) or network.fill)


def prove_least(model: WiringModel, value: int, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that no wiring is shorter."""
    from graphpuzzles.puzzles.wiring import price_certificate

    network = model.network
    if model.bounds.lower == value:
        return price_certificate.PriceBound(())
    relaxed = _relaxed(model, relaxed)
    if relaxed is not None:
        found = rational_prices(network, relaxed.prices, value)
        if found is not None:
            return price_certificate.PriceBound(_named(found[0]), found[1])
    sweep = _sweepable(model) or network.fill or network.total_weight > MAX_WEIGHT
    return _by_work(value, sweep=sweep)


def _by_work(value: int | None, *, sweep: bool) -> Certificate[int]:
    """Return a certificate whose check does the work again: a sweep, or else HiGHS."""
    if sweep:
        from graphpuzzles.puzzles.wiring.sweep_certificate import ExhaustedWirings

        return ExhaustedWirings(value)
    from graphpuzzles.puzzles.wiring.solver_certificate import SolverBound

    return SolverBound(value)


def _named(prices: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((node, price) for node, price in enumerate(prices) if price)
