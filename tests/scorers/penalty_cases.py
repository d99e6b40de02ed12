"""What the tests of the scorer penalty share: a vocabulary, laws, questions, cells of a row."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth, Response

PENALTY = SCORERS["penalty"]
TYPES = [f"类型{number}" for number in range(1, 28)]
DOMAINS = [f"领域{number}" for number in range(1, 18)]
BANKING, COMMERCIAL, LAUNDERING = "银行业监督管理法", "商业银行法", "反洗钱法"
STATE = "中华人民共和国"


def vocabulary(types: Sequence[str] = TYPES, domains: Sequence[str] = DOMAINS) -> dict[str, Any]:
    def labels(names: Sequence[str]) -> list[dict[str, Any]]:
        return [{"label": name, "aliases": [f"又名{name}"]} for name in names]

    return {
        "vocabulary": "finlaw/1",
        "penalty_type": labels(types),
        "violation_domain": labels(domains),
    }


LAWS = {
    "laws": [
        {"law": STATE + BANKING, "aliases": ["银监法"], "versions": [{"version": "2006-10-31"}]},
        {"law": STATE + COMMERCIAL, "aliases": [], "versions": []},
        {
            "law": STATE + LAUNDERING,
            "aliases": [],
            "versions": [{"version": "2006-10-31"}, {"version": "2024-11-08"}],
        },
    ]
}


def resources(**changed: Any) -> dict[str, bytes]:
    files = {"vocabulary": vocabulary(), "laws": LAWS} | changed
    return {f"finlaw/{name}.json": json.dumps(data).encode() for name, data in files.items()}


RESOURCES = resources()

DISCRETION = {
    "levels": [
        {"level": "A", "most_cny": "200000"},
        {"level": "B", "most_cny": "300000"},
        {"level": "C", "most_cny": "500000"},
        {"level": "D"},
    ],
    "ranges": [
        {
            "law": BANKING, "version": "2006-10-31", "article": "第四十六条",
            "least_cny": "200000", "most_cny": "500000",
        },
        {
            "law": STATE + LAUNDERING, "version": "2006-10-31", "article": "32",
            "least_cny": "200000", "most_cny": "500000",
        },
        {
            "law": LAUNDERING, "version": "2024-11-08", "article": "54",
            "least_cny": "500000", "most_cny": "2000000",
        },
    ],
    "circumstances": [
        {"circumstance": "减至最低", "share": "0"},
        {"circumstance": "从轻处罚", "share": "0.25"},
        {"circumstance": "从重处罚", "share": "1"},
    ],
}  # fmt: skip
WITH_DISCRETION = resources(discretion=DISCRETION)


def ask(labels: int = 6, citations: int = 10) -> dict[str, Any]:
    return {"vocabulary": "finlaw/1", "at_most": {"labels": labels, "citations": citations}}


def truth(
    types: Sequence[str] = ("类型1",),
    domains: Sequence[str] = ("领域1",),
    basis: Sequence[tuple[str, str]] = ((BANKING, "46"),),
    level: str = "B",
    clauses: Sequence[str] = (),
) -> dict[str, Any]:
    citations = [{"law": law} | ({"article": article} if article else {}) for law, article in basis]
    return {
        "penalty_type": list(types),
        "violation_domain": list(domains),
        "legal_basis": citations,
        "penalty_level": level,
        "clauses": list(clauses),
    }


def prepared(
    right: Mapping[str, Any] | None = None,
    *,
    files: Mapping[str, Any] = RESOURCES,
    asks: Mapping[str, Any] | None = None,
) -> Any:
    return PENALTY.prepare({"ask": asks or ask()}, right or truth(), files)


def cells(question: Any, answer: Any, *passages: str) -> dict[str, int]:
    """Return the cells of a row that are not 0, but for those of labels and levels."""
    row = PENALTY.mark(question, Response(answer, None, passages))
    named = zip(PENALTY.column_names, row, strict=True)
    return {name: cell for name, cell in named if cell}


def asked(
    number: int,
    right: Mapping[str, Any],
    *,
    task: str = "penalty",
    files: Mapping[str, Any] = RESOURCES,
) -> QuestionWithTruth:
    question = {
        "question_id": f"q{number}",
        "task": task,
        "language": "zh",
        "turns": [{"role": "user", "content": f"案情{number}：某银行违规。"}],
        "ask": ask(),
    }
    return QuestionWithTruth(f"q{number}", task, question, right, files)
