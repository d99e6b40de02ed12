"""FrenchLaw Bench's tasks and a run's answers, and a workflow's files, to a draft."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple, get_args

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.intake import LIMITS, judged_text
from digesta.intake.verdicts import JudgedAnswer, prompt_sha256
from digesta.records.judges.verdict import Claim, Judge, Verdict
from digesta.records.trace import Trace
from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import (
    CLOSED,
    COLUMNS,
    DIGITS,
    RESULTS,
    TASKS,
    TITLES,
    WORK,
    criteria_of,
)
from digesta_convert.shared.draft import AnswerCollector, Draft, DraftLines, Files, Value, user_turn
from digesta_convert.shared.kinds import FileKinds, file_kinds
from digesta_convert.shared.names import name_of, own_fields_ref, slug_of, task_names
from digesta_convert.shared.rows import Faults, JsonLine, SourceRow, document_of, header_of, rows_of

# What a run recorded ---------------------------------------------------------------------------
#
# A verdict is bound to answer, criteria and judge by our digests. A severity that is none of three
# is minor, as the original counts it, and a category that is none of ours is ``other_fact``.
# ``replies`` keep what a verdict has no place for, as it was written: remarks on claims, and
# ``source_score`` (the assertions behind it were never recorded).
#
# Latency is the original's: of the answer and all of its judging. Cost is of the answer alone.


TRACE, VERDICTS = "trace.jsonl", "answers.jsonl"
OPERATOR, NO_DAY = "FrenchLaw Bench, run ", "1970-01-01"
"""Who ran a judge, before the run's id; the day of a run that does not say its own."""
_CATEGORIES = get_args(Claim.model_fields["category"].annotation)
_SEVERITIES = ("critical", "major", "minor")


class RunRecords(NamedTuple):
    """Files of a draft: a judge with its verdicts, traces; and what to add or check of them."""

    files: Files
    notes: tuple[str, ...] = ()


def records_of(run: Mapping[str, Any], results: Mapping[str, Value], draft: Draft) -> RunRecords:
    """Return what a run recorded of the draft's answers. results: by question id."""
    answers = draft.answer_of()
    traces = [
        trace for key, result in results.items() if (trace := _trace(key, answers.get(key), result))
    ]
    files = {TRACE: canonical_lines(traces)} if traces else {}
    judge = _judge(run)
    folder = f"judges/{judge.judge}/"
    verdicts: list[Value] = []
    left: list[str] = []
    for key in answers.keys() & results.keys():
        if "rubric_results" in results[key]:
            judged = judged_text(draft.truth_of()[key]["truth"], answers[key])
            verdict = _verdict(key, results[key], judged, judge)
            if verdict is None:
                left.append(key)
            else:
                verdicts.append(verdict)
    if not verdicts and not left:
        return RunRecords(files)
    lines = sorted(verdicts, key=lambda verdict: str(verdict["question_id"]))
    files |= {
        f"{folder}judge.json": canonical_bytes(judge.as_json()),
        f"{folder}{VERDICTS}": canonical_lines(lines),
    }
    return RunRecords(files, tuple(_run_notes(folder, sorted(left))))


def _run_notes(folder: str, left: list[str]) -> Iterator[str]:
    add = "who ran the judge, and with which prompts and controls: the run does not say"
    yield f"{folder}judge.json: {add}"
    if left:
        add = "a verdict on each criterion of the task: those of the run are others, or malformed"
        yield f"{folder}{VERDICTS}: {add}: {', '.join(left)}"


def source_score(verdict: Value) -> float | None:
    """Return the source score that a run's verdict keeps among its replies, if there is one."""
    for reply in verdict.get("replies", ()):
        with suppress(ValueError):
            aside = json.loads(reply)
            if isinstance(aside, dict) and isinstance(aside.get("source_score"), int | float):
                return float(aside["source_score"])
    return None


def _judge(run: Mapping[str, Any]) -> Judge:
    about = run.get("metadata")
    about = about if isinstance(about, dict) else {}
    model = about.get("judge_model")
    model = model if isinstance(model, str) and model.strip() else "unknown"
    temperature = about.get("judge_temperature")
    day = str(run.get("timestamp") or about.get("timestamp_utc") or "")[:10]
    is_number = isinstance(temperature, int | float) and not isinstance(temperature, bool)
    fields: Value = {
        "format": "judge/1",
        "judge": slug_of(model),
        "model": model,
        "parameters": {"temperature": temperature} if is_number else {},
        "prompts": {},
        "operator": f"{OPERATOR}{run.get('run_id', 'unknown')}",
        "date": day,
        "controls": {},
    }
    try:
        return Judge.model_validate(fields)
    except ValueError:
        return Judge.model_validate(fields | {"date": NO_DAY})


def _trace(key: str, answer: Any, result: Value) -> Value | None:
    """Return what is known of how an answer was made; None where that is nothing."""
    scales = {"latency_seconds": 1000, "cost_usd": 1_000_000, "input_tokens": 1, "output_tokens": 1}
    names = {"latency_seconds": "latency_ms", "cost_usd": "cost_micro_usd"}
    known: Value = {
        names.get(name, name): round(Decimal(repr(result[name])) * scale)
        for name, scale in scales.items()
        if isinstance(result.get(name), int | float) and not isinstance(result[name], bool)
    }
    outcome = "error" if answer is None else "answered"
    fields = {"question_id": key, "answer_sha256": digest(answer), "outcome": outcome, **known}
    try:
        trace = Trace.model_validate(fields)
    except ValueError:
        return None
    return trace.as_json() if known else None


