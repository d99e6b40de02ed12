"""The zip that a bundle is: a release, the schemas, its licences, and every file's SHA-256.

A bundle may come from a stranger. It is never unpacked: its members are read in memory, so no
name in it is ever a path of ours. Before that: few members, plain names, each once, stored, and
together no larger than the file. Afterwards a bundle must be, byte for byte, the zip that we would
write of its members: links, modes, comments, overlaps and bytes beside them have no place in that.
A site hands it out inside one stream of xz, which is unpacked no further than a bundle can be.
And each member must be one that we write: a file of the release, a schema, the licences.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

from digesta.canonical import SUMS, sha256_hex, sums_of
from digesta.errors import Problem, ReleaseError, SubmissionError
from digesta.records.release import Manifest
from digesta.releases.data import MANIFEST, parse_manifest
from digesta.workspace import store
from digesta.workspace.xz import content

SUFFIX = ".zip"
PACKED = f"{SUFFIX}.xz"
LICENSES = "LICENSES.txt"
MOST_BYTES = 256 << 20
MOST_MEMBERS = 2000

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]*(/[A-Za-z0-9][A-Za-z0-9._@+-]*)*")
_UNREADABLE = (zipfile.BadZipFile, struct.error, OSError, ValueError, RuntimeError, EOFError)


def is_bundle(path: Path) -> bool:
    """Return whether a path is named as a bundle is."""
    return path.name.endswith((SUFFIX, PACKED))


def bundle_of(files: Mapping[str, bytes]) -> bytes:
    """Return a bundle of these files, sorted, with the list of their digests. Files by path."""
    from digesta.sheets.archive import archive_of  # noqa: PLC0415 - few read or write a bundle

    members = {name: files[name] for name in sorted(files)}
    return archive_of(members | {SUMS: _sums(members)})


def read_bundle(path: Path) -> dict[str, bytes]:
    """Return the files of a bundle's release by their paths in its folder; digests are checked.

    Raises ReleaseError for what is not, byte for byte, a bundle as we write it.
    """
    file = path.as_posix()
    if not path.name.endswith(PACKED):
        return files_of_bundle(store.read_bytes(path, limit=MOST_BYTES), file)
    try:
        data = b"".join(content(path, limit=MOST_BYTES))
    except SubmissionError as error:
        _refuse(file, got=error.problems[0].got, expected="one whole stream of xz, of a bundle")
    return files_of_bundle(data, file)


def files_of_bundle(data: bytes, file: str) -> dict[str, bytes]:
    """Return what ``read_bundle`` does, of a bundle's bytes."""
    from digesta.schemas import is_schema  # noqa: PLC0415 - few read or write a bundle

    members = _members(data, file)
    listed = members.pop(SUMS, b"")
    if listed != _sums(members):
        raise ReleaseError(_wrong_digests(members, listed, file))
    folders = {name.split("/")[1] for name in members if name.startswith("releases/")}
    if len(folders) != 1:
        _refuse(file, got=f"{len(folders)} releases", expected="one release")
    folder = folders.pop()
    start = f"releases/{folder}/"
    files = {name: data for name, data in members.items() if name.startswith(start)}
    if f"{start}{MANIFEST}" not in files:
        _refuse(file, got=f"no {start}{MANIFEST}")
    tree = {name.removeprefix(start): data for name, data in files.items()}
    rest = {name: data for name, data in members.items() if name not in files}
    manifest = parse_manifest(tree, name=file)
    if rest.pop(LICENSES, b"") != licenses_of(manifest):
        _refuse(file, got=f"another {LICENSES}")
    if folder != manifest.release:
        _refuse(file, got=f"{start} of release {manifest.release}")
    if odd := [name for name, data in rest.items() if not is_schema(name, data)]:
        _refuse(file, got=odd[0], expected=f"releases/, schemas/, {LICENSES} and {SUMS}, no more")
    return tree


def licenses_of(manifest: Manifest) -> bytes:
    """Return the bytes of a bundle's ``LICENSES.txt``."""
    names = ", ".join(manifest.licenses)
    return (
        f"Release {manifest.release}: {manifest.title}\n\n"
        f"Questions and truths: {names}. Each line of questions.jsonl names its own licence, and\n"
        "whom to name with it (license, attribution); resources say theirs in their datasheets.\n"
        "The schemas are of Digesta, MIT. Texts of licences by name: https://spdx.org/licenses/\n"
    ).encode()


def _sums(members: Mapping[str, bytes]) -> bytes:
    return sums_of({name: sha256_hex(data) for name, data in members.items()})


def _members(data: bytes, file: str) -> dict[str, bytes]:
    from digesta.sheets.archive import archive_of  # noqa: PLC0415 - as above

    if not data.startswith(b"PK\x03\x04"):
        _refuse(file, got="no zip archive")
    # Each member has this sign in the archive's list, which the library reads whole on opening.
    if (count := data.count(b"PK\x01\x02")) > MOST_MEMBERS:
        _refuse(file, got=f"{count} members", expected=f"at most {MOST_MEMBERS}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_list(archive.infolist(), file, size=len(data))
            members = {info.filename: archive.read(info) for info in archive.infolist()}
    except _UNREADABLE as error:
        _refuse(file, got=str(error)[:80])
    if archive_of(members) != data:
        _refuse(file, got="links, attributes, comments or bytes that are in no bundle of ours")
    return members


def _check_list(listed: Iterable[zipfile.ZipInfo], file: str, *, size: int) -> None:
    seen = set[str]()
    for info in listed:
        name = info.orig_filename
        if not _PLAIN.fullmatch(name):
            _refuse(file, got=f"a member named {name!r}", expected="a plain relative path")
        # On some systems two names that differ by case are one file.
        if name.casefold() in seen:
            _refuse(file, got=f"{name} twice", expected="each name once")
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits:
            _refuse(file, got=f"{name}, compressed or encrypted", expected="members stored as is")
        seen.add(name.casefold())
        size -= info.file_size
        if size < 0:
            _refuse(file, got=f"{name} and those before it, larger than the file itself")


def _wrong_digests(members: Mapping[str, bytes], listed: bytes, file: str) -> list[Problem]:
    """Return a problem for each member that the list does not name with its digest."""
    lines = set(listed.splitlines())
    fix = "the bundle was changed after it was written; get it again from its source"
    wrong = [
        Problem(code="digest", file=f"{file}/{name}", got=sha256_hex(data), fix=fix)
        for name, data in members.items()
        if f"{sha256_hex(data)}  {name}".encode() not in lines
    ]
    expected = "a line for each other member, sorted, and no more"
    return wrong or [Problem(code="digest", file=f"{file}/{SUMS}", expected=expected, fix=fix)]


def _refuse(file: str, *, got: str, expected: str = "") -> NoReturn:
    raise ReleaseError.of(
        code="bundle",
        file=file,
        got=got,
        expected=expected or "a zip as digesta release bundle writes it",
        fix="get it again from its source; to change it, unpack it and bundle the release again",
    ) from None
