"""What the tests of a judge's files share: a judge, two criteria, answers, right lines."""

from __future__ import annotations

from typing import Any

from digesta.canonical import digest
from digesta.intake import JudgedAnswer, judged_text, prompt_sha256
from digesta.records.base import example_of
from digesta.records.judges.verdict import Judge

FILE = "predictions/2026-02-05/_judges/rules-1/acme.jsonl"
JUDGE = Judge.model_validate(example_of(Judge))
TRUTH = {
    "criteria": [
        {"criterion_id": "SUB1", "dimension": "substance", "points": "2", "text": "Wants it."},
        {
            "criterion_id": "NEG1", "dimension": "negative", "points": "-1", "text": "Lacks it.",
            "evidence": "none",
        },
    ]
}  # fmt: skip
ANSWERS: dict[str, Any] = {"q-1": "L'article 1240.", "q-2": "Rien.", "q-3": None, "q-4": {"a": 1}}
KNOWN = {key: judged_text(TRUTH, answer) for key, answer in ANSWERS.items()}


def criteria(**changes: Any) -> list[dict[str, Any]]:
    first = {"criterion_id": "SUB1", "satisfied": True, "confidence": "0.9", "evidence": ["1240"]}
    return [first | changes, {"criterion_id": "NEG1", "satisfied": False, "confidence": "1"}]


def line(question_id: str = "q-1", **changes: Any) -> dict[str, Any]:
    judged = KNOWN.get(question_id, JudgedAnswer({}))
    return {
        "question_id": question_id,
        "answer_sha256": digest(ANSWERS.get(question_id)),
        "prompt_sha256": prompt_sha256(JUDGE, question_id, judged),
        "criteria": criteria(),
    } | changes
