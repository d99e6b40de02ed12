"""A submission under a judge: its questions to judge, its facts, its place on the judge's boards.

An answer that a judge left without a verdict takes the pair of submission and judge off boards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from digesta.board.judges.gate import AuditedJudge
from digesta.errors import SubmissionError
from digesta.intake import JudgedAnswer, judged_text
from digesta.records.board import Ineligible
from digesta.records.judges.verdict import Judge, Verdict
from digesta.records.release import Truth
from digesta.scoring.facts import UNJUDGED, CompiledRelease, CompiledTask, TaskFacts, mark_task
from digesta.scoring.submission import ScoredSubmission


def judged_questions(
    compiled: CompiledRelease, truths: Mapping[str, Truth], answers: Sequence[Any]
) -> dict[str, JudgedAnswer]:
    """Return what a judge may be asked about a submission, for the reader of verdict files.

    answers: in compiled order. Questions on which no judge is asked are left out, and so are
    those of other splits: a verdict on one refuses its file.
    """
    judged = {}
    for task in compiled.tasks:
        mine = answers[task.start : task.start + len(task.ids)]
        for key, prepared, answer in zip(task.ids, task.prepared, mine, strict=True):
            if task.needs_judge:
                judged[key] = judged_text(truths[key].truth, answer)
            elif task.scorer.to_judge is not None:
                criteria = task.scorer.to_judge(prepared, answer)
                judged[key] = JudgedAnswer(criteria, answer if criteria else None, needed=False)
    return judged


def questions_for(judge: Judge, known: Mapping[str, JudgedAnswer]) -> dict[str, JudgedAnswer]:
    """Return the questions that a judge is to judge: all, or those that its record names.

    SubmissionError for a record that names a question without anything to judge, or whose ids
    are not in order or not once each.
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
    return dict(known) if judge.questions is None else {key: known[key] for key in named}


def mark_by_judge(
    submission: ScoredSubmission,
    judge: str,
    verdicts: Mapping[str, Verdict],
    *,
    sha256: str = "",
    compiled: CompiledRelease | None = None,
) -> ScoredSubmission:
    """Return a submission with its facts as one judge's verdicts mark them.

    sha256: of the verdict file; "" where there is none. compiled: the release as this judge's
    verdicts are marked (``restrict``). What needs no judge stays as it is, and so do facts that
    are an expectation.
    """
    as_json = {key: verdict.as_json() for key, verdict in verdicts.items()}
    tasks = {task.ids: task for task in compiled.tasks} if compiled else {}

    def mark(facts: TaskFacts) -> TaskFacts:
        task = facts.task
        if not task.needs_judge and as_json.keys().isdisjoint(task.ids):
            return facts
        return mark_task(tasks.get(task.ids, task), submission.answers, verdicts=as_json)

    facts = submission.facts if submission.expectation else tuple(map(mark, submission.facts))
    return replace(submission, facts=facts, judge=judge, verdicts=as_json, verdicts_sha256=sha256)


def questions_without_verdict(
    known: Mapping[str, JudgedAnswer], verdicts: Collection[str]
) -> tuple[str, ...]:
    """Return the questions that are answered and on which there is no verdict, in order of ids.

    known: as the reader of verdicts takes it. verdicts: the ids of the questions judged.
    """
    answered = (key for key, each in known.items() if each.needed and each.answer is not None)
    return tuple(sorted(key for key in answered if key not in verdicts))


def judges_of(submissions: Sequence[ScoredSubmission], tasks: Sequence[CompiledTask]) -> list[str]:
    """Name the judges with verdicts on some tasks, in order; "" first where none needs one."""
    needing = {key for task in tasks if task.needs_judge for key in task.ids}
    taking = {key for task in tasks if task.takes_verdicts for key in task.ids}
    judged = needing or taking
    named = {each.judge for each in submissions if not judged.isdisjoint(each.verdicts)}
    plain = not needing and not all(submission.judge for submission in submissions)
    return [""] * plain + sorted(named)


def panels(judges: Sequence[str], audited: Mapping[str, AuditedJudge]) -> list[tuple[str, ...]]:
    """Return the sets of judges that have a board: each alone, all together, all who may rank.

    judges: as ``judges_of`` returns them. Those who may rank have a joint board of their own
    where another judge did not pass its gate: it may rank although that one may not.
    """
    named = [judge for judge in judges if judge]
    fit = [judge for judge in named if not why_unfit(judge, audited)]
    joint = [tuple(some) for some in (named, fit) if len(some) > 1]
    return list(dict.fromkeys([*((judge,) for judge in judges), *joint]))


