"""The five adversaries of a release: who they are, and what they answer.

All that they answer follows from the release, so they are computed where boards are made and have
no folder among the submissions. Older releases have such folders, which stand as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from digesta.canonical import canonical_lines, sha256_hex
from digesta.records.release import Manifest
from digesta.records.submission import Card
from digesta.scorers.base import OWN_FLOORS
from digesta.scoring.facts import CompiledRelease, expected_facts, mark_all
from digesta.scoring.submission import ScoredSubmission

PREFIX = "adversary-"
"""How the submission ids of the five begin."""


class About(NamedTuple):
    """What boards call an adversary, and say of it."""

    model_name: str
    notes: str


ADVERSARIES: Mapping[str, About] = {
    "silent": About("Silent", "Answers nothing: every question is an abstention."),
    "constant": About(
        "Best constant",
        "An oracle: per task and form of answer, the one constant that earns most.",
    ),
    "random": About(
        "Uniform guess",
        "The file is one seeded draw; boards show the exact average over all draws.",
    ),
    "enumerate": About("Everything at once", "Names all that the form of the answer allows."),
    "echo": About("Echo", "Returns the question."),
}

IDS = frozenset(f"{PREFIX}{name}" for name in ADVERSARIES)
"""The submission ids of the five."""


def score_adversary(
    name: str, compiled: CompiledRelease, answers: Mapping[str, Any]
) -> ScoredSubmission:
    """Return an adversary as boards take it. answers: as ``adversary_answers`` returns them."""
    ordered = tuple(answers[key] for task in compiled.tasks for key in task.ids)
    expected = expected_facts(compiled, name)
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    return ScoredSubmission(
        adversary_card(name, compiled.release),
        sha256_hex(canonical_lines(lines)),
        expected or mark_all(compiled, ordered),
        ordered,
        role="adversary",
        level="rerun",
        expectation=expected is not None,
    )


def adversary_card(name: str, release: Manifest) -> Card:
    """Return what an adversary says of itself; release: the one that computes it."""
    card = Card(
        submission_id=f"{PREFIX}{name}",
        release=release.release,
        organization="Digesta",
        attempts=1,
        license="CC0-1.0",
        **ADVERSARIES[name]._asdict(),
    )
    return card.model_copy(update={"organization": ""} if release.statistics >= OWN_FLOORS else {})
