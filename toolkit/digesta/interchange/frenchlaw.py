"""FrenchLaw Bench: tasks with rubrics, a run's answers, and the truths of FLB-Workflows.

``tasks.csv``, ``results.json``; ``ground_truth.csv`` with JSON truths.

Shape of: kobolt-2025/frenchlaw-bench@e878cc4. UTF-8; a byte order mark is refused, since the
original's reader then misses its first column. Categories, sub-categories and task types are its
closed lists. Documents are named, not shipped: their text is left to add.

Differs: a line of a rubric that the original passes over is a problem (``_rubric``); a task whose
run failed has no answer. Scores need a judge's verdicts (``_frenchlaw_report``); without them the
export of answers holds the response alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from digesta.interchange import _workflows as workflows
from digesta.interchange._frenchlaw_back import (
    CLOSED,
    COLUMNS,
    DIGITS,
    RESULTS,
    TASKS,
    TITLES,
    WORK,
    compose,
)
from digesta.interchange._frenchlaw_report import report
from digesta.interchange._names import cluster_of, kept, name_of, task_names
from digesta.interchange._reading import (
    Faults,
    Line,
    Row,
    document_of,
    header_of,
    rows_of,
)
from digesta.interchange._recognising import Needed, recognised
from digesta.interchange._rubric import criteria_of
from digesta.interchange._todo import QUESTIONS, Todo
from digesta.interchange.base import Draft, Files, Importer, Parsed, Value

_NEEDED = Needed(
    "tasks", TASKS, "tasks.csv, or ground_truth.csv of a workflow", "name one of the two",
    (".csv",), instead="truths",
)  # fmt: skip


def _parse(files: Files) -> Parsed:
    faults = Faults()
    found = recognised(files, _kind, _NEEDED, faults)
    core = _core(found.path, files, faults)
    flows = workflows.parse(found.path, files, faults)
    faults.refuse()
    return _joined(core, flows, found.unread)


def _kind(path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if {"Rubric", "Prompt"} <= header:
        return "tasks"
    if path.endswith(RESULTS) and b'"task_results"' in data:
        return "results"
    return workflows.kind(path, header, data)


def _joined(core: Parsed, flows: Parsed, unread: tuple[str, ...]) -> Parsed:
    a, b = core.draft, flows.draft
    track = {
        "track": "frenchlaw",
        "method_after": "FrenchLaw Bench",
        "categories": a.track.get("categories", {}) | b.track.get("categories", {}),
        "tasks": a.track.get("tasks", {}) | b.track.get("tasks", {}),
    }
    draft = Draft(
        a.questions + b.questions,
        a.truths + b.truths,
        a.predictions + b.predictions,
        track=track,
    )
    return Parsed(draft, core.places + flows.places, core.notes + flows.notes, unread)


# Tasks -----------------------------------------------------------------------------------------


def _core(paths: Mapping[str, str], files: Files, faults: Faults) -> Parsed:
    if (path := paths.get("tasks")) is None:
        return Parsed(Draft((), ()), ())
    rows = rows_of(path, files[path], COLUMNS, faults)
    names = task_names((row["Category"], row["TaskType"]) for row in rows)
    numbers: dict[str, int] = {}
    questions, truths = [], []
    for row in rows:
        _check(row, numbers)
        question_id = _id(row["Number"])
        task = names[row["Category"], row["TaskType"]]
        questions.append(_question(row, question_id, task))
        truths.append(_truth(row, question_id))
    draft = Draft(tuple(questions), tuple(truths), track=_track(questions))
    if results := paths.get("results"):
        document = document_of(results, files[results], faults)
        draft = replace(draft, predictions=_answers(document, draft, faults))
    return Parsed(draft, tuple(row.place for row in rows), _notes(draft))


def _id(number: str) -> str:
    return f"flb-{int(number):03d}" if _is_number(number) else "flb-unknown"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS and text == str(int(text))


def _check(row: Row, numbers: dict[str, int]) -> None:
    number = row["Number"]
    if not _is_number(number):
        row.wrong("Number", expected="a whole number without leading zeros")
    elif number in numbers:
        row.wrong("Number", expected=f"a number of its own, not that of line {numbers[number]}")
    numbers.setdefault(number, row.line)
    for column, known in CLOSED.items():
        if row[column] not in known:
            row.wrong(column, expected=", ".join(known), known=known)
    for column in ("Title", "Prompt"):
        if not row[column].strip():
            row.wrong(column, expected="a text")


def _question(row: Row, question_id: str, task: str) -> Value:
    made: Value = {
        "question_id": question_id,
        "split": "public",
        "track": "frenchlaw",
        "category": name_of(row["Category"]),
        "task": task,
        "scorer": "rubric",
        "language": "fr",
        "turns": [{"role": "user", "content": row["Prompt"]}],
        "ask": {
            "task_type": name_of(row["TaskType"]),
            "sub_category": name_of(row["SubCategory"]),
        },
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }
    raw = row["Documents"].strip()
    documents = [one.strip() for one in raw.split(";") if one.strip()]
    if documents and raw.upper() != "N/A":
        made["shown_sources"] = [{"title": one} for one in documents]
    return made


def _truth(row: Row, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "truth": {"criteria": criteria_of(row)},
        "source_refs": [kept(f"{WORK} {row['Number']}", {"Title": row["Title"]})],
    }


def _track(questions: Sequence[Value]) -> Value:
    return {
        "categories": {
            one["category"]: {"title": TITLES.get(one["category"], one["category"])}
            for one in questions
        },
        "tasks": {
            one["task"]: {
                "title": TITLES.get(one["ask"]["task_type"], one["task"]),
                "category": one["category"],
                "scorer": "rubric",
                "metric": "rubric_score",
            }
            for one in questions
        },
    }


def _notes(draft: Draft) -> tuple[Todo, ...]:
    notes = [Todo("truths.jsonl", "/source_refs", "the authorities that each task rests on")]
    with_documents = sorted(
        (one["question_id"], ", ".join(source["title"] for source in one["shown_sources"]))
        for one in draft.questions
        if "shown_sources" in one
    )
    if with_documents:
        notes.append(
            Todo(QUESTIONS, "/shown_sources", "the text of each document", tuple(with_documents))
        )
    return tuple(notes)


# Answers ---------------------------------------------------------------------------------------


def _answers(document: Line | None, draft: Draft, faults: Faults) -> tuple[Value, ...]:
    results = document.value.get("task_results") if document and _is_run(document.value) else None
    if document is None or not isinstance(results, list):
        if document is not None:
            faults.add("wrong-type", document.file, expected="an object with task_results")
        return ()
    models = list(dict.fromkeys(str(_of(one, "model_id")) for one in results))
    if len(models) > 1:
        faults.add(
            "several-models", document.file, got=", ".join(models), expected="the run of one model",
            fix="keep the task_results of one model in the file",
        )  # fmt: skip
    ids = {one["question_id"] for one in draft.questions}
    answers: dict[str, str] = {}
    for at, one in enumerate(results):
        _answer(document.file, at, one, ids, answers, faults)
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    by_id = {one["question_id"]: one for one in lines}
    return tuple(by_id[q["question_id"]] for q in draft.questions if q["question_id"] in by_id)


def _is_run(value: Any) -> bool:
    return isinstance(value, dict) and "task_results" in value


def _of(result: Any, key: str) -> Any:
    return result.get(key) if isinstance(result, dict) else None


def _answer(
    file: str, at: int, one: Any, ids: set[str], answers: dict[str, str], faults: Faults
) -> None:
    number, response = _of(one, "task_number"), _of(one, "response")
    place = f"/task_results/{at}"
    question_id = _id(str(number))
    if isinstance(number, bool) or not isinstance(number, int) or not isinstance(response, str):
        faults.add(
            "wrong-type", file, got=place, expected="a task_number and a response",
            fix="correct the result",
        )  # fmt: skip
    elif question_id not in ids:
        faults.add(
            "unknown-id", file, got=f"{place}/task_number: {number}",
            expected="a Number of tasks.csv", fix="name the tasks.csv of this run",
        )  # fmt: skip
    elif question_id in answers:
        faults.add("dup-id", file, got=f"{place}: task {number} twice", fix="keep one result")
    elif _of(one, "error") is None:
        answers[question_id] = response


IMPORTER = Importer(
    name="frenchlaw",
    about="FrenchLaw Bench: tasks.csv with results.json, and ground_truth.csv of a workflow; "
    "UTF-8 without a byte order mark",
    track="frenchlaw",
    scorers=("rubric", "extraction"),
    parse=_parse,
    compose=compose,
    report=report,
)
