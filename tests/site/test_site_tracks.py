"""Pages of a track show nothing of another track."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace

from site_building import bodies

from digesta.records.release import Limits
from digesta.workspace.releases import open_release
from digesta_site.input import labels_never_right
from digesta_site.language import spoken
from digesta_site.page import DataFile, Page
from digesta_site.pages import OF_A_TRACK
from digesta_site.pages.boards.board import pages_of
from digesta_site.paths import board_name
from digesta_site.tracks import pages_of_tracks, part_of
from digesta_site.values import SiteInput, SiteRelease
from places import ROOT
from site_tree import entries, pages


def newest(site: SiteInput) -> SiteRelease:
    assert site.newest is not None
    return site.newest


def files(items: Iterable[Page | DataFile]) -> dict[str, bytes]:
    return {path: data for item in items for path, data in entries(item).items()}


def test_a_part_shows_nothing_of_another_track(site: SiteInput) -> None:
    part = part_of(newest(site), "tlr")

    assert part.public
    assert {question.track for question in part.questions} == {"tlr"}
    assert part.truths.keys() <= {question.question_id for question in part.questions}
    assert {board_name(board.board).track for board in part.boards} == {"tlr"}
    assert {track for each in part.submissions for track in each.facts} == {"tlr"}
    assert {key for each in part.submissions for key in each.answers} <= part.truths.keys()
    assert part.names == newest(site).names, "no two systems of a release have one name"


def test_pages_of_parts_are_those_of_the_whole_release(site: SiteInput) -> None:
    with spoken(site.config.language):
        whole = {
            path: data
            for release in site.newest_first
            if not site.is_superseded(release)
            for pages_of in OF_A_TRACK
            for path, data in files(pages_of(site.frame, release)).items()
        }
        parts = files(pages_of_tracks(site))

    assert whole
    assert {path for path in whole if parts[path] != whole[path]} == set()


def test_a_track_names_the_labels_that_are_right_in_no_public_question(site: SiteInput) -> None:
    release = replace(newest(site), never_right={"finlaw": ["取缔", "其他处罚"]})

    with spoken(site.config.language):
        boards = {
            page.stem: page for page in pages_of(site.frame, release) if isinstance(page, Page)
        }
    shown = {stem: page.view["caption"]["never_right"] for stem, page in boards.items()}

    named = {stem.partition("/finlaw")[2] for stem, labels in shown.items() if labels}
    assert {stem[:1] for stem in named} == {"@"}, "on the track's own boards"
    assert "取缔, 其他处罚" in shown.values()


def test_the_newest_release_s_limits_count_the_penalty_types_never_right() -> None:
    data = open_release(ROOT, None).data
    (said,) = (one.limit for one in data.limits.limits if "penalty types" in one.limit)

    labels = labels_never_right(data)

    assert labels.keys() == {"finlaw"}
    assert re.match(r"\d+", said)[0] == str(len(labels["finlaw"]))  # type: ignore[index]


def test_limits_stand_track_by_track_whatever_their_order_in_the_file(site: SiteInput) -> None:
    release = newest(site)
    names = [track.track for track in release.manifest.tracks]
    limits = [
        {"track": name, "limit": f"Limit {n} of {name}.", "why": "So."}
        for n in range(2)
        for name in reversed(names)
    ]
    mixed = replace(release, limits=Limits.model_validate({"format": "limits/1", "limits": limits}))
    others = [each for each in site.releases if each is not release]

    rows = json.loads(pages(replace(site, releases=[*others, mixed]))["limits.json"])

    titles = [track.title for track in release.manifest.tracks for _ in range(2)]
    assert [row["track"] for row in rows] == titles
    assert rows[0]["limit"] == f"Limit 0 of {names[0]}."


def test_a_column_of_due_days_is_there_only_where_the_newest_release_has_one(
    site: SiteInput,
) -> None:
    release = newest(site)
    others = [each for each in site.releases if each is not release]

    for day in (None, "2027-01-01"):
        manifest = release.manifest.model_copy(update={"next_due": day})
        dated = replace(site, releases=[*others, replace(release, manifest=manifest)])
        assert ("Next due" in bodies(pages(dated))["releases.md"]) == bool(day)
