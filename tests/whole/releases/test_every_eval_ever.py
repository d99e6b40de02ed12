"""Results for Every Eval Ever are what its schemas ask for, and add up to the boards."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from exporting import (
    ASKED,
    SYSTEM,
    exported,
    lines_of,
    public_questions,
    published_board,
    published_row,
)
from jsonschema import Draft202012Validator

from places import ROOT
from repository import with_texts

SCHEMAS = ROOT / "tests" / "data" / "exports" / "every_eval_ever"


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_bytes()))


def aggregates(out: Path) -> list[tuple[Path, dict[str, Any]]]:
    return [(path, json.loads(path.read_bytes())) for path in sorted(out.rglob("*.json"))]


def instances(out: Path, whole: dict[str, Any]) -> list[dict[str, Any]]:
    return lines_of(out / whole["detailed_evaluation_results"]["file_path"])


JUDGED = SYSTEM.with_name("smollm2-256-frenchlaw")
"""What earned its score by judges' verdicts."""


@pytest.mark.parametrize("folder", [SYSTEM, JUDGED])
def test_both_files_keep_to_the_schemas_of_the_package(folder: Path) -> None:
    out = exported("every_eval_ever", folder)
    [(_, whole)] = aggregates(out)

    schema("eval").validate(whole)
    check = schema("instance_level_eval")
    for line in instances(out, whole):
        check.validate(line)


def test_results_are_the_published_scores_with_their_intervals() -> None:
    [(_, whole)] = aggregates(exported("every_eval_ever", SYSTEM))

    assert whole["evaluation_results"]
    for result in whole["evaluation_results"]:
        row = published_row(result["evaluation_result_id"], "smollm2")
        known = result["score_details"]["uncertainty"]["confidence_interval"]
        assert result["score_details"]["score"] == row["score"]
        assert (known["lower"], known["upper"]) == (row["low"], row["high"])


@pytest.mark.parametrize("folder", [SYSTEM, JUDGED])
def test_instances_join_their_task_s_result_and_their_mean_is_its_score(folder: Path) -> None:
    out = exported("every_eval_ever", folder)
    [(_, whole)] = aggregates(out)
    scores = defaultdict(list)
    for line in instances(out, whole):
        scores[line["evaluation_result_id"]].append(line["evaluation"]["score"])

    known = {r["evaluation_result_id"]: r["score_details"] for r in whole["evaluation_results"]}
    tasks = {
        name
        for name in known
        if any(each.count("/") == 2 for each in (name, *published_board(name).get("addresses", [])))
        and "+" not in name
    }
    assert scores.keys() == tasks
    for name, own in scores.items():
        assert known[name]["uncertainty"]["num_samples"] == len(own)
        if "closed" in known[name]["details"]:
            assert sum(own) / len(own) == pytest.approx(known[name]["score"], abs=1e-9)


def test_the_aggregate_names_its_instances_by_digest_and_number() -> None:
    out = exported("every_eval_ever", SYSTEM)
    [(path, whole)] = aggregates(out)
    detailed = whole["detailed_evaluation_results"]
    file = out / detailed["file_path"]

    assert file.parent == path.parent
    assert hashlib.sha256(file.read_bytes()).hexdigest() == detailed["checksum"]
    assert detailed["total_rows"] == len(lines_of(file)) == len(public_questions("halacha", ASKED))


def test_an_instance_shows_the_reply_and_the_answer_that_was_read_in_it() -> None:
    [(_, whole)] = aggregates(exported("every_eval_ever", SYSTEM))
    lines = {
        line["sample_id"]: line for line in instances(exported("every_eval_ever", SYSTEM), whole)
    }
    answers = {
        line["question_id"]: line["answer"] for line in lines_of(SYSTEM / "predictions.jsonl")
    }
    key = next(k for k, line in lines.items() if line["evaluation"]["is_correct"])
    question = next(q for q in public_questions("halacha", ASKED) if q["question_id"] == key)

    assert lines[key]["answer_attribution"][0]["extracted_value"] == answers[key]
    assert answers[key] in lines[key]["output"]["raw"][0]
    assert lines[key]["input"]["raw"].endswith(question["turns"][-1]["content"])


def test_the_maker_of_a_model_is_named_and_not_who_sent_its_answers_in() -> None:
    [(path, model)] = aggregates(exported("every_eval_ever", SYSTEM))
    [(_, program)] = aggregates(exported("every_eval_ever", SYSTEM.with_name("baseline-longest")))
    disc = "disc-lawllm-2026-11-23"
    archive = with_texts(disc) / "predictions" / disc / "gpt-3.5-turbo"

    assert model["model_info"]["developer"] == "Hugging Face"
    assert path.parts[-3] == "Hugging-Face"
    assert program["model_info"]["developer"] == "Digesta"
    [(_, published)] = aggregates(exported("every_eval_ever", archive))
    assert published["model_info"]["developer"] == "OpenAI"


def test_the_same_release_gives_the_same_bytes() -> None:
    twice = [of("every_eval_ever", SYSTEM) for of in (exported, exported.__wrapped__)]

    files = [
        {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        for out in twice
    ]
    assert files[0] == files[1]
