"""The small programs of the worked example: three that answer, two that grade. None is a model.

A contract question shows a clause. What a right answer says stands in the criteria between
quotation marks, so that a program can grade it, each by a rule of its own; people would read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping

from digesta.records.question import Question
from digesta.text.formulas import csv_text, unguard

READERS: Mapping[str, tuple[str, str]] = {
    "grader-1": ("finds the quoted words as they stand", "0"),
    "grader-2": ("finds the quoted words in any order, anywhere", "0"),
}
"""Reader -> what the program does, which is its qualification, and the minutes it took."""


def _sentences(text: str) -> list[str]:
    return re.findall(r"[^.]+(?:\.(?=\d)[^.]+)*\.", text)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.casefold())


def first_sentence(question: Question) -> str:
    """Answer with the clause's first sentence."""
    return _sentences(whole_clause(question))[0].strip()


def nearest_sentence(question: Question) -> str:
    """Answer with the sentence that shares most words with the question; of equals the first."""
    wanted = set(_words(question.turns[0].content))
    return max(
        _sentences(whole_clause(question)), key=lambda s: len(wanted & set(_words(s)))
    ).strip()


def whole_clause(question: Question) -> str:
    """Answer with the whole clause."""
    assert question.shown_sources, "each question shows its clause"
    return question.shown_sources[0].text


SYSTEMS: Mapping[str, Callable[[Question], str]] = {
    "rule-first-sentence": first_sentence,
    "rule-nearest-sentence": nearest_sentence,
    "rule-whole-clause": whole_clause,
}
"""Submission -> the program that gives its answers."""


def is_met(reader: str, criterion: str, answer: str) -> bool:
    """Return whether a program finds what a criterion quotes in an answer."""
    [quoted] = re.findall("“(.+?)”", criterion)
    if reader == "grader-1":
        return " ".join(_words(quoted)) in " ".join(_words(answer))
    return set(_words(quoted)) <= set(_words(answer))


def fill(sheet: bytes, reader: str) -> bytes:
    """Return a reader's sheet (CSV), filled in by its program, which says that it is one."""
    rows = list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    qualification, minutes = READERS[reader]
    head = {"kind": "program", "qualification": qualification, "minutes": minutes}
    start = next(at for at, row in enumerate(rows) if row[0] == "row")
    at = {name: place for place, name in enumerate(rows[start])}
    answer = ""
    for row in rows[:start]:
        row[1] = head.get(row[0], row[1])
    for row in rows[start + 1 :]:
        answer = row[at["what was answered"]] or answer
        row[at["met"]] = "yes" if is_met(reader, row[at["criterion"]], answer) else "no"
    return csv_text(map(unguard, row) for row in rows).encode()
