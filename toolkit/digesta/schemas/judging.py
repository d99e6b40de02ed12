"""The file formats of judges: a part of the table of contents in ``formats``."""

from __future__ import annotations

from digesta.records.format import Format
from digesta.records.judges.calibration import Choice
from digesta.records.judges.verdict import Control, Judge, Verdict

_JUDGE = "predictions/<release>/_judges/<judge>/"

JUDGING = (
    Format(
        "judge",
        f"{_JUDGE}judge.json",
        "A judge: model, parameters, prompts, operator, and how it did on the controls.",
        Judge,
        "JSON",
    ),
    Format(
        "control",
        f"{_JUDGE}controls.jsonl",
        "The judge's verdicts on answers whose worth is known beforehand.",
        Control,
        "JSONL",
    ),
    Format(
        "verdict",
        f"{_JUDGE}<submission_id>.jsonl",
        "The judge's verdicts on a submission's answers; in calibration.jsonl, those on the "
        "release's calibration answers, each bound to its answer by answer_sha256. No submission "
        "is named controls, calibration or choices.",
        Verdict,
        "JSONL",
    ),
    Format(
        "choice",
        f"{_JUDGE}choices.jsonl",
        "Which of two calibration answers the judge preferred, pair by pair; a pair may be shown "
        "in both orders, and is a tie where the two choices disagree. Printed, never a gate.",
        Choice,
        "JSONL",
    ),
)
"""What a judge's folder holds."""
