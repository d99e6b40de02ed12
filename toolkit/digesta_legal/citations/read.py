"""References to Brazilian law in a text: article, paragraph, item and law; precedents by number.

What is read: ``art. 150, III, "b", e § 1º, da CF``, ``arts. 186 e 927 do Código Civil``, ``Lei nº
8.429/92, art. 12, § 6º``, ``Súmula 428, I, do TST``. A law by number is compared by number alone;
names and abbreviations stand in ``laws.json``. An article belongs to the next law that is named in
its sentence, else to the one named just before it.

That is reading 1, whose published rows stay. Reading 2 also knows paragraphs before their article
(``§ 3º do art. 58``), laws before theirs (``CTB, art. 306; ...``), ``cc`` for ``c/c``, precedents
without a court, more names, and articles of the law that was named last (``carried``); a number is
an article only where it follows on one.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from digesta.package_files import json_file

NEAR = 160
"""Characters of a sentence within which an article's law is named after it."""

BEFORE = 30
"""Characters before the article within which its law is named, where none follows."""


class Reference(NamedTuple):
    """A provision, or a precedent: its law or court, its number, and what of it is named."""

    law: str
    number: str
    parts: frozenset[str]

    def names(self, other: Reference) -> bool:
        """Return whether this names all of another: the same number, and no part less."""
        return (
            self.number == other.number
            and (self.law == other.law or self._of_any_court(other) or other._of_any_court(self))
            and self.parts >= other.parts
        )

    def _of_any_court(self, other: Reference) -> bool:
        kind, _, court = self.law.partition(":")
        return court == ANY_COURT and kind == other.law.partition(":")[0]


ANY_COURT = "any"
"""The court of a precedent that is named without one, in reading 2: it may be of each court."""


def references(text: str, reading: int = 1, *, carried: bool = True) -> list[Reference]:
    """Return the references of a text, in order.

    carried: whether reading 2 gives an article without a law in its sentence to the last law.

    >>> references("nos termos do Art. 170, parágrafo único, da CRFB/88")
    [Reference(law='cf', number='170', parts=frozenset({'§unico'}))]
    """
    return [
        reference for group in alternatives(text, reading, carried=carried) for reference in group
    ]


def alternatives(text: str, reading: int = 1, *, carried: bool = True) -> list[list[Reference]]:
    """Return the references of a text, those together that no ``ou`` parts.

    >>> [len(group) for group in alternatives("Art. 53 c/c o Art. 27 da CRFB/88 OU Art. 2 do CPC")]
    [2, 1]
    """
    groups: dict[tuple[int, int], list[Reference]] = {}
    last = ""
    plain = _plain(text if reading == 1 else _DOT.sub("", text.translate(_EVEN)))
    for pattern, form in _RULES[reading].rewritten.items():
        plain = re.sub(pattern, form, plain)
    for place, sentence in enumerate(_RULES[reading].end.split(plain)):
        tokens = list(_token(reading).finditer(sentence))
        named = [(token.end(), token[0]) for token in tokens if token["law"] or token["act"]]
        known = [(0, last), *(named if _RULES[reading].follows else ())]
        whole = _SAME.sub(partial(_again, known), sentence)
        if whole != sentence:
            tokens = list(_token(reading).finditer(whole))
        for way, reference in _in_sentence(whole, tokens, reading, last if carried else ""):
            groups.setdefault((place, way), []).append(reference)
        last = named[-1][1] if named else last
    return list(groups.values())


_EVEN = {0xA0: " ", 0x202F: " ", 0x2011: "-"}
_DOT = re.compile(r"(?<=\d)\.(?=[ºª°])")
_SAME = re.compile(
    r"\b(?:(?:mesm|referid|citad|mencionad)[ao]|dest[ae]|desse|dessa) (?:lei|codigo|diploma)\b"
)
"""How a text goes on with the law that it named last."""


def _again(named: Sequence[tuple[int, str]], match: re.Match[str]) -> str:
    """Return the name of the law that is meant, of those named by where they end; else the text."""
    law = named[bisect_right(named, match.start(), key=itemgetter(0)) - 1][1]
    return f" {law} " if law else match[0]


