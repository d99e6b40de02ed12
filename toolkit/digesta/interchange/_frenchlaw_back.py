"""FrenchLaw Bench's closed lists, and a draft of its questions to its files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.interchange import _workflows as workflows
from digesta.interchange._names import fields_of, name_of
from digesta.interchange._reading import csv_of
from digesta.interchange._rubric import rubric_of
from digesta.interchange.base import Draft, Value

TASKS, RESULTS = "tasks.csv", "results.json"
COLUMNS = (
    "Number", "Category", "SubCategory", "TaskType", "Title", "Prompt", "Documents", "Rubric",
)  # fmt: skip
CATEGORIES = ("Droit Privé", "Contentieux", "Droit Européen")
SUB_CATEGORIES = (
    "Corporate / Sociétés", "Contrats", "Travail", "Propriété intellectuelle",
    "Bancaire & Financier", "Commercial", "Administratif", "Pénal des affaires",
    "RGPD / Données", "Concurrence FR", "UE Institutionnel", "CEDH", "Concurrence UE",
    "Numérique UE",
)  # fmt: skip
TASK_TYPES = (
    "Conseil stratégique", "Rédaction", "Recherche juridique", "Audit / Due diligence",
    "Risques & Conformité", "Stratégie de négociation", "Analyse de documents",
    "Analyse de jurisprudence", "Gestion de dossier", "Préparation contentieuse",
    "Qualification juridique", "Structuration d'opération",
)  # fmt: skip
CLOSED: Mapping[str, tuple[str, ...]] = {
    "Category": CATEGORIES,
    "SubCategory": SUB_CATEGORIES,
    "TaskType": TASK_TYPES,
}
WORK = "FrenchLaw Bench, tâche"
TITLES = {name_of(title): title for titles in CLOSED.values() for title in titles}
DIGITS = 6
RUN = "000000000000"
"""The original draws a run's id."""


def compose(draft: Draft) -> dict[str, bytes]:
    """Give tasks.csv and results.json, and a workflow's files, as far as the draft has them."""
    truths = draft.truth_of()
    core = [one for one in draft.questions if one["scorer"] == "rubric"]
    files: dict[str, bytes] = {}
    if core:
        numbers = _numbers(core)
        rows = [_row(one, truths[one["question_id"]], numbers[one["question_id"]]) for one in core]
        files[TASKS] = csv_of(COLUMNS, rows).encode()
        answers = {key: answer for key, answer in draft.answer_of().items() if key in numbers}
        if answers:
            files[RESULTS] = _results(core, truths, answers)
    return files | workflows.compose(draft)


def _numbers(questions: Sequence[Value]) -> dict[str, int]:
    """Give each question its own number, or the next free one where its id has none."""
    made: dict[str, int] = {}
    taken: set[int] = set()
    for one in questions:
        digits = one["question_id"].removeprefix("flb-")
        number = int(digits) if digits.isdigit() and len(digits) <= DIGITS else 0
        while number in taken or number == 0:
            number += 1
        made[one["question_id"]] = number
        taken.add(number)
    return made


def _row(question: Value, truth: Value, number: int) -> dict[str, str]:
    ask = question["ask"]
    title = fields_of(truth.get("source_refs", []), WORK).get("Title")
    documents = [source["title"] for source in question.get("shown_sources", [])]
    turns = question.get("turns", [{"content": "?"}])
    return {
        "Number": str(number),
        "Category": _title(question["category"]),
        "SubCategory": _title(ask["sub_category"]),
        "TaskType": _title(ask["task_type"]),
        "Title": title if isinstance(title, str) and title.strip() else f"Tâche {number}",
        "Prompt": turns[-1]["content"],
        "Documents": "; ".join(documents) or "N/A",
        "Rubric": rubric_of(truth["truth"]["criteria"]),
    }


def _title(name: str) -> str:
    return TITLES.get(name, name)


def described(questions: Sequence[Value], truths: Mapping[str, Value], model: str) -> list[Value]:
    """Give what a run's results say of each task before any answer."""
    numbers = _numbers(questions)
    rows = [_row(one, truths[one["question_id"]], numbers[one["question_id"]]) for one in questions]
    return [
        {
            "task_number": int(row["Number"]),
            "task_title": row["Title"],
            "category": row["Category"],
            "sub_category": row["SubCategory"],
            "task_type": row["TaskType"],
            "model_id": model,
        }
        for row in rows
    ]


def _results(
    core: Sequence[Value], truths: Mapping[str, Value], answers: Mapping[str, Any]
) -> bytes:
    results = [
        {**said, "response": answer, "error": None}
        for one, said in zip(core, described(core, truths, "system"), strict=True)
        if isinstance(answer := answers.get(one["question_id"]), str)
    ]
    return written({"run_id": RUN, "models": ["system"], "task_results": results})


def written(value: Any) -> bytes:
    """Give a JSON file as the original writes its own."""
    return json.dumps(value, ensure_ascii=False, indent=2).encode()
