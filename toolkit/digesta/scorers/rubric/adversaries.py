"""The five systems that know no law, for free text.

What they earn depends on a judge. ``constant`` is an oracle: per task it gives the same note,
the usual headings and the words of every criterion that at least half of the task's questions
share. ``random`` has nothing to draw from and leaves every question out. ``enumerate`` cites
every article of the texts in ``TEXTS`` under the same headings; a judge that asks for a citation
alone is met by it, one that asks what is wrong finds thousands of claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from digesta.scorers.base import MISSING, QuestionWithTruth
from digesta.scorers.rubric.mark import mark
from digesta.scorers.shared.adversaries import SILENT, by_group, five

HEADINGS = "I. Faits\nII. Règles applicables\nIII. Discussion\nIV. Conclusion"
"""The skeleton of any legal note."""

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
    texts: Counter[str] = Counter()
    for member in members:
        texts.update({c["text"] for c in member.truth["criteria"] if c["dimension"] != "negative"})
    shared = sorted(text for text, n in texts.items() if n > 1 and 2 * n >= len(members))
    return "\n".join([HEADINGS, *shared])


@cache
def _everything() -> str:
    cited = (f"article {n} {text}" for text, last in TEXTS for n in range(1, last + 1))
    return f"{HEADINGS}\n" + ", ".join(cited)


ADVERSARIES = five(
    ("the headings of a note, and the criteria that at least half of its task shares",
     by_group(_note)),
    ("has nothing to draw from", SILENT.answers),
    ("cites every article of six texts", lambda questions: [_everything()] * len(questions)),
    expected=lambda prepared: mark(prepared, MISSING),
)  # fmt: skip
