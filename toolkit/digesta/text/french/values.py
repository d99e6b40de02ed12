"""French dates, amounts, percentages and parties, as contracts and judgments write them.

All read the form ``text/1`` of a text (case, accents' composition, no-break and thin spaces,
dashes and quotes folded, punctuation at both ends trimmed) and are exact; a text that is not of
the grammar is None, never a guess:

- ``fr-date/1``: "1er janvier 2026", "le lundi 5 janv. 2026", 01/02/2026 (day first; also with
  points or hyphens), 2026-02-01. A day that the calendar lacks is none, two-digit years neither.
- ``fr-amount/1``: "1 250 000 €", "12.500,50 EUR", "1,25 million d'euros", "EUR 1.250". The comma
  is the decimal sign; a space, a point or an apostrophe parts groups of three; a point before
  any other number of digits is a decimal point (12500.50). Abbreviated multiples are refused
  ("5k", "3 M€": M is a thousand to one writer and a million to another), amounts in letters
  and "$" without a country too.
- ``fr-percent/1``: "12,5 %", "12.5 pour cent", in hundredths: 25/2. Nothing is grouped.
- ``fr-party/1``: a name without its legal form, title and article, and the form by its usual
  letters; "&" and "et" are one, accents are dropped (capitals often lack them). "M" without its
  point is a title unless a form is written; "Sa Majesté" and "S.E. M. ..." have no form.

``dates_in`` finds dates in running text. All are linear.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from digesta.text.french.texts import compact
from digesta.text.normal_form import text_1

LONGEST = 128
"""Characters of a text that is one date, amount or percentage."""

MONTHS: Mapping[str, int] = {
    **dict.fromkeys(("janvier", "janv", "jan"), 1),
    **dict.fromkeys(("février", "fevrier", "févr", "fevr", "fév", "fev"), 2),
    **dict.fromkeys(("mars",), 3),
    **dict.fromkeys(("avril", "avr"), 4),
    **dict.fromkeys(("mai",), 5),
    **dict.fromkeys(("juin",), 6),
    **dict.fromkeys(("juillet", "juill", "juil"), 7),
    **dict.fromkeys(("août", "aout"), 8),
    **dict.fromkeys(("septembre", "sept"), 9),
    **dict.fromkeys(("octobre", "oct"), 10),
    **dict.fromkeys(("novembre", "nov"), 11),
    **dict.fromkeys(("décembre", "decembre", "déc", "dec"), 12),
}
"""Names and abbreviations of the months, accents optional."""

CURRENCIES: Mapping[str, str] = {
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "livre sterling", "livres sterling"), "GBP"),
    **dict.fromkeys(("chf", "franc suisse", "francs suisses"), "CHF"),
    **dict.fromkeys(("us$", "usd", "dollar américain", "dollars américains"), "USD"),
}
"""How currencies are written -> ISO 4217."""

MULTIPLES: Mapping[str, int] = {
    **dict.fromkeys(("million", "millions"), 10**6),
    **dict.fromkeys(("milliard", "milliards"), 10**9),
}


class Amount(NamedTuple):
    """A sum of money; currency is ISO 4217, or empty where none is written."""

    value: Fraction
    currency: str


class Party(NamedTuple):
    """A party's folded name, and the letters of its legal form, if one is written."""

    name: str
    form: str


def fr_date(text: str) -> date | None:
    """Return the day that a text writes (``fr-date/1``).

    >>> fr_date("le 1er janvier 2026"), fr_date("01/02/2026"), fr_date("31 février 2019")
    (datetime.date(2026, 1, 1), datetime.date(2026, 2, 1), None)
    """
    match = _whole(_DATE, text)
    return _day(match) if match else None


def dates_in(text: str) -> tuple[date, ...]:
    """Return the days written in a running text, in order, repeated ones each time."""
    days = (_day(match) for match in _DATE.finditer(text_1(text)))
    return tuple(day for day in days if day is not None)


