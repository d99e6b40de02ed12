"""Releases on disk, opened by id, by folder, or the newest; and their logs.

Joins ``store`` (files) with the floors below (values).
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.records.base import ChainLine, Record, release_parts
from digesta.records.log import Withheld, WithheldFile
from digesta.records.release import Manifest, Question, Truth
from digesta.releases.data import (
    MANIFEST,
    SIDE,
    WITHHELD,
    Logs,
    ReleaseData,
    digest_fix,
    is_of_basis,
    locate,
    parse_basis,
    parse_manifest,
    parse_questions,
    parse_release,
    read_logs,
    record_in,
    records_of,
    release_order,
    withheld_files,
)
from digesta.releases.log import Sign, chain_line, in_order
from digesta.releases.signatures import (
    Signer,
    SigningKey,
    namespace_of,
    parse_signers,
    signature_problems,
)
from digesta.scoring.facts import CompiledRelease, compile_values
from digesta.workspace import store
from digesta.workspace.bundle_zip import SUFFIX, is_bundle, read_bundle
from digesta.workspace.compression import is_held, read_release_tree
from digesta.workspace.owner.scorers import check_scorers
from digesta.workspace.progress import warn
from digesta.workspace.sshkeygen import key_behind, sign_bytes

if TYPE_CHECKING:
    from digesta.records.board import Published

R = TypeVar("R", bound=Record)

_NUMBER = re.compile("[1-9][0-9]{0,5}")
_NEAR = 4
"""Folders above a submission in which a bundle is looked for: as far as its workspace."""

SIGNERS = ("allowed_signers", "signers.jsonl")
"""In the folder of releases: who may sign, and how that list came to be."""


@dataclass(frozen=True, eq=False, repr=False)
class StoredRelease:
    """A release: its manifest, its compiled public split, and all records on demand.

    root: its folder, or a bundle, which is read only.
    """

    root: Path
    manifest: Manifest
    compiled: CompiledRelease

    @property
    def id(self) -> str:
        """Return the release's id."""
        return self.manifest.release

    @cached_property
    def data(self) -> ReleaseData:
        """Return every record of the release."""
        return read_release(self.root)

    def questions_of(self, ids: Container[str]) -> tuple[tuple[Question, ...], dict[str, Truth]]:
        """Return some of its questions, by their ids, and their truths; no other line is read."""
        files = read_release_tree(self.root, only=is_of_basis)
        return parse_questions(files, self.manifest, name=self.root.as_posix(), ids=ids)

    @cached_property
    def logs(self) -> Logs:
        """Return what its logs hold; much sooner read than all of its records."""
        if is_bundle(self.root):
            files = read_bundle(self.root)
        else:
            paths = (self.root / "log").glob("*.jsonl")
            named = {f"log/{path.name}": path for path in sorted(paths)}
            files = store.read_files(named, limit=store.MOST_BYTES)
        return read_logs(files, name=self.root.as_posix())


def workspace_root(path: Path) -> Path:
    """Return the nearest folder, from a path upwards, that holds releases; else the path."""
    return next((f for f in (path, *path.absolute().parents) if release_folders(f)), path)


def release_folders(root: Path) -> list[Path]:
    """Return the folders of a workspace's releases, oldest first."""
    there = (path for path in store.folders(root / "releases") if (path / MANIFEST).is_file())
    return sorted(there, key=lambda folder: release_order(folder.name))


def own_folders(root: Path) -> list[Path]:
    """Return the folders of a workspace's own releases, oldest first: those of no series."""
    return [each for each in release_folders(root) if not release_parts(each.name).series]


def newest(root: Path) -> str:
    """Return the id of a workspace's newest release: of its own, where there are some."""
    folders = own_folders(root) or release_folders(root)
    if not folders:
        raise no_release(root)
    return folders[-1].name


