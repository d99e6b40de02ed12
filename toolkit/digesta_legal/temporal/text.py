"""The text in force as a truth gives it: its digest, phrases of it, phrases of other versions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from digesta.text.normal_form import text_1
from digesta_legal.timeline import text_digest

# Letters of Latin script with their marks, and digits: the same for every interpreter's tables.
_WORD = "0-9a-z\u00aa\u00ba\u00df-\u00f6\u00f8-\u024f\u0300-\u036f"


class TextMatch(NamedTuple):
    """How a text agrees with the truth. required, forbidden: shares of the phrases in it.

    same: whether its digest is that of the text in force.
    """

    same: bool
    required: Fraction
    forbidden: Fraction

    @property
    def containment(self) -> Fraction:
        """Return required less forbidden, at least 0: what TLR-Bench calls containment."""
        return max(Fraction(0), self.required - self.forbidden)


class TextTruth(NamedTuple):
    """The text in force, by its digest; None: not known, and nothing is compared.

    required, forbidden: phrases in ``text/1``, each once.
    """

    sha256: str | None
    required: tuple[str, ...]
    forbidden: tuple[str, ...]

    @classmethod
    def of(cls, sha256: str | None, required: Sequence[str], forbidden: Sequence[str]) -> TextTruth:
        """Return the truth, or ValueError where a phrase is empty, or required and forbidden."""
        forms = [tuple(dict.fromkeys(map(text_1, phrases))) for phrases in (required, forbidden)]
        if "" in forms[0] + forms[1]:
            raise ValueError("a phrase is nothing after text/1")
        if both := [form for form in forms[0] if form in forms[1]]:
            raise ValueError(f"a phrase is both required and forbidden: {both[0]!r}")
        return cls(sha256, *forms)

    def match(self, text: str) -> TextMatch | None:
        """Return how a text agrees, phrases being searched as whole words; in linear time.

        Without required phrases the share is 1, without forbidden ones 0. None where ``text/1``
        leaves nothing of the text (blank, or signs alone), or the true text is not known.
        """
        form = text_1(text)
        if not form or self.sha256 is None:
            return None
        required = [_pattern(phrase).search(form) is not None for phrase in self.required]
        forbidden = [_pattern(phrase).search(form) is not None for phrase in self.forbidden]
        return TextMatch(
            same=text_digest(text) == self.sha256,
            required=Fraction(sum(required), len(required)) if required else Fraction(1),
            forbidden=Fraction(sum(forbidden), len(forbidden)) if forbidden else Fraction(0),
        )


@lru_cache(maxsize=4096)
def _pattern(phrase: str) -> re.Pattern[str]:
    start = f"(?<![{_WORD}])" if re.match(f"[{_WORD}]", phrase) else ""
    end = f"(?![{_WORD}])" if re.search(f"[{_WORD}]$", phrase) else ""
    return re.compile(start + re.escape(phrase) + end)
