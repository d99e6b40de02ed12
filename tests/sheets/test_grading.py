"""Blind grading by the commands: sheets for graders, agreement, adjudication, verdicts, a board.

The graders are scripts of these tests: what a person would write, they write by a rule.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from filling import edit_xlsx
from sheet_commands import done, ran

from digesta.canonical import canonical_lines, digest
from digesta.errors import SubmissionError, UsageError
from digesta.intake import JudgedAnswer
from digesta.intake.verdicts import circumstances
from digesta.records.judges.verdict import Judge
from digesta.releases.cut import cut
from digesta.sheets.graders.masks import AnswerToGrade, masks
from digesta.text.formulas import guard
from digesta.workspace.releases import open_release
from digesta.workspace.sheets.graders import read_grading
from judged_workspace import answering, half, judged_draft, whole
from world import RELEASE, submission, write

JUDGE = ["--judge", "lawyers", "--operator", "the tests", "--date", RELEASE]
HEAD = {"kind": "human", "qualification": "advocate, 12 years", "minutes": "90"}
Says = Callable[[Mapping[str, str]], str]
"""A grader: what a row shows -> what stands in its column met."""


def rows_of(sheet: Path) -> list[dict[str, str]]:
    """Return the rows of a sheet, each with its answer, which stands on the first alone."""
    table = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"), newline="")))
    at = next(n for n, row in enumerate(table) if row[0] == "row")
    rows, answer = [], ""
    for cells in table[at + 1 :]:
        row = dict(zip(table[at], cells, strict=True))
        answer = row["what was answered"] or answer
        rows.append(row | {"what was answered": answer})
    return rows


def fill(sheet: Path, says: Says, **head: str) -> None:
    """Fill a sheet in: its head, and the column met of each row."""
    said = {row["row"]: says(row) for row in rows_of(sheet)}
    table = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"), newline="")))
    names = next(row for row in table if row[0] == "row")
    for row in table:
        if row[0] in HEAD:
            row[1] = (HEAD | head)[row[0]]
        if row[0] in said:
            row[names.index("met")] = guard(said[row[0]])
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(table)
    sheet.write_text(out.getvalue(), "utf-8")


def strict(row: Mapping[str, str]) -> str:
    """Say yes where the words of the criterion stand in the answer."""
    wanted = row["criterion"].removeprefix("Counts against the answer: ")
    return "yes" if wanted in row["what was answered"] else "no"


def lenient(row: Mapping[str, str]) -> str:
    """Say so too, but let any plan pass."""
    return "oui" if row["criterion"].startswith("Plan note") else strict(row)


@pytest.fixture(scope="module")
def ungraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with two submissions, packed for two graders, nothing filled in."""
    root = tmp_path_factory.mktemp("graded")
    write(root / "releases" / RELEASE, cut(judged_draft(), name="draft"))
    release = open_release(root, RELEASE)
    for name, given in {"good": whole, "weak": half}.items():
        submission(root, name, answering(release, given))
    told = pack(root, "grading", "--seed", 7)
    assert "of 2 graders, seed 7" in told
    return root


@pytest.fixture
def graded(ungraded: Path, tmp_path: Path) -> Path:
    return shutil.copytree(ungraded, tmp_path / "w")


def pack(root: Path, out: str, *more: Any, form: str = "csv") -> str:
    both = (root / "predictions" / RELEASE / name for name in ("good", "weak"))
    options = ["-t", "french", "-f", form, "-o", root / out, "--root", root, *more]
    return done("review", "pack", "--grade", *both, *options)


def unpack(root: Path, *more: Any) -> str:
    return done("review", "unpack", "--grade", root / "grading", *JUDGE, "--root", root, *more)


def refusals(root: Path) -> list[tuple[str, int]]:
    result = ran("review", "unpack", "--grade", root / "grading", *JUDGE, "--root", root)
    assert isinstance(result.exception, SubmissionError), result.exception
    assert not (root / "predictions" / RELEASE / "_judges").exists()
    return [(one.code, one.line) for one in result.exception.problems]