def no_release(root: Path, paths: Iterable[Path] = ()) -> UsageError:
    """Return the error of a folder without releases; it names bundles near it and near paths."""
    near = {root, *(folder for path in paths for folder in path.absolute().parents[:_NEAR])}
    bundles = sorted(
        {
            os.path.relpath(file)
            for folder in near
            for file in folder.glob(f"*{SUFFIX}*")
            if is_bundle(file)
        }
    )
    named = " or ".join(map(shlex.quote, bundles[:3])) or f"FILE{SUFFIX}"
    return UsageError(
        f"{root / 'releases'}: no release here; name a workspace with --root, a bundle with "
        f"--release {named}, or look around first with: digesta demo"
    )


def open_release(root: Path, wanted: str | None) -> StoredRelease:
    """Open a release by id, folder or bundle, or the newest; its manifest's digests are checked.

    Scorers are those of the package and of installed packages, as it was cut with.
    """
    bundle = wanted is not None and is_bundle(Path(wanted))
    folder = Path(wanted or "") if bundle else folder_of(root, wanted)
    compiled = _compile(folder, read_bundle(folder) if bundle else None)
    here = root / "releases" / compiled.release.release / MANIFEST
    if bundle and here.is_file() and store.digest_of(here) != compiled.digest:
        warn(f"{folder}: differs from {here.parent}, which has the same id: get one of them again")
    return StoredRelease(folder, compiled.release, compiled)


def _compile(
    folder: Path, files: Mapping[str, bytes] | None, *, strict: bool = False
) -> CompiledRelease:
    """Return a release compiled from its files, checked first; files: of a bundle.

    What cutting validated is not validated again where the release is one of the workspace that
    the command runs in, and its manifest has the digest of each file that is read.
    """
    name = folder.as_posix()
    if files is None and missing_texts(folder):
        raise UsageError(f"{name}: {why_missing(folder)}; -o . puts them in their places")
    read = read_release_tree(folder, only=is_of_basis) if files is None else files
    release = parse_manifest(read, name=name)
    _check_digests(folder, release, read, bundled=files is not None)
    check_scorers(folder, release)
    listed = {MANIFEST, *(each.path for each in release.files)}
    own = not strict and files is None and _is_at_home(folder) and listed.issuperset(read)
    try:
        basis = parse_basis(read, release, name=name, validated=own)
        return compile_values(
            release,
            basis.questions,
            basis.truths,
            digest=sha256_hex(read[MANIFEST]),
            resources=basis.resources,
            validated=own,
        )
    except (AttributeError, KeyError, TypeError):
        if not own:
            raise
    return _compile(folder, files, strict=True)  # which says what is wrong


def missing_texts(folder: Path) -> list[WithheldFile]:
    """Return the files that a release withholds and that are not in its workspace."""
    root = folder.absolute().parents[1]
    return [file for file in withheld_in(folder).values() if not is_held(root / file.path)]


def withheld_in(folder: Path) -> dict[str, WithheldFile]:
    """Return the files that a release withholds, by their path in its workspace."""
    return withheld_files(read_records(folder, WITHHELD, Withheld))


def why_missing(folder: Path) -> str:
    """Return in words how many texts of a release are not here, whose they are, and what to do."""
    missing = missing_texts(folder)
    last = read_records(folder, WITHHELD, Withheld)[-1]
    count = f"{len(missing)} files of texts ({sum(file.bytes for file in missing)} bytes)"
    where = f"{last.repository}, {last.commit}, {last.license}"
    make = f"digesta import {folder.name} COPY -o FOLDER"
    return f"{count} are withheld; they are at {where}; make them of a copy with: {make}"


def _is_at_home(folder: Path) -> bool:
    """Return whether a release is one of the workspace that the command runs in."""
    releases = folder.resolve().parent
    return releases.name == "releases" and Path.cwd().is_relative_to(releases.parent)


def read_release(folder: Path, *, name: str | None = None, validated: bool = False) -> ReleaseData:
    """Return the records of a release's or a draft's folder. name: the folder's, for messages.

    validated: of a release of this workspace, see ``parse_release``.
    """
    files = read_release_tree(folder, only=lambda path: not path.startswith("boards/"))
    return parse_release(files, name=name or folder.as_posix(), validated=validated)


