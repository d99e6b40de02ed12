"""Logs of harnesses on the way to a board: one command, every difference told, replies sent in."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from seeds import lines
from test_convert_guards import digesta
from test_inspect import header, logged
from test_lm_eval import chat, generated
from typer.testing import CliRunner, Result

from digesta import front
from digesta.cli.options import app
from digesta.errors import ReleaseError
from digesta_convert import CONVERTERS, openai_batch
from places import ROOT

TIME = "2026-11-23T10-00-00.000000"
ARCHIVE = "law-2026-11-24"


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def refusal(*arguments: str | Path) -> str:
    done = command(*arguments)
    assert done.exit_code != 0
    return str(done.exception)


def write(folder: Path, files: dict[str, bytes]) -> Path:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def asked(number: int, reply: str, target: str = "Yes", **more: Any) -> dict[str, Any]:
    """Return a generated sample of the harness, right where the reply is the target."""
    marked = {"exact_match": float(reply == target), "metrics": ["exact_match"]}
    return generated(
        **{"doc_id": number, "doc": {"n": number}, "target": target, "resps": [[reply]],
           "filtered_resps": [reply], "arguments": chat("user", f"Question {number}?"),
           **marked, **more}
    )  # fmt: skip


def lm_eval(model: str, **tasks: list[dict[str, Any]]) -> dict[str, bytes]:
    """Return the files of one model's run: a log a task, and the results."""
    scores = {
        task: {"exact_match,none": sum(s["exact_match"] for s in samples) / len(samples)}
        for task, samples in tasks.items()
    }
    run = {"results": scores, "model_name": model, "lm_eval_version": "0.4.13", "date": 1795953380}
    logs = {f"{model}/samples_{t}_{TIME}.jsonl": lines(each) for t, each in tasks.items()}
    return {f"{model}/results_{TIME}.json": json.dumps(run).encode(), **logs}


def inspect(
    name: str, model: str, task: str, *records: dict[str, Any], **fields: Any
) -> dict[str, bytes]:
    run = {"task": task, "model": model, "created": "2026-11-23T10:00:00Z",
           "packages": {"inspect_ai": "0.3.285"}, **fields}  # fmt: skip
    return {name: json.dumps(header(eval=run) | {"samples": list(records)}).encode()}


def graded(number: int, reply: str, mark: str, scorer: str, **more: Any) -> dict[str, Any]:
    scores = {scorer: {"value": mark, "answer": reply}}
    return logged(
        id=f"s{number}", input=f"Which ruling is {number}?", choices=None, target="It is allowed",
        output={"completion": reply, "choices": []}, scores=scores, **more,
    )  # fmt: skip


YES_NO = 10 * [("Yes", "Yes"), ("no", "No"), ("Yes, it is.", "Yes"), ("Yes", "No")]
"""As many as a task needs for a board of its own."""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Return a folder of two models' logs; the second did one task of two."""
    dairy = [asked(n, reply, target) for n, (reply, target) in enumerate(YES_NO)]
    short = [asked(n, f"article {1240 + n}", f"article {1240 + n}") for n in range(3)]
    other = [asked(n, "No", target) for n, (_, target) in enumerate(YES_NO)]
    files = lm_eval("alpha", dairy=dairy, short=short) | lm_eval("beta", dairy=other)
    return write(tmp_path / "logs", files)


@pytest.fixture
def empty_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, in which one is."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def scores(root: Path, board: str) -> dict[str, Any]:
    data = json.loads((root / f"releases/{ARCHIVE}/boards/1/{board}.json").read_bytes())
    return {row["submission_id"]: row for row in data["rows"]}


# To a board ------------------------------------------------------------------------------------


