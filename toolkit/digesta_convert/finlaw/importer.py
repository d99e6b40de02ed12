"""FinLaw's cases and predictions to a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.text.chinese.law_names import name_key
from digesta_convert.finlaw.columns import (
    AMOUNT,
    ANSWER_COLUMNS,
    ANSWERS,
    BASIS,
    CASES,
    COLUMNS,
    DECIDED,
    DISCLOSED,
    DOMAIN,
    FACTS,
    GOLD_LEVEL,
    LEVEL,
    NUMBER,
    TYPE,
    WORK,
    citations_of,
    day_of,
    labels_of,
    prompt_of,
)
from digesta_convert.shared.draft import Draft, Files, Value, answer_lines
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.names import cluster_of, own_fields_ref, slug_of
from digesta_convert.shared.rows import Faults, SourceRow, header_of, rows_of

AT_MOST = {"labels": 6, "citations": 10}
VOCABULARY = "finlaw/1"
TRACK: Value = {
    "track": "finlaw",
    "dated": True,
    "method_after": "FinLaw",
    "categories": {"penalties": {"title": "Penalties"}},
    "tasks": {
        "penalty": {
            "title": "Penalty",
            "category": "penalties",
            "scorer": "penalty",
            "metric": "penalty_score",
        }
    },
}
_NOTES = (
    "turns: what to answer, with the labels to choose from",
    "category: a group of domains: the source has none",
    "resources/finlaw/vocabulary.json: the labels that no truth of these names",
    "resources/finlaw/laws.json: the laws' other names and their versions",
    "source_refs: where each article stands",
    "cluster_id: each case has its own: give one to cases of one matter",
)
_DIGITS = 12
_LEVELS = frozenset("ABCDE")


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    expected = f"cases: columns {', '.join(COLUMNS)}"
    kinds = file_kinds(files, _kind, [CASES], expected, [CASES, ANSWERS])
    path = kinds.path(CASES)
    rows = rows_of(path, files[path], COLUMNS, faults, bom=True)
    ids = _ids(rows)
    questions = tuple(_question(row, ids[row[NUMBER].strip()]) for row in rows)
    truths = tuple(_truth(row, ids[row[NUMBER].strip()]) for row in rows)
    answers: dict[str, Any] = {}
    if answered := kinds.path(ANSWERS):
        answer_rows = rows_of(answered, files[answered], ANSWER_COLUMNS, faults, bom=True)
        answers = _answers(answer_rows, ids)
    faults.refuse()
    predictions = answer_lines(questions, answers)
    return Draft(
        questions,
        truths,
        predictions,
        track=TRACK,
        resources=_tables(truths),
        places={ids[row[NUMBER].strip()]: row.place for row in rows},
        notes=_NOTES,
        unread=kinds.unread,
    )


def _kind(_path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if FACTS in header:
        return CASES
    return ANSWERS if {NUMBER, LEVEL} <= header else None


def _ids(rows: Sequence[SourceRow]) -> dict[str, str]:
    """Return an id for each 序号 (stripped, as the original reads it)."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        number = row[NUMBER].strip()
        digits = number.isascii() and number.isdigit() and len(number) <= _DIGITS
        question_id = f"finlaw-{number.zfill(5) if digits else slug_of(number)}"
        if not number:
            row.wrong(NUMBER, expected="a number of the case")
        elif question_id in taken:
            row.wrong(NUMBER, expected="a number that no other row has")
        ids[number] = question_id
        taken.add(question_id)
    return ids


def _question(row: SourceRow, question_id: str) -> Value:
    question: Value = {
        "question_id": question_id,
        "split": "public",
        "track": "finlaw",
        "category": "penalties",
        "task": "penalty",
        "scorer": "penalty",
        "language": "zh",
        "turns": [{"role": "user", "content": prompt_of(row.cells)}],
        "ask": {"vocabulary": VOCABULARY, "at_most": AT_MOST},
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }
    if not row[FACTS].strip():
        row.wrong(FACTS, expected="the facts of the case")
    day = _iso(row, DECIDED)
    _iso(row, DISCLOSED)
    return question | ({"law_as_of": day} if day else {})


def _iso(row: SourceRow, column: str) -> str | None:
    if not row[column]:
        return None
    day = day_of(row[column])
    if day is None:
        row.wrong(column, expected="a day of the calendar, such as 2018/2/1")
    return day


def _truth(row: SourceRow, question_id: str) -> Value:
    right: Value = {
        "penalty_type": labels_of(row[TYPE]),
        "violation_domain": labels_of(row[DOMAIN]),
        "legal_basis": citations_of(row[BASIS]),
    }
    level = row[GOLD_LEVEL].strip().upper()
    if level in _LEVELS:
        right["penalty_level"] = level
    elif level:
        row.wrong(GOLD_LEVEL, expected="A, B, C, D or E")
    as_written = {column: row[column] for column in (TYPE, DOMAIN, BASIS, AMOUNT)}
    refs = [own_fields_ref(f"{WORK} {question_id}", as_written)]
    return {"question_id": question_id, "truth": right, "source_refs": refs}


def _tables(truths: Iterable[Value]) -> dict[str, bytes]:
    """Return a vocabulary and a table of laws that hold what the truths name, and no more."""
    rights = [truth["truth"] for truth in truths]
    words: Value = {"vocabulary": VOCABULARY}
    for key in ("penalty_type", "violation_domain"):
        labels = sorted({label for right in rights for label in right[key]})
        words[key] = [{"label": label, "aliases": []} for label in labels]
    names = _full_names(pair["law"] for right in rights for pair in right["legal_basis"])
    laws = {"laws": [{"law": name, "aliases": [], "versions": []} for name in names]}
    return {
        "finlaw/laws.json": canonical_bytes(laws) + b"\n",
        "finlaw/vocabulary.json": canonical_bytes(words) + b"\n",
    }


def _full_names(cited: Iterable[str]) -> list[str]:
    """Return the laws that are cited, each by the longest name that it is written by."""
    names: dict[str, str] = {}
    for name in sorted(cited):
        names[name_key(name)] = max(names.get(name_key(name), ""), name, key=len)
    return sorted(names.values())


def _answers(rows: Sequence[SourceRow], ids: Mapping[str, str]) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for row in rows:
        number = row[NUMBER].strip()
        if number not in ids:
            row.wrong(NUMBER, expected=f"a {NUMBER} of the cases")
        elif number in lines:
            row.wrong(NUMBER, expected=f"one row a case; line {lines[number]} has this one")
        else:
            cells = {column: row[column] for column in ANSWER_COLUMNS[1:] if row[column]}
            answers[ids[number]] = cells or None
        lines.setdefault(number, row.line)
    return answers
