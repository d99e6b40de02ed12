"""What the commands for submitters say in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.errors import plain

LISTED = 10
"""Unreadable answers that check names; --json has all."""


def checked_text(said: Sequence[Mapping[str, Any]]) -> str:
    """Give what ``digesta check`` found, file by file."""
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
    """Give a summary of scores, a line for each track, category and task."""
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
