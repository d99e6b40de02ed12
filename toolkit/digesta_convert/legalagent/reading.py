"""The Legal Agent module's query sets, rows and responses to a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from digesta.records.base import Record
from digesta.scorers.retrieval.records import text_sha256
from digesta_convert.legalagent.writing import DEPTH, SET, WORK
from digesta_convert.shared.cases import (
    AT_MOST,
    CORPUS,
    NAME,
    TRACK,
    Corpus,
    Id,
    SeedHit,
    SeedPositive,
    SeedRow,
    tier,
)
from digesta_convert.shared.converter import Parsed
from digesta_convert.shared.draft import QUESTIONS, TRUTHS, Draft, Files, Todo, Value
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.names import cluster_of, kept, slug_of
from digesta_convert.shared.recognition import Needed, recognised
from digesta_convert.shared.values import Line, document_of, lines_of, record_of

_NEEDED = Needed("set", SET, "lines with query and positives", "name the query set", (".jsonl",))


class SeedSet(Record):
    """A line of a query set."""

    query: SeedRow = Field(description="the query: fact, meta")
    positives: list[Any] = Field(min_length=1, description="its positives")
    query_id: Id | None = None
    positives_count: int | None = None
    level_distribution: dict[str, int] | None = None


def parse(files: Files) -> Parsed:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    found = recognised(files, _kind, _NEEDED, faults)
    corpus = Corpus()
    if path := found.path.get("rows"):
        _rows(path, files[path], corpus, faults)
    draft, places = _set(found.path["set"], files[found.path["set"]], corpus, faults)
    if path := found.path.get("response"):
        draft = _answered(draft, document_of(path, files[path], faults), corpus, faults)
    faults.refuse()
    draft = replace(draft, track=TRACK, resources={CORPUS: corpus.data()})
    return Parsed(draft, places, _NOTES + _differing(corpus), found.unread)


def _kind(_path: str, data: bytes) -> str | None:
    head = data.lstrip()[:1]
    first = next((line for line in data.split(b"\n") if line.strip()), b"")
    # Either is enough: a line that is cut off has one of the two left.
    if b'"positives"' in first or b'"query"' in first:
        return "set"
    if b'"fact"' in first and b'"meta"' in first:
        return "rows"
    is_response = head == b"[" or (head == b"{" and b'"results"' in data[:200])
    return "response" if is_response else None


_NOTES = (
    Todo(QUESTIONS, "/turns", "what to answer: the facts alone stand there"),
    Todo(QUESTIONS, "/cluster_id", "each query has its own: give one to queries of one case"),
    Todo(TRUTHS, "/source_refs", "where the charges and articles are decided"),
    Todo("resources/" + CORPUS, "", "the rest of the corpus: it holds the cases of these files"),
)


def _differing(corpus: Corpus) -> tuple[Todo, ...]:
    if not corpus.differing:
        return ()
    said = "one text with two sets of attributes: the first stands; keep the right one"
    return (Todo("resources/" + CORPUS, "", said, tuple(sorted(corpus.differing.items()))),)


# To a draft ------------------------------------------------------------------------------------


def _rows(path: str, data: bytes, corpus: Corpus, faults: Faults) -> None:
    for line in lines_of(path, data, faults):
        row = record_of(SeedRow, line, faults)
        if row is not None:
            corpus.add(row.model_copy(update={"id": line.line - 1}), line, faults)


def _set(path: str, data: bytes, corpus: Corpus, faults: Faults) -> tuple[Draft, tuple[str, ...]]:
    questions, truths, places = [], [], []
    taken: dict[str, int] = {}
    for at, line in enumerate(lines_of(path, data, faults)):
        one = record_of(SeedSet, line, faults)
        if one is None:
            continue
        question_id = _question_id(at if one.query_id is None else one.query_id)
        if question_id in taken:
            faults.add("dup-id", line.file, line.line, got=f"/query_id: {one.query_id}",
                       expected=f"not the id of line {taken[question_id]}",
                       fix="keep one line")  # fmt: skip
        taken.setdefault(question_id, line.line)
        own = corpus.cases[corpus.add(one.query, line, faults)]
        positives = _positives(line, one, corpus, faults)
        questions.append(_question(one, question_id))
        truths.append(_truth(one, question_id, own, positives))
        places.append(line.place)
    return Draft(tuple(questions), tuple(truths)), tuple(places)


def _question_id(query: int | str) -> str:
    said = str(query)
    return f"cases-{said.zfill(5)}" if said.isascii() and said.isdigit() else slug_of(said)


def _positives(
    line: Line, one: SeedSet, corpus: Corpus, faults: Faults
) -> list[tuple[Value, SeedRow | SeedPositive]]:
    if one.positives_count not in (None, len(one.positives)):
        faults.add("count", line.file, line.line, got=f"/positives_count: {one.positives_count}",
                   expected=str(len(one.positives)), fix="correct the count")  # fmt: skip
    made: list[tuple[Value, SeedRow | SeedPositive]] = []
    for positive in one.positives:
        found: SeedRow | SeedPositive | None
        if isinstance(positive, dict) and "meta" in positive:
            found = record_of(SeedRow, line, faults, of=positive)
        else:
            found = record_of(SeedPositive, line, faults, of=positive)
        if found is not None:
            made.append((corpus.cases[corpus.add(found, line, faults)], found))
    return made


def _question(one: SeedSet, question_id: str) -> Value:
    return {
        "question_id": question_id,
        "split": "public",
        "track": "cases",
        "category": "similar_cases",
        "task": "similar_cases",
        "scorer": "retrieval",
        "language": "zh",
        "turns": [{"role": "user", "content": one.query.fact}],
        "ask": {
            "corpus": NAME,
            "at_most": AT_MOST,
            "query_sha256": text_sha256(one.query.fact),
        },
        "cluster_id": cluster_of(question_id),
        "tags": [],
    }


def _truth(
    one: SeedSet,
    question_id: str,
    own: Value,
    positives: Sequence[tuple[Value, SeedRow | SeedPositive]],
) -> Value:
    near = [(case["case"], tier(own, case)) for case, _ in positives[:DEPTH]]
    right: Value = {
        "positives": [{"case": case} | ({"tier": at} if at else {}) for case, at in near],
        "accusation": one.query.meta.accusation,
        "articles": [str(article) for article in one.query.meta.relevant_articles],
    }
    if one.query.meta.term_of_imprisonment is not None:
        right["term"] = one.query.meta.term_of_imprisonment.value()
    return {
        "question_id": question_id,
        "truth": right,
        "source_refs": [kept(f"{WORK} query {question_id}", _aside(one, positives))],
    }


def _aside(
    one: SeedSet, positives: Sequence[tuple[Value, SeedRow | SeedPositive]]
) -> dict[str, Any]:
    """Return what ours has no place for: numbers, ranks, scores, fines, further positives."""
    tiered = any(isinstance(seed, SeedRow) for _, seed in positives)
    meta = one.query.meta.as_json()
    return {
        "shape": "tiered" if tiered else "v4",
        "query_id": one.query_id,
        "id": one.query.id,
        "meta": {key: meta[key] for key in ("punish_of_money", "criminals") if key in meta},
        "positives": [
            {"case": case["case"]}
            | {
                key: getattr(seed, key)
                for key in ("fact_id", "score", "rank", "id")
                if getattr(seed, key, None) is not None
            }
            for case, seed in positives
        ],
    }


def _answered(draft: Draft, document: Line | None, corpus: Corpus, faults: Faults) -> Draft:
    if document is None:
        return draft
    said = document.value
    lists = said.get("results") if isinstance(said, dict) else said
    if not isinstance(lists, list) or len(lists) != len(draft.questions):
        faults.add(
            "result-count", document.file,
            got=f"{len(lists)} lists" if isinstance(lists, list) else "no list",
            expected=f"{len(draft.questions)} lists of results, one a query",
            fix="name the response to exactly these queries",
        )  # fmt: skip
        return draft
    made = []
    for at, (question, results) in enumerate(zip(draft.questions, lists, strict=True)):
        line = Line(f"{document.file}#/{at}", 0, results, results)
        if not isinstance(results, list):
            faults.add("wrong-type", line.file, expected="a list of results")
            continue
        hits = [record_of(SeedHit, line, faults, of=hit) for hit in results]
        ranked = [corpus.add(hit, line, faults) for hit in hits if hit is not None]
        if ranked:
            made.append({"question_id": question["question_id"], "answer": {"ranked": ranked}})
    return replace(draft, predictions=tuple(made))
