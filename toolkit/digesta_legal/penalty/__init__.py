"""Regulatory penalties: which sanction, on which legal basis, follows from the facts of a case.

Measures four parts of one answer: ``penalty_type`` and ``violation_domain`` (sets of labels of a
closed vocabulary), ``legal_basis`` (articles of laws) and ``penalty_level`` (A to E). The credit
is the mean of type Jaccard, domain Jaccard, Jaccard of citations, and 1 for the right level.

Defined in: FinLaw, evaluation protocol (grades 2 exact, 1 partial, 0 wrong). Differs from its
code, on purpose: every question of the release counts, missing answers as wrong; numerals and
names of laws are normalised (第四十六条 is 第46条, 之一 is kept apart); two empty sets are equal
everywhere; a truth without an article can be met; Hamming loss is divided by the vocabulary,
not by the labels in play; no valid level is a wrong level; labels that the vocabulary does not
hold are wrong and counted apart. Where values differ, the code's stand beside ours under
``…_as_coded`` and ``one_minus_jaccard``; both are computed on normalised citations.

An answer is an object under English keys or the seed's Chinese ones, not both; a part left out
is empty. Labels are lists, or a text split at ; , / 、 ； ， and |. Unreadable is everything else,
and an answer that names more labels or citations than the question allows. Chance is 0.

Reads among the release's resources ``NAME/vocabulary.json`` and ``NAME/laws.json`` for the
vocabulary ``NAME/1`` of the question (records in ``digesta_legal.penalty.resources``). Where a
truth has a ``derivation``, its level must be the one that follows by ``NAME/discretion.json``.
Retrieval is measured from the ids of the response's passages, as retrieved, before injection.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import pictures
from digesta_legal.penalty.adversaries import ADVERSARIES
from digesta_legal.penalty.columns import COLUMNS
from digesta_legal.penalty.fast import mark_many
from digesta_legal.penalty.mark import PARTS, mark, why
from digesta_legal.penalty.metrics import METRICS
from digesta_legal.penalty.prepare import PenaltyKey, prepare
from digesta_legal.penalty.prompt import PROMPT, SHEET
from digesta_legal.penalty.records import PenaltyAnswer, PenaltyAsk, PenaltyTruth, labels
from digesta_legal.penalty.resources import FORMATS
from digesta_legal.penalty.terms import listed_labels

SCORER: Scorer[PenaltyKey] = Scorer(
    name="penalty",
    version=1,
    Ask=PenaltyAsk,
    Truth=PenaltyTruth,
    Answer=PenaltyAnswer,
    columns=COLUMNS,
    parts=PARTS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    mark_many=mark_many,
    why=why,
    normalisers=lambda _ask: frozenset({"text/1", "zh-citation/1"}),
    listed=listed_labels,
    labels=labels,
    sheet=SHEET,
    prompt=PROMPT,
    formats=FORMATS,
    example=lambda: json_file(__name__, "example.json"),
    pictures=pictures(__name__),
)
