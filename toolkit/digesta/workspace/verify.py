"""Verify a release from its bytes: anyone can check afterwards that nothing was moved.

Manifest (digests, sizes, lines), canonical bytes, ids, truths that can be right, the hash chain
of the logs, what was published. Then every board of the newest release, or of an archive, is made
again and compared byte for byte; a superseded one is held to what it published.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from digesta.errors import Problem, ReleaseError, StaleScoreError, UsageError
from digesta.releases.checks import problems_of
from digesta.releases.data import MANIFEST, ReleaseData, locate, parse_release
from digesta.releases.diff import is_resealed, untrue_changes
from digesta.releases.errata import problems_besides, untrue_boards
from digesta.releases.signatures import Signer
from digesta.releases.verify import file_problems
from digesta.workspace.boards import board_files
from digesta.workspace.compression import read_release_tree
from digesta.workspace.git import last_commit
from digesta.workspace.holdout.leaks import leaks_of
from digesta.workspace.holdout.reveal import reveal_problems
from digesta.workspace.holdout.state import holdout_state
from digesta.workspace.publication import (
    check_build,
    check_last_publication,
    input_problems,
    undecided_ids,
)
from digesta.workspace.releases import (
    SIGNERS,
    StoredRelease,
    check_signatures,
    folder_of,
    missing_texts,
    newest,
    open_release,
    publications,
    read_release,
    signers_of,
    why_missing,
)
from digesta.workspace.withheld import check_marks, with_texts


def verification(
    root: Path,
    wanted: str | None,
    *,
    identity: Path | None,
    leaks: bool,
    trusted: tuple[Signer, ...] = (),
    texts: Path | None = None,
) -> dict[str, str | int]:
    """Return what was verified of a release, by name; InputError where something is not sound.

    identity: opens the sealed truths, so that scores on them are made again. leaks: also look for
    those truths in build/, in files and in git's history. trusted: where any are named, nobody
    else may sign here. texts: a folder of the files that the release withholds; without them, what
    is here is checked and nothing computed.
    """
    folder = folder_of(root, wanted)
    if texts is not None:
        whole = partial(verification, identity=identity, leaks=leaks, trusted=trusted)
        with with_texts(root, folder, texts) as place:
            return whole(place, folder.name)
    if missing_texts(folder):
        return _without_texts(root, folder, trusted)
    if leaks and identity is None:
        raise UsageError("--leaks needs --identity, to know the sealed truths")
    release, previous = _sound_release(root, wanted)
    data, files, computed = release.data, {}, ""
    if data.manifest.archive is None and release.id != newest(root):
        computed = _check_older(root, release)
    else:
        files = board_files(root, release)
        check_last_publication(release, files)
        check_marks(root, release)
    results: dict[str, str | int] = {
        "release": release.id,
        "manifest": release.compiled.digest,
        "questions": len(data.questions),
        "decisions": len(data.decisions),
        "boards_recomputed": computed or len(files),
        "boards_published": len(publications(release.root)),
        "boards_in_build": 0 if computed else check_build(root, release, files),
        "signers": _signers(release.root, trusted),
        **holdout_state(root, release, identity),
    }
    if not computed and (newcomers := undecided_ids(root, release)):
        results["undecided"] = ", ".join(newcomers)
    if previous and is_resealed(previous, data):
        results["holdout"] = f"{results['holdout']}; holdout re-sealed: root changed"
    if leaks and identity is not None:
        results |= leaks_of(root, release, identity)
    return results


def _check_older(root: Path, release: StoredRelease) -> str:
    """Hold a superseded release to what it published; return who computes its boards, in words.

    Today's code computes the newest release and archives; that of its day computed this one.
    """
    if problems := list(input_problems(root, release.root, release.logs)):
        raise StaleScoreError(problems)
    commit = last_commit(release.root / "boards") if shutil.which("git") else ""
    return f"none: superseded; commit {commit or 'that published it'} computes them"


def _without_texts(root: Path, folder: Path, trusted: tuple[Signer, ...]) -> dict[str, str | int]:
    """Check what is here of a release that withholds texts; return what could not be computed."""
    check_signatures(folder)
    files = read_release_tree(folder)
    data = parse_release(files, name=folder.as_posix())
    problems = [*locate(folder.as_posix(), list(file_problems(files, data)))]
    if problems := [*problems, *input_problems(root, folder, data)]:
        raise ReleaseError(problems)
    return {
        "release": folder.name,
        "manifest": data.digest,
        "questions": next(f.lines for f in data.manifest.files if f.path == "questions.jsonl"),
        "decisions": len(data.decisions),
        "boards_recomputed": f"none: {why_missing(folder)}; then: digesta verify {folder.name} "
        "--texts FOLDER",
        "boards_published": len(publications(folder)),
        "signers": _signers(folder, trusted),
    }


def _signers(release: Path, trusted: tuple[Signer, ...]) -> str:
    """Return whose keys may sign, for a person to compare with what they know."""
    folder = release.resolve().parent
    signers = signers_of(folder)
    known = {each[1:] for each in trusted}
    strangers = [
        signer.fingerprint
        for signer in signers
        if not known & {signer[1:], Signer("", signer.fingerprint)[1:]}
    ]
    if trusted and (strangers or not signers):
        raise ReleaseError.of(
            code="unsigned",
            file=(folder / SIGNERS[0]).as_posix(),
            got=", ".join(strangers) or "no signers",
            expected="only signers that --signers or --fingerprint names",
            fix="do not trust this copy, or name all its signers",
        )
    return ", ".join(f"{s.name} {s.fingerprint}" for s in signers) or "none: nothing is signed"


def _sound_release(root: Path, wanted: str | None) -> tuple[StoredRelease, ReleaseData | None]:
    """Return a release whose files are sound, and the one before it, if the workspace has it."""
    folder = folder_of(root, wanted)
    name = folder.as_posix()
    check_signatures(folder)
    if problems := verify(read_release_tree(folder), name=name):
        raise ReleaseError(problems)
    release = open_release(root, wanted)
    before = root / "releases" / (release.manifest.previous or "none")
    previous = read_release(before) if (before / MANIFEST).is_file() else None
    both = (previous, release.data) if previous else None
    if both and (problems := [*untrue_changes(*both), *untrue_boards(*both)]):
        raise ReleaseError(locate(name, problems))
    return release, previous


def verify(files: Mapping[str, bytes], *, name: str) -> list[Problem]:
    """Return every way in which a release's files are not what its manifest says; [] when sound."""
    data = parse_release(files, name=name)
    problems = [*file_problems(files, data), *reveal_problems(files, data)]
    return locate(name, problems or problems_besides(data.changes.uneven or (), problems_of(data)))
