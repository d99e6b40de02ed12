"""FinLaw: penalty cases and predictions (序号, 处罚类型, 违规领域, 法律依据, 处罚等级).

Shape of: jerrysxr1223/Finlaw-Bench@3c0274b (``evaluat.py``). UTF-8; a byte order mark is read
and, as the original writes it, written; lines end in CRLF. The facts and parties become the
prompt, a line a column; the date of the decision is the day as of which the law is meant.
法律依据 is read as ``zh-citation/1`` (四十六 = 46), and kept as it is written beside the truth,
with the amount.

Differs: a repeated or unknown 序号 is a problem (there: rows multiply, or are scored against
nothing); a prediction whose cells are all empty is an abstention; an empty cell is a part left
out. A blank gold grade is left to add (there: an empty answer to it is right).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digesta.interchange._finlaw_back import (
    AMOUNT,
    ANSWER_COLUMNS,
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
    compose,
    day_of,
    labels_of,
    prompt_of,
)
from digesta.interchange._finlaw_report import report, tables
from digesta.interchange._marking import check
from digesta.interchange._names import cluster_of, kept, slug_of
from digesta.interchange._reading import Faults, Row, header_of, rows_of
from digesta.interchange._recognising import Needed, recognised
from digesta.interchange._todo import QUESTIONS, TRUTHS, Todo
from digesta.interchange.base import Draft, Files, Importer, Parsed, Value

AT_MOST = {"labels": 6, "citations": 10}
VOCABULARY = "finlaw/1"
_NEEDED = Needed(
    "cases", CASES, f"columns {', '.join(COLUMNS)}", "name the file of cases", (".csv",)
)
_DIGITS = 12
_LEVELS = frozenset("ABCDE")
TRACK: Value = {
    "track": "finlaw",
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


def _parse(files: Files) -> Parsed:
    faults = Faults()
    files_of = recognised(files, _kind, _NEEDED, faults)
    cases, answered = files_of.path["cases"], files_of.path.get("answers")
    rows = rows_of(cases, files[cases], COLUMNS, faults, bom=True)
    ids = _ids(rows)
    questions = tuple(_question(row, ids[row[NUMBER].strip()]) for row in rows)
    truths = tuple(_truth(row, ids[row[NUMBER].strip()]) for row in rows)
    predictions: tuple[Value, ...] = ()
    if answered:
        found = rows_of(answered, files[answered], ANSWER_COLUMNS, faults, bom=True)
        predictions = _answers(found, ids)
    faults.refuse()
    return Parsed(
        Draft(questions, truths, predictions, track=TRACK, resources=tables(truths)),
        tuple(row.place for row in rows),
        _NOTES,
        files_of.unread,
    )


def _kind(_path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if FACTS in header:
        return "cases"
    return "answers" if {NUMBER, LEVEL} <= header else None


def _ids(rows: Sequence[Row]) -> dict[str, str]:
    """Give each 序号 (stripped, as the original reads it) an id."""
    made: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        number = row[NUMBER].strip()
        digits = number.isascii() and number.isdigit() and len(number) <= _DIGITS
        question_id = f"finlaw-{number.zfill(5) if digits else slug_of(number)}"
        if not number:
            row.wrong(NUMBER, expected="a number of the case")
        elif question_id in taken:
            row.wrong(NUMBER, expected="a number that no other row has")
        made[number] = question_id
        taken.add(question_id)
    return made


# To a draft ------------------------------------------------------------------------------------


def _question(row: Row, question_id: str) -> Value:
    made: Value = {
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
    return made | ({"law_as_of": day} if day else {})


def _iso(row: Row, column: str) -> str | None:
    if not row[column]:
        return None
    found = day_of(row[column])
    if found is None:
        row.wrong(column, expected="a day of the calendar, such as 2018/2/1")
    return found


def _truth(row: Row, question_id: str) -> Value:
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
    as_written = {TYPE: row[TYPE], DOMAIN: row[DOMAIN], BASIS: row[BASIS], AMOUNT: row[AMOUNT]}
    return {
        "question_id": question_id,
        "truth": right,
        "source_refs": [kept(f"{WORK} {question_id}", as_written)],
    }


_NOTES = (
    Todo(QUESTIONS, "/turns", "what to answer, with the labels to choose from"),
    Todo(QUESTIONS, "/category", "a group of domains: the source has none"),
    Todo("resources/finlaw/vocabulary.json", "", "the labels that no truth of these names"),
    Todo("resources/finlaw/laws.json", "", "the laws' other names and their versions"),
    Todo(TRUTHS, "/source_refs", "where each article stands"),
    Todo(QUESTIONS, "/cluster_id", "each case has its own: give one to cases of one matter"),
)


def _answers(rows: Sequence[Row], ids: Mapping[str, str]) -> tuple[Value, ...]:
    answers: dict[str, Value | None] = {}
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
    return tuple(
        {"question_id": key, "answer": answers[key]} for key in ids.values() if key in answers
    )


IMPORTER = Importer(
    name="finlaw",
    about="FinLaw: the CSV of cases and a CSV of predictions; UTF-8, with or without a byte "
    "order mark",
    track="finlaw",
    scorers=("penalty",),
    parse=_parse,
    compose=compose,
    report=report,
    check=check,
)
