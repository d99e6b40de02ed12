"""DISC-LawLLM's objective evaluation: examinations of Chinese law, and one model's results.

Shape of: FudanDISC/DISC-LawLLM@f40d023 (``eval/datasets/objective``, ``eval/result``). Questions
are in ``mcq_KIND_EXAM.csv``: input, A, B, C, D, output (the key), source. Results are in
``KIND/EXAM_results.csv``, or under the questions' name; a kind is single or multi. They add
model_output, and what the original read and marked, which we ignore. JSONL with the same keys is
read too, also packed by gzip. UTF-8, with or without a byte order mark.

Results have the order of the questions. A row is refused if its input is another question's. The
input may be a digest: the first 16 hexadecimal digits of SHA-256. Replies are read by
``letters/1`` and ``disc/1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from digesta.canonical import sha256_hex
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import Draft, Files, SourceQuestion, draft_of, user_turn
from digesta_convert.shared.keys import right_letters
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.marks import check
from digesta_convert.shared.rows import (
    Faults,
    LineFault,
    SourceRow,
    ending_of,
    first_line,
    plain_files,
    table_rows,
)

TRACK = {"track": "disc", "title": "DISC-LawLLM"}
READINGS = ("letters/1", "disc/1")
EXAMS = {
    "nje": "National judicial examination",
    "pae": "Patent agent examination",
    "cpa": "Certified public accountant examination",
    "ungee": "Graduate entrance examination",
    "lbk": "Legal basic knowledge",
    "pfe": "Patrol police examination",
}
KINDS = {"sing": "one right", "mult": "several right"}
_QUESTIONS = re.compile(r"mcq_(sing|mult)_([a-z]+)")
_RESULTS = re.compile(r"([a-z]+)_results")
_LETTERS = "ABCD"
_DIGITS = 16


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults(mends=True)
    plain = plain_files(files, faults)
    faults.refuse()
    groups = file_groups(plain, _kind, ["questions"], "columns input, A, B, C, D, output, source")
    tasks: dict[str, list[SourceQuestion]] = {}
    for path in groups.paths["questions"]:
        rows = table_rows(path, plain[path], faults)
        if (task := _task(path)) in tasks:
            faults.add("file-twice", path, got=f"a second {task}", fix="name only one")
        tasks[task] = _questions(path, task, rows, faults)
    for path in groups.paths.get("results", ()):
        rows = table_rows(path, plain[path], faults)
        _put_replies(path, rows, tasks, faults)
    faults.refuse()
    questions = [question for task in tasks.values() for question in task]
    return draft_of(TRACK, questions, faults, readings=READINGS, unread=groups.unread)


def _kind(path: str, data: bytes) -> str | None:
    first = first_line(data)
    if ending_of(path) not in (".csv", ".jsonl"):
        return None
    if b"model_output" in first:
        return "results"
    return "questions" if b"output" in first and b"input" in first else None


def _task(path: str) -> str:
    """Return a file's task, such as ``mult_nje``, by its name or its folder's."""
    name = PurePosixPath(path.removesuffix(".gz")).stem
    if match := _QUESTIONS.fullmatch(name):
        return f"{match[1]}_{match[2]}"
    match = _RESULTS.fullmatch(name)
    return f"{PurePosixPath(path).parent.name[:4]}_{match[1]}" if match else name


def _questions(
    path: str, task: str, rows: Sequence[SourceRow], faults: Faults
) -> list[SourceQuestion]:
    questions = []
    for number, row in enumerate(rows):
        with faults.noting(path, row.line):
            questions.append(_question(path, task, number, row))
    return questions


def _question(path: str, task: str, number: int, row: SourceRow) -> SourceQuestion:
    kind, _, exam = task.partition("_")
    choices = [row.text(letter) for letter in _LETTERS]
    key = right_letters(row.text("output"), choices)
    if key is None:
        got, expected = f"output: {row.text('output')}"[:80], "letters of A to D"
        raise LineFault("bad-cell", got=got, expected=expected, fix="correct the key")
    title = EXAMS.get(exam, exam)
    return SourceQuestion(
        name=f"{task}-{number}",
        file=path,
        line=row.line,
        category=title,
        task=f"{title}, {KINDS[kind]}" if kind in KINDS else task,
        turns=user_turn(row.text("input")),
        choices=choices,
        right=key,
        work=str(row.cells.get("source") or "DISC-LawLLM"),
        at=f"{task}, row {number + 1}",
        fields={"language": "zh"},
    )


def _put_replies(
    path: str, rows: Sequence[SourceRow], tasks: Mapping[str, list[SourceQuestion]], faults: Faults
) -> None:
    """Put a model's replies to the questions of their task, in order."""
    task = _task(path)
    questions = tasks.get(task, [])
    if not questions:
        expected = f"results of {', '.join(tasks)}"
        faults.add("unknown-id", path, got=task, expected=expected, fix="name its questions, too")
        return
    if any(question.reply is not None for question in questions):
        fix = "import each model by itself"
        faults.add("several-models", path, got=f"second results of {task}", fix=fix)
        return
    for place, row in enumerate(rows):
        with faults.noting(path, row.line):
            if place >= len(questions):
                got, expected = "more rows", f"{len(questions)}, as there are questions"
                raise LineFault("line-count", got=got, expected=expected, fix="remove them")
            _check_input(row, questions[place])
            reply = str(row.cells.get("model_output") or "")
            questions[place] = replace(questions[place], reply=reply)


def _check_input(row: SourceRow, question: SourceQuestion) -> None:
    """Raise LineFault where a result is on another text than the question in its place."""
    shown = question.turns[0]["content"]
    given_text = str(row.cells.get("input") or "").strip()
    if given_text not in (shown, *_digests(shown)):
        got = f"input: {given_text}"[:80]
        expected = f"the question of {question.place}: {shown}"[:200]
        raise LineFault("unknown-id", got=got, expected=expected, fix="put the rows in order")


def _digests(text: str) -> list[str]:
    """Return the possible digests of a text: with and without the line's end after it."""
    return [sha256_hex(each.encode())[:_DIGITS] for each in (text, f"{text}\n")]


CONVERTER = Converter(
    name="disc",
    about="DISC-LawLLM, objective part: mcq_KIND_EXAM.csv, one file per task, and one model's "
    "results, KIND/EXAM_results.csv; also .jsonl and .gz; UTF-8",
    track="disc",
    scorers=("letters",),
    parse=parse,
    check=check,
    import_example="disc disc -o build/disc",
)
