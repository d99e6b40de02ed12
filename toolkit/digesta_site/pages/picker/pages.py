"""Compare: two to four systems of a track, picked by whoever reads.

The page leads to every published comparison without any script. The script reads one file a track
and, page by page, files of answers (``shards``); it shows what stands in them and computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from digesta.records.release import Track
from digesta_site.page import DataFile, Page
from digesta_site.pages.common import headline_boards, site_page
from digesta_site.pages.picker.answers import answers_of, in_files
from digesta_site.pages.picker.systems import compared_tracks, scores_view, systems_view
from digesta_site.pages.picker.verdicts import verdicts
from digesta_site.paths import COMPARE, QuestionPlaces, board_stem, compare_shard, track_stem
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
    yield site_page(
        *(site, COMPARE, "picker.html"),
        {"about": ABOUT, "releases": releases},
        heading="Compare systems",
        data={"releases": releases},
        found_by=ABOUT,
    )


def _pairs_page(release: SiteRelease, track: Track) -> dict[str, Any]:
    """Return where every two systems of a track stand: compared, or, of an archive, ranked."""
    if release.manifest.archive is None:
        compared = any(pair["board"] == track.track for pair in release.pairs)
        href = f"{track_stem(release.id, track.track, 'compare')}.html" if compared else ""
        return {"compare": href, "words": "every two systems, tested"}
    boards = (board for board, name in headline_boards(release) if name.track == track.track)
    return {"compare": f"{board_stem(next(boards))}.html", "words": "ranks and tie groups"}


def shards(release: SiteRelease, places: QuestionPlaces) -> Iterator[DataFile]:
    """Return the files of each track whose systems can be compared. places: of its questions."""
    for track, picks in compared_tracks(release) if release.has_pairs else ():
        answers = answers_of(release, track.track, picks, places)
        pair_verdicts = verdicts(release, track, picks)
        texts = list(_parts(release, track.track, "", answers.texts))
        rows = list(_parts(release, track.track, "v", in_files(pair_verdicts.rows)))
        yield from (file for _, file in (*rows, *texts))
        yield DataFile(
            compare_shard(release.id, track.track),
            {
                "systems": systems_view(release, picks),
                "verdicts": pair_verdicts.shared | {"parts": [part for part, _ in rows]},
                "scores": scores_view(release, track, picks),
                "marks": answers.marks,
                "earned": answers.earned,
                "questions": answers.questions,
                "why": answers.why,
                "parts": [part for part, _ in texts],
            },
        )


def _parts(
    release: SiteRelease, track: str, kind: str, values: Iterable[Sequence[Any]]
) -> Iterator[tuple[dict[str, Any], DataFile]]:
    """Put values into files, and say in which each begins."""
    first = 0
    for number, each in enumerate(values, 1):
        path = compare_shard(release.id, track, f"{kind}{number}")
        yield {"from": first, "file": path}, DataFile(path, {"rows": each})
        first += len(each)
