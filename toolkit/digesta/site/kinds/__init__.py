"""The kinds of generated pages: one file and one row here each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from digesta.site.kinds import (
    contamination,
    data,
    decisions,
    home,
    limits,
    logs,
    methodology,
    metrics,
    queue,
    release,
    releases,
    system,
)
from digesta.site.kinds.boards import address, board, compare, days
from digesta.site.page import Page
from digesta.site.values import SiteInput

KINDS: tuple[Callable[[SiteInput], Iterable[Page]], ...] = (
    home.pages_of,
    releases.pages_of,
    release.pages_of,
    board.pages_of,
    address.pages_of,
    compare.pages_of,
    days.pages_of,
    queue.pages_of,
    contamination.pages_of,
    system.pages_of,
    methodology.pages_of,
    metrics.pages_of,
    limits.pages_of,
    decisions.pages_of,
    logs.pages_of,
    data.pages_of,
)
"""To add a page: write a file with ``pages_of`` and name it here."""
