"""Any language, any scorer: what an owner begins with is asked, and so is every question."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange, completion, serving
from runs import generate

from commands import run
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import UsageError
from digesta.package_files import json_file
from digesta.records.base import example_of
from digesta.records.question import Question
from digesta.scorers import SCORERS
from digesta.scorers.shared.limits import ROOM, reply_limit
from digesta.scorers.shared.prompt import prompt_texts
from digesta.text.languages import language_name
from digesta.workspace.prompts import workspace_prompts
from digesta.workspace.releases import open_release
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.inference.compose import answer_in
from digesta_generate.inference.messages import default_prompts, make_prompt, prompt_form
from digesta_generate.judges.prompts import JudgePrompts
from places import NEWEST, ROOT
from world import lines_of

LANGUAGES = sorted(json_file("digesta.text", "locales.json")["languages"])
RELEASE = "2026-11-20"


def started(tmp_path: Path, language: str) -> Path:
    """Return a new workspace whose worked questions are released."""
    root = tmp_path / "own"
    done = run("init-benchmark", root, "--title", "Own", "--language", language)
    assert done.returncode == 0, done.stderr
    table = ("import", "table", root / "questions.csv", "-o", root / "drafts" / RELEASE)
    done = run(*table, "--root", root)
    assert done.returncode == 0, done.stderr
    done = run("release", "cut", root / "drafts" / RELEASE, "--root", root)
    assert done.returncode == 0, done.stderr
    return root


def infer(root: Path, url: str, *more: str) -> Any:
    return generate(
        "infer", "-m", "toy", "--base-url", url, "--loopback", "--organization", "Tests",
        "--root", root, "--backoff", "0.01", *more,
    )  # fmt: skip


def in_form(exchange: Exchange, _turn: int) -> None:
    exchange.say(completion("A"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_owner_begins_with_is_asked_and_exported(language: str, tmp_path: Path) -> None:
    root = started(tmp_path, language)

    with serving(in_form) as server:
        done = infer(root, server.url)

    assert done.returncode == 0, done.stderr
    assert len(server.seen) == 24
    foreign = language not in {"en", "fr", "he", "pt", "zh"}
    for _, _, body in server.seen:
        system = body["messages"][0]["content"]
        letters = "letter" in system and language != "zh"
        named = f"in {language_name(language)}" in system
        assert named == (foreign or (letters and language != "en"))
    record = json.loads((root / "predictions" / RELEASE / "toy" / "run.json").read_bytes())
    texts = record["inference"]["prompt_texts"]
    assert set(texts) == {f"closed.3.{language}", f"letters.1.{language}"}
    assert ("language" in texts[f"closed.3.{language}"]) == foreign
    for form in ("lm_eval", "inspect"):
        out = tmp_path / form
        exported = run("export", form, root / "releases" / RELEASE, "-o", out, "--root", root)
        assert exported.returncode == 0, exported.stderr
        lines = lines_of(out / "own.jsonl")
        asked = {body["messages"][0]["content"] for _, _, body in server.seen}
        assert len(lines) == 24
        assert {line["system"] for line in lines} == asked


def examples() -> list[tuple[str, dict[str, Any], dict[str, bytes]]]:
    found = []
    for name in SCORERS:
        shown = SCORERS[name].example
        if shown is None:
            continue
        value = shown()
        resources = {
            path: canonical_lines(data) if path.endswith(".jsonl") else canonical_bytes(data)
            for path, data in value["resources"].items()
        }
        found += [(name, line["question"], resources) for line in value["questions"]]
    return found


@pytest.mark.parametrize("language", [*LANGUAGES, "pt-BR", "la"])
def test_every_scorer_s_questions_are_asked_in_every_language(language: str) -> None:
    met = set()
    reply = read_reply(json.dumps(completion('Here:\n```json\n{"answer": {"x": "1"}}\n```')))
    for name, own, resources in examples():
        fields = example_of(Question) | own | {"language": language, "scorer": name}
        question = Question.model_validate({k: v for k, v in fields.items() if v is not None})
        form = prompt_form(name)
        assert form is not None, name
        native = f"{form.default}.{language.partition('-')[0]}" in form.files()
        for constrained in (False, True):
            made = make_prompt(
                question, default_prompts(), constrained=constrained, resources=resources
            )
            system, *turns = made.messages
            assert (
                f"Write your answer in {language_name(language)}" in system["content"]
            ) != native
            assert not re.search(r"\{[a-z_]+\}", system["content"])
            assert [turn["content"] for turn in turns] == [t.content for t in question.turns]
            assert made.limit > ROOM
            assert answer_in(reply, made)
        met.add(name)
    assert met == set(SCORERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_judge_is_told_in_which_language_to_write(language: str) -> None:
    question = Question.model_validate(example_of(Question) | {"language": language})
    prompts = JudgePrompts()
    turns = [
        *prompts.read_to(question, "x"),
        *(prompts.prompt_of(question, section) for section in ("criterion", "claims", "pair")),
        *prompts.system(question, "system.field"),
    ]

    told = [
        language_name(language) in turn["content"] for turn in turns if turn["role"] == "system"
    ]

    assert told == [language not in {"en", "fr"}] * 2


def test_a_workspace_s_own_sections_are_used_and_recorded(tmp_path: Path) -> None:
    root = started(tmp_path, "de")
    (root / "prompts").mkdir()
    file = root / "prompts" / "closed.3.de.txt"
    file.write_text(
        "[task]\nBeantworte die Frage.\n[boolean]\nAntworte mit ja oder nein.\n", "utf-8"
    )

    with serving(in_form) as server:
        done = infer(root, server.url, "--only", "boolean", "--partial")

    assert done.returncode == 0, done.stderr
    system = server.seen[0][2]["messages"][0]["content"]
    assert system.startswith("Beantworte die Frage.\nAntworte mit ja oder nein.\nYou may reason")
    record = json.loads((root / "predictions" / RELEASE / "toy" / "run.json").read_bytes())
    assert record["inference"]["prompt_texts"]["closed.3.de"]["task"] == "Beantworte die Frage."
    assert "de" in record["inference"]["prompt_files"]["closed.3"]

    file.rename(root / "prompts" / "closed-own.1.de.txt")
    unused = infer(root, "http://127.0.0.1:9/v1", "--dry-run", "--only", "boolean")
    assert "prompts/closed-own.1…: not used; --prompt closed-own.1 names it" in unused.stderr
    named = infer(
        root, "http://127.0.0.1:9/v1", "--dry-run", "--only", "boolean", "--prompt", "closed-own.1",
        "--id", "other",
    )  # fmt: skip
    assert "Beantworte die Frage." in named.stdout
    exported = run(
        "export", "inspect", root / "releases" / RELEASE, "-o", tmp_path / "out", "--root", root,
        "--set", "prompt=closed-own.1",
    )  # fmt: skip
    assert exported.returncode == 0, exported.stderr
    assert "Beantworte die Frage." in (tmp_path / "out" / "own.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("closed.de.txt", "", "expected NAME.VERSION.LANGUAGE.txt"),
        ("closed.3.de.txt", "[tusk]\nx\n", r"unknown section \[tusk\]; there are: task"),
        ("closed.3.de.txt", "x\n[task]\n", "text before the first section"),
        ("closed.3.de.txt", "[task]\n\xff", "no UTF-8"),
    ],
)
def test_a_file_that_is_no_prompt_is_refused(
    name: str, text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / name).write_bytes(text.encode("latin-1"))
    form = prompt_form("closed")
    assert form is not None

    with pytest.raises(UsageError, match=said):
        prompt_texts("closed.3", "de", form.files(), workspace_prompts(tmp_path))


def test_every_right_answer_of_the_newest_release_fits_half_of_its_room() -> None:
    data = open_release(ROOT, NEWEST).data
    met = 0
    for question in data.questions:
        truth = data.truths.get(question.question_id)
        answer = truth.truth.get("answer") if truth is not None else None
        if question.scorer != "closed" or not isinstance(answer, dict):
            continue
        made = make_prompt(question, default_prompts(), constrained=False)
        written = len(json.dumps(answer, ensure_ascii=False, indent=2).encode())
        assert made.limit - ROOM >= written, question.task  # two bytes a token, twice
        met += 1
    assert met > 200


def test_a_list_of_a_fixed_length_has_room_for_all_of_it() -> None:
    schema = {"type": "array", "items": {"type": "string"}, "minItems": 90, "maxItems": 90}
    question = Question.model_validate(
        example_of(Question) | {"ask": {"answer_type": "json", "schema": schema}}
    )
    form = prompt_form("closed")
    assert form is not None

    assert reply_limit(form, question, {}) - ROOM > 90 * 60


def test_a_prompt_states_a_schema_once() -> None:
    questions = open_release(ROOT, NEWEST).data.questions
    question = next(one for one in questions if one.task == "exact_files")
    before, after = (
        make_prompt(question, {"closed": name}, constrained=False).messages[0]["content"]
        for name in ("closed.2", "closed.3")
    )

    assert len(after) < len(before) / 4
    assert after.count('"outcome"') == 2  # a property, and required
    assert after.count("$ref") >= 13
