"""The second law of tlr as a category of its own, asked and scored by its own parts."""

from __future__ import annotations

from authoring.draws import Draws
from authoring.mend.draft import Lines

CATEGORY, PREFIX = "labour_code", "code_"
READER = "Laws are read by numbered-text/2."
AMENDMENTS = "Amendments are read by br-amendment/2."
FEW = "Of the sealed questions about this law 29 stay: a constant would win a figure of them."
SEALED = {
    "code_point_in_time": 5,
    "code_amendment_attribution": 5,
    "code_causal_lineage": 5,
    "code_hierarchical_impact": 5,
    "code_temporal_difference": 5,
}
"""Sealed questions that stay, of the tasks that have more."""


def part_laws(lines: Lines, key: bytes) -> None:
    """Move questions about the French code to tasks of their own, and score both laws."""
    track = lines.track("tlr")
    track["categories"][CATEGORY] = {"computable": True, "title": "French Labour Code"}
    for name, row in lines.of("tlr"):
        # How answers are read stands in the ask: a question by another reading is another one.
        lines.revise(name, READER if "law" in row["ask"] else AMENDMENTS)
        if "law" in row["ask"]:
            row["ask"]["amendments_by"] = "numbered-text/2"
            task = track["tasks"][row["task"]]
            row["category"], row["task"] = CATEGORY, PREFIX + row["task"]
            track["tasks"][row["task"]] = task | {
                "category": CATEGORY,
                "title": f"Labour Code: {task['title'][0].lower()}{task['title'][1:]}",
            }
    strict = next(score for score in track["scores"] if score["name"] == "tlr_score_strict")
    strict["title"] = "TLR score, strict: the constitution"
    half = {"0.40": "0.20", "0.25": "0.125", "0.15": "0.075", "0.10": "0.05"}
    terms = [
        [half[weight], prefix + task, metric]
        for weight, task, metric in strict["terms"]
        for prefix in ("", PREFIX)
    ]
    title = "TLR score, strict: both laws"
    track["scores"].insert(0, {"name": "tlr_score_laws", "title": title, "terms": terms})
    track["headline"] = "tlr_score_laws"
    for task, number in SEALED.items():
        sealed = sorted(n for n, row in lines.of("tlr", task) if row["split"] == "holdout")
        for name in Draws(key, task).some(sealed, len(sealed) - number):
            lines.retire(name, FEW)