class Lineup(NamedTuple):
    """Whom a board shows, each once for each of its judges, and whom not and why."""

    submissions: list[tuple[ScoredSubmission, ...]]
    left_out: list[Ineligible]


def lineup_of(
    submissions: Sequence[ScoredSubmission], judges: Sequence[str], tasks: Sequence[CompiledTask]
) -> Lineup:
    """Return the submissions of which all these judges judged every answer to a track's tasks.

    judges ("",): all that stand without verdicts, for what needs no judge.
    """
    left_out: dict[str, Ineligible] = {}
    by_name: dict[str, list[ScoredSubmission]] = defaultdict(list)
    everyone = sorted({submission.card.submission_id for submission in submissions})
    for judge in judges:
        mine = [each for each in submissions if each.judge == judge and _stands(each, tasks)]
        for submission in mine:
            by_name[submission.card.submission_id].append(submission)
        if not judge:
            continue
        names = {submission.card.submission_id for submission in mine}
        for row in incomplete(mine, tasks):
            left_out.setdefault(row.submission_id, row)
        detail = f"no verdicts by {judge}"
        for name in everyone:
            row = Ineligible(submission_id=name, code="not-judged", detail=detail)
            if name not in names:
                left_out.setdefault(name, row)
    shown = [tuple(some) for name, some in by_name.items() if name not in left_out]
    return Lineup(shown, list(left_out.values()))


def _stands(submission: ScoredSubmission, tasks: Sequence[CompiledTask]) -> bool:
    """Return whether a submission stands on its judge's board of tasks that may need a judge.

    Without a verdict file a system would be shown as if the judge had called nothing equivalent.
    """
    return (
        not submission.judge
        or not any(task.takes_verdicts for task in tasks)
        or submission.expectation
        or submission.role == "adversary"
        or bool(submission.verdicts_sha256)
    )


def incomplete(
    submissions: Sequence[ScoredSubmission], tasks: Sequence[CompiledTask]
) -> list[Ineligible]:
    """Name the submissions of which a judge left an answer to some tasks without a verdict.

    Of a task that can do without a judge, answers count where the judge judged others to it.
    """
    rows = []
    for submission in (each for each in submissions if each.needs_verdicts):
        left = sum(_missing_verdicts(submission, task) for task in tasks)
        if left:
            detail = f"{left} answer{'s' * (left > 1)} not judged by {submission.judge}"
            name = submission.card.submission_id
            rows.append(Ineligible(submission_id=name, code="judge-incomplete", detail=detail))
    return rows


def unjudged_submissions(
    compiled: CompiledRelease, submissions: Sequence[ScoredSubmission]
) -> dict[str, list[str]]:
    """Return by track the submissions that no judge judged wholly, for tracks with any."""
    unjudged: dict[str, list[str]] = {}
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        mine = [
            submission
            for submission in submissions
            if submission.card.claims(track.track) and submission.role != "adversary"
        ]
        whole = {each.card.submission_id for each in mine if not incomplete([each], tasks)}
        if names := sorted({each.card.submission_id for each in mine} - whole):
            unjudged[track.track] = names
    return unjudged


def _missing_verdicts(submission: ScoredSubmission, task: CompiledTask) -> int:
    """Count the answers to a task that the judge should have judged, or could have, and did not."""
    left = 0
    if task.needs_judge:
        left = int(submission.by_task(task.track)[task.task].sums[UNJUDGED])
    to_judge, verdicts = task.scorer.to_judge, submission.verdicts
    if to_judge is None or verdicts.keys().isdisjoint(task.ids):
        return left
    rows = zip(task.ids, task.prepared, submission.answers[task.start :], strict=False)
    return left + sum(key not in verdicts and bool(to_judge(p, a)) for key, p, a in rows)


def why_unfit(judge: str, audited: Mapping[str, AuditedJudge]) -> str:
    """Say why a judge may rank nobody, or "" where it may, or where there is no judge."""
    if not judge:
        return ""
    if judge not in audited:
        return f"not ranked: nothing shows that the judge {judge} can be trusted"
    reasons = "; ".join(f"{r.code}: {r.detail}" for r in audited[judge].gate.reasons)
    return f"not ranked: the judge {judge} did not pass its gate ({reasons})" if reasons else ""
