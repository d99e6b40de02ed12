"""Addresses that stay while releases follow each other: each leads to the newest of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from digesta_site.page import DataFile
from digesta_site.pages.badges import badges_of
from digesta_site.pages.common import redirect
from digesta_site.paths import board_stem, release_stem, system_stem
from digesta_site.values import SiteInput

FOLDER = "latest"


def pages_of(site: SiteInput) -> Iterator[DataFile]:
    """Yield ``latest/``: the newest release, its boards, and each system where it was last.

    A system's badge there is that of the newest release whose headline it is on.
    """
    if site.newest is None:
        return
    stems = {"index": release_stem(site.newest.id)}
    stems |= {board.path: board_stem(board) for board in site.newest.boards}
    badges: dict[str, bytes] = {}
    for release in site.newest_first:
        for name in release.cards if release.manifest.archive is None else ():
            stems.setdefault(f"s/{name}", system_stem(release.id, name))
            for badge in badges_of(site.config, release, name):
                badges.setdefault(f"badge/{badge.path.rpartition('/')[2]}", badge.svg())
    yield from (redirect(f"{FOLDER}/{place}", stem) for place, stem in stems.items())
    yield from (DataFile(f"{FOLDER}/{path}", data) for path, data in badges.items())
