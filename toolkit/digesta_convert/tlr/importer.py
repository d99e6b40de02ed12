"""TLR-Bench's queries and answers to a draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.text.amendments_pt import br_amendment_1
from digesta_convert.shared.draft import AnswerCollector, Draft, Files, Value
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.names import cluster_of, own_fields_ref, slug_of
from digesta_convert.shared.rows import Faults, JsonLine, document_of, lines_of, record_of
from digesta_convert.tlr.records import (
    ANSWERS,
    BENCHMARK,
    CATEGORIES,
    DERIVED,
    GROUND,
    LEAST,
    METADATA,
    OWN,
    TASKS,
    WORK,
    SeedAnswer,
    SeedAttribution,
    SeedBenchmark,
    SeedConsistency,
    SeedDifference,
    SeedImpact,
    SeedLineage,
    SeedPointInTime,
    SeedQuery,
)

_NEEDS = {
    "point_in_time": "target_date",
    "temporal_difference": "date_range",
    "hierarchical_impact": "date_range",
}


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    names = [BENCHMARK, ANSWERS]
    kinds = file_kinds(files, _kind, names[:1], "an object with queries", names)
    path = kinds.path(BENCHMARK)
    document = document_of(path, files[path], faults)
    whole = None
    if document is not None:
        shallow = _without(document.value, {"queries": list, "metadata": dict})
        whole = record_of(SeedBenchmark, document, faults, of=shallow)
    faults.refuse()
    assert document is not None and whole is not None, "refused above"  # noqa: PT018 - one state
    draft, ids = _draft(document, faults)
    if own := kinds.path(ANSWERS):
        answers = AnswerCollector(ids, "a query_id of the benchmark", faults)
        lines = lines_of(own, files[own], faults)
        draft = replace(draft, predictions=_answers(lines, answers).lines(draft.questions))
    faults.refuse()
    return replace(draft, notes=_NOTES, unread=kinds.unread)


def _kind(_path: str, data: bytes) -> str | None:
    if b'"queries"' in data and b'"ground_truth"' in data:
        return BENCHMARK
    first = data.split(b"\n", 1)[0]
    return ANSWERS if b'"query_id"' in first and b'"answer"' in first else None


_NOTES = (
    "cluster_id: each query has its own: give one to all on the same article",
    "ask/at_most: how much an answer may name, told in the question",
    "source_refs: the compilations that the truth is computed from",
)


# To a draft ------------------------------------------------------------------------------------


def _draft(document: JsonLine, faults: Faults) -> tuple[Draft, dict[str, str]]:
    questions, truths, places = [], [], {}
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for at, raw in enumerate(document.value["queries"]):
        before = len(faults.problems)
        line = JsonLine(f"{document.file}#/queries/{at}", 0, raw, raw)
        shallow = _without(raw, {"ground_truth": dict, "metadata": dict})
        query = record_of(SeedQuery, line, faults, of=shallow)
        if query is None:
            continue
        right = _without(raw["ground_truth"], {"valid_range": list})
        ground = record_of(GROUND[query.task], line, faults, of=right)
        _check(line, query, taken, faults)
        taken.add(slug_of(query.query_id))
        if len(faults.problems) == before and ground is not None:
            question_id = slug_of(query.query_id)
            ids[query.query_id] = question_id
            questions.append(_question(query, question_id))
            places[question_id] = line.file
            truths.append(_truth(query, ground, raw, question_id))
    metadata = document.value.get("metadata") or {}
    draft = Draft(
        tuple(questions),
        tuple(truths),
        track=_track(metadata, questions),
        resources=_resources(metadata),
        places=places,
    )
    return draft, ids


def _without(value: Any, inside: Mapping[str, type]) -> Any:
    """Return an object with the values of some keys emptied: nulls may stand in lists there."""
    if not isinstance(value, dict):
        return value
    return {
        key: kind() if (kind := inside.get(key)) and isinstance(inner, kind) else inner
        for key, inner in value.items()
    }


def _check(line: JsonLine, query: SeedQuery, taken: set[str], faults: Faults) -> None:
    needed = _NEEDS.get(query.task)
    if needed is not None and getattr(query, needed) is None:
        faults.add(
            "missing-key",
            line.file,
            got=f"no /{needed}",
            expected=f"a date for {query.task}",
            fix="add the key",
        )
    if slug_of(query.query_id) in taken:
        faults.add(
            "dup-id",
            line.file,
            got=f"/query_id: {query.query_id}",
            expected="an id that no other query has",
            fix="keep one query",
        )


def _question(query: SeedQuery, question_id: str) -> Value:
    kind, category, at_most, _ = TASKS[query.task]
    return {
        "question_id": question_id,
        "split": "public",
        "track": "tlr",
        "category": category,
        "task": query.task,
        "scorer": "temporal",
        "language": "en",
        "turns": [{"role": "user", "content": query.query}],
        "ask": {"kind": kind, "at_most": at_most, **_ask(query)},
        "difficulty": query.difficulty,
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }


def _ask(query: SeedQuery) -> Value:
    target = query.target_component.lower()
    if query.task == "point_in_time":
        return {"component_id": target, "date": query.target_date}
    if query.task == "temporal_difference" and query.date_range is not None:
        return {"component_id": target} | dict(
            zip(("date_1", "date_2"), query.date_range, strict=True)
        )
    if query.task == "hierarchical_impact" and query.date_range is not None:
        return {"scope": target} | dict(zip(("from", "to"), query.date_range, strict=True))
    return {"component_id": target}


def _named(amendments: Sequence[str]) -> list[str]:
    return [br_amendment_1(name) for name in amendments]


def _truth(query: SeedQuery, ground: Any, raw: Value, question_id: str) -> Value:
    own = {
        "target_component": query.target_component,
        "ground_truth": {
            key: raw["ground_truth"][key] for key in OWN[query.task] if key in raw["ground_truth"]
        },
        "metadata": raw.get("metadata"),
    }
    return {
        "question_id": question_id,
        "truth": _RIGHT[query.task](query, ground),
        "source_refs": [own_fields_ref(f"{WORK} {query.query_id}", own)],
    }


def _point_in_time(query: SeedQuery, ground: SeedPointInTime) -> Value:
    return {
        "versions": [
            {"component_id": query.target_component.lower(), "version": ground.correct_version}
        ],
        "must_contain": ground.must_contain,
        "must_not_contain": ground.must_not_contain,
    }


def _attribution(_query: SeedQuery, ground: SeedAttribution) -> Value:
    return {"amendments": _named(ground.amendments), "dates": ground.dates}


def _difference(_query: SeedQuery, ground: SeedDifference) -> Value:
    return {
        "changed": ground.changed,
        "amendments_between": _named(ground.amendments_between),
        "version_1": ground.version_1,
        "version_2": ground.version_2,
    }


def _lineage(_query: SeedQuery, ground: SeedLineage) -> Value:
    return {
        "version_chain": [
            {
                "version": link.version,
                "date": link.date,
                "amendments": _named([] if link.amendment is None else [link.amendment]),
            }
            for link in ground.version_chain
        ]
    }


def _consistency(_query: SeedQuery, ground: SeedConsistency) -> Value:
    return {"amended": ground.amended, "amendments": _named(ground.amendments)}


def _impact(_query: SeedQuery, ground: SeedImpact) -> Value:
    right: Value = {"articles": [article.lower() for article in ground.affected_articles]}
    if ground.amendments is not None:
        right["amendments"] = _named(ground.amendments)
    return right


_RIGHT: Mapping[str, Callable[[SeedQuery, Any], Value]] = {
    "point_in_time": _point_in_time,
    "amendment_attribution": _attribution,
    "temporal_difference": _difference,
    "causal_lineage": _lineage,
    "temporal_consistency": _consistency,
    "hierarchical_impact": _impact,
}


def _track(metadata: Mapping[str, Any], questions: Sequence[Value]) -> Value:
    names = {question["task"] for question in questions}
    tasks = {task: row for task, row in TASKS.items() if task in names}
    return {
        "track": "tlr",
        "dated": True,
        "about": str(metadata.get("description", "")),
        "method_after": "TLR-Bench",
        "categories": {
            category: {"title": CATEGORIES[category]} for _, category, _, _ in tasks.values()
        },
        "tasks": {
            task: {"title": task, "category": category, "scorer": "temporal", "metric": metric}
            for task, (_, category, _, metric) in tasks.items()
        },
    }


def _resources(metadata: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the file's metadata as a resource, where they say more than every export does."""
    kept = {key: value for key, value in metadata.items() if key not in DERIVED}
    return {METADATA: canonical_bytes(kept) + b"\n"} if kept and kept != LEAST else {}


def _answers(lines: Sequence[JsonLine], answers: AnswerCollector) -> AnswerCollector:
    for line in lines:
        seed = record_of(SeedAnswer, line, answers.faults)
        if seed is not None:
            answers.add(line.file, line.line, seed.query_id, seed.answer)
    return answers