def verdicts(root: Path, name: str) -> list[dict[str, Any]]:
    path = root / "predictions" / RELEASE / "_judges" / "lawyers" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_no_sheet_says_whose_an_answer_is_and_no_two_have_one_order(graded: Path) -> None:
    first, second = (graded / "grading" / f"grader-{n}.csv" for n in (1, 2))
    key = json.loads((graded / "grading/key.json").read_bytes())

    orders = [[row["row"] for row in rows_of(sheet)] for sheet in (first, second)]

    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert not any(name in first.read_text() for name in ("good", "weak", "Model"))
    letters = {one["label"][-1] for one in key["answers"] if one["submissions"] == ["good"]}
    assert len(letters) > 1, "a letter is no system's"
    assert sum(bool(one["calibration"]) for one in key["answers"]) == 4 * 5


def test_equal_answers_are_graded_once(graded: Path) -> None:
    submission(graded, "twin", answering(open_release(graded, RELEASE), whole))
    folders = (graded / "predictions" / RELEASE / name for name in ("good", "twin"))
    options = ("-t", "french", "-f", "csv", "-o", graded / "twins", "--root", graded)

    done("review", "pack", "--grade", *folders, *options)

    key = json.loads((graded / "twins/key.json").read_bytes())
    own = [one["submissions"] for one in key["answers"] if one["submissions"]]
    assert own
    assert own == [["good", "twin"]] * len(own)
    assert (graded / "twins/key.json").stat().st_mode & 0o777 == 0o600


def test_a_submission_that_is_named_twice_is_refused(graded: Path) -> None:
    folder = graded / "predictions" / RELEASE / "good"
    options = ("-t", "french", "-o", graded / "twice", "--root", graded)

    result = ran("review", "pack", "--grade", folder, folder, *options)

    assert isinstance(result.exception, UsageError)
    assert not (graded / "twice").exists()


def test_the_same_seed_packs_the_same_and_another_other_masks(graded: Path) -> None:
    pack(graded, "again", "--seed", 7)
    pack(graded, "other", "--seed", 8)

    same, again, other = (
        (graded / name / "grader-1.csv").read_bytes() for name in ("grading", "again", "other")
    )
    assert same == again != other


def test_what_graders_agree_on_is_a_verdict_and_the_rest_an_adjudicators(graded: Path) -> None:
    fill(graded / "grading/grader-1.csv", strict)
    fill(graded / "grading/grader-2.csv", lenient)

    told = unpack(graded)

    differ = graded / "grading/adjudicator.csv"
    assert f"{len(rows_of(differ))} rows to adjudicate" in told
    assert {row["what was said"] for row in rows_of(differ)} == {"yes\nno"}
    assert all(row["criterion"].startswith("Plan note") for row in rows_of(differ))
    assert not (graded / "predictions" / RELEASE / "_judges").exists()

    fill(differ, strict, minutes="15")
    assert "of 3.2 hours" in unpack(graded)

    record = json.loads((graded / f"predictions/{RELEASE}/_judges/lawyers/judge.json").read_bytes())
    assert record["human"] is True
    readers = {one["reader"]: one["minutes"] for one in record["parameters"]["readers"]}
    assert readers == {"grader-1": 90, "grader-2": 90, "adjudicator": 15}
    plans = [c for v in verdicts(graded, "weak") for c in v["criteria"] if c["ratings"] == [0, 1]]
    assert not plans, "half of a plan is a plan: only calibration answers lack one"
    lines = verdicts(graded, "calibration")
    split = [c for v in lines for c in v["criteria"] if c["ratings"] == [False, True]]
    assert split
    assert {(c["satisfied"], c["confidence"]) for c in split} == {(False, "0.5")}


