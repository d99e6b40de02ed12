"""The key of an endpoint: from the environment, into one header, and nowhere else.

No command line, file or message holds it: its repr hides it, and everything that an endpoint
sends back is scrubbed of it before it is kept or shown, also where JSON escapes spell it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from digesta.errors import UsageError

SHORTEST = 8
"""Characters of a key: to scrub a shorter one would garble replies that say the same word."""

HIDDEN = "[key]"

_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_KEY = re.compile(r"[!-~]+")


class Key:
    """An endpoint's key, or none."""

    def __init__(self, value: str = "") -> None:
        self._value = value
        # Escapes within escapes: JSON text may stand inside a JSON string. Bounded, so that a
        # reply of backslashes costs no more than its length.
        letters = (rf"(?:\\{{0,4}}{re.escape(c)}|\\{{1,4}}u00{ord(c):02x})" for c in value)
        self._spelled = re.compile("".join(letters), re.IGNORECASE)

    def __repr__(self) -> str:
        return f"Key({HIDDEN if self._value else ''})"

    def headers(self) -> dict[str, str]:
        """Give the header that holds the key; none without a key."""
        return {"Authorization": f"Bearer {self._value}"} if self._value else {}

    def scrub(self, text: str) -> str:
        """Give a text without the key, however JSON escapes spell it."""
        return self._spelled.sub(HIDDEN, text) if self._value else text


def key_from(environment: Mapping[str, str], name: str, *, needed: bool) -> Key:
    """Take the key from the variable of that name. needed: refuse to go on without one."""
    if _NAME.fullmatch(name) is None:
        # The value is not repeated: somebody may have put the key itself there.
        raise UsageError("--key-env takes the NAME of an environment variable, such as MY_KEY")
    value = environment.get(name, "").strip()
    if not value:
        if needed:
            raise UsageError(f"no key: set the environment variable {name}, or name another one")
        return Key()
    if len(value) < SHORTEST or _KEY.fullmatch(value) is None:
        raise UsageError(
            f"{name} holds no key: {SHORTEST} or more visible ASCII characters are expected; "
            "unset it where no key is needed"
        )
    return Key(value)
