"""The Legal Agent Evaluation Module: query sets with positives, search responses, the summary.

Shape of: cy1vi/LegalAgent@a256f2d, ``backend/evaluate``. UTF-8 without a byte order mark. A set
is lines of JSON: version 4 (``eval_dataset_v4.jsonl``: query, positives with their attributes)
or tiered (``gold_standard_eval_tiered.jsonl``: query and positives as CAIL2018 rows). Answers are
a ``batch_search`` response in the order of the queries: a list of lists, or {"results": …}. Only
id and case of a result are read. ``train.json`` adds its cases to the corpus.

A tier is what the first set builder's rule gives; a positive outside it has its tier left to
add. The first ten positives are the truth, as in the original. The summary has the original's own
figures (``…_as_coded``), which leave out queries with fewer than K results. It needs no tiers. A
positive that is the query itself stays, though no list can contain it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pydantic import Field

from digesta.canonical import canonical_lines
from digesta.records.base import Record
from digesta.scorers import SCORERS
from digesta_convert.shared.cases import (
    AT_MOST,
    CORPUS,
    NAME,
    CaseCorpus,
    Id,
    SeedHit,
    SeedPositive,
    SeedRow,
    case_lines,
    number_of,
    tier,
)
from digesta_convert.shared.converter import NO_INPUTS, Converter, Report, ReportInputs
from digesta_convert.shared.draft import TRUTHS, Draft, DraftLines, Files, Value, user_turn
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.marks import check, marks_of, sums_of
from digesta_convert.shared.names import own_fields, own_fields_ref, slug_of
from digesta_convert.shared.rows import (
    Faults,
    JsonLine,
    document_of,
    first_line,
    json_document,
    json_lines,
    lines_of,
    record_of,
)
from digesta_legal.retrieval.records import text_sha256

# From a draft ----------------------------------------------------------------------------------


SET, RESPONSE, ROWS = "eval_dataset_v4.jsonl", "batch_search.response.json", "train.json"
SUMMARY = "evaluate_summary.txt"
WORK = "Legal Agent Evaluation Module,"
DEPTH = 10
CUTS = (3, 5, 10)


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the query set, the response where there are answers, and the rows of the corpus."""
    cases = _cases(draft)
    lines = [
        _line(at, *pair, cases)
        for at, pair in enumerate(zip(draft.questions, draft.truths, strict=True))
    ]
    files = {SET: json_lines(lines)}
    if draft.predictions:
        files[RESPONSE] = _response(draft, cases)
    numbers = [number_of(case) for case in cases]
    if numbers == list(range(len(numbers))):
        files[ROWS] = json_lines(map(_row, cases.values()))
    return files


def _cases(draft: Draft) -> dict[str, Value]:
    data = draft.resources.get(CORPUS, b"")
    faults = Faults()
    lines = lines_of(f"resources/{CORPUS}", data, faults)
    faults.refuse()
    cases = {line.value["case"]: line.value for line in lines}
    for truth in draft.truths:
        for positive in truth["truth"]["positives"]:
            if positive["case"] not in cases:
                faults.add(
                    "unknown-case",
                    TRUTHS,
                    question_id=truth["question_id"],
                    got=positive["case"],
                    expected=f"a case of resources/{CORPUS}",
                    fix="add the case to the corpus",
                )
    faults.refuse()
    return cases


def _line(at: int, question: Value, truth: Value, cases: Mapping[str, Value]) -> Value:
    right = truth["truth"]
    aside = own_fields(truth.get("source_refs", []), WORK)
    listed = _listing(right["positives"], aside.get("positives"), cases)
    meta = _meta(right) | _object(aside.get("meta"))
    query: Value = {"fact": question.get("turns", [{"content": "?"}])[-1]["content"], "meta": meta}
    if (own := aside.get("id")) is not None:
        query["id"] = own
    tiered = aside.get("shape") == "tiered"
    positives = [
        _row(cases[positive["case"]], positive) if tiered else _positive(positive, cases)
        for positive in listed
    ]
    line: Value = {"query": query, "positives": positives, "positives_count": len(positives)}
    number = aside.get("query_id", _number(question["question_id"], at))
    return line if number is None else {"query_id": number, **line}


def _object(value: Any) -> Value:
    return value if isinstance(value, dict) else {}