def test_logs_of_two_models_are_a_board_after_one_import(logs: Path, empty_work: Path) -> None:
    done = command("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")

    assert done.exit_code == 0, done.output
    digesta("release", "publish", ARCHIVE)
    rows = scores(empty_work, "lm_eval/lm_evaluation_harness/dairy@closed_book")
    # By hand: "no" and "Yes, it is." are right here, and differ from the target as texts.
    assert [(rows[m]["score"], rows[m]["level"]) for m in ("alpha", "beta")] == [
        (0.75, "archived"), (0.5, "archived"),
    ]  # fmt: skip
    assert rows["adversary-constant"]["score"] == 0.5
    whole = scores(empty_work, "lm_eval@closed_book")
    assert "alpha" in whole
    assert "beta" not in whole


def test_the_harness_s_score_stands_beside_ours_with_every_difference(
    logs: Path, empty_work: Path
) -> None:
    said = command("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}").stdout

    assert "short, alpha: exact_match 1.000 in the log, 1.000 here\n" in said
    assert "dairy, alpha: exact_match 0.250 in the log, 0.750 here" in said
    assert "0 there, 1 here: 1, 2, 5, 6, " in said
    assert "what the filter left of the reply, where it equals the target" in said
    record = front.open(empty_work).release(ARCHIVE).stored.manifest.archive
    assert record is not None
    assert any("0 there, 1 here: 1, 2, 5, 6, " in line for line in record.odd)
    assert record.commit == "2026-11-29, lm_eval 0.4.13"
    card = json.loads((empty_work / f"predictions/{ARCHIVE}/alpha/submission.json").read_bytes())
    assert "0.250 in the log, 0.750 here" in card["notes"]


def test_a_model_s_grades_are_said_to_be_others_than_equality(
    tmp_path: Path, empty_work: Path
) -> None:
    records = [
        graded(0, "Allowed.", "C", "model_graded_qa"),
        graded(1, "No.", "I", "model_graded_qa"),
    ]
    logs = write(tmp_path / "logs", inspect("a.json", "m", "law/graded", *records))

    said = command("import", "inspect", logs, "-o", f"releases/{ARCHIVE}").stdout

    assert "law/graded, m: model_graded_qa 0.500 in the log, 0.000 here" in said
    assert "what a model graded so; its grades are not kept" in said
    assert "1 there, 0 here: s0." in said


def test_match_at_the_beginning_has_the_same_score_here(tmp_path: Path, empty_work: Path) -> None:
    replies = [("Yes. It is.", "C"), ("No, never.", "I")]
    records = [graded(n, reply, mark, "match") | {"target": "Yes"}
               for n, (reply, mark) in enumerate(replies)]  # fmt: skip
    scorers = [{"name": "match", "options": {"location": "begin"}}]
    logs = write(tmp_path / "l", inspect("a.json", "m", "dairy", *records, scorers=scorers))

    said = command("import", "inspect", logs, "-o", f"releases/{ARCHIVE}").stdout

    assert "dairy, m: match 0.500 in the log, 0.500 here\n" in said


def test_yes_and_no_and_few_words_are_typed_and_their_chance_is_known(logs: Path) -> None:
    few = [asked(n, "granted", ["granted", "denied"][n % 2]) for n in range(4)]
    files = {p.relative_to(logs).as_posix(): p.read_bytes() for p in logs.rglob("*.json*")}

    draft = CONVERTERS["lm_eval"].read(files | lm_eval("alpha2", few=few))

    asks = {question["task"]: question["ask"] for question in draft.questions}
    assert asks["dairy"] == {"answer_type": "boolean"}
    assert asks["few"] == {"answer_type": "enum", "choices": ["denied", "granted"]}
    assert asks["short"] == {"answer_type": "enum"}
    assert draft.truth_of()["dairy-1"]["truth"] == {"answer": False}


def test_a_bad_log_refuses_itself_alone(logs: Path, empty_work: Path) -> None:
    bad = logs / "alpha" / f"samples_short_{TIME}.jsonl"
    bad.write_bytes(bad.read_bytes() + b"{\n")

    done = command("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")

    assert done.exit_code == 0
    assert f"{bad.as_posix()}:4: not-json" in done.stderr
    tasks = front.open(empty_work).release(ARCHIVE).stored.manifest.tracks[0].tasks
    assert list(tasks) == ["dairy"]


