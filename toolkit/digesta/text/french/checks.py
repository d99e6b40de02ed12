"""The check by which a program decides a criterion.

Its terms ``kind: value`` are joined by " & " (all) or " | " (any); " & " binds closer. The kinds
(``fr-check/1``) are:

- ``authority``: a text and an article ("code de commerce, L. 442-1"), a text by its number
  ("règlement (UE) 2022/720", "loi n° 66-537 du 24 juillet 1966"), or a decision by court, day and
  number or name ("Cass. com., 2 nov. 2011, n° 10-15.887", "CE, 13 juillet 2016, Czabaj").
- ``repealed``: the same of what is no longer in force; an article may be "ancien 1134", and
  "CEDH, ancien délai de six mois" is a rule by its words. Of negative criteria alone.
- ``heading``: titles parted by "; ", each a line of its own, in any order.
- ``number``: ASCII digits with a point, and a unit of ``UNITS`` after a space, or none.
- ``date``: YYYY-MM-DD. ``party``: a name.

Any other check is refused (ValueError; its message says what is expected). A check that holds
shows that an answer names the thing, never that it is right about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from digesta.text.french.citations import articles_in, plain_french
from digesta.text.french.decisions import decisions_in
from digesta.text.french.texts import TEXTS, compact
from digesta.text.french.values import fr_date

UNITS = ("EUR", "%", "heures", "jours", "semaines", "mois", "ans", "parts")
"""Units of numbers."""


class TextArticle(NamedTuple):
    """An article of a text; number as ``digesta.text.french.citations`` reads it ("L442-1")."""

    text: str
    number: str


class NumberedText(NamedTuple):
    """A regulation, directive or law as a whole: its name (``text_named``), its day if given."""

    text: str
    day: date | None


class Ruling(NamedTuple):
    """A decision: its court, its day, and its number or the name that it goes by."""

    court: str
    day: date
    number: str
    name: str


class FormerRule(NamedTuple):
    """A former rule that has no number, by its words, folded (``plain_french``, lower case)."""

    text: str
    words: str


class Headings(NamedTuple):
    """Titles, as the check writes them."""

    titles: tuple[str, ...]


class Quantity(NamedTuple):
    """A number and its unit, "" for none."""

    value: Fraction
    unit: str


Value = TextArticle | NumberedText | Ruling | FormerRule | Headings | Quantity | date | str
"""What a term looks for; a party is a text."""


class CheckTerm(NamedTuple):
    """One ``kind: value`` of a check."""

    kind: str
    value: Value


Check = tuple[tuple[CheckTerm, ...], ...]
"""Alternatives; one holds where all its terms hold."""


def parse_check(check: str) -> Check:
    """Return a criterion's check, or ValueError that says what is expected.

    >>> parse_check("authority: code civil, 1240 & number: 7.5 %")[0][1]
    CheckTerm(kind='number', value=Quantity(value=Fraction(15, 2), unit='%'))
    """
    return tuple(tuple(_term(term) for term in terms.split(" & ")) for terms in check.split(" | "))


def text_named(written: str) -> str:
    """Return the one name, folded, of a text that may be named in many ways; unknown names stay.

    >>> text_named("CRPA"), text_named("règlement (UE) n° 2016/679"), text_named("loi n° 78-17")
    ("code des relations entre le public et l'administration", 'reglement 2016/679', 'loi 78-17')
    """
    plain = plain_french(written).lower()
    numbered = _NUMBERED.match(plain)
    if numbered:
        return f"{numbered['kind']} {numbered['number']}"
    return SPELLINGS.get(compact(plain), plain)


def _fold(name: str) -> str:
    return plain_french(name).lower()


def _term(written: str) -> CheckTerm:
    kind, parted, value = written.partition(": ")
    if not parted or kind not in _KINDS or not value or value != value.strip():
        raise ValueError(
            f'a check "kind: value" of the kinds {", ".join(_KINDS)}, parted by " & " or " | "'
        )
    return CheckTerm(kind, _KINDS[kind](value))


def _authority(value: str) -> Value:
    head, _, tail = value.partition(", ")
    if _COURT.match(head) and (ruling := _ruling(value, head, tail)):
        return ruling
    if _ARTICLE.fullmatch(tail) and _is_text(head) and (cited := articles_in(f"article {tail}")):
        return TextArticle(text_named(head), cited[0].number)
    numbered = None if tail else _NUMBERED.fullmatch(_fold(value))
    day = fr_date(numbered["day"]) if numbered and numbered["day"] else None
    if numbered and bool(numbered["day"]) is (day is not None):
        return NumberedText(text_named(value), day)
    raise ValueError(
        'an authority: "text, article", a numbered text, or "court, day, n° number"; such as '
        "code civil, 1240; règlement (UE) 2022/720; Cass. com., 2 nov. 2011, n° 10-15.887"
    )


def _former(value: str) -> Value:
    head, _, tail = value.partition(", ancien ")
    if not tail:
        return _authority(value)
    if _ARTICLE.fullmatch(tail):
        return _authority(f"{head}, {tail}")
    if _is_text(head) and _WORDS.fullmatch(_fold(tail)):
        return FormerRule(text_named(head), _fold(tail))
    raise ValueError(
        'a repealed article, "text, ancien 1134", or rule, "text, ancien délai de ..."'
    )


def _ruling(value: str, court: str, rest: str) -> Ruling | None:
    day, _, tail = rest.partition(", ")
    decided = fr_date(day)
    if decided is None or not tail:
        return None
    numbered = decisions_in(value)
    if numbered:
        return Ruling(court, decided, numbered[0].number, "")
    return Ruling(court, decided, "", tail) if _NAME.fullmatch(tail) else None


def _is_text(written: str) -> bool:
    plain = _fold(written)
    return bool(compact(plain) in SPELLINGS or _NUMBERED.fullmatch(plain) or _KIND.match(plain))


def _heading(value: str) -> Value:
    titles = tuple(value.split("; "))
    if not all(title == title.strip() and title for title in titles):
        raise ValueError('titles parted by "; "')
    return Headings(titles)


def _number(value: str) -> Value:
    match = _NUMBER.fullmatch(value)
    if match is None or (match["unit"] or "") not in ("", *UNITS):
        raise ValueError(f"digits, a point, and a unit of {', '.join(UNITS)}; such as 0.98 EUR")
    return Quantity(Fraction(match["number"]), match["unit"] or "")


def _date(value: str) -> Value:
    if _ISO.fullmatch(value) and (day := fr_date(value)):
        return day
    raise ValueError("a day of the calendar as YYYY-MM-DD")


def _party(value: str) -> Value:
    if not any(char.isalpha() for char in value) or ";" in value:
        raise ValueError("one name of a party")
    return value


OTHERS: Mapping[str, tuple[str, ...]] = {
    "code de l'organisation judiciaire": ("coj",),
    "code des tribunaux administratifs et des cours administratives d'appel": (),
    "convention européenne des droits de l'homme": ("cedh",),
    "traité ce": ("traité instituant la communauté européenne", "tce"),
}
"""Names of texts beyond ``texts.TEXTS``: read in checks, not in citations."""

SPELLINGS: Mapping[str, str] = {
    compact(_fold(spelling)): _fold(name)
    for table in (TEXTS, OTHERS)
    for name, others in table.items()
    for spelling in (name, *others)
}
"""How a text may be named, folded, without points and spaces -> its one name, folded."""

_KINDS: Mapping[str, Callable[[str], Value]] = {
    "authority": _authority,
    "repealed": _former,
    "heading": _heading,
    "number": _number,
    "date": _date,
    "party": _party,
}
_UNION = r"(?:\((?:ue|ce|cee)\) ?)?(?:n° ?)?"
_NUMBERED = re.compile(
    rf"(?P<kind>reglement|directive|loi|ordonnance|decret) {_UNION}"
    r"(?P<number>[0-9]{2,4}[/-][0-9]{1,4})(?:/(?:ue|cee|ce))?"
    r"(?: du (?P<day>[0-9][0-9a-z ]{6,17}))?(?![0-9a-z])"
)
_KIND = re.compile(r"(?:code|livre|traite|convention|charte|statut) [a-z]")
_COURT = re.compile(r"(?:Cass\.|CE|CAA|CJUE|CJCE|TUE|TPICE|CEDH|CA|Cons\. const\.)(?![A-Za-z])")
_ARTICLE = re.compile(r"(?:[LRDA]\. )?[1-9][0-9]{0,4}(?:-[0-9]{1,4}){0,3}(?: [A-H]| bis| ter)?")
_WORDS = re.compile(r"[a-z][a-z' -]{7,79}")
_NAME = re.compile(r"[^\W\d_][\w' -]{2,59}")
_NUMBER = re.compile(r"(?P<number>[0-9]{1,15}(?:\.[0-9]{1,6})?)(?: (?P<unit>[^ ]{1,10}))?")
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
