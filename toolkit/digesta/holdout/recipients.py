"""Encryption to the public age keys of recipients; a secret key among them is never shown."""

from __future__ import annotations

from collections.abc import Sequence

import pyrage

from digesta.canonical import canonical_bytes
from digesta.errors import ReleaseError
from digesta.records.base import repeated
from digesta.records.release import Sealed


def encrypt(sealed: Sealed, recipients: Sequence[str], *, file: str) -> bytes:
    """Return bytes encrypted to all recipients; ReleaseError for none, a wrong or repeated one."""
    keys = []
    for recipient in recipients:
        try:
            keys.append(pyrage.x25519.Recipient.from_str(recipient))
        except pyrage.RecipientError:
            raise _wrong(file, _NOT_SHOWN if is_secret(recipient) else recipient) from None
    if not keys:
        raise _wrong(file, "none")
    # The library reads a key in any case: what it read is compared.
    if twice := repeated(map(str, keys)):
        raise _wrong(file, f"{', '.join(twice)} twice")
    ciphertext: bytes = pyrage.encrypt(canonical_bytes(sealed.as_json()), keys)
    return ciphertext


_NOT_SHOWN = "a secret key, which is not shown: it is known to others now, so make another"


def is_secret(recipient: str) -> bool:
    """Return whether a recipient is a secret key instead of its public one."""
    return "AGE-SECRET" in recipient.upper()


def _wrong(file: str, got: str) -> ReleaseError:
    expected = "public age keys, each once: age1..."
    fix = "make a pair with: age-keygen; name its public key in recipients"
    return ReleaseError.of(code="recipient", file=file, got=got, expected=expected, fix=fix)
