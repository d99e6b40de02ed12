"""A track's reading of answers: cutting writes it in asks, and warns of what none reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import question_id
from digesta.releases.checks.asks import unread_languages
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.draft import example_draft
from digesta.workspace.drafts import cut_draft
from digesta.workspace.store import write_tree
from world import draft, edited, manifest, toy


def german(question: dict[str, Any]) -> dict[str, Any]:
    return question | {"language": "de"}


def read(change: Callable[[dict[str, Any]], dict[str, Any]] = german) -> dict[str, bytes]:
    """Return a draft in German whose track names a reading."""
    notice = {"en": "For tests only.", "de": "Nur zum Test."}
    files = draft(toy().but(reading="any-language/2", notice=notice))
    return edited(files, "questions.jsonl", change)


def asks(files: dict[str, bytes]) -> list[dict[str, Any]]:
    return [json.loads(line)["ask"] for line in files["questions.jsonl"].splitlines()]


def test_cutting_writes_the_tracks_reading_in_each_ask_that_it_means_something_in() -> None:
    release = cut(read(), name="draft")

    assert {ask["reading"] for ask in asks(release)} == {"any-language/2"}
    questions = [json.loads(line) for line in release["questions.jsonl"].splitlines()]
    assert all(one["question_id"] == question_id(one) for one in questions)
    normalisers = json.loads(release["release.json"])["normalisers"]
    assert normalisers == {"any-language": 2, "he": 1}
    assert cut(release, name="release") == release


def test_an_ask_that_says_how_it_is_read_stays() -> None:
    def own(question: dict[str, Any]) -> dict[str, Any]:
        kind = question["ask"]["answer_type"]
        more = {"numeric": {"numerals": "zh/1"}, "boolean": {"reading": "any-language/3"}}
        return german(question) | {"ask": question["ask"] | more.get(kind, {})}

    release = cut(read(own), name="draft")

    assert {ask.get("reading", ask.get("numerals")) for ask in asks(release)} == {
        *("any-language/2", "any-language/3", "zh/1")
    }


def test_cutting_warns_of_languages_whose_words_no_reading_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = json.loads(read()["release.json"])
    plain["tracks"][0].pop("reading")
    write_tree(tmp_path / "draft", read() | {"release.json": json.dumps(plain).encode()})

    cut_draft(tmp_path, tmp_path / "draft")

    told = capsys.readouterr().err
    assert "toy: yes and no in de are not read in its own words or marks" in told
    assert "toy: numbers in de are not read" in told
    assert "(12 questions)" in told
    assert '"reading": "any-language/3"' in told
    assert not list(unread_languages(parse_release(read(), name="draft")))


def test_a_language_that_the_table_lacks_is_warned_of_with_a_reading() -> None:
    latin = read(lambda question: question | {"language": "la"})

    told = list(unread_languages(parse_release(latin, name="draft")))

    assert [line.split(" are ")[0] for line in told] == ["toy: yes and no in la"]
    for language in ("ja", "ar", "ru"):

        def change(question: dict[str, Any], tag: str = language) -> dict[str, Any]:
            return question | {"language": tag}

        known = read(change)
        assert not list(unread_languages(parse_release(known, name="draft")))


def test_new_drafts_read_answers_in_every_language() -> None:
    files = example_draft({"release": "2027-01-05", "title": "T", "canary": manifest()["canary"]})

    assert json.loads(files["release.json"])["tracks"][0]["reading"] == "any-language/3"
