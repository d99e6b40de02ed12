"""Pages of the questions of each task, and what leads to them: comparisons, lists.

They stand on pages in parts; so what leads to them is made after them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta_site.page import DataFile, Page
from digesta_site.pages.picker import pages as picker
from digesta_site.pages.questions import lists, queue, search, viewer
from digesta_site.pages.questions.places import places_in, results_in
from digesta_site.values import SiteFrame, SiteInput, SiteRelease


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page | DataFile]:
    """Return the pages of questions, then the files from which their answers are compared."""
    about_pages: list[dict[str, Any]] = []
    for page in viewer.pages_of(site, release):
        about_pages.append(dict(page.about))
        yield page
    yield from picker.shards(release, places_in(about_pages))


def leading_pages_of(site: SiteInput) -> Iterator[Page | DataFile]:
    """Return the pages that lead to questions, once the pages of these are known."""
    places = places_in(site.question_pages)
    results = results_in(site.question_pages, site.newest_id)
    yield from picker.pages_of(site)
    yield from queue.pages_of(site, places)
    yield from lists.pages_of(site, results)
    yield from search.pages_of(site, results)
