"""What the tests of the scorer extraction share: the golden schema, a question, a marked answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from golden_cases import shared_resources

from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth, Response

EXTRACTION = SCORERS["extraction"]
RESOURCES = shared_resources("extraction")
PATH = "cession_actions/schema.json"
ASK = {"schema": "cession_actions/1"}


def nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Make an object of values by pointer."""
    whole: dict[str, Any] = {}
    for pointer, value in fields.items():
        inner, names = whole, pointer.split("/")[1:]
        for name in names[:-1]:
            inner = inner.setdefault(name, {})
        inner[names[-1]] = value
    return whole


def prepared(fields: Mapping[str, Any], schema: Mapping[str, Any] | None = None) -> Any:
    """Make a question ready whose truth has these fields, by pointer."""
    resources = RESOURCES if schema is None else {PATH: json.dumps(schema).encode()}
    return EXTRACTION.prepare({"ask": ASK}, {"fields": nested(fields)}, resources)


def marked(question: Any, answer: Any, *judged: str) -> dict[str, int]:
    """Return the row of an answer by column; judged: pointers that a verdict calls equivalent."""
    verdict = {"criteria": [{"criterion_id": one, "satisfied": True} for one in judged]}
    response = Response(answer, verdict if judged else None)
    return dict(zip(EXTRACTION.column_names, EXTRACTION.mark(question, response), strict=True))


def asked(number: int, fields: Mapping[str, Any], task: str = "cession") -> QuestionWithTruth:
    question = {
        "question_id": f"q{number}",
        "task": task,
        "turns": [{"role": "user", "content": f"contrat {number}"}],
        "ask": ASK,
    }
    return QuestionWithTruth(f"q{number}", task, question, {"fields": nested(fields)})


TRUTH = {
    "/date_signature": "2025-03-14",
    "/cessionnaire/nom": "SAS Verger & Fils",
    "/actions_cedees/pourcentage": 60,
    "/prix_de_cession/montant": "480000.50",
    "/prix_de_cession/sequestre": False,
    "/conditions_suspensives": ["accord de la banque", "agrément des associés"],
}
QUESTION = prepared(TRUTH)