def fr_amount(text: str) -> Amount | None:
    """Return the sum that a text writes, or the plain number (``fr-amount/1``).

    >>> fr_amount("1,25 million d'euros")
    Amount(value=Fraction(1250000, 1), currency='EUR')
    >>> fr_amount("12.500,50 EUR").value, fr_amount("12500.5").value, fr_amount("EUR 5k")
    (Fraction(25001, 2), Fraction(25001, 2), None)
    """
    match = _whole(_AMOUNT, text)
    return _sum_of(match) if match else None


def fr_percent(text: str) -> Fraction | None:
    """Return the hundredths that a text writes with their sign (``fr-percent/1``).

    >>> fr_percent("12,5 %"), fr_percent("60 pour cent"), fr_percent("0,6")
    (Fraction(25, 2), Fraction(60, 1), None)
    """
    match = _whole(_PERCENT, text)
    return _decimal(match["percent"]) if match else None


def fr_party(text: str) -> Party | None:
    """Return a party's name and legal form (``fr-party/1``); None where nothing is named.

    >>> fr_party("la société par actions simplifiée Verger & Fils")
    Party(name='verger et fils', form='SAS')
    >>> fr_party("VERGER ET FILS (S.A.S.)") == fr_party("SAS Verger et Fils")
    True
    >>> fr_party("M. Jean DUPONT")
    Party(name='jean dupont', form='')
    """
    plain = text_1(text).translate(_UNACCENTED).replace("&", " et ")
    name = " ".join(plain.split())
    form = ""
    if first := _FORM_FIRST.match(name):
        name, form = name[first.end() :], first["form"]
    elif last := _FORM_LAST.search(name, max(0, len(name) - _LONGEST_FORM)):
        name, form = name[: last.start()], last["form"]
    title = _TITLE if form else _TITLE_OR_M
    rest = text_1(title.sub("", name, count=1))
    if form and _NO_NAME.fullmatch(rest):
        return None
    return Party(rest, _FORMS_BY_TEXT[compact(form)] if form else "") if rest else None


def _whole(grammar: re.Pattern[str], text: str) -> re.Match[str] | None:
    return grammar.fullmatch(text_1(text)) if len(text) <= LONGEST else None


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    month = parts["m1"] or parts["m2"] or parts["m3"]
    day, year = (parts["d1"] or parts["d2"] or parts["d3"]), (parts["y1"] or parts["y2"])
    try:
        number = MONTHS[month] if month in MONTHS else int(month)
        return date(int(year or parts["y3"]), number, int(day.removesuffix("er")))
    except ValueError:
        return None


def _sum_of(match: re.Match[str]) -> Amount:
    value = _number(match["number"])
    value *= MULTIPLES.get(match["multiple"] or "", 1)
    return Amount(value, CURRENCIES.get(match["before"] or match["of"] or match["after"] or "", ""))


def _number(written: str) -> Fraction:
    whole, _, decimals = written.partition(",")
    if _POINTED.fullmatch(whole):
        whole = whole.replace(".", "")
    return _decimal(f"{whole}.{decimals}" if decimals else whole)


def _decimal(written: str) -> Fraction:
    return Fraction(written.replace(" ", "").replace("'", "").replace(",", "."))


FORMS: Mapping[str, str] = {
    "SASU": "societe par actions simplifiee unipersonnelle",
    "SAS": "societe par actions simplifiee",
    "EURL": "entreprise unipersonnelle a responsabilite limitee",
    "SELARL": "societe d'exercice liberal a responsabilite limitee",
    "SELAS": "societe d'exercice liberal par actions simplifiee",
    "SARL": "societe a responsabilite limitee",
    "SCA": "societe en commandite par actions",
    "SCS": "societe en commandite simple",
    "SCI": "societe civile immobiliere",
    "SCP": "societe civile professionnelle",
    "SNC": "societe en nom collectif",
    "GIE": "groupement d'interet economique",
    "SC": "societe civile",
    "SA": "societe anonyme",
    "SE": "societe europeenne",
}
"""Letters of a legal form -> its name, without accents, longer forms before those within them."""

