"""Rolling refresh: a share of each task's public questions retires and makes room for new ones.

Whole clusters retire, the oldest first (by the day on which the cluster's first question was
released); of one day those whose answer is right most often, so that the key stays balanced, and
then in an order drawn from the seed. A cluster that would exceed the share stays. The share is of
what the release before asked, less what is gone already: the same command a second time retires
nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.canonical import canonical_bytes, digest
from digesta.records.release import Question
from digesta.releases.balance import Credit, credits_of, excess
from digesta.releases.checks.calibration import NAME as CALIBRATION
from digesta.releases.data import ReleaseData, ids_of
from digesta.releases.draft import without

FILES = ("questions.jsonl", "truths.jsonl", "review.jsonl")

DRAWS = 8
"""How many orders are tried for a draw that leaves a task's key even."""

Clusters = Mapping[str, Sequence[Question]]


def retiring_questions(
    before: ReleaseData,
    draft: ReleaseData,
    *,
    share: Fraction,
    seed: str,
    only: Collection[str] = (),
    besides: Collection[str] = (),
) -> list[Question]:
    """Return the questions of a draft that retire, by id.

    share: in [0, 1], of each task. only: tracks, or TRACK/TASK; none named: every task.
    besides: tracks, TRACK/TASK or ids that stay, with their clusters.
    """
    known = ids_of(before.public())
    tasks: dict[tuple[str, str], list[Question]] = {}
    for question in draft.public():
        if not only or not names_of(question).isdisjoint(only):
            tasks.setdefault((question.track, question.task), []).append(question)
    retiring: list[Question] = []
    for task, questions in sorted(tasks.items()):
        had = sum((question.track, question.task) == task for question in before.public())
        room = int(share * had) - (had - len(known & ids_of(questions)))
        clusters = _clusters(questions, known, besides)
        retiring += _even_draw(draft, questions, clusters, room, seed)
    return sorted(retiring, key=lambda question: question.question_id)


def names_of(question: Question) -> set[str]:
    """Return what a question can be meant by: its track, TRACK/TASK, its id."""
    return {question.track, f"{question.track}/{question.task}", question.question_id}


def _clusters(
    questions: Sequence[Question], known: Collection[str], besides: Collection[str]
) -> Clusters:
    """Return the clusters that may retire: questions of the release before, none left out."""
    clusters: dict[str, list[Question]] = {}
    for question in questions:
        if question.question_id in known:
            clusters.setdefault(question.cluster_id, []).append(question)
    staying = {each.cluster_id for each in questions if not names_of(each).isdisjoint(besides)}
    return {name: members for name, members in clusters.items() if name not in staying}


def _even_draw(
    draft: ReleaseData, questions: Sequence[Question], clusters: Clusters, room: int, seed: str
) -> list[Question]:
    """Return the questions of a task that retire, by the draw after which its key is most even.

    room: how many may. The first draw is taken that is even enough.
    """
    best: tuple[Fraction, list[Question]] | None = None
    for number in range(DRAWS):
        drawn = f"{seed}/{number}" if number else seed
        retiring = list(_draw(draft, questions, clusters, room, drawn))
        gone = ids_of(retiring)
        staying = [question for question in questions if question.question_id not in gone]
        over = excess(draft, staying) if retiring and staying else Fraction(0)
        if best is None or over < best[0]:
            best = over, retiring
        if over <= 0:
            break
    return best[1] if best else []


def _draw(
    draft: ReleaseData, questions: Sequence[Question], clusters: Clusters, room: int, seed: str
) -> Iterator[Question]:
    staying, left = list(questions), dict(clusters)
    while left := {name: members for name, members in left.items() if len(members) <= room}:
        earned = credits_of(draft, staying)
        ranks = {name: _rank(members, earned, seed) for name, members in left.items()}
        members = left.pop(min(left, key=ranks.__getitem__))
        staying = [question for question in staying if question not in members]
        room -= len(members)
        yield from members


def _rank(
    members: Sequence[Question], earned: Mapping[str, Credit], seed: str
) -> tuple[str, Fraction, str]:
    """Order clusters: the oldest, what the best constant earns most of, then by the seed."""
    first = members[0]
    credit = sum((earned[each.question_id].credit for each in members), Fraction(0))
    drawn = digest(["refresh/v1", seed, first.track, first.task, first.cluster_id])
    return min(each.released for each in members), -credit / len(members), drawn


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
    resources = [path for path in files if path.endswith(f"/{CALIBRATION}")]
    return rewritten | {path: without(files[path], set(rows)) for path in (*resources, *FILES)}
