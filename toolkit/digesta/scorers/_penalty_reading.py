"""From answers to what is compared: masks of labels, sets of citations, a level.

An answer is an object with one to four parts under English keys or the seed's Chinese ones, not
both. Anything else is unreadable, and so is an answer that names more than the question allows.
Labels and levels are compared in ``text/1``, citations as ``zh-citation/1`` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from digesta.model.penalty import CHINESE
from digesta.model.penalty_resources import SEPARATORS
from digesta.scorers._penalty_columns import LEVELS, NO_LEVEL
from digesta.scorers._penalty_terms import Terms
from digesta.text.citations_zh import LawName, article_of, law_name, zh_citation_1
from digesta.text.folding import text_1

Pair = tuple[str, str]
"""A law's full name and an article, such as ``46`` or ``120-1``; "" for the law alone."""

UNKNOWN = "?"
"""Before the name of a law that the table does not hold, and for an article that is no number."""

REPEATS = 1000
"""How many citations an answer may give when those given again are counted too."""

_ENGLISH = frozenset(CHINESE)
_IN_ENGLISH = {chinese: english for english, chinese in CHINESE.items()}
_PARTING = re.compile(f"[{re.escape(SEPARATORS)}]+")
_LEVEL_OF = {
    letter: number
    for number, letters in enumerate(zip(LEVELS.lower(), "ａｂｃｄｅ", strict=True))
    for letter in letters
}


class Marked(NamedTuple):
    """Labels of one kind: a mask of those in the vocabulary, and how many are not."""

    mask: int
    outside: int


class Basis(NamedTuple):
    """Citations. dated: those whose version is named by its year; pairs: all others.

    articles: pairs that name one.
    """

    pairs: frozenset[Pair]
    articles: int
    dated: frozenset[tuple[Pair, int]]
    laws: frozenset[str]
    unknown: int

    def under(self, years: Mapping[str, int]) -> frozenset[Pair]:
        """Give all pairs, those of another version than these years' laws set apart."""
        if not self.dated:
            return self.pairs
        return self.pairs | {
            pair if years.get(pair[0], year) == year else (pair[0], f"{pair[1]}{UNKNOWN}{year}")
            for pair, year in self.dated
        }


class Reading(NamedTuple):
    """What an answer says."""

    types: Marked
    domains: Marked
    basis: Basis
    level: int


class Limits(NamedTuple):
    """How many labels of each kind and how many citations an answer may name."""

    labels: int
    citations: int


NO_LABELS = Marked(0, 0)
NO_BASIS = Basis(frozenset(), 0, frozenset(), frozenset(), 0)


