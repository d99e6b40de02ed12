"""A draft of closed questions to HalachaBench's files, with the ids that they have there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.canonical import sha256_hex
from digesta.interchange._halachabench_report import report
from digesta.interchange.base import NOTHING_BESIDE, Beside, Draft, Report, Value

QUESTION_FILE, PREDICTION_FILE = "questions.jsonl", "predictions.jsonl"
_VERSION = re.compile(r"-([0-9.]+)\Z")
PLAIN_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")


def compose(draft: Draft) -> dict[str, bytes]:
    """Give the questions, and the predictions where there are some."""
    records = records_of(draft)
    ids = [hash_of(fields) for fields in records]
    new = {q["question_id"]: made for q, made in zip(draft.questions, ids, strict=True)}
    lines = [fields | {"question_id": made} for fields, made in zip(records, ids, strict=True)]
    files = {QUESTION_FILE: _lines(lines)}
    if draft.predictions:
        answers = [one | {"question_id": new[one["question_id"]]} for one in draft.predictions]
        files[PREDICTION_FILE] = _lines(answers)
    return files


def reported(draft: Draft, _beside: Beside = NOTHING_BESIDE) -> Report:
    """Give the report under the ids of the files that are written with it."""
    ids = [one["question_id"] for one in draft.questions]
    new = dict(zip(ids, map(hash_of, records_of(draft)), strict=True))

    def renamed(lines: Sequence[Value]) -> tuple[Value, ...]:
        return tuple(one | {"question_id": new[one["question_id"]]} for one in lines)

    return report(
        Draft(
            renamed(draft.questions),
            renamed(draft.truths),
            renamed(draft.predictions),
            track=draft.track,
        )
    )


def _lines(values: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values).encode()


def records_of(draft: Draft) -> list[Value]:
    """Give the fields of each question without its id, as the original writes them."""
    return [
        _record(question, truth, draft.track)
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    ]


def _record(question: Value, truth: Value, track: Mapping[str, Any]) -> Value:
    ask, right = question["ask"], truth["truth"]
    made: Value = {
        "category": _title(track, "categories", question["category"]),
        "task": _title(track, "tasks", question["task"]),
        "turns": question["turns"],
        "answer_type": ask["answer_type"],
        "ground_truth": right["answer"],
    }
    if "choices" in ask:
        made["choices"] = ask["choices"]
    if "accepted" in right:
        accepted = right["accepted"]
        made["acceptable_answers"] = (
            accepted if right["answer"] in accepted else [right["answer"], *accepted]
        )
    if refs := truth.get("source_refs"):
        made["source_refs"] = [_ref(ref) for ref in refs]
    if sources := question.get("shown_sources"):
        made["source_excerpt"] = sources[0]["text"]
    made |= {
        "license": _VERSION.sub(r" \1", question.get("license", "none")),
        "attribution": question.get("attribution", "none"),
        "release_date": question.get("released", "1970-01-01"),
    }
    return made | _tolerance(ask)


def _title(track: Mapping[str, Any], kind: str, name: str) -> str:
    return str(track.get(kind, {}).get(name, {}).get("title", name))


def _tolerance(ask: Mapping[str, Any]) -> Value:
    if "tolerance" not in ask:
        return {}
    amount = float(ask["tolerance"]["amount"])
    made: Value = {"tolerance": int(amount) if amount.is_integer() else amount}
    if ask["tolerance"]["kind"] != "absolute":
        made["tolerance_type"] = ask["tolerance"]["kind"]
    return made


def _ref(ref: Mapping[str, str]) -> Value:
    siman, colon, seif = ref["at"].partition(":")
    made: Value = {"work": ref["work"]}
    if ref["at"] != "-":
        made["siman"] = _number(siman)
    return made | ({"seif": _number(seif)} if colon and seif else {})


def _number(text: str) -> int | str:
    return int(text) if PLAIN_NUMBER.match(text) else text


def hash_of(fields: Mapping[str, Any]) -> str:
    """Give the id of a question: SHA-256 of its other fields, as the original makes it."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256_hex(text.encode())
