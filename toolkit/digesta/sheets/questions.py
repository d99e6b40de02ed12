"""What a sheet shows of a question, and how it is to be answered; the sheet of a selection.

A sheet shows what a prompt shows: turns, shown sources, choices with their labels, the day whose
law counts, the form of the answer in the question's language. It never holds a truth.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.records.track import Track
from digesta.scorers import scorer_named
from digesta.sheets.base import (
    ANSWER,
    ANSWERED,
    ID,
    MET,
    ROW,
    Sheet,
    SheetLine,
    name_in,
    one_language,
    words_for,
)

READING, ANSWERS, GRADING = "reading", "answers", "grading"
Purpose = Literal["answers", "reading", "grading"]
FORMS: Mapping[str, str] = {
    purpose: f"digesta-{purpose}/1" for purpose in (ANSWERS, READING, GRADING)
}
"""Purpose -> what the head of its sheets says first."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    ANSWERS: (ID, "task", "question", "how to answer", ANSWER),
    READING: (ID, "task", "question", "how to answer", ANSWER, "doubt", "note"),
    GRADING: (ROW, "task", "question", ANSWERED, "criterion", MET, "note"),
}
"""Purpose -> the columns of its sheets, of which the first names the row."""

ALL = "all"
SEND_BACK = "how to send it back"
"""The key of a head that says what to do with the sheet."""

UNPACK: Mapping[str, str] = {
    ANSWERS: "digesta unpack FILE --id my-system --model '…' --organization '…'",
    READING: "digesta review unpack FILE -o FILE.jsonl",
    GRADING: "digesta review unpack --grade FOLDER --judge NAME --operator '…' --date DAY",
}
"""Purpose -> the command that takes its sheets back."""


class PackOptions(NamedTuple):
    """What was asked to be packed. chosen: ids that were named, none for all of the split."""

    release: str
    split: str
    purpose: Purpose = "answers"
    chosen: tuple[str, ...] = ()


def sheet_of(
    questions: Sequence[Question], track: Track, packing: PackOptions, resources: Mapping[str, Any]
) -> Sheet:
    """Return the sheet of these questions, in their order; all are the track's."""
    language = one_language(question.language for question in questions)
    words = words_for(language)
    back = words[packing.purpose].format(command=UNPACK[packing.purpose])
    head = [
        ("format", FORMS[packing.purpose]),
        ("release", packing.release),
        ("track", track.track),
        ("split", name_in(language, packing.split)),
        ("questions", " ".join(packing.chosen) or name_in(language, ALL)),
        *(
            (f"{name_in(language, 'notice')} ({own})", text)
            for own, text in sorted(track.notice.items())
        ),
        (SEND_BACK, back),
    ]
    if packing.purpose == READING:
        head += [("name", ""), ("qualification", "")]
    columns = COLUMNS[packing.purpose]
    empty = ("",) * (len(columns) - 4)
    rows = tuple(
        SheetLine(
            (question.question_id, question.task, *about(question, resources), *empty),
            question.language,
        )
        for question in questions
    )
    return Sheet(tuple(head), columns, rows)


class SheetText(NamedTuple):
    """What a sheet shows: the question, and how it is to be answered."""

    question: str
    how: str

    @property
    def sha256(self) -> str:
        """Return the digest of all that a reader is shown."""
        return digest([self.question, self.how])


def about(question: Question, resources: Mapping[str, Any]) -> SheetText:
    """Return what a sheet shows of a question; line ends are LF."""
    words = words_for(question.language)
    several = len(question.turns) > 1
    lines = [
        f"[{turn.role}]\n{turn.content}" if several else turn.content for turn in question.turns
    ]
    if question.shown_sources:
        texts = [f"{source.title}: {source.text}" for source in question.shown_sources]
        lines.append("\n\n".join([words["texts"], *texts]))
    if choices := _choices(question.ask):
        lines.append("\n".join([words["choices"], *choices]))
    how = [words["law"].format(date=question.law_as_of)] if question.law_as_of else []
    sheet = scorer_named(question.scorer).sheet
    how += (sheet.how if sheet else _open)(question, words, resources)
    return SheetText(_lf("\n\n".join(lines)), _lf("\n".join(how)))


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _choices(ask: Mapping[str, Any]) -> list[str]:
    choices, labels = ask.get("choices") or (), ask.get("labels")
    if labels:
        return [f"{label}: {text}" for label, text in zip(labels, choices, strict=True)]
    return [f"- {text}" for text in choices]


def _open(question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]) -> list[str]:
    ask = json.dumps(question.ask, ensure_ascii=False, sort_keys=True)
    return [words["open"], f"{words['asked']} {ask}"]
