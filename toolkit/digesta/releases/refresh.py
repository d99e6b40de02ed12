"""Rolling refresh: a share of each task's public questions retires and makes room for new ones.

Whole clusters retire, the oldest first (by the day on which the cluster's first question was
released), those of one day in an order drawn from the seed; a cluster that would exceed the share
stays. The share is of what the release before asked, less what is gone already: the same command
a second time retires nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.canonical import canonical_bytes, digest
from digesta.records.release import Question
from digesta.releases.data import ReleaseData, ids_of
from digesta.releases.draft import without

FILES = ("questions.jsonl", "truths.jsonl", "review.jsonl")


def retiring_questions(
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
    known = ids_of(before.public())
    tasks: dict[tuple[str, str], list[Question]] = {}
    for question in draft.public():
        named = {question.track, f"{question.track}/{question.task}"}
        if question.question_id in known and (not only or not named.isdisjoint(only)):
            tasks.setdefault((question.track, question.task), []).append(question)
    retiring: list[Question] = []
    for task, questions in sorted(tasks.items()):
        had = sum((question.track, question.task) == task for question in before.public())
        retiring += _oldest(questions, int(share * had) - (had - len(questions)), seed)
    return sorted(retiring, key=lambda question: question.question_id)


def _oldest(questions: Sequence[Question], room: int, seed: str) -> Iterator[Question]:
    clusters: dict[str, list[Question]] = {}
    for question in questions:
        clusters.setdefault(question.cluster_id, []).append(question)

    def age(name: str) -> tuple[str, str]:
        first = clusters[name][0]
        drawn = digest(["refresh/v1", seed, first.track, first.task, name])
        return min(question.released for question in clusters[name]), drawn

    for name in sorted(clusters, key=age):
        if len(clusters[name]) <= room:
            room -= len(clusters[name])
            yield from clusters[name]


def refreshed_files(
    files: Mapping[str, bytes], draft: ReleaseData, retired: Sequence[Question], *, reason: str
) -> dict[str, bytes]:
    """Return the files of a draft that change when questions retire, ``changes.json`` first.

    In that order a command that was cut off can go on: what ``changes.json`` lists as retired
    leaves the other files.
    """
    rows = {row.question_id: row.as_json() for row in draft.changes.retired}
    rows |= {name: {"question_id": name, "reason": reason} for name in ids_of(retired)}
    changes: dict[str, Any] = draft.changes.as_json() | {
        "retired": [rows[name] for name in sorted(rows)]
    }
    rewritten = {"changes.json": canonical_bytes(changes) + b"\n"}
    return rewritten | {path: without(files[path], set(rows)) for path in FILES}
