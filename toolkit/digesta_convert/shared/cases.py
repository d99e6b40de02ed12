"""Cases of the Legal Agent module: CAIL2018-shaped rows and search results, and our corpus.

A case's id is ``case-N`` for a document number N; in ``train.json`` that is the line's number
from 0. Another id stays as it is. Without an id, it is a digest of the text. The same text is
always the same case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from digesta.canonical import canonical_lines
from digesta.records.base import NonEmpty, Record
from digesta_convert.shared.draft import DraftLines, Value
from digesta_convert.shared.names import slug_of
from digesta_convert.shared.rows import Faults, JsonLine
from digesta_legal.retrieval.records import text_sha256

CORPUS, NAME = "cases/corpus.jsonl", "cases/1"
AT_MOST = 20
_NUMBERED = re.compile(r"case-(0|[1-9][0-9]{0,11})\Z")

Id = int | NonEmpty


def case_lines() -> tuple[DraftLines, Value]:
    """Return a draft of similar cases to be filled, and what its questions get of its task."""
    lines = DraftLines(
        {"track": "cases", "dated": True, "method_after": "Legal Agent Evaluation Module"}
    )
    category = "similar_cases", "Similar cases"
    return lines, lines.task(*category, category, ("retrieval", "gold_ndcg_at_10"))


class SeedTerm(Record):
    """A sentence."""

    life_imprisonment: bool = Field(description="whether it is for life")
    death_penalty: bool = Field(description="whether it is death")
    imprisonment: Annotated[int, Field(ge=0)] = Field(description="months")

    def value(self) -> Value:
        """Return our term."""
        return {
            "months": self.imprisonment,
            "life": self.life_imprisonment,
            "death": self.death_penalty,
        }


class SeedMeta(Record):
    """A row of a case."""

    accusation: list[NonEmpty] = Field(description="charges, a list")
    relevant_articles: list[Id] = Field(description="articles, a list")
    term_of_imprisonment: SeedTerm | None = None
    punish_of_money: float | None = None
    criminals: list[str] | None = None


class SeedRow(Record):
    """A CAIL2018 row."""

    fact: NonEmpty = Field(description="the facts")
    meta: SeedMeta = Field(description="charges, articles, term")
    id: Id | None = None


class SeedPositive(Record):
    """A positive of the set builder, version 4."""

    fact: NonEmpty = Field(description="the facts")
    accusation: list[NonEmpty] = Field(description="charges, a list")
    relevant_articles: list[Id] = Field(description="articles, a list")
    imprisonment: SeedTerm | None = None
    fact_id: Id | None = None
    id: Id | None = None
    score: float | None = None
    rank: int | None = None


class SeedHit(SeedPositive):
    """A search result: the same, and whatever else a service adds."""

    model_config = ConfigDict(extra="ignore")


@dataclass
class CaseCorpus:
    """Cases as they are met: by id, and by digest of the text.

    differing: cases whose text recurs with other attributes, and where. The first attributes
    count. The facts of two defendants are one text.
    """

    cases: dict[str, Value] = field(default_factory=dict)
    by_text: dict[str, str] = field(default_factory=dict)
    differing: dict[str, str] = field(default_factory=dict)

    def add(self, seed: SeedRow | SeedPositive, line: JsonLine, faults: Faults) -> str:
        """Return the id of a case and add it; one id for two texts is a problem."""
        value = _case(seed)
        known = self.by_text.get(value["text_sha256"])
        case = known or _id_of(seed) or f"case-t{value['text_sha256'][:12]}"
        record = {"case": case, **value}
        before = self.cases.setdefault(case, record)
        if before["text_sha256"] != record["text_sha256"]:
            got, expected = f"{case} with another text", "one text for each case"
            fix = "correct the one that is wrong"
            faults.add("case-twice", line.file, line.line, got=got, expected=expected, fix=fix)
        elif before != record and not _same(before, record):
            self.differing.setdefault(case, line.place)
        self.by_text.setdefault(value["text_sha256"], case)
        return case

    def notes(self) -> tuple[str, ...]:
        """Return which cases come with other attributes."""
        add = "one text with two sets of attributes: the first stands; keep the right one"
        return tuple(f"{place}: {case}: {add}" for case, place in sorted(self.differing.items()))

    def data(self) -> bytes:
        """Return the corpus as a resource, in the order of the ids."""
        return canonical_lines(self.cases[key] for key in sorted(self.cases, key=_in_order))


def number_of(case: str) -> int | None:
    """Return the document number that an id holds, if it does."""
    match = _NUMBERED.match(case)
    return int(match[1]) if match else None


def _id_of(seed: SeedRow | SeedPositive) -> str | None:
    ids = [getattr(seed, "fact_id", None), seed.id]
    own = next((str(name) for name in ids if name is not None), None)
    if own is None:
        return None
    return f"case-{int(own)}" if own.isascii() and own.isdigit() else slug_of(own)


def _case(seed: SeedRow | SeedPositive) -> Value:
    about = seed.meta if isinstance(seed, SeedRow) else seed
    term = seed.meta.term_of_imprisonment if isinstance(seed, SeedRow) else seed.imprisonment
    value: Value = {
        "text": seed.fact,
        "text_sha256": text_sha256(seed.fact),
        "accusation": about.accusation,
        "articles": [str(article) for article in about.relevant_articles],
    }
    return value | ({} if term is None else {"term": term.value()})


def _same(a: Value, b: Value) -> bool:
    """Return whether two records have the same attributes; order does not matter."""
    return a.get("term") == b.get("term") and all(
        sorted(a[key]) == sorted(b[key]) for key in ("accusation", "articles")
    )


def _in_order(case: str) -> tuple[bool, int, str]:
    number = number_of(case)
    return number is None, number or 0, case


# The seed's tiers ------------------------------------------------------------------------------


def tier(query: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Return how near a case is to a query by the first set builder: 1 (nearest) to 5, 0: not.

    Flags for life and death must be equal; the terms' distance is a share of the query's months
    (of 1 where that is 0).
    """
    apart = terms_apart(query.get("term"), other.get("term"))
    if apart is None:
        return 0
    hundredths, exact = apart
    a, b = set(query["accusation"]), set(other["accusation"])
    c, d = set(query["articles"]), set(other["articles"])
    rules = (
        a == b and c == d and exact,
        a == b and c == d and hundredths <= _NEAR,
        a == b and c == d and hundredths <= _FAR,
        a == b and bool(c & d) and hundredths <= _FAR,
        bool(a & b) and bool(c & d) and hundredths <= _FAR,
    )
    return next((at for at, holds in enumerate(rules, start=1) if holds), 0)


_NEAR, _FAR = 10, 30


def terms_apart(query: Value | None, other: Value | None) -> tuple[float, bool] | None:
    """Return how far terms are apart, in hundredths of the query's, and whether they are equal."""
    none = {"months": 0, "life": False, "death": False}
    a, b = query or none, other or none
    if (a["life"], a["death"]) != (b["life"], b["death"]):
        return None
    if a["life"] or a["death"]:
        return 0, True
    # Whole numbers decide, as 0.1 * 30 would not.
    return 100 * abs(a["months"] - b["months"]) / max(a["months"], 1), a["months"] == b["months"]
