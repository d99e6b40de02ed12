"""From what readers said of rows to verdicts: where all agree theirs, else the adjudicator's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta.canonical import digest
from digesta.intake import prompt_sha256
from digesta.records.judges.graders import GradingKey
from digesta.records.judges.verdict import Judge
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.graders.read import Grades
from digesta.sheets.graders.sheet import HOW_SHA256

Ratings = Mapping[str, tuple[bool, ...]]
"""What each grader said of a row, by the row's name."""


def ratings_by_row(graders: Sequence[Grades]) -> Ratings:
    """Return what the graders said of each row, in their order."""
    return {name: tuple(own.rows[name].met for own in graders) for name in graders[0].rows}


def differing(ratings: Ratings) -> list[str]:
    """Return the rows on which the graders differ."""
    return [name for name, own in ratings.items() if len(set(own)) > 1]


def statements(graders: Sequence[Grades], names: Sequence[str]) -> dict[str, str]:
    """Return what was said of some rows, for the adjudicator: yes before no, and nobody's name."""
    words: dict[str, str] = {}
    for name in names:
        grades = sorted((own.rows[name] for own in graders), key=lambda grade: not grade.met)
        lines = (f"{'yes' if g.met else 'no'}{': ' * bool(g.note)}{g.note}" for g in grades)
        words[name] = "\n".join(lines)
    return words


def judge_record(
    key: GradingKey, readers: Sequence[Grades], *, judge: str, operator: str, date: str
) -> Judge:
    """Return the graders, and the adjudicator where there was one, as a judge."""
    by_reader = [own.reader._asdict() for own in readers]
    kinds = sorted({each["kind"] for each in by_reader})
    return Judge(
        format="judge/1",
        judge=judge,
        model=f"{key.graders} graders, apart and blind ({', '.join(kinds)})",
        parameters={
            "track": key.track,
            "seed": key.seed,
            "calibration": key.calibration,
            "readers": by_reader,
        },
        prompts=HOW_SHA256,
        human=True if kinds == ["human"] else None,
        questions=key.questions,
        passages="not_recorded",
        operator=operator,
        date=date,
        controls={},
    )


def verdict_line(
    judge: Judge, graded: AnswerUnderMask, graders: Sequence[Grades], adjudicator: Grades | None
) -> dict[str, Any]:
    """Return the verdict on an answer, as JSON. adjudicator: None where nothing is settled."""
    key, judged = graded.masked.question_id, graded.judged
    return {
        "question_id": key,
        "answer_sha256": digest(judged.answer),
        "prompt_sha256": prompt_sha256(judge, key, judged),
        "passages": "not_recorded",
        "criteria": [
            _criterion(criterion, row_id(graded, criterion), graders, adjudicator)
            for criterion in judged.criteria
        ],
    }


def _criterion(
    criterion: str, name: str, graders: Sequence[Grades], adjudicator: Grades | None
) -> dict[str, Any]:
    grades = [own.rows[name] for own in graders]
    last = adjudicator.rows.get(name) if adjudicator else None
    satisfied = last.met if last else grades[0].met
    readers = [*graders, *([adjudicator] if adjudicator and last else [])]
    notes = [
        f"{own.reader.reader}: {own.rows[name].note}" for own in readers if own.rows[name].note
    ]
    agreed = sum(grade.met == satisfied for grade in grades) / len(grades)
    return {
        "criterion_id": criterion,
        "satisfied": satisfied,
        # They are as sure as they agree.
        "confidence": f"{round(agreed, 3):g}",
        "ratings": [grade.met for grade in grades],
    } | ({"analysis": "\n".join(notes)} if notes else {})
