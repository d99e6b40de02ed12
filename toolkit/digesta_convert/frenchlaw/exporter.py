"""A draft of rubric and extraction questions to FrenchLaw Bench's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import (
    COLUMNS,
    DIGITS,
    RESULTS,
    TASKS,
    WORK,
    rubric_of,
    title_of,
)
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.names import own_fields
from digesta_convert.shared.rows import csv_of, json_document

RUN = "000000000000"
"""The original draws a run's id."""


def compose(draft: Draft) -> dict[str, bytes]:
    """Return tasks.csv and results.json, and a workflow's files, as far as the draft has them."""
    core = [question for question in draft.questions if question["scorer"] == "rubric"]
    files: dict[str, bytes] = {}
    if core:
        truths, answers = draft.truth_of(), draft.answer_of()
        files[TASKS] = csv_of(COLUMNS, _rows(core, truths)).encode()
        results = [
            {**task, "response": answer, "error": None}
            for question, task in zip(core, task_heads(core, truths, "system"), strict=True)
            if isinstance(answer := answers.get(question["question_id"]), str)
        ]
        if results:
            run = {"run_id": RUN, "models": ["system"], "task_results": results}
            files[RESULTS] = json_document(run)
    return files | workflows.compose(draft)


def task_heads(questions: Sequence[Value], truths: Mapping[str, Value], model: str) -> list[Value]:
    """Return the results of each task before any answer."""
    return [
        {
            "task_number": int(row["Number"]),
            "task_title": row["Title"],
            "category": row["Category"],
            "sub_category": row["SubCategory"],
            "task_type": row["TaskType"],
            "model_id": model,
        }
        for row in _rows(questions, truths)
    ]


def _rows(questions: Sequence[Value], truths: Mapping[str, Value]) -> list[dict[str, str]]:
    numbers = _numbers(questions)
    return [
        _row(question, truths[question["question_id"]], number)
        for question, number in zip(questions, numbers, strict=True)
    ]


def _numbers(questions: Sequence[Value]) -> list[int]:
    """Return each question's own number, or the next free one where its id has none."""
    numbers: list[int] = []
    for question in questions:
        digits = question["question_id"].removeprefix("flb-")
        number = int(digits) if digits.isdigit() and len(digits) <= DIGITS else 0
        while number in numbers or number == 0:
            number += 1
        numbers.append(number)
    return numbers


def _row(question: Value, truth: Value, number: int) -> dict[str, str]:
    ask = question["ask"]
    title: Any = own_fields(truth.get("source_refs", []), WORK).get("Title")
    documents = [source["title"] for source in question.get("shown_sources", [])]
    return {
        "Number": str(number),
        "Category": title_of("Category", question["category"]),
        "SubCategory": title_of("SubCategory", ask["sub_category"]),
        "TaskType": title_of("TaskType", ask["task_type"]),
        "Title": title if isinstance(title, str) and title.strip() else f"Tâche {number}",
        "Prompt": question.get("turns", [{"content": "?"}])[-1]["content"],
        "Documents": "; ".join(documents) or "N/A",
        "Rubric": rubric_of(truth["truth"]["criteria"]),
    }
