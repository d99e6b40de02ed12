"""Pages of questions: of each task, and what leads to them: comparisons, changes, lists.

They stand on pages in parts; so what leads to them is made after them.
"""

from __future__ import annotations

from collections.abc import Iterator

from digesta.site.kinds import changes
from digesta.site.kinds.picker import pages as picker
from digesta.site.kinds.questions import lists, queue, search, viewer
from digesta.site.kinds.questions.places import QuestionResult, credits_of, places_of
from digesta.site.page import Page
from digesta.site.paths import QuestionPlace
from digesta.site.values import SiteInput


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the pages of questions, then those that lead to them."""
    newest = site.newest.id if site.newest else ""
    places: dict[tuple[str, str], QuestionPlace] = {}
    results: dict[str, QuestionResult] = {}
    for page in viewer.pages_of(site):
        places.update(places_of(page))
        if page.view["release"] == newest:
            results |= {
                name: QuestionResult(places[newest, name], credits_)
                for name, credits_ in credits_of(page)
            }
        yield page
    yield from picker.pages_of(site, places)
    yield from changes.pages_of(site, places)
    yield from queue.pages_of(site, places)
    yield from lists.pages_of(site, results)
    yield from search.pages_of(site, results)
