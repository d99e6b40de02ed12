"""The judges that can be run, by name; each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta_generate.judges.base import Assessment, Criteria, Grader
from digesta_generate.judges.rules import rules_1 as first
from digesta_generate.judges.rules import rules_2 as second

PROGRAM = "c20cc92894eb1f993af73b925fac65190281722735a9f90c66ed27cbb3804c9c"
"""Which program rules-1 is: SHA-256 of its sources when its decisions last changed.

A test holds its decisions on every committed answer to the committed verdicts; who changes one
gives the program another name here, so that what it said before is judged anew.
"""

PROGRAM_2 = "50c6cfd3d1cab64caf2f362d5e4dc35fc12bf4dc5a7fb656196beb1bcbed15be"
"""Which program rules-2 is: the same of ``rules_2``, ``spelling`` and ``spellings.json``."""


def grader_named(name: str) -> Grader:
    """Return a judge, or UsageError with the names that there are."""
    if name not in GRADERS:
        raise UsageError(
            f"--judge: no judge {name!r}; there are: {', '.join(GRADERS)}; a model judges under a "
            "name that you choose: add -m and --base-url, or --local"
        )
    return GRADERS[name]()


def rules_1() -> Grader:
    """Return the program that decides criteria by their checks."""

    def grade(question: Question, criteria: Criteria, answer: str) -> Assessment:
        prompt = "\n".join(turn.content for turn in question.turns)
        return Assessment(first.judge_answer(prompt, criteria, answer))

    return Grader(
        judge="rules-1",
        model="digesta rules 1",
        grade=grade,
        parameters={
            "checks": "fr-check/1",
            # Another program is another judge: what it said before is not kept.
            "program": PROGRAM,
            "claims": "none: it looks for no claims and no assertions",
            "says": "whether an answer names what a check is for, not whether it is right about it",
        },
        covers="checkable",
    )


def rules_2() -> Grader:
    """Return the program that reads more writings, near a criterion's words, and claims."""

    def grade(question: Question, criteria: Criteria, answer: str) -> Assessment:
        prompt = "\n".join(turn.content for turn in question.turns)
        return Assessment(*second.judge_answer(prompt, criteria, answer))

    return Grader(
        judge="rules-2",
        model="digesta rules 2",
        grade=grade,
        parameters={
            "checks": "fr-check/1",
            "program": PROGRAM_2,
            "claims": "numbered decisions and days; made up where a calendar, a case number or a "
            "criterion shows it; assertions: criteria that ask for an authority",
            "says": "whether an answer names what a check is for near the words of its criterion, "
            "not whether it is right about it",
        },
        covers="checkable",
    )


GRADERS: Mapping[str, Callable[[], Grader]] = {"rules-1": rules_1, "rules-2": rules_2}
"""Name of a judge -> what makes it."""
