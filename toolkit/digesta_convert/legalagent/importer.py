"""The Legal Agent module's query sets, rows and responses to a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from digesta.records.base import Record
from digesta.scorers.retrieval.records import text_sha256
from digesta_convert.legalagent.exporter import DEPTH, RESPONSE, ROWS, SET, WORK
from digesta_convert.shared.cases import (
    AT_MOST,
    CORPUS,
    NAME,
    TRACK,
    CaseCorpus,
    Id,
    SeedHit,
    SeedPositive,
    SeedRow,
    tier,
)
from digesta_convert.shared.draft import Draft, Files, Value
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.names import cluster_of, own_fields_ref, slug_of
from digesta_convert.shared.rows import (
    Faults,
    JsonLine,
    document_of,
    first_line,
    lines_of,
    record_of,
)


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
        _rows(path, files[path], corpus, faults)
    path = kinds.path(SET)
    draft = _set(lines_of(path, files[path], faults), corpus, faults)
    if path := kinds.path(RESPONSE):
        draft = _with_answers(draft, document_of(path, files[path], faults), corpus, faults)
    faults.refuse()
    return replace(
        draft,
        track=TRACK,
        resources={CORPUS: corpus.data()},
        notes=_NOTES + corpus.notes(),
        unread=kinds.unread,
    )


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


# To a draft ------------------------------------------------------------------------------------


def _rows(path: str, data: bytes, corpus: CaseCorpus, faults: Faults) -> None:
    for line in lines_of(path, data, faults):
        row = record_of(SeedRow, line, faults)
        if row is not None:
            corpus.add(row.model_copy(update={"id": line.line - 1}), line, faults)


def _set(lines: Sequence[JsonLine], corpus: CaseCorpus, faults: Faults) -> Draft:
    questions, truths, places = [], [], {}
    taken: dict[str, int] = {}
    for at, line in enumerate(lines):
        seed = record_of(SeedSet, line, faults)
        if seed is None:
            continue
        question_id = _question_id(at if seed.query_id is None else seed.query_id)
        if question_id in taken:
            faults.add(
                "dup-id",
                line.file,
                line.line,
                got=f"/query_id: {seed.query_id}",
                expected=f"not the id of line {taken[question_id]}",
                fix="keep one line",
            )
        taken.setdefault(question_id, line.line)
        own = corpus.cases[corpus.add(seed.query, line, faults)]
        positives = _positives(line, seed, corpus, faults)
        questions.append(_question(seed, question_id))
        truths.append(_truth(seed, question_id, own, positives))
        places[question_id] = line.place
    return Draft(tuple(questions), tuple(truths), places=places)


def _question_id(query: int | str) -> str:
    name = str(query)
    return f"cases-{name.zfill(5)}" if name.isascii() and name.isdigit() else slug_of(name)


def _positives(
    line: JsonLine, seed: SeedSet, corpus: CaseCorpus, faults: Faults
) -> list[tuple[Value, SeedRow | SeedPositive]]:
    if seed.positives_count not in (None, len(seed.positives)):
        faults.add(
            "count",
            line.file,
            line.line,
            got=f"/positives_count: {seed.positives_count}",
            expected=str(len(seed.positives)),
            fix="correct the count",
        )
    records: list[tuple[Value, SeedRow | SeedPositive]] = []
    for positive in seed.positives:
        record: SeedRow | SeedPositive | None
        if isinstance(positive, dict) and "meta" in positive:
            record = record_of(SeedRow, line, faults, of=positive)
        else:
            record = record_of(SeedPositive, line, faults, of=positive)
        if record is not None:
            records.append((corpus.cases[corpus.add(record, line, faults)], record))
    return records


def _question(seed: SeedSet, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "split": "public",
        "track": "cases",
        "category": "similar_cases",
        "task": "similar_cases",
        "scorer": "retrieval",
        "language": "zh",
        "turns": [{"role": "user", "content": seed.query.fact}],
        "ask": {
            "corpus": NAME,
            "at_most": AT_MOST,
            "query_sha256": text_sha256(seed.query.fact),
        },
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }


def _truth(
    seed: SeedSet,
    question_id: str,
    own: Value,
    positives: Sequence[tuple[Value, SeedRow | SeedPositive]],
) -> Value:
    near = [(case["case"], tier(own, case)) for case, _ in positives[:DEPTH]]
    right: Value = {
        "positives": [{"case": case} | ({"tier": at} if at else {}) for case, at in near],
        "accusation": seed.query.meta.accusation,
        "articles": [str(article) for article in seed.query.meta.relevant_articles],
    }
    if seed.query.meta.term_of_imprisonment is not None:
        right["term"] = seed.query.meta.term_of_imprisonment.value()
    return {
        "question_id": question_id,
        "truth": right,
        "source_refs": [own_fields_ref(f"{WORK} query {question_id}", _aside(seed, positives))],
    }


def _aside(
    seed: SeedSet, positives: Sequence[tuple[Value, SeedRow | SeedPositive]]
) -> dict[str, Any]:
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


def _with_answers(
    draft: Draft, document: JsonLine | None, corpus: CaseCorpus, faults: Faults
) -> Draft:
    if document is None:
        return draft
    value = document.value
    lists = value.get("results") if isinstance(value, dict) else value
    if not isinstance(lists, list) or len(lists) != len(draft.questions):
        faults.add(
            "result-count",
            document.file,
            got=f"{len(lists)} lists" if isinstance(lists, list) else "no list",
            expected=f"{len(draft.questions)} lists of results, one a query",
            fix="name the response to exactly these queries",
        )
        return draft
    predictions = []
    for at, (question, results) in enumerate(zip(draft.questions, lists, strict=True)):
        line = JsonLine(f"{document.file}#/{at}", 0, results, results)
        if not isinstance(results, list):
            faults.add("wrong-type", line.file, expected="a list of results")
            continue
        hits = [record_of(SeedHit, line, faults, of=hit) for hit in results]
        ranked = [corpus.add(hit, line, faults) for hit in hits if hit is not None]
        if ranked:
            predictions.append(
                {"question_id": question["question_id"], "answer": {"ranked": ranked}}
            )
    return replace(draft, predictions=tuple(predictions))
