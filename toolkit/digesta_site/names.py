"""One name for each submission, which tells it from all others of its release.

A system keeps its name under several conditions and with several retrievers; a table, a chart or
a page that shows two of them must say which is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from os import path

from digesta.records.submission import Card
from digesta.records.track import Condition
from digesta_site.language import gettext
from digesta_site.words import BASELINES, CONDITIONS, with_spaces


def distinct_names(cards: Iterable[Card]) -> dict[str, str]:
    """Return each submission's name by its id, with what tells it apart where others share it.

    What tells it apart is its condition, or the end of its id where others have that too.
    """
    alike: dict[str, list[Card]] = {}
    for card in cards:
        alike.setdefault(card.model_name, []).append(card)
    names = {}
    for own_name, group in alike.items():
        name = gettext(own_name) if own_name in BASELINES else own_name
        conditions = Counter(card.condition for card in group)
        for card in group:
            own = len(group) > 1
            names[card.submission_id] = f"{name} ({_own(card, group, conditions)})" if own else name
    return names


def _own(card: Card, group: Sequence[Card], conditions: Counter[Condition]) -> str:
    """Return what no other of a group of one name has."""
    if conditions[card.condition] == 1:
        return gettext(CONDITIONS[card.condition])
    ids = [other.submission_id for other in group]
    prefix = path.commonprefix([f"{each}-" for each in ids])  # noqa: RUF071 - no paths
    # Whole words: "smollm2-flat" and "smollm2-fused" differ in these, not in "lat" and "used".
    rest = card.submission_id[prefix.rfind("-") + 1 :]
    return with_spaces(rest.replace("-", " ")) if rest else card.submission_id
