"""What the tests of the scorer rubric share: rubrics, verdicts, a scripted oracle judge.

The oracle judge is a script, no judge: it knows what each criterion of our toy questions wants
and finds it, word for word, in the answer. It exists so that scores can be tested before any judge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth, Response

RUBRIC = SCORERS["rubric"]
ORACLE_LABEL = "oracle-script"
"""The id under which the scripted judge's verdicts stand: not the name of a judge."""

_CITED = re.compile(r"article ([0-9]+)( du code [a-zé ]*[a-zé])?")


def criterion(name: str, dimension: str, points: str, **more: Any) -> dict[str, Any]:
    return {
        "criterion_id": name, "dimension": dimension, "points": points, "text": f"Wants {name}.",
    } | more  # fmt: skip


def said(name: str, *evidence: str, satisfied: bool = True, sure: str = "1") -> dict[str, Any]:
    told = {"criterion_id": name, "satisfied": satisfied, "confidence": sure}
    return {**told, "evidence": list(evidence)}


def claim(severity: str | None = None) -> dict[str, Any]:
    made_up = {"severity": severity} if severity else {}
    return {
        "text": "x", "category": "legal_rule", "hallucinated": bool(severity), **made_up,
    }  # fmt: skip


def question(number: int = 1, task: str = "note", **ask: Any) -> dict[str, Any]:
    return {
        "question_id": f"q-{number}",
        "task": task,
        "language": "fr",
        "turns": [{"role": "user", "content": f"Affaire {number} : que répondre au client ?"}],
        "ask": {"task_type": "conseil", "sub_category": "contrats"} | ask,
    }


def prepared(*criteria: dict[str, Any], **ask: Any) -> Any:
    return RUBRIC.prepare(question(**ask), {"criteria": list(criteria)}, {})


def cells(rubric: Any, answer: Any, verdict: Mapping[str, Any] | None) -> dict[str, int]:
    row = RUBRIC.mark(rubric, Response(answer, verdict))
    return dict(zip(RUBRIC.column_names, row, strict=True))


def toy(count: int = 12) -> list[QuestionWithTruth]:
    """Return a sensible toy release: ``check`` names the words that a good answer has."""
    return [
        QuestionWithTruth(f"q-{n}", "note", question(n), {"criteria": list(_toy_criteria(n))})
        for n in range(1, count + 1)
    ]


def _toy_criteria(n: int) -> Sequence[dict[str, Any]]:
    return (
        criterion(
            "S1", "structure", "2", text="Annonce la discussion.", check="party: III. Discussion"
        ),
        criterion(
            "ST1", "style", "1", text="Parle au conditionnel.", check="party: il conviendrait"
        ),
        criterion("SUB1", "substance", "4", check=f"party: article {1100 + n} du code civil"),
        criterion("SUB2", "substance", "3", check=f"party: le délai de {n + 2} mois court"),
        criterion("SUB3", "substance", "3", check=f"party: la clause {n} est réputée non écrite"),
        criterion("M1", "methodology", "2", check=f"party: en l'espèce, la livraison {n}"),
        criterion("NEG1", "negative", "-1", cap="-2", check=f"party: article {n} du code aboli"),
        criterion("NEG2", "negative", "-0.5", evidence="none"),
    )


def _want(one: Mapping[str, Any]) -> str:
    return str(one.get("check", "")).removeprefix("party: ")


def oracle(asked: QuestionWithTruth, answer: str) -> dict[str, Any]:
    """Return the scripted judge's verdict: what it wants is found verbatim, or is not there.

    A citation of an article that no criterion wants is a claim made up.
    """
    criteria = []
    for one in asked.truth["criteria"]:
        want = _want(one)
        there = bool(want) and want in answer
        if one.get("evidence") == "none":
            criteria.append(said(one["criterion_id"], satisfied="Conclusion" not in answer))
        else:
            criteria.append(said(one["criterion_id"], *[want] * there, satisfied=there))
    wanted = {_want(one) for one in asked.truth["criteria"]}
    cited = [match.group() for match in _CITED.finditer(answer)]
    claims = [claim(None if text in wanted else "critical") for text in cited]
    return {"criteria": criteria, "claims": claims, "assertions": []}


def perfect(asked: QuestionWithTruth) -> str:
    wants = [_want(one) for one in asked.truth["criteria"] if one["dimension"] != "negative"]
    return "\n".join([*wants, "Conclusion"])


ANSWER = "L'article 1240 du code civil. Le  lien de\u202fcausalité.\nDélai abrogé, délai abrogé."
SUB = criterion("SUB1", "substance", "4")


def score(rubric: Any, *criteria: dict[str, Any], **rest: Any) -> dict[str, int]:
    return cells(rubric, ANSWER, {"criteria": list(criteria), **rest})
