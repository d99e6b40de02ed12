"""From answers to what is compared: masks of labels, sets of citations, a level.

An answer is an object with one to four parts under English keys or the seed's Chinese ones, not
both. Anything else is unreadable, and so is an answer that names more than the question allows.
Labels and levels are compared in ``text/1``, citations as ``zh-citation/1`` reads them: an object's
article as if it stood behind its law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from digesta.text.chinese.citations import LawName, article_of, law_name, zh_citation_1
from digesta.text.normal_form import text_1
from digesta_legal.penalty.columns import LEVELS, NO_LEVEL
from digesta_legal.penalty.records import CHINESE
from digesta_legal.penalty.resources import SEPARATORS
from digesta_legal.penalty.terms import Terms

Pair = tuple[str, str]
"""A law's full name and an article, such as ``46`` or ``120-1``; "" for the law alone."""

Cited = tuple[Pair, int | None]
"""A citation, and the year of the version that it names; None without a known version."""

LawOf = Callable[[LawName], tuple[str, int | None]]
"""From a law as it is written to its full name and the year named."""

UNKNOWN = "?"
"""Before the name of a law that the table does not hold, and for an article that is no number."""

_OWN_LAW = "*"
"""Stands for the law of an object while its article is read: no law has this name."""

REPEATS = 1000
"""How many citations an answer may hold, repeated ones included."""

_ENGLISH = frozenset(CHINESE)
_IN_ENGLISH = {chinese: english for english, chinese in CHINESE.items()}
_BETWEEN_LABELS = re.compile(f"[{re.escape(SEPARATORS)}]+")
_LEVEL_OF = {
    letter: number
    for number, letters in enumerate(zip(LEVELS.lower(), "ａｂｃｄｅ", strict=True))
    for letter in letters
}


class LabelSet(NamedTuple):
    """Labels of one kind: a mask of those in the vocabulary, and how many are not."""

    mask: int
    outside: int


class Basis(NamedTuple):
    """Citations. dated: those whose version is named by its year; pairs: all others."""

    pairs: frozenset[Pair]
    dated: frozenset[tuple[Pair, int]]
    laws: frozenset[str]
    unknown: int

    def under(self, years: Mapping[str, int]) -> frozenset[Pair]:
        """Return all pairs, those of another version than these years' laws set apart."""
        if not self.dated:
            return self.pairs
        return self.pairs | {
            pair if years.get(pair[0], year) == year else (pair[0], f"{pair[1]}{UNKNOWN}{year}")
            for pair, year in self.dated
        }


class PenaltyParts(NamedTuple):
    """The four parts of an answer, ready to be compared."""

    types: LabelSet
    domains: LabelSet
    basis: Basis
    level: int


class PenaltyLimits(NamedTuple):
    """How many labels of each kind and how many citations an answer may name."""

    labels: int
    citations: int


NO_LABELS = LabelSet(0, 0)
NO_BASIS = Basis(frozenset(), frozenset(), frozenset(), 0)


class PenaltyReader:
    """Reads answers to questions of one vocabulary and one limit; keeps what it has read.

    Parts of answers, labels, laws and pieces of text recur all the time, whole answers less.
    What it keeps does not hold the reader in turn: it goes, texts and all, with its last use.
    """

    def __init__(self, terms: Terms, limits: PenaltyLimits) -> None:
        self._limits = limits
        self._values: dict[tuple[int, Hashable], Any] = {}
        self.law = cache(partial(_law, terms))
        self._label = cache(partial(_label, terms))
        self._piece = cache(partial(_cited_in_text, self.law))
        self._object = cache(partial(_cited_by_object, self.law))

    def read(self, answer: Any) -> PenaltyParts | None:
        """Return the parts of an answer; None where it is unreadable."""
        parts = _parts(answer)
        if parts is None:
            return None
        values = [self._value(kind, parts.get(name, "")) for kind, name in enumerate(CHINESE)]
        return None if any(value is None for value in values) else PenaltyParts(*values)

    def _value(self, kind: int, part: Any) -> Any:
        key = kind, _key(part)
        if key not in self._values:
            types, domains = partial(self._labels, 0), partial(self._labels, 1)
            reads: list[Callable[[Any], Any]] = [types, domains, self.basis, level_of]
            self._values[key] = reads[kind](part)
        return self._values[key]

    def _labels(self, kind: int, part: Any) -> LabelSet | None:
        """Return the labels of a part of an answer, types (0) or domains (1); None: unreadable."""
        texts = _BETWEEN_LABELS.split(part) if isinstance(part, str) else part
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            return None
        mask, outside = 0, set()
        for label in {self._label(kind, text) for text in texts}:
            if isinstance(label, int):
                mask |= label
            elif label:
                outside.add(label)
        most = self._limits.labels
        return LabelSet(mask, len(outside)) if mask.bit_count() + len(outside) <= most else None

    def basis(self, part: Any) -> Basis | None:
        """Return the citations of a part of an answer; None: unreadable."""
        citations = [part] if isinstance(part, str) else part
        if not isinstance(citations, list) or not all(map(_is_citation, citations)):
            return None
        return self.citations(run for citation in citations for run in self._runs_in(citation))

    def _runs_in(self, citation: Any) -> Iterator[tuple[Cited, ...]]:
        if isinstance(citation, str):
            return map(self._piece, pieces(citation))
        return iter([self._object(citation["law"], citation.get("article"))])

    def citations(self, runs: Iterable[Sequence[Cited]]) -> Basis | None:
        """Return runs of citations as sets; None for too many."""
        named: set[Cited] = set()
        count = 0
        for run in runs:
            named.update(run)
            count += len(run)
            # Each law alone may yet fold into an article of the same law.
            if len(named) > 2 * self._limits.citations or count > REPEATS:
                return None
        with_articles = {law for (law, article), _ in named if article}
        kept = [(pair, year) for pair, year in named if pair[1] or pair[0] not in with_articles]
        if len(kept) > self._limits.citations:
            return None
        return Basis(
            pairs=frozenset([pair for pair, year in kept if year is None]),
            dated=frozenset([(pair, year) for pair, year in kept if year is not None]),
            laws=frozenset([law for (law, _), _ in kept]),
            unknown=sum(law.startswith(UNKNOWN) for (law, _), _ in kept),
        )


