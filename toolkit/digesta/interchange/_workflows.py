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
from digesta.interchange._names import cluster_of, fields_of, kept, slug_of
from digesta.interchange._reading import Faults, Row, csv_of, document_of, nfc, rows_of
from digesta.interchange._todo import QUESTIONS, Todo
from digesta.interchange.base import Draft, Files, Parsed, Value

COLUMNS = ("Document", "GroundTruth")
TRUTHS, EXTRACTIONS = "ground_truth.csv", "extracted.json"
SCORES = "extraction_scores.json"
SCHEMA = "cession_actions/1"
WORK = "FLB-Workflows, document"
TRACK: Value = {
    "categories": {"workflows": {"title": "FLB-Workflows"}},
    "tasks": {
        "cession_actions": {
            "title": "Cession d'actions",
            "category": "workflows",
            "scorer": "extraction",
            "metric": "field_f1",
        }
    },
}


def kind(path: str, header: set[str], data: bytes) -> str | None:
    """Say which of a workflow's files this is, if any."""
    if "GroundTruth" in header:
        return "truths"
    if path.endswith(SCORES):
        return None
    return "extractions" if path.endswith(".json") and b'"extraction"' in data else None


def parse(paths: Mapping[str, str], files: Files, faults: Faults) -> Parsed:
    """Give the questions of a workflow, none where its truths are not among the files."""
    if (path := paths.get("truths")) is None:
        return Parsed(Draft((), ()), ())
    rows = rows_of(path, files[path], COLUMNS, faults)
    questions, truths = [], []
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        question_id = slug_of(row["Document"].removesuffix(".pdf"))
        if not row["Document"].strip():
            row.wrong("Document", expected="a document's name")
        elif question_id in taken:
            row.wrong("Document", expected="a name that no other row has")
        taken.add(question_id)
        ids[row["Document"]] = question_id
        questions.append(_question(row, question_id))
        truths.append(_truth(row, question_id))
    predictions = _answers(paths.get("extractions"), files, ids, faults)
    draft = Draft(tuple(questions), tuple(truths), predictions, track=TRACK)
    return Parsed(draft, tuple(row.place for row in rows), _notes())


def _question(row: Row, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "split": "public",
        "track": "frenchlaw",
        "category": "workflows",
        "task": "cession_actions",
        "scorer": "extraction",
        "language": "fr",
        "ask": {"schema": SCHEMA},
        "shown_sources": [{"title": row["Document"]}],
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }


def _truth(row: Row, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "truth": {"fields": _fields(row)},
        "source_refs": [kept(f"{WORK} {question_id}", {"Document": row["Document"]})],
    }


def _fields(row: Row) -> Value:
    """Give the fields that a truth sets; row-level problems where it is no object."""
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
    """Leave out what is unset, and the objects in which nothing is set."""
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


def _answers(
    path: str | None, files: Files, ids: Mapping[str, str], faults: Faults
) -> tuple[Value, ...]:
    document = document_of(path, files[path], faults) if path else None
    if document is None:
        return ()
    answers: dict[str, Any] = {}
    listed = document.value if isinstance(document.value, list) else [document.value]
    for at, one in enumerate(listed):
        if not isinstance(one, dict) or one.keys() != {"document", "extraction"}:
            faults.add("wrong-type", document.file, got=f"/{at}",
                       expected="an object with document and extraction")  # fmt: skip
        elif one["document"] not in ids:
            faults.add("unknown-id", document.file, got=f"/{at}/document: {one['document']}",
                       expected="a Document of the truths", fix="correct the name")  # fmt: skip
        elif ids[one["document"]] in answers:
            faults.add("dup-id", document.file, got=f"/{at}/document: {one['document']}",
                       fix="keep one extraction")  # fmt: skip
        elif isinstance(one["extraction"], list):
            faults.add("wrong-type", document.file, got=f"/{at}/extraction",
                       expected="an object or a text")  # fmt: skip
        else:
            answers[ids[one["document"]]] = one["extraction"]
    return tuple(
        {"question_id": key, "answer": answers[key]} for key in ids.values() if key in answers
    )


def _notes() -> tuple[Todo, ...]:
    return (
        Todo(QUESTIONS, "/shown_sources", "the text of each contract"),
        Todo(QUESTIONS, "/ask/schema",
             f"the workflow's schema.json as the resource {SCHEMA}, with its text fields, sets "
             "and units marked"),
    )  # fmt: skip


def compose(draft: Draft) -> dict[str, bytes]:
    """Give a workflow's files; none where the draft has no such question."""
    truths, answers = draft.truth_of(), draft.answer_of()
    asked = [one for one in draft.questions if one["scorer"] == "extraction"]
    if not asked:
        return {}
    names = documents(asked, truths)
    rows = [
        {
            "Document": name,
            "GroundTruth": _cell(truths[key]["truth"]["fields"]),
        }
        for key, name in names.items()
    ]
    files = {TRUTHS: csv_of(COLUMNS, rows).encode()}
    found = [
        {"document": name, "extraction": answers[key]}
        for key, name in names.items()
        if key in answers
    ]
    if found:
        files[EXTRACTIONS] = json.dumps(found, ensure_ascii=False, indent=2).encode()
    return files


def _cell(fields: Value) -> str:
    """Give fields as JSON that stays the same in NFC: a mark behind an escape would not."""
    text = json.dumps(fields, ensure_ascii=False)
    return text if unicodedata.is_normalized("NFC", text) else json.dumps(fields)


def documents(asked: Sequence[Value], truths: Mapping[str, Value]) -> dict[str, str]:
    """Give each question its document's name; its id where two would make one id."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for one in asked:
        key = one["question_id"]
        said = fields_of(truths[key].get("source_refs", []), WORK).get("Document")
        name = said if isinstance(said, str) and said.strip() else f"{key}.pdf"
        if slug_of(name.removesuffix(".pdf")) in taken:
            name = f"{key}.pdf"
        taken.add(slug_of(name.removesuffix(".pdf")))
        names[key] = name
    return names
