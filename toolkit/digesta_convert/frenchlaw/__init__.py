"""FrenchLaw Bench: tasks with rubrics, a run's answers, and the truths of FLB-Workflows.

``tasks.csv``, ``results.json``; ``ground_truth.csv`` with JSON truths.

Shape of: kobolt-2025/frenchlaw-bench@e878cc4. UTF-8; a byte order mark is refused, since the
original's reader then misses its first column. Categories, sub-categories and task types are its
closed lists. Documents are named, not shipped: their text is left to add.

Differs: a line of a rubric that the original skips is a problem (``rubric``). A task whose run
failed has no answer. The draft's ``judges/`` and ``trace.jsonl`` have what a run reports besides
answers (``run``). Scores need a judge's verdicts (``report``); without them an export of answers
has only the response.
"""

from __future__ import annotations

from digesta_convert.frenchlaw.exporter import compose
from digesta_convert.frenchlaw.importer import parse
from digesta_convert.frenchlaw.report import SETTINGS, report
from digesta_convert.shared.converter import Converter

CONVERTER = Converter(
    name="frenchlaw",
    about="FrenchLaw Bench: tasks.csv with results.json, and ground_truth.csv of a workflow "
    "with extracted.json; UTF-8 without a byte order mark",
    track="frenchlaw",
    scorers=("rubric", "extraction"),
    parse=parse,
    compose=compose,
    needs={
        "rubric": ("ask/task_type", "ask/sub_category", "truth/criteria"),
        "extraction": ("truth/fields",),
    },
    report=report,
    settings=SETTINGS,
    import_example="frenchlaw tasks.csv results.json -o build/frenchlaw",
    export_example="frenchlaw build/frenchlaw --verdicts judges/rules/answers.jsonl "
    "-o build/frenchlaw_report",
)