def read_records(folder: Path, path: str, record: type[R]) -> list[R]:
    """Return the records of one file of a release; none where it does not exist."""
    file = folder / path
    return records_of({path: store.read_bytes(file)}, path, record) if file.exists() else []


def release_for(root: Path, wanted: str | None, paths: Sequence[Path]) -> str | None:
    """Return the release that submissions are meant for: as wanted, else by where the first lies.

    A folder predictions/<release>/<name> is for that release; anything else for the newest.
    """
    if wanted is not None or not paths:
        return wanted
    name = paths[0].resolve().parent.name
    return name if (root / "releases" / name / MANIFEST).is_file() else None


def folder_of(root: Path, wanted: str | None) -> Path:
    """Return the folder of a release: by id, by folder, or the newest; UsageError for a bundle."""
    if wanted is not None and (Path(wanted) / MANIFEST).is_file():
        return Path(wanted)
    if wanted is not None and is_bundle(Path(wanted)):
        raise UsageError(f"{wanted}: a bundle is read only; name a release by its id or folder")
    releases = root / "releases"
    folder = releases / (wanted or newest(root))
    if not (folder / MANIFEST).is_file():
        inside = release_folders(Path(wanted)) if wanted else []
        if not inside and not release_folders(root):
            raise no_release(root)
        known = ", ".join(path.name for path in inside or release_folders(root))
        where = f"; it holds releases, so name it with --root {wanted}" if inside else ""
        raise UsageError(f"no release {wanted!r}; there are: {known}{where}")
    return folder


def _check_digests(
    folder: Path, manifest: Manifest, files: Mapping[str, bytes], *, bundled: bool
) -> None:
    """Raise ReleaseError for a file that is not as listed. files: those that were read already."""
    names = {MANIFEST, *(listed.path for listed in manifest.files)}
    if bundled and (odd := sorted(names ^ files.keys())):
        fix = "a bundle must match its release.json; get it again from its source"
        raise ReleaseError.of(code="bundle", file=str(folder), got=", ".join(odd[:5]), fix=fix)
    for listed in manifest.files:
        path = listed.path
        digest = sha256_hex(files[path]) if path in files else store.digest_of(folder / path)
        if digest != listed.sha256:
            data = files[path] if path in files else store.read_bytes(folder / path)
            raise ReleaseError.of(
                code="digest",
                file=(folder / path).as_posix(),
                got=digest,
                expected=listed.sha256,
                fix=digest_fix(
                    data, listed.sha256, "the file is not the one that was released; restore it"
                ),
            )


def json_line(record: Record) -> bytes:
    """Return a record as we write it: a line of canonical JSON."""
    return canonical_bytes(record.as_json()) + b"\n"


# Logs -----------------------------------------------------------------------------------------


def log_of(release: StoredRelease, path: str) -> bytes:
    """Return the bytes of a release's log; empty before its first line."""
    file = release.root / path
    return store.read_bytes(file) if file.exists() else b""


def append(
    release: StoredRelease,
    path: str,
    record: type[ChainLine],
    lines: Iterable[Mapping[str, object]],
    *,
    key: Path | None,
    dry: bool = False,
) -> bytes:
    """Append records to a release's log, none earlier than its last line; return their lines.

    The caller holds the release's lock. key: signs them. dry: nothing is written.
    """
    check_signatures(release.root)
    log, sign, added = log_of(release, path), signing(release.root, path, key), b""
    for fields in lines:
        line = chain_line(record, log + added, fields, sign)
        added += in_order(log + added, line, name=path, data=release.data)
    if not dry:
        store.append_line(release.root / path, added, after=log)
    return added


