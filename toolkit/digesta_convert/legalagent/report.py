"""The Legal Agent module's summary from our scorer's marks."""

from __future__ import annotations

from fractions import Fraction

from digesta.scorers import SCORERS
from digesta_convert.legalagent.exporter import DEPTH, SET
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft
from digesta_convert.shared.marks import sums_of

SUMMARY = "evaluate_summary.txt"
CUTS = (3, 5, 10)


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the summary of a draft's answers, in the original's own figures."""
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


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f}%"
