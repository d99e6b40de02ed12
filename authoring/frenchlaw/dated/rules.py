"""The table of rules, and what the code says of each on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.workspace import store

Value = int | str
FIRST, LAST = date(2020, 1, 1), date(2026, 3, 27)
"""Days that are asked about: the corpus has texts of states from the first to the last."""
MARGIN = timedelta(days=20)
"""No day nearer to a change: provisions for cases under way then stand outside the code."""


class RulePeriod(NamedTuple):
    """Days, first and last, on which a rule had a value, MARGIN away from its version's ends.

    words: of the article's text then; start, end: the version's own first day and the day after
    its last, or "".
    """

    first: date
    last: date
    value: Value
    words: str
    text: str
    start: str
    end: str


class Rule(NamedTuple):
    """A rule of one article. ask: the question, {jour} in it."""

    key: str
    article: str
    ask: str
    periods: tuple[RulePeriod, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """Return the different values, in the order in which they came."""
        return tuple(dict.fromkeys(period.value for period in self.periods))


def read_rules(path: Path, versions: Iterable[Mapping[str, Any]]) -> list[Rule]:
    """Return the rules of a table, each period held to the text in force then.

    path: a list of rules; each of its values has the first day of a version of the article, the
    value, and words that this version's text has, or has not if ``!`` comes before them; a rule of
    one value for ever names both once, under ``always``. versions: the corpus's lines. ValueError
    where a text does not bear its value out.
    """
    texts: dict[str, dict[str, Mapping[str, Any]]] = {}
    for version in versions:
        if version.get("text"):
            texts.setdefault(version["article"], {})[version["start"]] = version
    rules = []
    for row in orjson.loads(store.read_bytes(path)):
        least = date.fromisoformat(row.get("from", FIRST.isoformat()))
        own = texts[row["article"]]
        values = row.get("values") or [[start, *row["always"]] for start in own]
        periods = [_period(own[start], least, value, words) for start, value, words in values]
        open_periods = tuple(period for period in periods if period.first <= period.last)
        rules.append(Rule(row["key"], row["article"], row["ask"], open_periods))
    return rules


def _period(version: Mapping[str, Any], least: date, value: Value, words: str) -> RulePeriod:
    if words.startswith("!") == (words.removeprefix("!") in version["text"]):
        raise ValueError(f"{version['article']} from {version['start']} does not bear out {words}")
    end = version["end"]
    first = max(date.fromisoformat(version["start"]) + MARGIN, least)
    last = date.fromisoformat(end) - MARGIN if end else LAST
    own = (version["text"], version["start"], end or "")
    return RulePeriod(first, min(last, LAST), value, words, *own)
