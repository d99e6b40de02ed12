"""Our questions in other harnesses: asked in the same words, marked with the same scores."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from exporting import FOLDER, exported, lines_of, public_questions
from typer.testing import CliRunner

from digesta import front
from digesta.cli.options import app
from digesta.errors import UsageError
from digesta_generate.inference.messages import make_prompt
from places import ROOT
from repository import with_texts

LOGS = ROOT / "tests" / "data" / "exports" / "harness"
LOGGED = ROOT / "releases" / "2026-11-22.6"
"""The release whose questions the logs have."""
MMLU = "mmlu-pro-law-2026-11-23"


def marking(out: Path) -> SimpleNamespace:
    """Return the functions of the module that lies beside the exported questions."""
    file = out / "digesta_marking.py"
    names: dict[str, Any] = {"__file__": str(file)}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), names)  # noqa: S102 - what a harness does
    return SimpleNamespace(**names)


def lm_eval_log() -> tuple[dict[str, tuple[str, float]], float]:
    """Return reply and credit by question, and the score, as the harness logged them."""
    [samples] = (LOGS / "lm_eval").glob("samples_*.jsonl")
    [results] = (LOGS / "lm_eval").glob("results_*.json")
    by_id = {
        line["doc"]["question_id"]: (line["resps"][0][0], line["credit"])
        for line in lines_of(samples)
    }
    return by_id, json.loads(results.read_bytes())["results"]["digesta_halacha"]["score,none"]


def inspect_log() -> tuple[dict[str, tuple[str, float]], float]:
    """Return the same of Inspect's log."""
    [file] = (LOGS / "inspect").glob("*.json")
    log = json.loads(file.read_bytes())
    by_id = {
        sample["id"]: (sample["output"]["completion"], sample["scores"]["digesta"]["value"])
        for sample in log["samples"]
    }
    return by_id, log["results"]["scores"][0]["metrics"]["score"]["value"]


@pytest.mark.parametrize("log", [lm_eval_log, inspect_log])
def test_a_log_scored_again_has_the_score_that_the_harness_gave(
    log: Callable[[], tuple[dict[str, tuple[str, float]], float]], tmp_path: Path
) -> None:
    marks = marking(exported("lm_eval", LOGGED))
    by_id, score = log()
    asked = {line["question_id"]: line for line in marks.records("halacha")}
    answers = {key: marks.answer_in(asked[key], reply) for key, (reply, _) in by_id.items()}
    file = tmp_path / "predictions.jsonl"
    lines = [json.dumps({"question_id": key, "answer": value}) for key, value in answers.items()]
    file.write_text("\n".join([*lines, ""]), "utf-8")

    release = front.open(ROOT).release(LOGGED.name)
    ours = release.score(release.read(file))
    tasks = {asked[key]["task"] for key in by_id}
    rows = [row for task in tasks for row in ours.facts(task).rows if row["question_id"] in by_id]

    assert len(rows) == len(by_id) == 11
    for row in rows:
        assert row["credit"] / 10**9 == by_id[row["question_id"]][1]
    assert sum(credit for _, credit in by_id.values()) == 4
    assert mean_of_categories(asked, by_id) == pytest.approx(score, abs=1e-12)


def mean_of_categories(
    asked: dict[str, dict[str, str]], by_id: dict[str, tuple[str, float]]
) -> float:
    categories: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for key, (_, credit) in by_id.items():
        categories[asked[key]["category"]][asked[key]["task"]].append(credit)
    return fmean(fmean(map(fmean, tasks.values())) for tasks in categories.values())


def test_both_harnesses_had_the_same_replies_and_the_same_score() -> None:
    assert lm_eval_log() == inspect_log()
    assert lm_eval_log()[1] == pytest.approx(0.4)


@pytest.fixture(scope="module")
def opened() -> front.Release:
    return front.open(ROOT).release(FOLDER.name)


def test_the_whole_track_scored_by_the_module_has_the_score_of_the_board(
    opened: front.Release,
) -> None:
    marks = marking(exported("lm_eval", FOLDER))
    submission = opened.read(ROOT / "predictions" / FOLDER.name / "baseline-longest")
    answers = dict(zip(submission.release.stored.compiled.known, submission.answers.answers,
                       strict=False))  # fmt: skip

    rows = [
        marks.row_of(line, marks.credit(line, answers.get(line["question_id"])))
        for line in marks.records("halacha")
    ]

    assert len(rows) == len(public_questions("halacha"))
    assert marks.headline(rows) == pytest.approx(float(opened.score(submission)["halacha"]))


