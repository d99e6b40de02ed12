"""SSH's format of signatures (OpenSSH, PROTOCOL.sshsig), over bytes, by ed25519 keys.

``ssh-keygen -Y verify`` reads what is written here, and what it writes is read.
"""

from __future__ import annotations

import base64
from hashlib import sha256, sha512
from typing import TYPE_CHECKING

from digesta.errors import UsageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
_KIND = b"ssh-ed25519"
_KEY_BYTES = 4 + len(_KIND) + 4 + 32


def public_key(text: str) -> bytes:
    """Return a public key in SSH's wire format from its base64; b"" where it is no ed25519 key."""
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:  # no base64, or no ASCII
        return b""
    return key if len(key) == _KEY_BYTES and key.startswith(_string(_KIND)) else b""


def public_key_of(private: Ed25519PrivateKey) -> bytes:
    """Return the public key of a private one, in SSH's wire format."""
    return _string(_KIND) + _string(private.public_key().public_bytes_raw())


def fingerprint(key: bytes) -> str:
    """Return the fingerprint of a public key in SSH's wire format."""
    return "SHA256:" + base64.b64encode(sha256(key).digest()).decode().rstrip("=")


def _string(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _strings(data: bytes) -> list[bytes]:
    strings, at = [], 0
    while at < len(data):
        begin = at + 4
        at = begin + int.from_bytes(data[at:begin], "big")
        strings.append(data[begin:at])
    return strings


def _to_sign(message: bytes, namespace: str) -> bytes:
    parts = (namespace.encode(), b"", b"sha512", sha512(message).digest())
    return _MAGIC + b"".join(map(_string, parts))


def sign_bytes(private: Ed25519PrivateKey, message: bytes, namespace: str) -> str:
    """Return an SSH signature over bytes, in base64."""
    key = public_key_of(private)
    signed = _string(_KIND) + _string(private.sign(_to_sign(message, namespace)))
    parts = (key, namespace.encode(), b"", b"sha512", signed)
    return base64.b64encode(_MAGIC + _VERSION + b"".join(map(_string, parts))).decode()


def signing_key_of(data: bytes, path: str) -> Ed25519PrivateKey:
    """Return the private key in OpenSSH's format; path: for the message. Raises UsageError."""
    # Most commands sign nothing, here and below.
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - see above
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - see above
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 - see above
        load_ssh_private_key,
    )

    try:
        key = load_ssh_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key
    raise UsageError(
        f"--key {path}: not an ed25519 private key of OpenSSH without a passphrase; make one with: "
        "digesta keygen maintainer FILE --name NAME"
    )


def key_behind(message: bytes, signature: str, namespace: str) -> bytes:
    """Return the public key whose signature stands over bytes; b"" if none does."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - as above
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - as above

    try:
        blob = base64.b64decode(signature, validate=True)
        key, place, _, algorithm, signed = _strings(blob[10:])
        kind, raw = _strings(signed)
        public = ed25519.Ed25519PublicKey.from_public_bytes(_strings(key)[1])
        public.verify(raw, _to_sign(message, namespace))
    except (ValueError, IndexError, InvalidSignature):
        return b""
    parts = (blob[:10], place, algorithm, kind, key[: 4 + len(_KIND)])
    right = (_MAGIC + _VERSION, namespace.encode(), b"sha512", _KIND, _string(_KIND))
    return key if parts == right else b""


def is_raw_signature(key: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether a public key's bare ed25519 signature, without SSH's frame, is over bytes."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - as above
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - as above

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(_strings(key)[1]).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def signature_in(text: str) -> str:
    """Return the base64 of a signature file that ``ssh-keygen -Y sign`` wrote; "" if it is none."""
    lines = text.split()
    marks = " ".join(lines[:3] + lines[-3:])
    known = "-----BEGIN SSH SIGNATURE----- -----END SSH SIGNATURE-----"
    return "".join(lines[3:-3]) if marks == known else ""
