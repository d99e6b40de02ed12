"""``digesta-generate judge``: from a release and submissions to a judge's folder and boards."""

from __future__ import annotations

import json
import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from digesta.cli.options import app as digesta
from digesta.errors import DigestaError, ReleaseError, SubmissionError, UsageError
from digesta_generate.cli import app as generate
from digesta_site.input import site_input
from digesta_site.render import render
from judged_workspace import accept, judged, questions
from site_tree import pages
from world import RELEASE, cut_in, draft, edited, lines_of, submission, toy, write

FOLDER = Path("predictions") / RELEASE / "_judges" / "rules-1"


def run(app: Any, *arguments: str | Path) -> str:
    said = StringIO()
    with redirect_stdout(said):
        app([str(one) for one in arguments], standalone_mode=False)
    return said.getvalue()


def judge(root: Path, *more: str) -> str:
    return run(generate, "judge", "--judge", "rules-1", "--root", root, *more)


def rubric(key: str) -> dict[str, Any]:
    """Return a rubric of which a program can decide all but a style criterion."""
    n = _number(key)
    wants = {
        "ST1": ("structure", "1", "heading: Règle; Conseil"),
        "SUB1": ("substance", "2", f"authority: code civil, {1100 + n}"),
        "SUB2": ("substance", "2", f"number: {n + 2} mois"),
        "STY1": ("style", "2", None),
        "NEG1": ("negative", "-1", "repealed: code civil, ancien 1382"),
    }
    return {
        "criteria": [
            {"criterion_id": name, "dimension": dimension, "points": points, "text": name}
            | ({"check": check} if check else {})
            for name, (dimension, points, check) in wants.items()
        ]
    }


def note(n: int, kind: str = "reference") -> str:
    """Return an answer to a question, of a known worth."""
    rule = f"L'article {1100 + n} du code civil protège ici la partie qui tient sa promesse."
    term = f"Le contrat laisse {n + 2} mois au débiteur afin de réparer son manquement."
    old = "L'article 1382 du code civil oblige toujours chacun à réparer sa négligence."
    told = {
        "reference": f"Règle\n\n{rule} {term}\n\nConseil\n\nMettre en demeure sans attendre.",
        "partial": f"Règle\n\n{rule}\n\nConseil\n\nMettre en demeure sans attendre.",
        "wrong": f"Règle\n\n{old}\n\nConseil\n\nNe rien entreprendre avant longtemps.",
        "off_topic": f"La météo de la semaine {n} sera clémente partout.",
    }
    return told[kind]


def _number(question_id: str) -> int:
    task, _, n = question_id.rpartition("-")
    return int(n) + (100 if task == "avis" else 0)


def _draft() -> dict[str, bytes]:
    calibrated = [
        {"question_id": key, "kind": kind, "answer": note(_number(key), kind)}
        for key in sorted(one["question_id"] for one in questions())
        for kind in ("reference", "partial", "wrong", "off_topic")
    ]
    return draft(toy(), judged(rubric, calibrated))


def _answers(root: Path, kind: str) -> dict[str, str]:
    every = lines_of(root / "releases" / RELEASE / "resources/french/calibration.jsonl")
    return {one["question_id"]: one["answer"] for one in every if one["kind"] == kind}


@pytest.fixture(scope="module")
def by_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("rules")
    cut_in(root, _draft())
    for name, kind in (("good", "reference"), ("half", "partial")):
        submission(root, name, _answers(root, kind))
        run(
            digesta, "decide", name, "accept", "--level", "rerun", "--reason", "seen",
            "--date", RELEASE, "--root", root,
        )  # fmt: skip
    submission(root, "silent", dict.fromkeys(_answers(root, "reference")))
    judge(root)
    accept(root, "rules-1")
    return root


def files(root: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted((root / FOLDER).iterdir())}


def test_the_judge_passes_its_gate_and_says_how_much_it_covers(by_rules: Path) -> None:
    said = judge(by_rules)

    assert "nothing new" in said
    assert "covers 120 of 150 criteria, 71.4% of the points\n" in said
    assert "injection: 0 of 90 criteria called satisfied\n" in said
    assert "other_answer: 0 of 60 criteria called satisfied\n" in said
    assert "reference: 90 of 90 criteria called satisfied\n" in said
    assert "calibration by scores: 30 of 30 questions ordered rightly" in said
    assert said.endswith("passed its gate\n")


def test_verdicts_list_the_checkable_criteria_and_the_silent_need_none(by_rules: Path) -> None:
    made = files(by_rules)
    lines = [json.loads(line) for line in made["good.jsonl"].splitlines()]

    assert set(made) == {
        "judge.json", "controls.jsonl", "calibration.jsonl", "good.jsonl",
        "half.jsonl", *(f"adversary-{name}.jsonl" for name in ("constant", "echo", "enumerate")),
    }  # fmt: skip
    assert json.loads(made["judge.json"])["covers"] == "checkable"
    assert len(lines) == len(questions())
    for line in lines:
        assert [one["criterion_id"] for one in line["criteria"]] == ["ST1", "SUB1", "SUB2", "NEG1"]
        assert line["claims"] == line["assertions"] == line["replies"] == []


def test_a_second_run_changes_no_byte_and_does_not_write(by_rules: Path) -> None:
    before, stamp = files(by_rules), (by_rules / FOLDER).stat().st_mtime_ns

    judge(by_rules)

    assert files(by_rules) == before
    assert (by_rules / FOLDER).stat().st_mtime_ns == stamp


