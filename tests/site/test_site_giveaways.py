"""What gives answers away, and who wrote the questions, on a release's pages."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

from site_building import bodies
from site_questions import NEWEST, OLDER

from digesta.records.release import GiveawayLimits, Manifest
from digesta.releases.giveaways.figures import Giveaway
from digesta_site.values import SiteInput
from site_tree import pages

FIGURES = [
    Giveaway("ngram", "halacha", "answer True", 60, 0.5, 0.25, "plainly agreed"),
    *(Giveaway("ngram", "halacha", f"answer {n}", 60, 0.5, 0.01 * n) for n in range(8)),
    Giveaway("copies", "halacha", "", 60, 0.0, 0.1),
]
MODEL = {"kind": "model", "name": "Acme Writer 2", "family": "Acme Writer, of Acme"}
EXCUSE = {"track": "halacha", "test": "ngram", "reason": "One <word> for it."}


def shown(site: SiteInput, **changes: Any) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return a site whose newest release has figures, an author, and changes to its manifest."""
    newest = next(each for each in site.releases if each.id == NEWEST)
    value = newest.manifest.as_json()
    value["tracks"] = [
        track | ({"authors": [MODEL]} if track["track"] == "halacha" else {})
        for track in value["tracks"]
    ]
    manifest = Manifest.model_validate_json(json.dumps(value | changes))
    with_figures = dataclasses.replace(newest, manifest=manifest, giveaways=FIGURES)
    others = [each for each in site.releases if each is not newest]
    tree = pages(dataclasses.replace(site, releases=[*others, with_figures]))
    return tree, {path.removesuffix(".md"): html for path, html in bodies(tree).items()}


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_release_shows_what_gives_its_answers_away_beside_the_limits(site: SiteInput) -> None:
    tree, html = shown(site)

    page = html[f"r/{NEWEST}/giveaways"]
    assert "plainly agreed" in page
    assert "<strong>+25.0</strong>" in page
    assert "10.0%" in words(page)
    assert "This release was cut before there were limits" in words(page)
    assert "The highest of each test; the data have all." in words(page)
    assert f"r/{NEWEST}/giveaways.html" in html[f"r/{NEWEST}/index"]
    data = json.loads(tree[f"r/{NEWEST}/giveaways.json"])
    assert data == [each.as_json() for each in FIGURES]
    assert tree[f"r/{NEWEST}/giveaways.csv"].count(b"\n") == len(FIGURES) + 1


def test_an_excuse_stands_below_its_track_and_is_escaped(site: SiteInput) -> None:
    limits = GiveawayLimits().as_json() | {"excused": [EXCUSE]}
    _, html = shown(site, giveaways=limits)

    page = html[f"r/{NEWEST}/giveaways"]
    assert "Above a limit all the same:" in words(page)
    assert "One &lt;word&gt; for it." in page
    assert "keeps a release from being cut" in words(page)


def test_a_release_that_nobody_measured_has_no_such_page(tree: dict[str, bytes]) -> None:
    assert not [path for path in tree if path.endswith(("giveaways.md", "giveaways.json"))]


def test_who_wrote_a_track_stands_beside_its_notice_and_with_its_release(site: SiteInput) -> None:
    said = "Questions and keys were written by the language model Acme Writer 2, of the family Acme"
    _, html = shown(site)

    for stem in (f"r/{NEWEST}/halacha@closed_book", f"r/{NEWEST}/index", "index"):
        assert said in words(html[stem])
    assert "Who wrote the questions" in words(html[f"r/{NEWEST}/index"])
    assert re.search(r"A qualified person has read \d+ of \d+ public ones", words(html["index"]))
    assert said not in words(html[f"r/{OLDER}/index"])


def test_where_no_expert_has_read_a_track_it_says_so(site: SiteInput) -> None:
    newest = next(each for each in site.releases if each.id == NEWEST)
    bare = dataclasses.replace(newest, reviews=[])
    others = [each for each in site.releases if each is not newest]
    _, html = shown(dataclasses.replace(site, releases=[*others, bare]))

    assert "No jurist or scholar of its law has read them." in words(html[f"r/{NEWEST}/index"])
