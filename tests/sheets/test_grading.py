"""Blind grading by the commands: sheets for graders, agreement, verdicts, a board of both.

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
from digesta.sheets.base import own_name
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
    at = next(n for n, row in enumerate(table) if own_name(row[0]) == "row")
    rows, answer = [], ""
    for cells in table[at + 1 :]:
        row = dict(zip(map(own_name, table[at]), cells, strict=True))
        answer = row["what was answered"] or answer
        rows.append(row | {"what was answered": answer})
    return rows


def fill(sheet: Path, says: Says, **head: str) -> None:
    """Fill a sheet in: its head, and the column met of each row."""
    said = {row["row"]: says(row) for row in rows_of(sheet)}
    table = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"), newline="")))
    names = next(row for row in table if own_name(row[0]) == "row")
    for row in table:
        if (key := own_name(row[0])) in HEAD:
            row[1] = (HEAD | head)[key]
        if row[0] in said:
            row[[own_name(name) for name in names].index("met")] = guard(said[row[0]])
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(table)
    sheet.write_text(out.getvalue(), "utf-8")


def strict(row: Mapping[str, str]) -> str:
    """Say yes where the words of the criterion stand in the answer."""
    wanted = row["criterion"].removeprefix("Compte contre la réponse : ")
    return "yes" if wanted in row["what was answered"] else "no"


def lenient(row: Mapping[str, str]) -> str:
    """Say so too, but let any plan pass."""
    return "oui" if row["criterion"].startswith("Plan note") else strict(row)


def stern(row: Mapping[str, str]) -> str:
    """Say so too, but let no plan of the third question pass."""
    return "no" if row["criterion"].startswith("Plan note 3:") else strict(row)


@pytest.fixture(scope="module")
def ungraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with two submissions, packed for two graders, nothing filled in."""
    root = tmp_path_factory.mktemp("graded")
    write(root / "releases" / RELEASE, cut(judged_draft(), name="draft"))
    release = open_release(root, RELEASE)
    for name, given in {"good": whole, "weak": half}.items():
        submission(root, name, answering(release, given))
    told = pack(root, "grading", "--seed", 7)
    assert "each of two graders, seed 7" in told
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


def verdicts(root: Path, judge: str, name: str) -> list[dict[str, Any]]:
    path = root / "predictions" / RELEASE / "_judges" / judge / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_no_sheet_says_whose_an_answer_is_and_no_two_have_one_order(graded: Path) -> None:
    first, second = (graded / "grading" / f"grader-{n}.csv" for n in (1, 2))
    answers = read_grading(graded, graded / "grading").answers

    orders = [[row["row"] for row in rows_of(sheet)] for sheet in (first, second)]

    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert not any(name in first.read_text() for name in ("good", "weak", "Model"))
    letters = {one.label[-1] for one in answers if one.submissions == ("good",)}
    assert len(letters) > 1, "a letter is no system's"
    assert sum(bool(one.calibration) for one in answers) == 4 * 5


def test_equal_answers_are_graded_once(graded: Path) -> None:
    submission(graded, "twin", answering(open_release(graded, RELEASE), whole))
    folders = (graded / "predictions" / RELEASE / name for name in ("good", "twin"))
    options = ("-t", "french", "-f", "csv", "-o", graded / "twins", "--root", graded)

    done("review", "pack", "--grade", *folders, *options)

    packed = read_grading(graded, graded / "twins")
    own = [one.submissions for one in packed.answers if one.submissions]
    assert own
    assert own == [("good", "twin")] * len(own)
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


def test_each_grader_is_a_judge_with_verdicts_of_their_own(graded: Path) -> None:
    fill(graded / "grading/grader-1.csv", strict)
    fill(graded / "grading/grader-2.csv", lenient, minutes="15")

    told = unpack(graded)

    assert "lawyers-1: verdicts on" in told
    assert "of 0.2 hours; then: digesta decide _judges/lawyers-2 accept" in told
    home = graded / "predictions" / RELEASE / "_judges"
    records = [json.loads((home / f"lawyers-{n}/judge.json").read_bytes()) for n in (1, 2)]
    assert [record["human"] for record in records] == [True, True]
    assert [record["parameters"]["minutes"] for record in records] == [90, 15]
    strict_of, lenient_of = (
        [
            c["satisfied"]
            for v in verdicts(graded, f"lawyers-{n}", "calibration")
            for c in v["criteria"]
        ]
        for n in (1, 2)
    )
    assert strict_of != lenient_of
    assert all(mine <= theirs for mine, theirs in zip(strict_of, lenient_of, strict=True))


