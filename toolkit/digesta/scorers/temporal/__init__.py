"""Temporal questions: which text of a norm was in force when, and what changed it.

Measures, by the ask's ``kind``: the version in force on a day (point_in_time), the amendments
that changed an article (attribution), whether it changed between two days (difference), all its
versions (lineage), whether it was ever amended (consistency), the articles of a part that were
changed within a time (impact). Truths come from ``digesta.timeline``; version numbers are those
of the release's state table, amendments are read by ``br-amendment/1``.

Defined in: TLR-Bench, specification. Differs, on purpose: headlines are metrics that neither
silence nor naming everything can win, the specification's own stand beside them under their
names; all of them charge missing answers; texts, dates, versions and order, which the original
never compares, are compared. Where the original's code computes something else than its
document, that is ``…_as_coded`` or said in the metric's source.

An answer is an object with the members of its kind. What it says twice counts once; over the
ask's ``at_most`` of versions, amendments, days, links or articles it is *unreadable* (in an
answer about impact, articles alone count). ``chance`` is 1/2 where the answer is true or false, 0
elsewhere.

A release states the two scores of the track as ``terms`` over these metrics, with the weights of
TLR-Bench: tlr_score_strict of version_accuracy 0.40, amendment_f1 0.25, lineage_f1 0.15,
change_balanced_accuracy 0.10, article_f1 0.10; tlr_score, the specification's own, of
temporal_precision, amendment_f1, causal_completeness, change_accuracy, article_recall.
"""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import STANDARD, Adversary, Response, Row, Scorer
from digesta.scorers.shared.adversaries import ECHO, SILENT
from digesta.scorers.shared.files import example_file
from digesta.scorers.shared.sheet import OBJECT_SHEET
from digesta.scorers.temporal import adversaries
from digesta.scorers.temporal.answer_records import TemporalAnswer
from digesta.scorers.temporal.columns import COLUMNS
from digesta.scorers.temporal.kinds import Cells, Prepared
from digesta.scorers.temporal.metrics import METRICS
from digesta.scorers.temporal.prepare import normalisers, prepare
from digesta.scorers.temporal.prompt import PROMPT
from digesta.scorers.temporal.records import TemporalAsk, TemporalTruth
from digesta.scorers.temporal.resources import FORMATS

_NAMES = tuple(column.name for column in STANDARD + COLUMNS)


def mark(prepared: Prepared, response: Response) -> Row:
    """Mark one answer: the standard columns, then those of every kind, others' being 0."""
    if response.answer is None:
        return _row(prepared, prepared.blank | {"missing": 1})
    cells = prepared.cells(response.answer)
    return _row(prepared, prepared.blank | {"unreadable": 1} if cells is None else cells)


def why(prepared: Prepared, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return f"missing: there is no answer; right is {prepared.right}"
    cells = prepared.cells(response.answer)
    if cells is None:
        return (
            "unreadable: the answer is no object with the members of its kind, or names over "
            f"{prepared.at_most}; right is {prepared.right}"
        )
    if cells["credit"] == NANO:
        return f"right: it says {prepared.right}"
    status = "in part" if cells["credit"] else "wrong"
    return f"{status}: it earns {cells['credit'] / NANO:.3f}; right is {prepared.right}"


def _row(prepared: Prepared, cells: Cells) -> Row:
    cells["chance"] = prepared.chance
    return tuple(cells.get(name, 0) for name in _NAMES)


def _expected(prepared: Prepared) -> Row:
    return _row(prepared, adversaries.expected(prepared))


ADVERSARIES: tuple[Adversary[Prepared], ...] = (
    SILENT,
    Adversary("constant", "the answer that earns most in its task", adversaries.constant),
    Adversary("random", "draws one answer from the state table", adversaries.random, _expected),
    Adversary("enumerate", "names as much as the limits allow", adversaries.enumerate_all),
    ECHO,
)

SCORER: Scorer[Prepared] = Scorer(
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
    sheet=OBJECT_SHEET,
    prompt=PROMPT,
    formats=FORMATS,
    example=lambda: example_file("digesta.scorers.temporal"),
)