@pytest.mark.parametrize("name", ["closed.2", "closed.3", "closed-brief.3"])
def test_questions_are_asked_in_the_generator_s_own_words(opened: front.Release, name: str) -> None:
    out = exported("inspect", FOLDER, "--set", f"prompt={name}")
    known = {question.question_id: question for question in opened.questions}

    lines = lines_of(out / "halacha.jsonl")

    assert {line["question_id"] for line in lines} == {
        question["question_id"] for question in public_questions("halacha")
    }
    for line in lines:
        prompt = make_prompt(known[line["question_id"]], {"closed": name}, constrained=False)
        assert list(prompt.messages) == [
            {"role": "system", "content": line["system"]},
            {"role": "user", "content": line["prompt"]},
        ]


def test_a_task_of_lm_eval_names_functions_that_its_module_has() -> None:
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))
    out = exported("lm_eval", FOLDER, "--set", "max_tokens=48")
    task = yaml.load((out / "digesta_halacha.yaml").read_text("utf-8"), Loader)  # noqa: S506 - a SafeLoader

    names = [task["custom_dataset"], task["process_results"], task["metric_list"][0]["aggregation"]]
    for name in names:
        module, _, function = name.partition(".")
        assert module == "digesta_marking"
        assert callable(getattr(marking(out), function))
    assert {task["description"], task["doc_to_text"], task["doc_to_target"]} <= set(
        lines_of(out / "halacha.jsonl")[0]
    )
    assert task["generation_kwargs"]["max_gen_toks"] == 48


def test_tasks_of_inspect_are_one_for_each_track_and_their_module_is_python() -> None:
    text = (
        exported("inspect", FOLDER, "--set", "prompt=closed.2") / "digesta_tasks.py"
    ).read_text()

    compile(text, "digesta_tasks.py", "exec")
    closed = {line["track"] for line in public_questions() if line["scorer"] == "closed"}
    assert text.count("\n@task\n") == len(closed)
    assert all(f"\ndef {track}():\n" in text for track in closed)
    assert "\nMAX_TOKENS = {'finlaw': " in text


def test_letters_are_asked_with_their_choices_and_marked_as_they_are_read() -> None:
    marks = marking(exported("lm_eval", with_texts(MMLU) / "releases" / MMLU))
    line = marks.records("mmlu_pro_law")[0]

    assert "\nChoices:\nA. " in line["system"]
    other = "A" if line["right"] != "A" else "B"
    replies = (line["right"], f"The answer is {other}.", "")
    credits_of = [marks.credit(line, marks.answer_in(line, reply)) for reply in replies]
    assert credits_of == [1.0, 0.0, 0.0]
    assert line["weighting"] == "questions"


@pytest.mark.parametrize(
    ("folder", "setting", "words"),
    [
        (
            "muser-2026-11-23",
            "max_tokens=9",
            "no question is marked by closed or letters; left out",
        ),
        (FOLDER.name, "max_tokens=0", "--set max_tokens=0: a number of tokens, from 1"),
        (FOLDER.name, "prompt=closed.99", "no prompt closed.99 in zh; there are: closed-brief"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    folder: str, setting: str, words: str, tmp_path: Path
) -> None:
    path = ROOT / "releases" / folder
    command = ["export", "lm_eval", str(path), "-o", str(tmp_path / "out"), "--set", setting]

    with pytest.raises(UsageError, match=words):
        CliRunner().invoke(app, command, catch_exceptions=False)


def test_every_closed_question_of_the_newest_release_is_exported() -> None:
    marks = marking(exported("lm_eval", FOLDER))

    closed = [line for line in public_questions() if line["scorer"] == "closed"]
    written = {
        line["question_id"]
        for track in {line["track"] for line in closed}
        for line in marks.records(track)
    }

    assert written == {line["question_id"] for line in closed}


def test_tracks_that_are_left_out_are_named_with_their_questions(tmp_path: Path) -> None:
    command = ["export", "inspect", str(FOLDER), "-o", str(tmp_path / "out")]

    notes = CliRunner().invoke(app, command).stderr.splitlines()

    left = Counter(
        (line["track"], line["scorer"]) for line in public_questions() if line["scorer"] != "closed"
    )
    assert {note for note in notes if note.startswith("left out")} == {
        f"left out: {track}, {count} questions marked by {scorer}"
        for (track, scorer), count in left.items()
    }
