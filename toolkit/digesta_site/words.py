"""Plain words and the one rounding for the eye."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO
from digesta.package_files import json_file
from digesta.records.board import Row
from digesta_site.language import gettext, noop

CONDITIONS = {
    "closed_book": noop("closed book"),
    "retrieval": noop("with retrieval"),
    "gold_injected": noop("with the right sources given"),
}
LEVELS = {
    "rerun": noop("re-run by a maintainer"),
    "sealed": noop("scored on sealed truths"),
    "open": noop("self-reported on open answers"),
    "archived": noop("published elsewhere, marked again here"),
}
WHY_NOT = {
    "withdraw": noop("withdrawn"),
    "reject": noop("rejected"),
    "exclude": noop("excluded"),
    "not-judged": noop("not judged"),
    "judge-incomplete": noop("judged in part"),
    "not-comparable": noop("not comparable"),
}
"""Why a submission is not on a board, by code."""
INTERVALS = {
    "wilson/1": "Wilson intervals",
    "wilson/2": "Wilson intervals on the effective number of questions",
    "student/1": "paired Student intervals",
    "bootstrap/1": "bootstrap over whole clusters within tasks",
}


BASELINES = frozenset(
    [
        *(noop("BM25 neighbours"), noop("BM25 search"), noop("BM25 search service")),
        *(noop("BM25 search by own words"), noop("BM25 search of authorities")),
        *(noop("Letter n-gram neighbours"), noop("Longest choice"), noop("Trigram overlap")),
        *(noop("multilingual-e5-small neighbours"), noop("multilingual-e5-small search")),
        *(noop("multilingual-e5-small search service"), noop("Nearest question, by BM25")),
        noop("Fused BM25 and multilingual-e5-small search service"),
        noop("multilingual-e5-small search service with feedback"),
    ]
)
"""What our own baselines are called; another's name stays as it is."""
SENTENCES = (
    noop("too few to rank: %(n)s questions, and a ranking needs %(least)s"),
    noop("too few to rank: %(n)s ranked system, and a ranking needs %(least)s"),
    noop("too few to rank: %(n)s ranked systems, and a ranking needs %(least)s"),
    noop("not ranked: the judge %(judge)s did not pass its gate"),
    noop("no verdicts by %(judge)s"),
    noop("verdicts by %(judge)s"),
    noop("%(n)s answer not judged by %(judge)s"),
    noop("%(n)s answers not judged by %(judge)s"),
    noop(
        "too few sources to say: %(n)s questions from %(sources)s, of which the largest has "
        "%(largest)s; their degrees of freedom are %(df)s, and an interval needs %(least)s"
    ),
    noop("%(why)s; its truths can be computed, so a row of level sealed is not ranked here"),
    noop("%(why)s; rows are compared by an exact test over sources"),
    noop("a grader, apart and blind (human)"),
    noop("%(n)s tasks"),
    noop("%(n)s of %(all)s tasks"),
    noop("%(what)s, at least %(least)s"),
)
"""What published boards say in English, which a page says in its own language."""


class GlossaryTerm(NamedTuple):
    """A term of the field: its anchor in the glossary, its meaning in plain words, its group."""

    key: str
    word: str
    meaning: str
    group: str


TERMS = {
    key: GlossaryTerm(key, word, meaning, group)
    for group, terms in json_file("digesta_site", "glossary.json")
    for key, word, meaning in terms
}
"""Every term of the glossary by its key."""
STATES = (
    *(noop("answered"), noop("missing"), noop("unreadable"), noop("unjudged"), noop("refused")),
    *(noop("pending"), noop("calibration")),
    *(noop("system"), noop("adversary"), noop("baseline"), noop("reference")),
    *(noop("accepted"), noop("rejected"), noop("raised"), noop("upheld"), noop("sealed")),
    *(noop("public"), noop("holdout")),
    *(noop("accept"), noop("reject"), noop("withdraw"), noop("rescore"), noop("exclude")),
    *(noop("disputed"), noop("not reported"), noop("attack")),
)
"""Words of records that a page of a board or system says as they are."""
NOT_REPORTED = "not reported"
_SHOWN_CONTROLS = "\n\t"


def percent(share: float) -> str:
    """Return a share as a percentage with one decimal.

    >>> percent(0.6131)
    '61.3%'
    """
    return f"{share * 100:.1f}%"


