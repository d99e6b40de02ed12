"""The kinds of generated pages: one file and one row here each.

To add a page: write a file with ``pages_of`` and name it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from digesta_site.language import in_english
from digesta_site.page import DataFile, Page
from digesta_site.pages import (
    contamination,
    data,
    decisions,
    glossary,
    home,
    latest,
    limits,
    logs,
    methodology,
    metrics,
    models,
    questions,
    release,
    releases,
    status,
    system,
    systems,
)
from digesta_site.pages.boards import (
    abstention,
    across,
    board,
    compare,
    cost,
    days,
    embed,
    panel,
)
from digesta_site.pages.questions import giveaways
from digesta_site.values import SiteFrame, SiteInput, SiteRelease

Pages = Iterable[Page | DataFile]

OF_A_TRACK: tuple[Callable[[SiteFrame, SiteRelease], Pages], ...] = (
    board.pages_of,
    embed.pages_of,
    in_english(compare.pages_of),
    in_english(across.pages_of),
    in_english(abstention.pages_of),
    in_english(panel.pages_of),
    in_english(days.pages_of),
    in_english(questions.pages_of),
)
"""Pages that rest on one track of a release, and on nothing else of the site: most are such."""
OF_SUPERSEDED = (board.pages_of, in_english(panel.pages_of))
"""What a superseded release keeps of these."""
OF_THE_SITE: tuple[Callable[[SiteInput], Pages], ...] = (
    home.pages_of,
    in_english(releases.pages_of),
    in_english(release.pages_of),
    in_english(cost.pages_of),
    in_english(questions.leading_pages_of),
    in_english(contamination.pages_of),
    in_english(giveaways.pages_of),
    systems.pages_of,
    system.pages_of,
    in_english(models.pages_of),
    in_english(methodology.pages_of),
    in_english(glossary.pages_of),
    in_english(metrics.pages_of),
    in_english(limits.pages_of),
    in_english(decisions.pages_of),
    in_english(logs.pages_of),
    in_english(status.pages_of),
    in_english(data.pages_of),
    in_english(latest.pages_of),
)
"""All others. They are made after those of tracks, which say where questions stand."""
