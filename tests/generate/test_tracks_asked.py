"""Which tracks a system is asked: those that are named, else those that a prompt can ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from digesta.errors import UsageError
from digesta.scorers import SCORERS
from digesta.workspace.releases import open_release
from digesta_generate.inference.messages import default_prompts
from digesta_generate.inference.systems.earlier_run import read_carriable_run, tracks_of
from digesta_generate.inference.systems.model_plan import plan_of, settings_of, tracks_to_ask
from digesta_generate.inference.systems.options import InferOptions
from places import NEWEST, ROOT

QUESTIONS = open_release(ROOT, "2026-11-22.3").data.questions
LATEST = open_release(ROOT, NEWEST).data.questions
CLOSED = {"closed": "closed.2"}


def test_a_track_without_a_prompt_is_left_out_and_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tracks_to_ask([], QUESTIONS, CLOSED) == ["halacha"]
    assert (
        "left out, as models cannot answer directly: tlr (--track asks it)"
        in capsys.readouterr().err
    )


def test_a_model_alone_is_asked_for_the_answers_of_each_scorer_with_a_prompt() -> None:
    assert tracks_to_ask([], QUESTIONS, default_prompts()) is None
    assert set(default_prompts()) == {n for n, scorer in SCORERS.items() if scorer.prompt}
    assert tracks_to_ask([], LATEST, default_prompts()) == ["finlaw", "frenchlaw", "halacha", "tlr"]
    rankings = [one for one in LATEST if one.track == "cases"]
    assert tracks_to_ask([], rankings, default_prompts()) is None


def test_a_release_of_which_all_can_be_asked_is_asked_whole() -> None:
    closed = [one for one in QUESTIONS if one.scorer == "closed"]

    assert tracks_to_ask([], closed, CLOSED) is None
    assert tracks_to_ask([], QUESTIONS, CLOSED | {"temporal": "any.1"}) is None


def test_a_track_that_is_named_is_asked_and_an_unknown_one_refused() -> None:
    assert tracks_to_ask(["tlr"], QUESTIONS, CLOSED) == ["tlr"]
    with pytest.raises(UsageError, match="no track nolaw; there are: halacha, tlr"):
        tracks_to_ask(["nolaw"], QUESTIONS, CLOSED)


def test_a_system_goes_on_with_the_tracks_that_it_was_asked_before() -> None:
    old = read_carriable_run(ROOT / "predictions" / "2026-11-22.2" / "smollm2")

    assert tracks_of(old, QUESTIONS) == {"halacha"}


def test_a_trial_enters_only_the_tracks_that_it_asks_of(tmp_path: Path) -> None:
    root = tmp_path / "work"
    (root / "releases").mkdir(parents=True)
    (root / "releases" / "2026-11-22.3").symlink_to(ROOT / "releases" / "2026-11-22.3")
    first = next(q.question_id for q in QUESTIONS if q.track == "tlr")

    def tracks(**more: Any) -> Any:
        options = InferOptions(
            model=("toy",), organization="Us", root=root, release="2026-11-22.3", **more
        )
        card = plan_of(options, settings_of(options, "toy", "http://127.0.0.1:9/v1")).card
        return card.get("tracks")

    assert tracks(question=(first,), partial=True) == ["tlr"]
    assert tracks(limit=1, partial=True) == ["halacha"]
    assert tracks() is None
