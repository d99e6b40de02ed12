"""How large an untrusted input may be: the one profile, I-JSON (RFC 7493) with limits.

Its fixed part has no numbers to set: UTF-8 without a byte order mark, no repeated keys, no
surrogates, noncharacters, C0 (but TAB, LF, CR), DEL or C1 controls, finite numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

INT_MAX = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputLimits:
    """Upper limits, each allowed itself; a test sets smaller ones.

    file_bytes, lines: of a predictions file. line_bytes: of a line without its LF, and of any
    other document. depth: objects and arrays within each other. values: of a document, with
    its objects and arrays, without keys. keys: of one object. string_chars: of a string or
    key, unescaped. number_chars: of a number as written. marks: combining marks in a row.
    metadata_bytes: of ``submission.json``. name_chars: of a display name. passages: of evidence
    for one criterion of a verdict. passage_chars: of one passage.
    """

    file_bytes: int = 64 << 20
    lines: int = 100_000
    line_bytes: int = 1 << 20
    depth: int = 32
    values: int = 20_000
    keys: int = 1_000
    string_chars: int = 262_144
    number_chars: int = 64
    marks: int = 30
    metadata_bytes: int = 64 << 10
    name_chars: int = 80
    passages: int = 16
    passage_chars: int = 2_000

    def __post_init__(self) -> None:
        """Refuse limits that a flat prediction exceeds: the fast reader does not count them."""
        if self.depth < 1 or self.values < len(("line", "id", "answer")) or self.keys < len("qa"):
            raise ValueError("limits that no prediction meets")


LIMITS = InputLimits()
"""The limits of submissions."""

RELEASE_LIMITS = InputLimits(
    line_bytes=64 << 20, values=5_000_000, keys=1_000_000, string_chars=4 << 20
)
"""The limits of maintainers' files: manifests and vocabularies grow with the release."""