def test_a_target_without_a_letter_refuses_its_log_alone() -> None:
    good = inspect("good.json", "m", "law/one", graded(0, "Allowed.", "C", "match"))

    targets: tuple[Any, ...] = ("", "...", [])
    for target in targets:
        bad = graded(1, "No.", "I", "match") | {"target": target}
        draft = CONVERTERS["inspect"].read(good | inspect("bad.json", "m", "law/two", bad))

        assert [(each.file, each.code) for each in draft.refused] == [("bad.json", "bad-target")]
        assert len(draft.questions) == 1


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_run_that_broke_off_gives_way_to_the_whole_one(order: str) -> None:
    statuses = dict(zip(order, ("error", "success"), strict=True))
    files = {
        name: json.dumps(json.loads(data) | {"status": statuses[name[0]]}).encode()
        for letter in "ab"
        for name, data in inspect(
            f"{letter}.json", "m", "law/one", graded(0, f"{statuses[letter]}", "C", "match")
        ).items()
    }

    draft = CONVERTERS["inspect"].read(files)

    assert [(each.file[0], each.code) for each in draft.refused] == [(order[0], "file-twice")]
    assert draft.answer_of() == {"one-s0": "success"}


def test_marks_that_are_no_shares_are_said_to_be_compared_with_nothing() -> None:
    record = graded(0, "Allowed.", "C", "tens")
    record["scores"]["tens"]["value"] = 7.5

    draft = CONVERTERS["inspect"].read(inspect("a.json", "m", "law/one", record))

    assert "law/one: the marks of tens are no shares, and not compared" in draft.notes


def test_where_every_log_is_bad_nothing_is_written(tmp_path: Path, empty_work: Path) -> None:
    logs = write(tmp_path / "logs", {"samples_a.jsonl": b'{"doc_id":0,"resps":[]}\n'})

    assert "missing-key" in refusal("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")
    assert list(empty_work.iterdir()) == []


def test_other_prompts_are_told_and_another_key_refuses_the_log(logs: Path) -> None:
    files = {p.relative_to(logs).as_posix(): p.read_bytes() for p in logs.rglob("*.json*")}
    prompt = [asked(n, "Yes", target, arguments=chat("user", "Else?")) for n, (_, target)
              in enumerate(YES_NO)]  # fmt: skip
    key = [asked(0, "Yes", "No")]

    draft = CONVERTERS["lm_eval"].read(
        files | lm_eval("gamma", dairy=prompt) | lm_eval("delta", dairy=key)
    )

    assert "dairy: gamma had other prompts for 40 questions; the first log's are used" in (
        draft.notes
    )
    assert [problem.code for problem in draft.refused] == ["question-differs"]
    assert {system.name for system in draft.systems} == {"alpha", "beta", "gamma"}


def test_a_licence_that_nobody_stated_keeps_the_texts_unpublished(
    logs: Path, empty_work: Path
) -> None:
    digesta("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")
    digesta("import", "lm_eval", logs, "-o", "releases/open-2026-11-24",
            "--license", "MIT", "--language", "en", "--url", "https://law.example")  # fmt: skip

    closed, open_ = (
        front.open(empty_work).release(name).stored.manifest
        for name in (ARCHIVE, "open-2026-11-24")
    )
    assert (closed.licenses, closed.publish) == (
        ["LicenseRef-unstated"], {"LicenseRef-unstated": "facts"},
    )  # fmt: skip
    assert (open_.licenses, open_.publish) == (["MIT"], None)
    assert open_.archive is not None
    assert open_.archive.url == "https://law.example"


def test_a_question_that_stands_twice_counts_twice(tmp_path: Path, empty_work: Path) -> None:
    twice = [asked(n, "Yes", arguments=chat("user", "Again?")) for n in range(2)]
    logs = write(tmp_path / "logs", lm_eval("m", dairy=twice))

    digesta("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")

    assert len(front.open(empty_work).release(ARCHIVE).questions) == 2


