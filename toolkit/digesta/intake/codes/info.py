"""The entry of a code in the table of codes."""

from __future__ import annotations

from typing import NamedTuple

from digesta.intake.limits import InputLimits


class CodeInfo(NamedTuple):
    """What a code means. expected may name limits, as in ``{limits.depth}``."""

    meaning: str
    expected: str
    fix: str

    def expectation(self, limits: InputLimits) -> str:
        """Return what is expected, with the numbers of these limits."""
        return self.expected.format(limits=limits)
