"""What the graph can be asked: six kinds of question, and what each names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from digesta.errors import UsageError

WORDS_BY_KIND: Mapping[str, tuple[str, ...]] = {
    "point_in_time": ("component_id", "date"),
    "attribution": ("component_id",),
    "difference": ("component_id", "date_1", "date_2"),
    "lineage": ("component_id",),
    "consistency": ("component_id",),
    "impact": ("scope", "from", "to"),
}
"""Kind of question -> what it names, in this order."""

_DAYS = frozenset({"date", "date_1", "date_2", "from", "to"})


def question_of(kind: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the question that a kind and its words come to, or raise UsageError.

    >>> question_of("point_in_time", ["cf_art_6", "2005-03-01"])
    {'kind': 'point_in_time', 'component_id': 'cf_art_6', 'date': '2005-03-01'}
    """
    if kind not in WORDS_BY_KIND:
        raise UsageError(f"no kind {kind!r}; there are: {', '.join(WORDS_BY_KIND)}")
    names = WORDS_BY_KIND[kind]
    if len(words) != len(names):
        raise UsageError(f"{kind} takes {len(names)} words: {', '.join(names)}")
    values = dict(zip(names, words, strict=True))
    days = [_day(name, values[name]) for name in names if name in _DAYS]
    if days != sorted(days):
        raise UsageError(f"{kind}: the earlier day first; not {' and '.join(days)}")
    return {"kind": kind, **values}


def _day(name: str, text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{name}: no day {text!r}; write YYYY-MM-DD") from error
    return text