def test_a_workspace_that_signs_asks_for_the_key_before_anything_is_written(
    logs: Path, empty_work: Path
) -> None:
    (empty_work / "releases").mkdir()
    for name in ("allowed_signers", "signers.jsonl"):
        shutil.copy(ROOT / "releases" / name, empty_work / "releases")

    said = refusal("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")

    assert "name your private key with --key" in said
    assert not (empty_work / "predictions").exists()


def test_a_draft_of_several_models_has_a_file_of_answers_for_each(
    logs: Path, empty_work: Path
) -> None:
    digesta("import", "lm_eval", logs, "-o", f"drafts/{ARCHIVE}")
    digesta("release", "cut", f"drafts/{ARCHIVE}")

    answers = f"drafts/{ARCHIVE}/predictions-beta.jsonl"
    done = command("init", "beta", "--model", "Beta", "--organization", "Us", "--answers", answers)

    assert done.exit_code == 0, done.output
    assert "40 of them with its answer" in done.stdout


def test_a_workspace_of_archives_alone_can_have_a_first_release_of_its_own(
    logs: Path, empty_work: Path, tmp_path: Path
) -> None:
    digesta("import", "lm_eval", logs, "-o", f"releases/{ARCHIVE}")
    rows = "".join(f"Is {n} even?,{'no' if n % 2 else 'yes'}\n" for n in range(8))
    (tmp_path / "q.csv").write_text(f"question,answer\n{rows}")

    digesta("import", "table", tmp_path / "q.csv", "-o", "drafts/2026-11-25",
            "--language", "en", "--license", "MIT", "--track", "own")  # fmt: skip
    digesta("release", "cut", "drafts/2026-11-25")
    digesta("release", "publish")

    assert (empty_work / "releases/2026-11-25/boards/1/index.json").is_file()
    assert front.open(empty_work).release().stored.manifest.previous is None


# To a submission -------------------------------------------------------------------------------