def _number(question_id: str, at: int) -> int | str:
    digits = question_id.removeprefix("cases-")
    return int(digits) if digits.isascii() and digits.isdigit() else question_id or at


def _listing(positives: Sequence[Value], aside: Any, cases: Mapping[str, Value]) -> Sequence[Value]:
    """Return the positives with their own fields, where those still belong to the same cases."""
    if isinstance(aside, list):
        names = [_object(positive).get("case") for positive in aside]
        if names[:DEPTH] == [positive["case"] for positive in positives] and set(names) <= set(
            cases
        ):
            return aside
    return positives


def _positive(positive: Value, cases: Mapping[str, Value]) -> Value:
    case = cases[positive["case"]]
    number = number_of(case["case"])
    record: Value = {
        "fact_id": case["case"] if number is None else str(number),
        **{key: positive[key] for key in ("fact_id", "score", "rank") if key in positive},
        "fact": case["text"],
        "accusation": case["accusation"],
        "relevant_articles": case["articles"],
    }
    if "term" in case:
        record["imprisonment"] = _term(case["term"])
    return record | ({"id": positive["id"]} if "id" in positive else {})


def _row(case: Value, positive: Value | None = None) -> Value:
    row = {"fact": case["text"], "meta": _meta(case)}
    return row | ({"id": positive["id"]} if positive and "id" in positive else {})


def _meta(about: Value) -> Value:
    meta: Value = {"accusation": about["accusation"], "relevant_articles": about["articles"]}
    return meta | ({"term_of_imprisonment": _term(about["term"])} if "term" in about else {})


def _term(term: Value) -> Value:
    return {
        "life_imprisonment": term["life"],
        "death_penalty": term["death"],
        "imprisonment": term["months"],
    }


def _response(draft: Draft, cases: Mapping[str, Value]) -> bytes:
    answers = draft.answer_of()
    lists = []
    for question in draft.questions:
        answer = answers.get(question["question_id"])
        ranked = answer.get("ranked") if isinstance(answer, dict) else None
        known = [c for c in ranked if c in cases] if isinstance(ranked, list) else []
        lists.append(
            [
                {"rank": at, **_positive({"case": case}, cases)}
                for at, case in enumerate(known, start=1)
            ]
        )
    return json_document(lists)


# To a draft ------------------------------------------------------------------------------------


class SeedSet(Record):
    """A line of a query set."""

    query: SeedRow = Field(description="the query: fact, meta")
    positives: list[Any] = Field(min_length=1, description="its positives")
    query_id: Id | None = None
    positives_count: int | None = None
    level_distribution: dict[str, int] | None = None


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    expected = "a query set: lines with query and positives"
    kinds = file_kinds(files, _kind, [SET], expected, [SET, RESPONSE, ROWS])
    corpus = CaseCorpus()
    if path := kinds.path(ROWS):
        _read_rows(path, files[path], corpus, faults)
    path = kinds.path(SET)
    lines = _set(lines_of(path, files[path], faults), corpus, faults)
    answers: Value = {}
    if path := kinds.path(RESPONSE):
        document = document_of(path, files[path], faults)
        answers = _answers(lines.questions, document, corpus, faults) if document else {}
    faults.refuse()
    resources, notes = {CORPUS: corpus.data()}, _NOTES + corpus.notes()
    return lines.draft(answers, resources=resources, notes=notes, unread=kinds.unread)


def _kind(_path: str, data: bytes) -> str | None:
    head = data.lstrip()[:1]
    first = first_line(data)
    # Either is enough: a line that is cut off has one of the two left.
    if b'"positives"' in first or b'"query"' in first:
        return SET
    if b'"fact"' in first and b'"meta"' in first:
        return ROWS
    is_response = head == b"[" or (head == b"{" and b'"results"' in data[:200])
    return RESPONSE if is_response else None


_NOTES = (
    "turns: what to answer: the facts alone stand there",
    "cluster_id: each query has its own: give one to queries of one case",
    "source_refs: where the charges and articles are decided",
    f"resources/{CORPUS}: it holds the cases of these files: add the rest of the corpus",
)


def _read_rows(path: str, data: bytes, corpus: CaseCorpus, faults: Faults) -> None:
    for line in lines_of(path, data, faults):
        row = record_of(SeedRow, line, faults)
        if row is not None:
            corpus.add(row.model_copy(update={"id": line.line - 1}), line, faults)


