"""A draft of temporal questions to TLR-Bench's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta.errors import Problem, ReleaseError
from digesta_convert.shared.draft import QUESTIONS, Draft, Value
from digesta_convert.shared.names import own_fields
from digesta_convert.shared.rows import Faults, document_of, json_document, json_lines
from digesta_convert.tlr.records import (
    ANSWERS,
    BENCHMARK,
    DERIVED,
    DIFFICULTIES,
    LEAST,
    METADATA,
    OWN,
    TASKS,
    WORK,
)


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the benchmark's file, and its answers where there are some."""
    queries = [query_of(*pair) for pair in zip(draft.questions, draft.truths, strict=True)]
    whole = {
        "metadata": _metadata(draft),
        "task_distribution": _counts(queries, "task", TASKS),
        "difficulty_distribution": _counts(queries, "difficulty", DIFFICULTIES),
        "queries": queries,
    }
    files = {BENCHMARK: json_document(whole)}
    if draft.predictions:
        files[ANSWERS] = json_lines(
            {"query_id": line["question_id"], "answer": line["answer"]}
            for line in draft.predictions
        )
    return files


def _metadata(draft: Draft) -> Value:
    """Return the file's own metadata; where there is none, the least that the benchmark has."""
    metadata: Value = dict(LEAST)
    if METADATA in draft.resources:
        faults = Faults()
        document = document_of(f"resources/{METADATA}", draft.resources[METADATA], faults)
        faults.refuse()
        metadata = document.value if document and isinstance(document.value, dict) else metadata
    about, n = draft.track.get("about", ""), len(draft.questions)
    return metadata | dict(zip(DERIVED, (about, n), strict=True))


def _counts(queries: Sequence[Value], key: str, among: Sequence[str] | Mapping[str, Any]) -> Value:
    values = [query[key] for query in queries]
    return {name: values.count(name) for name in among if name in values}


def query_of(question: Value, truth: Value) -> Value:
    """Return one query as the benchmark has it."""
    ask = question["ask"]
    task = _task_of(question)
    own = own_fields(truth.get("source_refs", []), WORK)
    ground = _ground(task, truth["truth"])
    aside = own.get("ground_truth")
    if isinstance(aside, dict):
        articles = _spelling(aside.get("affected_articles"), ground.get("affected_articles"))
        ground |= {key: value for key, value in aside.items() if key in OWN[task]}
        ground |= {"affected_articles": articles} if task == "hierarchical_impact" else {}
    metadata = own.get("metadata")
    return {
        "task": task,
        "query_id": question["question_id"],
        "query": question.get("turns", [{"content": "?"}])[-1]["content"],
        "difficulty": question.get("difficulty", "easy"),
        "target_component": _spelling(
            own.get("target_component"), ask.get("component_id", ask.get("scope"))
        ),
        "target_date": ask.get("date"),
        "date_range": _range(ask),
        "ground_truth": ground,
        "metadata": metadata if isinstance(metadata, dict) else None,
    }


def _spelling(aside: Any, ours: Any) -> Any:
    """Return names as the source spells them, where they are still ours."""
    lower = [str(name).lower() for name in aside] if isinstance(aside, list) else aside
    return aside if (lower.lower() if isinstance(lower, str) else lower) == ours else ours


def _task_of(question: Value) -> str:
    kinds = {kind: task for task, (kind, _, _, _) in TASKS.items()}
    kind = question["ask"].get("kind")
    if kind in kinds:
        return kinds[kind]
    problem = Problem(
        code="kind-unknown",
        file=QUESTIONS,
        question_id=question["question_id"],
        got=f"/ask/kind: {kind}",
        expected=", ".join(kinds),
        fix="correct the question",
    )
    raise ReleaseError([problem])


def _range(ask: Mapping[str, Any]) -> list[str] | None:
    for first, last in (("date_1", "date_2"), ("from", "to")):
        if first in ask:
            return [ask[first], ask[last]]
    return None


def _ground(task: str, right: Mapping[str, Any]) -> Value:
    if task == "point_in_time":
        return {
            "correct_version": correct_version(right),
            "must_contain": right.get("must_contain", []),
            "must_not_contain": right.get("must_not_contain", []),
        }
    if task == "causal_lineage":
        return {"version_chain": [_link(link) for link in right["version_chain"]]}
    ground = dict(right)
    if task == "hierarchical_impact":
        ground = {"affected_articles": ground["articles"]} | ground
        del ground["articles"]
    for key in ("amendments", "amendments_between"):
        if key in ground:
            ground[key] = [seed_name(name) for name in ground[key]]
    return ground


def correct_version(right: Mapping[str, Any]) -> int:
    """Return the version that a truth holds to be in force; 1 where it names none yet."""
    version: int = right["versions"][0]["version"] if right.get("versions") else 1
    return version


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
