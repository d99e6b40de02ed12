"""What the commands for submitters say in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digesta.errors import InputError, plain

if TYPE_CHECKING:
    from digesta.front import Submission

LISTED = 10
"""Unreadable answers that check names; --json has all."""


def checked(path: Path, submission: Submission) -> dict[str, Any]:
    """Return what ``digesta check`` says of a submission that can be scored."""
    facts = submission.marked.facts
    answers = submission.answers
    return {
        "path": path.as_posix(),
        "accepted": True,
        "answers": answers.given,
        "questions": sum(len(task.rows) for task in facts),
        "sha256": answers.sha256,
        **{name: sum(int(task.sums[name]) for task in facts) for name in ("missing", "unreadable")},
        "unreadable_ids": [
            question_id
            for task in facts
            for question_id, row in zip(task.task.ids, task.rows, strict=True)
            if row[task.task.scorer.column_names.index("unreadable")]
        ],
    }


def refused(path: Path, error: InputError) -> dict[str, Any]:
    """Return what ``digesta check`` says of files that cannot be scored."""
    problems = [problem.as_json() for problem in error.problems]
    return {"path": path.as_posix(), "accepted": False, "total": error.total, "problems": problems}


def checked_text(said: Sequence[Mapping[str, Any]]) -> str:
    """Return what ``digesta check`` found, file by file."""
    return "".join(line for one in said for line in _checked(one))


def _checked(one: Mapping[str, Any]) -> Iterator[str]:
    if not one["accepted"]:
        yield f"{plain(one['path'])}: refused\n"
        return
    counts = f"{one['answers']} answers to {one['questions']} questions"
    yield f"{plain(one['path'])}: fine, {counts}\n"
    if one["missing"] or one["unreadable"]:
        yield (
            f"  {one['missing']} missing, {one['unreadable']} unreadable: these count as "
            "wrong (see digesta explain)\n"
        )
    ids = one["unreadable_ids"]
    if ids:
        more = f", and {len(ids) - LISTED} more" if len(ids) > LISTED else ""
        yield f"  unreadable: {', '.join(i[:16] for i in ids[:LISTED])}{more}\n"


def summary_text(summary: Mapping[str, Any]) -> str:
    """Return a summary of scores, a line for each track, category and task."""
    from digesta.board.report import OWN_VERDICTS

    lines = [f"{summary['submission_id']}, release {summary['release']}"]
    for one in summary["scores"]:
        name = "  " * one["board"].count("/") + one["board"].rsplit("/", 1)[-1]
        counts = f"n {one['n']}, missing {one['missing']}, unreadable {one['unreadable']}"
        said = f"{one['score']:6.1%}" if "score" in one else _waiting(one["not_judged"])
        lines.append(f"  {name:40} {one['metric']} {said}  (chance {one['chance']:.1%}, {counts})")
    if "judge" in summary:
        lines.append(f"  judge {summary['judge']}: {OWN_VERDICTS}")
    return "\n".join([*lines, f"  signature {summary['signature']}"]) + "\n"


def _waiting(answers: int) -> str:
    return f"not judged: {answers} answer{'s' * (answers > 1)} without a verdict"