def signers_of(releases: Path) -> tuple[Signer, ...]:
    """Return who may sign in a folder of releases; () where nobody signs."""
    text, history = (releases / name for name in SIGNERS)
    if not (text.exists() or history.exists()):
        return ()
    return parse_signers(
        store.read_bytes(history), store.read_bytes(text), key_behind, name=releases.as_posix()
    )


def signing(folder: Path, path: str, key: Path | None) -> Sign | None:
    """Return what signs a JSON object that goes into a file of a release; None where nobody signs.

    folder: the release's; path: the file's in it; key: a private key's file. Raises UsageError.
    """
    signers = signers_of(folder.resolve().parent)
    if key is None and signers:
        raise UsageError(f"{path} is signed here: name your private key with --key PATH")
    if key is None:
        return None
    if not signers:
        raise UsageError("--key: nobody signs here yet; begin with: digesta log signers")
    private = SigningKey(partial(sign_bytes, key), key_behind, signers)
    return partial(private.sign, namespace=namespace_of(folder.name, path))


def check_signatures(folder: Path) -> None:
    """Raise ReleaseError where a line of a release's logs, or an index, is not vouched for."""
    files = {
        path.relative_to(folder).as_posix(): store.read_bytes(path)
        for pattern in ("log/*.json*", "boards/*/index.json")
        for path in sorted(folder.glob(pattern))
    }
    signers = signers_of(folder.resolve().parent)
    if problems := list(signature_problems(files, signers, folder.name, key_behind)):
        raise ReleaseError(locate(folder.as_posix(), problems))


def publications(release: Path) -> list[Path]:
    """Return the folders of the boards that a release published, by number.

    ReleaseError where anything else is there, but for files whose name begins with a dot, empty
    folders of such a name, and what a command was writing when it was killed.
    """
    place = release / "boards"
    there = sorted([place] if place.is_symlink() else filter(_is_published, place.glob("*")))
    wanted = "folders 1, 2, 3, … with an index.json, as release publish writes them"
    fix = "move it out of the release, or restore the folder"
    problems = [
        Problem(code="publication", file=path.as_posix(), expected=wanted, fix=fix)
        for path in there
        if path.is_symlink()
        or not (_NUMBER.fullmatch(path.name) and (path / "index.json").is_file())
    ]
    if problems:
        raise ReleaseError(problems)
    return sorted(there, key=lambda path: int(path.name))


def _is_published(path: Path) -> bool:
    hidden = path.name.startswith(".") and not path.is_symlink()
    ours = store.LEFT_BEHIND.fullmatch(path.name)
    return not hidden or (not ours and path.is_dir() and any(path.iterdir()))


def published_ids(release: StoredRelease) -> list[str]:
    """Return the submissions that indexes of published boards name, those of the last one first."""
    folders = publications(release.root)[::-1]
    paths = (path.split("/") for folder in folders for path in sorted(index_of(folder).inputs))
    return [path[2] for path in paths if path[0] == "predictions" and path[3:]]


def index_of(publication: Path) -> Published:
    """Return what a publication says that it holds."""
    from digesta.records.board import Published  # noqa: PLC0415 - only publications need it

    file = publication / "index.json"
    return record_in(Published, store.read_bytes(file), file.as_posix())


def boards_in(publication: Path) -> dict[str, bytes]:
    """Return the boards of one publication by file name: those that its index names."""
    from digesta.records.board import Board  # noqa: PLC0415 - as above

    names = {file.path for file in index_of(publication).boards}
    files = store.read_tree(publication, only=names.__contains__)
    for name, data in files.items():
        record_in(Board, data, f"{publication}/{name}")
    return files


def last_publication(release: Path) -> dict[str, bytes]:
    """Return the boards that a release published last, by file name; {} before the first."""
    folders = publications(release)
    return boards_in(folders[-1]) if folders else {}


def published_side(release: Path) -> dict[str, bytes]:
    """Return what a release published last beside its boards, by path; {} if that is nothing."""
    folder = [each / SIDE for each in publications(release)[-1:] if (each / SIDE).is_dir()]
    return store.read_tree(folder[0]) if folder else {}