def words_beside(text: str) -> list[str]:
    """Return the words of a text that are neither references nor what joins them to a sentence.

    >>> words_beside("Há prazo em dobro, nos termos do Art. 183 do CPC")
    ['ha', 'prazo', 'dobro']
    """
    rest = _token().sub(" ", _plain(text))
    return [word for word in re.findall("[a-z]+", rest) if word not in _joining()]


@cache
def _joining() -> frozenset[str]:
    return frozenset(json_file(__name__.rpartition(".")[0], "joining.json"))


_SENTENCE = re.compile(r";|\n|(?<!art)(?<!arts)(?<!inc)(?<!par)\.(?=\s)")
_THOUSANDS = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")


def _plain(text: str) -> str:
    """Return a text without case, accents, ordinal signs, emphasis and dots within numbers."""
    folded = text.replace("º", "").replace("ª", "").replace("°", "").replace("*", "").casefold()
    bare = unicodedata.normalize("NFD", folded)
    for mark in filter(unicodedata.combining, set(bare)):
        bare = bare.replace(mark, "")
    bare = _THOUSANDS.sub("", bare)
    bare = re.sub(r"\balineas?\b\s*", "@", bare)
    bare = re.sub(r"[\"'“”‘’]([a-z])[\"'“”‘’]", r"@\1", bare)
    bare = re.sub(r"\bparagrafos\b", "§§", bare.replace("c/c", " com ")).replace("paragrafo", "§")
    bare = re.sub(r"\bitem (?=\d)", "§ ", bare)
    return re.sub(r"\b(?:incisos?|inc\.|itens|item|caput)\b,?", " ", bare)


class _Rules(NamedTuple):
    """What tells the readings apart. end: of a sentence. rewritten: forms by pattern, first.

    number, roman, letters, adjective: patterns. follows: whether numbers and parts must follow on
    an article with nothing but joining words before them.
    """

    end: re.Pattern[str] = _SENTENCE
    rewritten: Mapping[str, str] = MappingProxyType({})
    number: str = r"\b\d+(?:-[a-z]\b)?"
    roman: str = r"[ivxlc]+\b(?!/)"
    letters: str = "a-z"
    adjective: str = "federal"
    follows: bool = False


_ROMAN = r"(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?<=[ivxlc])\b(?!/)"
_PART = rf"(?:§+\s*(?:unico\b|\d+(?:-[a-z])?)|\b{_ROMAN}|@[a-z]\b)"
_RULES = {
    1: _Rules(),
    2: _Rules(
        end=re.compile(_SENTENCE.pattern.replace(r"\.(?=", r"(?<!\bn)\.(?=") + r"|\|"),
        rewritten={
            r"(?<=\d)(,?) cc (?=(?:o )?(?:art|\d))": r"\1 e ",
            r"\b(?:enunciado|verbete)s? (?:de |da )?sumula(?:r|res)?\b": "sumula",
            r"\b(?:enunciado|verbete)s? (?:n\.? ?)?(\d+) da sumula\b": r"sumula \1",
            r"\blo (?=n\.? ?\d)": "lei ",
            r"\btema (?:repetitivo|d[ea] repercussao geral|rg)\b": "tema",
            rf"({_PART}(?:(?:,| e| d[oa]s?){{0,2}}\s{{0,3}}(?:{_PART}|\d+\b)){{0,9}}),? "
            r"(?:ambos )?(?:d[oe]|n?o|ao)s? (artigos?|arts?\.?) (\d+(?:-[a-z]\b)?)": r"\2 \3, \1",
        },
        number=r"(?<![/,]\d)(?<!/)\b\d+(?:-[a-z]\b)?(?!\d|,\d|\s*(?:[/%]|parte|fase))",
        roman=_ROMAN,
        letters="a-df-z",
        adjective="(?:federal|cnj)",
        follows=True,
    ),
}


