"""The kinds of generated pages: one file and one row here each.

To add a page: write a file with ``pages_of`` and name it here.
"""

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
from digesta.site.page import DataFile, Page
from digesta.site.values import SiteFrame, SiteInput, SiteRelease

Pages = Iterable[Page | DataFile]

OF_A_TRACK: tuple[Callable[[SiteFrame, SiteRelease], Pages], ...] = (
    board.pages_of,
    address.pages_of,
    compare.pages_of,
    across.pages_of,
    abstention.pages_of,
    panel.pages_of,
    days.pages_of,
    questions.pages_of,
)
"""Pages that rest on one track of a release, and on nothing else of the site: most are such."""
OF_THE_SITE: tuple[Callable[[SiteInput], Pages], ...] = (
    home.pages_of,
    releases.pages_of,
    release.pages_of,
    cost.pages_of,
    questions.leading_pages_of,
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
"""All others. They are made after those of tracks, which say where questions stand."""
