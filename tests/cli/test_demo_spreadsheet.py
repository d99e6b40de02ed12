"""The worked example of blind grading: programs answer and grade, and what it says is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from test_demo import Toured, digesta

from digesta.demo.programs import READERS, SYSTEMS, is_met
from digesta.workspace.releases import open_release
from world import lines_of

RELEASE = "2026-01-01"


@pytest.fixture(scope="module")
def sheet_tour(tmp_path_factory: pytest.TempPathFactory) -> Toured:
    made = digesta(tmp_path_factory.mktemp("spreadsheet"), "demo", "--tour", "spreadsheet")
    assert made.done.returncode == 0, made.done.stderr
    return made


def home(sheet_tour: Toured) -> Path:
    return sheet_tour.cwd / "digesta-spreadsheet"


def test_each_shipped_answer_is_what_its_program_gives(sheet_tour: Toured) -> None:
    questions = open_release(home(sheet_tour), RELEASE).data.questions
    assert len(questions) == 25
    for name, program in SYSTEMS.items():
        shipped = lines_of(home(sheet_tour) / "predictions" / RELEASE / name / "predictions.jsonl")
        assert {one["question_id"]: one["answer"] for one in shipped} == {
            each.question_id: program(each) for each in questions
        }


def test_every_quoted_word_stands_in_its_clause_as_the_reviews_say(sheet_tour: Toured) -> None:
    data = open_release(home(sheet_tour), RELEASE).data
    for each in data.questions:
        clause = (each.shown_sources or [])[0].text
        for criterion in data.truths[each.question_id].truth["criteria"]:
            assert is_met("grader-2", criterion["text"], clause), criterion


def test_the_verdicts_say_that_programs_gave_them_and_no_person(sheet_tour: Toured) -> None:
    judges = home(sheet_tour) / "predictions" / RELEASE / "_judges"
    records = [json.loads((judges / f"programs-{n}/judge.json").read_bytes()) for n in (1, 2)]

    assert not any("human" in record for record in records)
    assert {record["model"] for record in records} == {"a grader, apart and blind (program)"}
    said = {record["parameters"]["qualification"] for record in records}
    assert said == {does for does, _ in READERS.values()}


def test_the_tour_shows_what_its_titles_claim(sheet_tour: Toured) -> None:
    said = " ".join(sheet_tour.done.stdout.split())
    row = re.search(r"contracts ([0-9.]+)% .{0,40}? ([0-9.]+)% 0\.0% 25", said)
    gap = re.search(r"difference \+([0-9.]+) .{0,120}?questions can show ([0-9.]+) points", said)

    assert row is not None
    assert float(row[1]) > 75
    assert float(row[2]) < 10
    assert gap is not None
    assert 1 <= float(gap[1]) < 2
    assert float(gap[2]) > 10
    assert "programs-2: verdicts on" in said
    assert (home(sheet_tour) / "report.html").read_text().count('class="answer"') == 25


def test_the_tour_runs_again_in_its_folder_and_says_the_same(sheet_tour: Toured) -> None:
    again = digesta(sheet_tour.cwd, "demo", "--tour", "spreadsheet")

    assert again.done.stdout == sheet_tour.done.stdout