@cache
def _token(reading: int = 1) -> re.Pattern[str]:
    names = [name for aliases in _laws(reading).values() for name in aliases]
    aliases = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    rules = _RULES[reading]
    return re.compile(
        rf"(?P<law>\b(?:{aliases})\b(?!/?\w))"
        r"|(?P<act>\b(?:lei complementar|lei|lc|decreto-lei|decreto|dl|resolucao)\b\s*"
        rf"(?:{rules.adjective}\s*)?(?:n\.?\s*o?\.?\s*)?"
        r"(?P<act_number>\d+)(?:\s*/\s*\d+|,? de \d{4})?)"
        r"|(?P<precedent>\b(?:sumula vinculante|sumula|sum\.?|sv|oj|orientacao jurisprudencial"
        r"|tema)\b\s*(?:n\.?\s*o?\.?\s*)?(?P<precedent_number>\d+))"
        r"|(?P<court>\b(?:stf|stj|tst|tjsp|tnu)\b|supremo tribunal federal"
        r"|superior tribunal de justica|tribunal superior do trabalho)"
        r"|(?P<or>\bou\b)"
        r"|(?P<article>\barts?\b\.?|\bartigos?\b)"
        r"|(?P<paragraph>§+\s*(?:unico\b|\d+(?:-[a-z])?))"
        rf"|(?P<number>{rules.number})"
        rf"|(?P<roman>\b{rules.roman})"
        rf"|(?P<letter>@[a-z]\b|(?<=, )[{rules.letters}](?=[,)]| d[ao]\b)|\b[bdfgh]\b)"
    )


@cache
def _laws(reading: int = 1) -> dict[str, list[str]]:
    laws: dict[str, list[str]] = {}
    for file in ("laws.json", "laws_2.json")[:reading]:
        for law, aliases in json_file(__name__.rpartition(".")[0], file).items():
            laws[law] = [*laws.get(law, ()), *aliases]
    return laws


@cache
def _law_of(name: str, reading: int) -> str:
    return next(law for law, aliases in _laws(reading).items() if name in aliases)


_COURTS = {
    "supremo tribunal federal": "stf", "superior tribunal de justica": "stj",
    "tribunal superior do trabalho": "tst",
}  # fmt: skip


class _Open(NamedTuple):
    """An article whose law is not named yet: where it stands, and in which alternative.

    law: one named right before it, in reading 2.
    """

    number: str
    parts: set[str]
    at: int
    way: int
    law: str = ""


_AGAIN = re.compile(r"[\s,]*(?:ou|e)\s+(?:[do]?os?\s+)?")
"""Between a law and a further number of the same kind: ``Art. 7 da CLT ou 186 do CC``."""

_JOINED = re.compile(r"[\s,.()]*(?:(?:e|ou|a|com|inc|ambos|ao?s?|d[aeo]s?|n[ao]s?|os?)\b[\s,]*)*")
_ITS_OWN = re.compile(r"\bseus? $")
_RIGHT_BEFORE = re.compile(r"[\s,(:]*(?:(?:em|n[oa]s?)\s+(?:seus?\s+)?)?")


def _in_sentence(
    sentence: str, tokens: Sequence[re.Match[str]], reading: int, last: str
) -> Iterator[tuple[int, Reference]]:
    """Yield the references of a sentence, each with the number of its alternative.

    last: the law that sentences before it named last, as it stands there.
    """
    follows = _RULES[reading].follows
    waiting: list[_Open] = []
    law, end, way, lead = "", -BEFORE, 0, ""
    articles = paragraphs = joined = False
    for place, token in enumerate(tokens):
        kind = _KINDS.get(str(token.lastgroup), str(token.lastgroup))
        gap = sentence[tokens[place - 1].end() if place else 0 : token.start()]
        joined = kind == "article" or not follows or (joined and bool(_JOINED.fullmatch(gap)))
        way += kind == "or"
        if kind in {"law", "act"}:
            law = _law_by(token[0], reading)
            end, paragraphs = token.end(), False
            lead = law if follows and all(each.law for each in waiting) else ""
            yield from _closed(waiting, law, token.start())
        elif kind == "article":
            articles, paragraphs = True, False
            lead = _lead(lead, law, gap, token.start() - end) if follows else ""
        elif kind == "number" and paragraphs and waiting and joined:
            waiting[-1].parts.add(f"§{token[0]}")
        elif kind == "number" and articles and joined:
            if waiting or not law or _follows(sentence, end, tokens[place - 1], token):
                waiting.append(_Open(token[0], set(), token.start(), way, lead))
        elif kind in {"paragraph", "roman", "letter"} and waiting and joined:
            paragraphs = token[0].startswith("§§") or (
                follows and paragraphs and kind != "paragraph"
            )
            waiting[-1].parts.add(_part(kind, token[0]))
        elif kind == "precedent":
            articles = False
            yield way, _precedent(token, tokens[place + 1 :], ANY_COURT if follows else "")
    yield from _rest_of(waiting, law, end, _law_by(last, reading) if follows else "")


