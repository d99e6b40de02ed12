"""Bytes and digests: the canonical form that every id and digest is made from.

Canonical JSON is RFC 8785 (JCS): NaN, integers of 2**53 and over, and lone surrogates are refused.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
import rfc8785

ID_FIELDS = (
    *("track", "scorer", "language", "turns", "ask", "shown_sources", "law_as_of"),
    "repeat",
)
"""What the answerer sees, and nothing else; a question id is its digest.

``repeat`` alone tells one time from another where an archive asks the same several times.
"""


def canonical_bytes(value: Any) -> bytes:
    r"""Return the RFC 8785 bytes of a JSON value.

    >>> canonical_bytes({"b": 1.0, "a": "é"})
    b'{"a":"\xc3\xa9","b":1}'
    """
    # orjson writes a value ten times as fast as the package, which names what it refuses.
    try:
        return orjson.dumps(_for_orjson(value), option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError, AttributeError, RecursionError):
        return rfc8785.dumps(value)


_BEYOND = re.compile(r"[\U00010000-\U0010ffff]")
_WHOLE = 2**53
"""From here on a double no longer tells whole numbers apart."""


def _for_orjson(value: Any) -> Any:
    """Return what orjson writes as RFC 8785 has a value; ValueError or TypeError where nothing is.

    orjson writes some numbers otherwise, NaN as null, and sorts names beyond U+FFFF otherwise.
    """
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is dict:
        if any(not name.isascii() and _BEYOND.search(name) for name in value):
            raise ValueError("a name that sorts otherwise")
        return {name: _for_orjson(inner) for name, inner in value.items()}
    if kind is list or kind is tuple:
        return [_for_orjson(inner) for inner in value]
    if kind is float:
        if value.is_integer() and -_WHOLE < value < _WHOLE:
            return int(value)
        plain = 1e-4 <= abs(value) < 1e15  # noqa: PLR2004 - without an exponent
        return value if plain else orjson.Fragment(rfc8785.dumps(value))
    if kind is int and -_WHOLE < value < _WHOLE:
        return value
    raise TypeError(kind.__name__)


def canonical_lines(values: Iterable[Any]) -> bytes:
    """Return one canonical line per value, each ended by LF."""
    return b"".join(canonical_bytes(value) + b"\n" for value in values)


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of some bytes as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value's canonical bytes."""
    return sha256_hex(canonical_bytes(value))


SUMS = "SHA256SUMS"
"""The list of a folder's other files, as ``sha256sum --check`` reads it."""


def sums_of(digests: Mapping[str, str]) -> bytes:
    """Return such a list. digests: SHA-256 by path."""
    return "".join(f"{digests[path]}  {path}\n" for path in sorted(digests)).encode()


def question_id(question: Mapping[str, Any]) -> str:
    """Return the id of a question: a digest of what the answerer sees.

    Licence, tags and difficulty can be corrected without a new id; no guess at the truth can
    be tested against it, because the truth is not in it. Absent fields stay absent.
    """
    seen = {name: question[name] for name in ID_FIELDS if question.get(name) is not None}
    return sha256_hex(b"question-id/v1\n" + canonical_bytes(_nfc(seen)))


def merkle_root(leaves: Sequence[bytes]) -> str:
    """Return the root of a Merkle tree over leaf digests, in their order (RFC 9162, section 2.1).

    leaves: at least one. A node is SHA-256 of 0x01 and its two children; a tree of n leaves is
    split at the largest power of two below n. Leaves bring their own domain tag.

    >>> merkle_root([bytes(32)]) == bytes(32).hex()
    True
    """
    return _node(leaves).hex()


def _node(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    return hashlib.sha256(b"\x01" + _node(leaves[:split]) + _node(leaves[split:])).digest()


def _nfc(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, Mapping):
        return {_nfc(name): _nfc(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_nfc(inner) for inner in value]
    return value
