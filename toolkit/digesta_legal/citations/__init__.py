"""Written answers marked for the authorities that they name, by a program.

Measures, per question, the points that an examiners' table gives for naming the provision of law
or the precedent (``nos termos do Art. 170, parágrafo único, da CRFB/88 (0,10)``): earned where
the answer names its law and number with every paragraph, item and letter printed, of one of the
alternatives that the table allows. Only the first ``at_most`` different references of an answer
count. What a reference is, and which law an article belongs to: ``read``.

Defined in: the official tables of points of the Brazilian bar examination (second phase).
Differs: the examiners give these points where the authority supports what is said; a program
sees the name alone.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import SheetForm
from digesta.scorers.shared.prompt import free_text_form
from digesta_legal.citations.adversaries import ADVERSARIES
from digesta_legal.citations.mark import COLUMNS, CitationsKey, mark, prepare, why
from digesta_legal.citations.metrics import METRICS
from digesta_legal.citations.records import CitationsAnswer, CitationsAsk, CitationsTruth

SCORER: Scorer[CitationsKey] = Scorer(
    name="citations",
    version=1,
    Ask=CitationsAsk,
    Truth=CitationsTruth,
    Answer=CitationsAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    sheet=SheetForm(lambda _ask: "text", lambda _question, words, _resources: [words["text"]]),
    prompt=free_text_form(__name__),
    example=lambda: json_file(__name__, "example.json"),
)
