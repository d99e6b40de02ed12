"""A submission under a judge: what is bound, which facts, whether it may stand on the boards.

An answer that a judge left without a verdict takes the pair of submission and judge off boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from digesta.entry import Entry
from digesta.intake import Judged, judged_text
from digesta.judging.gate import Gate
from digesta.model.board import Ineligible
from digesta.model.release import Truth
from digesta.model.verdict import Verdict
from digesta.scoring import UNJUDGED, Compiled, CompiledTask, mark_all


class Shown(NamedTuple):
    """Whom a judge's boards show, and whom not and why."""

    entries: list[Entry]
    left_out: list[Ineligible]


def judged_questions(
    compiled: Compiled, truths: Mapping[str, Truth], answers: Sequence[Any]
) -> dict[str, Judged]:
    """Give what the verdicts on a submission are bound to, for the reader of verdict files.

    answers: one for each question in compiled order. Questions of a task that needs no judge
    are left out, and so are those of other splits: a verdict on one refuses its file.
    """
    return {
        key: judged_text(truths[key].truth, answer)
        for task in compiled.tasks
        if task.needs_judge
        for key, answer in zip(task.ids, answers[task.start :], strict=False)
    }


def judged_entry(
    compiled: Compiled, entry: Entry, judge: str, verdicts: Mapping[str, Verdict], *, sha256: str
) -> Entry:
    """Give a submission's entry for one judge: its facts as that judge's verdicts mark them.

    sha256: of the verdict file's bytes. Facts that are an expectation stay as they are.
    """
    said = {key: one.as_json() for key, one in verdicts.items()}
    facts = entry.facts if entry.expectation else mark_all(compiled, entry.answers, said)
    return replace(entry, facts=facts, judge=judge, verdicts=said, verdicts_sha256=sha256)


def not_judged(known: Mapping[str, Judged], verdicts: Collection[str]) -> tuple[str, ...]:
    """Give the questions that are answered and on which there is no verdict, in order of ids.

    known: as the reader of verdicts takes it. verdicts: the ids of the questions judged.
    """
    return tuple(
        key for key, one in sorted(known.items()) if one.answer is not None and key not in verdicts
    )


def judges_of(entries: Sequence[Entry], tasks: Sequence[CompiledTask]) -> list[str]:
    """Name the judges of some tasks, in order; "" alone where none of them needs one."""
    judged = any(task.needs_judge for task in tasks)
    return sorted({one.judge for one in entries if bool(one.judge) == judged})


def by_judge(entries: Sequence[Entry], judge: str, tasks: Sequence[CompiledTask]) -> Shown:
    """Give the entries of one judge of which it judged every answer to a track's tasks.

    judge "": the entries without verdicts, all of them, for what needs no judge.
    """
    mine = [one for one in entries if one.judge == judge]
    left_out = incomplete(mine, tasks) if judge else []
    names = {one.submission_id for one in left_out}
    return Shown([one for one in mine if one.submission.submission_id not in names], left_out)


def incomplete(entries: Sequence[Entry], tasks: Sequence[CompiledTask]) -> list[Ineligible]:
    """Name the submissions of which a judge left an answer to some tasks without a verdict."""
    judged = [(task.track, task.task) for task in tasks if task.needs_judge]
    found = []
    for entry in entries:
        facts = (entry.by_task(track)[task] for track, task in judged)
        left = sum(int(one.sums[UNJUDGED]) for one in facts)
        if left:
            detail = f"{left} answer{'s' * (left > 1)} not judged by {entry.judge}"
            name = entry.submission.submission_id
            found.append(Ineligible(submission_id=name, code="judge-incomplete", detail=detail))
    return found


def why_unfit(judge: str, gates: Mapping[str, Gate]) -> str:
    """Say why a judge may rank nobody, or "" where it may, or where there is no judge."""
    if not judge:
        return ""
    passed = gates.get(judge)
    if passed is None:
        return f"not ranked: nothing shows that the judge {judge} can be trusted"
    reasons = "; ".join(f"{one.code}: {one.detail}" for one in passed.reasons)
    return f"not ranked: the judge {judge} did not pass its gate ({reasons})" if reasons else ""
