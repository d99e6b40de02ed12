"""Home: what this is, and each track with its notice and its leaders as a group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.release import Track
from digesta.site.kinds.common import common, headline_boards, lead, notice
from digesta.site.page import Page
from digesta.site.paths import release_stem
from digesta.site.values import SiteInput, SiteRelease
from digesta.site.words import ascii_title


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the home page."""
    newest = site.newest
    view = common(site, "index", heading=site.config.title, release=None, tracks=())
    yield Page(
        stem="index",
        title=ascii_title(site.config.title, "Home"),
        template="home.html",
        view=view
        | {
            "purpose": site.config.purpose,
            "newest": None if newest is None else _release(newest),
            "archives": [_archive(release) for release in site.archives],
            "tracks": [] if newest is None else [_track(newest, t) for t in newest.manifest.tracks],
        },
        hide=("navigation", "toc", "path"),
    )


def _release(release: SiteRelease) -> dict[str, Any]:
    return {
        "id": release.id,
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "next_due": release.manifest.next_due or "",
        "public": len(release.public),
        "holdout": len(release.questions) - len(release.public),
    }


def _archive(release: SiteRelease) -> dict[str, Any]:
    boards = [board for board, _ in headline_boards(release)]
    return {
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "boards": [lead(release, board) for board in boards],
    }


def _track(release: SiteRelease, track: Track) -> dict[str, Any]:
    boards = [board for board, name in headline_boards(release) if name.track == track.track]
    return {
        "title": track.title,
        "about": track.about,
        "method_after": track.method_after,
        "notice": notice(track),
        "questions": sum(question.track == track.track for question in release.public),
        "boards": [lead(release, board) for board in boards],
    }
