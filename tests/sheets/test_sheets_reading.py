"""A second reader's sheets: what was read without the truth becomes review records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from filling import FILL, edit_xlsx, fill_csv
from sheet_commands import CARD, done, packed, ran, review_packed

from digesta.canonical import canonical_bytes
from digesta.errors import ReleaseError, SubmissionError
from digesta.records.review import Review
from digesta.releases.cut import cut
from digesta.sheets import archive
from judged_workspace import judged_draft
from world import RELEASE, draft, key_of, write


def read_sheet(root: Path, form: str, qualification: str = "advocate, 12 years") -> Path:
    """Return a reading sheet: two right answers, a wrong one, one right but doubted, a doubt."""
    sheet = review_packed(root, name=f"r.{form}")
    one, two, three, four, five = sorted(key_of(root))[:5]
    key = key_of(root)
    said = {k: json.dumps(key[k]).strip('"') for k in (one, two, four)} | {three: "?"}
    data = FILL[form](sheet.read_bytes(), said)
    data = FILL[form](data, {four: "x", five: "X "}, "doubt")
    data = FILL[form](data, {three: "It depends."}, "note")
    if form == "csv":
        data = data.replace(b'"qualification",""', f'"qualification","{qualification}"'.encode())
    sheet.write_bytes(data)
    return sheet


def test_a_reading_sheet_becomes_review_records(released: Path) -> None:
    before = {p: p.read_bytes() for p in (released / "releases").rglob("*") if p.is_file()}
    sheet = read_sheet(released, "csv")

    said = done("review", "unpack", sheet, "-o", released / "review.jsonl", "--root", released)

    records = [
        Review.model_validate_json(x) for x in (released / "review.jsonl").read_bytes().splitlines()
    ]
    assert [one.question_id for one in records] == sorted(key_of(released))[:5]
    readers = [one.readers[0] for one in records]
    assert [one.verdict for one in readers] == ["agreed", "agreed", *["disputed"] * 3]
    assert {one.kind for one in readers} == {"human"}
    assert {one.qualification for one in readers} == {"advocate, 12 years"}
    assert readers[4].answer is None
    assert records[2].why == "It depends."
    assert {one.purpose for one in records} == {"blind"}
    assert "5 of 36 questions read, 3 disputed" in said
    assert before == {p: p.read_bytes() for p in before}


def test_the_records_fit_a_draft_which_is_then_refused_for_what_is_disputed(released: Path) -> None:
    files_ = dict(draft())
    write(released / "draft", files_)
    sheet = released / "d.csv"
    done("review", "pack", "-t", "toy", "-r", released / "draft", "-o", sheet, "--root", released)
    data = fill_csv(sheet.read_bytes(), {"colour-0": "red", "colour-1": "red"})
    sheet.write_bytes(data.replace(b'"qualification",""', b'"qualification","q"'))

    done(
        "review",
        "unpack",
        sheet,
        "-r",
        released / "draft",
        "-o",
        released / "o.jsonl",
        "--root",
        released,
    )

    made = {
        one["question_id"]: one
        for one in map(json.loads, (released / "o.jsonl").read_bytes().splitlines())
    }
    lines = [json.loads(x) for x in files_["review.jsonl"].splitlines()]
    lines = [made.get(one["question_id"], one) for one in lines]
    files_["review.jsonl"] = b"".join(canonical_bytes(one) + b"\n" for one in lines)
    with pytest.raises(ReleaseError, match="review-disputed; question colour-1") as refused:
        cut(files_, name="draft")
    assert "colour-0" not in str(refused.value)


def refusals(root: Path, sheet: Path) -> list[str]:
    result = ran("review", "unpack", sheet, "-o", root / "n.jsonl", "--root", root)
    assert isinstance(result.exception, SubmissionError)
    assert not (root / "n.jsonl").exists()
    return [one.code for one in result.exception.problems]


@pytest.mark.parametrize("form", sorted(FILL))
def test_a_note_without_an_answer_or_an_x_is_not_lost(released: Path, form: str) -> None:
    sheet = review_packed(released, name=f"n.{form}")
    filled = read_sheet(released, form).read_bytes()
    sheet.write_bytes(FILL[form](filled, {max(key_of(released)): "wrong: see section 3"}, "note"))

    if form == "csv":
        assert refusals(released, sheet) == ["doubt"]
    else:  # where no qualification was filled in either
        assert sorted(refusals(released, sheet)) == ["doubt", "qualification"]


@pytest.mark.parametrize("escape", ["_x001B_", "_xD83D_"])
def test_a_note_that_no_record_may_hold_is_refused(released: Path, escape: str) -> None:
    sheet = read_sheet(released, "xlsx")
    inside = archive.members_of(sheet.read_bytes())
    noted = {name: one.replace(b"It depends.", escape.encode()) for name, one in inside.items()}
    assert noted != inside
    sheet.write_bytes(archive.archive_of(noted))

    assert len(refusals(released, sheet)) == 2  # the qualification is not filled in either


def test_a_reading_sheet_without_a_qualification_is_refused(released: Path) -> None:
    for form in ("csv", "xlsx"):
        sheet = read_sheet(released, form, qualification="")

        result = ran("review", "unpack", sheet, "-o", released / "r.jsonl", "--root", released)

        assert isinstance(result.exception, SubmissionError)
        assert [one.code for one in result.exception.problems] == ["qualification"]


def test_a_word_in_the_column_of_doubts_is_refused(released: Path) -> None:
    sheet = read_sheet(released, "csv")
    sheet.write_bytes(fill_csv(sheet.read_bytes(), {max(key_of(released)): "perhaps"}, "doubt"))

    result = ran("review", "unpack", sheet, "-o", released / "r.jsonl", "--root", released)

    assert isinstance(result.exception, SubmissionError)
    assert [one.code for one in result.exception.problems] == ["doubt"]


def test_a_reading_sheet_is_no_answer_sheet(released: Path) -> None:
    sheet = read_sheet(released, "csv")

    result = ran("unpack", sheet, *CARD, "--root", released)

    assert isinstance(result.exception, SubmissionError)
    assert result.exception.problems[0].code == "sheet-head"
    assert "digesta review unpack FILE" in result.exception.problems[0].fix


def test_an_answer_sheet_is_no_reading_sheet(released: Path) -> None:
    sheet = packed(released)

    result = ran("review", "unpack", sheet, "-o", released / "r.jsonl", "--root", released)

    assert isinstance(result.exception, SubmissionError)
    assert "digesta unpack FILE --id" in result.exception.problems[0].fix


def test_no_truth_stands_in_a_reading_sheet(released: Path) -> None:
    review_packed(released)
    swapped = (b'"answer":"red"', b'"answer":"blue"')
    files_ = dict(draft())
    truths = files_["truths.jsonl"].replace(swapped[0], b"?").replace(swapped[1], swapped[0])
    files_["truths.jsonl"] = truths.replace(b"?", swapped[1])
    write(released / "other" / "releases" / RELEASE, cut(files_, name="draft"))

    other = review_packed(released / "other")

    assert other.read_bytes() == (released / "s.csv").read_bytes()


def test_what_only_a_judge_can_mark_is_left_out_of_a_reading_sheet(tmp_path: Path) -> None:
    write(tmp_path / "draft", judged_draft())

    track = json.loads(judged_draft()["release.json"])["tracks"][-1]["track"]
    result = ran("review", "pack", "-t", track, "-r", tmp_path / "draft", "-o", tmp_path / "s.csv")

    assert "left out" in result.output


def test_a_qualification_is_filled_in_at_the_top_of_a_workbook(released: Path) -> None:
    def fill(book: Any) -> None:
        book["about"].cell(book["about"].max_row, 2).value = "dayan"

    sheet = read_sheet(released, "xlsx")
    sheet.write_bytes(edit_xlsx(sheet.read_bytes(), fill))

    done("review", "unpack", sheet, "-o", released / "r.jsonl", "--root", released)

    assert (released / "r.jsonl").read_bytes().count(b'"qualification":"dayan"') == 5


def test_a_sample_follows_from_its_seed_and_comes_back_as_it_was_drawn(released: Path) -> None:
    sheets = [
        review_packed(released, "-n", 5, "--seed", seed, name=name).read_bytes()
        for name, seed in (("a.csv", 7), ("b.csv", 7), ("c.csv", 8))
    ]
    filled = sheets[0].replace(b"qualification,", b"qualification,dayan")
    (released / "a.csv").write_bytes(filled)

    said = done(
        "review", "unpack", released / "a.csv", "-o", released / "r.jsonl", "--root", released
    )

    assert sheets[0] == sheets[1] != sheets[2]
    assert "0 of 5 questions read" in said
    too_many = ran(
        "review", "pack", "-t", "toy", "-n", 99, "-o", released / "d.csv", "--root", released
    )
    assert "there are 36 questions to draw from" in str(too_many.exception)
