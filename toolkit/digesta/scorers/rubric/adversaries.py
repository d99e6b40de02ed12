"""The five systems that know no law, for free text.

What they earn depends on a judge. ``constant`` is an oracle: per task it gives the words of every
criterion that at least half of the task's questions share, or of the commonest. ``random`` has
nothing to draw from and leaves every question out. ``enumerate`` names what each criterion of its
task asks for. In releases before stats/4 the first has the headings of a French note above, and
the last cites every article of six texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from digesta.scorers.base import MISSING, OWN_FLOORS, QuestionWithTruth
from digesta.scorers.rubric.mark import mark
from digesta.scorers.shared.adversaries import SILENT, by_group, commonest, five

HEADINGS = "I. Faits\nII. Règles applicables\nIII. Discussion\nIV. Conclusion"
"""The skeleton of a French legal note."""

TEXTS = (
    ("du code civil", 2534),
    ("du code de procédure civile", 1582),
    ("du TFUE", 358),
    ("du RGPD", 99),
    ("de la Convention européenne des droits de l'homme", 59),
    ("du TUE", 55),
)
"""A text, and the last number of its articles."""


def _note(members: Sequence[QuestionWithTruth]) -> str:
    texts = _criteria(members)
    shared = sorted(text for text, n in texts.items() if n > 1 and 2 * n >= len(members))
    if members[0].stats >= OWN_FLOORS:
        return "\n".join(shared or commonest(texts)[:1])
    return "\n".join([HEADINGS, *shared])


def _criteria(members: Sequence[QuestionWithTruth]) -> Counter[str]:
    """Count the questions that share a criterion which earns points, by its text."""
    return Counter(
        text
        for each in members
        for text in {c["text"] for c in each.truth["criteria"] if c["dimension"] != "negative"}
    )


def _every_criterion(members: Sequence[QuestionWithTruth]) -> str:
    own = members[0].stats >= OWN_FLOORS
    return "\n".join(sorted(_criteria(members))) if own else _every_article()


@cache
def _every_article() -> str:
    cited = (f"article {n} {text}" for text, last in TEXTS for n in range(1, last + 1))
    return f"{HEADINGS}\n" + ", ".join(cited)


ADVERSARIES = five(
    ("the criteria that at least half of its task shares, before stats/4 below French headings",
     by_group(_note)),
    ("has nothing to draw from", SILENT.answers),
    ("names every criterion of its task, before stats/4 every article of six French texts",
     by_group(_every_criterion)),
    expected=lambda prepared: mark(prepared, MISSING),
)  # fmt: skip