def test_one_sheet_that_came_back_is_one_judge(graded: Path) -> None:
    fill(graded / "grading/grader-2.csv", strict)
    (graded / "grading/grader-1.csv").unlink()

    told = unpack(graded)

    assert "alpha" not in told
    assert [f.name for f in (graded / f"predictions/{RELEASE}/_judges").iterdir()] == ["lawyers-2"]


def decide(root: Path, *names: str) -> None:
    for name in names:
        level = () if name.startswith("_") else ("--level", "rerun")
        done("decide", name, "accept", *level, "--reason", "r", "--date", RELEASE, "--root", root)


def test_a_board_of_two_who_order_known_answers_ranks_by_their_mean(graded: Path) -> None:
    fill(graded / "grading/grader-1.csv", strict)
    fill(graded / "grading/grader-2.csv", stern)
    unpack(graded)
    decide(graded, "good", "weak", "_judges/lawyers-1", "_judges/lawyers-2")

    done("board", "--root", graded)

    boards = graded / f"build/boards/{RELEASE}"
    name = "french@closed_book@lawyers-1+lawyers-2"
    board = json.loads((boards / f"{name}.json").read_bytes())
    # Under each grader alone the two rank alike: one board says it, at three addresses.
    alone = [f"french@closed_book@lawyers-{n}" for n in (1, 2)]
    assert board["addresses"] == alone
    assert not [each for each in alone if (boards / f"{each}.json").exists()]
    assert [judge["passed"] for judge in board["judges"]] == [True, True], board["judges"]
    assert {judge["calibration"]["tasks"] for judge in board["judges"]} == {5}
    ranks = {row["submission_id"]: row.get("rank_low") for row in board["rows"]}
    assert (ranks["good"], ranks["weak"]) == (1, 2)
    good = next(row for row in board["rows"] if row["submission_id"] == "good")
    first, second = (good["judges"][f"lawyers-{n}"]["value"] for n in (1, 2))
    assert second < first
    assert good["score"] == pytest.approx((first + second) / 2)


def test_a_report_has_every_answer_beside_its_criteria_and_the_share_without_fault(
    graded: Path,
) -> None:
    for n in (1, 2):
        fill(graded / f"grading/grader-{n}.csv", strict)
    unpack(graded)
    home = graded / "predictions" / RELEASE
    judged = ["--verdicts", home / "_judges/lawyers-1", "--root", graded]

    report = json.loads(done("report", home / "weak", "-f", "json", *judged))
    page = done("report", home / "good", "-f", "html", *judged)
    compared = done("compare", home / "good", home / "weak", *judged)

    headline = next(one for one in report["boards"] if one["title"] == "French")
    assert headline["score"] > 0
    assert headline["all_pass"] == 0
    answers = {one["question_id"]: one for one in report["answers"] if one["criteria"]}
    assert len(answers) == 30
    assert all("satisfied" in one for own in answers.values() for one in own["criteria"])
    assert page.count("100 of 100, all-pass") == 30
    assert "Plan note 3:" in page
    assert "cost: not reported" in done("report", home / "weak", *judged)
    assert "french: good 100.0%, weak " in compared


@pytest.mark.parametrize(
    ("says", "head", "why"),
    [
        (lambda row: "yes" if hash_of(row) else "no", {}, "calibration-order"),
        (lambda _row: "yes", {}, "calibration-order"),
        (strict, {"kind": "model"}, "passages"),
    ],
    ids=["chance", "always yes", "a model"],
)
def test_those_who_order_no_known_answers_or_are_no_people_rank_nobody(
    graded: Path, says: Says, head: dict[str, str], why: str
) -> None:
    (graded / "grading/grader-1.csv").unlink()
    fill(graded / "grading/grader-2.csv", says, **head)
    unpack(graded)
    decide(graded, "good", "weak", "_judges/lawyers-2")

    done("board", "--root", graded)

    path = graded / f"build/boards/{RELEASE}/french@closed_book@lawyers-2.json"
    [judge] = json.loads(path.read_bytes())["judges"]
    assert not judge["passed"]
    assert why in {reason["code"] for reason in judge["reasons"]}


