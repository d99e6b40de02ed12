"""The choice of contracts: those whose text gives their fields again, and that no other is like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from authoring.draws import Draws
from authoring.frenchlaw.compose import ContractLine, word_positions
from authoring.frenchlaw.deals.deal import Deal, Trap, fields_of, plain
from authoring.frenchlaw.deals.draw import compose, draw_deal, text_of
from authoring.frenchlaw.deals.people import names
from authoring.frenchlaw.overlap import Grams, Shared, grams_of, most_shared
from authoring.frenchlaw.pool import Pool
from authoring.frenchlaw.reader.fields import fields_read

WORDS = (7_550, 10_000)
TRAPS = (6, 9)
APART = 3_000
"""Words of a contract; traps of it; words between the halves of a trap."""
_TRIES = 60
_TARGET_WORDS = (
    "Équipements", "Services", "Industrie", "Ateliers", "Systèmes", "Solutions", "Productions",
)  # fmt: skip


class FarTrap(NamedTuple):
    """A trap, the words between its halves, and what the fields that it changes become."""

    trap: Trap
    apart: int
    naive: dict[str, Any]


class Contract(NamedTuple):
    """A contract that was kept. tries: how many were drawn for it, it included."""

    deal: Deal
    lines: list[ContractLine]
    text: str
    fields: dict[str, Any]
    traps: list[FarTrap]
    shared: Shared
    tries: int


class Drop(NamedTuple):
    """Why a drawn contract was not kept."""

    label: str
    why: str


def contracts(
    key: bytes, split: str, number: int, pool: Pool, known: Sequence[Grams] = ()
) -> Iterator[Contract | Drop]:
    """Yield so many contracts that may stand beside each other, and those dropped on the way.

    Dropped: where the reading of the text and the drawing differ, where the text or its traps are
    outside of their bounds, and where it is too like another. ValueError after sixty in a row.
    """
    others = list(known)
    targets = _targets(key, split, number)
    for at in range(number):
        for attempt in range(_TRIES):
            label = f"frenchlaw/1 {split} {at} {attempt}"
            made = _make(Draws(key, label), targets[at], pool, others, attempt + 1)
            if isinstance(made, str):
                yield Drop(label, made)
                continue
            others.append(grams_of(made.lines))
            yield made
            break
        else:
            raise ValueError(f"contract {at}: none of {_TRIES} drawn can be kept")


def _targets(key: bytes, split: str, number: int) -> list[str]:
    """Return as many names of companies, all different."""
    draws = Draws(key, f"frenchlaw/1 {split} names")
    roots = names()["roots"]
    half = roots[::2] if split == "public" else roots[1::2]
    pairs = [f"{root} {word}" for root in half for word in _TARGET_WORDS]
    return list(draws.some(pairs, number))


def _make(
    draws: Draws, target: str, pool: Pool, others: Sequence[Grams], tries: int
) -> Contract | str:
    deal = draw_deal(draws, target, draws.between(6, 7))
    lines = compose(deal, pool)
    text = text_of(lines)
    fields = {pointer: plain(value) for pointer, value in fields_of(deal.values).items()}
    traps = far_traps(deal, lines, fields)
    if wrong := _difference(fields, text, pool) or _out_of_bounds(fields, text, traps):
        return wrong
    shared = most_shared(grams_of(lines), others)
    if not shared.is_little:
        return f"too like another: {shared.whole:.3f}, {shared.decisive:.3f}"
    return Contract(deal, lines, text, fields, traps, shared, tries)


def _difference(fields: dict[str, Any], text: str, pool: Pool) -> str:
    """Return where the reading of a text differs from its drawing; nothing where it does not."""
    try:
        read = {pointer: plain(value) for pointer, value in fields_read(text, pool).items()}
    except (ValueError, KeyError, AssertionError) as error:
        return f"cannot be read again: {str(error)[:120]}"
    differ = sorted(p for p in {*read, *fields} if read.get(p) != fields.get(p))
    return f"text and drawing differ in {', '.join(differ)}" if differ else ""


def _out_of_bounds(fields: dict[str, Any], text: str, traps: Sequence[FarTrap]) -> str:
    words = len(text.split())
    if not WORDS[0] <= words <= WORDS[1]:
        return f"{words} words"
    if not TRAPS[0] <= len(traps) <= TRAPS[1]:
        return f"{len(traps)} traps"
    return "" if fields["/conditions_restantes"] else "no condition is left"


def far_traps(deal: Deal, lines: Sequence[ContractLine], fields: dict[str, Any]) -> list[FarTrap]:
    """Return the traps that change a field and whose halves lie far apart."""
    at = word_positions(lines)
    texts = []
    for trap in deal.traps:
        naive = {p: plain(v) for p, v in fields_of({**deal.values, **trap.naive}).items()}
        changed = {p: naive.get(p) for p in {*naive, *fields} if naive.get(p) != fields.get(p)}
        apart = abs(at[trap.first] - at[trap.second])
        if changed and apart >= APART:
            texts.append(FarTrap(trap, apart, changed))
    return texts
