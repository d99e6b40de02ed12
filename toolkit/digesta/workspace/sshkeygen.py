"""The calls of ssh-keygen, which makes and checks every signature (SSHSIG)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from digesta.errors import UsageError

_GOOD = re.compile(rb'Good "(?P<space>.*)" signature with \S+ key (?P<key>SHA256:\S+)\n')


def key_behind(message: bytes, signature: bytes, namespace: str) -> str:
    """Return the fingerprint of the key whose signature is over bytes; "" if none is.

    signature: the file that ``ssh-keygen -Y sign`` wrote.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder, "signature")
        file.write_bytes(signature)
        done = _ssh_keygen("-Y", "check-novalidate", "-n", namespace, "-s", str(file), data=message)
    good = _GOOD.fullmatch(done.stdout)
    right = good and not done.returncode and good["space"] == namespace.encode()
    return good["key"].decode() if good and right else ""


def _ssh_keygen(*words: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603 - no word is an option of somebody else's
            ["ssh-keygen", *words],  # noqa: S607 - the one that the user has
            input=data,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise UsageError(
            "ssh-keygen: not found; it makes and checks signatures: install OpenSSH, 8.9 or later "
            "(Debian and Ubuntu: apt-get install openssh-client)"
        ) from None
