"""The local server takes every schema."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from test_prompts_by_scorer import (
    EXTRACTION,
    EXTRACTION_ASK,
    PENALTY,
    PENALTY_ASK,
    TEMPORAL,
    ask,
)

from digesta.errors import UsageError
from digesta_generate.endpoint import local
from digesta_generate.inference.messages import default_prompts, make_prompt
from waiting import HANG


@pytest.fixture
def local_server() -> Iterator[str]:
    try:
        local.model_of("smollm2").weights()
    except UsageError as error:
        pytest.skip(str(error))
    with local.serve("smollm2") as url:
        yield url


def test_the_local_server_takes_every_schema(local_server: str) -> None:
    kinds = {
        one.ask["kind"]: make_prompt(one, default_prompts(), constrained=True) for one in TEMPORAL
    }
    made = [
        *kinds.values(),
        ask("penalty", "zh", PENALTY_ASK, PENALTY, constrained=True),
        ask("extraction", "fr", EXTRACTION_ASK, EXTRACTION, constrained=True),
    ]

    for one in made:
        body = {
            "messages": [{"role": "user", "content": "{"}],
            "response_format": one.form,
            "max_tokens": 1,
        }
        reply = httpx.post(f"{local_server}/chat/completions", json=body, timeout=HANG)
        assert reply.status_code == 200, reply.text
    assert len(made) == 8
