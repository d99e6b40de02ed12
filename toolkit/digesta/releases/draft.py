"""The start of a draft: from the release before it, or from an example.

A draft from a release holds that release's questions under the ids that they have there. An id
stays while its question is edited: so cutting knows what a changed question was before, and a new
question takes a working id of its own. The logs, the boards and what was revealed stay behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from digesta.canonical import canonical_bytes, digest
from digesta.errors import InputError, UsageError
from digesta.package_files import json_file
from digesta.records.base import release_parts
from digesta.records.read import read_record
from digesta.records.release import Manifest, Question, Truth
from digesta.releases.checks.examples import EXAMPLE_TAG
from digesta.releases.cut import UNLISTED
from digesta.releases.data import MANIFEST, REVEALED, SEALED, ReleaseData, ids_of
from digesta.text.readings import READING

OWN = frozenset(
    {
        *("release", "title", "canary", "canary_on_lines", "previous", "next_due"),
        *("scorers", "giveaways"),
    }
)
"""What a manifest says of its own release; a draft that differs in nothing else has no news."""

COMPARED = frozenset({"changes.json", "questions.jsonl", "truths.jsonl"})
"""Files that two releases may have otherwise and hold the same: they are compared line by line."""

REVEALED_WHY = "its sealed truth was revealed"

NOTICES: Mapping[str, str] = json_file(__package__, "notices.json")
"""What a new track says of itself, by language."""

EXAMPLE: Mapping[str, Any] = {
    "track": "example",
    "title": "Example",
    "notice": {"en": NOTICES["en"]},
    "reading": READING,
    "headline": "accuracy",
    "conditions": ["closed_book"],
    "categories": {"first_category": {"title": "First category"}},
    "tasks": {
        "first_task": {
            "title": "First task",
            "category": "first_category",
            "scorer": "closed",
            "metric": "accuracy",
        }
    },
    "scores": [{"name": "accuracy", "mean_of": "categories"}],
}
"""A track that its owner replaces: one category, one task."""

EXAMPLE_QUESTION: Mapping[str, Any] = {
    "question_id": "example-1",
    "split": "public",
    "track": "example",
    "category": "first_category",
    "task": "first_task",
    "scorer": "closed",
    "language": "en",
    "turns": [{"role": "user", "content": "Is 29 February 2028 a day of the calendar?"}],
    "ask": {"answer_type": "boolean"},
    "license": "CC-BY-4.0",
    "attribution": "Whom to name",
    "cluster_id": "c-example1",
    "difficulty": "easy",
    "tags": [EXAMPLE_TAG],
}
EXAMPLE_TRUTH: Mapping[str, Any] = {
    "question_id": "example-1",
    "truth": {"answer": True},
    "source_refs": [{"work": "Gregorian calendar", "at": "leap years"}],
}
EXAMPLE_REVIEW: Mapping[str, Any] = {
    "question_id": "example-1",
    "purpose": "audit",
    "readers": [],
    "outcome": "kept",
    "why": "An example: nobody but its author read it.",
}


def canary_of(release: str, title: str) -> str:
    """Return the canary of a release: a UUID (version 8, RFC 9562) made from its id and title.

    >>> canary_of("2026-12-22", "December")
    '0cf3026d-3aa9-84fc-87a1-b147ac06bcac'
    """
    digits = digest(["canary/v1", release, title])
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def example_draft(manifest: Mapping[str, Any]) -> dict[str, bytes]:
    """Return a draft with the example track and a worked question. manifest: id, title and so on.

    Its tag keeps it from being cut.
    """
    limits = {"track": "example", "limit": "Everything.", "why": "It is an example."}
    whole = {"licenses": ["CC-BY-4.0"], "tracks": [EXAMPLE], **manifest}
    question = {**EXAMPLE_QUESTION, "released": release_parts(manifest["release"]).day}
    return {
        MANIFEST: manifest_file(whole),
        "questions.jsonl": _canonical(question),
        "truths.jsonl": _canonical(EXAMPLE_TRUTH),
        "review.jsonl": _canonical(EXAMPLE_REVIEW),
        "changes.json": _canonical({"format": "changes/1"}),
        "limits.json": _canonical({"format": "limits/1", "limits": [limits]}),
    }


def draft_from(
    files: Mapping[str, bytes], before: ReleaseData, manifest: Mapping[str, Any]
) -> dict[str, bytes]:
    """Return a draft that continues a release.

    files, before: the release's files and records. manifest: what is new in the draft's: id,
    title, canary and, where it is known, next_due. Sealed questions come along with their sealed
    file, so that the set and its root stay, unless the release has revealed them: then they are
    retired, with that reason.
    """
    name = before.manifest.release
    there = before.manifest.as_json()
    kept: dict[str, Any] = {
        key: there[key]
        for key in ("licenses", "publish", "recipients", "tracks", "holdout")
        if key in there
    }
    kept["tracks"] = _tracks(before)
    limits = {key: there[key] for key in ("giveaways",) if key in there}
    draft = {path: data for path, data in files.items() if not path.startswith(UNLISTED)}
    changes: dict[str, Any] = {"format": "changes/1", "previous": name}
    if REVEALED in files:
        gone = ids_of(before.holdout())
        changes["retired"] = [{"question_id": i, "reason": REVEALED_WHY} for i in sorted(gone)]
        draft["questions.jsonl"] = without(files["questions.jsonl"], gone)
        draft.pop(SEALED, None)
        kept.pop("holdout", None)
    return draft | {
        MANIFEST: manifest_file({**kept, "previous": name, **manifest, **limits}),
        "changes.json": _canonical(changes),
    }


def is_unchanged(before: ReleaseData, after: ReleaseData) -> bool:
    """Return whether a release holds what the one before it holds, but for its own id and days."""
    old, new = (
        {key: value for key, value in data.manifest.as_json().items() if key not in OWN}
        | {"tracks": _tracks(data)}
        | {"files": [file for file in data.manifest.files if file.path not in COMPARED]}
        | {"questions": _lines(data.questions), "truths": _lines(data.truths.values())}
        for data in (before, after)
    )
    return old == new


def _lines(records: Iterable[Question | Truth]) -> list[dict[str, Any]]:
    """Return records without their canary, which every release has its own of."""
    lines = (record.as_json() for record in records)
    return [{key: line[key] for key in line if key != "canary"} for line in lines]


def _tracks(before: ReleaseData) -> list[dict[str, Any]]:
    return [_dated(track.as_json(), before) for track in before.manifest.tracks]


def _dated(track: dict[str, Any], before: ReleaseData) -> dict[str, Any]:
    """Return a track's record, dated where all its questions say as of when the law is meant.

    In manifests cut before tracks could be dated only the questions show it.
    """
    days = [question.law_as_of for question in before.questions if question.track == track["track"]]
    return {**track, "dated": True} if days and None not in days else track


def without(lines: bytes, question_ids: set[str]) -> bytes:
    """Return a file's lines but for those of some questions; the others stay byte for byte."""
    kept = (
        line
        for line in lines.splitlines(keepends=True)
        if orjson.loads(line)["question_id"] not in question_ids
    )
    return b"".join(kept)


def manifest_file(fields: Mapping[str, Any]) -> bytes:
    """Return the bytes of a draft's manifest; UsageError for fields that cannot stand there."""
    whole = {"format": "release/1", "normalisers": {}, **fields}
    try:
        manifest = read_record(Manifest, whole, MANIFEST, 1).as_json()
    except InputError as error:
        raise UsageError("; ".join(map(str, error.problems))) from error
    # Cutting lists the files.
    return _canonical({key: value for key, value in manifest.items() if key != "files"})


def _canonical(value: object) -> bytes:
    return canonical_bytes(value) + b"\n"
