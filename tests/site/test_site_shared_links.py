from __future__ import annotations

import dataclasses
import re
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from site_building import bodies
from site_questions import HOSTILE, NEWEST
from site_workspace import board

from digesta.board.rows import CLEARS, best_floor
from digesta.site import SiteConfig, SiteInput
from digesta.site.mkdocs.head import on_post_page
from digesta.site.takeaway.badges import Badge, badges_of
from digesta.site.takeaway.cards import ShareCard, board_card, card_files

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


def tags(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<meta (?:name|property)="((?:og|twitter):[a-z:]+)" content="([^"]*)"', page)
    )


def test_home_and_each_track_of_the_newest_release_have_a_small_card(
    tree: dict[str, bytes],
) -> None:
    image = pytest.importorskip("PIL.Image", reason="the site extra is not installed")
    cards = {path: data for path, data in tree.items() if path.endswith(".card.png")}
    tracks = re.compile(rf"{R}/[a-z]+@[^/]*\.json")

    boards = {path.removesuffix(".json") for path in tree if tracks.fullmatch(path)}
    boards -= {path for path in boards if path.endswith(".figure")}

    assert set(cards) == {f"{stem}.card.png" for stem in boards | {"index"}}
    for data in cards.values():
        picture = image.open(BytesIO(data))
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (1200, 630))
        assert len(data) <= 25_000


def test_the_same_site_has_the_same_cards(site: SiteInput, tree: dict[str, bytes]) -> None:
    made = card_files(site)
    drawn = dict(made)
    assert drawn.items() <= tree.items()


def test_a_page_shows_its_own_card_by_the_sites_address_or_that_of_home(built: Path) -> None:
    own = tags((built / R / "halacha@closed_book.html").read_text(encoding="utf-8"))
    system = tags((built / f"{SYSTEM}.html").read_text(encoding="utf-8"))

    assert own["og:image"] == f"{OWN}{R}/halacha@closed_book.card.png"
    assert (built / own["og:image"].removeprefix(OWN)).is_file()
    assert own["og:title"] == f"Halacha (closed book), {NEWEST}"
    assert own["og:url"] == f"{OWN}{R}/halacha%40closed_book.html"
    assert own["twitter:card"] == "summary_large_image"
    assert system["og:image"] == f"{OWN}index.card.png"


def test_a_site_without_an_address_names_no_card() -> None:
    page: Any = SimpleNamespace(
        file=SimpleNamespace(src_uri="index.md"),
        title="Home",
        url="index.html",
        meta={"card": "index.card.png"},
    )
    config: Any = SimpleNamespace(site_name="Digesta", site_url="")

    output = on_post_page("<head></head>", page=page, config=config)

    assert tags(output) == {}


def card_of(site: SiteInput, **names: str) -> ShareCard:
    """Return halacha's card, with models of these names by submission."""
    newest = site.newest
    assert newest is not None
    submissions = [
        dataclasses.replace(
            each,
            card=each.card.model_copy(
                update={"model_name": names.get(each.card.submission_id, each.card.model_name)}
            ),
        )
        for each in newest.submissions
    ]
    changed = dataclasses.replace(newest, submissions=submissions)
    own = dataclasses.replace(site, releases=[changed])
    return board_card(own, own.releases[0].board_at["halacha@closed_book", "public"])


def test_a_card_says_score_interval_and_floor_verdict_of_three_systems_and_the_release(
    site: SiteInput,
) -> None:
    card = card_of(site)

    assert len(card.lines) == 3
    for line in card.lines:
        assert re.fullmatch(r"\d+\.\d% \(\d+\.\d to \d+\.\d\)", line.right)
        assert any(words and line.below.endswith(words) for words in CLEARS.values())
    assert "the floor is " in card.about
    assert card.foot.startswith(f"Release {NEWEST} of {NEWEST[:10]}")


def test_a_card_shows_the_id_where_the_font_lacks_letters_of_a_name(site: SiteInput) -> None:
    [first, *_] = card_of(site).lines
    submission = next(
        row.submission_id
        for row in board(NEWEST, "halacha@closed_book", 38).rows
        if row.role == "system" and row.model_name == first.left
    )

    for name in ("\u05d3\u05d9\u05df", "\u6cd5\u5f8b", "a\u202eb", "caf\u00e9"):
        assert card_of(site, **{submission: name}).lines[0].left == submission


def test_a_name_of_any_length_or_markup_stays_within_a_card(site: SiteInput) -> None:
    pytest.importorskip("PIL", reason="the site extra is not installed")
    card = card_of(site)

    for name in (*HOSTILE, "W" * 400):
        line = card.lines[0]._replace(left=name)
        assert len(card._replace(lines=[line]).png("#1f4a5c")) <= 25_000
