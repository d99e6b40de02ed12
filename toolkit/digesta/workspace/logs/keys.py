"""New keys: a maintainer's to sign with, a holder's to open what is sealed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from digesta.errors import UsageError
from digesta.releases.signatures import SIGNER_NAME
from digesta.workspace import store
from digesta.workspace.git import ignores
from digesta.workspace.holdout.seal import Identity
from digesta.workspace.sshkeygen import make_key


def new_key(path: Path, kind: str, *, name: str) -> str:
    """Write a new secret key that only its owner can read; return its public part, and its place.

    kind: one of ``KINDS``. name: who signs, for a maintainer. Raises UsageError where something
    stands at the path, or where git would commit it.
    """
    check_place(path)
    return KINDS[kind](path, name)


def check_place(path: Path) -> None:
    """Raise UsageError where a new key may not lie: it would overwrite, or git would commit it."""
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder; make it first")
    if shutil.which("git") and not ignores(path):
        raise UsageError(f"{path}: git would commit it; keep secret keys outside any repository")
    if path.exists():
        raise _exists(path)


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet: a key that is overwritten is lost for good."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, store.PRIVATE)
    except FileExistsError:
        raise _exists(path) from None
    with store.name_errors(path), open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        os.fchmod(descriptor, store.PRIVATE)
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _exists(path: Path) -> UsageError:
    return UsageError(f"{path}: exists already; a key is never overwritten")


def _maintainer(path: Path, name: str) -> str:
    if not re.fullmatch(SIGNER_NAME, name):
        raise UsageError(f"--name {name!r}: say whose key it is, without spaces: ann@example.org")
    line = f'{name} namespaces="digesta:*" {make_key(path)}'
    return f"releases/allowed_signers: {line}\n"


def _identity(path: Path, _: str) -> str:
    key = Identity.generate()
    public = str(key.to_public())
    _write_new(path, f"# public key: {public}\n{key}\n".encode())
    return f'release.json: "recipients":["{public}"]\n'


KINDS: Mapping[str, Callable[[Path, str], str]] = {
    "maintainer": _maintainer,
    "identity": _identity,
}
"""What keys are made for, and what makes one: the secret file, and the line to add where."""
