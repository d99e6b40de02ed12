"""What pages say of answers: their types, and how they were read."""

from __future__ import annotations

import dataclasses
import json
import re
from html import unescape
from typing import Any, get_args

import pytest
from site_building import bodies
from site_questions import NEWEST, question, truth
from site_workspace import SYSTEMS, site_input, submission

from digesta.records.release import Manifest
from digesta.scorers import SCORERS
from digesta.scorers.closed.records import AnswerType
from digesta.scoring.submission import normal_forms
from digesta.text import NORMALISERS, NUMERALS
from digesta.text.readings import READING, READINGS
from digesta_site.pages.questions.answers import ALONE, together
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views.answer_types import rules, types_under
from digesta_site.views.normalisers import WORDS, beside
from digesta_site.views.normalisers import rules as normaliser_rules
from site_tree import pages

BOARD = f"r/{NEWEST}/halacha@closed_book"
CLOSED = SCORERS["closed"]
TEXT = {"answer_type": "enum"}
HEBREW = {"answer_type": "enum", "normaliser": "he/1"}


def read(ask: dict[str, str], answer: object) -> list[tuple[str, str]]:
    return [(one.by, one.text) for one in normal_forms(CLOSED, ask, answer)]


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


# -- answer types


def test_a_board_counts_the_types_of_answer_that_its_questions_ask_for(
    newest: SiteRelease,
) -> None:
    found = types_under(SCORERS, newest, "public", ("halacha", "shabbat"))

    assert [(one["type"], one["n"], one["share"]) for one in found] == [
        ("mcq", 20, "83.3%"),
        ("enum", 4, "16.7%"),
    ]


def test_a_board_says_when_an_answer_of_each_type_is_right_and_where_the_rule_stands(
    shown: dict[str, str],
) -> None:
    body = shown[f"{BOARD}.md"]

    types = f"The types of answer that {12 + 12 + 14} public questions under this board ask for"
    assert types in body
    assert CLOSED.answer_types["mcq"].right in body
    assert "../../methodology.html#answer-type-enum" in body
    assert 'id="answer-type-enum"' in shown["methodology.md"]


def test_a_track_whose_questions_have_no_answer_type_has_no_table_of_them(
    shown: dict[str, str],
) -> None:
    assert "Answer types" not in shown[f"r/{NEWEST}/frenchlaw@closed_book.md"]


def test_an_answer_type_of_another_scorer_is_counted_under_its_own_name(
    newest: SiteRelease,
) -> None:
    asked = question("frenchlaw", "redaction", 0)
    typed = asked.model_copy(update={"ask": {"answer_type": "essay"}})
    release = dataclasses.replace(newest, questions=[typed])

    found = types_under(SCORERS, release, "public", ("frenchlaw",))

    assert [(one["type"], one["n"], one["right"], one["anchor"]) for one in found] == [
        ("essay", 1, "", "")
    ]


def test_every_answer_type_has_words_and_examples_of_every_kind_of_mark() -> None:
    told = {one["type"]: one for one in rules(SCORERS)}

    assert tuple(told) == get_args(AnswerType)
    for one in told.values():
        marks = {example["status"] for example in one["examples"]}
        assert marks == {"right", "wrong", "unreadable"}


def test_the_first_example_of_each_type_is_right_and_the_last_is_not() -> None:
    for one in rules(SCORERS):
        assert one["examples"][0]["status"] == "right"
        assert one["examples"][-1]["status"] != "right"


def test_rules_are_those_of_the_scorers_at_hand() -> None:
    assert rules({}) == []
    assert {rule["scorer"] for rule in rules(SCORERS)} == {"closed"}


# -- what was read


@pytest.mark.parametrize(
    ("ask", "answer", "as_read"),
    [
        (TEXT, "  “Dairy”. ", ("text/1", "dairy")),
        (TEXT, "בית־דין", ("text/1", "בית-דין")),
        (TEXT, "שָׁלוֹם", ("text/1", "שָׁלוֹם")),
        (HEBREW, "שָׁלוֹם", ("he/1", "שלום")),
        (HEBREW, "-5", ("he/1", "-5")),
    ],
)
def test_an_answer_is_read_by_the_normaliser_of_its_question(
    ask: dict[str, str], answer: str, as_read: tuple[str, str]
) -> None:
    assert read(ask, answer) == [as_read]


def test_characters_that_were_folded_are_named_in_the_order_of_their_code_points() -> None:
    (one,) = normal_forms(CLOSED, TEXT, "בית־דין — 5")

    assert one.folded == ("U+05BE HEBREW PUNCTUATION MAQAF", "U+2014 EM DASH")


def test_only_a_text_that_is_normalised_as_a_whole_has_a_reading() -> None:
    assert read({"answer_type": "json", "schema": "{}"}, '{"a": "B"}') == []
    assert read({"answer_type": "numeric"}, " 18 ") == []
    assert read(TEXT, {"a": "B"}) == []
    assert read(TEXT, None) == []


def test_a_question_shows_what_was_written_and_what_was_read_where_they_differ(
    tree: dict[str, bytes], shown: dict[str, str], site: SiteInput
) -> None:
    assert site.newest is not None
    roles = {each.card.submission_id: each.role for each in site.newest.submissions}
    page = f"r/{NEWEST}/q/halacha/shabbat/muktzeh"
    answers = [one for entry in json.loads(tree[f"{page}.json"]) for one in entry["answers"]]
    changed = [one for one in answers if one["read"] and one["status"] != "missing"]

    text = plain(shown[f"{page}.md"])
    assert any(one["answer"] == "no" and not one["read"] for one in answers)
    assert all(one["answer"] != form for one in changed for form in one["read"].values())
    every = [name for one in changed for name in one["submissions"]]
    readers = [name for name in every if roles[name] == "system"]
    assert shown[f"{page}.md"].count('class="dg-read"') == len(readers) > 0
    assert (
        "wrote yes[U+200F] Acme 7B, constrained we read, by text/1 yes[U+200F] acme 7b, constrained"
        in text
    )
    assert "we read, by he/1 yes[U+200F] borealis 2" in text


