"""A model as judge: what it is asked, what its replies come to, and whom it judges."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from faulty import Exchange, serving
from jsonschema import Draft202012Validator
from judge_scripts import JUDGE, ONLY, files, honest, ids, judged, lines, right
from runs import generate

from digesta.board.judges.eligible import incomplete
from digesta.canonical import canonical_bytes
from digesta.cli.options import app as digesta
from digesta.scorers.base import Response
from digesta.workspace.releases import open_release
from judged_workspace import accept, answering, folder_of, half
from world import RELEASE, do, submission

COMPUTED = {f"adversary-{name}.jsonl" for name in ("constant", "echo", "enumerate")}
"""Verdicts on adversaries, which answer though they have no folder."""


def test_criteria_claims_and_choices_of_an_honest_model_become_a_judge_s_folder(
    trial: Path,
) -> None:
    with serving(honest) as server:
        done = judged(trial, server.url)
        bodies = [body for _, _, body in server.seen]
    assert done.returncode == 0, done.stderr
    record = json.loads(files(trial)["judge.json"])
    verdict = lines(trial, "good.jsonl")[0]

    assert set(files(trial)) == {
        "judge.json", "controls.jsonl", "calibration.jsonl", "choices.jsonl", "good.jsonl",
        *COMPUTED,
    }  # fmt: skip
    assert (record["model"], record["questions"]) == (
        "acme",
        sorted(ids(trial)[one] for one in ONLY),
    )
    assert set(record["prompts"]) == {"judge.2.en", "judge.2.fr"}
    assert record["controls"]["injection"]["satisfied"] == 0
    for body in bodies:
        Draft202012Validator.check_schema(body["response_format"]["json_schema"]["schema"])
        assert body["response_format"]["json_schema"]["strict"] is True
    assert {one["criterion_id"]: one["satisfied"] for one in verdict["criteria"]} == {
        "S1": True, "SUB1": True, "SUB2": False, "NEG1": False,
    }  # fmt: skip
    assert [one["hallucinated"] for one in verdict["claims"]] == [True, False]
    assert verdict["claims"][0]["severity"] == "major"
    assert "severity" not in verdict["claims"][1]
    assert verdict["assertions"][0] == {
        "text": "Le delai court.", "needs_source": True, "has_source": False,
    }  # fmt: skip
    assert len(verdict["replies"]) == 4 + 2 + 2
    assert "calibration by choices: 2 of 2 questions ordered rightly" in done.stdout


def test_the_answer_stands_before_the_criterion_and_faults_are_asked_for_as_faults(
    trial: Path,
) -> None:
    with serving(honest) as server:
        judged(trial, server.url, only=("note-0",))
        bodies = [body for _, _, body in server.seen]
    asked = [body for body in bodies if "criterion" in json.dumps(body["response_format"])]
    lasts = Counter(body["messages"][-1]["content"].split(" : ")[0] for body in asked)

    assert lasts["Faute"] == lasts["Critère"] / 3
    heads = {json.dumps(body["messages"][:-1]) for body in asked}
    assert len(heads) == len(asked) / 4


def test_claims_are_found_in_two_steps_and_not_in_controls(trial: Path) -> None:
    with serving(honest) as server:
        judged(trial, server.url, only=("note-0",))
        named = [body["response_format"]["json_schema"]["name"] for _, _, body in server.seen]
    # The calibration answers, one of them a control too, one submission, three adversaries.
    searched = 4 + 1 + 3

    assert named.count("claims") == named.count("assertions") == searched
    assert named.count("claim") == 2 * searched


def test_each_pair_is_compared_in_both_orders(trial: Path) -> None:
    with serving(honest) as server:
        judged(trial, server.url, only=("note-0",))
    pairs = {(one["first"], one["second"]): one["chosen"] for one in lines(trial, "choices.jsonl")}

    assert len(pairs) == 12
    assert pairs["reference", "partial"] == "first"
    assert pairs["partial", "reference"] == "second"


def test_a_passage_that_is_not_in_the_answer_is_recorded_and_earns_nothing(trial: Path) -> None:
    def invents(exchange: Exchange, _turn: int) -> None:
        value = right(exchange.body)
        if "evidence" in value:
            value |= {"evidence": ["jamais dit", " "], "satisfied": True}
        exchange.execute(json.dumps(value))

    with serving(invents) as server:
        judged(trial, server.url, only=("note-0",))
    said = lines(trial, "good.jsonl")[0]["criteria"][0]
    release = open_release(trial, RELEASE)
    key = ids(trial)["note-0"]
    task = next(one for one in release.compiled.tasks if key in one.ids)

    row = task.scorer.mark(
        task.prepared[task.ids.index(key)], Response("Plan", lines(trial, "good.jsonl")[0])
    )

    assert (said["satisfied"], said["evidence"]) == (True, ["jamais dit"])
    marks = dict(zip(task.scorer.column_names, row, strict=True))
    assert (marks["satisfied"], marks["unanchored"]) == (0, 4)


def test_what_is_not_judged_makes_submissions_ineligible_and_the_gate_says_so(
    trial: Path,
) -> None:
    submission(trial, "silent", dict.fromkeys(answering(open_release(trial, RELEASE), half)))
    with serving(honest) as server:
        done = judged(trial, server.url)
    accept(trial, JUDGE)
    digesta(["board", "--root", str(trial)], standalone_mode=False)
    path = trial / "build/boards" / RELEASE / f"french@closed_book@{JUDGE}.json"
    board = json.loads(path.read_bytes())

    assert "part: judges 2 of 30 questions, and is asked for all" in done.stdout
    assert "calibration by scores: 2 of 2 questions ordered rightly" in done.stdout
    assert not board["ranked"]
    waiting = {
        line["submission_id"]: (line["code"], line["detail"]) for line in board["ineligible"]
    }
    assert waiting["good"] == ("judge-incomplete", f"28 answers not judged by {JUDGE}")
    # Computed adversaries are floors, though this judge graded a part of them only.
    assert waiting.keys() == {"good"}
    digesta(["verify", "--root", str(trial)], standalone_mode=False)


def test_the_answers_of_one_submission_are_judged_and_the_others_verdicts_stay(
    trial: Path,
) -> None:
    with serving(honest) as server:
        judged(trial, server.url, "--submission", "good")
        before = files(trial)
        submission(trial, "other", answering(open_release(trial, RELEASE), half))
        alone = judged(trial, server.url, "--submission", "good")
        both = judged(trial, server.url)
        count = len(server.requests)
        back = judged(trial, server.url, "--submission", "good")

        assert len(server.requests) == count
    assert "nothing new" in alone.stdout
    assert "other.jsonl" in both.stdout
    assert "nothing new" in back.stdout
    assert {n: d for n, d in files(trial).items() if n not in {"other.jsonl", *COMPUTED}} == before


def test_a_verdict_on_a_question_that_the_record_does_not_name_is_refused(trial: Path) -> None:
    with serving(honest) as server:
        judged(trial, server.url)
    path = folder_of(trial, JUDGE) / "judge.json"
    record = json.loads(path.read_bytes())
    path.write_bytes(canonical_bytes(record | {"questions": record["questions"][:1]}))

    done = do(
        "decide", f"_judges/{JUDGE}", "accept", "--reason", "r", "--date", RELEASE, "--root", trial
    )

    assert (done.code, "unknown-id" in done.stderr) == (1, True), done.stderr


def test_a_task_of_which_a_judge_settled_some_answers_is_incomplete_until_it_settled_all() -> None:
    asks = SimpleNamespace(to_judge=lambda _prepared, answer: {"/x": {}} if answer else {})
    task: Any = SimpleNamespace(
        ids=("a", "b", "c"), prepared=(1, 2, 3), start=0, scorer=asks, takes_verdicts=True,
        needs_judge=False,
    )  # fmt: skip

    def left(*settled: str) -> list[str]:
        entry: Any = SimpleNamespace(
            answers=({"x": 1}, {"x": 2}, None), verdicts={key: {} for key in settled}, judge="acme",
            card=SimpleNamespace(submission_id="s"), needs_verdicts=True,
        )  # fmt: skip
        return [one.detail for one in incomplete([entry], [task])]

    assert left("a") == ["1 answer not judged by acme"]
    assert left("a", "b") == left() == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--only", "nobody"], "--only: no question that a judge marks: nobody"),
        (["--submission", "nobody"], "--submission: there is no nobody"),
        (["--local", "smollm2"], "leave out -m and --base-url"),
    ],
)
def test_what_there_is_not_is_told_before_anything_is_asked(
    trial: Path, more: list[str], said: str
) -> None:
    with serving(honest) as server:
        done = judged(trial, server.url, *more)

        assert (done.returncode, server.requests) == (2, [])
    assert said in done.stderr


def test_a_program_s_name_is_no_model_s(trial: Path) -> None:
    done = generate("judge", "--judge", "rules-1", "-m", "acme", "--root", trial)

    assert done.returncode == 2
    assert "rules-1 is a program" in done.stderr