_FORMS_BY_TEXT = {
    compact(written): letters
    for letters, name in FORMS.items()
    for written in (letters.lower(), name)
}
_LONGEST_FORM = 64
_WRITTEN_FORM = "|".join(
    [*FORMS.values()]
    # S.A.S., S. A. S. and S.à r.l., with points or not
    + [r"\.? ?".join(letters.lower()) + r"\.?" for letters in FORMS]
)
_TITLES = r"monsieur|madame|mademoiselle|maitre|mme\.?|mlle\.?|me\.?|m\.|(?:la |l')?societe"
_TITLE = re.compile(rf"\A(?:{_TITLES}) (?=[^ ])")
_TITLE_OR_M = re.compile(rf"\A(?:{_TITLES}|m) (?=[^ ])")
_NO_NAME = re.compile(r"(?:la |l')?societe")
# "Sa" may be a possessive, and S.E. an excellency.
_STYLED = r"s\.? ?(?:a\.? (?:majeste|saintete)(?![a-z])|e\.? (?:monsieur|madame|mme|m\.|m ))"
_FORM_FIRST = re.compile(
    rf"(?!{_STYLED})(?:la |le |l')?(?:societe )?(?P<form>{_WRITTEN_FORM}),? (?=[^ ])"
)
_FORM_LAST = re.compile(rf"(?<=[^ ])(?:,? ?\(|,? )(?P<form>{_WRITTEN_FORM})\)?\Z")
_UNACCENTED = str.maketrans("àâäçéèêëîïôöùûüÿ", "aaaceeeeiioouuuy", "") | {
    ord("œ"): "oe",
    ord("æ"): "ae",
}

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_DATE = re.compile(
    rf"(?<![0-9a-zà-ÿ])(?:(?:le )?(?:(?:{_WEEKDAY}),? )?"
    rf"(?P<d1>1er|[0-3]?[0-9]) (?P<m1>{_MONTH})\.? (?P<y1>[12][0-9]{{3}})"
    r"|(?:le )?(?P<d2>[0-3]?[0-9])(?P<sep>[/.-])(?P<m2>[01]?[0-9])(?P=sep)(?P<y2>[12][0-9]{3})"
    r"|(?P<y3>[12][0-9]{3})-(?P<m3>[01][0-9])-(?P<d3>[0-3][0-9]))"
    r"(?![0-9a-zà-ÿ])(?![/.-][0-9])"
)
_POINTED = re.compile(r"-?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_MONEY = "|".join(re.escape(word) for word in sorted(CURRENCIES, key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?<![0-9a-zà-ÿ.,])(?:(?P<before>{_MONEY}) ?)?"
    r"(?P<number>-?(?:[1-9][0-9]{0,2}(?:(?: [0-9]{3}){1,8}|(?:\.[0-9]{3}){1,8}|(?:'[0-9]{3}){1,8})"
    r"(?:,[0-9]{1,9})?|(?:0|[1-9][0-9]{0,23})(?:[.,][0-9]{1,9})?))"
    rf"(?(before)|(?: (?P<multiple>{'|'.join(MULTIPLES)})(?:(?: de | d'| )(?P<of>{_MONEY}))?"
    rf"| ?(?P<after>{_MONEY}))?)"
    r"(?![0-9a-zà-ÿ%€£$])(?! ?%)(?![.,' ][0-9])"
)
_PERCENT = re.compile(
    r"(?<![0-9a-zà-ÿ.,])(?P<percent>-?(?:0|[1-9][0-9]{0,11})(?:[.,][0-9]{1,12})?)"
    r" ?(?:%|pour ?cent|p\. ?100)(?![0-9a-zà-ÿ])"
)
