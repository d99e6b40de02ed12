"""A draft of retrieval questions to the Legal Agent module's files, and its summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.interchange._cases import CORPUS, number_of
from digesta.interchange._marking import sums_of
from digesta.interchange._names import fields_of
from digesta.interchange._reading import Faults, lines_of
from digesta.interchange._todo import TRUTHS
from digesta.interchange.base import NOTHING_BESIDE, Beside, Draft, Report, Value
from digesta.scorers import SCORERS

SET, RESPONSE, ROWS = "eval_dataset_v4.jsonl", "batch_search.response.json", "train.json"
SUMMARY = "evaluate_summary.txt"
WORK = "Legal Agent Evaluation Module,"
DEPTH = 10
CUTS = (3, 5, 10)


def compose(draft: Draft) -> dict[str, bytes]:
    """Give the query set, the response where there are answers, and the rows of the corpus."""
    cases = _cases(draft)
    lines = [
        _line(at, *pair, cases)
        for at, pair in enumerate(zip(draft.questions, draft.truths, strict=True))
    ]
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    files = {SET: text.encode()}
    if draft.predictions:
        files[RESPONSE] = _response(draft, cases)
    numbers = [number_of(case) for case in cases]
    if numbers == list(range(len(numbers))):
        rows = (json.dumps(_row(case), ensure_ascii=False) for case in cases.values())
        files[ROWS] = "".join(f"{row}\n" for row in rows).encode()
    return files


def _cases(draft: Draft) -> dict[str, Value]:
    data = draft.resources.get(CORPUS, b"")
    faults = Faults()
    lines = lines_of(f"resources/{CORPUS}", data, faults)
    faults.refuse()
    cases = {line.value["case"]: line.value for line in lines}
    for truth in draft.truths:
        for one in truth["truth"]["positives"]:
            if one["case"] not in cases:
                faults.add("unknown-case", TRUTHS, question_id=truth["question_id"],
                           got=one["case"], expected=f"a case of resources/{CORPUS}",
                           fix="add the case to the corpus")  # fmt: skip
    faults.refuse()
    return cases


def _line(at: int, question: Value, truth: Value, cases: Mapping[str, Value]) -> Value:
    right = truth["truth"]
    aside = fields_of(truth.get("source_refs", []), WORK)
    listed = _listed(right["positives"], aside.get("positives"), cases)
    meta = _meta(right) | _object(aside.get("meta"))
    query: Value = {"fact": question.get("turns", [{"content": "?"}])[-1]["content"], "meta": meta}
    if (own := aside.get("id")) is not None:
        query["id"] = own
    tiered = aside.get("shape") == "tiered"
    positives = [
        _row(cases[one["case"]], one) if tiered else _positive(one, cases) for one in listed
    ]
    line: Value = {"query": query, "positives": positives, "positives_count": len(positives)}
    number = aside.get("query_id", _number(question["question_id"], at))
    return line if number is None else {"query_id": number, **line}


def _object(value: Any) -> Value:
    return value if isinstance(value, dict) else {}


def _number(question_id: str, at: int) -> int | str:
    digits = question_id.removeprefix("cases-")
    return int(digits) if digits.isascii() and digits.isdigit() else question_id or at


def _listed(positives: Sequence[Value], aside: Any, cases: Mapping[str, Value]) -> Sequence[Value]:
    """Give the positives with what was kept of them, where that is still of the same cases."""
    if isinstance(aside, list):
        names = [_object(one).get("case") for one in aside]
        if names[:DEPTH] == [one["case"] for one in positives] and set(names) <= set(cases):
            return aside
    return positives


def _positive(one: Value, cases: Mapping[str, Value]) -> Value:
    case = cases[one["case"]]
    number = number_of(case["case"])
    made: Value = {
        "fact_id": case["case"] if number is None else str(number),
        **{key: one[key] for key in ("fact_id", "score", "rank") if key in one},
        "fact": case["text"],
        "accusation": case["accusation"],
        "relevant_articles": case["articles"],
    }
    if "term" in case:
        made["imprisonment"] = _term(case["term"])
    return made | ({"id": one["id"]} if "id" in one else {})


def _row(case: Value, said: Value | None = None) -> Value:
    row = {"fact": case["text"], "meta": _meta(case)}
    return row | ({"id": said["id"]} if said and "id" in said else {})


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
    for one in draft.questions:
        answer = answers.get(one["question_id"])
        ranked = answer.get("ranked") if isinstance(answer, dict) else None
        known = [c for c in ranked if c in cases] if isinstance(ranked, list) else []
        lists.append(
            [
                {"rank": at, **_positive({"case": case}, cases)}
                for at, case in enumerate(known, start=1)
            ]
        )
    return json.dumps(lists, ensure_ascii=False, indent=2).encode()


# The summary -----------------------------------------------------------------------------------


def report(draft: Draft, _beside: Beside = NOTHING_BESIDE) -> Report:
    """Give the summary of a draft's answers, in the original's own figures."""
    sums = sums_of(draft, "retrieval")
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
            k: [scorer.metric_named(f"{part}.{name}_at_{k}_as_coded").value(sums)
                for name in ("precision", "hit")]
            for k in CUTS
        }  # fmt: skip
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


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f}%"
