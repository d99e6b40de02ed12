"""Open a holdout for good (retire), or seal it anew for other recipients (rotate).

Retiring writes ``revealed/``: truths, salts and reviews. From then on anyone recomputes leaves,
root and the scores of all attempts. Rotating makes a release of the same questions, truths and
root whose sealed file opens to new recipients; the old file stays open to the old ones, so an
identity that was stolen, not lost, has seen the truths: then the release is retired instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import Problem
from digesta.holdout.recipients import encrypted
from digesta.records.log import Access
from digesta.records.release import Salt, Sealed, Truth
from digesta.releases.commitment import salts_under, unkept
from digesta.releases.cut import UNLISTED, cut
from digesta.releases.reading import (
    MANIFEST,
    REVEALED,
    SALTS,
    SEALED,
    ReleaseData,
    records_of,
)

REVIEWS = "revealed/review.jsonl"

RETIRED = "retired the release"
"""Why the truths were opened, in the log of access, when a release is retired."""


@dataclass(frozen=True)
class Other:
    """Another release of the workspace: whose questions it seals, and whether it is retired."""

    release: str
    questions: frozenset[str]
    retired: bool


def order_of(release: str) -> tuple[str, int]:
    """Order release ids by date, then by the number after the dot."""
    day, _, number = release.partition(".")
    return day, int(number or 0)


def still_sealed(data: ReleaseData, others: Iterable[Other], *, name: str) -> Iterator[Problem]:
    """Yield each live release that shares sealed questions: later, and not retired itself."""
    mine = {question.question_id for question in data.holdout()}
    for other in others:
        shared = mine & other.questions
        later = order_of(other.release) > order_of(data.manifest.release)
        if shared and later and not other.retired:
            yield Problem(
                code="holdout-live", file=f"{name}/{MANIFEST}",
                got=f"{len(shared)} of its sealed questions are sealed in {other.release}",
                expected="questions that no later release keeps sealed",
                fix=f"retire {other.release} first",
            )  # fmt: skip


def revealed(sealed: Sealed) -> dict[str, bytes]:
    """Return the files that retirement adds, by path below the release."""
    salts = salts_under(sealed.salt_key, sealed.truths)
    lines = [Salt(question_id=name, salt=salt).as_json() for name, salt in sorted(salts.items())]
    return {
        REVEALED: canonical_lines(one.as_json() for one in sealed.truths),
        SALTS: canonical_lines(lines),
        REVIEWS: canonical_lines(one.as_json() for one in sealed.reviews),
    }


def is_retired(paths: Iterable[str], access: Iterable[Access]) -> bool:
    """Return whether a release is retired: something stands in revealed/, or its log says so.

    paths: of the release's files.
    """
    logged = any((one.what, one.why) == (SEALED, RETIRED) for one in access)
    return logged or any(path.startswith("revealed/") for path in paths)


def incomplete(paths: Iterable[str], *, name: str) -> Iterator[Problem]:
    """Yield which files of a retired release are not there. name: where the release lies."""
    there = set(paths)
    for path in (REVEALED, SALTS, REVIEWS):
        if path not in there:
            yield Problem(
                code="revealed-incomplete", file=f"{name}{path}", got="no such file",
                expected="truths, salts and reviews of a retired release",
                fix="restore it from the commit that retired the release, or finish: digesta "
                "release retire RELEASE --identity PATH --date D",
            )  # fmt: skip


def truths_revealed(files: Mapping[str, bytes]) -> list[Truth]:
    """Read the truths of a retired release; [] before it is retired."""
    return records_of(files, REVEALED, Truth) if REVEALED in files else []


def revealed_wrongly(files: Mapping[str, bytes], data: ReleaseData) -> list[Problem]:
    """Return how revealed truths and salts are not what the manifest promised; [] when sound."""
    if data.manifest.holdout is None or not is_retired(files, data.access):
        return []
    if missing := list(incomplete(files, name="")):
        return missing
    salts = {one.question_id: one.salt for one in records_of(files, SALTS, Salt)}
    found = unkept(data.manifest.holdout, data.holdout(), truths_revealed(files), salts)
    return [
        Problem(
            code=one.code.replace("sealed", "revealed"), file="revealed",
            question_id=one.question_id, got=one.got, expected=one.expected,
            fix="restore revealed/ from the commit that retired the release",
        )
        for one in found
    ]  # fmt: skip


def rotated(
    files: Mapping[str, bytes], sealed: Sealed, recipients: Sequence[str], *, release: str
) -> dict[str, bytes]:
    """Return the files of a release that seals the same truths for new recipients.

    files: of the release that is sealed anew; release: the id of the new one.
    """
    data = {path: one for path, one in files.items() if not path.startswith(UNLISTED)}
    manifest = orjson.loads(files[MANIFEST])
    ciphertext = encrypted(sealed, recipients, file=f"{release}/{MANIFEST}")
    changed = manifest | {
        "release": release, "previous": manifest["release"], "recipients": sorted(recipients),
        "holdout": manifest["holdout"] | {"sealed_sha256": sha256_hex(ciphertext)},
    }  # fmt: skip
    changes = {"format": "changes/1", "previous": manifest["release"]}
    return cut(
        data
        | {
            MANIFEST: canonical_bytes(changed) + b"\n",
            "changes.json": canonical_bytes(changes) + b"\n",
            SEALED: ciphertext,
        },
        name=release,
    )
