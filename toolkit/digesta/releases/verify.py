"""Verify a release from its bytes: anyone can check afterwards that nothing was moved.

Manifest (digests, sizes, lines), canonical bytes, ids, truths that can be right, the hash chain
of the logs. Boards are recomputed by ``cli`` with the same code that made them and compared
byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from digesta.canonical import canonical_bytes, question_id, sha256_hex
from digesta.errors import Problem
from digesta.releases.checks import problems_of
from digesta.releases.cut import file_entries
from digesta.releases.reading import MANIFEST, ReleaseData, located, parse_release

GENESIS = "0" * 64
"""What the first line of a hash chain has as its previous digest."""


def verify(files: Mapping[str, bytes], *, name: str) -> list[Problem]:
    """Give every way in which a release's files are not what its manifest says; [] when sound."""
    data = parse_release(files, name=name)
    problems = [*_manifest(files, data), *_canonical(files), *_ids(data), *_chain(files)]
    return located(name, problems or problems_of(data))


def _manifest(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    found = {entry.path: entry for entry in file_entries(files)}
    listed = {entry.path: entry for entry in data.manifest.files}
    for path in sorted(found.keys() | listed.keys()):
        if found.get(path) != listed.get(path):
            yield Problem(
                code="digest",
                file=path,
                got=found[path].sha256 if path in found else "no such file",
                expected=listed[path].sha256 if path in listed else "no such file",
                fix="restore the file from the commit that cut the release",
            )


def _canonical(files: Mapping[str, bytes]) -> Iterator[Problem]:
    lined = [p for p in files if p.endswith(".jsonl") and not p.startswith("resources/")]
    whole = [(path, 0, files[path]) for path in (MANIFEST, "changes.json", "limits.json")]
    lines = [
        (path, number, line)
        for path in sorted(lined)
        for number, line in enumerate(files[path].splitlines(keepends=True), start=1)
    ]
    for path, number, data in [*whole, *lines]:
        if not _is_canonical(data):
            yield Problem(
                code="not-canonical", file=path, line=number,
                fix="what we write is RFC 8785; restore the file",
            )  # fmt: skip


def _is_canonical(data: bytes) -> bool:
    try:
        return data == canonical_bytes(orjson.loads(data)) + b"\n"
    except orjson.JSONDecodeError:
        return False


def _ids(data: ReleaseData) -> Iterator[Problem]:
    for question in data.questions:
        expected = question_id(question.as_json())
        if question.question_id != expected:
            path, line = data.place("questions.jsonl", question.question_id)
            yield Problem(
                code="id", file=path, line=line, question_id=question.question_id,
                expected=expected, fix="an id is the digest of what the answerer sees",
            )  # fmt: skip


def _chain(files: Mapping[str, bytes]) -> Iterator[Problem]:
    for path in sorted(path for path in files if path.startswith("log/")):
        previous = GENESIS
        for number, line in enumerate(files[path].splitlines(), start=1):
            entry = _entry(line)
            if entry.get("previous") != previous or entry.get("seq") != number:
                yield Problem(
                    code="chain", file=path, line=number,
                    got=str(entry.get("previous")), expected=previous,
                    fix="a line was changed, removed or moved; restore the log",
                )  # fmt: skip
            previous = sha256_hex(line)


def _entry(line: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}
