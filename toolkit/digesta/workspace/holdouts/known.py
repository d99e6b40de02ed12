"""What the releases of a workspace seal, and which truths they have told: asked, or revealed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from digesta.errors import ReleaseError
from digesta.holdout.reveal import OtherRelease, retirement_began
from digesta.records.log import Access
from digesta.records.release import Question
from digesta.releases.diff import KnownQuestion, known_truths
from digesta.releases.reading import ACCESS, MANIFEST, ReleaseData, located, records_of
from digesta.workspace import store
from digesta.workspace.releases import StoredRelease


def releases_in(root: Path) -> list[Path]:
    """Return the folders of a workspace's releases."""
    return [folder for folder in store.folders(root / "releases") if (folder / MANIFEST).is_file()]


def questions_of(folder: Path) -> list[Question]:
    """Read the questions of a release by its folder."""
    files = {"questions.jsonl": store.read_bytes(folder / "questions.jsonl")}
    return records_of(files, "questions.jsonl", Question)


def sealed_in(questions: Iterable[Question]) -> frozenset[str]:
    """Return the ids of the sealed questions."""
    return frozenset(question.question_id for question in questions if question.split == "holdout")


def retired(folder: Path) -> bool:
    """Return whether a release is retired: revealed/ is there in any form, or its log says so."""
    access = {ACCESS: store.read_bytes(folder / ACCESS)} if (folder / ACCESS).exists() else {}
    lines = records_of(access, ACCESS, Access) if access else []
    return os.path.lexists(folder / "revealed") or retirement_began((), lines)


def others_of(root: Path, release: StoredRelease) -> Iterator[OtherRelease]:
    """Return the other releases of a workspace: which questions they seal, whether retired."""
    for folder in releases_in(root):
        if folder.name != release.manifest.release:
            yield OtherRelease(
                folder.name, sealed_in(questions_of(folder)), retired=retired(folder)
            )


def refuse_known(root: Path, draft: ReleaseData, *, name: str) -> None:
    """Refuse sealed questions, and near copies, that a release of a workspace asked in public."""
    known: dict[str, KnownQuestion] = {}
    for folder in releases_in(root) if draft.holdout() else ():
        if folder.name != draft.manifest.release:
            told = retired(folder)
            for question in questions_of(folder):
                if told or question.split == "public":
                    known.setdefault(question.question_id, KnownQuestion(folder.name, question))
    if problems := list(known_truths(draft, known)):
        raise ReleaseError(located(name, problems))


def retired_with(root: Path, release: StoredRelease) -> str:
    """Name a release that revealed sealed questions of this one, or none."""
    if retired(release.root):
        return release.manifest.release
    mine = {one.question_id for one in release.data.holdout()}
    return next(
        (o.release for o in others_of(root, release) if o.retired and mine & o.questions), ""
    )