@pytest.fixture
def four_questions(empty_work: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Cut a release of four questions; return them as they are exported."""
    rows = "".join(f"Is {n} even?,{'no' if n % 2 else 'yes'}\n" for n in range(4))
    (tmp_path / "q.csv").write_text(f"question,answer\n{rows}")
    digesta("import", "table", tmp_path / "q.csv", "-o", "drafts/2026-11-25",
            "--language", "en", "--license", "MIT", "--track", "own")  # fmt: skip
    digesta("release", "cut", "drafts/2026-11-25")
    digesta("export", "lm_eval", "releases/2026-11-25", "-o", tmp_path / "tasks")
    return [json.loads(line) for line in (tmp_path / "tasks/own.jsonl").read_text().splitlines()]


def sent(empty_work: Path, name: str = "mine") -> dict[str, Any]:
    folder = empty_work / "predictions/2026-11-25" / name
    digesta("check", folder)
    text = (folder / "predictions.jsonl").read_text()
    return {line["question_id"]: line["answer"] for line in map(json.loads, text.splitlines())}


REPLIES = ["**Answer:** yes", "[THINK]no[/THINK]\nno<|im_end|>", "yes", ""]
READ = ["yes", "no", "yes", None]


def test_a_log_of_our_own_exported_task_becomes_a_submission(
    four_questions: list[dict[str, Any]], empty_work: Path, tmp_path: Path
) -> None:
    samples = [asked(n, reply, doc=line) for n, (line, reply)
               in enumerate(zip(four_questions, REPLIES, strict=True))]  # fmt: skip
    other = [logged(id=line["question_id"], metadata=line, output={"completion": reply})
             for line, reply in zip(four_questions, REPLIES, strict=True)]  # fmt: skip
    logs = write(tmp_path / "lm", lm_eval("acme/zeta", digesta_own=samples))
    archive = write(tmp_path / "in", inspect("a.json", "acme/zeta", "own", *other))
    place = "predictions/2026-11-25"

    digesta("import", "lm_eval", logs, "--organization", "Us", "-o", f"{place}/mine")
    digesta("import", "inspect", archive, "--organization", "Us", "-o", f"{place}/other")

    wanted = {line["question_id"]: text for line, text in zip(four_questions, READ, strict=True)}
    assert sent(empty_work) == sent(empty_work, "other") == wanted
    card = json.loads((empty_work / place / "mine/submission.json").read_bytes())
    assert (card["model_name"], card["organization"]) == ("acme/zeta", "Us")
    said = refusal("import", "lm_eval", logs, "-o", "drafts/x")
    assert "own-question" in said
    assert "predictions/RELEASE/NAME" in said


def test_a_log_of_another_s_task_is_no_submission(
    four_questions: list[dict[str, Any]], logs: Path, empty_work: Path
) -> None:
    out = ("--organization", "Us", "-o", "predictions/2026-11-25/mine")

    assert "releases/SERIES-DATE" in refusal("import", "lm_eval", logs, *out)
    assert "name the submitter" in refusal("import", "lm_eval", logs, *out[2:])
    assert not (empty_work / "predictions").exists()


def chat_body(text: str | None, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, **more}
    return {"response": {"status_code": 200, "body": {"model": "gpt-x", "choices": [choice]}}}


BODIES = [
    chat_body("**Answer:** yes"),
    {"response": {"body": {"model": "gpt-x", "object": "response", "output": [
        {"type": "reasoning", "summary": []},
        {"type": "message", "content": [{"type": "output_text", "text": "Final answer: no"}]}]}}},
    {"result": {"type": "succeeded", "message": {
        "model": "gpt-x", "content": [{"type": "text", "text": "yes"}], "stop_reason": "end"}}},
    {"response": None, "error": {"code": "expired"}},
]  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        {"choices": ["x"]},
        {"choices": {"a": 1}},
        {"choices": [None]},
        {"output": [], "incomplete_details": "x"},
    ],
)
def test_a_batch_s_reply_of_an_odd_shape_is_no_answer_or_its_text(body: dict[str, Any]) -> None:
    line = json.dumps({"custom_id": "q-1", "response": {"body": body}}).encode()

    [reply] = openai_batch.replies({"output.jsonl": line})

    assert reply.question_id == "q-1"
    assert not reply.cut


def test_a_failed_request_holds_no_answer_whatever_its_error_says() -> None:
    error = {"object": "error", "message": "Answer: yes"}
    bodies: list[dict[str, Any]] = [
        {"response": {"status_code": 500, "body": error}, "error": None},
        {"response": {"status_code": 200, "body": error}, "error": {"code": "x"}},
        {"response": None, "error": None},
        {"result": {"type": "errored", "error": error}},
        {"result": {"type": "expired"}},
    ]
    rows = [{"custom_id": f"q-{n}"} | body for n, body in enumerate(bodies)]

    assert [each.text for each in openai_batch.replies({"o.jsonl": lines(rows)})] == [None] * 5


def test_a_reply_without_an_envelope_is_read_and_one_of_another_form_is_refused() -> None:
    chat_body_alone = chat_body("yes")["response"]["body"]
    message = {"model": "m", "content": [{"type": "text", "text": "yes"}], "type": "message"}
    for body in ({"response": chat_body_alone}, {"result": message}):
        row = {"custom_id": "q-1"} | body
        assert [each.text for each in openai_batch.replies({"o.jsonl": lines([row])})] == ["yes"]

    other = lines([{"custom_id": "q-1", "response": {"candidates": [{"text": "yes"}]}}])
    with pytest.raises(ReleaseError, match=r"o.jsonl:1: missing-key; got candidates"):
        openai_batch.replies({"o.jsonl": other})


def test_the_results_of_a_batch_are_predictions(
    four_questions: list[dict[str, Any]], empty_work: Path, tmp_path: Path
) -> None:
    rows = [{"custom_id": line["question_id"], **body}
            for line, body in zip(four_questions, BODIES, strict=True)]  # fmt: skip
    file = tmp_path / "output.jsonl"
    file.write_bytes(lines(rows))

    done = command("import", "openai-batch", file, "--organization", "Us",
                   "-o", "predictions/2026-11-25/mine")  # fmt: skip

    assert done.exit_code == 0, done.output
    assert "4 replies of 4 questions" in done.stdout
    assert "1 replies hold no answer" in done.stdout
    assert list(sent(empty_work).values()).count(None) == 1
    assert {sent(empty_work)[r["custom_id"]]: None for r in rows}.keys() == {"yes", "no", None}


def test_whoever_has_a_bundle_alone_makes_predictions_of_a_batch(
    four_questions: list[dict[str, Any]], empty_work: Path, tmp_path: Path
) -> None:
    row = {"custom_id": four_questions[0]["question_id"], **chat_body("yes")}
    (tmp_path / "output.jsonl").write_bytes(lines([row]))
    digesta("release", "bundle", "2026-11-25", "-o", tmp_path / "b.zip")
    shutil.rmtree(empty_work / "releases")
    batch = ("import", "openai_batch", tmp_path / "output.jsonl", "--organization", "Us",
             "--release", tmp_path / "b.zip", "-o")  # fmt: skip

    assert "predictions/2026-11-25/mine" in refusal(*batch, "predictions/2026-11-24/mine")
    told = command(*batch, "predictions/2026-11-25/mine").stdout

    assert f"digesta check predictions/2026-11-25/mine --release {tmp_path / 'b.zip'}\n" in told
    assert (empty_work / "predictions/2026-11-25/mine/predictions.jsonl").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"custom_id": "request-7"}, "output.jsonl:2: unknown-id; got request-7"),
        ({"custom_id": None}, "output.jsonl:2: missing-key"),
        ({}, "output.jsonl:2: dup-id"),
    ],
)
def test_a_batch_s_line_that_answers_no_question_refuses_the_file(
    change: dict[str, Any],
    said: str,
    four_questions: list[dict[str, Any]],
    empty_work: Path,
    tmp_path: Path,
) -> None:
    row = {"custom_id": four_questions[0]["question_id"], **chat_body("yes")}
    (tmp_path / "output.jsonl").write_bytes(lines([row, row | change]))

    told = refusal("import", "openai_batch", tmp_path / "output.jsonl", "--organization", "Us",
                   "-o", "predictions/2026-11-25/mine")  # fmt: skip

    assert said in told
    assert not (empty_work / "predictions").exists()


def test_a_reply_that_a_limit_cut_holds_no_answer(
    four_questions: list[dict[str, Any]], empty_work: Path, tmp_path: Path
) -> None:
    body = chat_body("Let me think. The answer may be", finish_reason="length")
    first, second = (question["question_id"] for question in four_questions[:2])
    rows = [{"custom_id": first, **body}, {"custom_id": second, **chat_body("yes")}]
    (tmp_path / "output.jsonl").write_bytes(lines(rows))

    digesta("import", "openai_batch", tmp_path / "output.jsonl", "--organization", "Us",
            "-o", "predictions/2026-11-25/mine")  # fmt: skip

    assert sent(empty_work) == {first: None, second: "yes"}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"response": None, "error": {"message": "quota exceeded"}}, "quota exceeded"),
        ({"response": {"status_code": 429, "body": {"error": {"code": "slow_down"}}}}, "slow_down"),
        ({"result": {"type": "errored", "error": {"type": "overloaded_error"}}}, "overloaded"),
        ({"result": {"type": "expired"}}, "expired"),
        (chat_body(""), "no answer"),
    ],
)
def test_a_batch_without_any_answer_is_refused_with_the_reason(
    body: dict[str, Any],
    why: str,
    four_questions: list[dict[str, Any]],
    empty_work: Path,
    tmp_path: Path,
) -> None:
    rows = [{"custom_id": question["question_id"], **body} for question in four_questions]
    (tmp_path / "output.jsonl").write_bytes(lines(rows))

    told = refusal("import", "openai_batch", tmp_path / "output.jsonl", "--organization", "Us",
                   "-o", "predictions/2026-11-25/mine")  # fmt: skip

    assert "output.jsonl:1: no-answers; got" in told
    assert why in told
    assert not (empty_work / "predictions").exists()