def test_a_reading_reads_in_its_own_direction(shown: dict[str, str]) -> None:
    body = shown[f"r/{NEWEST}/q/halacha/shabbat/muktzeh.md"]
    after = re.findall(r'class="dg-read">.*?</small> (<[^>]+>)', body)

    assert set(after) == {
        '<bdi class="dg-text" lang="he">',
        '<bdi class="dg-text" lang="en">',
    }


def test_an_answer_of_which_nothing_is_left_is_read_as_nothing(newest: SiteRelease) -> None:
    asked = question("halacha", "muktzeh", 0)
    said = dataclasses.replace(
        submission(NEWEST, SYSTEMS[0], [asked]), answers={asked.question_id: "..."}
    )
    release = dataclasses.replace(
        newest,
        questions=[asked],
        truths={asked.question_id: truth(asked)},
        submissions=[said],
        boards=[],
        pairs=[],
        conditions=[],
    )

    shown = bodies(pages(dataclasses.replace(site_input(), releases=[release])))

    body = plain(shown[f"r/{NEWEST}/q/halacha/shabbat/muktzeh.md"])
    assert "wrote ... we read, by he/1 nothing" in body


def test_a_long_reading_is_cut_and_says_by_how_much() -> None:
    (one,) = normal_forms(CLOSED, TEXT, "A" * 1000)

    found = beside(one)

    assert found["text"] == "a" * 240
    assert found["more"] == 760


def test_a_release_that_names_no_scorer_of_ours_shows_answers_as_they_were_written(
    site: SiteInput,
) -> None:
    without = dataclasses.replace(site, scorers={})

    shown = bodies(pages(without))

    assert 'class="dg-read"' not in shown[f"r/{NEWEST}/q/halacha/shabbat/muktzeh.md"]


def test_every_normaliser_has_words_and_at_least_three_examples() -> None:
    assert WORDS.keys() == {*NORMALISERS, *NUMERALS, *READINGS}
    assert all(len(one.steps) > 0 and len(one.examples) > 2 for one in WORDS.values())


def older(newest: SiteRelease) -> Manifest:
    """Return the manifest of a release that uses every normaliser."""
    every = sorted({*NORMALISERS, *NUMERALS, *READINGS})
    versions = {name: int(number) for name, _, number in (each.partition("/") for each in every)}
    return newest.manifest.model_copy(update={"normalisers": versions})


def test_examples_of_a_normaliser_are_what_it_gives(newest: SiteRelease) -> None:
    told = {
        (one["name"], example["wrote"]): example["read"]
        for one in normaliser_rules(newest.manifest, [older(newest)])
        for example in one["examples"]
    }

    assert told["text/1", "-5"] == told["he/1", "-5"] == told["ascii/1", "-5"] == "-5"
    assert told["text/1", "בית־דין"] == "בית-דין"
    assert told["text/1", "״רש״י״"] == 'רש"י'
    assert told["text/1", "שָׁלוֹם"] == "שָׁלוֹם"
    assert told["he/1", "שָׁלוֹם"] == "שלום"
    assert told["ascii/1", " 18.50 "] == "18.5"
    assert told["ascii/1", "1,000"] == "no number"


def test_the_normalisers_of_the_newest_release_come_first_and_are_marked(
    newest: SiteRelease,
) -> None:
    assert newest.manifest.normalisers == {"he": 1, "text": 1}

    listed = normaliser_rules(newest.manifest, [older(newest)])
    told = [(one["name"], one["used"]) for one in listed]

    superseded = {"any-language/2", "br-amendment/1", "numbered-text/1"}
    others = sorted({*NORMALISERS, *NUMERALS, *READINGS} - {"he/1", "text/1"} - superseded)
    assert told == [("he/1", True), ("text/1", True), *((name, False) for name in others)]


def test_of_normalisers_that_no_release_uses_only_the_reading_of_new_drafts_is_told_of(
    newest: SiteRelease,
) -> None:
    listed = {one["name"]: one for one in normaliser_rules(newest.manifest)}

    assert list(listed) == ["he/1", "text/1", READING]
    read = {one["about"]: one["read"] for one in listed[READING]["examples"]}
    assert (read["Yes or no: in a box"], read["Yes or no: a hedge"]) == ("yes", "no answer")
    assert (read["Choice: its label and text"], read["Number: other digits"]) == ("Wood", "15")
    assert (read["Number: a sum"], read["Number without a unit: about"]) == ("15", "no answer")
    kinds = {"Yes or no", "Choice", "Number", "Number without a unit"}
    assert {about.partition(":")[0] for about in read} == kinds


def test_of_many_systems_equal_answers_stand_together_those_that_most_gave_first() -> None:
    def cell(at: int, text: str) -> dict[str, Any]:
        return {"at": at, "id": f"s-{at}", "text": text, "why": "equal to the truth"}

    few = [cell(at, "red") for at in range(ALONE)]
    many = [cell(0, "blue"), *(cell(at, "red") for at in range(1, ALONE + 1))]

    assert [one["who"] for one in together(few)] == [[at] for at in range(ALONE)]
    assert [(one["text"], one["who"]) for one in together(many)] == [
        ("red", [*range(1, ALONE + 1)]),
        ("blue", [0]),
    ]
