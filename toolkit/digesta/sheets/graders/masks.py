"""Masks: which label an answer has, in which order a grader reads it. All follow from a seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from digesta.canonical import digest
from digesta.intake import JudgedAnswer
from digesta.metrics.splitmix import seed_from, splitmix64

SETS = 5
"""Questions whose calibration answers are mixed in: as many as a judge's gate asks for."""


class AnswerToGrade(NamedTuple):
    """An answer and who gave it. kind: of a calibration answer; submission is then empty."""

    question_id: str
    judged: JudgedAnswer
    submission: str = ""
    kind: str = ""


class AnswerUnderMask(NamedTuple):
    """An answer under the label that graders see, with its text and its criteria.

    label: such as Q7-B, which no cell of a sheet mistakes. submissions: those that gave the answer.
    calibration: the kinds of calibration answer that it is.
    """

    label: str
    question_id: str
    judged: JudgedAnswer
    submissions: tuple[str, ...]
    calibration: tuple[str, ...]


def shuffle(names: Iterable[str], seed: str) -> list[str]:
    """Return names in an order that follows from a seed alone, not from theirs."""
    return sorted(names, key=lambda name: (splitmix64(seed_from(f"{seed}/{name}")), name))


def masks(answers: Sequence[AnswerToGrade], seed: int) -> list[AnswerUnderMask]:
    """Return each answer once under a label: its question's number, and a letter drawn for it.

    Equal answers to a question have one label, so that nobody reads a text twice.
    """
    by_question: dict[str, dict[str, list[AnswerToGrade]]] = defaultdict(lambda: defaultdict(list))
    for each in answers:
        by_question[each.question_id][digest(each.judged.answer)].append(each)
    return [
        AnswerUnderMask(
            f"Q{number}-{_letters(place)}",
            key,
            same[0].judged,
            tuple(sorted(each.submission for each in same if each.submission)),
            tuple(sorted(each.kind for each in same if each.kind)),
        )
        for number, key in enumerate(shuffle(by_question, f"{seed}/number"), start=1)
        for place, name in enumerate(shuffle(by_question[key], f"{seed}/{key}"))
        for same in (by_question[key][name],)
    ]


def _letters(place: int) -> str:
    more, last = divmod(place, len(ascii_uppercase))
    return (_letters(more - 1) if more else "") + ascii_uppercase[last]


def in_order(every: Sequence[AnswerUnderMask], seed: int, reader: str) -> list[AnswerUnderMask]:
    """Return the answers in the order of one reader: question by question, both shuffled."""
    by_question: dict[str, dict[str, AnswerUnderMask]] = defaultdict(dict)
    for each in every:
        by_question[each.question_id][each.label] = each
    return [
        by_question[key][label]
        for key in shuffle(by_question, f"{seed}/{reader}")
        for label in shuffle(by_question[key], f"{seed}/{reader}/{key}")
    ]


def row_id(graded: AnswerUnderMask, criterion: str) -> str:
    """Return the name of the row of a sheet that is about a criterion of an answer."""
    return f"{graded.label}:{criterion}"


def drawn_sets(sets: Iterable[str], seed: int) -> list[str]:
    """Return the questions whose calibration answers are mixed in, drawn by the seed."""
    return sorted(shuffle(sets, f"{seed}/calibration")[:SETS])