def hash_of(row: Mapping[str, str]) -> int:
    """Return 0 or 1 by what has nothing to do with the answer."""
    return sum(map(ord, row["row"])) % 2


@pytest.fixture(scope="module")
def unpacked(ungraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with the verdicts of two graders, which nobody has accepted."""
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


@pytest.mark.parametrize(
    ("changed", "code", "names"),
    [
        ({"track": "nowhere"}, "people-calibration", "got "),
        ({"track": "toy", "calibration": []}, "people-track", "verdicts on questions of toy"),
        ({"calibration": []}, "people-calibration", "got none"),
        ({"seed": 8}, "people-calibration", "by seed 8"),
        ({"qualification": ""}, "bad-value", "/parameters/qualification"),
        ({"minutes": "90"}, "wrong-type", "/parameters/minutes"),
        ({"track": []}, "wrong-type", "/parameters/track"),
        ({"calibration": 5}, "wrong-type", "/parameters/calibration"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_record_that_claims_a_person_is_held_to_the_release_and_its_verdicts(
    unpacked: Path, tmp_path: Path, changed: Mapping[str, Any], code: str, names: str
) -> None:
    root = shutil.copytree(unpacked, tmp_path / "w")
    forge(root, root / "predictions" / RELEASE / "_judges/lawyers-1", changed)

    result = ran(
        "decide", "_judges/lawyers-1", "accept", "--reason", "r", "--date", RELEASE, "--root", root
    )

    assert isinstance(result.exception, SubmissionError), result.exception
    assert code in {one.code for one in result.exception.problems}
    assert names in str(result.exception)


def test_a_key_of_another_seed_fits_no_sheet_that_came_back(graded: Path) -> None:
    for n in (1, 2):
        fill(graded / f"grading/grader-{n}.csv", strict)
    path = graded / "grading/key.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"seed": 8}))

    assert {code for code, _ in refusals(graded)} >= {"row-missing"}


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
        for row in book.worksheets[0].iter_rows():
            row[1].value = HEAD.get(own_name(str(row[0].value)), row[1].value)
        names = [own_name(cell.value) for cell in book.worksheets[1][1]]
        for number, row in enumerate(book.worksheets[1].iter_rows(min_row=2)):
            row[names.index("met")].value = number % every == 0
            row[names.index("met")].number_format = "General"

    for n in (1, 2):
        sheet = graded / f"grading/grader-{n}.xlsx"
        sheet.write_bytes(edit_xlsx(sheet.read_bytes(), partial(answer, every=n)))

    assert "lawyers-2: verdicts on" in unpack(graded)
    assert len(json.loads((graded / "grading/key.json").read_bytes())["questions"]) == 2
    done("review", "pack", "--grade", graded / f"predictions/{RELEASE}/good", "-t", "french", "-f",
         "html", "-o", graded / "printed", "--root", graded)  # fmt: skip
    assert (graded / "printed/grader-2.html").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["pack", "--grade", "-t", "french", "-o", "g"], "--grade needs submissions"),
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


def test_what_no_board_would_have_is_not_graded_and_check_and_publish_name_it(
    graded: Path,
) -> None:
    folder = submission(
        graded, "old", answering(open_release(graded, RELEASE), whole), tracks=["toy"]
    )
    options = ("-t", "french", "-o", graded / "g", "--root", graded)

    refused = ran("review", "pack", "--grade", folder, *options)
    checked = done("check", folder, "--root", graded)
    published = ran("release", "publish", "--undecided", "--root", graded)

    told = "30 answers on track french, which tracks in submission.json leaves out"
    assert "tracks in its submission.json leaves french out" in str(refused.exception)
    assert not (graded / "g").exists()
    assert f"  {told}: they count on no board; add the track there, " in checked
    assert f"old: {told}" in published.stderr


def test_graders_too_get_a_page_of_what_no_cell_holds(graded: Path) -> None:
    long = dict.fromkeys(answering(open_release(graded, RELEASE), whole), "x" * 40000)
    folder = submission(graded, "long", long)

    done("review", "pack", "--grade", folder, "-t", "french", "-o", graded / "g", "--root", graded)

    assert {path.name for path in (graded / "g").iterdir()} == {
        "grader-1.html", "grader-1.xlsx", "grader-2.html", "grader-2.xlsx", "key.json",
    }  # fmt: skip
