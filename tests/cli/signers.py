"""Maintainers with keys of their own, made for one test, and the list of who signs."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from commands import Done
from world import do

DAY = "2026-02-06"


class Person:
    """A maintainer with a key of its own."""

    def __init__(self, root: Path, name: str) -> None:
        made = Ed25519PrivateKey.generate()
        self.key = root / name
        self.key.write_bytes(
            made.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
        )
        self.key.chmod(0o600)
        public = made.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
        self.line = f'{name}@example.org namespaces="digesta:*" {public.decode()}\n'


def sign_list(root: Path, by: Person, text: str, *, date: str = DAY) -> Done:
    """Edit the list of signers, and sign it."""
    (root / "releases" / "allowed_signers").write_text(text)
    return do(
        "log", "signers", "--reason", "a list", "--date", date, "--key", by.key, "--root", root
    )