def _verdict(key: str, result: Value, judged: JudgedAnswer, judge: Judge) -> Value | None:
    """Return a result as a verdict; None where it is none on the criteria of the task."""
    try:
        parts = [*result["rubric_results"], *(result.get("negatif_results") or ())]
        claims = result.get("hallucination_details") or []
        aside = {"hallucination_details": claims, "source_score": result.get("source_score")}
        verdict = Verdict.model_validate(
            {
                "question_id": key,
                "answer_sha256": digest(judged.answer),
                "prompt_sha256": prompt_sha256(judge, key, judged),
                "criteria": list(map(_criterion, parts)),
                "claims": list(map(_claim, claims)),
                "replies": [canonical_bytes(aside).decode()],
            }
        )
    except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError):
        return None
    complete = {part.criterion_id for part in verdict.criteria} == judged.criteria.keys()
    return verdict.as_json() if complete else None


def _criterion(part: Value) -> Value:
    passages = part.get("evidence") or []
    if not isinstance(passages, list):
        raise TypeError("evidence is a list")
    evidence = [passage[: LIMITS.passage_chars] for passage in passages if passage]
    criterion = {
        "criterion_id": part["item_id"],
        "satisfied": part["satisfied"],
        "confidence": f"{Decimal(repr(part.get('confidence', 1.0))).normalize():f}",
        "evidence": evidence[: LIMITS.passages],
    }
    return criterion | ({"analysis": part["reasoning"]} if part.get("reasoning") else {})


def _claim(part: Value) -> Value:
    severity, category = part.get("severity"), part.get("category")
    claim = {
        "text": part["claim"],
        "category": category if category in _CATEGORIES else "other_fact",
        "hallucinated": part["hallucinated"],
    }
    return claim | {"severity": severity if severity in _SEVERITIES else "minor"}


# Tasks and answers -----------------------------------------------------------------------------


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    expected = "tasks.csv, or ground_truth.csv of a workflow"
    names = [TASKS, RESULTS, workflows.TRUTHS, workflows.EXTRACTIONS]
    kinds = file_kinds(files, _kind, [TASKS, workflows.TRUTHS], expected, names)
    track: Value = {"track": "frenchlaw", "dated": True, "method_after": "FrenchLaw Bench"}
    lines = DraftLines(track | {"categories": {}, "tasks": {}})
    core, flows = _core(kinds, files, lines, faults), workflows.parse(kinds, files, lines, faults)
    faults.refuse()
    notes = core.notes + (workflows.NOTES if kinds.path(workflows.TRUTHS) else ())
    answers = core.answer_of() | flows
    return lines.draft(answers, beside=core.beside, notes=notes, unread=kinds.unread)


def _kind(path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if {"Rubric", "Prompt"} <= header:
        return TASKS
    if path.endswith(RESULTS) and b'"task_results"' in data:
        return RESULTS
    return workflows.kind(path, header, data)


def _core(kinds: FileKinds, files: Files, lines: DraftLines, faults: Faults) -> Draft:
    if not (path := kinds.path(TASKS)):
        return Draft((), ())
    rows = rows_of(path, files[path], COLUMNS, faults)
    names = task_names((row["Category"], row["TaskType"]) for row in rows)
    numbers: dict[str, int] = {}
    for row in rows:
        _check(row, numbers)
        name, category = names[row["Category"], row["TaskType"]], name_of(row["Category"])
        titled = category, TITLES.get(category, category)
        title = TITLES.get(name_of(row["TaskType"]), name)
        keys = lines.task(name, title, titled, ("rubric", "rubric_score")) | _keys(row)
        refs = [own_fields_ref(f"{WORK} {row['Number']}", {"Title": row["Title"]})]
        lines.add(_id(row["Number"]), row.place, {"criteria": criteria_of(row)}, refs, **keys)
    draft = lines.draft()
    notes = _notes(draft)
    if results := kinds.path(RESULTS):
        document = document_of(results, files[results], faults)
        draft = lines.draft(_answers(document, draft, faults))
        if document is not None and not faults.problems:
            records = records_of(document.value, _results_by_id(document.value, draft), draft)
            draft, notes = replace(draft, beside=records.files), notes + records.notes
    return replace(draft, notes=notes)


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


def _keys(row: SourceRow) -> Value:
    keys: Value = {
        "language": "fr",
        "turns": user_turn(row["Prompt"]),
        "ask": {"task_type": name_of(row["TaskType"]), "sub_category": name_of(row["SubCategory"])},
    }
    raw = row["Documents"].strip()
    documents = [name.strip() for name in raw.split(";") if name.strip()]
    if documents and raw.upper() != "N/A":
        keys["shown_sources"] = [{"title": name} for name in documents]
    return keys


def _notes(draft: Draft) -> tuple[str, ...]:
    notes = [("source_refs: the authorities that each task rests on")]
    named = (s["title"] for q in draft.questions for s in q.get("shown_sources", ()))
    if documents := list(dict.fromkeys(named)):
        notes.append(f"shown_sources: the text of each document: {', '.join(documents)}")
    return tuple(notes)


def _answers(document: JsonLine | None, draft: Draft, faults: Faults) -> Value:
    if document is None:
        return {}
    results = _of(document.value, "task_results")
    if not isinstance(results, list):
        faults.add("wrong-type", document.file, expected="an object with task_results")
        return {}
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
    return answers.by_id


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
