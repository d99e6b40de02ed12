"""A draft of closed questions to HalachaBench's files, with the ids that they have there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from digesta_convert.halachabench.records import (
    PLAIN_NUMBER,
    PREDICTION_FILE,
    QUESTION_FILE,
    hash_of,
)
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.rows import json_lines

_VERSION = re.compile(r"-([0-9.]+)\Z")


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the questions, and the predictions where there are some."""
    ids = ids_of(draft)
    lines = [
        _record(question, truth, draft.track) | {"question_id": ids[question["question_id"]]}
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    ]
    files = {QUESTION_FILE: json_lines(lines)}
    if draft.predictions:
        answers = (line | {"question_id": ids[line["question_id"]]} for line in draft.predictions)
        files[PREDICTION_FILE] = json_lines(answers)
    return files


def ids_of(draft: Draft) -> dict[str, str]:
    """Return the id that each question has in the files, by its own."""
    return {
        question["question_id"]: hash_of(_record(question, truth, draft.track))
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    }


def title(track: Mapping[str, Any], kind: str, name: str) -> str:
    """Return the title of a category or task, its name where the draft has none."""
    return str(track.get(kind, {}).get(name, {}).get("title", name))


def _record(question: Value, truth: Value, track: Mapping[str, Any]) -> Value:
    """Return the fields of a question without its id, as the original writes them."""
    ask, right = question["ask"], truth["truth"]
    record: Value = {
        "category": title(track, "categories", question["category"]),
        "task": title(track, "tasks", question["task"]),
        "turns": question["turns"],
        "answer_type": ask["answer_type"],
        "ground_truth": right["answer"],
    }
    if "choices" in ask:
        record["choices"] = ask["choices"]
    if "accepted" in right:
        accepted = right["accepted"]
        own = [] if right["answer"] in accepted else [right["answer"]]
        record["acceptable_answers"] = own + accepted
    if refs := truth.get("source_refs"):
        record["source_refs"] = [_ref(ref) for ref in refs]
    if sources := question.get("shown_sources"):
        record["source_excerpt"] = sources[0]["text"]
    record |= {
        "license": _VERSION.sub(r" \1", question.get("license", "none")),
        "attribution": question.get("attribution", "none"),
        "release_date": question.get("released", "1970-01-01"),
    }
    return record | _tolerance(ask)


def _tolerance(ask: Mapping[str, Any]) -> Value:
    if "tolerance" not in ask:
        return {}
    amount = float(ask["tolerance"]["amount"])
    fields: Value = {"tolerance": int(amount) if amount.is_integer() else amount}
    if ask["tolerance"]["kind"] != "absolute":
        fields["tolerance_type"] = ask["tolerance"]["kind"]
    return fields


def _ref(ref: Mapping[str, str]) -> Value:
    siman, colon, seif = ref["at"].partition(":")
    fields: Value = {"work": ref["work"]}
    if ref["at"] != "-":
        fields["siman"] = _number(siman)
    return fields | ({"seif": _number(seif)} if colon and seif else {})


def _number(text: str) -> int | str:
    return int(text) if PLAIN_NUMBER.match(text) else text
