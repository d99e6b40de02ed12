"""References to Brazilian law in a text: article, paragraph, item and law; precedents by number.

What is read: ``art. 150, III, "b", e § 1º, da CF``, ``arts. 186 e 927 do Código Civil``, ``Lei nº
8.429/92, art. 12, § 6º``, ``Súmula 428, I, do TST``. A law by number is compared by number alone;
names and abbreviations stand in ``laws.json``. An article belongs to the next law that is named in
its sentence, else to the one named just before it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
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
        return self[:2] == other[:2] and self.parts >= other.parts


def references(text: str) -> list[Reference]:
    """Return the references of a text, in order.

    >>> references("nos termos do Art. 170, parágrafo único, da CRFB/88")
    [Reference(law='cf', number='170', parts=frozenset({'§unico'}))]
    """
    return [reference for group in alternatives(text) for reference in group]


def alternatives(text: str) -> list[list[Reference]]:
    """Return the references of a text, those together that no ``ou`` parts.

    >>> [len(group) for group in alternatives("Art. 53 c/c o Art. 27 da CRFB/88 OU Art. 2 do CPC")]
    [2, 1]
    """
    groups: dict[tuple[int, int], list[Reference]] = {}
    last = ""
    for place, sentence in enumerate(_SENTENCE.split(_plain(text))):
        for way, reference in _in_sentence(_SAME.sub(f" {last} ", sentence) if last else sentence):
            groups.setdefault((place, way), []).append(reference)
        named = [token[0] for token in _token().finditer(sentence) if token["law"] or token["act"]]
        last = named[-1] if named else last
    return list(groups.values())


_SAME = re.compile(
    r"\b(?:(?:mesm|referid|citad|mencionad)[ao]|dest[ae]|desse|dessa) (?:lei|codigo|diploma)\b"
)
"""How a text goes on with the law that it named last."""


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
    decomposed = unicodedata.normalize("NFD", folded)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    bare = _THOUSANDS.sub("", bare)
    bare = re.sub(r"\balineas?\b\s*", "@", bare)
    bare = re.sub(r"[\"'“”‘’]([a-z])[\"'“”‘’]", r"@\1", bare)
    bare = re.sub(r"\bparagrafos\b", "§§", bare.replace("c/c", " com ")).replace("paragrafo", "§")
    bare = re.sub(r"\bitem (?=\d)", "§ ", bare)
    return re.sub(r"\b(?:incisos?|inc\.|itens|item|caput)\b,?", " ", bare)


@cache
def _token() -> re.Pattern[str]:
    names = [name for aliases in _laws().values() for name in aliases]
    aliases = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(
        rf"(?P<law>\b(?:{aliases})\b(?!/?\w))"
        r"|(?P<act>\b(?:lei complementar|lei|lc|decreto-lei|decreto|dl|resolucao)\b\s*"
        r"(?:federal\s*)?(?:n\.?\s*o?\.?\s*)?(?P<act_number>\d+)(?:\s*/\s*\d+|,? de \d{4})?)"
        r"|(?P<precedent>\b(?:sumula vinculante|sumula|sum\.?|sv|oj|orientacao jurisprudencial"
        r"|tema)\b\s*(?:n\.?\s*o?\.?\s*)?(?P<precedent_number>\d+))"
        r"|(?P<court>\b(?:stf|stj|tst|tjsp|tnu)\b|supremo tribunal federal"
        r"|superior tribunal de justica|tribunal superior do trabalho)"
        r"|(?P<or>\bou\b)"
        r"|(?P<article>\barts?\b\.?|\bartigos?\b)"
        r"|(?P<paragraph>§+\s*(?:unico\b|\d+(?:-[a-z])?))"
        r"|(?P<number>\b\d+(?:-[a-z]\b)?)"
        r"|(?P<roman>\b[ivxlc]+\b(?!/))"
        r"|(?P<letter>@[a-z]\b|(?<=, )[a-z](?=[,)]| d[ao]\b)|\b[bdfgh]\b)"
    )


@cache
def _laws() -> dict[str, list[str]]:
    laws: dict[str, list[str]] = json_file(__name__.rpartition(".")[0], "laws.json")
    return laws


@cache
def _law_of(name: str) -> str:
    return next(law for law, aliases in _laws().items() if name in aliases)


_COURTS = {
    "supremo tribunal federal": "stf", "superior tribunal de justica": "stj",
    "tribunal superior do trabalho": "tst",
}  # fmt: skip


class _Open(NamedTuple):
    """An article whose law is not named yet: where it stands, and in which alternative."""

    number: str
    parts: set[str]
    at: int
    way: int


_AGAIN = re.compile(r"[\s,]*(?:ou|e)\s+(?:[do]?os?\s+)?")
"""Between a law and a further number of the same kind: ``Art. 7 da CLT ou 186 do CC``."""


def _in_sentence(sentence: str) -> Iterator[tuple[int, Reference]]:
    """Yield the references of a sentence, each with the number of its alternative."""
    waiting: list[_Open] = []
    law, end, way = "", -BEFORE, 0
    articles = paragraphs = False
    tokens = list(_token().finditer(sentence))
    for place, token in enumerate(tokens):
        kind = _KINDS.get(str(token.lastgroup), str(token.lastgroup))
        way += kind == "or"
        if kind in {"law", "act"}:
            law = _law_of(token[0]) if kind == "law" else _act(token[0], token["act_number"])
            end, paragraphs = token.end(), False
            yield from _closed(waiting, law, token.start())
        elif kind == "article":
            articles, paragraphs = True, False
        elif kind == "number" and paragraphs and waiting:
            waiting[-1].parts.add(f"§{token[0]}")
        elif kind == "number" and articles:
            if waiting or not law or _follows(sentence, end, tokens[place - 1], token):
                waiting.append(_Open(token[0], set(), token.start(), way))
        elif kind in {"paragraph", "roman", "letter"} and waiting:
            paragraphs = token[0].startswith("§§")
            waiting[-1].parts.add(_part(kind, token[0]))
        elif kind == "precedent":
            articles = False
            yield way, _precedent(token, tokens[place + 1 :])
    if waiting and waiting[0].at - end <= BEFORE:
        yield from _closed(waiting, law, waiting[-1].at)


_KINDS = {"act_number": "act", "precedent_number": "precedent"}


def _follows(sentence: str, end: int, before: re.Match[str], number: re.Match[str]) -> bool:
    """Return whether a number after a law is an article: behind ``art.``, or going on the list."""
    return before.lastgroup == "article" or bool(_AGAIN.fullmatch(sentence[end : number.start()]))


def _closed(waiting: list[_Open], law: str, at: int) -> Iterator[tuple[int, Reference]]:
    for each in waiting:
        if at - each.at <= NEAR:
            yield each.way, Reference(law, each.number, frozenset(each.parts))
    waiting.clear()


def _act(text: str, number: str) -> str:
    kinds = {"lc": "lc", "lei complementar": "lc", "decreto-lei": "lei", "dl": "lei"}
    kind = next((name for start, name in kinds.items() if text.startswith(start)), "")
    return f"{kind or text.split(maxsplit=1)[0]}:{number}"


def _part(kind: str, text: str) -> str:
    return "§" + text.lstrip("§").strip() if kind == "paragraph" else text.lstrip("@")


def _precedent(token: re.Match[str], rest: list[re.Match[str]]) -> Reference:
    """Return a precedent: its court is the next one named, if no other reference comes before."""
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
    return Reference(f"{name}:{court}", token["precedent_number"], frozenset(parts))
