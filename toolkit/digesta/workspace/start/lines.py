"""Worked lines of ``questions.csv``: four of each kind of answer, true and computed.

Four, because of three no constant answer is rare enough for a release to be cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from digesta.package_files import json_file
from digesta.scorers.letters.readings import letters_of
from digesta.text.formulas import csv_text
from digesta.text.readings import is_known, yes_no_words

_WORDS = json_file(__package__, "lines.json")
_SENTENCES: Mapping[str, Mapping[str, str]] = _WORDS["sentences"]
PURPOSES: Mapping[str, str] = _WORDS["purposes"]
"""What a site is for, by its language, with the title to be filled in."""
COPYRIGHTS: Mapping[str, str] = _WORDS["copyrights"]
"""The foot of its pages, likewise, with the licence."""
_KINDS: Mapping[str, Mapping[str, str]] = _WORDS["kinds"]
KINDS = tuple(_KINDS)
"""Kinds of answers, as the column ``kind`` names them."""
COLUMNS = ("id", "task", "kind", "question", "choices", "answer", "source", "split")
ENGLISH = "en"
SOURCE = "Calendar, by counting days"


class Period(NamedTuple):
    """So many days, from the day after one on."""

    n: int
    day: date

    @property
    def end(self) -> date:
        """Return the last day."""
        return self.day + timedelta(self.n)


PERIODS = (
    Period(14, date(2026, 3, 2)),
    Period(30, date(2026, 1, 30)),
    Period(10, date(2028, 2, 20)),
    Period(21, date(2026, 12, 15)),
)


def base_of(language: str) -> str:
    """Return the language that the lines for this one are written in: itself, else English.

    >>> base_of("de-AT"), base_of("la")
    ('de', 'en')
    """
    base = language.partition("-")[0].lower()
    return base if base in _SENTENCES and is_known(base) else ENGLISH


def question_table(kinds: Sequence[str], language: str) -> str:
    """Return the table, as CSV; kinds: of ``KINDS``."""
    return csv_text([COLUMNS, *(row for kind in kinds for row in _rows(kind, base_of(language)))])


def _rows(kind: str, base: str) -> Iterator[list[str]]:
    sentence = _SENTENCES[base][_KINDS[kind]["sentence"]]
    for number, period in enumerate(PERIODS):
        words = yes_no_words(base).own[2:]
        right = number % 2 == 0
        days = [f"{period.end + timedelta(more - number)}" for more in range(len(PERIODS))]
        choices, answer = {
            "yes_no": ([], words[0 if right else 1]),
            "choice": (days, str(period.end)),
            "letter": (days, letters_of(len(days))[number]),
            "number": ([], str(period.n + 1)),
            "day": ([], str(period.end)),
            "days": (days, "|".join(days[: number + 1])),
        }[_KINDS[kind]["answer"]]
        wrong = 1 if _KINDS[kind]["answer"] == "yes_no" and not right else 0
        end = period.end + timedelta(wrong)
        text = sentence.format(n=period.n, day=period.day, end=end)
        name = f"example-{kind}-{number + 1}"
        yield [name, kind, kind, text, "|".join(choices), answer, SOURCE, "public"]
