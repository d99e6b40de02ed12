"""The files that the page of comparisons reads: of each track one, and those of its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from digesta_site.page import DataFile
from digesta_site.pages.picker.answers import answers_of, in_files
from digesta_site.pages.picker.systems import compared_tracks, scores_view, systems_view
from digesta_site.pages.picker.verdicts import verdicts
from digesta_site.paths import QuestionPlaces, compare_shard
from digesta_site.values import SiteRelease


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
