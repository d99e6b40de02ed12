"""Rolling refresh: a share of each task's public questions retires and makes room for new ones.

Of each task, whole clusters are taken, the oldest first (by the day on which the cluster's first
question was released), and among those of a day in an order that the seed gives; a cluster that
would exceed the share is left. The share is of what the release before asked, and what is gone
already counts: the same command a second time retires nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.canonical import canonical_bytes, digest
from digesta.records.release import Question
from digesta.releases.drafting import without
from digesta.releases.reading import ReleaseData

FILES = ("questions.jsonl", "truths.jsonl", "review.jsonl")


def chosen(
    before: ReleaseData,
    draft: ReleaseData,
    *,
    share: Fraction,
    seed: str,
    only: Collection[str] = (),
) -> list[Question]:
    """Return the questions of a draft that retire, by id.

    share: in [0, 1], of each task. only: tracks, or TRACK/TASK; none named: every task.
    """
    known = {one.question_id for one in before.public()}
    tasks: dict[tuple[str, str], list[Question]] = {}
    for question in draft.public():
        named = {question.track, f"{question.track}/{question.task}"}
        if question.question_id in known and (not only or not named.isdisjoint(only)):
            tasks.setdefault((question.track, question.task), []).append(question)
    found: list[Question] = []
    for task, asked in sorted(tasks.items()):
        had = sum((one.track, one.task) == task for one in before.public())
        found += _oldest(asked, int(share * had) - (had - len(asked)), seed)
    return sorted(found, key=lambda one: one.question_id)


def _oldest(asked: Sequence[Question], room: int, seed: str) -> Iterator[Question]:
    clusters: dict[str, list[Question]] = {}
    for question in asked:
        clusters.setdefault(question.cluster_id, []).append(question)

    def age(name: str) -> tuple[str, str]:
        first = clusters[name][0]
        drawn = digest(["refresh/v1", seed, first.track, first.task, name])
        return min(one.released for one in clusters[name]), drawn

    for name in sorted(clusters, key=age):
        if len(clusters[name]) <= room:
            room -= len(clusters[name])
            yield from clusters[name]


def refreshed(
    files: Mapping[str, bytes], draft: ReleaseData, retired: Sequence[Question], *, reason: str
) -> dict[str, bytes]:
    """Return the files of a draft that change when questions retire, ``changes.json`` first.

    In that order, a command that was cut off goes on where it stopped: what stands in
    ``changes.json`` as retired leaves the other files.
    """
    rows = {row.question_id: row.as_json() for row in draft.changes.retired}
    rows |= {one.question_id: {"question_id": one.question_id, "reason": reason} for one in retired}
    changes: dict[str, Any] = draft.changes.as_json() | {
        "retired": [rows[name] for name in sorted(rows)]
    }
    made = {"changes.json": canonical_bytes(changes) + b"\n"}
    return made | {path: without(files[path], set(rows)) for path in FILES}
