"""One figure of what gives answers away."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, get_args

from digesta.metrics.exact import round_share
from digesta.records.review import GiveawayTest

TESTS: tuple[GiveawayTest, ...] = get_args(GiveawayTest)


class Giveaway(NamedTuple):
    """What one test found on some questions of a track.

    subject: a part and its label, how many choices, or "" for all. n: how many questions (of
    ``printed`` criteria) were measured. base: what knows no pattern has, as a share. gain: what is
    held to the limit, a share over the base. by: the n-gram, or place, that has it.
    """

    test: GiveawayTest
    track: str
    subject: str
    n: int
    base: float
    gain: float
    by: str = ""

    @property
    def sort_key(self) -> tuple[int, float, str]:
        """Order figures of a track: by test, the highest gain first."""
        return TESTS.index(self.test), -self.gain, self.subject

    def __str__(self) -> str:
        """Return the figure in words."""
        by = f" by {self.by!r}" if self.by else ""
        over = f" over {self.base:.3f}" if self.base else ""
        of = f"{self.subject or 'all'}, n {self.n}"
        return f"{self.track}: {self.test} {self.gain:+.3f}{over}, {of}{by}"

    def as_json(self) -> dict[str, Any]:
        """Return the figure as JSON values."""
        return self._asdict()


def share(part: int | Fraction, whole: int) -> float:
    """Return a part of a whole, rounded once; a gain may be below 0."""
    return round_share(Fraction(part) / whole)