def _label(terms: Terms, kind: int, text: str) -> int | str:
    """Return a label's bit, or the normal form of one that the vocabulary does not hold."""
    form = text_1(text)
    number = terms.labels[kind].get(form)
    return form if number is None else 1 << number


def _law(terms: Terms, name: LawName) -> tuple[str, int | None]:
    """Return a law's full name and the year named; ``UNKNOWN`` precedes an unknown name."""
    return terms.law(name) or (f"{UNKNOWN}{name.name}", None)


def _cited_in_text(law_of: LawOf, text: str) -> tuple[Cited, ...]:
    cited = islice(zh_citation_1(text), REPEATS + 1)
    pairs = [
        (law_of(LawName(citation.law, citation.version)), citation.article) for citation in cited
    ]
    return tuple(((law, str(article or "")), year) for (law, year), article in pairs)


def _cited_by_object(law_of: LawOf, law: str, article: str | None) -> tuple[Cited, ...]:
    name = law_name(law)
    return tuple(
        ((full, number), year)
        for version, number in _articles_of(article)
        for full, year in [law_of(name if name.version else LawName(name.name, version))]
    )


def pieces(text: str) -> list[str]:
    """Return a text cut before each 《, where no piece's citations depend on its neighbours.

    They do not where every name has its own two marks and none may come out of an entity. Else
    the text is one piece.

    >>> pieces("依《甲法》第一条、《乙法》")
    ['依', '《甲法》第一条、', '《乙法》']
    """
    head, *named = text.split("《")
    if "&" in text or "》" in head or any(piece.count("》") != 1 for piece in named):
        return [text]
    return [head] * bool(head) + [f"《{piece}" for piece in named]


def _articles_of(text: str | None) -> list[tuple[str, str]]:
    """Return (version, article) of an object's article, read as text that follows its law.

    A number alone (46, 120-1) is an article. Where no article is read, or one of another law, it
    is ``UNKNOWN``: which one was meant would be a guess.

    >>> _articles_of("第四十六条第一款"), _articles_of("第46条至第48条"), _articles_of("某条")
    ([('', '46')], [('', '46'), ('', '47'), ('', '48')], [('', '?')])
    """
    if text is None or (number := article_of(text)):
        return [("", "" if text is None else str(number))]
    cited = list(islice(zh_citation_1(f"《{_OWN_LAW}》{text}"), REPEATS + 1))
    if any(citation.law != _OWN_LAW or citation.article is None for citation in cited):
        return [("", UNKNOWN)]
    return [(citation.version, str(citation.article)) for citation in cited]


def articles_in(pairs: Iterable[Pair]) -> int:
    """Return how many citations name an article."""
    return len([article for _, article in pairs if article])


def _parts(answer: Any) -> Mapping[str, Any] | None:
    """Return an answer's parts under English keys; None where it is no object of parts."""
    if not isinstance(answer, dict) or not answer:
        return None
    if answer.keys() <= _ENGLISH:
        return answer
    if answer.keys() <= _IN_ENGLISH.keys():
        return {_IN_ENGLISH[key]: part for key, part in answer.items()}
    return None


def _is_citation(part: Any) -> bool:
    if not isinstance(part, dict):
        return isinstance(part, str)
    if "law" not in part or not part.keys() <= {"law", "article"}:
        return False
    return all(isinstance(text, str) and text for text in part.values())


def _key(part: Any) -> Hashable:
    """Return what has a hash and is equal for parts that read alike; None: unreadable."""
    if isinstance(part, list):
        return tuple([text if isinstance(text, str) else _object_key(text) for text in part])
    return part if isinstance(part, str) else None


def _object_key(part: Any) -> Hashable:
    if not isinstance(part, dict) or not all(isinstance(text, str) for text in part.values()):
        return None
    return tuple(part.items())


def level_of(part: Any) -> int | None:
    """Return a level's number, ``NO_LEVEL`` for a text that is none; None: unreadable."""
    if not isinstance(part, str):
        return None
    return _LEVEL_OF.get(text_1(part), NO_LEVEL)


def outside_labels(part: Any, numbers: Mapping[str, int]) -> list[str]:
    """Return the labels of a readable part that a vocabulary does not hold, as written, sorted."""
    named = _BETWEEN_LABELS.split(part) if isinstance(part, str) else part
    return sorted({text.strip() for text in named if text_1(text) and text_1(text) not in numbers})
