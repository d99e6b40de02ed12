"""Pages of a track rest on what the track shows; by its digest they are known to stay."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import pytest
from site_workspace import site_input

from digesta.site import SiteInput
from digesta.site.kinds import OF_A_TRACK
from digesta.site.language import spoken
from digesta.site.page import DataFile, Page
from digesta.site.pages import output_files
from digesta.site.paths import board_name
from digesta.site.units import changes_of, content_digest, part_of, units_of
from digesta.site.values import SiteRelease, SiteSubmission


@pytest.fixture(scope="module")
def site() -> SiteInput:
    return site_input()


def newest(site: SiteInput) -> SiteRelease:
    assert site.newest is not None
    return site.newest


def files(site: SiteInput, items: Iterable[Page | DataFile]) -> dict[str, bytes]:
    return dict(file for item in items for file in output_files(item))


def keys(site: SiteInput) -> dict[str, str]:
    return {unit.name: unit.key for unit in units_of(site)}


def changed(before: SiteInput, after: SiteInput) -> set[str]:
    """Return the units that are made anew."""
    known = keys(before)
    return {name for name, key in keys(after).items() if known.get(name) != key}


def answered(site: SiteInput, track: str) -> SiteSubmission:
    return next(each for each in newest(site).ordered_submissions if each.takes_part(track))


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
            for pages_of in OF_A_TRACK
            for path, data in files(site, pages_of(site.frame, release)).items()
        }
        parts = files(site, (item for unit in units_of(site) for item in unit.make()))

    assert parts.keys() == whole.keys()
    assert {path for path in parts if parts[path] != whole[path]} == set()


def test_another_answer_touches_its_track_alone(site: SiteInput) -> None:
    release = newest(site)
    one = answered(site, "tlr")
    asked = {question.question_id for question in release.public if question.track == "tlr"}
    answers = {key: "another" if key in asked else said for key, said in one.answers.items()}
    other = dataclasses.replace(one, answers=answers)
    submissions = [other if each is one else each for each in release.submissions]
    after = dataclasses.replace(release, submissions=submissions)
    older = site.newest_first[1]

    assert changed(site, site) == set()
    assert changed(site, dataclasses.replace(site, releases=[older, after])) == {
        f"{release.id}/tlr"
    }


def test_a_newcomer_touches_no_track_that_it_leaves_out(site: SiteInput) -> None:
    release = newest(site)
    one = answered(site, "halacha")
    card = one.card.model_copy(update={"submission_id": "newcomer", "model_name": "Newcomer"})
    alone = next(
        each
        for each in part_of(release, "halacha").submissions
        if each.card.submission_id == one.card.submission_id
    )
    newcomer = dataclasses.replace(alone, card=card)
    after = dataclasses.replace(release, submissions=[*release.submissions, newcomer])

    entered = changed(site, dataclasses.replace(site, releases=[site.newest_first[1], after]))

    assert entered == {f"{release.id}/halacha"}


def test_another_colour_or_another_newest_release_touches_all(site: SiteInput) -> None:
    config = dataclasses.replace(site.config, accent="#123456")
    older = dataclasses.replace(site, releases=[site.newest_first[1]])

    assert changed(site, dataclasses.replace(site, config=config)) == keys(site).keys()
    assert changed(site, older) == keys(older).keys(), "its pages say no more what superseded it"


def test_of_files_that_did_not_change_the_digest_is_enough(site: SiteInput) -> None:
    release, older = newest(site), dataclasses.replace(site.newest_first[1], sources="a digest")
    before = dataclasses.replace(site, releases=[older, release])
    after = dataclasses.replace(
        site, releases=[dataclasses.replace(older, sources="another"), release]
    )

    touched = changed(before, after)

    assert touched == {f"{older.id}/{track.track}" for track in older.manifest.tracks}


def test_what_changed_is_told_again_unless_both_releases_stayed(site: SiteInput) -> None:
    older = dataclasses.replace(site.newest_first[1], sources="a digest")
    release = newest(site)
    [open_end] = changes_of(dataclasses.replace(site, releases=[older, release]))
    settled = dataclasses.replace(release, sources="a digest")
    [closed] = changes_of(dataclasses.replace(site, releases=[older, settled]))

    assert (open_end.key, closed.key != "") == ("", True)


def test_what_nobody_can_digest_is_no_content() -> None:
    with pytest.raises(TypeError):
        content_digest([object()])
    assert content_digest({"a": frozenset("xy")}) == content_digest({"a": frozenset("yx")})
    assert content_digest(["a", "b"]) != content_digest(["ab"])
