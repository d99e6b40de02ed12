"""What is wrong with a release's files: nothing was moved, or anyone finds it afterwards.

Manifest (digests, sizes, lines), canonical bytes, ids, the hash chain of the logs, and what was
published against its own index.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping

import orjson

from digesta.canonical import SUMS, canonical_bytes, question_id, sha256_hex, sums_of
from digesta.errors import Problem
from digesta.records.board import Published
from digesta.records.read import read_record
from digesta.releases.cut import MARKS, file_entries
from digesta.releases.data import MANIFEST, SIDE, ReleaseData, digest_fix, withheld_files
from digesta.releases.log import GENESIS, object_of

_INDEX = re.compile(r"boards/[0-9]+/index\.json")

_MANIFEST_OF = re.compile(r"^releases/[^/]+/(?=release\.json$)")


def file_problems(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    """Yield every way in which a release's files are not what its manifest and indexes say."""
    yield from _manifest(files, data)
    yield from _canonical(files)
    yield from _ids(data)
    yield from _chain(files)
    yield from _marks(files, data)
    for path in filter(_INDEX.fullmatch, files):
        read_record(Published, object_of(files[path]), path, 1)
    yield from _publications(files, data)
    yield from _publication_chain(files)
    yield from _published_logs(files, data.manifest.release)