def _set(lines: Sequence[JsonLine], corpus: CaseCorpus, faults: Faults) -> DraftLines:
    made, task = case_lines()
    taken: dict[str, int] = {}
    for at, line in enumerate(lines):
        seed = record_of(SeedSet, line, faults)
        if seed is None:
            continue
        question_id = _question_id(at if seed.query_id is None else seed.query_id)
        if question_id in taken:
            got = f"/query_id: {seed.query_id}"
            expected, fix = f"not the id of line {taken[question_id]}", "keep one line"
            faults.add("dup-id", line.file, line.line, got=got, expected=expected, fix=fix)
        taken.setdefault(question_id, line.line)
        own = corpus.cases[corpus.add(seed.query, line, faults)]
        positives = _positives(line, seed, corpus, faults)
        refs = [own_fields_ref(f"{WORK} query {question_id}", _aside(seed, positives))]
        digest = text_sha256(seed.query.fact)
        made.add(
            *(question_id, line.place, _right(seed, own, positives), refs),
            **task,
            language="zh",
            turns=user_turn(seed.query.fact),
            ask={"corpus": NAME, "at_most": AT_MOST, "query_sha256": digest},
        )
    return made


def _question_id(query: int | str) -> str:
    name = str(query)
    return f"cases-{name.zfill(5)}" if name.isascii() and name.isdigit() else slug_of(name)


_Positive = tuple[Value, SeedRow | SeedPositive]


def _positives(
    line: JsonLine, seed: SeedSet, corpus: CaseCorpus, faults: Faults
) -> list[_Positive]:
    if seed.positives_count not in (None, len(seed.positives)):
        got, expected = f"/positives_count: {seed.positives_count}", str(len(seed.positives))
        fix = "correct the count"
        faults.add("count", line.file, line.line, got=got, expected=expected, fix=fix)
    records: list[_Positive] = []
    for positive in seed.positives:
        record: SeedRow | SeedPositive | None
        if isinstance(positive, dict) and "meta" in positive:
            record = record_of(SeedRow, line, faults, of=positive)
        else:
            record = record_of(SeedPositive, line, faults, of=positive)
        if record is not None:
            records.append((corpus.cases[corpus.add(record, line, faults)], record))
    return records


def _right(seed: SeedSet, own: Value, positives: Sequence[_Positive]) -> Value:
    near = [(case["case"], tier(own, case)) for case, _ in positives[:DEPTH]]
    right: Value = {
        "positives": [{"case": case} | ({"tier": at} if at else {}) for case, at in near],
        "accusation": seed.query.meta.accusation,
        "articles": [str(article) for article in seed.query.meta.relevant_articles],
    }
    if seed.query.meta.term_of_imprisonment is not None:
        right["term"] = seed.query.meta.term_of_imprisonment.value()
    return right


def _aside(seed: SeedSet, positives: Sequence[_Positive]) -> dict[str, Any]:
    """Return the fields without a place in ours: numbers, ranks, scores, fines, more positives."""
    tiered = any(isinstance(record, SeedRow) for _, record in positives)
    meta = seed.query.meta.as_json()
    return {
        "shape": "tiered" if tiered else "v4",
        "query_id": seed.query_id,
        "id": seed.query.id,
        "meta": {key: meta[key] for key in ("punish_of_money", "criminals") if key in meta},
        "positives": [
            {"case": case["case"]}
            | {
                key: getattr(record, key)
                for key in ("fact_id", "score", "rank", "id")
                if getattr(record, key, None) is not None
            }
            for case, record in positives
        ],
    }


def _answers(
    questions: Sequence[Value], document: JsonLine, corpus: CaseCorpus, faults: Faults
) -> Value:
    """Return the lists of a response by question id."""
    value = document.value
    lists = value.get("results") if isinstance(value, dict) else value
    if not isinstance(lists, list) or len(lists) != len(questions):
        got = f"{len(lists)} lists" if isinstance(lists, list) else "no list"
        expected = f"{len(questions)} lists of results, one a query"
        fix = "name the response to exactly these queries"
        faults.add("result-count", document.file, got=got, expected=expected, fix=fix)
        return {}
    answers: Value = {}
    for at, (question, results) in enumerate(zip(questions, lists, strict=True)):
        line = JsonLine(f"{document.file}#/{at}", 0, results, results)
        if not isinstance(results, list):
            faults.add("wrong-type", line.file, expected="a list of results")
            continue
        hits = [record_of(SeedHit, line, faults, of=hit) for hit in results]
        ranked = [corpus.add(hit, line, faults) for hit in hits if hit is not None]
        if ranked:
            answers[question["question_id"]] = {"ranked": ranked}
    return answers


