"""Names of systems: whose a name is where two have the same, or look alike."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from digesta.board.comparison import retriever_of
from digesta.errors import Problem
from digesta.intake import name_skeleton
from digesta.records.submission import Card


def taken_names(
    cards: Iterable[Card], standing: Container[str], *, last: Container[str] = ()
) -> Iterator[tuple[str, Problem]]:
    """Yield each submission whose name another has or looks like, with its problem.

    Of two the newcomer is to blame: the one that is not standing, else the later by its id. Under
    another condition or retriever a system keeps its name, once maintainers have decided on it.
    standing: submissions that maintainers vouched for. last: those of them that came last.
    """
    owners: dict[tuple[str, str], list[Card]] = {}
    by_id = sorted(cards, key=lambda card: card.submission_id)
    by_id.sort(key=lambda card: (card.submission_id not in standing, card.submission_id in last))
    for card in by_id:
        name = name_skeleton(card.model_name), name_skeleton(card.organization)
        others = owners.setdefault(name, [])
        known = _owner(card, others, standing)
        if known is None:
            others.append(card)
            continue
        yield (
            card.submission_id,
            Problem(
                code="name-taken",
                file=f"{card.submission_id}/submission.json",
                got=card.model_name,
                expected=f"a name that {known.submission_id} does not have",
                fix="name another system otherwise; the same system, under another condition or "
                "with another retriever, stands once maintainers have accepted it",
            ),
        )


def _owner(card: Card, others: list[Card], standing: Container[str]) -> Card | None:
    for other in others:
        if (other.condition, retriever_of(other)) == (card.condition, retriever_of(card)):
            return other
    is_newcomer = card.submission_id not in standing
    return next((c for c in others if is_newcomer and c.submission_id in standing), None)
