from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from site_building import bodies
from site_questions import HOSTILE, NEWEST
from site_workspace import board

from digesta.board.rows import CLEARS, best_floor
from digesta.workspace.site_config import SiteConfig
from digesta_site.pages.badges import Badge, badges_of
from digesta_site.values import SiteInput

R = f"r/{NEWEST}"
OWN = "https://boards.example/some/repo/"
SYSTEM = f"{R}/s/cedar-mini"


def test_a_badge_by_system_and_track_says_score_interval_and_release(
    tree: dict[str, bytes],
) -> None:
    badges = {path: data for path, data in tree.items() if "/badge/" in path}

    assert f"{R}/badge/cedar-mini.halacha.svg" in badges
    assert not [path for path in badges if "adversary" in path or "reference-key" in path]
    for data in badges.values():
        title = ET.fromstring(data).findtext("{http://www.w3.org/2000/svg}title") or ""  # noqa: S314 - our own file
        assert len(data) <= 1500
        assert re.search(r": \d+\.\d% \(\d+\.\d to \d+\.\d\)|: \d+\.\d% \(too few", title)
        assert not [name for name in HOSTILE if name in title]
    assert NEWEST in badges[f"{R}/badge/cedar-mini.halacha.svg"].decode()


def of_halacha(site: SiteInput, submission_id: str, **changes: object) -> Badge:
    assert site.newest is not None
    whole = board(NEWEST, "halacha@closed_book", 38)
    rows = [
        row.model_copy(update=changes) if row.submission_id == submission_id else row
        for row in whole.rows
    ]
    release = type(site.newest)(
        manifest=site.newest.manifest,
        questions=(),
        truths={},
        limits=site.newest.limits,
        boards=[whole.model_copy(update={"rows": rows})],
    )
    [badge] = badges_of(SiteConfig(title="Digesta"), release, submission_id)
    return badge


def test_a_badge_of_a_system_that_does_not_clear_the_floor_says_so(site: SiteInput) -> None:
    floor = best_floor(board(NEWEST, "halacha@closed_book", 38))
    assert floor is not None

    below = of_halacha(site, "cedar-mini", score=floor.score / 2)
    between = of_halacha(site, "cedar-mini", score=floor.score + 0.01, low=floor.score / 2)
    above = of_halacha(site, "cedar-mini", score=1.0, low=0.99, high=1.0)

    assert below.message.endswith(CLEARS["no"])
    assert between.message.endswith(CLEARS["open"])
    assert above.message == "100.0% (99.0 to 100.0)"
    assert below.colour == between.colour != above.colour


def test_a_badge_of_open_answers_says_that_they_are_self_reported(site: SiteInput) -> None:
    badge = of_halacha(site, "open-0", score=1.0, low=0.99, high=1.0)

    assert badge.message.endswith("self-reported")
    assert badge.colour == of_halacha(site, "cedar-mini", score=0.0).colour


def test_a_systems_page_has_the_markdown_of_its_badges(tree: dict[str, bytes], built: Path) -> None:
    plain = bodies(tree)[f"{SYSTEM}.md"]
    page = (built / f"{SYSTEM}.html").read_text(encoding="utf-8")

    assert "<summary>Badges for a README</summary>" in page
    assert f"({OWN}{R}/badge/cedar-mini.halacha.svg)]({OWN}{SYSTEM}.html)" in page
    assert "<code>ADDRESS</code>" in plain
    assert f"(ADDRESS/{SYSTEM}.html)" in plain
    assert "ADDRESS" not in page
