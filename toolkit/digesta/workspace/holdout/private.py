"""A private folder brought up to a draft: the truths and reviews of its sealed questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import ReleaseError
from digesta.records.release import Review, Sealed, Truth
from digesta.releases.commitment import broken_promises, salts_under
from digesta.releases.data import ReleaseData, ids_of
from digesta.workspace import store
from digesta.workspace.holdout.private_folder import (
    BEFORE,
    IDS,
    KEYS,
    REVIEWS,
    TRUTHS,
    OwnRecords,
    content_before,
    keys_of,
    own_records,
)

Line = Mapping[str, Any]
T = TypeVar("T", Truth, Review)
Lines = dict[str, list[Line]]


class SealedRecords(NamedTuple):
    """Lines of a draft's sealed questions: truths, and a review for each that has none yet.

    gone: questions that are sealed no more. stale: those whose reviews hold no more. before: what
    the release before sealed.
    """

    truths: Sequence[Line]
    reviews: Sequence[Line]
    gone: Collection[str] = ()
    stale: Collection[str] = ()
    before: Sealed | None = None


def sealed_before(private: Path, release: ReleaseData) -> Sealed | None:
    """Return what a release sealed, as its root promises: as an import kept it, or as it still is.

    None where the folder knows no truth of it; ReleaseError where it has others.
    """
    files, folder = _files(private), private.as_posix()
    kept = content_before(files, folder=folder)
    if kept is not None and _is_promised(kept, release):
        return kept
    own = own_records(files, folder=folder)
    names = {own.ids.get(name, name): name for name in ids_of(release.holdout())}
    truths = [_under_name(each, names) for each in own.truths if each.question_id in names]
    if not truths:
        return None
    reviews = [_under_name(each, names) for each in own.reviews if each.question_id in names]
    keys = keys_of(files, folder=folder)
    sealed = Sealed(salt_key=keys.salt_key, draw_key=keys.draw_key, truths=truths, reviews=reviews)
    if _is_promised(sealed, release):
        return sealed
    name = release.manifest.release
    raise ReleaseError.of(
        code="private-changed",
        file=f"{folder}/{TRUTHS}",
        got=f"other truths, or another key, than {name} sealed",
        expected=f"those of {name}, to compare them with later corrections",
        fix=f"write them to a new folder and use it: digesta release unseal {name} "
        "--identity PATH --date DAY --private NEW_FOLDER",
    )


def _is_promised(sealed: Sealed, release: ReleaseData) -> bool:
    promise = release.manifest.holdout
    salts = salts_under(sealed.salt_key, sealed.truths)
    return promise is not None and not any(
        broken_promises(promise, release.holdout(), sealed.truths, salts)
    )


def _under_name(record: T, names: Mapping[str, str]) -> T:
    return record.model_copy(update={"question_id": names[record.question_id]})


def keep_records(private: Path, sealed: SealedRecords) -> None:
    """Write records into a private folder, in place of theirs there; those of others stay.

    What the release before sealed is kept beside, once: the folder's own lines are the draft's.
    """
    own = own_records(_files(private), folder=private.as_posix())
    before = sealed.before
    if before is not None:
        data = canonical_bytes(before.as_json()) + b"\n"
        store.write_file(private / BEFORE, data, mode=store.PRIVATE)
    truths = _lines(before.truths if before else (), own) | _lines(own.truths, own)
    reviews = _lines(before.reviews if before else (), own)
    fresh = _lines(map(Review.model_validate, sealed.reviews), own)
    # What an import wrote for want of a review gives way to those of the release before.
    reviews |= {
        name: lines
        for name, lines in _lines(own.reviews, own).items()
        if name not in reviews or lines != fresh.get(name)
    }
    stale = {own.ids.get(name, name) for name in sealed.stale}
    reviews |= {
        name: lines for name, lines in fresh.items() if name in stale or name not in reviews
    }
    gone = {own.ids.get(name, name) for name in sealed.gone}
    for path, known in ((TRUTHS, truths | _by_own(sealed.truths, own)), (REVIEWS, reviews)):
        lines = (line for name, each in known.items() if name not in gone for line in each)
        store.write_file(private / path, canonical_lines(lines), mode=store.PRIVATE)


def recipients_in(private: Path) -> list[str]:
    """Return the public keys of the identities that ``digesta keygen`` wrote into a folder."""
    begin = b"# public key: "
    files = [path for path in sorted(private.glob("*.txt")) if path.is_file()]
    lines = [line for path in files for line in store.read_bytes(path).splitlines()]
    return [line[len(begin) :].decode() for line in lines if line.startswith(begin + b"age1")]


def _files(private: Path) -> dict[str, bytes]:
    paths = [private / name for name in (KEYS, TRUTHS, REVIEWS, IDS, BEFORE)]
    there = {path.name: store.read_bytes(path) for path in paths if path.exists()}
    return {TRUTHS: b"", REVIEWS: b""} | there


def _lines(records: Iterable[Truth | Review], own: OwnRecords) -> Lines:
    return _by_own((record.as_json() for record in records), own)


def _by_own(lines: Iterable[Line], own: OwnRecords) -> Lines:
    """Return lines under the ids that their questions have in the folder, by these."""
    grouped: Lines = {}
    for line in lines:
        name = own.ids.get(line["question_id"], line["question_id"])
        grouped.setdefault(name, []).append({**line, "question_id": name})
    return grouped
