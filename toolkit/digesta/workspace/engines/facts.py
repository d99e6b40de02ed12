"""The facts of submissions as shards: integer rows, and why each answer earned its mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission, facts_of
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import StoredRelease, json_line, source_digest


class _FactsShard(NamedTuple):
    """A submission by its number; key: a digest of all that its facts rest on."""

    number: int
    key: str
    shared: Callable[[], tuple[CompiledRelease, Sequence[ScoredSubmission]]]


def facts_by_track(
    release: StoredRelease, submissions: Sequence[ScoredSubmission], *, kept: str
) -> Iterator[dict[str, bytes]]:
    """Yield each submission's facts by track, as canonical JSON; of a judge those that it marks.

    kept: a name under which they stay for the next run, which makes those alone that changed.
    """
    compiled = release.compiled
    shared = current_engine().share((compiled, submissions))
    basis = f"{source_digest()} {compiled.digest} {compiled.split}"
    shards = [
        _FactsShard(number, f"{basis} {submission.digest}", shared)
        for number, submission in enumerate(submissions)
    ]
    return map_shards(_facts, shards, key=lambda shard: shard.key, step="facts", kept=kept)


def _facts(shard: _FactsShard) -> dict[str, bytes]:
    compiled, submissions = shard.shared()
    submission = submissions[shard.number]
    judged = {task.track for task in compiled.tasks if task.needs_judge}
    return {
        track.track: json_line(facts_of(compiled, submission, track.track))
        for track in compiled.release.tracks
        if not submission.judge or track.track in judged
    }
