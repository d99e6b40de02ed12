"""One expert reads forty questions: from the packed sheet to a raised level in a cut release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from filling import fill_csv
from sheet_commands import done, ran, review_packed

from digesta.errors import UsageError
from digesta.stats.intervals import highest_share
from digesta.workspace.releases import read_release
from digesta_site.views.reviews import review_level
from world import RELEASE, key_of

NEXT = "2026-03-05"


def read_by(root: Path, name: str, *, wrong: int = 0) -> Path:
    """Return a sheet of twenty questions, filled in by a reader who is wrong at so many."""
    sheet = review_packed(root, "-n", "20", "--seed", "7", name=f"{name}.csv")
    key = key_of(root)
    packed = [line for line in key if line in sheet.read_text("utf-8-sig")]
    said = {each: json.dumps(key[each]).strip('"') for each in packed}
    said |= dict.fromkeys(sorted(packed)[:wrong], "?")
    data = fill_csv(sheet.read_bytes(), said)
    data = data.replace(b'"name",""', f'"name","{name}"'.encode())
    sheet.write_bytes(data.replace(b'"qualification",""', b'"qualification","advocate"'))
    return sheet


def levels(root: Path) -> dict[str, int]:
    """Return the review level of each question of the release that was cut."""
    data = read_release(root / "releases" / NEXT)
    return {
        question.question_id: review_level(
            [each for each in data.reviews if each.question_id == question.question_id]
        )
        for question in data.questions
    }


@pytest.fixture
def drafted(released: Path) -> Path:
    done("release", "new", NEXT, "-o", released / "draft", "--root", released)
    return released


def test_what_an_expert_read_stands_a_level_higher_in_the_next_release(drafted: Path) -> None:
    sheet = read_by(drafted, "Reader One", wrong=2)

    said = done("review", "unpack", sheet, "--draft", drafted / "draft", "--root", drafted)
    done("release", "cut", drafted / "draft", "--root", drafted)

    assert "the key agrees with 18 of 20 answers (90.0%)" in said
    assert "10.0% of keys are wrong, and at most 28.3%" in said
    assert "20 readings added" in said
    by_level = sorted(levels(drafted).values())
    assert by_level == [2] * 18 + [3] * 18
    reviews = (drafted / "releases" / NEXT / "review.jsonl").read_text()
    assert reviews.count('"name":"Reader One"') == 20
    assert "R3" not in reviews  # a level is derived, never claimed


def test_a_second_expert_raises_them_again_and_the_same_one_twice_does_not(drafted: Path) -> None:
    added = []
    for name in ("one", "one", "two"):
        sheet = read_by(drafted, name)
        added.append(
            done("review", "unpack", sheet, "--draft", drafted / "draft", "--root", drafted)
        )
        sheet.unlink()
    assert ["20 readings added" in text for text in added] == [True, False, True]
    assert "0 readings added; left out, edited since or read by them before: 20" in added[1]
    done("release", "cut", drafted / "draft", "--root", drafted)

    assert sorted(levels(drafted).values()) == [2] * 16 + [4] * 20


def test_a_question_edited_since_it_was_read_keeps_its_level(drafted: Path) -> None:
    sheet = read_by(drafted, "one")
    questions = drafted / "draft/questions.jsonl"
    first = next(line for line in key_of(drafted) if line in sheet.read_text("utf-8-sig"))
    lines = questions.read_text().splitlines(keepends=True)
    edited = [x.replace("of the kind", "of a kind") if first in x else x for x in lines]
    questions.write_text("".join(edited))

    said = done("review", "unpack", sheet, "--draft", drafted / "draft", "--root", drafted)

    assert "19 readings added; left out, edited since or read by them before: 1" in said
    assert first[:16] in said


def test_a_release_takes_no_readings(released: Path) -> None:
    sheet, release = read_by(released, "one"), released / "releases" / RELEASE
    before = (release / "review.jsonl").read_bytes()

    result = ran("review", "unpack", sheet, "--draft", release, "--root", released)

    assert isinstance(result.exception, UsageError)
    assert (release / "review.jsonl").read_bytes() == before


def test_a_sheet_to_print_holds_every_question_no_truth_and_room_to_write(released: Path) -> None:
    sheet = review_packed(released, "-n", "20", "--seed", "7", name="paper.html")
    text = sheet.read_text()

    assert text.count("<section") == 20
    assert text.count("<dt>answer</dt><dd></dd>") == 20
    assert "<dt>name</dt><dd></dd>" in text
    assert "is not read back" in text
    assert "<script" not in text
    assert "http" not in text
    refused = ran("review", "unpack", sheet, "-o", released / "r.jsonl", "--root", released)
    assert "printing" in str(refused.exception)


def test_the_bound_is_exact_at_its_ends() -> None:
    """At no error in n, 1 - 0.05^(1/n); at all, 1; and it grows with what was found."""
    assert highest_share(0, 40) == pytest.approx(1 - 0.05 ** (1 / 40), abs=1e-4)
    assert highest_share(5, 5) == highest_share(0, 0) == 1
    bounds = [highest_share(k, 40) for k in range(41)]
    assert bounds == sorted(set(bounds))
    assert all(bound >= k / 40 for k, bound in enumerate(bounds))
