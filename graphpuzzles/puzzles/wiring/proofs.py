"""Which certificate proves what a method found of wirings: the strongest at hand."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from graphpuzzles.errors import CertificateError
from graphpuzzles.limits import Meter
from graphpuzzles.puzzles.wiring.clause_search import only_wiring
from graphpuzzles.puzzles.wiring.prices import find_price_tree, rational_prices
from graphpuzzles.puzzles.wiring.program import Multicommodity, Relaxation
from graphpuzzles.puzzles.wiring.satisfiability import missing_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphpuzzles.certificate import Certificate
    from graphpuzzles.limits import Limits
    from graphpuzzles.puzzles.wiring.board import WiringBoard
    from graphpuzzles.puzzles.wiring.degree_certificate import DegreeBound
    from graphpuzzles.puzzles.wiring.model import WiringModel


def _relaxed(model: WiringModel, relaxed: Relaxation | None) -> Relaxation | None:
    if relaxed is None and model.network.pairs:
        return Multicommodity(model.network).relax()
    return relaxed


def prove_none(model: WiringModel, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that there is no wiring."""
    from graphpuzzles.puzzles.wiring import (
        certificate,
        clause_certificate,
        price_certificate,
        sweep_certificate,
    )

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
    by_degrees = _by_degrees(model, None)
    if by_degrees is not None:
        return by_degrees
    refuted = _refuted(model.board, None)
    if refuted is not None:
        return clause_certificate.ClauseConflict(refuted)
    tree = None if network.fill else find_price_tree(network, None)
    if tree is not None:
        return price_certificate.PriceTree(tree)
    return sweep_certificate.ExhaustedWirings(None)


def _by_degrees(model: WiringModel, value: int | None) -> DegreeBound | None:
    """Return a certificate that rests on the number of links at every node, if that is enough."""
    from graphpuzzles.puzzles.wiring.degree_certificate import DegreeBound
    from graphpuzzles.puzzles.wiring.degrees import degree_prices

    if model.network.fill:
        for prices, scale in degree_prices(model.network):
            certificate = DegreeBound(prices, scale)
            with suppress(CertificateError):
                if certificate.proves(model) == value:
                    return certificate
    return None


def _refuted(board: WiringBoard, only: Sequence[int] | None) -> bytes | None:
    """Return a refutation by clauses, if the solver of clauses is installed and finds one."""
    from graphpuzzles.puzzles.wiring.certificate import Ground
    from graphpuzzles.puzzles.wiring.refutation import find_refutation

    return find_refutation(Ground(board), only) if missing_solver() is None else None


def prove_least(model: WiringModel, value: int, relaxed: Relaxation | None) -> Certificate[int]:
    """Return the strongest certificate at hand that no wiring is shorter."""
    from graphpuzzles.puzzles.wiring import price_certificate, sweep_certificate

    network = model.network
    if model.bounds.lower == value:
        return price_certificate.PriceBound(())
    relaxed = _relaxed(model, relaxed)
    if relaxed is not None:
        found = rational_prices(network, relaxed.prices, value)
        if found is not None:
            return price_certificate.PriceBound(_named(found[0]), found[1])
        tree = None if network.fill else find_price_tree(network, value)
        if tree is not None:
            return price_certificate.PriceTree(tree)
    return _by_degrees(model, value) or sweep_certificate.ExhaustedWirings(value)


def count_wirings(
    model: WiringModel, limits: Limits
) -> tuple[int, Callable[[], Certificate[int]]]:
    """Return the number of wirings that the rules allow, with what proves it.

    Raises
    ------
    LimitError
        If a limit is reached.
    """
    meter = Meter(limits)
    # Clauses say quickly that there is but one, where a diagram may take very long.
    if (
        model.board.rule != "shortest"
        and missing_solver() is None
        and only_wiring(model.network, meter, least=False)
    ):
        return 1, lambda: prove_count(model, 1)
    value = model.diagram(meter).count
    return value, lambda: prove_count(model, value)


def prove_count(model: WiringModel, value: int) -> Certificate[int]:
    """Return the strongest certificate at hand that there are so many wirings."""
    from graphpuzzles.puzzles.wiring import clause_certificate, sweep_certificate
    from graphpuzzles.puzzles.wiring.certificate import Ground
    from graphpuzzles.puzzles.wiring.refutation import find_wiring

    if value == 1 and missing_solver() is None:
        known = find_wiring(Ground(model.board))
        refuted = None if known is None else _refuted(model.board, known)
        if known is not None and refuted is not None:
            return clause_certificate.OnlyWiring(known, refuted)
    return sweep_certificate.CountedWirings(value)


def _named(prices: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((node, price) for node, price in enumerate(prices) if price)
