"""The judges that can be run, by name; each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from types import MappingProxyType

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.model.question import Question
from digesta_generate.judging.base import Criteria, Grader, Said
from digesta_generate.judging.rules_1 import judge_answer


def grader_named(name: str) -> Grader:
    """Give a judge, or UsageError with the names that there are."""
    if name not in GRADERS:
        raise UsageError(
            f"--judge: no judge {name!r}; there are: {', '.join(GRADERS)}; a model judges under a "
            "name that you choose: add -m and --base-url, or --local"
        )
    return GRADERS[name]()


def rules_1() -> Grader:
    """Give the program that decides criteria by their checks."""

    def grade(question: Question, criteria: Criteria, answer: str) -> Said:
        asked = "\n".join(turn.content for turn in question.turns)
        return Said(judge_answer(asked, criteria, answer))

    return Grader(
        judge="rules-1",
        model="digesta rules 1",
        grade=grade,
        parameters={
            "checks": "fr-check/1",
            # Another program is another judge: what it said before is not kept.
            "program": _sources(),
            "claims": "none: it looks for no claims and no assertions",
            "says": "whether an answer names what a check is for, not whether it is right about it",
        },
        covers="checkable",
    )


def _sources() -> str:
    """Give the SHA-256 of the code that decides, one file after the other."""
    own = files("digesta_generate.judging")
    texts = files("digesta.text")
    parts = [own / f"{name}.py" for name in ("rules_1", "french", "french_numbers")]
    parts += [
        texts / f"{name}.py"
        for name in (
            "folding", "french", "french_checks", "french_citations", "french_decisions",
            "french_texts",
        )
    ]  # fmt: skip
    return sha256_hex(b"".join(part.read_bytes() for part in parts))


GRADERS: Mapping[str, Callable[[], Grader]] = MappingProxyType({"rules-1": rules_1})
"""Name of a judge -> what makes it."""
