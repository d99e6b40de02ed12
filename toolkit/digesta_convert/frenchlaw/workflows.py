"""FLB-Workflows: ``ground_truth.csv`` (Document, GroundTruth as JSON) and extractions to score.

In the truths null, "" and [] are what the original skips: fields that the contract does not
settle, which our truths leave out. The original has no file of answers; ``extracted.json`` is a
list of {document, extraction}.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta_convert.shared.draft import AnswerCollector, Draft, DraftLines, Files, Value
from digesta_convert.shared.kinds import FileKinds
from digesta_convert.shared.names import own_fields, own_fields_ref, slug_of
from digesta_convert.shared.rows import (
    Faults,
    SourceRow,
    csv_of,
    document_of,
    json_document,
    nfc,
    rows_of,
)

COLUMNS = ("Document", "GroundTruth")
TRUTHS, EXTRACTIONS = "ground_truth.csv", "extracted.json"
SCORES = "extraction_scores.json"
SCHEMA = "cession_actions/1"
WORK = "FLB-Workflows, document"
NOTES = (
    "shown_sources: the text of each contract",
    f"ask/schema: add the workflow's schema.json as the resource {SCHEMA}",
)


def kind(path: str, header: set[str], data: bytes) -> str | None:
    """Return which of a workflow's files this is, if any."""
    if "GroundTruth" in header:
        return TRUTHS
    if path.endswith(SCORES):
        return None
    return EXTRACTIONS if path.endswith(".json") and b'"extraction"' in data else None


def parse(kinds: FileKinds, files: Files, lines: DraftLines, faults: Faults) -> Value:
    """Add the questions of a workflow, where its truths are among the files; return the answers."""
    if not (path := kinds.path(TRUTHS)):
        return {}
    category, marked = ("workflows", "FLB-Workflows"), ("extraction", "field_f1")
    task = lines.task("cession_actions", "Cession d'actions", category, marked)
    ids: dict[str, str] = {}
    for row in rows_of(path, files[path], COLUMNS, faults):
        question_id = slug_of(row["Document"].removesuffix(".pdf"))
        if not row["Document"].strip():
            row.wrong("Document", expected="a document's name")
        elif question_id in ids.values():
            row.wrong("Document", expected="a name that no other row has")
        ids[row["Document"]] = question_id
        sources = [{"title": row["Document"]}]
        refs = [own_fields_ref(f"{WORK} {question_id}", {"Document": row["Document"]})]
        keys = task | {"language": "fr", "ask": {"schema": SCHEMA}, "shown_sources": sources}
        lines.add(question_id, row.place, {"fields": _fields(row)}, refs, **keys)
    return _answers(kinds.path(EXTRACTIONS), files, ids, faults)


def _fields(row: SourceRow) -> Value:
    """Return the fields that a truth sets; row-level problems where it is no object."""
    try:
        value = strict_json(
            row["GroundTruth"].encode(), file=row.file, line=row.line, limits=RELEASE_LIMITS
        )
    except InputError as error:
        row.faults.problems.extend(error.problems)
        return {}
    if not isinstance(value, dict):
        row.wrong("GroundTruth", expected="a JSON object")
        return {}
    if _null_in_list(value):
        row.wrong("GroundTruth", expected="lists without null")
        return {}
    return dict(_set(nfc(value)))


def _set(value: Any) -> Any:
    """Return a value without unset fields and without objects in which nothing is set."""
    if not isinstance(value, dict):
        return value
    inside = {key: _set(inner) for key, inner in value.items()}
    return {key: inner for key, inner in inside.items() if inner not in (None, "", [], {})}


def _null_in_list(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_null_in_list(inner) for inner in value.values())
    if isinstance(value, list):
        return any(inner is None or _null_in_list(inner) for inner in value)
    return False


def _answers(path: str, files: Files, ids: Mapping[str, str], faults: Faults) -> dict[str, Any]:
    document = document_of(path, files[path], faults) if path else None
    if document is None:
        return {}
    answers = AnswerCollector(ids, "a Document of the truths", faults)
    listed = document.value if isinstance(document.value, list) else [document.value]
    for at, record in enumerate(listed):
        if not isinstance(record, dict) or record.keys() != {"document", "extraction"}:
            expected = "an object with document and extraction"
            faults.add("wrong-type", document.file, got=f"/{at}", expected=expected)
        elif isinstance(record["extraction"], list):
            expected = "an object or a text"
            faults.add("wrong-type", document.file, got=f"/{at}/extraction", expected=expected)
        else:
            name = str(record["document"])
            answers.add(document.file, 0, name, record["extraction"], at=f"/{at}/document")
    return answers.by_id


def compose(draft: Draft) -> dict[str, bytes]:
    """Return a workflow's files; none where the draft has no such question."""
    truths, answers = draft.truth_of(), draft.answer_of()
    questions = [question for question in draft.questions if question["scorer"] == "extraction"]
    if not questions:
        return {}
    names = document_names(questions, truths)
    rows = [
        {"Document": name, "GroundTruth": _cell(truths[key]["truth"]["fields"])}
        for key, name in names.items()
    ]
    files = {TRUTHS: csv_of(COLUMNS, rows).encode()}
    extractions = [
        {"document": name, "extraction": answers[key]}
        for key, name in names.items()
        if key in answers
    ]
    if extractions:
        files[EXTRACTIONS] = json_document(extractions)
    return files


def _cell(fields: Value) -> str:
    """Return fields as JSON that stays the same in NFC: a mark behind an escape would not."""
    text = json.dumps(fields, ensure_ascii=False)
    return text if unicodedata.is_normalized("NFC", text) else json.dumps(fields)


def document_names(questions: Sequence[Value], truths: Mapping[str, Value]) -> dict[str, str]:
    """Return the name of each question's document; its id where two names make one id."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for question in questions:
        key = question["question_id"]
        own = own_fields(truths[key].get("source_refs", []), WORK).get("Document")
        name = own if isinstance(own, str) and own.strip() else f"{key}.pdf"
        if slug_of(name.removesuffix(".pdf")) in taken:
            name = f"{key}.pdf"
        taken.add(slug_of(name.removesuffix(".pdf")))
        names[key] = name
    return names
