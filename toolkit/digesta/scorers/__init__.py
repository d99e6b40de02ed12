"""Scorers by name: one folder each, found by its name; an owner's join by entry point.

Every folder here but ``shared`` exports ``SCORER``. Another package adds one by an entry point of
the group ``digesta.scorers`` that names such an object; it cannot take the name of one of ours.
Modules are imported when their scorer is asked for.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from digesta.errors import UsageError
from digesta.scorers.base import Scorer

AnyScorer = Scorer[Any]
GROUP = "digesta.scorers"


class _Scorers(Mapping[str, AnyScorer]):
    """Name -> scorer, in the order of the names."""

    @cached_property
    def _loaders(self) -> dict[str, Callable[[], AnyScorer]]:
        loaders: dict[str, Callable[[], AnyScorer]] = {
            point.name: point.load for point in entry_points(group=GROUP)
        }
        loaders |= {name: _own(name) for name in _file_names()}
        return dict(sorted(loaders.items()))

    def __getitem__(self, name: str) -> AnyScorer:
        """Return a scorer, or KeyError."""
        scorer = self._loaders[name]()
        assert isinstance(scorer, Scorer), f"{name}: its SCORER is no Scorer"
        assert scorer.name == name, f"{name}: its SCORER is named {scorer.name}"
        return scorer

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


SCORERS: Mapping[str, AnyScorer] = _Scorers()
"""Every scorer, by name."""


def scorer_named(name: str) -> AnyScorer:
    """Return a scorer, or UsageError with the names that there are."""
    try:
        return SCORERS[name]
    except KeyError:
        raise UsageError(f"no scorer {name!r}; there are: {', '.join(SCORERS)}") from None


def _file_names() -> list[str]:
    return [m.name for m in pkgutil.iter_modules(__path__) if m.name not in {"base", "shared"}]


def _own(name: str) -> Callable[[], AnyScorer]:
    @cache
    def load() -> AnyScorer:
        scorer: AnyScorer = import_module(f"{__name__}.{name}").SCORER
        return scorer

    return load
