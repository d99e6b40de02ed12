"""What every archive has in common: lines read, a draft and submissions written."""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes, canonical_lines, question_id, sha256_hex
from digesta.intake import LIMITS
from digesta.intake.characters import is_clean, wrong_characters
from digesta.releases.draft import canary_of
from digesta.workspace.cards import METADATA, PREDICTIONS, new_card
from digesta_convert.archive import with_repeats

LICENSE = "Apache-2.0"


class ArchivedSystem(NamedTuple):
    """A system of an archive: its name as published, its maker, its replies by working id.

    not_comparable: tasks of which no answer can be compared, and why.
    """

    name: str
    maker: str
    replies: Mapping[str, Any]
    notes: str = ""
    not_comparable: Mapping[str, str] = {}


ODD_CHARACTERS = (
    "Control characters, left by a wrong encoding, stand as U+FFFD in questions and replies.",
    "Of more than 30 combining marks in a row the rest is left out.",
)
"""What ``lines_of`` changes, for the record of an archive."""


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a compressed JSONL file, without what no release may hold."""
    with gzip.open(path, "rb") as file:
        for line in file:
            value: dict[str, Any] = _plain(orjson.loads(line))
            yield value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if not isinstance(value, str) or is_clean(value, LIMITS.marks):
        return value
    while wrong := next(wrong_characters(value), None):
        value = value.replace(wrong[1], "\N{REPLACEMENT CHARACTER}")
    return _MARKS.sub(r"\1", value)


_MARKS = re.compile(rf"([\u0300-\u036f]{{{LIMITS.marks}}})[\u0300-\u036f]+")


def draft_files(
    manifest: Mapping[str, Any],
    questions: Sequence[dict[str, Any]],
    truths: Sequence[dict[str, Any]],
    *,
    limits: Sequence[tuple[str, str]],
    resources: Mapping[str, bytes] = MappingProxyType({}),
) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return the files of an archive's draft, and working id -> final id."""
    # A question without a cluster shares that of its text: one text is no independent question.
    keyed = ({"cluster_id": f"c-{question_id(each)[:16]}"} | each for each in questions)
    rows = with_repeats(list(keyed))
    track = manifest["tracks"][0]["track"]
    title = str(manifest["title"])
    whole = {"format": "release/1", "normalisers": {}, "licenses": [LICENSE], **manifest}
    whole["canary"] = canary_of(str(manifest["release"]), title)
    rows_of_limits = [{"track": track, "limit": limit, "why": why} for limit, why in limits]
    files = {
        "release.json": canonical_bytes(whole),
        "questions.jsonl": canonical_lines(rows),
        "truths.jsonl": canonical_lines(truths),
        "review.jsonl": b"",
        "changes.json": canonical_bytes({"format": "changes/1"}),
        "limits.json": canonical_bytes({"format": "limits/1", "limits": rows_of_limits}),
        **{f"resources/{path}": data for path, data in resources.items()},
    }
    return files, {row["question_id"]: question_id(row) for row in rows}


def system_files(
    system: ArchivedSystem, ids: Mapping[str, str], card: dict[str, Any]
) -> tuple[str, dict[str, bytes]]:
    """Return the id of a submission of one system's published replies, and its files."""
    bare = unicodedata.normalize("NFKD", system.name).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9._-]+", "-", bare.lower()).strip("-.")
    lines = [
        {"question_id": ids[key], "answer": reply} for key, reply in sorted(system.replies.items())
    ]
    fields = card | {
        "submission_id": name,
        "model_name": system.name,
        "organization": system.maker,
        "notes": " ".join(filter(None, [card["notes"], system.notes])),
    }
    if system.not_comparable:
        fields["not_comparable"] = dict(system.not_comparable)
    return name, {METADATA: new_card(**fields), PREDICTIONS: canonical_lines(lines)}


def short(text: str) -> str:
    """Return a working id for a text."""
    return sha256_hex(text.encode())[:16]
