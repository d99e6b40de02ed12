"""Scorers by name: one folder each, found by its name; an owner's join by entry point.

Every folder here but ``shared`` exports ``SCORER``. Another package adds one by an entry point of
the group ``digesta.scorers`` that names such an object; it cannot take the name of one of ours.
Modules are imported when their scorer is asked for.
"""

from __future__ import annotations

from typing import Any

from digesta.registry import Registry
from digesta.scorers.base import Scorer

AnyScorer = Scorer[Any]
GROUP = "digesta.scorers"

_NO_SCORERS = frozenset({"shared"})

SCORERS: Registry[AnyScorer] = Registry(
    __name__, "SCORER", noun="scorer", beside=_NO_SCORERS, group=GROUP
)
"""Every scorer, by name."""

OWN: Registry[AnyScorer] = Registry(__name__, "SCORER", noun="scorer", beside=_NO_SCORERS)
"""The scorers of this package alone, by name."""


def scorer_named(name: str) -> AnyScorer:
    """Return a scorer by its name, or raise UsageError with the names that there are.

    >>> digesta.scorer("closed").version
    1
    """
    return SCORERS.named(name)
