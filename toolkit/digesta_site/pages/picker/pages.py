"""Compare: two to four systems of a track, picked by whoever reads.

The page leads to every published comparison without any script. The script reads one file a track
and, page by page, files of answers (``shards``); it shows what stands in them and computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.release import Track
from digesta_site.page import Page
from digesta_site.pages.common import common, headline_boards
from digesta_site.pages.picker.systems import compared_tracks
from digesta_site.paths import COMPARE, board_stem, compare_shard, compare_stem
from digesta_site.values import SiteInput, SiteRelease

ABOUT = (
    "Two to four systems of a track: what the published paired test says of them, where their "
    "scores differ, and their answers side by side."
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of comparisons that readers make."""
    known = (
        (release, [*compared_tracks(release)]) for release in site.newest_first if release.has_pairs
    )
    releases = [
        {
            "id": release.id,
            "title": release.manifest.title if release.manifest.archive else release.id,
            "tracks": [
                {
                    "track": track.track,
                    "title": track.title,
                    "file": compare_shard(release.id, track.track),
                    "systems": [pick.row.submission_id for pick in picks],
                    **_pairs_page(release, track),
                }
                for track, picks in tracks
            ],
        }
        for release, tracks in known
        if tracks
    ]
    view = common(site, COMPARE, heading="Compare systems", release=None)
    yield Page(
        stem=COMPARE,
        title="Compare systems",
        template="picker.html",
        view=view | {"about": ABOUT, "releases": releases},
        data={"releases": releases},
        found_by=ABOUT,
    )


def _pairs_page(release: SiteRelease, track: Track) -> dict[str, Any]:
    """Return where every two systems of a track stand: compared, or, of an archive, ranked."""
    if release.manifest.archive is None:
        compared = any(pair["board"] == track.track for pair in release.pairs)
        href = f"{compare_stem(release.id, track.track)}.html" if compared else ""
        return {"compare": href, "words": "every two systems, tested"}
    boards = (board for board, name in headline_boards(release) if name.track == track.track)
    return {"compare": f"{board_stem(next(boards))}.html", "words": "ranks and tie groups"}
