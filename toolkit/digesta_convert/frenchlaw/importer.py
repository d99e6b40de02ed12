"""FrenchLaw Bench's tasks and a run's answers, and a workflow's files, to a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import CLOSED, COLUMNS, DIGITS, RESULTS, TASKS, TITLES, WORK
from digesta_convert.frenchlaw.rubric import criteria_of
from digesta_convert.frenchlaw.run import records_of
from digesta_convert.shared.draft import AnswerCollector, Draft, Files, Value
from digesta_convert.shared.kinds import FileKinds, file_kinds
from digesta_convert.shared.names import cluster_of, name_of, own_fields_ref, task_names
from digesta_convert.shared.rows import Faults, JsonLine, SourceRow, document_of, header_of, rows_of


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    expected = "tasks.csv, or ground_truth.csv of a workflow"
    names = [TASKS, RESULTS, workflows.TRUTHS, workflows.EXTRACTIONS]
    kinds = file_kinds(files, _kind, [TASKS, workflows.TRUTHS], expected, names)
    a, b = _core(kinds, files, faults), workflows.parse(kinds, files, faults)
    faults.refuse()
    track = {
        "track": "frenchlaw",
        "dated": True,
        "method_after": "FrenchLaw Bench",
        **{key: a.track.get(key, {}) | b.track.get(key, {}) for key in ("categories", "tasks")},
    }
    return Draft(
        a.questions + b.questions,
        a.truths + b.truths,
        a.predictions + b.predictions,
        track=track,
        beside=a.beside,
        places={**a.places, **b.places},
        notes=a.notes + b.notes,
        unread=kinds.unread,
    )


def _kind(path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if {"Rubric", "Prompt"} <= header:
        return TASKS
    if path.endswith(RESULTS) and b'"task_results"' in data:
        return RESULTS
    return workflows.kind(path, header, data)


def _core(kinds: FileKinds, files: Files, faults: Faults) -> Draft:
    if not (path := kinds.path(TASKS)):
        return Draft((), ())
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
    notes = _notes(draft)
    if results := kinds.path(RESULTS):
        document = document_of(results, files[results], faults)
        draft = replace(draft, predictions=_answers(document, draft, faults))
        if document is not None and not faults.problems:
            records = records_of(document.value, _results_by_id(document.value, draft), draft)
            draft, notes = replace(draft, beside=records.files), notes + records.notes
    places = {_id(row["Number"]): row.place for row in rows}
    return replace(draft, places=places, notes=notes)


def _results_by_id(run: Value, draft: Draft) -> dict[str, Value]:
    """Return the results of a run by question; of a task that failed and was answered, that."""
    answers = draft.answer_of()
    results: dict[str, Value] = {}
    for result in run["task_results"]:
        key = _id(str(result["task_number"]))
        if answers.get(key) == (None if result.get("error") else result["response"]):
            results[key] = result
    return results


def _id(number: str) -> str:
    return f"flb-{int(number):03d}" if _is_number(number) else "flb-unknown"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS and text == str(int(text))


def _check(row: SourceRow, numbers: dict[str, int]) -> None:
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


def _question(row: SourceRow, question_id: str, task: str) -> Value:
    question: Value = {
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
    documents = [name.strip() for name in raw.split(";") if name.strip()]
    if documents and raw.upper() != "N/A":
        question["shown_sources"] = [{"title": name} for name in documents]
    return question


def _truth(row: SourceRow, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "truth": {"criteria": criteria_of(row)},
        "source_refs": [own_fields_ref(f"{WORK} {row['Number']}", {"Title": row["Title"]})],
    }


def _track(questions: Sequence[Value]) -> Value:
    return {
        "categories": {
            question["category"]: {"title": TITLES.get(question["category"], question["category"])}
            for question in questions
        },
        "tasks": {
            question["task"]: {
                "title": TITLES.get(question["ask"]["task_type"], question["task"]),
                "category": question["category"],
                "scorer": "rubric",
                "metric": "rubric_score",
            }
            for question in questions
        },
    }


def _notes(draft: Draft) -> tuple[str, ...]:
    notes = [("source_refs: the authorities that each task rests on")]
    named = (s["title"] for q in draft.questions for s in q.get("shown_sources", ()))
    if documents := list(dict.fromkeys(named)):
        notes.append(f"shown_sources: the text of each document: {', '.join(documents)}")
    return tuple(notes)


def _answers(document: JsonLine | None, draft: Draft, faults: Faults) -> tuple[Value, ...]:
    if document is None:
        return ()
    results = _of(document.value, "task_results")
    if not isinstance(results, list):
        faults.add("wrong-type", document.file, expected="an object with task_results")
        return ()
    models = list(dict.fromkeys(str(_of(result, "model_id")) for result in results))
    if len(models) > 1:
        fix = "keep the task_results of one model in the file"
        expected = "the run of one model"
        faults.add(
            "several-models", document.file, got=", ".join(models), expected=expected, fix=fix
        )
    ids = {question["question_id"]: question["question_id"] for question in draft.questions}
    answers = AnswerCollector(ids, "a Number of tasks.csv", faults)
    for at, result in enumerate(results):
        _add_answer(answers, document.file, f"/task_results/{at}", result)
    return answers.lines(draft.questions)


def _of(result: Any, key: str) -> Any:
    return result.get(key) if isinstance(result, dict) else None


def _add_answer(answers: AnswerCollector, file: str, place: str, result: Any) -> None:
    number, response = _of(result, "task_number"), _of(result, "response")
    if isinstance(number, bool) or not isinstance(number, int) or not isinstance(response, str):
        expected = "a task_number and a response"
        answers.faults.add(
            "wrong-type", file, got=place, expected=expected, fix="correct the result"
        )
    elif _of(result, "error") is None or _id(str(number)) not in answers.ids:
        answers.add(file, 0, _id(str(number)), response, at=f"{place}/task_number")