def points(share: float) -> str:
    """Return a difference in points of a percent, with its sign.

    >>> points(0.125), points(-0.0001)
    ('+12.5', '+0.0')
    """
    # No "-0.0": an interval that holds nothing below 0 would look as if it did.
    return f"{round(share * 100, 1) + 0.0:+.1f}"


def number_text(value: float | None) -> str:
    """Return a number as tables are sorted by it; empty where there is none.

    >>> number_text(1.0), number_text(0.43), number_text(None)
    ('1', '0.43', '')
    """
    return "" if value is None else repr(value).removesuffix(".0")


def shorten(text: str, most: int = 72) -> str:
    """Return a text without its middle where it is long: what tells texts apart is often its end.

    >>> shorten("BM25 over every article", 12)
    'BM25 … ticle'
    """
    kept = most - 3
    return (
        text if len(text) <= most else f"{text[: kept // 2].strip()} … {text[-(kept + 1) // 2 :]}"
    )


def sentence(text: str) -> str:
    """Return what a board says in English in the language spoken; "" where we have no words.

    >>> sentence("no verdicts by rules-1"), sentence("3 answers were lost")
    ('no verdicts by rules-1', '')
    """
    for message in reversed(SENTENCES):
        form = re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+)", re.escape(message))
        if match := re.fullmatch(form, text):
            parts = match.groupdict().items()
            return gettext(message, **{key: sentence(part) or part for key, part in parts})
    return ""


def span(low: float | None, high: float | None) -> str:
    """Return an interval in percent; why there is none where sources are too few for one.

    >>> span(0.52, 0.701), span(None, None)
    ('52.0 to 70.1', 'too few sources')
    """
    if low is None or high is None:
        return gettext("too few sources")
    low_text, high_text = f"{low * 100:.1f}", f"{high * 100:.1f}"
    return gettext("%(low)s to %(high)s", low=low_text, high=high_text)


def rank(row: Row) -> str:
    """Return a row's rank interval; empty where the row is not ranked."""
    if row.rank_low is None or row.rank_high is None:
        return ""
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}-{row.rank_high}"


def capital(text: str) -> str:
    """Return a text with a capital in front; the rest keeps its own: German nouns, names.

    >>> capital("mit Quellen, bewertet von K")
    'Mit Quellen, bewertet von K'
    """
    return text[:1].upper() + text[1:]


def count_text(number: int, singular: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> count_text(1, "question"), count_text(2, "question")
    ('1 question', '2 questions')
    """
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


def with_spaces(name: str) -> str:
    """Return a name of ours in words."""
    return name.replace("_", " ")


def ascii_title(title: str, fallback: str) -> str:
    """Return a maintainers' title where it is plain ASCII, else the name in words."""
    plain = title.isascii() and title.isprintable() and not set(title) & set("<>&{}\"'`\\")
    return title if plain and title else with_spaces(fallback)


_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""Return a text with its invisible characters spelled out.

    >>> visible("a\u200fb")
    'a[U+200F]b'
    """
    if text.replace("\n", "").isprintable():  # as nearly all are
        return text
    odd = {
        ord(c): f"[U+{ord(c):04X}]"
        for c in set(text)
        if not c.isprintable() and unicodedata.category(c) in _INVISIBLE
        if c not in _SHOWN_CONTROLS
    }
    return text.translate(odd) if odd else text


class Cut(NamedTuple):
    """A text, and how many characters were left out of it."""

    text: str
    more: int


def answer_text(answer: Any, limit: int = 700) -> Cut:
    """Return an answer as a readable text: a string as it is, anything else as JSON."""
    whole = answer if isinstance(answer, str) else _FLAT.encode(answer)
    shown = visible(whole)
    return Cut(shown[:limit], max(0, len(shown) - limit))


_FLAT = json.JSONEncoder(ensure_ascii=False, sort_keys=True)


class Mark(NamedTuple):
    """What an answer earned: a key for style and sign, words, and the share earned."""

    key: str
    words: str
    share: float | None


def mark_of(status: str, credit: int) -> Mark:
    """Return what a row's status and credit (in nano-units) mean.

    >>> mark_of("answered", 430_000_000).words
    'partly right (43.0%)'
    """
    if status != "answered":
        return Mark(status, status, 0.0)
    if credit in {0, NANO}:
        return Mark("right", "right", 1.0) if credit else Mark("wrong", "wrong", 0.0)
    return Mark("partly", f"partly right ({percent(credit / NANO)})", credit / NANO)
