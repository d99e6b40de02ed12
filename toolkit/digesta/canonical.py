"""Bytes and digests: the canonical form that every id and digest is made from.

Canonical JSON is RFC 8785 (JCS): NaN, integers of 2**53 and over, and lone surrogates are refused.
"""

from __future__ import annotations

import hashlib
import json
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
    # The package walks a value in Python. What json writes in C differs from it in some numbers,
    # which are put right here, and in names beyond U+FFFF; whatever both refuse, the package names.
    try:
        orjson.dumps(value, option=_NO_MORE_THAN_JSON)  # refuses names that are no texts
        text = _COMPACT.encode(value)
        if not _RARE.search(text):
            return text.encode()
        if not _BEYOND.search(text):
            return _NUMBER.sub(_put_right, text).encode()
    except (TypeError, ValueError, RecursionError):
        pass
    return rfc8785.dumps(value)


_COMPACT = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
)
_NO_MORE_THAN_JSON = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_RARE = re.compile(r"\.0(?![0-9])|[0-9]e[-+]?[0-9]|[0-9]{16}|[\U00010000-\U0010ffff]")
"""What a number may look like that both write otherwise, and characters that sort otherwise."""
_BEYOND = re.compile(r"[\U00010000-\U0010ffff]")
_NUMBER = re.compile(
    r'((?:"(?:[^"\\]++|\\.)*+"'  # texts, what stands between, and numbers that both write alike
    r"|[^-0-9\"]++"
    r"|-?[0-9]{1,15}+(?:\.(?!0(?![0-9]))[0-9]++)?+(?![0-9.e]))*+)"
    r"(-?[0-9][-0-9.e+]*|\Z)"
)


def _put_right(match: re.Match[str]) -> str:
    """Return what precedes a number as it stands, and the number as RFC 8785 has it."""
    before, number = match.groups()
    if number.endswith(".0") and len(number) < 16 and number != "-0.0":  # noqa: PLR2004 - of 2**53
        return before + number[:-2]
    if not number:
        return before
    value = float(number) if {".", "e"} & {*number} else int(number)
    return before + rfc8785.dumps(value).decode()


def canonical_lines(values: Iterable[Any]) -> bytes:
    """Return one canonical line per value, each ended by LF."""
    return b"".join(canonical_bytes(value) + b"\n" for value in values)


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of some bytes as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value's canonical bytes."""
    return sha256_hex(canonical_bytes(value))


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