def test_a_board_judged_by_people_who_agree_and_order_known_answers_ranks(graded: Path) -> None:
    for n in (1, 2):
        fill(graded / f"grading/grader-{n}.csv", strict)
    assert "adjudicate" not in unpack(graded)
    for name, more in (("good", ["--level", "rerun"]), ("weak", ["--level", "rerun"])):
        done(
            "decide", name, "accept", *more, "--reason", "seen", "--date", RELEASE, "--root", graded
        )
    done(
        "decide", "_judges/lawyers", "accept", "--reason", "r", "--date", RELEASE, "--root", graded
    )

    done("board", "--root", graded)

    path = graded / f"build/boards/{RELEASE}/french@closed_book@lawyers.json"
    board = json.loads(path.read_bytes())
    [judge] = board["judges"]
    assert judge["passed"], judge
    assert judge["graders"]["alpha"] == 1
    assert judge["graders"]["minutes"] == 180
    assert judge["calibration"]["ordered"] == judge["calibration"]["tasks"] == 5
    ranks = {row["submission_id"]: row.get("rank_low") for row in board["rows"]}
    assert (ranks["good"], ranks["weak"]) == (1, 2)


def test_a_report_has_every_answer_beside_its_criteria_and_the_share_without_fault(
    graded: Path,
) -> None:
    fill(graded / "grading/grader-1.csv", strict)
    fill(graded / "grading/grader-2.csv", lenient)
    unpack(graded)
    fill(graded / "grading/adjudicator.csv", strict)
    unpack(graded)
    home = graded / "predictions" / RELEASE
    judged = ["--verdicts", home / "_judges/lawyers", "--root", graded]

    report = json.loads(done("report", home / "weak", "-f", "json", *judged))
    page = done("report", home / "good", "-f", "html", *judged)
    compared = done("compare", home / "good", home / "weak", *judged)

    headline = next(one for one in report["boards"] if one["title"] == "French")
    assert headline["score"] > 0
    assert headline["all_pass"] == 0
    answers = {one["question_id"]: one for one in report["answers"] if one["criteria"]}
    assert len(answers) == 30
    assert all("satisfied" in one for own in answers.values() for one in own["criteria"])
    assert page.count("all-pass</h3>") == 30
    assert "Plan note 3:" in page
    assert "cost: not reported" in done("report", home / "weak", *judged)
    assert "french: good 100.0%, weak " in compared


@pytest.mark.parametrize(
    ("says", "head", "why"),
    [
        (lambda row: "yes" if hash_of(row) else "no", {}, "agreement: Krippendorff's alpha"),
        (lambda _row: "yes", {}, "agreement: every rating is the same"),
        (strict, {"kind": "model"}, "passages: none were recorded"),
    ],
    ids=["chance", "always yes", "a model"],
)
def test_those_who_do_not_agree_or_are_no_people_rank_nobody(
    graded: Path, says: Says, head: dict[str, str], why: str
) -> None:
    fill(graded / "grading/grader-1.csv", says if why.startswith("agreement: every") else strict)
    fill(graded / "grading/grader-2.csv", says, **head)
    if "adjudicate" in unpack(graded):
        fill(graded / "grading/adjudicator.csv", strict)
        unpack(graded)
    done(
        "decide", "_judges/lawyers", "accept", "--reason", "r", "--date", RELEASE, "--root", graded
    )
    for name in ("good", "weak"):
        done("decide", name, "accept", "--reason", "seen", "--date", RELEASE, "--root", graded)

    done("board", "--root", graded)

    board = (graded / f"build/boards/{RELEASE}/french@closed_book@lawyers.json").read_text()
    assert why.partition(": ")[2] in board
    assert not json.loads(board)["judges"][0]["passed"]


def hash_of(row: Mapping[str, str]) -> int:
    """Return 0 or 1 by what has nothing to do with the answer."""
    return sum(map(ord, row["row"])) % 2


