"""What the tests of the scorer retrieval share: a corpus, a prepared query, a row by column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from digesta.canonical import canonical_lines
from digesta.scorers import SCORERS
from digesta.scorers.base import Response
from digesta_legal.retrieval.records import text_sha256

RETRIEVAL = SCORERS["retrieval"]
CUTS = (3, 5, 10)
PARTS = ("gold", "accusation", "article", "imprisonment")
TIERS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)


def term(months: int = 12, *, life: bool = False, death: bool = False) -> dict[str, Any]:
    return {"months": months, "life": life, "death": death}


def case(name: str, charges: Sequence[str] = ("theft",), **fields: Any) -> dict[str, Any]:
    text = fields.pop("text", f"facts of {name}")
    made = {"case": name, "text": text, "text_sha256": text_sha256(text)}
    made |= {"accusation": list(charges), "articles": ["264"], "term": term()}
    return {key: value for key, value in (made | fields).items() if value is not None}


def resources(cases: Iterable[dict[str, Any]]) -> dict[str, bytes]:
    return {"cases/corpus.jsonl": canonical_lines(cases)}


def ask(own: str = "no such text", at_most: int = 20) -> dict[str, Any]:
    return {"corpus": "cases/1", "at_most": at_most, "query_sha256": text_sha256(own)}


def truth(positives: Sequence[str], **fields: Any) -> dict[str, Any]:
    tiers = [{"case": one, "tier": tier} for one, tier in zip(positives, TIERS, strict=True)]
    attributes = {"accusation": ["theft"], "articles": ["264"], "term": term()}
    return {"positives": tiers} | attributes | fields


TEN = [f"p{n}" for n in range(10)]
CORPUS = [case("own"), *map(case, TEN), *(case(f"o{n}", ["fraud"]) for n in range(10))]
RESOURCES = resources(CORPUS)


def prepared(*, at_most: int = 20, cases: Any = CORPUS, **fields: Any) -> Any:
    question = {"ask": ask("facts of own", at_most)}
    return RETRIEVAL.prepare(question, truth(TEN, **fields), resources(cases))


def row(question: Any, answer: Any) -> dict[str, int]:
    cells = RETRIEVAL.mark(question, Response(answer))
    return dict(zip(RETRIEVAL.column_names, cells, strict=True))


def ranked(*names: str) -> dict[str, Any]:
    return {"ranked": list(names)}
