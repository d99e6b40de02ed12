"""Compare: two to four systems of a track, picked by whoever reads.

The page leads to every published comparison without any script. The script reads one file a track
and, page by page, files of answers; it shows what stands in them and computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from digesta.records.release import Track
from digesta.site.kinds.common import common, headline_boards
from digesta.site.kinds.picker.answers import answers_of, in_files
from digesta.site.kinds.picker.systems import picks_of, scores_view, systems_view
from digesta.site.kinds.picker.verdicts import verdicts
from digesta.site.language import gettext
from digesta.site.page import Page
from digesta.site.paths import COMPARE, QuestionPlace, board_stem, compare_shard, compare_stem
from digesta.site.values import SiteInput, SiteRelease


def pages_of(site: SiteInput, places: Mapping[tuple[str, str], QuestionPlace]) -> Iterator[Page]:
    """Return the page of comparisons that readers make.

    places: of each question, by its release and id.
    """
    files: dict[str, Any] = {}
    releases = []
    for release in site.newest_first:
        tracks = [
            shown
            for track in (release.manifest.tracks if release.pairs else [])
            if (shown := _track(release, track, places, files))
        ]
        if tracks:
            releases.append({"id": release.id, "tracks": tracks})
    view = common(site, COMPARE, heading=gettext("Compare systems"), release=None)
    yield Page(
        stem=COMPARE,
        title=gettext("Compare systems"),
        template="picker.html",
        view=view | {"releases": releases},
        data={"releases": releases},
        further=files,
        searchable=True,
    )


def _track(
    release: SiteRelease,
    track: Track,
    places: Mapping[tuple[str, str], QuestionPlace],
    files: dict[str, Any],
) -> dict[str, Any] | None:
    """Return what the page itself says of a track, and put its files with the others."""
    picks = picks_of(release, track)
    if len(picks) < 2:  # noqa: PLR2004 - a pair
        return None
    answers = answers_of(release, track.track, picks, places)
    pair_verdicts = verdicts(release, track, picks)

    def parts(kind: str, texts: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
        """Put values into files, and say in which each begins."""
        known: list[dict[str, Any]] = []
        first = 0
        for number, each in enumerate(texts, 1):
            file = compare_shard(release.id, track.track, f"{kind}{number}")
            known.append({"from": first, "file": file})
            files[file] = {"rows": each}
            first += len(each)
        return known

    files[compare_shard(release.id, track.track)] = {
        "systems": systems_view(release, picks),
        "verdicts": pair_verdicts.shared | {"parts": parts("v", in_files(pair_verdicts.rows))},
        "scores": scores_view(release, track, picks),
        "marks": answers.marks,
        "earned": answers.earned,
        "questions": answers.questions,
        "parts": parts("", answers.texts),
    }
    return {
        "track": track.track,
        "title": track.title,
        "file": compare_shard(release.id, track.track),
        "systems": [pick.row.submission_id for pick in picks],
        **_pairs_page(release, track),
    }


def _pairs_page(release: SiteRelease, track: Track) -> dict[str, str]:
    """Return where every two systems of a track stand: compared, or, of an archive, ranked."""
    if release.manifest.archive is None:
        compared = any(pair["board"] == track.track for pair in release.pairs)
        href = f"{compare_stem(release.id, track.track)}.html" if compared else ""
        return {"compare": href, "words": gettext("every two systems, tested")}
    boards = (board for board, name in headline_boards(release) if name.track == track.track)
    return {"compare": f"{board_stem(next(boards))}.html", "words": gettext("ranks and tie groups")}
