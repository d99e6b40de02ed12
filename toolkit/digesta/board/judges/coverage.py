"""A judge that covers a part: what it is asked, how much that is, and rubrics of that part alone.

Its verdicts list the criteria that it covers, and its figures are those of rubrics in which
nothing else stands: what it does not judge neither earns nor costs, and how much that is stands
beside the figures (``Coverage``). So the figures of two judges that cover different parts measure
different things: a joint board's score is still the mean of its judges' figures, each counting
alike, and says how much each covers; agreement is over the criteria that both were asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from digesta.errors import ReleaseError, SubmissionError
from digesta.intake import LIMITS, JudgedAnswer, asked_criteria
from digesta.intake.codes import Fault, problem
from digesta.metrics.exact import decimal_fraction, published, ratio
from digesta.records.judges.board import Coverage
from digesta.records.judges.verdict import Judge
from digesta.records.question import Question, Truth
from digesta.scoring.compiled import Compiled, compile_release


def coverage(judge: Judge, known: Iterable[JudgedAnswer]) -> Coverage | None:
    """Return how much of all criteria a judge covers; None for a judge of all of them.

    points: of those that can be earned, the share under the criteria that it covers.
    """
    if judge.covers is None:
        return None
    every = [one for one in known if one.needed]
    asked = [asked_criteria(one, judge) for one in every]
    criteria = [one.criteria for one in every]
    return Coverage(
        criteria=sum(map(len, asked)),
        of=sum(map(len, criteria)),
        points=published(ratio(_points(asked), _points(criteria))),
    )


def restricted(
    compiled: Compiled,
    judge: Judge,
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    *,
    file: str,
) -> Compiled:
    """Return a compiled release as a judge's verdicts are marked: by the criteria that it covers.

    questions, truths: the release's. file: the judge's record, for the problems: SubmissionError
    where it covers too little of a question to make a score of.
    """
    if judge.covers is None:
        return compiled
    places = {(task.track, task.task) for task in compiled.tasks if task.needs_judge}
    mine = [
        question
        for question in questions
        if (question.track, question.task) in places and question.split == compiled.split
    ]
    cut = {one.question_id: _cut(truths[one.question_id], judge) for one in mine}
    _check(cut, file)
    try:
        made = compile_release(
            compiled.release, mine, cut, digest=compiled.digest, split=compiled.split
        )
    except ReleaseError as error:
        told = [(one.question_id, one.got) for one in error.problems]
        raise _refused(told, file) from error
    prepared = {(task.track, task.task): task.prepared for task in made.tasks}
    tasks = (
        replace(task, prepared=prepared.get(_place(task), task.prepared)) for task in compiled.tasks
    )
    return replace(compiled, tasks=tuple(tasks))


def _place(one: Any) -> tuple[str, str]:
    return one.track, one.task


def _cut(truth: Truth, judge: Judge) -> Truth:
    """Return a truth with the criteria that a judge covers alone."""
    criteria = {one["criterion_id"]: one for one in truth.truth["criteria"]}
    kept = list(asked_criteria(JudgedAnswer(criteria), judge).values())
    return truth.model_copy(update={"truth": {**truth.truth, "criteria": kept}})


def _check(cut: Mapping[str, Truth], file: str) -> None:
    poor = [
        (key, "no criterion that it covers earns points")
        for key, one in sorted(cut.items())
        if not _points([{c["criterion_id"]: c for c in one.truth["criteria"]}])
    ]
    if poor:
        raise _refused(poor, file)


def _refused(told: Sequence[tuple[str, str]], file: str) -> SubmissionError:
    return SubmissionError(
        [
            problem(Fault("judge-coverage", got), file=file, question_id=key, limits=LIMITS)
            for key, got in told
        ]
    )


def _points(criteria: Iterable[Mapping[str, Mapping[str, Any]]]) -> Fraction:
    """Return the points that can be earned under some questions' criteria."""
    every = (decimal_fraction(one["points"]) for some in criteria for one in some.values())
    return sum((points for points in every if points > 0), Fraction(0))
