"""The facts of submissions as shards: integer rows, and why each answer earned its mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission, facts_of
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import StoredRelease, json_line


class _FactsShard(NamedTuple):
    """A submission by its number."""

    number: int
    shared: Callable[[], tuple[CompiledRelease, Sequence[ScoredSubmission]]]


def facts_by_track(
    release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> Iterator[dict[str, bytes]]:
    """Yield each submission's facts by track, as canonical JSON; of a judge those that it marks."""
    shared = current_engine().share((release.compiled, submissions))
    shards = [_FactsShard(number, shared) for number in range(len(submissions))]
    return map_shards(_facts, shards, step="facts")


def _facts(shard: _FactsShard) -> dict[str, bytes]:
    compiled, submissions = shard.shared()
    submission = submissions[shard.number]
    judged = {task.track for task in compiled.tasks if task.needs_judge}
    return {
        track.track: json_line(facts_of(compiled, submission, track.track))
        for track in compiled.release.tracks
        if not submission.judge or track.track in judged
    }
