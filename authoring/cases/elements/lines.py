"""Release lines of the queries: question, truth and review."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from authoring.cases.elements.grades import CaseQuery
from authoring.cases.elements.sets import CORPORA, ElementCorpus
from authoring.cases.elements.vectors import AXES, TABLES
from digesta.canonical import sha256_hex

AT_MOST, RELEVANT_FROM = 20, 2
LAW_AS_OF = "2024-03-01"
_ORDINALS = "一二三四五六"
_CLOSE = ("到案", "前科", "弥补", "数额", "伤情", "酒精", "责任", "作用")
"""Axes on which a text may say something first and something else in the end."""
_SOURCES = {
    "到案": ("中华人民共和国刑法", "第六十七条"),
    "前科": ("中华人民共和国刑法", "第六十五条"),
    "完成": ("中华人民共和国刑法", "第二十三条"),
    "作用": ("中华人民共和国刑法", "第二十六条、第二十七条"),
}


def instruction(axes: Sequence[str], corpus: ElementCorpus) -> str:
    """Return what a query asks: the axes, the condition first, and the rule of nearness."""
    parts = [
        f"第{ordinal}项{'（前提）' if axis == axes[0] else ''}　{AXES[axis]['ask']}{_kind(axis)}。"
        for ordinal, axis in zip(_ORDINALS, axes, strict=False)
    ]
    words = {"name": corpus.name, "size": corpus.size, "at_most": AT_MOST, "items": len(parts)}
    before, *after = (line % words for line in TABLES["instruction"])
    return "\n".join((before, *parts, *after))


def _kind(axis: str) -> str:
    """Return for which kind of case an axis is, in brackets; nothing where it is for all."""
    families = [name for name, own in TABLES["families"].items() if axis in own]
    stated = "和".join(TABLES["kinds"][name] for name in families)
    return f"（只用于{stated}的案件）" if stated else ""


def question(
    query: CaseQuery, text: str, *, split: str, number: str, released: str
) -> dict[str, Any]:
    """Return a question's line; number is its working id."""
    corpus = CORPORA[split]
    return {
        "question_id": number,
        "track": "cases",
        "task": query.task,
        "category": "hard",
        "scorer": "ranking",
        "split": split,
        "language": "zh",
        "difficulty": difficulty(query),
        "cluster_id": f"c-{sha256_hex(text.encode())[:12]}",
        "tags": ["computed", "fictional", "hard"],
        "released": released,
        "law_as_of": LAW_AS_OF,
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; fictional cases that a language model's sentences and a "
        "program make up",
        "ask": {
            "corpus": corpus.name,
            "at_most": AT_MOST,
            "pool": corpus.size,
            "relevant_from": RELEVANT_FROM,
        },
        "turns": [
            {"role": "system", "content": instruction(query.axes, corpus)},
            {"role": "user", "content": text},
        ],
    }


def difficulty(query: CaseQuery) -> str:
    """Return hard with four axes or more of those that must be read closely, medium with three."""
    close = sum(axis in _CLOSE for axis in query.axes)
    return "hard" if close > 3 else "medium" if close == 3 else "easy"  # noqa: PLR2004 - the rule


def truth(
    query: CaseQuery, graded: Mapping[int, Sequence[str]], *, number: str, split: str
) -> dict[str, Any]:
    """Return a truth's line."""
    works = [{"work": work, "at": at} for axis in query.axes for work, at in _source(axis)]
    grades = [{"grade": value, "documents": list(names)} for value, names in graded.items()]
    return {
        "question_id": number,
        "truth": {"grades": grades},
        "source_refs": [*works, {"work": CORPORA[split].name, "at": graded[max(graded)][0]}],
    }


def review(query: CaseQuery, number: str) -> dict[str, Any]:
    """Return a review's line: a program settled the key, a model wrote the words."""
    return {
        "question_id": number,
        "purpose": "audit",
        "outcome": "kept",
        "passages": [],
        "readers": [
            {
                "kind": "program",
                "qualification": "draws the vector of every case, checks each stated fact (days, "
                "sums, order of statements) against its value and grades all cases by the rule",
                "verdict": "agreed",
            }
        ],
        "why": f"The positives follow from the axes {json.dumps(query.axes, ensure_ascii=False)}"
        " by the written rule.",
    }


def _source(axis: str) -> list[tuple[str, str]]:
    return [_SOURCES[axis]] if axis in _SOURCES else []
