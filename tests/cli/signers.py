"""Maintainers with keys of their own, made for one test, and the list of who signs."""

from __future__ import annotations

import subprocess
from pathlib import Path

from commands import Done
from world import do

DAY = "2026-02-06"


class Person:
    """A maintainer with a key of its own."""

    def __init__(self, root: Path, name: str, *, kind: str = "ed25519") -> None:
        self.key = root / name
        make = ["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", str(self.key)]
        subprocess.run(make, check=True, stdin=subprocess.DEVNULL)
        self.public = (root / f"{name}.pub").read_text().strip()
        self.line = f'{name}@example.org namespaces="digesta:*" {self.public}\n'


def sign_list(root: Path, by: Person, text: str, *, date: str = DAY) -> Done:
    """Edit the list of signers, and sign it."""
    (root / "releases" / "allowed_signers").write_text(text)
    return do(
        "log", "signers", "--reason", "a list", "--date", date, "--key", by.key, "--root", root
    )
