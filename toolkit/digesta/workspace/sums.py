"""SHA256SUMS, the list of a site's files, and the check of a copy against its signature."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from digesta.canonical import SUMS, sums_of
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.intake import LIMITS
from digesta.releases.data import MANIFEST
from digesta.releases.signatures import Signer, allowed_signers, verdict_on
from digesta.workspace import store
from digesta.workspace.sshkeygen import key_behind, signature_in

_SIGNATURE = f"{SUMS}.sig"
NAMESPACE = f"digesta:{SUMS}"
"""The namespace in which a list is signed."""

_UNLISTED = {SUMS, _SIGNATURE, ".nojekyll"}
"""Files that no list has; a host obeys the last and does not serve it."""

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS into a new folder: the list of its files, by path, as of ``sha256sum``."""
    store.write_plain(folder / SUMS, sums_of(_digests(folder)))


def is_copy(root: Path, wanted: str) -> bool:
    """Return whether what was named is a folder, and no release."""
    places = (Path(wanted), root / "releases" / wanted)
    return places[0].is_dir() and not any((place / MANIFEST).is_file() for place in places)


def trusted_signers(file: Path | None, fingerprints: Iterable[str]) -> tuple[Signer, ...]:
    """Return whose signatures count: the signers of a file, and keys by their fingerprints."""
    listed = (
        allowed_signers(store.read_bytes(file).decode(errors="replace"), file=file.as_posix())
        if file
        else ()
    )
    keys = tuple(fingerprints)
    if wrong := [key for key in keys if not _FINGERPRINT.fullmatch(key)]:
        raise UsageError(f"--fingerprint {wrong[0]}: write it as ssh-keygen -l prints it: SHA256:…")
    return (*listed, *(Signer(key, key) for key in keys))


def copy_results(folder: Path, trusted: tuple[Signer, ...], *, day: str) -> dict[str, str | int]:
    """Return what was verified of a copy, by name: who signed its list, and how many files it has.

    trusted: whose signature counts on this day. Raises ReleaseError with every file that differs.
    """
    place = folder.as_posix()
    unsigned = f"ask for a copy with {SUMS} and {_SIGNATURE}; maintainers sign it by ssh-keygen"
    for name in (SUMS, _SIGNATURE):
        if not (folder / name).exists():
            raise ReleaseError.of(code="unsigned", file=place, got=f"no {name}", fix=unsigned)
    text = store.read_bytes(folder / SUMS)
    signature = store.read_bytes(folder / _SIGNATURE, limit=LIMITS.metadata_bytes)
    if not trusted:
        fix = (
            "say whom you trust: --signers FILE (their releases/allowed_signers), or --fingerprint "
            "SHA256:…; take either from somewhere else than this copy"
        )
        got = "a signature, and nobody to trust"
        raise ReleaseError.of(code="unsigned", file=f"{place}/{SUMS}", got=got, fix=fix)
    name, why = verdict_on(
        key_behind(text, signature_in(signature), NAMESPACE), NAMESPACE, day, trusted
    )
    if why:
        raise ReleaseError.of(code="unsigned", file=f"{place}/{SUMS}", got=why, fix=unsigned)
    if problems := list(_differences(_digests_in(text, f"{place}/{SUMS}"), folder)):
        raise ReleaseError(problems)
    return {"folder": place, "files": text.count(b"\n"), "signer": name}


def _digests_in(text: bytes, file: str) -> dict[str, str]:
    lines = [_LINE.fullmatch(line) for line in text.decode("utf-8", "replace").split("\n")[:-1]]
    listed = {line[2]: line[1] for line in lines if line}
    if not text.endswith(b"\n") or len(listed) != len(lines):
        expected = "lines of sha256sum, each file once"
        raise ReleaseError.of(code="sums", file=file, expected=expected, fix="make it again")
    return listed


def _differences(listed: dict[str, str], folder: Path) -> Iterator[Problem]:
    now = _digests(folder)
    for name in sorted(listed.keys() | now.keys()):
        if listed.get(name) != now.get(name):
            yield Problem(
                code="digest",
                file=f"{folder.as_posix()}/{name}",
                got=now.get(name, "no such file"),
                expected=listed.get(name, "no such file"),
                fix="get the copy again",
            )


def _digests(folder: Path) -> dict[str, str]:
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: store.digest_of(names[name]) for name in sorted(names.keys() - _UNLISTED)}
