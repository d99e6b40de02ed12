"""What a question's words ask: kind of task, article or division, days. Patterns, no model.

A question is read paragraph by paragraph; the first that names all that its kind needs is the
plan. It must name one article (no body: the permanent text) or one division, and just as many
days as its kind has. The law is the Brazilian constitution, or one with a ``law.json``, whose names
for itself and its bodies are read; an article of it must exist, and needs no body where its number
is in one only. Words that name another law are not read. Days are written out in English,
Portuguese or French, or as YYYY-MM-DD; bare years, several articles, and divisions that do not
begin at a title are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from digesta_generate.temporal.names import LEVELS, OWN, LawNames, lower, roman

FIRST_DAY = "1988-10-05"

MONTHS = (
    "january february march april may june july august september october november december",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
)
_MONTH = {name: at for names in MONTHS for at, name in enumerate(names.split(), start=1)}
_SAID = rf"(\d{{1,2}})(?:[º°]|er)? (?:de )?({'|'.join(_MONTH)}) (?:de )?(\d{{4}})"
_DAY = re.compile(rf"\b(?:(\d{{4}})-(\d\d)-(\d\d)|{_SAID})\b")
_ASIDE = re.compile(rf"\b(?:as compiled on|conforme compilada em|consolidée au) {_DAY.pattern}")
_LAWS = (
    rf"(?:{OWN}|adct|permanent text|texto permanente"
    r"|(?:brazilian |federal )?constitution\b(?: of brazil\b)?(?! of\b)"
    r"|constituição\b(?: federal\b| brasileira\b| do brasil\b)?(?! d[aeo]s?\b))"
)
"""What an article or a division may be said to be of."""
# A day may follow too: the text of article 6 of 3 May 2012.
_OF = rf"(?:(?= (?:of(?: the)?|d[aou]s?|des|de la) (?!\d)(?:({_LAWS})\b|(\w*)))|)"
# Numbers such as 103-B, L. 1225-37 and L1225-37.
_ARTICLE = re.compile(
    r"\b(?:article|artigo|art\.) ((?:[a-z]{1,2}\. ?|[a-z]{1,2}(?=\d)|[lrd] )?\d{1,5})(?:[º°]|er\b)?"
    rf"((?:-(?:[a-z]\b|\d+))*)\b{_OF}"
)
_OTHER_LAW = re.compile(
    r"\b(?:codes?|código|statutes?|estatuto|acts? of|law (?:no|of)|lei (?:n|d|\d)|decreto"
    r"|decree (?:no|of|\d)|(?:loi|décret|ordonnance) (?:n\W|d[eu]\b|\d))"
)
_BODY = re.compile(r"\b(adct|permanent text|texto permanente)\b")
_LEVELS = {name.lower(): level for names in LEVELS.values() for level, name in names.items()}
_DIVISION = re.compile(rf"\b({'|'.join(_LEVELS)}) ([ivx]+)\b{_OF}")
_NUMBERS = {roman(number).lower(): number for number in range(1, 40)}


class QueryPlan(NamedTuple):
    """What is asked. subject: id of an article, of a division for impact. days: in order."""

    kind: str
    subject: str
    days: tuple[str, ...] = ()

    @property
    def ask(self) -> dict[str, str]:
        """Return what is asked by the names that a question's ``ask`` has for it."""
        return dict(zip(KINDS[self.kind].names, (self.subject, *self.days), strict=True))

    @property
    def target_date(self) -> str | None:
        """Return the one day that is asked about, None where there is none or several."""
        return self.days[0] if self.kind == "point_in_time" else None


Subject = Callable[[str, LawNames | None, Sequence[str]], str | None]
"""A question's words, the law, the bodies that may be meant -> what is asked about."""


class PlanKind(NamedTuple):
    """How a kind is known. pattern: words that stand in it. names: of its subject and days."""

    pattern: re.Pattern[str]
    subject: Subject
    names: tuple[str, ...]


def read(words: str, law: LawNames | None = None) -> QueryPlan | None:
    """Return what a question asks; None where its words are not understood.

    law: which it is about, if not the Brazilian constitution.

    >>> read("What did Article 214 say on 2005-06-15?")
    QueryPlan(kind='point_in_time', subject='cf_art_214', days=('2005-06-15',))
    >>> read("What changed in Article 214 between 2005 and 2015?") is None
    True
    """
    for paragraph in re.split(r"\n\s*\n", lower(words)):
        if (plan := _read(" ".join(paragraph.split()), law)) is not None:
            return plan
    return None


