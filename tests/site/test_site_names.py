from __future__ import annotations

import dataclasses

import pytest
from site_building import bodies, structure
from site_questions import HOSTILE

from digesta.text.normal_form import text_1
from digesta_site.charts.labels import plain_label
from digesta_site.pages.questions import viewer
from digesta_site.values import SiteInput
from site_tree import pages


def like(name: str) -> str:
    """Return a harmless answer that normalising changes where it changes the name."""
    return "a" if text_1(name) == name else "A"


def renamed(site: SiteInput, names: dict[str, str]) -> SiteInput:
    releases = []
    for release in site.releases:
        boards = [
            board.model_copy(
                update={
                    "rows": [
                        row.model_copy(
                            update={"model_name": names[row.model_name], "organization": "AAAA"}
                        )
                        for row in board.rows
                    ]
                }
            )
            for board in release.boards
        ]
        submissions = [
            dataclasses.replace(
                one,
                card=one.card.model_copy(
                    update={"model_name": names[one.card.model_name], "organization": "AAAA",
                            "notes": "AAAA", "command": "AAAA"}
                ),
                answers=dict.fromkeys(one.answers, like(one.card.model_name)),
                facts={
                    track: facts.model_copy(update={"why": dict.fromkeys(facts.why, "AAAA")})
                    for track, facts in one.facts.items()
                },
            )
            for one in release.submissions
        ]  # fmt: skip
        releases.append(dataclasses.replace(release, boards=boards, submissions=submissions))
    return dataclasses.replace(site, releases=releases)


def unsplit(site: SiteInput) -> dict[str, bytes]:
    """Keep every task on one page: where pages are cut depends on the length of answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viewer, "BUDGET", 10**9)
        return pages(site)


@pytest.fixture(scope="module")
def renamed_tree(site: SiteInput) -> dict[str, bytes]:
    names = {row.model_name: "AAAA" for r in site.releases for b in r.boards for row in b.rows}
    return unsplit(renamed(site, names))


@pytest.fixture(scope="module")
def hostile(site: SiteInput) -> dict[str, bytes]:
    releases = [
        dataclasses.replace(
            release,
            submissions=[
                dataclasses.replace(one, answers=dict.fromkeys(one.answers, one.card.model_name))
                for one in release.submissions
            ],
        )
        for release in site.releases
    ]
    return unsplit(dataclasses.replace(site, releases=releases))


def test_titles_and_front_matter_hold_ids_and_never_a_submitted_text(
    hostile: dict[str, bytes], renamed_tree: dict[str, bytes]
) -> None:
    generated = [path for path in hostile if path.endswith(".md")]

    assert [path for path in generated if hostile[path] != renamed_tree[path]] == []
    assert all(hostile[path].isascii() for path in generated if path.startswith("r/"))


def test_hostile_names_change_the_text_of_a_page_and_not_its_structure(
    hostile: dict[str, bytes], renamed_tree: dict[str, bytes]
) -> None:
    shown, harmless = bodies(hostile), bodies(renamed_tree)

    assert shown.keys() == harmless.keys()
    for path, body in shown.items():
        assert structure(body) == structure(harmless[path]), path
    assert any("&lt;script&gt;alert(1)" in body for body in shown.values())


@pytest.mark.parametrize("name", HOSTILE)
def test_labels_of_a_chart_hold_no_tag(name: str) -> None:
    label = plain_label(name)

    assert not set(label) & set("<>")
