"""The drawing of a contract: which groups are trapped, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from authoring.draws import Draws
from authoring.frenchlaw.compose import Composer, ContractLine
from authoring.frenchlaw.deals import guarantee, price, rest, timing
from authoring.frenchlaw.deals.deal import Deal, in_words
from authoring.frenchlaw.deals.people import draw_people
from authoring.frenchlaw.pool import Pool

GROUPS: tuple[Callable[..., None], ...] = (
    price.base, timing.closing, rest.shares, price.mechanism, timing.long_stop,
    timing.conditions, guarantee.guarantors, guarantee.cap, guarantee.basket,
    guarantee.duration, guarantee.escrow, rest.earn_out, rest.ban, rest.sites,
    rest.substitution, rest.seat,
)  # fmt: skip
MOST_OFTEN = 85
"""Contracts of a hundred whose price due at closing is computed."""
OFTEN_CONDITIONAL = 45
"""Amendments of a hundred that hang on the day of closing, of those that can."""
CONDITIONAL = {
    "av.plafond_pct": "cap", "av.seuil_fixe": "basket", "av.duree": "warranty_months",
    "av.seq_pct": "escrow", "av.seq_mois": "escrow_months", "av.eo_seuil": "earn_floor",
    "av.eo_plafond": "earn_cap",
}  # fmt: skip
"""Clause of an amendment -> the value that it changes."""
OFTEN: tuple[Callable[..., None], ...] = (price.base, timing.conditions, rest.earn_out)


def draw_deal(draws: Draws, target: str, trapped: int) -> Deal:
    """Return a deal about a target with so many trapped groups."""
    style = draws.below(6)
    deal = Deal(draws, draw_people(draws, target), style)
    timing.calendar(deal, draws.pick((2, 2, 3, 3, 3, 1)))
    deal.say("int.references")
    deal.say("int.arrondi")
    first = [timing.closing, *draws.some(OFTEN, 2)]
    if draws.below(100) < MOST_OFTEN:
        first.append(price.mechanism)
    others = [group for group in GROUPS if group not in first]
    chosen = {*first, *draws.some(others, trapped - len(first))}
    for group in GROUPS:
        group(deal, trapped=group in chosen)
    if timing.closing in chosen:
        _make_conditional(deal)
    return deal


def _make_conditional(deal: Deal) -> None:
    """Let some amendments have effect only if closing is later than a day close to it."""
    closing = deal.values["closing"]
    for amendment in deal.amendments:
        for at, statement in enumerate(amendment):
            name = CONDITIONAL.get(statement.key)
            if name is None or deal.draws.below(100) >= OFTEN_CONDITIONAL:
                continue
            has_effect = bool(deal.draws.below(2))
            away = timedelta(days=deal.draws.between(1, 2))
            limit = closing - away if has_effect else closing + away
            amendment[at] = statement._replace(slots={**statement.slots, "si": in_words(limit)})
            number = next(n for n, t in enumerate(deal.traps) if t.second == statement.key)
            trap, after = deal.traps[number], deal.values[name]
            if not has_effect:
                deal.values[name] = trap.naive[name]
                trap = trap._replace(naive={name: after})
            kind = "avenant_conditionnel" if has_effect else "avenant_sans_effet"
            deal.traps[number] = trap._replace(kind=kind)


def compose(deal: Deal, pool: Pool) -> list[ContractLine]:
    """Return the contract's lines."""
    return Composer(deal, pool).write()


def text_of(lines: list[ContractLine]) -> str:
    """Return the contract's text."""
    return "\n".join(line.text for line in lines)