# The report ------------------------------------------------------------------------------------


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the summary of a draft's answers, in the original's own figures.

    They know no tiers. A positive that is the query itself, or a second time the same, is one that
    nobody can find: it stays in the tens that hits are divided by.
    """
    sums = sums_of(marks_of(_markable(draft)), "retrieval")
    scorer = SCORERS["retrieval"]
    lines = [
        "=" * 80,
        "EVALUATION REPORT - SYSTEM RETRIEVAL",
        f"Dataset: {SET}",
        f"Total Queries: {sums.n}",
        f"Positives per Query: {DEPTH}",
        "Service URL: none, answers from a file",
        "=" * 80,
        "",
        f"{'Task':<15} | {'Metric':<10} | {'@3':<10} | {'@5':<10} | {'@10':<10}",
        "-" * 80,
    ]
    for part in scorer.parts:
        shares = {
            k: [
                scorer.metric_named(f"{part}.{name}_at_{k}_as_coded").value(sums)
                for name in ("precision", "hit")
            ]
            for k in CUTS
        }
        figures = (
            ("Precision", [shares[k][0] for k in CUTS]),
            ("Recall", [shares[k][0] * k / DEPTH for k in CUTS]),
            ("Hit Rate", [shares[k][1] for k in CUTS]),
            ("Macro-F1", [shares[k][0] * 2 * k / (k + DEPTH) for k in CUTS]),
        )
        for at, (name, values) in enumerate(figures):
            title = part.capitalize() if at == 0 else ""
            lines.append(f"{title:<15} | {name:<10} | {'     | '.join(map(_percent, values))}")
        lines.append("-" * 80)
    return Report({SUMMARY: "\n".join(lines).encode()})


def _markable(draft: Draft) -> Draft:
    """Return a draft of the same figures whose truths the scorer takes."""
    data = draft.resources.get(CORPUS, b"")
    cases = [json.loads(line) for line in data.splitlines()]
    by_text = {case["text_sha256"]: case["case"] for case in cases}
    truths = draft.truth_of()
    for question in draft.questions:
        truth = truths[question["question_id"]]
        own = by_text.get(question["ask"].get("query_sha256"))
        positives = _findable(truth["truth"]["positives"], own)
        truths[question["question_id"]] = truth | {
            "truth": truth["truth"] | {"positives": positives}
        }
    resources = {**draft.resources, CORPUS: data + canonical_lines(_NOBODY_S)}
    return replace(draft, truths=tuple(truths.values()), resources=resources)


def _findable(positives: Sequence[Value], own: str | None) -> list[Value]:
    """Return as many positives, each with a tier and none twice or the query's own case."""
    distinct = {positive["case"]: {"tier": 5} | positive for positive in positives}
    distinct.pop(own or "", None)
    lacking = len(positives) - len(distinct)
    return [
        *distinct.values(),
        *({"case": case["case"], "tier": 5} for case in _NOBODY_S[:lacking]),
    ]


_NOBODY_S: Sequence[Value] = [
    {
        "case": f"no-case-{number}",
        "text": (text := f"no case {number}"),
        "text_sha256": text_sha256(text),
        "accusation": [],
        "articles": [],
    }
    for number in range(DEPTH)
]
"""Placeholders for positives that no list can name."""


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f}%"


CONVERTER = Converter(
    name="legalagent",
    about="Legal Agent Evaluation Module: eval_dataset_v4.jsonl (a query set), response.json "
    "of batch_search, train.json; UTF-8 without a byte order mark",
    track="cases",
    scorers=("retrieval",),
    parse=parse,
    compose=compose,
    needs={"retrieval": ("truth/positives", "truth/accusation", "truth/articles")},
    report=report,
    check=check,
    import_example="legalagent eval_dataset_v4.jsonl response.json -o build/legalagent",
    export_example="legalagent build/legalagent -o build/legalagent_report",
)
