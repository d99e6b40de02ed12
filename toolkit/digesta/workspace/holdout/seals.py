"""Sealed questions over all releases of a workspace, and which truths are public since."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import orjson

from digesta.canonical import question_id
from digesta.errors import ReleaseError
from digesta.records.log import Access
from digesta.records.question import Split
from digesta.records.release import Question
from digesta.releases.data import ACCESS, ReleaseData, locate, records_of
from digesta.releases.diff import KnownQuestion, known_truths
from digesta.workspace.compression import read_large
from digesta.workspace.holdout.reveal import OtherRelease, retirement_began
from digesta.workspace.releases import (
    StoredRelease,
    missing_texts,
    read_records,
    release_folders,
)

Task = tuple[str, str, str]
"""Track, task and language: only questions that share all three are compared."""


def _task(*, track: str, task: str, language: str, **_: object) -> Task:
    return track, task, language


def questions_of(folder: Path) -> list[Question]:
    """Return the questions of a release by its folder."""
    files = {"questions.jsonl": read_large(folder, "questions.jsonl")}
    return records_of(files, "questions.jsonl", Question)


def _question_lines(folder: Path) -> list[bytes]:
    """Return the lines of a release's questions; an archive that withholds them has none here."""
    withheld = missing_texts(folder)
    return [] if withheld else read_large(folder, "questions.jsonl").splitlines(keepends=True)


def _near_questions(folder: Path, ids: Collection[str], tasks: Collection[Task]) -> list[Question]:
    """Return the questions of a release that have one of these ids or are of one of these tasks.

    Other questions were validated when they were released, and are not validated again.
    """
    lines = _question_lines(folder)
    try:
        rows = zip(lines, map(orjson.loads, lines), strict=True)
        related = b"".join(
            line for line, row in rows if row["question_id"] in ids or _task(**row) in tasks
        )
    except (ValueError, TypeError, KeyError):
        return questions_of(folder)  # which says what is wrong
    return records_of({"questions.jsonl": related}, "questions.jsonl", Question)


def sealed_ids(questions: Iterable[Question]) -> frozenset[str]:
    """Return the ids of the sealed questions."""
    return frozenset(question.question_id for question in questions if question.split == "holdout")


def ids_in(folder: Path, split: Split) -> frozenset[str]:
    """Return the ids of a release's questions in a split by its folder.

    Of questions that were checked when they were released no more than this is read.
    """
    try:
        lines = map(orjson.loads, _question_lines(folder))
        return frozenset(line["question_id"] for line in lines if line["split"] == split)
    except (ValueError, TypeError, KeyError):  # which says what is wrong
        return frozenset(each.question_id for each in questions_of(folder) if each.split == split)


def reveals_truths(folder: Path) -> bool:
    """Return whether a release is retired: revealed/ is there in any form, or its log says so."""
    access = read_records(folder, ACCESS, Access)
    return os.path.lexists(folder / "revealed") or retirement_began((), access)


def other_releases(root: Path, release: StoredRelease) -> Iterator[OtherRelease]:
    """Yield the other releases of a workspace: which questions they seal, whether retired."""
    for folder in release_folders(root):
        if folder.name != release.id:
            ids = ids_in(folder, "holdout")
            yield OtherRelease(folder.name, ids, retired=reveals_truths(folder))


def refuse_public_truths(root: Path, draft: ReleaseData, *, name: str) -> None:
    """Refuse sealed questions, and near copies, that a release of a workspace asked in public."""
    known: dict[str, KnownQuestion] = {}
    sealed = draft.holdout()
    ids = {question_id(question.as_json()) for question in sealed}
    tasks = {_task(**question.as_json()) for question in sealed}
    for folder in release_folders(root) if sealed else ():
        if folder.name != draft.manifest.release:
            open_ = reveals_truths(folder)
            for question in _near_questions(folder, ids, tasks):
                if open_ or question.split == "public":
                    known.setdefault(question.question_id, KnownQuestion(folder.name, question))
    if problems := list(known_truths(draft, known)):
        raise ReleaseError(locate(name, problems))


def retirement_of(root: Path, release: StoredRelease) -> str:
    """Return the id of a release that revealed sealed questions of this one; "" if none."""
    if reveals_truths(release.root):
        return release.id
    mine = sealed_ids(release.data.questions)
    others = other_releases(root, release)
    return next((other.release for other in others if other.retired and mine & other.questions), "")
