"""The worked example "Beat your spreadsheet": 25 contract questions, three systems, blind."""

from __future__ import annotations

from digesta.demo.programs import SYSTEMS
from digesta.demo.steps import Step

_HOME = "predictions/2026-01-01"
_FOLDERS = " ".join(f"{_HOME}/{name}" for name in SYSTEMS)
_JUDGE = f"{_HOME}/_judges/programs-2"

STEPS = (
    Step(
        "Three systems have answered",
        "In a spreadsheet: a row for each question, a column for each system. Here: a file for\n"
        "each system, held to the questions.",
        f"digesta check {_FOLDERS}",
    ),
    Step(
        "Sheets for two graders",
        "A spreadsheet shows who answered, and its owner grades. Here answers stand under masks,\n"
        "each grader reads apart and in an order of their own, and equal answers are read once.",
        f"digesta review pack --grade {_FOLDERS} -t contracts -f csv --seed 25 -o grading",
    ),
    Step(
        "How far they agree",
        "Two programs fill the sheets in, since nobody qualified is here: one finds what a\n"
        "criterion quotes as it stands, the other its words in any order. Their sheets say that\n"
        "they are programs. Each is a judge with verdicts of its own, and a board would show\n"
        "their mean. People who order known answers would rank; programs do not.",
        "digesta review unpack --grade grading --judge programs --operator 'Worked example' "
        "--date 2026-01-02",
        readers=("grader-1", "grader-2"),
    ),
    Step(
        "Four fifths of the points, and hardly an answer without fault",
        "The system that copies the whole clause says nearly all that is wanted, and what was\n"
        "not asked for besides: its weighted score is high, its all-pass share is not.",
        f"digesta report {_HOME}/rule-whole-clause --verdicts {_JUDGE}",
    ),
    Step(
        "A report to hand on",
        "One printable page with every answer beside its criteria.",
        f"digesta report {_HOME}/rule-whole-clause --verdicts {_JUDGE} --format html",
        into="report.html",
    ),
    Step(
        "What 25 questions can show",
        "In a spreadsheet the first system is a point ahead of the second, and wins. Paired,\n"
        "question by question, that could be chance: so few questions show large differences\n"
        "alone.",
        f"digesta compare {_FOLDERS} --verdicts {_JUDGE}",
    ),
)
"""The steps, in order."""
