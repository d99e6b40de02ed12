"""The calls of ssh-keygen, which makes every key that signs, and makes and checks every signature.

Signatures are kept without their armour. A key's file may be that of a hardware key, or a public
key whose private one an agent has; ssh-keygen asks for a passphrase itself.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from digesta.errors import UsageError
from digesta.workspace import store

_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----\n", "\n-----END SSH SIGNATURE-----\n"
_BASE64 = re.compile(r"[A-Za-z0-9+/]+=*")
_GOOD = re.compile(rb'Good ".*" signature with \S+ key (SHA256:\S+)\n')


def sign_bytes(key: Path, message: bytes, namespace: str) -> str:
    """Return a signature over bytes; UsageError where ssh-keygen makes none. key: a file."""
    _unlock(key)
    done = _ssh_keygen("-Y", "sign", "-f", str(key), "-n", namespace, data=message)
    if done.returncode:
        raise UsageError(
            f"--key {key}: ssh-keygen cannot sign with it: {_last_line(done.stderr)}; make a key "
            "with: digesta keygen maintainer FILE --name NAME"
        )
    return signature_in(done.stdout)


@cache
def _unlock(key: Path) -> None:
    """Hand a key with a passphrase to an agent of this command's own, so that it is asked for once.

    Where that fails, ssh-keygen asks for each signature.
    """
    if _ssh_keygen("-y", "-P", "", "-f", str(key)).returncode == 0:
        return
    with suppress(OSError):
        socket = Path(mkdtemp(prefix="digesta-"), "agent")
        agent = subprocess.Popen(["ssh-agent", "-D", "-a", socket], stdout=subprocess.DEVNULL)  # noqa: S603, S607 - as ssh-keygen
        atexit.register(shutil.rmtree, socket.parent)
        atexit.register(agent.kill)
        while not socket.exists() and agent.poll() is None:
            time.sleep(0.01)
        own = os.environ | {"SSH_AUTH_SOCK": str(socket)}
        if subprocess.run(["ssh-add", "-q", key], env=own, check=False).returncode == 0:  # noqa: S603, S607 - as above
            os.environ.update(own)


def signature_in(armoured: bytes) -> str:
    """Return the signature in a file that ssh-keygen wrote."""
    return "".join(armoured.decode("ascii", "replace").splitlines()[1:-1])


def key_behind(message: bytes, signature: str, namespace: str) -> str:
    """Return the fingerprint of the key whose signature is over bytes; "" if none is."""
    if not _BASE64.fullmatch(signature):
        return ""
    with TemporaryDirectory() as folder:
        file = Path(folder, "signature")
        file.write_text(f"{_BEGIN}{signature}{_END}")
        done = _ssh_keygen("-Y", "check-novalidate", "-n", namespace, "-s", str(file), data=message)
    good = _GOOD.fullmatch(done.stdout)
    return good[1].decode() if good and not done.returncode else ""


def make_key(path: Path) -> str:
    """Make a key without a passphrase in a new file, and its public one beside it; return that."""
    public = path.with_name(f"{path.name}.pub")
    if public.exists():
        raise UsageError(f"{public}: exists already; a key is never overwritten")
    done = _ssh_keygen("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path))
    if done.returncode:
        raise UsageError(f"{path}: ssh-keygen made no key: {_last_line(done.stderr)}")
    return store.read_bytes(public).decode().strip()


def _last_line(output: bytes) -> str:
    return "".join(output.decode(errors="replace").strip().splitlines()[-1:])


def _ssh_keygen(*words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
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
