"""New keys: a maintainer's to sign with, a holder's to open what is sealed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from digesta.errors import UsageError
from digesta.holdout.seal import Identity
from digesta.releases.signatures import allowed_signers
from digesta.workspace import store
from digesta.workspace.repository.git import ignores


def new_key(path: Path, kind: str, *, name: str) -> str:
    """Write a new secret key that only its owner can read; return its public part, and its place.

    kind: one of ``KINDS``. name: who signs, for a maintainer. Raises UsageError where something
    stands at the path, or where git would commit it.
    """
    secret, public = KINDS[kind](name)
    check_place(path)
    _write_new(path, secret)
    return public


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
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        os.fchmod(descriptor, store.PRIVATE)
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _exists(path: Path) -> UsageError:
    return UsageError(f"{path}: exists already; a key is never overwritten")


def _ssh_key() -> tuple[bytes, str]:
    """Return a private key as OpenSSH writes one without a passphrase, and its public line."""
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    return secret, key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()


def _maintainer(name: str) -> tuple[bytes, str]:
    secret, public = _ssh_key()
    line = f'{name} namespaces="digesta:*" {public}'
    if not name or [signer.name for signer in allowed_signers(line, file="--name")] != [name]:
        raise UsageError(f"--name {name!r}: say whose key it is, without spaces: ann@example.org")
    return secret, f"releases/allowed_signers: {line}\n"


def _identity(_: str) -> tuple[bytes, str]:
    key = Identity.generate()
    public = str(key.to_public())
    return f"# public key: {public}\n{key}\n".encode(), f'release.json: "recipients":["{public}"]\n'


KINDS: Mapping[str, Callable[[str], tuple[bytes, str]]] = {
    "maintainer": _maintainer,
    "identity": _identity,
}
"""What keys are made for, and what makes one: the secret file, and the line to add where."""
