"""Extraction: the points of a document as an object, by a published schema.

Measures, per question, which fields of the schema an answer has right. A field is right when its
value means what the truth's does (``values``: amounts, dates, percentages and parties
by their readers, sets as sets), or, a text field, when a judge's recorded verdict calls it
equivalent. With S fields that the truth sets, A that the answer fills and R that are right:
precision R/A, recall R/S, F1 2R/(S + A); a value that is wrong costs both, a field that the truth
leaves unset and the answer fills costs precision, and so does a member that is no field at all.

Defined in: FrenchLaw Bench, FLB-Workflows (cession d'actions), whose accuracy is R/S. Differs, on
purpose: what is filled beyond the truth costs, values are compared by what they mean, nothing is
preset. The answer is an object, or a text that strictly parses to one; anything else is
unreadable. It is an open question: chance is 0. Means are over questions, each weighing the same,
so that a question left out never raises them.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.extraction.adversaries import ADVERSARIES
from digesta.scorers.extraction.mark import COLUMNS, mark, why
from digesta.scorers.extraction.metrics import METRICS
from digesta.scorers.extraction.prompt import PROMPT, SHEET
from digesta.scorers.extraction.read import ExtractionKey, equivalences, prepare
from digesta.scorers.extraction.records import (
    FORMATS,
    ExtractionAnswer,
    ExtractionAsk,
    ExtractionTruth,
)
from digesta.scorers.extraction.values import NORMALISERS

SCORER: Scorer[ExtractionKey] = Scorer(
    name="extraction",
    version=1,
    Ask=ExtractionAsk,
    Truth=ExtractionTruth,
    Answer=ExtractionAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    normalisers=lambda _ask: NORMALISERS,
    to_judge=equivalences,
    sheet=SHEET,
    prompt=PROMPT,
    formats=FORMATS,
    example=lambda: json_file(__name__, "example.json"),
)
