"""Temporal questions: which text of a norm was in force when, and what changed it.

Measures, by the ask's ``kind``: the version in force on a day (point_in_time), the amendments
that changed an article (attribution), whether it changed between two days (difference), all its
versions (lineage), whether it was ever amended (consistency), the articles of a part that were
changed within a time (impact). Truths come from ``digesta_legal.timeline``; version numbers are
those of the release's state table, amendments are read by
``br-amendment/1``, or by the normaliser that the ask names; the ask names its law where a release
has tables of several.

Defined in: TLR-Bench, specification. Differs, on purpose: headlines are metrics that neither
silence nor naming everything can win, the specification's own stand beside them under their
names; all of them charge missing answers; texts, dates, versions and order, which the original
never compares, are compared. Where the original's code computes something else than its
document, that is ``…_as_coded`` or stands in the metric's source.

An answer is an object with the members of its kind. What it repeats counts once; over the
ask's ``at_most`` of versions, amendments, days, links or articles it is *unreadable* (in an
answer about impact, articles alone count). ``chance`` is 1/2 where the answer is true or false, 0
elsewhere.

A release states the two scores of the track as ``terms`` over these metrics, with the weights of
TLR-Bench: tlr_score_strict of version_accuracy 0.40, amendment_f1 0.25, lineage_f1 0.15,
change_balanced_accuracy 0.10, article_f1 0.10; tlr_score, the specification's own, of
temporal_precision, amendment_f1, causal_completeness, change_accuracy, article_recall.
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import pictures
from digesta.scorers.shared.sheet import OBJECT_SHEET
from digesta_legal.temporal.adversaries import ADVERSARIES
from digesta_legal.temporal.answer_records import TemporalAnswer
from digesta_legal.temporal.columns import COLUMNS
from digesta_legal.temporal.kinds import TemporalQuestion
from digesta_legal.temporal.mark import mark, why
from digesta_legal.temporal.metrics import METRICS
from digesta_legal.temporal.prepare import normalisers, prepare, with_reading
from digesta_legal.temporal.prompt import PROMPT
from digesta_legal.temporal.records import TemporalAsk, TemporalTruth, labels
from digesta_legal.temporal.resources import FORMATS

SCORER: Scorer[TemporalQuestion] = Scorer(
    name="temporal",
    version=2,
    Ask=TemporalAsk,
    Truth=TemporalTruth,
    Answer=TemporalAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    normalisers=normalisers,
    labels=labels,
    with_reading=with_reading,
    sheet=OBJECT_SHEET,
    prompt=PROMPT,
    formats=FORMATS,
    example=lambda: json_file(__name__, "example.json"),
    pictures=pictures(__name__),
)