class Reader:
    """Reads answers to questions of one vocabulary and one limit; remembers texts it has read."""

    def __init__(self, terms: Terms, limits: Limits) -> None:
        self._terms = terms
        self._limits = limits
        self._seen: list[dict[str, Any]] = [{}, {}, {}, {}]
        self._laws: dict[LawName, tuple[str, int | None]] = {}

    def read(self, answer: Any) -> Reading | None:
        """Give what an answer says; None where it is unreadable. It is not None itself."""
        parts = _parts(answer)
        if parts is None:
            return None
        types = self._once(0, parts.get("penalty_type", ""), self._types)
        domains = self._once(1, parts.get("violation_domain", ""), self._domains)
        basis = self._once(2, parts.get("legal_basis", ""), self._basis)
        level = self._once(3, parts.get("penalty_level", ""), _level)
        if types is None or domains is None or basis is None or level is None:
            return None
        return Reading(types, domains, basis, level)

    def citations(self, cited: Iterable[tuple[str, int | None, str]]) -> Basis | None:
        """Give citations as (law, year or None, article or "") as sets; None for too many."""
        found: set[tuple[Pair, int | None]] = set()
        for count, (law, year, article) in enumerate(cited, 1):
            found.add(((law, article), year))
            # Each law alone may yet fold into an article of the same law.
            if len(found) > 2 * self._limits.citations or count > REPEATS:
                return None
        told = {law for (law, article), _ in found if article}
        kept = [(pair, year) for pair, year in found if pair[1] or pair[0] not in told]
        if len(kept) > self._limits.citations:
            return None
        pairs = frozenset(pair for pair, year in kept if year is None)
        return Basis(
            pairs=pairs,
            articles=articles_in(pairs),
            dated=frozenset((pair, year) for pair, year in kept if year is not None),
            laws=frozenset(law for (law, _), _ in kept),
            unknown=sum(law.startswith(UNKNOWN) for (law, _), _ in kept),
        )

    def law(self, name: LawName) -> tuple[str, int | None]:
        """Give a law's full name and the year said; an unknown one keeps its name, marked."""
        if name not in self._laws:
            self._laws[name] = self._terms.law(name) or (f"{UNKNOWN}{name.name}", None)
        return self._laws[name]

    def _once(self, place: int, part: Any, read: Callable[[Any], Any]) -> Any:
        if part.__class__ is not str:
            return read(part)
        seen = self._seen[place]
        if part not in seen:
            seen[part] = read(part)
        return seen[part]

    def _types(self, part: Any) -> Marked | None:
        return _labels(part, self._terms.labels[0], self._limits.labels)

    def _domains(self, part: Any) -> Marked | None:
        return _labels(part, self._terms.labels[1], self._limits.labels)

    def _basis(self, part: Any) -> Basis | None:
        listed = [part] if isinstance(part, str) else part
        if not isinstance(listed, list) or not all(map(_is_citation, listed)):
            return None
        return self.citations(each for one in listed for each in self._cited(one))

    def _cited(self, one: str | Mapping[str, str]) -> Iterator[tuple[str, int | None, str]]:
        if isinstance(one, str):
            for found in zh_citation_1(one):
                law, year = self.law(LawName(found.law, found.version))
                yield law, year, str(found.article or "")
            return
        law, year = self.law(law_name(one["law"]))
        written = one.get("article")
        yield law, year, "" if written is None else str(article_of(written) or UNKNOWN)


def articles_in(pairs: Iterable[Pair]) -> int:
    """Count the citations that name an article."""
    return len([article for _, article in pairs if article])


def _parts(answer: Any) -> Mapping[str, Any] | None:
    """Give an answer's parts under English keys; None where it is no object of parts."""
    if not isinstance(answer, dict) or not answer:
        return None
    if answer.keys() <= _ENGLISH:
        return answer
    if answer.keys() <= _IN_ENGLISH.keys():
        return {_IN_ENGLISH[key]: part for key, part in answer.items()}
    return None


def _labels(part: Any, numbers: Mapping[str, int], most: int) -> Marked | None:
    named = _PARTING.split(part) if isinstance(part, str) else part
    if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
        return None
    mask, outside = 0, set()
    for text in named:
        label = text_1(text)
        if label in numbers:
            mask |= 1 << numbers[label]
        elif label:
            outside.add(label)
        if mask.bit_count() + len(outside) > most:
            return None
    return Marked(mask, len(outside))


def _is_citation(one: Any) -> bool:
    if isinstance(one, str):
        return True
    if not isinstance(one, dict) or "law" not in one or not one.keys() <= {"law", "article"}:
        return False
    return all(isinstance(text, str) and text for text in one.values())


def _level(part: Any) -> int | None:
    if not isinstance(part, str):
        return None
    return _LEVEL_OF.get(text_1(part), NO_LEVEL)


def outside_labels(part: Any, numbers: Mapping[str, int]) -> list[str]:
    """Give the labels of a readable part that a vocabulary does not hold, as written, sorted."""
    named = _PARTING.split(part) if isinstance(part, str) else part
    return sorted({one.strip() for one in named if text_1(one) and text_1(one) not in numbers})
