"""From what graders said of rows to verdicts, each grader a judge, and how the graders agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.board.judges.agreement import agreement_sums, judge_alpha
from digesta.canonical import digest
from digesta.intake import prompt_sha256
from digesta.metrics.exact import ratio, round_share
from digesta.records.judges.graders import GradingKey
from digesta.records.judges.verdict import Judge
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.graders.read import Grades
from digesta.sheets.graders.sheet import how_sha256


def judge_record(
    key: GradingKey,
    grades: Grades,
    calibration: list[str],
    *,
    judge: str,
    operator: str,
    date: str,
    language: str,
) -> Judge:
    """Return a grader as a judge. calibration: the questions whose known answers were mixed in.

    language: of the sheet's own words.
    """
    reader = grades.reader
    return Judge(
        format="judge/1",
        judge=judge,
        model=f"a grader, apart and blind ({reader.kind})",
        parameters={
            "track": key.track,
            "seed": key.seed,
            "calibration": calibration,
            "qualification": reader.qualification,
            "minutes": reader.minutes,
        },
        prompts=how_sha256(language),
        human=True if reader.kind == "human" else None,
        questions=key.questions,
        passages="not_recorded",
        operator=operator,
        date=date,
        controls={},
    )


def verdict_line(judge: Judge, graded: AnswerUnderMask, grades: Grades) -> dict[str, Any]:
    """Return a grader's verdict on an answer, as JSON."""
    return {
        "question_id": graded.question_id,
        "answer_sha256": digest(graded.judged.answer),
        "prompt_sha256": prompt_sha256(judge, graded.question_id, graded.judged),
        "passages": "not_recorded",
        "criteria": [
            {"criterion_id": criterion, "satisfied": grade.met, "confidence": "1"}
            | ({"analysis": grade.note} if grade.note else {})
            for criterion in graded.judged.criteria
            for grade in (grades.rows[row_id(graded, criterion)],)
        ],
    }


def agreement_parts(
    answers: Sequence[AnswerUnderMask], graders: Sequence[Grades]
) -> list[dict[str, Any]]:
    """Return for each part its name, criteria, the share graded alike, and Krippendorff's alpha.

    Parts: all; each dimension; each criterion of a question, such as ``Q7:SUB1``, over its answers.
    """
    parts: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    single: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    for each in answers:
        number = each.label.partition("-")[0]
        for key, criterion in each.judged.criteria.items():
            ratings = tuple(own.rows[row_id(each, key)].met for own in graders)
            parts["all"].append(ratings)
            parts[str(criterion.get("dimension", "text field"))].append(ratings)
            single[f"{number}:{key}"].append(ratings)
    return [_part(name, ratings) for name, ratings in (*parts.items(), *sorted(single.items()))]


def _part(name: str, ratings: Sequence[tuple[bool, ...]]) -> dict[str, Any]:
    alpha, sums = judge_alpha(len(ratings[0])), agreement_sums(ratings)
    return {
        "part": name,
        "criteria": len(ratings),
        "equal": round_share(ratio(sum(len(set(unit)) == 1 for unit in ratings), len(ratings))),
        "alpha": round_share(alpha.value(sums)) if alpha.share(sums).denominator else None,
    }


def agreement_text(parts: Sequence[Mapping[str, Any]]) -> str:
    """Return agreement as plain text: all, each dimension, and the criteria that they differ on."""
    lines = [f"{'agreement':16} {'criteria':>8} {'alike':>7} {'alpha':>7}"]
    for part in parts:
        if ":" not in part["part"] or part["equal"] < 1:
            alpha = "–" if part["alpha"] is None else f"{part['alpha']:.3f}"
            lines.append(
                f"{part['part']:16} {part['criteria']:>8} {part['equal']:>7.1%} {alpha:>7}"
            )
    return "\n".join(lines) + "\n"
