"""What limits.json says in numbers holds of the release, or the release is not cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes
from digesta_site.input import site_input
from site_tree import pages
from world import RELEASE, Identity, both, cut_in, do, draft, ok, sealed_in, toy, write

NO_HOLDOUT = {"of": "questions", "split": "holdout", "most": 0}


def limits(sentence: str, claim: dict[str, Any] | None = None) -> dict[str, bytes]:
    said = {"track": "toy", "limit": sentence, "why": "a toy"} | ({"claim": claim} if claim else {})
    return {"limits.json": canonical_bytes({"format": "limits/1", "limits": [said]})}


def cut(tmp_path: Path, sentence: str, claim: dict[str, Any] | None = None) -> tuple[int, str]:
    files = draft(toy(30)) | limits(sentence, claim)
    done = do("release", "cut", write(tmp_path / "draft", files), "--root", tmp_path)
    return done.code, done.stderr


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("There is no holdout.", NO_HOLDOUT),
        ("There is no holdout.", None),
        ("Nothing after 1 June 2025 is asked.", None),
        ("Ninety questions rank little.", {"of": "questions", "least": 90, "most": 90}),
        ("30 questions a task.", {"of": "questions of each task", "least": 30, "most": 30}),
        ("One work is asked about.", {"of": "works", "least": 1, "most": 1}),
        ("Nothing after 1 June 2025 is asked.", {"of": "days", "day": "2025-06-01"}),
        ("Nobody has read the questions.", None),
    ],
)
def test_what_the_release_bears_out_is_cut(
    tmp_path: Path, sentence: str, claim: dict[str, Any] | None
) -> None:
    assert cut(tmp_path, sentence, claim)[0] == 0


@pytest.mark.parametrize(
    ("sentence", "claim", "code"),
    [
        ("No holdout.", {"of": "questions", "split": "holdout", "least": 1}, "limit-false"),
        ("Twelve questions.", {"of": "questions", "least": 12, "most": 12}, "limit-false"),
        ("Twelve questions.", {"of": "questions", "least": 90, "most": 90}, "limit-false"),
        ("At most 29 a task.", {"of": "questions of each task", "most": 29}, "limit-false"),
        ("Nine works.", {"of": "works", "least": 9, "most": 9}, "limit-false"),
        ("Nothing after 1 June 2020.", {"of": "days", "day": "2025-06-01"}, "limit-false"),
    ],
)
def test_what_it_does_not_bear_out_names_the_sentence_and_is_not_cut(
    tmp_path: Path, sentence: str, claim: dict[str, Any] | None, code: str
) -> None:
    done = cut(tmp_path, sentence, claim)

    assert done[0] == 1
    assert f"limits.json: {code}; got toy: {sentence}" in done[1]


@pytest.mark.parametrize("claimed", [True, False])
def test_no_holdout_where_there_is_one_and_a_later_day_are_refused(
    tmp_path: Path, *, claimed: bool
) -> None:
    files, private = both(Identity().public)
    with pytest.raises(AssertionError, match=r"limit-false; got toy: There is no holdout\.: 90 "):
        sealed_in(
            tmp_path,
            files | limits("There is no holdout.", NO_HOLDOUT if claimed else None),
            private,
        )
    track = toy(30)
    asked = [one | {"law_as_of": "2025-08-08"} for one in track.questions]
    late = draft(track._replace(questions=asked).but(dated=True))
    sentence, claim = "Nothing after 26 August 2020.", {"of": "days", "day": "2020-08-26"}
    late |= limits(sentence, claim if claimed else None)
    done = do("release", "cut", write(tmp_path / "late", late), "--root", tmp_path)
    assert "90 questions name a later day" in done.stderr


def test_an_upheld_dispute_stands_with_the_false_sentence_on_its_day(tmp_path: Path) -> None:
    cut_in(tmp_path, draft() | limits("Read by a thousand."))
    day = ("--date", "2026-02-06", "--root", tmp_path)
    wrong = do("dispute", "raise", "--limit", "toy: Read by none.", "--reason", "no", *day)
    ok("dispute", "raise", "--limit", "toy: Read by a thousand.", "--reason", "by none", *day)
    before = pages(site_input(tmp_path, version="0"))
    ok("dispute", "settle", "d-0001", "upheld", "--reason", "by none", *day)

    tree = pages(site_input(tmp_path, version="0"))

    assert "toy: Read by a thousand." in wrong.stderr
    told = "False: d-0001, upheld on 2026-02-06"
    assert json.loads(tree["limits.json"])[0]["false"] == told
    for stem in ("limits", f"r/{RELEASE}/limits", f"r/{RELEASE}/toy@closed_book"):
        assert told in tree[f".view/{stem}.json"].decode()
        assert told not in before[f".view/{stem}.json"].decode()
