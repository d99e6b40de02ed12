"""Verify a release from its bytes: anyone can check afterwards that nothing was moved.

Manifest (digests, sizes, lines), canonical bytes, ids, truths that can be right, the hash chain
of the logs. Boards are recomputed by ``cli`` with the same code that made them and compared
byte for byte.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from digesta.canonical import canonical_bytes, question_id, sha256_hex
from digesta.errors import Problem
from digesta.holdout.reveal import reveal_problems
from digesta.releases.checks import problems_of
from digesta.releases.cut import file_entries
from digesta.releases.log import GENESIS
from digesta.releases.reading import MANIFEST, ReleaseData, located, parse_release

_INDEX = re.compile(r"boards/[0-9]+/index\.json")

_MANIFEST_OF = re.compile(r"^releases/[^/]+/(?=release\.json$)")


def verify(files: Mapping[str, bytes], *, name: str) -> list[Problem]:
    """Return every way in which a release's files are not what its manifest says; [] when sound."""
    data = parse_release(files, name=name)
    problems = [
        *_manifest(files, data),
        *_canonical(files),
        *_ids(data),
        *_chain(files),
        *_published(files, data),
        *_logs_published(files, data.manifest.release),
        *reveal_problems(files, data),
    ]
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
                code="not-canonical",
                file=path,
                line=number,
                fix="what we write is RFC 8785; restore the file",
            )


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
                code="id",
                file=path,
                line=line,
                question_id=question.question_id,
                expected=expected,
                fix="an id is the digest of what the answerer sees",
            )


def _chain(files: Mapping[str, bytes]) -> Iterator[Problem]:
    for path in sorted(path for path in files if path.startswith("log/")):
        previous = GENESIS
        for number, line in enumerate(files[path].splitlines(), start=1):
            entry = _entry(line)
            if entry.get("previous") != previous or entry.get("seq") != number:
                yield Problem(
                    code="chain",
                    file=path,
                    line=number,
                    got=str(entry.get("previous")),
                    expected=previous,
                    fix="a line was changed, removed or moved; restore the log",
                )
            previous = sha256_hex(line)


def _published(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    """Hold what was published to the digests of its own index, and the index to the manifest."""
    for path in sorted(one for one in files if _INDEX.fullmatch(one)):
        index, folder = _entry(files[path]), path.removesuffix("index.json")
        if not _is_canonical(files[path]):
            yield Problem(code="not-canonical", file=path, fix="restore the file")
        here = {"number": folder.split("/")[1], **dict(_inputs_of(files, folder, data))}
        said = {"number": str(index.get("number"))}
        said |= {f"{folder}{one['path']}": one["sha256"] for one in index.get("boards", [])}
        given = index.get("inputs", {})
        # The logs grow after a publication: they are held to what they were in _logs_published.
        said |= {one: digest for one, digest in given.items() if one in here}
        for one in sorted(said.keys() | here.keys()):
            if said.get(one) != here.get(one):
                file = _MANIFEST_OF.sub("", one)
                yield Problem(
                    code="published-changed",
                    file=file if file in files else path,
                    got=f"{one}: {here.get(one, 'nothing')}",
                    expected=f"{said.get(one, 'nothing')}, says {path}",
                    fix="what was published stays: restore both files",
                )


def _logs_published(files: Mapping[str, bytes], release: str) -> Iterator[Problem]:
    """Hold each log to what an index says it was at a publication: it may only have grown."""
    for path in sorted(file for file in files if _INDEX.fullmatch(file)):
        inputs = _entry(files[path]).get("inputs", {})
        for name, digest in sorted(inputs.items()):
            log = name.removeprefix(f"releases/{release}/")
            if log.startswith("log/") and digest not in _prefixes(files.get(log, b"")):
                yield Problem(
                    code="log-rewritten",
                    file=log,
                    expected=f"a log that begins with that of SHA-256 {digest}, says {path}",
                    fix="the log is append-only; restore the lines that were published",
                )


def _prefixes(log: bytes) -> set[str]:
    """Return the digest of every beginning of a log, of no line up to all."""
    state = hashlib.sha256()
    found = {state.hexdigest()}
    for line in log.splitlines(keepends=True):
        state.update(line)
        found.add(state.hexdigest())
    return found


def _inputs_of(
    files: Mapping[str, bytes], folder: str, data: ReleaseData
) -> Iterator[tuple[str, str]]:
    """Yield what an index must name: the manifest, its boards, and what their rows came from."""
    release = data.manifest.release
    yield f"releases/{release}/{MANIFEST}", data.digest
    for file in files:
        if file.startswith(folder) and not file.endswith("/index.json"):
            yield file, sha256_hex(files[file])
            for row in _entry(files[file]).get("rows", []):
                path = f"predictions/{release}/{row['submission_id']}/predictions.jsonl"
                yield path, row["inputs"]["predictions"]


def _entry(line: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}
