"""The key of an endpoint: from the environment, into one header, and nowhere else.

No command line, file or message holds it: its repr hides it, and whatever an endpoint sends back
is scrubbed of it before anything is stored or shown, also where escapes of JSON, URLs or HTML spell
it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from digesta.errors import UsageError
from digesta_generate.options import HIDDEN

SHORTEST = 8
"""Characters of a key: scrubbing a shorter one would garble replies with the same word."""

_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_KEY = re.compile(r"[!-~]+")
_ENTITIES = {"&": ("amp",), "<": ("lt",), ">": ("gt",), '"': ("quot",), "'": ("apos",)}


class SecretKey:
    """An endpoint's key, or none."""

    def __init__(self, value: str = "", parts: Sequence[str] = ()) -> None:
        self._value = value
        secrets = [text for text in (value, *parts) if len(text) >= SHORTEST]
        self._spelled = re.compile(
            "|".join("".join(map(_spellings, text)) for text in secrets), re.IGNORECASE
        )

    def __repr__(self) -> str:
        return f"Key({HIDDEN if self._value else ''})"

    def headers(self) -> dict[str, str]:
        """Return the header that holds the key; none without a key."""
        return {"Authorization": f"Bearer {self._value}"} if self._value else {}

    def scrub(self, text: str) -> str:
        """Return a text without the key, however escapes spell it."""
        return self._spelled.sub(HIDDEN, text) if self._spelled.pattern else text

    def hiding(self, parts: Sequence[str]) -> SecretKey:
        """Return this key, which hides parts of the endpoint's path too."""
        return SecretKey(self._value, parts)


def _spellings(char: str) -> str:
    """Return a pattern for a character of a key: itself, or as JSON, a URL or HTML escapes it."""
    # Escapes within escapes: JSON text may stand inside a JSON string. Bounded, so that a reply
    # of backslashes costs no more than its length.
    code = ord(char)
    names = [rf"#0{{0,6}}{code}", rf"#x0{{0,6}}{code:x}", *_ENTITIES.get(char, ())]
    ampersand = r"(?:&|\\{1,4}u0026)(?:amp;){0,3}"
    return (
        rf"(?:\\{{0,4}}{re.escape(char)}|\\{{1,4}}u00{code:02x}|%(?:25){{0,3}}{code:02x}"
        rf"|{ampersand}(?:{'|'.join(names)});)"
    )


def key_from(environment: Mapping[str, str], name: str) -> SecretKey:
    """Return the key in the variable that ``--key-env`` names, or UsageError."""
    if _NAME.fullmatch(name) is None:
        # The value is not repeated: somebody may have put the key itself there.
        raise UsageError("--key-env takes the NAME of an environment variable, such as MY_KEY")
    value = environment.get(name, "").strip()
    if not value:
        # Not repeated either: a key of capitals looks like a name.
        raise UsageError("no key: --key-env names no environment variable that is set")
    if len(value) < SHORTEST or _KEY.fullmatch(value) is None:
        raise UsageError(
            f"{name} holds no key: {SHORTEST} or more visible ASCII characters are expected"
        )
    return SecretKey(value)
