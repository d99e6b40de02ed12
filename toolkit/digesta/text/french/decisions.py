"""Numbered decisions that a French text cites (``fr-citation/1``).

The form of a number shows the court: "19-12.345" is a pourvoi, "C-311/18" and
"T-612/17" are cases of the Union's two courts, "2020-800 DC" is of the Conseil constitutionnel,
"19PA01234" of an administrative court of appeal; a number of another form is read after "n°"
where "CE", "CEDH" or "CA" with its city stands before it. Chamber and day are read
from the words before the number. Numbers of one form that only a comma or "et" parts ("n°s
19-12.345 et 19-12.346") are decisions of one court, chamber and day. A decision without a number
is not read: names of parties are beyond a grammar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from digesta.text.french.citations import plain_french
from digesta.text.french.values import dates_in

BEFORE = 120
"""Characters before a number in which its court, chamber and day are looked for."""

CHAMBERS: Mapping[str, str] = {
    "1re civ.": r"1(?:re|ere) (?:ch(?:ambre|\.) )?civ(?:ile|\.)?|civ\. 1(?:re|ere)"
    r"|premiere chambre civile",
    "2e civ.": r"2(?:e|eme) (?:ch(?:ambre|\.) )?civ(?:ile|\.)?|civ\. 2e|deuxieme chambre civile",
    "3e civ.": r"3(?:e|eme) (?:ch(?:ambre|\.) )?civ(?:ile|\.)?|civ\. 3e|troisieme chambre civile",
    "com.": r"com\.|(?:ch\.|chambre) com(?:merciale|\.)",
    "soc.": r"soc\.|(?:ch\.|chambre) soc(?:iale|\.)",
    "crim.": r"crim\.|(?:ch\.|chambre) crim(?:inelle|\.)",
    "ass. plén.": r"ass\. ?plen\.|assemblee pleniere",
    "ch. mixte": r"ch\. ?mixte|chambre mixte",
}
"""Chambers of the Cour de cassation -> how they are written, without accents."""


class CourtDecision(NamedTuple):
    """A numbered decision; court and number identify it.

    court: "Cass.", "CE", "CAA", "Cons. const.", "CJUE", "TUE", "CEDH", or "CA" with its city.
    number: a pourvoi's without its point ("19-12345"), others as written ("420736", "C-311/18",
    "2020-800 DC"). chamber: of the Cour de cassation, a key of ``CHAMBERS``; empty where none
    is read. day: of the decision; None where none is written.
    """

    court: str
    number: str
    chamber: str = ""
    day: date | None = None


def decisions_in(text: str) -> tuple[CourtDecision, ...]:
    """Return the numbered decisions that a text cites, in order.

    >>> decisions_in("Cass. com., 12 mai 2021, n° 19-12.345")[0][:3]
    ('Cass.', '19-12345', 'com.')
    >>> decisions_in("CE, 3 juin 2020, n° 420736")[0].number
    '420736'
    """
    plain = plain_french(text)
    decisions: list[CourtDecision] = []
    end = at = 0
    while match := _NUMBER.search(plain, at):
        before = plain[max(end, match.start() - BEFORE) : match.start()]
        at = match.end()
        court = _court(match, before)
        if court:
            decisions.append(_decision(court, match, before))
            end = at = _more(plain, match, decisions)
    return tuple(decisions)


def _more(plain: str, first: re.Match[str], decisions: list[CourtDecision]) -> int:
    """Read the numbers that share court and day of the last decision; return where they end."""
    form, at = first.lastgroup or "", first.end()
    # A sum may follow a number whose form shows no court: its sign must be there, or plural.
    bare = form in _COURTS or _PLURAL.match(first[0]) is not None
    while match := _FURTHER.match(plain, at):
        if match.lastgroup != form or not (bare or match["sign"]):
            break
        decisions.append(decisions[-1]._replace(number=_plain(decisions[-1].court, match[form])))
        at = match.end()
    return at


def _court(match: re.Match[str], before: str) -> str:
    """Return the court of a number, or "" if it is no decision's."""
    form = match.lastgroup or ""
    if form in _COURTS:
        return _COURTS[form]
    courts = [court for court in _COURT.finditer(before) if court.lastgroup == form]
    if not courts:
        return ""
    return courts[-1][0] if form == "appeal" else _NAMED[form]


def _decision(court: str, match: re.Match[str], before: str) -> CourtDecision:
    number = _plain(court, match[match.lastgroup or ""])
    chambers = [name.lastgroup for name in _CHAMBER.finditer(before)] if court == "Cass." else []
    chamber = _CHAMBER_OF[chambers[-1] or ""] if chambers else ""
    days = dates_in(before)
    return CourtDecision(court, number, chamber, days[-1] if days else None)


def _plain(court: str, number: str) -> str:
    return number.replace(".", "") if court == "Cass." else number


_COURTS = {
    "cassation": "Cass.",
    "justice": "CJUE",
    "tribunal": "TUE",
    "council": "Cons. const.",
    "caa": "CAA",
}
_NAMED = {"state": "CE", "strasbourg": "CEDH"}
_BY_FORM = (
    r"(?P<cassation>[0-9]{2}-[0-9]{2}\.?[0-9]{3})(?![0-9])"
    r"|(?P<justice>C-[0-9]{1,4}/[0-9]{2})(?![0-9])|(?P<tribunal>T-[0-9]{1,4}/[0-9]{2})(?![0-9])"
    r"|(?P<council>(?:19|20)?[0-9]{2}-[0-9]{1,4}(?:/[0-9]{1,4}){0,9} (?:DC|QPC))(?![A-Za-z])"
    r"|(?P<caa>[0-9]{2}[A-Z]{2}[0-9]{5})(?![0-9])"
)
_BARE = (
    r"(?:(?P<appeal>[0-9]{2}/[0-9]{5})|(?P<strasbourg>[0-9]{2,5}/[0-9]{2})"
    r"|(?P<state>[0-9]{5,6}))(?![0-9/])"
)
_NUMBER = re.compile(rf"(?<![A-Za-z0-9/.-])(?:{_BY_FORM}|(?:n°s?|nos) ?{_BARE})")
_PLURAL = re.compile("n°s|nos")
_FURTHER = re.compile(rf"(?:, ?| ?& ?|,? (?:et|ou) )(?P<sign>n° ?)?(?:{_BY_FORM}|{_BARE})")
_COURT = re.compile(
    r"(?<![A-Za-z])(?:(?P<state>CE|Conseil d'Etat)|(?P<strasbourg>CEDH|Cour EDH)"
    r"|(?P<appeal>CA [A-Z][A-Za-z'-]{1,30}))(?![A-Za-z])"
)
_CHAMBER_OF = {f"c{index}": name for index, name in enumerate(CHAMBERS)}
_CHAMBER = re.compile(
    "(?i)(?<![a-z])(?:"
    + "|".join(f"(?P<c{index}>{form})" for index, form in enumerate(CHAMBERS.values()))
    + ")"
)
