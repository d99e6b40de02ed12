"""What gives the newest release's answers away to who knows no law, and how much of it may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from digesta.records.holdout import LEAST_OF_CATEGORY
from digesta.records.release import GiveawayLimits, Track
from digesta.releases.giveaways.figures import Giveaway
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.paths import release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import percent

HEADING = "What gives answers away"
MOST = 5
"""Figures of a test and track that the page lists, the highest; its data have all."""
TESTS = {
    "linear": "words, by a linear model",
    "ngram": "the best single phrase",
    "longest": "the longest choice",
    "position": "the place of the right choice",
    "copies": "differ from another in little but numbers",
    "across": "sealed, and so differ from a public one",
    "before": "new, and so differ from one of the release before",
    "printed": "points for what the question prints",
}


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of each release whose questions were measured."""
    for release in site.newest_first:
        if release.giveaways:
            yield _page(site, release)


def _page(site: SiteInput, release: SiteRelease) -> Page:
    stem, figures = release_stem(release.id, "giveaways"), release.giveaways
    limits = release.manifest.giveaways or GiveawayLimits()
    tracks = [_track(track, figures, limits) for track in release.manifest.tracks]
    return site_page(
        *(site, stem, "giveaways.html"),
        {
            "tracks": [track for track in tracks if track["rows"]],
            "limited": release.manifest.giveaways is not None,
            "least": LEAST_OF_CATEGORY,
        },
        heading=HEADING,
        title=f"{HEADING}, {release.id}",
        release=release,
        data=[each.as_json() for each in figures],
        table=DataTable(Giveaway._fields, [list(each) for each in figures]),
    )


def _track(track: Track, figures: Sequence[Giveaway], limits: GiveawayLimits) -> dict[str, Any]:
    own = [each for each in figures if each.track == track.track]
    listed = [
        each for test in TESTS for each in [figure for figure in own if figure.test == test][:MOST]
    ]
    excuses = [each for each in limits.excused or () if each.track == track.track]
    return {
        "title": track.title,
        "rows": [_row(each, limits) for each in listed],
        "all": len(listed) == len(own),
        "excuses": [{"test": TESTS[e.test], "reason": e.reason} for e in excuses],
    }


def _row(figure: Giveaway, limits: GiveawayLimits) -> dict[str, Any]:
    limit = limits.limit_of(figure.test)
    return {
        "test": TESTS[figure.test],
        "subject": figure.subject,
        "by": figure.by,
        "n": figure.n,
        "base": percent(figure.base) if figure.base else "",
        "gain": _points(figure.gain) if figure.base else percent(figure.gain),
        "limit": percent(limit) if limit < 1 else "",
        "over": figure.n >= LEAST_OF_CATEGORY and figure.gain > limit,
    }


def _points(share: float) -> str:
    return f"{share * 100:+.1f}".replace("-", "\N{MINUS SIGN}")
