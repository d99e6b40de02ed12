"""A submission under a judge: what is bound, which facts, whether it may stand on the boards.

An answer that a judge left without a verdict takes the pair of submission and judge off boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from digesta.board.judges.audited import AuditedJudge
from digesta.errors import SubmissionError
from digesta.intake import JudgedAnswer, judged_text
from digesta.records.board import Ineligible
from digesta.records.judges.verdict import Judge, Verdict
from digesta.records.release import Truth
from digesta.scoring.compiled import UNJUDGED, Compiled, CompiledTask, mark_task
from digesta.scoring.submission import ScoredSubmission


def judged_questions(
    compiled: Compiled, truths: Mapping[str, Truth], answers: Sequence[Any]
) -> dict[str, JudgedAnswer]:
    """Return what the verdicts on a submission are bound to, for the reader of verdict files.

    answers: one for each question in compiled order. Questions on which no judge is asked
    are left out, and so are those of other splits: a verdict on one refuses its file.
    """
    found = {}
    for task in compiled.tasks:
        given = answers[task.start : task.start + len(task.ids)]
        for key, prepared, answer in zip(task.ids, task.prepared, given, strict=True):
            if task.needs_judge:
                found[key] = judged_text(truths[key].truth, answer)
            elif task.scorer.to_judge is not None:
                asked = task.scorer.to_judge(prepared, answer)
                found[key] = JudgedAnswer(asked, answer if asked else None, needed=False)
    return found


def asked_of(judge: Judge, known: Mapping[str, JudgedAnswer]) -> dict[str, JudgedAnswer]:
    """Return those of the questions that a judge is asked: all, or the ones that its record names.

    An answer to another is one that it did not judge. SubmissionError for a record that names
    what nobody is asked, or not in order and once each.
    """
    named = judge.questions or []
    unknown = sorted(set(named) - known.keys())
    if unknown or named != sorted(set(named)):
        raise SubmissionError.of(
            code="judge-questions",
            file=f"{judge.judge}/judge.json",
            got=", ".join(unknown) or "ids that are not sorted, or twice",
            expected="ids of questions that a judge marks, sorted, each once",
            fix="correct the member questions, or run the judge again",
        )
    return {
        key: one for key, one in known.items() if judge.questions is None or key in judge.questions
    }


def judged_by(
    submission: ScoredSubmission,
    judge: str,
    verdicts: Mapping[str, Verdict],
    *,
    sha256: str = "",
    compiled: Compiled | None = None,
) -> ScoredSubmission:
    """Return a submission with its facts as one judge's verdicts mark them.

    sha256: of the verdict file's bytes; "" where there is nothing to judge, and no file.
    compiled: as a judge that covers a part has it marked (``restricted``). What needs no judge
    stays as it is, and so do facts that are an expectation.
    """
    said = {key: one.as_json() for key, one in verdicts.items()}
    facts = submission.facts
    tasks = {(task.track, task.task): task for task in compiled.tasks} if compiled else {}
    if not submission.expectation:
        facts = tuple(
            mark_task(
                tasks.get((one.task.track, one.task.task), one.task), submission.answers, (said, {})
            )
            if one.task.needs_judge or not said.keys().isdisjoint(one.task.ids)
            else one
            for one in submission.facts
        )
    return replace(submission, facts=facts, judge=judge, verdicts=said, verdicts_sha256=sha256)


def not_judged(known: Mapping[str, JudgedAnswer], verdicts: Collection[str]) -> tuple[str, ...]:
    """Return the questions that are answered and on which there is no verdict, in order of ids.

    known: as the reader of verdicts takes it. verdicts: the ids of the questions judged.
    """
    return tuple(
        key
        for key, one in sorted(known.items())
        if one.needed and one.answer is not None and key not in verdicts
    )


def judges_of(submissions: Sequence[ScoredSubmission], tasks: Sequence[CompiledTask]) -> list[str]:
    """Name the judges with verdicts on some tasks, in order; "" first where none needs one."""
    needing = {key for task in tasks if task.needs_judge for key in task.ids}
    taking = {key for task in tasks if task.takes_verdicts for key in task.ids}
    asked = needing or taking
    named = sorted(
        {
            submission.judge
            for submission in submissions
            if not asked.isdisjoint(submission.verdicts)
        }
    )
    plain = [""] if not needing and any(not submission.judge for submission in submissions) else []
    return plain + named


def panels(judges: Sequence[str], audited: Mapping[str, AuditedJudge]) -> list[tuple[str, ...]]:
    """Return the sets of judges that have a board: each alone, all together, all who may rank.

    judges: as ``judges_of`` gives them. Those who may rank have a joint board of their own
    where another judge did not pass its gate: it may rank although that one may not.
    """
    named = [judge for judge in judges if judge]
    fit = [one for one in named if not why_unfit(one, audited)]
    joint = [tuple(some) for some in (named, fit) if len(some) > 1]
    return list(dict.fromkeys([*((judge,) for judge in judges), *joint]))


class Lineup(NamedTuple):
    """Whom a board shows, each once for each of its judges, and whom not and why."""

    submissions: list[tuple[ScoredSubmission, ...]]
    left_out: list[Ineligible]


def by_judges(
    submissions: Sequence[ScoredSubmission], judges: Sequence[str], tasks: Sequence[CompiledTask]
) -> Lineup:
    """Return the submissions of which all these judges judged every answer to a track's tasks.

    judges ("",): all that stand without verdicts, for what needs no judge.
    """
    mine = [
        [one for one in submissions if one.judge == judge and _heard(one, tasks)]
        for judge in judges
    ]
    out = [] if list(judges) == [""] else _left_out(submissions, judges, tasks)
    names = {one.submission_id for one in out}
    by_name: dict[str, list[ScoredSubmission]] = {}
    for submission in chain.from_iterable(mine):
        by_name.setdefault(submission.card.submission_id, []).append(submission)
    return Lineup([tuple(some) for name, some in by_name.items() if name not in names], out)


def _heard(submission: ScoredSubmission, tasks: Sequence[CompiledTask]) -> bool:
    """Return whether a submission stands on its judge's board of tasks that may need a judge.

    A system that the judge has no file on would be shown as if nothing of it were equivalent.
    """
    must = not submission.judge or not any(task.takes_verdicts for task in tasks)
    return (
        must
        or submission.expectation
        or submission.role == "adversary"
        or bool(submission.verdicts_sha256)
    )


def _left_out(
    submissions: Sequence[ScoredSubmission], judges: Sequence[str], tasks: Sequence[CompiledTask]
) -> list[Ineligible]:
    """Name the submissions that one of the judges did not judge, or not wholly; each once."""
    found: dict[str, Ineligible] = {}
    everyone = {submission.card.submission_id for submission in submissions}
    for judge in judges:
        mine = [
            submission
            for submission in submissions
            if submission.judge == judge and _heard(submission, tasks)
        ]
        partly = incomplete(mine, tasks)
        none = sorted(everyone - {one.card.submission_id for one in mine})
        detail = f"no verdicts by {judge}"
        missing = [Ineligible(submission_id=n, code="not-judged", detail=detail) for n in none]
        for one in (*partly, *missing):
            found.setdefault(one.submission_id, one)
    return list(found.values())


def incomplete(
    submissions: Sequence[ScoredSubmission], tasks: Sequence[CompiledTask]
) -> list[Ineligible]:
    """Name the submissions of which a judge left an answer to some tasks without a verdict.

    Of a task that can do without a judge, answers count where the judge judged others to it.
    """
    judged = [(task.track, task.task) for task in tasks if task.needs_judge]
    found = []
    for submission in submissions:
        facts = (submission.by_task(track)[task] for track, task in judged)
        left = sum(int(one.sums[UNJUDGED]) for one in facts)
        left += sum(_unsettled(submission, task) for task in tasks if task.takes_verdicts)
        if left:
            detail = f"{left} answer{'s' * (left > 1)} not judged by {submission.judge}"
            name = submission.card.submission_id
            found.append(Ineligible(submission_id=name, code="judge-incomplete", detail=detail))
    return found


def _unsettled(submission: ScoredSubmission, task: CompiledTask) -> int:
    """Count the answers that a judge could have settled and did not, of a task that it took up."""
    asks = task.scorer.to_judge
    if asks is None or submission.verdicts.keys().isdisjoint(task.ids):
        return 0
    given = submission.answers[task.start : task.start + len(task.ids)]
    of = zip(task.ids, task.prepared, given, strict=True)
    return sum(
        key not in submission.verdicts and bool(asks(one, answer)) for key, one, answer in of
    )


def why_unfit(judge: str, audited: Mapping[str, AuditedJudge]) -> str:
    """Say why a judge may rank nobody, or "" where it may, or where there is no judge."""
    if not judge:
        return ""
    known = audited.get(judge)
    if known is None:
        return f"not ranked: nothing shows that the judge {judge} can be trusted"
    reasons = "; ".join(f"{reason.code}: {reason.detail}" for reason in known.gate.reasons)
    return f"not ranked: the judge {judge} did not pass its gate ({reasons})" if reasons else ""
