"""Plain words: terms that lead to their meaning, methods in one place, notices once."""

from __future__ import annotations

import dataclasses
import re

from site_questions import NEWEST, question, review
from site_workspace import board

from digesta.records.release import PoolScore
from digesta_site.pages.boards.headline import counted_words
from digesta_site.pages.common import rank_hindrance
from digesta_site.values import SiteRelease
from digesta_site.views.reviews import review_words
from digesta_site.words import INTERVALS, TERMS

BOARD = f"r/{NEWEST}/halacha@closed_book.md"
_LINK = re.compile(r'href="(?:\.\./)*glossary\.html#([a-z-]+)" title="([^"]+)">([^<]+)<')


def test_each_term_of_the_glossary_stands_on_a_page_and_is_told_once(shown: dict[str, str]) -> None:
    used = {
        key
        for path, body in shown.items()
        if path != "glossary.md"
        for key, *_ in _LINK.findall(body)
    }
    told = re.findall(r'<dt id="([a-z-]+)">', shown["glossary.md"])

    assert told == list(TERMS)
    assert used == set(TERMS)
    words = [term.word for term in TERMS.values()]
    assert len(words) == len(set(words))


def test_a_term_says_its_meaning_where_it_stands(shown: dict[str, str]) -> None:
    found = {key: (title, text) for key, title, text in _LINK.findall(shown[BOARD])}

    title, text = found["floor"]
    assert "has shown nothing" in title
    assert text == "floor"


def test_how_a_board_was_computed_stands_in_one_place_behind_its_plain_words(
    shown: dict[str, str], newest: SiteRelease
) -> None:
    own = newest.board_at["halacha@closed_book", "public"]
    body = shown[BOARD]
    computed = re.findall(r"<summary>How this was computed</summary>.*?</details>", body, re.DOTALL)

    outside = body.replace(computed[0], "")

    assert len(computed) == 1
    for machinery in (own.signature, "clusters", INTERVALS[own.interval.method], own.weighting):
        assert machinery in computed[0]
        assert machinery not in outside


def test_notices_stand_once_on_every_page(shown: dict[str, str]) -> None:
    counts = {path: body.count('<aside class="dg-notices"') for path, body in shown.items()}

    assert set(counts.values()) == {1}


def test_a_score_that_leaves_questions_out_says_which(newest: SiteRelease) -> None:
    track = newest.manifest.track_named("halacha")
    own = newest.board_at["halacha@closed_book", "public"]
    first, *rest = track.categories
    rule = PoolScore(name=track.headline, pool=[first], metric=track.headline)
    narrow = track.model_copy(update={"scores": [rule]})
    tracks = [narrow if each is track else each for each in newest.manifest.tracks]
    manifest = newest.manifest.model_copy(update={"tracks": tracks})
    asked = [q for q in newest.public if q.track == "halacha"]
    counted = [q for q in asked if q.category == first]

    words = counted_words(
        dataclasses.replace(newest, manifest=manifest),
        own.model_copy(update={"n": len(counted)}),
    )

    assert words.startswith(f"The score counts {len(counted)} of {len(asked)} questions: not those")
    assert all(t.title in words for t in track.tasks.values() if t.category in rest)
    assert counted_words(newest, own) == ""


def test_who_read_the_questions_is_counted(newest: SiteRelease) -> None:
    asked = [question("halacha", "muktzeh", number) for number in (1, 2)]
    read = [review(asked[0], human=True)]

    some = review_words(dataclasses.replace(newest, questions=asked, reviews=read), ("halacha",))
    none = review_words(dataclasses.replace(newest, questions=asked, reviews=[]), ("halacha",))

    assert some == "1 by one qualified human, 1 by nobody but the author"
    assert none == "2 by nobody but the author; none by a qualified human"


def test_a_judge_s_figures_are_left_out_of_the_first_sentence() -> None:
    judged = board(NEWEST, "frenchlaw@closed_book@x", 38)
    why = "not ranked: the judge x did not pass its gate (calibration-tau: 0.033, at least 0.70)"

    assert rank_hindrance(judged.model_copy(update={"why_unranked": why})) == why.partition(" (")[0]
    plain = board(NEWEST, "halacha@closed_book", 38).model_copy(update={"why_unranked": "a (b)"})
    assert rank_hindrance(plain) == "a (b)"
