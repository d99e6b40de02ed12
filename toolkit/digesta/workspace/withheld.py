"""Files that a release rests on and that its maintainers may not hand on: named, and put back.

Signed lines of ``log/withheld.jsonl`` name each, with its digest and where the original is. Without
them a release is checked as far as it goes, and nothing of it is computed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from digesta.canonical import sha256_hex
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.records.log import Withheld, WithheldFile
from digesta.releases.cut import MARKS, file_entries
from digesta.releases.data import MANIFEST, WITHHELD, parse_manifest
from digesta.releases.log import last_day
from digesta.workspace import store
from digesta.workspace.boards import facts_files
from digesta.workspace.compression import content_of, pack
from digesta.workspace.releases import (
    SIGNERS,
    StoredRelease,
    append,
    folder_of,
    index_of,
    missing_texts,
    open_release,
    publications,
)
from digesta.workspace.xz import SUFFIX

_OF_OWNER = ("digesta.toml", "predictions/organizations.toml", *(f"releases/{s}" for s in SIGNERS))


def withhold(
    root: Path,
    wanted: str | None,
    paths: Sequence[Path],
    fields: Mapping[str, str],
    key: Path | None,
) -> list[str]:
    """Log which files of an archive are withheld, and keep its marks; return their paths.

    paths: the files, still there, compressed or not. fields: reason, and date unless it is that of
    the log's last line. Marks are facts, of those whose answers are among the files.
    """
    with store.lock(folder_of(root, wanted)):
        release = open_release(root, wanted)
        archive, place = release.manifest.archive, root.resolve()
        if archive is None:
            raise UsageError(
                f"{release.id}: only an archive of another's benchmark withholds files"
            )
        names = [p.resolve().relative_to(place).as_posix().removesuffix(SUFFIX) for p in paths]
        known, files = _digests(release), {name: content_of(root / name) or b"" for name in names}
        for name, data in files.items():
            if known.get(name) != sha256_hex(data):
                raise UsageError(
                    f"{name}: its digest is neither in the manifest nor in the last publication"
                )
        marks = marks_of(root, release, names)
        if marks:
            store.write_file(release.root / MARKS, pack(marks))
        line = {
            "date": last_day(release.data),
            **fields,
            "repository": archive.url or archive.source,
            "commit": archive.commit,
            "license": archive.license,
            "files": [
                {"path": each.path, "sha256": each.sha256, "bytes": each.bytes}
                for each in file_entries(files)
            ],
            **({"marks": store.digest_of(release.root / MARKS)} if marks else {}),
        }
        append(release, WITHHELD, Withheld, [line], key=key)
    return names


def _digests(release: StoredRelease) -> dict[str, str]:
    """Return what a manifest and the last publication rest on: SHA-256 by path in the workspace."""
    own = {f"releases/{release.id}/{each.path}": each.sha256 for each in release.manifest.files}
    for folder in publications(release.root)[-1:]:
        own |= index_of(folder).inputs
    return own


def marks_of(root: Path, release: StoredRelease, withheld: Sequence[str]) -> bytes:
    """Return the facts of each submission whose answers are withheld, a line for each judge."""
    names = {path.split("/")[2] for path in withheld if path.startswith("predictions/")}
    facts = facts_files(root, release) if names else {}
    return b"".join(line for name, line in sorted(facts.items()) if name.split("/")[0] in names)


def check_marks(root: Path, release: StoredRelease) -> None:
    """Raise ReleaseError where the marks that were kept are not those of the texts."""
    withheld = [file.path for line in release.logs.withheld for file in line.files]
    kept = content_of(release.root / MARKS.removesuffix(SUFFIX))
    if kept is not None and kept != marks_of(root, release, withheld):
        fix = "restore the file from the commit that withheld the texts"
        file = (release.root / MARKS).as_posix()
        raise ReleaseError.of(code="marks-differ", file=file, expected="today's facts", fix=fix)


@contextmanager
def with_texts(root: Path, folder: Path, texts: Path) -> Iterator[Path]:
    """Yield a workspace for the block that holds a release, the one before it, and its texts."""
    with TemporaryDirectory(prefix="digesta-texts-") as beside:
        whole = Path(beside)
        manifest = {MANIFEST: store.read_bytes(folder / MANIFEST)}
        previous = parse_manifest(manifest, name=folder.as_posix()).previous
        for name in filter(None, (folder.name, previous)):
            for kind in ("releases", "predictions"):
                if (root / kind / name).is_dir():
                    shutil.copytree(root / kind / name, whole / kind / name, symlinks=True)
        for name in _OF_OWNER:
            if (root / name).is_file():
                store.write_plain(whole / name, store.read_bytes(root / name))
        for file in missing_texts(folder):
            store.write_plain(whole / file.path, _text(texts, file))
        yield whole


def _text(texts: Path, file: WithheldFile) -> bytes:
    data = content_of(texts / file.path)
    if data is None or sha256_hex(data) != file.sha256:
        raise ReleaseError([text_problem(texts, file, data)])
    return data


def text_problem(texts: Path, file: WithheldFile, data: bytes | None) -> Problem:
    """Return the problem of a text that is missing (None), or another than a release names."""
    return Problem(
        code="text-missing" if data is None else "text-differs",
        file=(texts / file.path).as_posix(),
        got="no such file" if data is None else sha256_hex(data),
        expected=file.sha256,
        fix="make it of the commit that log/withheld.jsonl names: digesta import RELEASE PATH",
    )
