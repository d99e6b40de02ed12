"""The kinds of generated pages: one file and one row here each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from digesta.site.kinds import (
    contamination,
    data,
    decisions,
    glossary,
    home,
    limits,
    logs,
    methodology,
    metrics,
    questions,
    release,
    releases,
    status,
    system,
    systems,
)
from digesta.site.kinds.boards import abstention, across, address, board, compare, cost, days, panel
from digesta.site.kinds.questions import giveaways
from digesta.site.page import Page
from digesta.site.values import SiteInput

KINDS: tuple[Callable[[SiteInput], Iterable[Page]], ...] = (
    home.pages_of,
    releases.pages_of,
    release.pages_of,
    board.pages_of,
    address.pages_of,
    compare.pages_of,
    across.pages_of,
    abstention.pages_of,
    panel.pages_of,
    days.pages_of,
    cost.pages_of,
    questions.pages_of,
    contamination.pages_of,
    giveaways.pages_of,
    systems.pages_of,
    system.pages_of,
    methodology.pages_of,
    glossary.pages_of,
    metrics.pages_of,
    limits.pages_of,
    decisions.pages_of,
    logs.pages_of,
    status.pages_of,
    data.pages_of,
)
"""To add a page: write a file with ``pages_of`` and name it here."""
