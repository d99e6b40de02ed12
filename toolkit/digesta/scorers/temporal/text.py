"""What a text in force must hold: its digest, phrases of it, and no phrase of other versions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from digesta.text.folding import text_1
from digesta.timeline import text_digest

# Letters of Latin script with their marks, and digits: the same for every interpreter's tables.
_WORD = "0-9a-z\u00aa\u00ba\u00df-\u00f6\u00f8-\u024f\u0300-\u036f"


class Held(NamedTuple):
    """What a text came to. required, forbidden: shares of the phrases that it has."""

    same: bool
    required: Fraction
    forbidden: Fraction

    @property
    def containment(self) -> Fraction:
        """Return required less forbidden, at least 0: what TLR-Bench calls containment."""
        return max(Fraction(0), self.required - self.forbidden)


class Expected(NamedTuple):
    """sha256: the text's digest. required, forbidden: phrases in ``text/1``, each once."""

    sha256: str
    required: tuple[str, ...]
    forbidden: tuple[str, ...]

    @classmethod
    def of(cls, sha256: str, required: Sequence[str], forbidden: Sequence[str]) -> Expected:
        """Prepare phrases, or ValueError where one is nothing, or both required and forbidden."""
        forms = [tuple(dict.fromkeys(map(text_1, phrases))) for phrases in (required, forbidden)]
        if "" in forms[0] + forms[1]:
            raise ValueError("a phrase is nothing after text/1")
        if both := [form for form in forms[0] if form in forms[1]]:
            raise ValueError(f"a phrase is both required and forbidden: {both[0]!r}")
        return cls(sha256, *forms)

    def held(self, text: str) -> Held | None:
        """Look for digest and phrases, as whole words, in a text; linear in its length.

        Of no phrases at all, every one is there, and none that is forbidden. None where the text
        is nothing after ``text/1``: blank, or signs alone. It is no text.
        """
        form = text_1(text)
        if not form:
            return None
        required = [_pattern(phrase).search(form) is not None for phrase in self.required]
        forbidden = [_pattern(phrase).search(form) is not None for phrase in self.forbidden]
        return Held(
            same=text_digest(text) == self.sha256,
            required=Fraction(sum(required), len(required)) if required else Fraction(1),
            forbidden=Fraction(sum(forbidden), len(forbidden)) if forbidden else Fraction(0),
        )


@lru_cache(maxsize=4096)
def _pattern(phrase: str) -> re.Pattern[str]:
    start = f"(?<![{_WORD}])" if re.match(f"[{_WORD}]", phrase) else ""
    end = f"(?![{_WORD}])" if re.search(f"[{_WORD}]$", phrase) else ""
    return re.compile(start + re.escape(phrase) + end)
