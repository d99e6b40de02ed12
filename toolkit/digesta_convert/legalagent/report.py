"""The Legal Agent module's summary from our scorer's marks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from digesta.canonical import canonical_lines
from digesta.scorers import SCORERS
from digesta.scorers.retrieval.records import text_sha256
from digesta_convert.legalagent.exporter import DEPTH, SET
from digesta_convert.shared.cases import CORPUS
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.marks import sums_of

SUMMARY = "evaluate_summary.txt"
CUTS = (3, 5, 10)


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the summary of a draft's answers, in the original's own figures.

    They know no tiers. A positive that is the query itself, or a second time the same, is one that
    nobody can find: it stays in the tens that hits are divided by.
    """
    sums = sums_of(_markable(draft), "retrieval")
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
        positives = _positives(truth["truth"]["positives"], own)
        truths[question["question_id"]] = truth | {
            "truth": truth["truth"] | {"positives": positives}
        }
    resources = {**draft.resources, CORPUS: data + canonical_lines(_NOBODY_S)}
    return replace(draft, truths=tuple(truths.values()), resources=resources)


def _positives(positives: Sequence[Value], own: str | None) -> list[Value]:
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
"""Cases that stand in for positives that no list can name."""


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f}%"
