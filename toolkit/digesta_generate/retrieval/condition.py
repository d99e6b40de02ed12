"""Which passages a condition asks for: of which release and tracks, with which right ones."""

from __future__ import annotations

from collections.abc import Sequence

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.workspace.releases import StoredRelease
from digesta_generate.retrieval.passages import PassageUse, named_clauses


def use_of(release: StoredRelease, questions: Sequence[Question], condition: str) -> PassageUse:
    """Return what a file of passages must be for."""
    gold = condition == "gold_injected"
    return PassageUse(
        release.manifest.release,
        {question.track for question in questions},
        condition,
        named_clauses(questions, release.data.truths) if gold else None,
    )


def refuse_condition(condition: str, release: StoredRelease, questions: Sequence[Question]) -> None:
    """Refuse questions that no board has under a condition, and right passages of sealed truths."""
    tracks = {question.track for question in questions}
    offered = {track.track for track in release.manifest.tracks if condition in track.conditions}
    if other := sorted(tracks - offered):
        raise UsageError(
            f"--condition {condition}: not a condition of {', '.join(other)}; name with --track "
            f"one that has it: {', '.join(sorted(offered)) or 'this release has none'}"
        )
    if condition == "gold_injected" and any(question.split == "holdout" for question in questions):
        raise UsageError(
            "--condition gold_injected: the right passages of sealed questions are sealed; "
            "add --split public"
        )
