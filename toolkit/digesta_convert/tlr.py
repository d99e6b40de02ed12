"""TLR-Bench: ``tlr_bench_v1.json``, queries on a temporal graph with their ground truth.

Shape of: Kamil-Sabbagh/…SAT-Graph-RAG@0872083. UTF-8 without a byte order mark. Six tasks become
the six kinds of temporal question. Ids become lower case, and amendments are named ``EC N``. The
truth keeps the source's own spelling of components and its figures (valid range, hash, counts,
metadata). The file's metadata become the resource ``tlr/benchmark.json``.

A published ground truth is imported as it is, right or wrong. The import lists what it lacks by
our rules: the horizon, a SHA-256 of the text, versions that begin on one day. The original has no
file of answers; ours are lines {"query_id", "answer"}.

Differs: an amendment counts in any spelling (``ec_059``, ``EC 59``, ``Emenda Constitucional nº
59``); the original accepts only ``ec_59``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, ReleaseError
from digesta.metrics.exact import NANO
from digesta.records.base import Answer, AnswerRecord, Day, NonEmpty, Record
from digesta.scoring.facts import truth_holds
from digesta.text.amendments_pt import br_amendment_1
from digesta_convert.shared.converter import NO_INPUTS, Converter, Report, ReportInputs
from digesta_convert.shared.draft import (
    QUESTIONS,
    AnswerCollector,
    Draft,
    DraftLines,
    Files,
    Value,
    user_turn,
)
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.names import own_fields, own_fields_ref, slug_of
from digesta_convert.shared.rows import (
    Faults,
    JsonLine,
    document_of,
    json_document,
    json_lines,
    lines_of,
    record_of,
)
from digesta_legal.temporal.kinds import (
    Attribution,
    Cells,
    Consistency,
    Difference,
    Lineage,
    PointInTime,
)
from digesta_legal.temporal.read import ChainLink, read
from digesta_legal.temporal.text import TextTruth

BENCHMARK, ANSWERS = "tlr_bench_v1.json", "answers.jsonl"
METADATA = "tlr/benchmark.json"
"""The file's own metadata, among a draft's resources."""
LEAST = {"name": "TLR-Bench", "version": "1.0"}
"""Metadata of a file whose draft has none."""
DERIVED = ("description", "total_queries")
"""Metadata that a draft holds otherwise: ``about`` of its track, and its questions."""
WORK = "TLR-Bench,"

TASKS: Mapping[str, tuple[str, str, int, str]] = {
    "point_in_time": ("point_in_time", "retrieval", 1, "version_accuracy"),
    "amendment_attribution": ("attribution", "provenance", 10, "amendment_f1"),
    "temporal_difference": ("difference", "change", 10, "change_balanced_accuracy"),
    "causal_lineage": ("lineage", "provenance", 20, "lineage_f1"),
    "temporal_consistency": ("consistency", "change", 10, "consistency_balanced_accuracy"),
    "hierarchical_impact": ("impact", "impact", 15, "article_f1"),
}
"""Task -> our kind, category, how much an answer may name, and headline metric."""

CATEGORIES = {
    "retrieval": "Text in force",
    "provenance": "Provenance",
    "change": "Change",
    "impact": "Impact",
}
DIFFICULTIES = ("easy", "medium", "hard")


class SeedQuery(Record):
    """One query of the benchmark."""

    task: Literal[
        "point_in_time",
        "amendment_attribution",
        "temporal_difference",
        "causal_lineage",
        "temporal_consistency",
        "hierarchical_impact",
    ] = Field(description="one of the six tasks")
    query_id: NonEmpty = Field(description="the query's id")
    query: NonEmpty = Field(description="the question")
    difficulty: Literal["easy", "medium", "hard"] = Field(description="easy, medium or hard")
    target_component: NonEmpty = Field(description="the component's id")
    target_date: Day | None = None
    date_range: Annotated[list[Day], Field(min_length=2, max_length=2)] | None = None
    ground_truth: dict[str, Any] = Field(description="what is right")
    metadata: dict[str, Any] | None = None


class SeedBenchmark(Record):
    """The whole file; its queries are read apart."""

    metadata: dict[str, Any] = Field(default_factory=dict)
    task_distribution: dict[str, int] = Field(default_factory=dict)
    difficulty_distribution: dict[str, int] = Field(default_factory=dict)
    queries: list[Any] = Field(description="the queries")


class SeedPointInTime(Record):
    """Which version was in force."""

    correct_version: int = Field(ge=1, description="its number")
    valid_range: list[Day | None] | None = None
    text_hash: str | None = None
    must_contain: list[str] = Field(default_factory=list)
    must_not_contain: list[str] = Field(default_factory=list)


class SeedAttribution(Record):
    """Which amendments changed it."""

    amendments: list[NonEmpty] = Field(description="the amendments")
    dates: list[Day] = Field(description="their dates")
    chronological_order: bool | None = None


class SeedDifference(Record):
    """Whether it changed between two days."""

    changed: bool = Field(description="whether it changed")
    amendments_between: list[NonEmpty] = Field(description="what changed it")
    version_1: int = Field(ge=1, description="version on the earlier day")
    version_2: int = Field(ge=1, description="version on the later day")
    num_changes: int | None = None
    change_description: str | None = None


class SeedLink(Record):
    """One version of a chain."""

    version: int = Field(ge=1, description="its number")
    date: Day = Field(description="the day from which it is in force")
    amendment: NonEmpty | None = None


class SeedLineage(Record):
    """Through which versions it went."""

    version_chain: list[SeedLink] = Field(description="the versions")
    total_versions: int | None = None


class SeedConsistency(Record):
    """Whether it was ever amended."""

    amended: bool = Field(description="whether it was")
    versions: int | None = None
    amendments: list[NonEmpty] = Field(default_factory=list)


class SeedImpact(Record):
    """Which articles of a part were changed."""

    affected_articles: list[NonEmpty] = Field(description="the articles")
    amendments: list[NonEmpty] | None = None
    total_changes: int | None = None


class SeedAnswer(AnswerRecord):
    """A line of answers."""

    query_id: NonEmpty = Field(description="the query's id")
    answer: Answer = Field(description="what was answered")


GROUND: Mapping[str, type[Record]] = {
    "point_in_time": SeedPointInTime,
    "amendment_attribution": SeedAttribution,
    "temporal_difference": SeedDifference,
    "causal_lineage": SeedLineage,
    "temporal_consistency": SeedConsistency,
    "hierarchical_impact": SeedImpact,
}
OWN: Mapping[str, tuple[str, ...]] = {
    "point_in_time": ("valid_range", "text_hash"),
    "amendment_attribution": ("chronological_order",),
    "temporal_difference": ("num_changes", "change_description"),
    "causal_lineage": ("total_versions",),
    "temporal_consistency": ("versions",),
    "hierarchical_impact": ("affected_articles", "total_changes"),
}
"""Keys of a ground truth that ours lacks or spells otherwise; kept as they are."""


# From a draft ----------------------------------------------------------------------------------


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


# To a draft ------------------------------------------------------------------------------------


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
    lines, ids = _draft(document, faults)
    answers = AnswerCollector(ids, "a query_id of the benchmark", faults)
    if own := kinds.path(ANSWERS):
        for line in lines_of(own, files[own], faults):
            if seed := record_of(SeedAnswer, line, faults):
                answers.add(line.file, line.line, seed.query_id, seed.answer)
    faults.refuse()
    resources = _resources(document.value.get("metadata") or {})
    return lines.draft(answers.by_id, resources=resources, notes=_NOTES, unread=kinds.unread)


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


def _draft(document: JsonLine, faults: Faults) -> tuple[DraftLines, dict[str, str]]:
    metadata = document.value.get("metadata") or {}
    about = str(metadata.get("description", ""))
    lines = DraftLines(
        {"track": "tlr", "dated": True, "about": about, "method_after": "TLR-Bench"}
        | {"categories": {}, "tasks": {}}
    )
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
        question_id = slug_of(query.query_id)
        taken.add(question_id)
        if len(faults.problems) == before and ground is not None:
            ids[query.query_id] = question_id
            refs = [own_fields_ref(f"{WORK} {query.query_id}", _aside(query, raw))]
            truth = _RIGHT[query.task](query, ground)
            lines.add(question_id, line.file, truth, refs, **_keys(query, lines))
    return lines, ids


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
        got, expected = f"no /{needed}", f"a date for {query.task}"
        faults.add("missing-key", line.file, got=got, expected=expected, fix="add the key")
    if slug_of(query.query_id) in taken:
        got, expected = f"/query_id: {query.query_id}", "an id that no other query has"
        faults.add("dup-id", line.file, got=got, expected=expected, fix="keep one query")


def _keys(query: SeedQuery, lines: DraftLines) -> Value:
    kind, category, at_most, metric = TASKS[query.task]
    titled = category, CATEGORIES[category]
    return {
        **lines.task(query.task, query.task, titled, ("temporal", metric)),
        "language": "en",
        "turns": user_turn(query.query),
        "ask": {"kind": kind, "at_most": at_most, **_ask(query)},
        "difficulty": query.difficulty,
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


def _aside(query: SeedQuery, raw: Value) -> Value:
    """Return what ours has no place for, or spells otherwise."""
    ground = raw["ground_truth"]
    return {
        "target_component": query.target_component,
        "ground_truth": {key: ground[key] for key in OWN[query.task] if key in ground},
        "metadata": raw.get("metadata"),
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


def _resources(metadata: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the file's metadata as a resource, where they say more than every export does."""
    kept = {key: value for key, value in metadata.items() if key not in DERIVED}
    return {METADATA: canonical_bytes(kept) + b"\n"} if kept and kept != LEAST else {}


