"""The five systems that know no law, for authorities to be named.

They know which provisions the tables of a category name, and how often. ``constant`` names the ones
that earn most, as many as an answer names on average by the tables; ``enumerate`` names as many
as count; ``random`` draws as many as the table asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth
from digesta.scorers.shared.adversaries import by_group, commonest, draw_seed, five
from digesta_legal.citations.mark import CitationsKey, prepare
from digesta_legal.citations.read import ANY_COURT, Reference

_LAWS = {
    "cf": "CF", "adct": "ADCT", "cpc": "CPC", "cpp": "CPP", "cp": "CP", "cc": "CC", "clt": "CLT",
    "ctn": "CTN", "luf": "LUF", "cadh": "CADH",
}  # fmt: skip
_KINDS = {
    "lei": "Lei", "lc": "Lei Complementar", "decreto": "Decreto", "resolucao": "Resolução",
    "sumula": "Súmula", "sv": "Súmula Vinculante", "oj": "OJ", "tema": "Tema",
}  # fmt: skip
_PRECEDENTS = frozenset({"sumula", "sv", "oj", "tema"})


def _best(members: Sequence[QuestionWithTruth], most: int | None = None) -> str:
    """Return the provisions that earn most; most: how many, else as many as a table on average."""
    keys = list(map(_key, members))
    count = most or -(-sum(len(key.phrases) for key in keys) // len(keys))
    return as_text(commonest(_worth(keys))[:count])


def _every(members: Sequence[QuestionWithTruth]) -> str:
    return _best(members, _key(members[0]).at_most)


def _random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return provisions of the category's tables, drawn evenly, as many as the table asks for."""
    known = by_group(lambda members: list(_worth(map(_key, members))), _category_of)(questions)
    return [_draw(names, each) for names, each in zip(known, questions, strict=True)]


def _draw(known: Sequence[Reference], question: QuestionWithTruth) -> str:
    seed, count = draw_seed(question), len(_key(question).phrases)
    return as_text([known[below(len(known), seed, step)] for step in range(count)])


def _category_of(question: QuestionWithTruth) -> str:
    return str(question.question.get("category", question.task))


def _key(question: QuestionWithTruth) -> CitationsKey:
    return prepare(question.question, question.truth, {})


def _worth(keys: Iterable[CitationsKey]) -> Counter[Reference]:
    """Return what the provisions of the first way of each phrase earn over all questions."""
    worth: Counter[Reference] = Counter()
    for key in keys:
        for phrase in key.phrases:
            worth.update(dict.fromkeys(phrase.ways[0], phrase.worth))
    # Counters keep the order of first sight; frozen sets have none that lasts.
    return Counter(dict(sorted(worth.items(), key=lambda pair: _order(pair[0]))))


def _order(reference: Reference) -> tuple[str, str, list[str]]:
    return reference.law, reference.number, sorted(reference.parts)


def as_text(provisions: Sequence[Reference]) -> str:
    """Return provisions as a lawyer would write them, a sentence each."""
    return "\n".join(map(_sentence, provisions))


def _sentence(provision: Reference) -> str:
    kind, _, name = provision.law.partition(":")
    parts = sorted(provision.parts, key=lambda part: (len(part) == 1, part))
    named = "".join(f", {_part(part)}" for part in parts)
    if kind in _PRECEDENTS:
        court = f" do {name.upper()}" if name not in {"", ANY_COURT} else ""
        return f"{_KINDS[kind]} {provision.number}{named}{court}"
    law = _LAWS.get(kind) or f"{_KINDS[kind]} {name}"
    return f"Art. {provision.number}{named}, d{'o' if kind in _LAWS else 'a'} {law}"


def _part(part: str) -> str:
    if part.startswith("§"):
        return "parágrafo único" if part == "§unico" else f"§ {part[1:]}"
    return f"alínea {part}" if len(part) == 1 and part not in "ivxlc" else part.upper()


ADVERSARIES = five(
    ("names the provisions that earn most in its category", by_group(_best, _category_of)),
    ("names provisions of its category, drawn evenly", _random),
    ("names as many provisions of its category as count", by_group(_every, _category_of)),
)
