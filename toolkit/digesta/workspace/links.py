"""What differs between two releases of a workspace: questions, and systems' scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.board.links import ReleaseField, links
from digesta.records.analysis import Links
from digesta.records.base import release_parts
from digesta.releases.data import final_ids
from digesta.releases.diff import KINDS, Change, difference, is_resealed
from digesta.workspace.boards import bare_inputs
from digesta.workspace.releases import (
    StoredRelease,
    folder_of,
    last_publication,
    open_release,
    read_release,
    release_folders,
)


class ReleaseDiff(NamedTuple):
    """What changed between two releases; scores: None where nobody wanted them."""

    before: str
    after: str
    changes: list[Change]
    resealed: bool
    scores: list[Links] | None

    def as_json(self) -> dict[str, Any]:
        """Return the changes and the scores as a JSON value."""
        value = {
            "before": self.before,
            "after": self.after,
            "counts": {kind: sum(c.kind == kind for c in self.changes) for kind in KINDS},
            "changes": [change.as_json() for change in self.changes],
            "holdout_resealed": self.resealed,
        }
        scores = self.scores
        return value if scores is None else value | {"scores": [row.as_json() for row in scores]}


def diff(root: Path, before: str, after: str, *, scores: bool) -> ReleaseDiff:
    """Return what changed between two releases, or a release and a draft."""
    old, new = (read_release(folder_of(root, name)) for name in (before, after))
    changes = difference(old, new, final_ids(new.questions))
    linked = _links_between(root, before, after) if scores else None
    ids = old.manifest.release, new.manifest.release
    return ReleaseDiff(*ids, changes, is_resealed(old, new), linked)


def _links_between(root: Path, *names: str) -> list[Links]:
    """Return a record for each track that two successive releases score.

    Releases of two series have no question in common, and no record.
    """
    before, after = (open_release(root, name) for name in names)
    if release_parts(before.id).series != release_parts(after.id).series:
        return []
    return list(links(field_of(root, before), field_of(root, after)))


def series_of(root: Path, release: str) -> list[str]:
    """Return the releases of a release's series, oldest first."""
    series = release_parts(release).series
    names = [folder.name for folder in release_folders(root)]
    return [name for name in names if release_parts(name).series == series]


def field_of(root: Path, release: StoredRelease) -> ReleaseField:
    """Return who stands on a release's boards, and the scores that it published."""
    published: dict[tuple[str, str], float] = {}
    for name, content in last_publication(release.root).items():
        track, at, condition = name.removesuffix(".json").partition("@")
        if at and not {"/", "@"} & set(track + condition):
            rows = orjson.loads(content)["rows"]
            published |= {(track, row["submission_id"]): row["score"] for row in rows}
    # No score that a judge marks is linked.
    return ReleaseField(release.compiled, bare_inputs(root, release).submissions, published)
