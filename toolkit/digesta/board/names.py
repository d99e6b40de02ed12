"""Names of systems: whose a name is where two have the same, or look alike."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from digesta.board.comparison import retriever_of
from digesta.errors import Problem
from digesta.intake import name_skeleton, organization_skeleton
from digesta.records.submission import Card


def taken_names(cards: Iterable[Card], standing: Sequence[str]) -> Iterator[tuple[str, Problem]]:
    """Yield each submission whose name another has or looks like, with its problem.

    Of two the newcomer is to blame: the one that is not standing, else the later there; of two
    newcomers both are, until maintainers decide. Under another condition or retriever, or on
    other tracks, a system keeps its name, once maintainers have decided on it.
    standing: submissions that maintainers vouched for, whose name is the older one's.
    """
    owners: dict[tuple[str, str], list[Card]] = {}
    places = {name: place for place, name in enumerate(standing)}
    blamed = {*places}
    by_id = sorted(cards, key=lambda card: card.submission_id)
    for card in sorted(by_id, key=lambda card: places.get(card.submission_id, len(places))):
        name = name_skeleton(card.model_name), organization_skeleton(card.organization)
        others = owners.setdefault(name, [])
        known = _owner(card, others, places)
        if known is None:
            others.append(card)
            continue
        yield card.submission_id, _problem(card, known)
        if known.submission_id not in blamed:
            blamed.add(known.submission_id)
            yield known.submission_id, _problem(known, card)


def _problem(card: Card, other: Card) -> Problem:
    return Problem(
        code="name-taken",
        file=f"{card.submission_id}/submission.json",
        got=card.model_name,
        expected=f"a name that {other.submission_id} does not have",
        fix="give another system another name; the same system, under another condition, with "
        "another retriever or on other tracks, keeps it once maintainers have accepted it",
    )


def _owner(card: Card, others: list[Card], standing: Container[str]) -> Card | None:
    is_newcomer = card.submission_id not in standing
    for other in others:
        apart = card.tracks and other.tracks and {*card.tracks}.isdisjoint(other.tracks)
        same = (other.condition, retriever_of(other)) == (card.condition, retriever_of(card))
        if same and (is_newcomer or not apart):
            return other
    return next((c for c in others if is_newcomer and c.submission_id in standing), None)