def _manifest(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    present = {file.path: file for file in file_entries(files)}
    listed = {file.path: file for file in data.manifest.files}
    kept, folder = withheld_files(data.withheld), f"releases/{data.manifest.release}/"
    for path in listed.keys() - present.keys():
        # Of a withheld file its signed digest is here.
        if (own := kept.get(f"{folder}{path}")) and own.sha256 == listed[path].sha256:
            present[path] = listed[path]
    for path in sorted(present.keys() | listed.keys()):
        if present.get(path) != listed.get(path):
            yield Problem(
                code="digest",
                file=path,
                got=present[path].sha256 if path in present else "no such file",
                expected=listed[path].sha256 if path in listed else "no such file",
                fix=digest_fix(
                    files.get(path, b""),
                    listed[path].sha256 if path in listed else "",
                    "restore the file from the commit that cut the release",
                ),
            )


def _canonical(files: Mapping[str, bytes]) -> Iterator[Problem]:
    fix = "what we write is RFC 8785; restore the file"
    for path in (MANIFEST, "changes.json", "limits.json"):
        if not _is_canonical(files[path]):
            yield Problem(code="not-canonical", file=path, fix=fix)
    for path in sorted(files):
        if path.endswith(".jsonl") and not path.startswith("resources/"):
            for number, line in enumerate(files[path].splitlines(keepends=True), start=1):
                if not _is_canonical(line):
                    yield Problem(code="not-canonical", file=path, line=number, fix=fix)


def _is_canonical(data: bytes) -> bool:
    try:
        return data == canonical_bytes(orjson.loads(data)) + b"\n"
    except (ValueError, RecursionError):
        return False


def _ids(data: ReleaseData) -> Iterator[Problem]:
    for question in data.questions:
        expected = question_id(question.as_json())
        if question.question_id != expected:
            yield data.problem(
                "questions.jsonl",
                question.question_id,
                "id",
                expected=expected,
                fix="an id is the digest of what the answerer sees",
            )


def _chain(files: Mapping[str, bytes]) -> Iterator[Problem]:
    for path in sorted(path for path in files if path.startswith("log/")):
        previous = GENESIS
        lines = files[path].splitlines() if path.endswith(".jsonl") else []
        for number, line in enumerate(lines, start=1):
            value = object_of(line)
            if value.get("previous") != previous or value.get("seq") != number:
                yield Problem(
                    code="chain",
                    file=path,
                    line=number,
                    got=str(value.get("previous")),
                    expected=previous,
                    fix="a line was changed, removed or moved; restore the log",
                )
            previous = sha256_hex(line)


def _marks(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    """Hold the marks of withheld answers to the digest that was signed with them."""
    for line in data.withheld[-1:]:
        now = sha256_hex(files[MARKS]) if MARKS in files else None
        if line.marks != now:
            got, fix = str(now), "restore the file from the commit that withheld the texts"
            yield Problem(code="digest", file=MARKS, got=got, expected=str(line.marks), fix=fix)


def _publications(files: Mapping[str, bytes], data: ReleaseData) -> Iterator[Problem]:
    """Hold what was published to the digests of its own index, and the index to the manifest."""
    for path in sorted(path for path in files if _INDEX.fullmatch(path)):
        index, folder = object_of(files[path]), path.removesuffix("index.json")
        if not _is_canonical(files[path]):
            yield Problem(code="not-canonical", file=path, fix="restore the file")
        present = {"number": folder.split("/")[1], **dict(_inputs_of(files, folder, data))}
        listed = {"number": str(index.get("number"))}
        files_listed = [*index.get("boards", []), *index.get("side", [])]
        digests = {file["path"]: file["sha256"] for file in files_listed}
        listed |= {f"{folder}{name}": sha256 for name, sha256 in digests.items()}
        if f"{folder}{SUMS}" in files:  # older publications have none
            whole = sums_of({"index.json": sha256_hex(files[path])} | digests)
            listed[f"{folder}{SUMS}"] = sha256_hex(whole)
        # The logs grow after a publication: they are held to what they were in _published_logs.
        inputs = index.get("inputs", {})
        listed |= {name: digest for name, digest in inputs.items() if name in present}
        for name in sorted(listed.keys() | present.keys()):
            if listed.get(name) != present.get(name):
                file = _MANIFEST_OF.sub("", name)
                yield Problem(
                    code="published-changed",
                    file=file if file in files else path,
                    got=f"{name}: {present.get(name, 'nothing')}",
                    expected=f"{listed.get(name, 'nothing')}, says {path}",
                    fix="published files never change: restore both files",
                )


def _publication_chain(files: Mapping[str, bytes]) -> Iterator[Problem]:
    """Hold each index to the digest that the next one names, once one of them does."""
    numbers = sorted(int(path.split("/")[1]) for path in files if _INDEX.fullmatch(path))
    chained = False
    for number in numbers:
        path, before = f"boards/{number}/index.json", files.get(f"boards/{number - 1}/index.json")
        named = object_of(files[path]).get("previous")
        expected = sha256_hex(before) if before and (named or chained) else None
        if named != expected:
            yield Problem(
                code="published-changed",
                file=path,
                got=f"previous: {named}",
                expected=f"{expected}, of the publication before",
                fix="published files never change: restore both folders",
            )
        chained = chained or named is not None


def _published_logs(files: Mapping[str, bytes], release: str) -> Iterator[Problem]:
    """Hold each log to what an index says it was at a publication: it may only have grown."""
    for path in sorted(file for file in files if _INDEX.fullmatch(file)):
        inputs = object_of(files[path]).get("inputs", {})
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
    digests = {state.hexdigest()}
    for line in log.splitlines(keepends=True):
        state.update(line)
        digests.add(state.hexdigest())
    return digests


def _inputs_of(
    files: Mapping[str, bytes], folder: str, data: ReleaseData
) -> Iterator[tuple[str, str]]:
    """Yield what an index must name: the manifest, its boards, and what their rows came from."""
    release = data.manifest.release
    yield f"releases/{release}/{MANIFEST}", data.digest
    for file in files:
        if file.startswith(folder) and not file.endswith(("/index.json", f"/{SUMS}.sig")):
            yield file, sha256_hex(files[file])
            is_board = not file.startswith(f"{folder}{SIDE}")
            try:
                for row in object_of(files[file]).get("rows", []) if is_board else ():
                    path = f"predictions/{release}/{row['submission_id']}/predictions.jsonl"
                    yield path, row["inputs"]["predictions"]
            except (KeyError, TypeError):
                yield file, "no board"
