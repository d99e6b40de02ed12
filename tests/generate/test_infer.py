"""infer: from a release and an endpoint to a submission."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from faulty import Exchange, completion, right_form, serving
from runs import KEY, answers, folder, generate, options

from commands import environment, run
from digesta.records.submission import Card
from digesta.records.trace import Run, Trace
from digesta_generate.inference.systems.model_plan import slug_of
from places import ROOT
from world import lines_of, released_in


def test_a_run_answers_every_question_and_the_folder_passes_its_check(twelve: Path) -> None:
    with serving() as server:
        done = generate(*options(server.url, twelve))

    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{folder(twelve).as_posix()}: 12 answers\n"
    assert sorted(answers(twelve).values()) == ["107"] * 4 + ["red"] * 4 + ["yes"] * 4
    checked = run("check", folder(twelve), "--root", twelve)
    assert checked.returncode == 0, checked.stderr


def test_its_files_are_records_of_their_formats(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve, "--price-in", "0.5", "--price-out", "10"))

    card = Card.model_validate(json.loads((folder(twelve) / "submission.json").read_bytes()))
    record = Run.model_validate(json.loads((folder(twelve) / "run.json").read_bytes()))
    traced = [Trace.model_validate(one) for one in lines_of(folder(twelve) / "trace.jsonl")]
    assert (card.model_name, card.attempts, card.selection) == ("toy", 1, "the only run")
    assert card.command is not None
    assert f"--base-url {server.url}" in card.command
    assert "--root" not in card.command
    assert record.inference is not None
    assert record.inference["models"] == {"toy-served": 12}
    assert record.asked == 12
    assert {(one.outcome, one.input_tokens, one.output_tokens) for one in traced} == {
        ("answered", 40, 4)
    }
    # 40 * 0.5 + 4 * 10 = 60 millionths a reply
    assert {one.cost_micro_usd for one in traced} == {60}
    assert record.inference["cost"]["cost_micro"] == 720


def test_workers_of_an_engine_ask_and_the_answers_are_the_same(
    twelve: Path, tmp_path: Path
) -> None:
    there = released_in(tmp_path / "there")
    with serving() as server:
        alone = generate(*options(server.url, twelve))
        shared = generate(*options(server.url, there, "--engine", "processes:2"))

    assert (alone.returncode, shared.returncode) == (0, 0), shared.stderr
    assert len(server.requests) == 24
    assert answers(there) == answers(twelve)


def test_workers_read_the_key_themselves_and_it_is_never_sent_to_them(twelve: Path) -> None:
    with serving() as server:
        keyed = options(server.url, twelve, "--key-env", "TOY_API_KEY", "--engine", "processes:1")
        done = generate(*keyed, TOY_API_KEY=KEY)

    assert done.returncode == 0, done.stderr
    assert {headers["Authorization"] for _, headers, _ in server.seen} == {f"Bearer {KEY}"}


def test_a_fault_far_away_is_told_as_one_here(twelve: Path) -> None:
    with serving(lambda exchange, _turn: exchange.say({}, 401)) as server:
        done = generate(*options(server.url, twelve, "--engine", "processes:1"))

    assert done.returncode == 1
    assert "--key-env" in done.stderr


def test_a_finished_run_asks_nothing_and_changes_nothing(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
        before = {path.name: path.read_bytes() for path in folder(twelve).iterdir()}

        done = generate(*options(server.url, twelve))

    assert done.returncode == 0
    assert len(server.requests) == 12
    assert {path.name: path.read_bytes() for path in folder(twelve).iterdir()} == before


def test_what_somebody_wrote_into_the_card_stays(twelve: Path) -> None:
    started = run("init", "toy", "--model", "Toy 1", "--organization", "Others", "--root", twelve)
    assert started.returncode == 0, started.stderr
    path = folder(twelve) / "submission.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"notes": "by hand"}))
    (folder(twelve) / "predictions.jsonl").unlink(missing_ok=True)

    with serving() as server:
        arguments = options(server.url, twelve)
        at = arguments.index("--organization")
        done = generate(*arguments[:at], *arguments[at + 2 :])

    assert done.returncode == 0, done.stderr
    card = json.loads(path.read_bytes())
    assert (card["model_name"], card["organization"]) == ("Toy 1", "Others")
    assert card["notes"] == "by hand"


def test_other_settings_in_the_same_folder_are_refused(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))

        done = generate(*options(server.url, twelve, "--temperature", "1"))

    assert done.returncode == 2
    assert "temperature was '0', is '1'" in done.stderr
    assert len(server.requests) == 12


def test_a_folder_with_answers_from_elsewhere_is_left_alone(twelve: Path) -> None:
    folder(twelve).mkdir(parents=True)
    (folder(twelve) / "predictions.jsonl").write_text("{}\n")

    done = generate(*options("http://127.0.0.1:9/v1", twelve))

    assert done.returncode == 2
    assert "choose another --id" in done.stderr
    assert (folder(twelve) / "predictions.jsonl").read_text() == "{}\n"


def test_several_models_make_several_submissions(twelve: Path) -> None:
    with serving() as server:
        done = generate(*options(server.url, twelve, "-m", "acme/Big-7B"))

    assert done.returncode == 0, done.stderr
    assert answers(twelve) == answers(twelve, "acme-big-7b")
    card = json.loads((folder(twelve, "acme-big-7b") / "submission.json").read_bytes())
    assert "--model acme/Big-7B" in card["command"]
    assert "--model toy" not in card["command"]
    assert generate(*options(server.url, twelve, "-m", "b", "--id", "x")).returncode == 2


def test_the_request_is_a_chat_completion_with_the_settings(twelve: Path) -> None:
    with serving() as server:
        generate(
            *options(server.url, twelve, "--temperature", "0.7", "--top-p", "0.9", "--seed", "5"),
            "--provider", "Acme", "--provider", "Other", "--quantization", "fp8",
            "--max-tokens", "64",
        )  # fmt: skip

    path, headers, body = server.seen[0]
    assert path == "/v1/chat/completions"
    assert len(headers["Idempotency-Key"]) == 64
    assert (body["temperature"], body["top_p"], body["seed"]) == (0.7, 0.9, 5)
    assert body["max_tokens"] == 64
    assert body["provider"] == {
        "order": ["Acme", "Other"], "allow_fallbacks": False, "quantizations": ["fp8"],
        "require_parameters": True,
    }  # fmt: skip
    assert [one["role"] for one in body["messages"]] == ["system", "user"]


def test_the_provider_and_the_cost_that_replies_name_are_recorded(twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        said = completion(right_form(exchange.body)) | {"provider": "Acme Cloud"}
        exchange.say(said | {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "cost": 0.25}})

    with serving(script) as server:
        generate(*options(server.url, twelve))

    recorded = json.loads((folder(twelve) / "run.json").read_bytes())["inference"]
    assert recorded["providers"] == {"Acme Cloud": 12}
    assert recorded["cost"] == {"currency": "USD", "cost_micro": 3_000_000}


def test_the_most_frequent_of_three_answers_counts(twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        sample = exchange.body["seed"]
        exchange.say(completion(["Answer: a", "Answer: b", "Answer:  b"][sample]))

    with serving(script) as server:
        done = generate(
            *options(server.url, twelve, "--samples", "3", "--select", "majority", "--seed", "0")
        )

    assert done.returncode == 0, done.stderr
    assert set(answers(twelve).values()) == {"b"}
    assert len(server.requests) == 36
    card = json.loads((folder(twelve) / "submission.json").read_bytes())
    assert card["attempts"] == 3
    assert card["selection"].startswith("per question, the most frequent of 3")
    assert lines_of(folder(twelve) / "trace.jsonl")[0]["input_tokens"] == 120


def test_the_first_sample_counts_where_that_is_the_rule(twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        exchange.say(completion(f"Answer: {exchange.body['seed']}"))

    with serving(script) as server:
        generate(*options(server.url, twelve, "--samples", "2", "--seed", "7"))

    assert set(answers(twelve).values()) == {"7"}


def test_constrained_answers_keep_their_types(twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        kind = exchange.body["response_format"]["json_schema"]["schema"]["properties"]["answer"]
        answer = {"string": "blue", "boolean": True, "number": 3.5}[kind["type"]]
        exchange.say(completion(json.dumps({"answer": answer})))

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "--constrained"))

    assert done.returncode == 0, done.stderr
    found = list(answers(twelve, "toy-constrained").values())
    assert [found.count(one) for one in ("blue", True, 3.5)] == [4, 4, 4]
    schemas = [one[2]["response_format"]["json_schema"] for one in server.seen]
    assert all(one["strict"] for one in schemas)
    assert {"type": "string", "enum": ["red", "green", "blue", "black"]} in [
        one["schema"]["properties"]["answer"] for one in schemas
    ]


def test_an_endpoint_that_cannot_constrain_gets_a_clear_error_and_no_fallback(twelve: Path) -> None:
    with serving(lambda exchange, _turn: exchange.say({"error": "no such field"}, 400)) as server:
        done = generate(*options(server.url, twelve, "--constrained"))

    assert done.returncode == 1
    assert "leave out --constrained" in done.stderr
    assert all("response_format" in body for _, _, body in server.seen)
    assert not folder(twelve, "toy-constrained").exists()


def test_a_refusal_an_empty_reply_and_a_cut_one_have_their_outcomes(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        cases = [
            completion("", message={"refusal": "I will not"}),
            completion(""),
            completion("Answer: red\nand then it", finish_reason="length"),
            completion("Answer: re", finish_reason="length"),
            completion("hidden", finish_reason="content_filter"),
        ]
        exchange.say(cases[exchange.question - 1])

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1", "--limit", "5", "--partial"))

    assert done.returncode == 0, done.stderr
    found = answers(twelve)
    outcomes = {
        one["question_id"]: one["outcome"] for one in lines_of(folder(twelve) / "trace.jsonl")
    }
    asked = [one["question_id"] for one in lines_of(folder(twelve) / "journal.jsonl")[1:]]
    assert [(outcomes[one], found[one]) for one in asked] == [
        ("refused", None), ("empty", None), ("length", "red"), ("length", None),
        ("refused", None),
    ]  # fmt: skip
    assert run("check", folder(twelve), "--root", twelve).returncode == 0


def test_a_dry_run_prints_the_first_prompt_and_the_expected_cost_and_asks_nothing(
    twelve: Path,
) -> None:
    with serving() as server:
        done = generate(
            *options(server.url, twelve, "--dry-run", "--price-in", "1", "--price-out", "2")
        )

    assert done.returncode == 0, done.stderr
    assert "--- user\nCase " in done.stdout
    # 12 questions, 2,048 tokens and twice their answers' out each at 2 millionths, and the prompts
    out, cost = 24844, float(done.stdout.rsplit("about ", 1)[1].split()[0])
    assert f"at most {out} out" in done.stdout
    assert cost > out * 2 / 1e6
    assert server.requests == []
    assert not folder(twelve).exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--max-cost", "1"], "--max-cost needs a known price"),
        (["--price-in", "1"], "belong together"),
        (["--price-in", "x", "--price-out", "1"], "expected a decimal"),
        (["--limit", "3"], "for trials"),
        (["--prompt", "closed.99"], "there are: citations.1, closed-brief.1, closed-brief.3"),
        (["--only", "nothing", "--partial"], "no task nothing"),
        (["--currency", "dollars"], "expected a code"),
        (["--base-url", "https://user:pass@host/v1"], "must hold no user"),
        (["--base-url", "ftp://host/v1"], "write for example"),
    ],
)
def test_a_wrong_command_says_what_is_wrong_and_leaves_nothing(
    twelve: Path, more: list[str], said: str
) -> None:
    done = generate(*options("http://127.0.0.1:9/v1", twelve, *more))

    assert done.returncode == 2
    assert said in done.stderr
    assert not folder(twelve).exists()


def test_http_needs_loopback_and_a_public_host_a_key(twelve: Path) -> None:
    usual = ["infer", "-m", "toy", "--organization", "Tests", "--root", str(twelve), "--base-url"]

    assert "http is unprotected" in generate(*usual, "http://127.0.0.1:9/v1").stderr
    assert "no key" in generate(*usual, "https://example.org/v1").stderr


def test_an_id_is_made_of_a_model_s_name() -> None:
    assert slug_of("meta-llama/Llama-3.1-8B:free") == "meta-llama-llama-3.1-8b-free"


def test_the_example_in_the_help_of_infer_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    said = " ".join(generate("infer", "--help").stdout.split())

    done = generate(*shlex.split(said.split("Example: digesta-generate ", 1)[1]))

    assert done.returncode == 0, done.stderr
    assert "--- system" in done.stdout


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("httpx", "generate", ["infer", "-m", "toy", "--base-url", "http://127.0.0.1:9/v1",
                               "--loopback", "--organization", "Tests"]),
        ("bm25s", "rag", ["baseline", "lexical"]),
    ],
)  # fmt: skip
def test_a_part_that_is_not_installed_is_named_with_the_command_that_installs_it(
    twelve: Path, package: str, extra: str, arguments: list[str]
) -> None:
    script = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from digesta_generate.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments, "--root", str(twelve)],
        capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip

    assert done.returncode == 2
    assert f"{package} is not installed" in done.stderr
    assert f"pip install 'digesta[{extra}]'" in done.stderr
    assert "make local-model" in done.stderr
    assert "Traceback" not in done.stderr
