"""The end of a seal: a holdout opened for good (retired), or sealed for others (rotated).

Retiring writes ``revealed/``: truths, salts and reviews. From then on anyone recomputes leaves,
root and the scores of all attempts. Rotating makes a release of the same questions, truths and
root whose sealed file opens to new recipients; the old file stays open to the old ones, so an
identity that was stolen, not lost, has seen the truths: then the release is retired instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import orjson

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import Problem
from digesta.records.log import Access
from digesta.records.release import Salt, Sealed, Truth
from digesta.releases.commitment import broken_promises, recipients_digest, salts_under
from digesta.releases.cut import UNLISTED, cut
from digesta.releases.data import (
    MANIFEST,
    REVEALED,
    SALTS,
    SEALED,
    ReleaseData,
    ids_of,
    parse_release,
    records_of,
    release_order,
)
from digesta.workspace.holdout.seal import encrypt

REVIEWS = "revealed/review.jsonl"

RETIRED = "retired the release"
"""Why the truths were opened, in the log of access, when a release is retired."""


@dataclass(frozen=True)
class OtherRelease:
    """Another release of the workspace: the questions that it seals, and whether it is retired."""

    release: str
    questions: frozenset[str]
    retired: bool


def live_releases(
    data: ReleaseData, others: Iterable[OtherRelease], *, name: str
) -> Iterator[Problem]:
    """Yield each later release, not retired, that shares sealed questions."""
    mine = ids_of(data.holdout())
    for other in others:
        shared = mine & other.questions
        later = release_order(other.release) > release_order(data.manifest.release)
        if shared and later and not other.retired:
            got = f"{len(shared)} of its sealed questions are sealed in {other.release}"
            expected = "questions that no later release keeps sealed"
            wrong = partial(Problem, code="holdout-live", file=f"{name}/{MANIFEST}")
            yield wrong(got=got, expected=expected, fix=f"retire {other.release} first")


def revealed_files(sealed: Sealed) -> dict[str, bytes]:
    """Return the files that retirement adds, by path below the release."""
    salts = salts_under(sealed.salt_key, sealed.truths)
    lines = [Salt(question_id=name, salt=salt).as_json() for name, salt in sorted(salts.items())]
    return {
        REVEALED: canonical_lines(record.as_json() for record in sealed.truths),
        SALTS: canonical_lines(lines),
        REVIEWS: canonical_lines(record.as_json() for record in sealed.reviews),
    }


def retirement_began(paths: Iterable[str], access: Iterable[Access]) -> bool:
    """Return whether a release is retired, or half: its log says so, or a file is revealed.

    paths: of the release's files.
    """
    logged = any((opening.what, opening.why) == (SEALED, RETIRED) for opening in access)
    return logged or any(path.startswith("revealed/") for path in paths)


def missing_files(paths: Iterable[str], *, name: str) -> Iterator[Problem]:
    """Yield which files of a retired release are not there. name: where the release lies."""
    there = set(paths)
    expected = "truths, salts and reviews of a retired release"
    fix = "restore it from the commit that retired the release, or finish: digesta release "
    fix += "retire RELEASE --identity PATH --date D"
    wrong = partial(Problem, code="revealed-incomplete", got="no such file", expected=expected)
    for path in (REVEALED, SALTS, REVIEWS):
        if path not in there:
            yield wrong(file=f"{name}{path}", fix=fix)


def revealed_truths(files: Mapping[str, bytes]) -> list[Truth]:
    """Read the truths of a retired release; [] before it is retired."""
    return records_of(files, REVEALED, Truth) if REVEALED in files else []


def reveal_problems(files: Mapping[str, bytes], data: ReleaseData) -> list[Problem]:
    """Return how revealed truths and salts are not what the manifest promised; [] when sound."""
    if data.manifest.holdout is None or not retirement_began(files, data.access):
        return []
    if missing := list(missing_files(files, name="")):
        return missing
    salts = {salt.question_id: salt.salt for salt in records_of(files, SALTS, Salt)}
    broken = broken_promises(data.manifest.holdout, data.holdout(), revealed_truths(files), salts)
    fix = "restore revealed/ from the commit that retired the release"
    return [
        replace(each, code=each.code.replace("sealed", "revealed"), file="revealed", fix=fix)
        for each in broken
    ]


def rotated_files(
    files: Mapping[str, bytes], sealed: Sealed, recipients: Sequence[str], *, release: str
) -> dict[str, bytes]:
    """Return the files of a release that seals the same truths for new recipients.

    files: of the release that is sealed anew; release: the id of the new one.
    """
    manifest = orjson.loads(files[MANIFEST])
    previous = manifest["release"]
    ciphertext = encrypt(sealed, recipients, file=f"{release}/{MANIFEST}")
    manifest |= {"release": release, "previous": previous, "recipients": sorted(recipients)}
    manifest["holdout"] |= {
        "sealed_sha256": sha256_hex(ciphertext),
        "recipients": recipients_digest(recipients),
    }
    changes = {"format": "changes/1", "previous": previous}
    draft = {path: data for path, data in files.items() if not path.startswith(UNLISTED)}
    draft[MANIFEST] = canonical_bytes(manifest) + b"\n"
    draft["changes.json"] = canonical_bytes(changes) + b"\n"
    draft[SEALED] = ciphertext
    return cut(draft, name=release, before=parse_release(files, name=previous))
