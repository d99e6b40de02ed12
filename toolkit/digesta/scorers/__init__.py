"""Scorers by name: one folder each, found by its name; owners' join by entry points.

Every folder here but ``shared``, and of ``digesta_legal`` but ``timeline``, exports ``SCORER``.
Another package adds one by an entry point of the group ``digesta.scorers``. None can take a name
that there is. Modules are imported when their scorer is asked for.
"""

from __future__ import annotations

from typing import Any

from digesta.registry import Registry
from digesta.scorers.base import Scorer
from digesta.scorers.owners import OwnersScorer, installed_scorers

AnyScorer = Scorer[Any]

_FOLDERS = (__name__, "digesta_legal")
_NO_SCORERS = frozenset({"shared", "timeline"})

SCORERS: Registry[AnyScorer] = Registry(
    _FOLDERS, "SCORER", noun="scorer", beside=_NO_SCORERS, others=installed_scorers
)
"""Every scorer, by name."""

OWN: Registry[AnyScorer] = Registry(_FOLDERS, "SCORER", noun="scorer", beside=_NO_SCORERS)
"""Only the scorers of this distribution, by name."""


def owners_scorers() -> list[OwnersScorer]:
    """Return what is not of this package, by name; nothing of it is imported yet."""
    return [loader for loader in SCORERS.loaders.values() if isinstance(loader, OwnersScorer)]


def scorer_named(name: str) -> AnyScorer:
    """Return a scorer by its name, or raise UsageError with the names that there are.

    >>> digesta.scorer("closed").version
    1
    """
    return SCORERS.named(name)