@pytest.fixture(scope="module")
def unpacked(ungraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with the verdicts of two who agree, which nobody has accepted."""
    root = shutil.copytree(ungraded, tmp_path_factory.mktemp("unpacked") / "w")
    for n in (1, 2):
        fill(root / f"grading/grader-{n}.csv", strict)
    unpack(root)
    return root


def forge(root: Path, folder: Path, changed: Mapping[str, Any]) -> None:
    """Write other parameters into a judge's record, and the digests that follow into its files."""
    record = json.loads((folder / "judge.json").read_bytes())
    record["parameters"] |= changed
    (folder / "judge.json").write_text(json.dumps(record))
    if changed.get("calibration") == []:
        (folder / "calibration.jsonl").unlink()
    judge, truths = Judge.model_validate(record), open_release(root, RELEASE).data.truths
    for path in folder.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        for line in lines:
            own = truths[line["question_id"]].truth["criteria"]
            asked = JudgedAnswer({one["criterion_id"]: one for one in own})
            shown = circumstances(judge, line["question_id"], asked)
            line["prompt_sha256"] = digest(shown | {"answer_sha256": line["answer_sha256"]})
        path.write_bytes(canonical_lines(lines))


PERSON = HEAD | {"reader": "grader-1", "minutes": 90}


@pytest.mark.parametrize(
    ("changed", "code", "names"),
    [
        ({"track": "nowhere"}, "people-track", "nowhere"),
        ({"track": "toy", "calibration": []}, "people-track", "verdicts on questions of toy"),
        ({"calibration": []}, "people-calibration", "got none"),
        ({"seed": 8}, "people-calibration", "by seed 8"),
        ({"readers": [PERSON]}, "people-readers", "2 ratings of a criterion, 1 readers"),
        ({"readers": [PERSON, PERSON]}, "bad-value", "each reader once"),
        ({"readers": [PERSON | {"kind": "program"}]}, "bad-value", "/parameters/readers/0/kind"),
        ({"readers": [{}]}, "missing-key", "/parameters/readers/0/minutes"),
        ({"track": []}, "wrong-type", "/parameters/track"),
        ({"calibration": 5}, "wrong-type", "/parameters/calibration"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_record_that_claims_people_is_held_to_the_release_and_its_verdicts(
    unpacked: Path, tmp_path: Path, changed: Mapping[str, Any], code: str, names: str
) -> None:
    root = shutil.copytree(unpacked, tmp_path / "w")
    forge(root, root / "predictions" / RELEASE / "_judges/lawyers", changed)

    result = ran(
        "decide", "_judges/lawyers", "accept", "--reason", "r", "--date", RELEASE, "--root", root
    )

    assert isinstance(result.exception, SubmissionError), result.exception
    assert code in {one.code for one in result.exception.problems}
    assert names in str(result.exception)


def test_a_key_whose_known_answers_are_not_those_drawn_is_refused(graded: Path) -> None:
    path = graded / "grading/key.json"
    key, packed = json.loads(path.read_bytes()), read_grading(graded, graded / "grading")
    theirs = [
        AnswerToGrade(each.masked.question_id, each.judged, submission=name)
        for each in packed.answers
        for name in each.masked.submissions
    ]
    answers = [each.masked.as_json() for each in masks(theirs, key["seed"])]

    path.write_text(json.dumps(key | {"calibration": [], "answers": answers}))
    assert refusals(graded) == [("grading-changed", 0)]
    path.write_text(json.dumps(key | {"calibration": ["nothing-known-of-it"]}))
    assert refusals(graded) == [("grading-changed", 0)]


def test_every_bad_cell_of_every_sheet_is_told_with_its_row(graded: Path) -> None:
    for n, word in ((1, "perhaps"), (2, "")):
        sheet = graded / f"grading/grader-{n}.csv"
        last = rows_of(sheet)[-1]["row"]

        def says(row: Mapping[str, str], at: str = last, w: str = word) -> str:
            return w if row["row"] == at else "no"

        fill(sheet, says, minutes="1 h")
    lines = (graded / "grading/grader-1.csv").read_text().count("\n")

    found = refusals(graded)

    codes = [code for code, _ in found]
    assert codes == ["grade-minutes", "grade", "grade-minutes", "grade"]
    assert all(line for code, line in found if code == "grade"), lines


def test_sheets_that_were_swapped_or_answers_that_changed_are_refused(graded: Path) -> None:
    for n in (1, 2):
        fill(graded / f"grading/grader-{n}.csv", strict)
    shutil.copy(graded / "grading/grader-1.csv", graded / "grading/grader-2.csv")
    assert refusals(graded) == [("grade-reader", 0)]

    shutil.copy(graded / "predictions" / RELEASE / "weak/predictions.jsonl", graded / "kept")
    path = graded / "predictions" / RELEASE / "weak/predictions.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Sic", b"sic", 1))
    assert refusals(graded) == [("grading-changed", 0)]


def test_a_workbook_filled_in_by_true_and_false_comes_back(graded: Path) -> None:
    pytest.importorskip("openpyxl")
    shutil.rmtree(graded / "grading")
    pack(graded, "grading", "--seed", 7, "-n", 2, form="xlsx")

    def answer(book: Any, every: int) -> None:
        for row in book["about"].iter_rows():
            row[1].value = HEAD.get(row[0].value, row[1].value)
        names = [cell.value for cell in book["answers"][1]]
        for number, row in enumerate(book["answers"].iter_rows(min_row=2)):
            row[names.index("met")].value = number % every == 0
            row[names.index("met")].number_format = "General"

    for n in (1, 2):
        sheet = graded / f"grading/grader-{n}.xlsx"
        sheet.write_bytes(edit_xlsx(sheet.read_bytes(), partial(answer, every=n)))

    assert "rows to adjudicate" in unpack(graded)
    assert (graded / "grading/adjudicator.xlsx").exists()
    assert len(json.loads((graded / "grading/key.json").read_bytes())["questions"]) == 2
    done("review", "pack", "--grade", graded / f"predictions/{RELEASE}/good", "-t", "french", "-f",
         "docx", "-o", graded / "printed", "--root", graded)  # fmt: skip
    assert (graded / "printed/grader-2.docx").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["pack", "--grade", "-t", "french", "-o", "g"], "name submissions with --grade"),
        (["pack", "--grade", "elsewhere", "-t", "french", "-o", "g"], "submission's folder in"),
        (["pack", "--grade", "weak", "-t", "toy", "-o", "g"], "no question that needs a judge"),
        (["unpack", "--grade", "grading"], "give --judge, --operator, --date"),
        (["unpack", "--grade", "grading", *JUDGE[2:], "--judge", "Our Lawyers"], "--judge 'Our"),
        (["unpack", "--grade", "grading", *JUDGE[:4], "--date", "2026-02-30"], "--date '2026-02-3"),
        (["unpack", "x.csv"], "name the file to write with -o"),
    ],
)
def test_a_wrong_grading_command_says_what_is_wrong(
    graded: Path, command: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(graded)
    here = {"weak": f"predictions/{RELEASE}/weak"}

    result = ran("review", *(here.get(word, word) for word in command))

    assert isinstance(result.exception, UsageError)
    assert said in str(result.exception)


def test_agreement_is_told_by_dimension_and_criterion(graded: Path) -> None:
    fill(graded / "grading/grader-1.csv", strict)
    fill(graded / "grading/grader-2.csv", lenient)

    parts = {one["part"]: one for one in json.loads(unpack(graded, "--json"))}

    assert parts["substance"] == {
        "alpha": 1, "criteria": parts["substance"]["criteria"], "equal": 1, "part": "substance"
    }  # fmt: skip
    assert parts["structure"]["equal"] < 1
    assert parts["structure"]["alpha"] < parts["all"]["alpha"] < 1
    assert (
        sum(one["criteria"] for name, one in parts.items() if ":" in name)
        == (parts["all"]["criteria"])
    )
