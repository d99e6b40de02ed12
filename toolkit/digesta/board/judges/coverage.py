"""A judge that covers a part of the criteria: how much that is, and rubrics of that part alone.

Its figures are those of rubrics that hold only the criteria that it covers: what it does not judge
neither earns nor costs. The figures of two judges that cover different parts measure different
things, so boards say beside them how much each covers (``Coverage``). A joint score is their mean,
each counting alike; agreement is over the criteria that both judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from digesta.errors import ReleaseError, SubmissionError
from digesta.intake import LIMITS, JudgedAnswer, asked_criteria
from digesta.intake.codes import Fault, problem
from digesta.metrics.exact import ratio, round_share
from digesta.records.judges.board import Coverage
from digesta.records.judges.verdict import Judge
from digesta.records.question import Question, Truth
from digesta.scoring.facts import CompiledRelease, compile_release


def coverage(judge: Judge, known: Iterable[JudgedAnswer]) -> Coverage | None:
    """Return how much of all criteria a judge covers; None for a judge of all of them.

    points: of those that can be earned, the share under the criteria that it covers.
    """
    if judge.covers is None:
        return None
    answers = [answer for answer in known if answer.needed]
    every = [criterion for answer in answers for criterion in answer.criteria.values()]
    mine = [criterion for answer in answers for criterion in asked_criteria(answer, judge).values()]
    points = round_share(ratio(_points(mine), _points(every)))
    return Coverage(criteria=len(mine), of=len(every), points=points)


def restrict(
    compiled: CompiledRelease,
    judge: Judge,
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    *,
    file: str,
) -> CompiledRelease:
    """Return a compiled release as a judge's verdicts are marked: by the criteria that it covers.

    questions, truths: the release's. file: the judge's record, for the problems: SubmissionError
    where it covers too little of a question to make a score of.
    """
    if judge.covers is None:
        return compiled
    ids = {key for task in compiled.tasks if task.needs_judge for key in task.ids}
    rubrics = [question for question in questions if question.question_id in ids]
    parts = {key: _part(truths[key], judge) for key in ids}
    if poor := sorted(key for key, truth in parts.items() if not _points(truth.truth["criteria"])):
        raise _coverage_error(dict.fromkeys(poor, "no criterion that it covers earns points"), file)
    release, digest, split = compiled.release, compiled.digest, compiled.split
    try:
        by_part = compile_release(release, rubrics, parts, digest=digest, split=split)
    except ReleaseError as error:
        reasons = {problem.question_id: problem.got for problem in error.problems}
        raise _coverage_error(reasons, file) from error
    prepared = {task.ids: task.prepared for task in by_part.tasks}
    tasks = (
        replace(task, prepared=prepared[task.ids]) if task.ids in prepared else task
        for task in compiled.tasks
    )
    return replace(compiled, tasks=tuple(tasks))


def _part(truth: Truth, judge: Judge) -> Truth:
    """Return a truth with only the criteria that a judge covers."""
    criteria = {criterion["criterion_id"]: criterion for criterion in truth.truth["criteria"]}
    part = list(asked_criteria(JudgedAnswer(criteria), judge).values())
    return truth.model_copy(update={"truth": {**truth.truth, "criteria": part}})


def _coverage_error(reasons: Mapping[str, str], file: str) -> SubmissionError:
    return SubmissionError(
        [
            problem(Fault("judge-coverage", got), file=file, question_id=key, limits=LIMITS)
            for key, got in reasons.items()
        ]
    )


def _points(criteria: Iterable[Mapping[str, Any]]) -> Fraction:
    """Return the points that can be earned under some criteria."""
    every = (Fraction(criterion["points"]) for criterion in criteria)
    return sum((points for points in every if points > 0), Fraction(0))