# The report ------------------------------------------------------------------------------------
#
# A query's score: point_in_time (temporal_precision + text_containment) / 2, attribution
# amendment_f1, difference change_accuracy, lineage causal_completeness_as_coded, consistency
# right or wrong, hierarchical impact always 0. Passed is what its evaluator calls so.
#
# Published truths are marked as they stand, whatever our records say of them, and an answer may
# name as much as it likes. Differs: a query without a readable answer is 0, where the original
# takes silence for "nothing changed"; versions of other articles are no part of temporal_precision.
# Left out: the baseline, whose figures the original's code holds as constants, and the time of day.


RESULTS = "TLR_BENCH_RESULTS.json"
_PASS = Fraction(4, 5)
_ANY = sys.maxsize


class _Mark(NamedTuple):
    passed: bool
    score: Fraction
    metrics: Value


_FAILED = _Mark(passed=False, score=Fraction(0), metrics={})


def report(draft: Draft, inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the results of a draft's answers."""
    truths, answers = draft.truth_of(), draft.answer_of()
    results, unread = [], 0
    for question in draft.questions:
        key = question["question_id"]
        mark = _mark(question, truths[key]["truth"], answers.get(key))
        unread += mark is None
        time = inputs.traces.get(key, {}).get("latency_ms")
        results.append(_result(query_of(question, truths[key]), mark or _FAILED, time))
    whole = {
        "metadata": {"total_queries": len(results)},
        "summary": {"sat_graph_rag": _summary(results)},
        "by_task": _by_task(results),
        "results": results,
    }
    return Report({RESULTS: json_document(whole)}, tuple(_report_notes(results, unread)))


def _report_notes(results: Sequence[Value], unread: int) -> list[str]:
    notes = [f"{RESULTS}: left out: the baseline and improvement, constants of the original's code"]
    if unread:
        notes.append(
            f"{unread} queries without a readable answer score 0: the original takes silence for "
            "an answer"
        )
    if impact := sum(result["task"] == "hierarchical_impact" for result in results):
        notes.append(f"{impact} hierarchical_impact: 0, as the original scores every answer")
    if any("sat_time_ms" not in result for result in results):
        notes.append("avg_time_ms: left out, not every answer has a trace with its latency")
    return notes


def _result(query: Value, mark: _Mark, time: int | None) -> Value:
    result = {key: query[key] for key in ("query_id", "task", "difficulty", "query")}
    result |= {"sat_passed": mark.passed, "sat_score": float(mark.score)}
    result |= {} if time is None else {"sat_time_ms": float(time)}
    return result | {"sat_metrics": mark.metrics, "ground_truth": query["ground_truth"]}


def _summary(results: Sequence[Value]) -> Value:
    n = len(results)
    passed = sum(result["sat_passed"] for result in results)
    total = sum(Fraction(result["sat_score"]) for result in results)
    summary = {"passed": passed, "pass_rate": passed / n, "avg_score": float(total / n)}
    if all("sat_time_ms" in result for result in results):
        summary["avg_time_ms"] = sum(result["sat_time_ms"] for result in results) / n
    return summary


def _by_task(results: Sequence[Value]) -> Value:
    figures = {}
    for task in sorted({result["task"] for result in results}):
        own = [result["sat_passed"] for result in results if result["task"] == task]
        figures[task] = {
            "total": len(own),
            "sat_passed": sum(own),
            "sat_pass_rate": sum(own) / len(own),
        }
    return figures


# One query -------------------------------------------------------------------------------------


def _mark(question: Value, right: Value, answer: Any) -> _Mark | None:
    """Return the mark of an answer; None where no answer could be read."""
    with truth_holds(question, "correct the question's truth"):
        return _MARKERS[question["ask"]["kind"]](question["ask"], right, answer)


def _mark_point_in_time(ask: Value, right: Value, answer: Any) -> _Mark | None:
    text = TextTruth.of("", right.get("must_contain", ()), right.get("must_not_contain", ()))
    kind = PointInTime(
        component=ask["component_id"],
        version=correct_version(right),
        text=text,
        distance="near",
        at_most=_ANY,
    )
    cells = kind.cells(answer)
    if cells is None:
        return None
    precision, contained = _share(cells, "precise"), _share(cells, "contained")
    metrics = {
        "temporal_precision": float(precision),
        "text_score": float(contained),
        "retrieved_ctvs": cells["named"],
    }
    return _Mark(precision >= _PASS, (precision + contained) / 2, metrics)


def _mark_attribution(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    kind = Attribution(amendments=_once(right["amendments"]), dates=(), at_most=_ANY)
    cells, reply = kind.cells(answer), read("attribution", answer)
    if cells is None or reply is None:
        return None
    shares = {key: _share(cells, f"amendment_{key}") for key in ("f1", "precision", "recall")}
    metrics: Value = {key: float(share) for key, share in shares.items()}
    metrics["found_amendments"] = [seed_name(name) for name in reply["amendments"]]
    return _Mark(shares["f1"] >= _PASS, shares["f1"], metrics)


def _mark_difference(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    by = _once(right["amendments_between"])
    kind = Difference(changed=right["changed"], amendments=by, versions=(1, 1), at_most=_ANY)
    cells, reply = kind.cells(answer), read("difference", answer)
    if cells is None or reply is None:
        return None
    metrics = {
        "change_detected": reply["changed"],
        "expected_changed": right["changed"],
        "found_amendments": [seed_name(name) for name in reply["amendments_between"]],
    }
    return _right_or_wrong(cells, metrics)


def _mark_lineage(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    chain = tuple(
        ChainLink(version["version"], version["date"], tuple(version["amendments"]))
        for version in right["version_chain"]
    )
    cells, reply = Lineage(chain=chain, at_most=_ANY).cells(answer), read("lineage", answer)
    if cells is None or reply is None:
        return None
    share = _share(cells, "numbers")
    metrics = {
        "completeness": float(share),
        "found_versions": len(reply["version_chain"]),
        "expected_versions": len(chain),
    }
    return _Mark(share >= _PASS, share, metrics)


def _mark_consistency(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    kind = Consistency(amended=right["amended"], amendments=(), at_most=_ANY)
    cells, reply = kind.cells(answer), read("consistency", answer)
    if cells is None or reply is None:
        return None
    # An answer may say that it was amended and name nothing: that is one claim too many.
    false = 0 if right["amended"] else max(int(reply["amended"]), len(reply["amendments"]))
    metrics = {
        "correctly_identified_no_amendments": cells["credit"] == NANO,
        "false_positives": false,
    }
    return _right_or_wrong(cells, metrics)


def _mark_impact(_ask: Value, _right: Value, answer: Any) -> _Mark | None:
    return None if read("impact", answer) is None else _FAILED


def _right_or_wrong(cells: Cells, metrics: Value) -> _Mark:
    return _Mark(cells["credit"] == NANO, _share(cells, "credit"), metrics)


def _share(cells: Cells, name: str) -> Fraction:
    return Fraction(cells.get(name, 0), NANO)


def _once(amendments: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(amendments))


_MARKERS: Mapping[str, Callable[[Value, Value, Any], _Mark | None]] = {
    "point_in_time": _mark_point_in_time,
    "attribution": _mark_attribution,
    "difference": _mark_difference,
    "lineage": _mark_lineage,
    "consistency": _mark_consistency,
    "impact": _mark_impact,
}


CONVERTER = Converter(
    name="tlr",
    about="TLR-Bench: tlr_bench_v1.json and lines of answers; UTF-8 without a byte order mark",
    track="tlr",
    scorers=("temporal",),
    parse=parse,
    compose=compose,
    needs={
        "attribution": ("truth/amendments", "truth/dates"),
        "difference": ("truth/changed", "truth/amendments_between"),
        "lineage": ("truth/version_chain",),
        "consistency": ("truth/amended",),
        "impact": ("truth/articles",),
    },
    report=report,
    import_example="tlr tlr_bench_v1.json answers.jsonl -o build/tlr",
    export_example="tlr build/tlr -o build/tlr_report",
)