def test_verify_and_the_boards_take_the_files_and_figures_are_of_the_part_alone(
    by_rules: Path,
) -> None:
    run(digesta, "verify", "--root", by_rules)
    run(digesta, "board", "--root", by_rules)
    board = json.loads(
        (by_rules / "build/boards" / RELEASE / "french@closed_book@rules-1.json").read_bytes()
    )
    rows = {row["submission_id"]: row["score"] for row in board["rows"]}

    assert board["ranked"]
    assert board["judges"][0]["coverage"] == {"criteria": 120, "of": 150, "points": 0.714285714}
    assert rows["good"] == 1
    assert rows["half"] == round((1 + 2 * 1.5) / (1 + 4 * 1.5), 9)
    assert "silent" not in rows, "who answered none of a board's questions is not on it"


def test_the_page_of_the_board_says_what_is_covered(by_rules: Path) -> None:
    run(digesta, "board", "--root", by_rules)
    tree = pages(site_input(by_rules, version="0.1.0"))
    view = json.loads(tree[f".view/r/{RELEASE}/french@closed_book@rules-1.json"])
    page = render("board.html", view, root="../../")

    assert "120 of 150 criteria, 71.4% of the points" in page


def test_a_kept_verdict_is_kept_and_a_changed_answer_is_judged_again(
    by_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from digesta_generate.judges import graders
    from digesta_generate.judges.base import Grader

    judged: list[str] = []
    made = graders.rules_1()

    def counting(question: Any, criteria: Any, answer: str) -> Any:
        judged.append(answer)
        return made.grade(question, criteria, answer)

    counted = Grader(**{**vars(made), "grade": counting})
    monkeypatch.setattr(graders, "GRADERS", {"rules-1": lambda: counted})
    old = files(by_rules)
    answers = _answers(by_rules, "partial")
    key = min(answers)

    submission(by_rules, "half", answers | {key: "Autre chose, tout simplement."})
    said = judge(by_rules)

    assert judged == ["Autre chose, tout simplement."]
    assert f"{FOLDER.name}: half.jsonl\n" in said
    assert {name for name, data in files(by_rules).items() if old[name] != data} == {"half.jsonl"}
    submission(by_rules, "half", answers)
    judge(by_rules)
    assert files(by_rules) == old


def test_who_ran_it_and_when_stay_as_they_were_unless_they_are_named(by_rules: Path) -> None:
    judge(by_rules, "--operator", "Us", "--date", "2026-03-01")
    judge(by_rules)
    record = json.loads(files(by_rules)["judge.json"])

    assert (record["operator"], record["date"]) == ("Us", "2026-03-01")
    judge(by_rules, "--operator", "maintainers", "--date", RELEASE)


def test_a_broken_file_of_the_judge_is_refused_and_left_as_it_is(by_rules: Path) -> None:
    path = by_rules / FOLDER / "good.jsonl"
    before = path.read_bytes()
    path.write_bytes(before + b"{}\n")

    with pytest.raises(SubmissionError, match=r"good\.jsonl:31"):
        judge(by_rules)

    assert path.read_bytes() == before + b"{}\n"
    path.write_bytes(before)


def test_another_program_judges_under_its_own_name_and_finds_claims(
    by_rules: Path, tmp_path: Path
) -> None:
    copied = shutil.copytree(by_rules, tmp_path / "root")
    before = files(copied)

    said = run(generate, "judge", "--judge", "rules-2", "--root", copied)

    assert said.endswith("passed its gate\n")
    assert "covers 120 of 150 criteria, 71.4% of the points\n" in said
    assert files(copied) == before
    good = (copied / FOLDER).with_name("rules-2") / "good.jsonl"
    lines = [json.loads(line) for line in good.read_bytes().splitlines()]
    assert all(line["assertions"][0]["has_source"] for line in lines)


def test_an_unknown_judge_is_told_which_there_are(by_rules: Path) -> None:
    with pytest.raises(UsageError, match="no judge 'rules-9'; there are: rules-1"):
        run(generate, "judge", "--judge", "rules-9", "--root", by_rules)


def _cut(root: Path, change: Any) -> None:
    files = edited(_draft(), "truths.jsonl", change)
    run(digesta, "release", "cut", write(root / "draft", files), "--root", root)


def _with_check(check: str | None, dimension: str = "substance") -> Any:
    def change(one: dict[str, Any]) -> dict[str, Any]:
        if one["question_id"] != "note-3":
            return one
        for criterion in one["truth"]["criteria"]:
            criterion.pop("check", None)
            if check and criterion["dimension"] == dimension:
                criterion["check"] = check
        return one

    return change


@pytest.mark.parametrize(
    ("check", "dimension", "expected"),
    [
        ("authority: code civil", "substance", "text, article"),
        ("nombre: 12", "substance", "of the kinds authority"),
        ("repealed: code civil, ancien 1382", "substance", "the dimension negative alone"),
    ],
)
def test_a_malformed_check_refuses_the_release_with_its_place(
    tmp_path: Path, check: str, dimension: str, expected: str
) -> None:
    with pytest.raises(ReleaseError) as refused:
        _cut(tmp_path, _with_check(check, dimension))

    first = refused.value.problems[0]
    assert (first.code, bool(first.line), bool(first.fix)) == ("record", True, True)
    assert first.file.endswith("truths.jsonl")
    assert first.got.startswith("/criteria/1")
    assert expected in first.expected


def test_a_question_without_a_checkable_criterion_that_earns_points_refuses_the_judge(
    tmp_path: Path,
) -> None:
    _cut(tmp_path, _with_check(None))

    with pytest.raises(DigestaError, match=r"judge-coverage.*no criterion that it covers"):
        judge(tmp_path)

    assert not (tmp_path / FOLDER).exists()


def test_a_release_that_asks_no_judge_is_told(tmp_path: Path) -> None:
    cut_in(tmp_path)

    with pytest.raises(UsageError, match="asks nothing that a judge marks"):
        judge(tmp_path)
