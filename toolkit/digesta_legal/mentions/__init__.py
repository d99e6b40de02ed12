"""Replies marked by what stands in them: labels of a list, articles, a prison term, an amount.

Measures, per question, what a raw reply says by a named reading (``read``): set F1 of the labels
or article numbers that stand in it, right or wrong for a single label or an amount, the distance
of a prison term. Credit is ours, ``published`` the original's: they part where a reply that names
everything, or a term that is always the middle one, would win by the original.

Defined in: LawBench (arXiv 2309.16289), tasks 2-3, 2-4, 2-9, 3-1, 3-3, 3-4, 3-5 and 3-7.
Differs: an amount counts only among three numbers at most; a term that is half or twice the right
one earns nothing, where the original's score falls to 0 at a ratio of 216.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import SheetForm
from digesta_legal.mentions.adversaries import ADVERSARIES
from digesta_legal.mentions.mark import COLUMNS, MentionsKey, mark, prepare, why
from digesta_legal.mentions.metrics import METRICS
from digesta_legal.mentions.prompt import PROMPT
from digesta_legal.mentions.records import MentionsAnswer, MentionsAsk, MentionsTruth

SCORER: Scorer[MentionsKey] = Scorer(
    name="mentions",
    version=1,
    Ask=MentionsAsk,
    Truth=MentionsTruth,
    Answer=MentionsAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    labels=lambda _ask, truth: {"right": truth["right"]},
    sheet=SheetForm(lambda _ask: "text", lambda _question, words, _resources: [words["text"]]),
    prompt=PROMPT,
    example=lambda: json_file(__name__, "example.json"),
)