def _read(words: str, law: LawNames | None) -> QueryPlan | None:
    if law is None:
        first_day, bodies = FIRST_DAY, sorted({*_BODY.findall(words)})
    else:
        first_day, (words, bodies) = law.file.first_day, law.fold(words)
        if re.search(rf"\b{_LAWS}\b", words.replace(OWN, "")):
            return None
    days = _days(_ASIDE.sub("", words))
    if days is None or _OTHER_LAW.search(words):
        return None
    for name, kind in KINDS.items():
        # "Since the text of 1988" is no day that is asked about.
        asked_days = tuple(day for day in days if name != "consistency" or day != first_day)
        if len(asked_days) == len(kind.names) - 1 and kind.pattern.search(words):
            subject = kind.subject(words, law, bodies)
            return None if subject is None else QueryPlan(name, subject, asked_days)
    return None


def _days(words: str) -> tuple[str, ...] | None:
    """Return the days that are named, in order; None where one of them is none."""
    days = set()
    for year, month, number, day, name, of in _DAY.findall(words):
        try:
            days.add(date(int(year or of), int(month or _MONTH[name]), int(number or day)))
        except ValueError:
            return None
    return tuple(day.isoformat() for day in sorted(days))


def _article(words: str, law: LawNames | None, bodies: Sequence[str]) -> str | None:
    articles = {
        (re.sub("[. ]", "", number) + rest, "adct" if body == "adct" else "cf", other)
        for number, rest, body, other in _ARTICLE.findall(words)
    }
    if len(articles) != 1:
        return None
    number, body, other = articles.pop()
    if law is None:
        known = re.fullmatch(r"\d{1,3}(-[a-z])?", number)
        return f"{body}_art_{number}" if known and not other else None
    names = law.articles & {f"{body}_art_{number}" for body in bodies}
    return min(names) if len(names) == 1 and not other else None


def _division(words: str, law: LawNames | None, bodies: Sequence[str]) -> str | None:
    """Return a division's id: the body, then its parts from the title down, each level once."""
    order = list(LEVELS["pt"])
    divisions = _DIVISION.findall(words)
    if any(other not in {"", *_LEVELS} for *_, other in divisions):
        return None
    named = {(_LEVELS[name], number) for name, number, *_ in divisions}
    parts = sorted(named, key=lambda part: order.index(part[0]))
    levels = [level for level, _ in parts]
    of_law = bodies if law is None else OWN in words
    if len(bodies) > 1 or not (of_law or parts) or _ARTICLE.search(words):
        return None
    if len(set(levels)) < len(levels) or levels[:1] not in ([], ["tit"]):
        return None
    if any(number not in _NUMBERS for _, number in parts):
        return None
    body = bodies[0] if law or "adct" in bodies else "cf"
    return "_".join([body, *(f"{level}_{_NUMBERS[number]}" for level, number in parts)])


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b")


KINDS: dict[str, PlanKind] = {
    "impact": PlanKind(_pattern("articles|artigos"), _division, ("scope", "from", "to")),
    "lineage": PlanKind(
        _pattern(
            "(?:all|every|which|the) (?:states|versions)|every (?:state|version)|history"
            "|(?:todos os|quais|os) estados|cada estado|histór(?:ia|ico)"
            "|(?:todas as|quais|que|as) redações|cada redação"
            "|(?:toutes les|quelles|les|chaque) (?:version|rédaction)s?|histoire|historique"
        ),
        _article,
        ("component_id",),
    ),
    "attribution": PlanKind(
        _pattern(
            "(?:which|what|all|every|the) (?:constitutional )?amendments?"
            "|(?:which|what|all|every) (?:laws?|ordinances?|decrees?|texts)"
            "|(?:quais|que|toda|todas as|as) emendas?"
            "|(?:quel(?:le)?s?|tou(?:s|tes) les|les|chaque)"
            " (?:textes?|lois?|ordonnances?|décrets?|modifications?)"
        ),
        _article,
        ("component_id",),
    ),
    "consistency": PlanKind(
        _pattern(
            "amended|altered|ever changed|any amendment|emendad[oa]|alterad[oa]|alterou"
            "|alguma emenda|modifi(?:ed|ée?|cations?)|changée?"
        ),
        _article,
        ("component_id",),
    ),
    "difference": PlanKind(
        _pattern(
            "chang(?:e|es|ed)|compare|differs?|another|amended|replaced|mud(?:a|ou|ado)|outr[oa]"
            "|diferente|alterad[oa]|emendad[oa]|substituíd[oa]"
            "|modifi(?:ed|ée?|cations?)|changée?|comparez|diff(?:ère|érait|érente?)|autre|remplacée?|mêmes?"
        ),
        _article,
        ("component_id", "date_1", "date_2"),
    ),
    "point_in_time": PlanKind(
        _pattern(
            "states?|versions?|say|said|read|text|wording|estados?|vers(?:ão|ões)|diz"
            "|dizia|lia|texto|redaç(?:ão|ões)|rédactions?|textes?|di(?:t|sait)|li(?:t|sait)|teneur"
        ),
        _article,
        ("component_id", "date"),
    ),
}
"""Kind of a question -> how it is known; of two that fit, the first."""