def _lead(lead: str, law: str, gap: str, distance: int) -> str:
    """Return the law that an article behind a gap belongs to, where it is named before it.

    lead: the last law, where no article before it is its own. distance: from the last law's end.
    """
    if _ITS_OWN.search(gap):
        return law
    return lead if distance <= BEFORE and _RIGHT_BEFORE.fullmatch(gap) else ""


def _rest_of(
    waiting: list[_Open], law: str, end: int, last: str
) -> Iterator[tuple[int, Reference]]:
    """Yield what no law follows: of the law before it, if that ends near, or of the last one."""
    if last:
        waiting = [each._replace(law=each.law or law or last) for each in waiting]
    yield from _closed([each for each in waiting if each.law], "", 0)
    waiting = [each for each in waiting if not each.law]
    if waiting and waiting[0].at - end <= BEFORE:
        yield from _closed(waiting, law, waiting[-1].at)


def _law_by(name: str, reading: int) -> str:
    token = _token(reading).fullmatch(name)
    if token is None:
        return ""
    return _law_of(name, reading) if token["law"] else _act(name, token["act_number"])


_KINDS = {"act_number": "act", "precedent_number": "precedent"}


def _follows(sentence: str, end: int, before: re.Match[str], number: re.Match[str]) -> bool:
    """Return whether a number after a law is an article: behind ``art.``, or going on the list."""
    return before.lastgroup == "article" or bool(_AGAIN.fullmatch(sentence[end : number.start()]))


def _closed(waiting: list[_Open], law: str, at: int) -> Iterator[tuple[int, Reference]]:
    for each in waiting:
        if each.law or at - each.at <= NEAR:
            yield each.way, Reference(each.law or law, each.number, frozenset(each.parts))
    waiting.clear()


def _act(text: str, number: str) -> str:
    kinds = {"lc": "lc", "lei complementar": "lc", "decreto-lei": "lei", "dl": "lei"}
    kind = next((name for start, name in kinds.items() if text.startswith(start)), "")
    return f"{kind or text.split(maxsplit=1)[0]}:{number}"


def _part(kind: str, text: str) -> str:
    return "§" + text.lstrip("§").strip() if kind == "paragraph" else text.lstrip("@")


def _precedent(token: re.Match[str], rest: Sequence[re.Match[str]], unnamed: str) -> Reference:
    """Return a precedent: its court is the next one named, if no other reference comes before.

    unnamed: the court of one that none is named for.
    """
    kind = token["precedent"]
    binding = kind.startswith(("sumula vinculante", "sv"))
    parts: set[str] = set()
    court = "stf" if binding else ""
    for other in rest:
        if other.lastgroup == "roman" and other.start() - token.end() <= BEFORE:
            parts.add(other[0])
        elif other.lastgroup == "court" and other.start() - token.end() <= NEAR:
            court = court or _COURTS.get(other[0], other[0])
            break
        elif other.lastgroup not in {"roman", "precedent_number", "precedent", "or"}:
            break
    name = "sv" if binding else "oj" if kind.startswith(("oj", "orient")) else kind[:4].rstrip(".")
    name = "sumula" if name in {"sumu", "sum"} else name
    return Reference(f"{name}:{court or unnamed}", token["precedent_number"], frozenset(parts))
