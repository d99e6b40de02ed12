"""A draft of temporal questions to TLR-Bench's file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.names import fields_of
from digesta_convert.tlr.records import ANSWERS, BENCHMARK, DIFFICULTIES, GROUND, OWN, TASKS, WORK


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the benchmark's file, and its answers where there are some."""
    queries = [query_of(*pair) for pair in zip(draft.questions, draft.truths, strict=True)]
    whole = {
        "metadata": {
            "name": "TLR-Bench",
            "version": "1.0",
            "description": draft.track.get("about", ""),
            "total_queries": len(queries),
        },
        "task_distribution": _counts(queries, "task", TASKS),
        "difficulty_distribution": _counts(queries, "difficulty", DIFFICULTIES),
        "queries": queries,
    }
    files = {BENCHMARK: json.dumps(whole, ensure_ascii=False, indent=2).encode()}
    if draft.predictions:
        lines = (
            {"query_id": one["question_id"], "answer": one["answer"]} for one in draft.predictions
        )
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        files[ANSWERS] = text.encode()
    return files


def _counts(queries: Sequence[Value], key: str, among: Sequence[str] | Mapping[str, Any]) -> Value:
    said = [query[key] for query in queries]
    return {name: said.count(name) for name in among if name in said}


def query_of(question: Value, truth: Value) -> Value:
    """Return one query as the benchmark has it."""
    ask = question["ask"]
    task = next(task for task, row in TASKS.items() if row[0] == ask["kind"])
    own = fields_of(truth.get("source_refs", []), WORK)
    ground = _ground(task, truth["truth"])
    aside = own.get("ground_truth")
    if isinstance(aside, dict):
        ground |= {key: value for key, value in aside.items() if key in OWN[task]}
    metadata = own.get("metadata")
    return {
        "task": task,
        "query_id": question["question_id"],
        "query": question.get("turns", [{"content": "?"}])[-1]["content"],
        "difficulty": question.get("difficulty", "easy"),
        "target_component": ask.get("component_id", ask.get("scope")),
        "target_date": ask.get("date"),
        "date_range": _range(ask),
        "ground_truth": _ordered(task, ground),
        "metadata": metadata if isinstance(metadata, dict) else None,
    }


def _range(ask: Mapping[str, Any]) -> list[str] | None:
    for first, last in (("date_1", "date_2"), ("from", "to")):
        if first in ask:
            return [ask[first], ask[last]]
    return None


def _ground(task: str, right: Mapping[str, Any]) -> Value:
    if task == "point_in_time":
        versions = right.get("versions") or [{"version": 1}]
        return {
            "correct_version": versions[0]["version"],
            "must_contain": right.get("must_contain", []),
            "must_not_contain": right.get("must_not_contain", []),
        }
    if task == "causal_lineage":
        return {"version_chain": [_link(link) for link in right["version_chain"]]}
    made = dict(right)
    if task == "hierarchical_impact":
        made = {"affected_articles": made["articles"]} | made
        del made["articles"]
    for key in ("amendments", "amendments_between"):
        if key in made:
            made[key] = [seed_name(one) for one in made[key]]
    return made


def _link(link: Mapping[str, Any]) -> Value:
    amendments = link["amendments"]
    return {
        "version": link["version"],
        "date": link["date"],
        "amendment": seed_name(amendments[0]) if amendments else None,
    }


def seed_name(amendment: str) -> str:
    """Return an amendment's name as the benchmark writes it.

    >>> seed_name("EC 26")
    'ec_26'
    """
    return amendment.lower().replace(" ", "_")


def _ordered(task: str, ground: Value) -> Value:
    """Return the keys in the order of the original's record."""
    order = list(GROUND[task].model_fields)
    return {key: ground[key] for key in sorted(ground, key=order.index)}
