"""A law dated by entry into force, its texts numbered by year: questions in French and English."""

from __future__ import annotations

import json
from typing import Any

import pytest

from authoring.tlr import build
from authoring.tlr.law import AmendedLaw
from digesta.intake import strict_json
from digesta.workspace import store
from digesta_legal.temporal.states import states_of
from places import CODE_DU_TRAVAIL

NUMBERS = {
    "point_in_time": 4, "causal_lineage": 2, "temporal_difference": 4, "temporal_consistency": 4,
    "amendment_attribution": 2,
}  # fmt: skip
FOLDER = "resources/tlr/code_du_travail/"


@pytest.fixture(scope="module")
def code_files() -> dict[str, bytes]:
    """Return the code, asking few questions and none about divisions."""
    files = dict(store.read_tree(CODE_DU_TRAVAIL))
    law = json.loads(files["law.json"]) | {"questions": NUMBERS}
    return files | {"law.json": json.dumps(law).encode()}


@pytest.fixture(scope="module")
def draft(code_files: dict[str, bytes]) -> dict[str, bytes]:
    return build(code_files, b"k" * 32, split="public", released="2026-11-25")


def lines(draft: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    return [strict_json(line, file=name) for line in draft[name].splitlines()]


def test_half_of_the_questions_are_french_and_all_name_their_law(
    draft: dict[str, bytes],
) -> None:
    questions = lines(draft, "questions.jsonl")

    assert sorted(question["language"] for question in questions) == ["en"] * 8 + ["fr"] * 8
    for question in questions:
        assert question["ask"]["law"] == "code_du_travail"
        assert question["ask"]["amendments_by"] == "numbered-text/1"
        assert question["tags"][:2] == ["computed", "code_du_travail"]
        words = question["turns"][0]["content"]
        assert ("entry into force" in words or "has it come into force" in words) or (
            "entrée en vigueur" in words or "entrer en vigueur" in words
        )
        assert "LEGI" in words
        assert not any(word in words for word in ("promulg", "caput", "EC N"))


def test_its_tables_lie_in_a_folder_of_its_own_and_are_found_by_its_name(
    draft: dict[str, bytes],
) -> None:
    resources = {path: data for path, data in draft.items() if path.startswith("resources/")}

    assert {path.rpartition("/")[0] + "/" for path in resources} == {FOLDER}
    other = b'{"amendments":[],"article":"cf_art_1","start":"1988-10-05"}\n'
    both = {"resources/tlr/states.jsonl": other} | resources
    constitution, code = states_of(both), states_of(both, "code_du_travail")
    assert constitution is not None
    assert code is not None
    assert constitution.articles == ("cf_art_1",)
    assert (len(code.versions), code.first_day) == (2208, "2008-05-01")


def test_only_articles_of_the_first_day_are_asked_about_and_no_doubtful_one(
    code_files: dict[str, bytes], draft: dict[str, bytes]
) -> None:
    law = AmendedLaw(code_files)
    asked = {question["ask"]["component_id"] for question in lines(draft, "questions.jsonl")}

    assert len(asked) == 16
    for article in asked:
        assert law.states(article)[0].start == "2008-05-01"
        assert article not in law.doubtful


def test_points_in_time_are_first_of_articles_whose_count_misleads(
    code_files: dict[str, bytes], draft: dict[str, bytes]
) -> None:
    law = AmendedLaw(code_files)
    kinds = [q["ask"] for q in lines(draft, "questions.jsonl") if q["task"] == "point_in_time"]

    misleading = law.stillbirths | {*law.reenactments}
    assert [ask["component_id"] for ask in kinds if ask["component_id"] not in misleading] == []


def test_a_version_whose_words_are_not_known_has_no_digest_to_compare_with(
    code_files: dict[str, bytes], draft: dict[str, bytes]
) -> None:
    law = AmendedLaw(code_files)
    truths = {line["question_id"]: line["truth"] for line in lines(draft, "truths.jsonl")}

    for question in lines(draft, "questions.jsonl"):
        if question["task"] == "point_in_time":
            ask, truth = question["ask"], truths[question["question_id"]]
            state = law.timeline.state_on(ask["component_id"], ask["date"])
            assert state is not None
            assert truth.get("text_sha256") == state.sha256
            assert not truth["must_contain"] or state.text
