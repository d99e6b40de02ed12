"""A draft of retrieval questions to the Legal Agent module's files, and its summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta_convert.shared.cases import CORPUS, number_of
from digesta_convert.shared.draft import TRUTHS, Draft, Value
from digesta_convert.shared.names import own_fields
from digesta_convert.shared.rows import Faults, json_document, json_lines, lines_of

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
