"""Extraction: the points of a document as an object, by a published schema.

Measures, per question, which fields of the schema an answer has right. A field is right when its
value means what the truth's does (``_extraction_values``: amounts, dates, percentages and parties
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

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import nano, ratio
from digesta.scorers.base import (
    ANSWERED_RATE,
    Adversary,
    Column,
    Metric,
    Response,
    Row,
    Scorer,
    Share,
    Sums,
)
from digesta.scorers.extraction import adversaries
from digesta.scorers.extraction.fields import (
    PreparedForm,
    compare_fields,
    equivalences,
    filled_fields,
    prepare,
)
from digesta.scorers.extraction.prompt import PROMPT
from digesta.scorers.extraction.records import (
    FORMATS,
    ExtractionAnswer,
    ExtractionAsk,
    ExtractionTruth,
)
from digesta.scorers.extraction.seed import seed_accuracy
from digesta.scorers.extraction.sheet import SHEET
from digesta.scorers.extraction.values import NORMALISERS
from digesta.scorers.shared.adversaries import ECHO, SILENT
from digesta.scorers.shared.files import example_file
from digesta.scorers.shared.metrics import mean_metric, rate_metric
from digesta.scorers.shared.objects import readable

COLUMNS = (
    Column("fields_set", "count", "fields that the truth sets"),
    Column("fields_filled", "count", "fields that the answer fills, beyond the schema too"),
    Column("fields_right", "count", "fields that are right"),
    Column("fields_judged", "count", "fields right by a verdict alone"),
    Column("precision", "share", "fields right, of those filled"),
    Column("recall", "share", "fields right, of those set"),
    Column("exact", "count", "1 when every field is right and nothing else is filled"),
    Column("has_sets", "count", "1 when the truth sets a field that is a set"),
    Column("element_f1", "share", "F1 of the elements of sets, where the truth has some"),
    Column("accuracy_as_coded", "share", "the seed's field accuracy, as its code computes it"),
)


def mark(prepared: PreparedForm, response: Response) -> Row:
    """Mark one answer: the standard columns, then ``COLUMNS``."""
    sets = int(any(prepared.fields[pointer].set_ for pointer in prepared.truth))
    filled = filled_fields(prepared, response.answer)
    if filled is None:
        missing = int(response.answer is None)
        return (0, missing, 1 - missing, 0, len(prepared.truth), 0, 0, 0, 0, 0, 0, sets, 0, 0)
    judged = _satisfied_ids(response.verdict)
    fields = compare_fields(prepared, filled, judged)
    by_status = Counter(field.status for field in fields)
    right = by_status["right"] + by_status["judged"]
    known, answered = len(prepared.truth), len(filled)
    met, elements = sum(f.met for f in fields), sum(f.named + f.known for f in fields)
    coded = seed_accuracy(prepared.written, readable(response.answer) or {}, judged)
    return (
        nano(Fraction(2 * right, known + answered)),
        0,
        0,
        0,
        known,
        answered,
        right,
        by_status["judged"],
        nano(ratio(right, answered)),
        nano(Fraction(right, known)),
        int(right == known == answered),
        sets,
        nano(ratio(2 * met, elements)) * sets,
        nano(ratio(coded.right, coded.fields)),
    )


def why(prepared: PreparedForm, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    filled = filled_fields(prepared, response.answer)
    if filled is None:
        return "unreadable: the answer is no object, nor the text of one"
    fields = compare_fields(prepared, filled, _satisfied_ids(response.verdict))
    right = [field for field in fields if field.status in {"right", "judged"}]
    parts = [f"{len(right)} of {len(prepared.truth)} fields are right"]
    for status, words in _SAID.items():
        named = [field.pointer for field in fields if field.status == status]
        if named:
            more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
            parts.append(f"{words} {', '.join(map(_short, named[:_NAMED]))}{more}")
    return "; ".join(parts)


_NAMED = 5
_SAID = {
    "judged": "by a verdict",
    "wrong": "wrong",
    "left": "not filled",
    "beyond": "filled beyond the truth",
}


def _short(pointer: str, limit: int = 60) -> str:
    line = " ".join(pointer.split())
    return line if len(line) <= limit else f"{line[:limit]}..."


def _satisfied_ids(verdict: Mapping[str, Any] | None) -> frozenset[str]:
    criteria = verdict["criteria"] if verdict else ()
    return frozenset(criterion["criterion_id"] for criterion in criteria if criterion["satisfied"])


def _expectation(prepared: PreparedForm) -> Row:
    drawn = adversaries.expected_draw(prepared)
    sets = int(any(prepared.fields[pointer].set_ for pointer in prepared.truth))
    known, filled = len(prepared.truth), drawn.filled
    return (
        nano(2 * drawn.right / (known + filled)),
        int(not filled),
        0,
        0,
        # An average of fields right is no whole number: shares of counted fields are not defined.
        known * (not filled),
        0,
        0,
        0,
        nano(ratio(drawn.right, filled)),
        nano(drawn.right / known),
        round(drawn.exact),
        sets,
        0,
        nano(drawn.seed_accuracy),
    )


def _unjudged_share(sums: Sums) -> Share:
    return Share(sums["fields_right"] - sums["fields_judged"], sums["fields_set"])


def _exact(sums: Sums) -> Share:
    return Share(sums["exact"], sums.n)


def _pooled_f1(sums: Sums) -> Share:
    return Share(2 * sums["fields_right"], sums["fields_set"] + sums["fields_filled"])


_SEED = "FrenchLaw Bench 0.2.0: FLB-Workflows"
METRICS = (
    mean_metric(
        "field_f1",
        "Mean over all questions of 2 * fields right / (fields set + fields filled), in [0, 1]; "
        "missing and unreadable answers count 0.",
        "credit",
        source="van Rijsbergen 1979: F with equal weights, over slots filled",
        limits="A date that is wrong costs as much as a clause left out: fields weigh the same.",
    ),
    rate_metric(
        "field_accuracy",
        "Fields right / fields that the truths set, over all questions; what is filled beyond "
        "them costs nothing here.",
        "fields_right",
        of="fields_set",
        source=_SEED,
        limits="Filling every field costs nothing here; long documents weigh more.",
    ),
    mean_metric(
        "field_precision",
        "Mean over all questions of fields right / fields filled; 0 where nothing is filled.",
        "precision",
    ),
    mean_metric(
        "field_recall",
        "Mean over all questions of fields right / fields set: of one question it is its "
        "field_accuracy.",
        "recall",
    ),
    Metric(
        "exact_rate",
        "Questions of which every field is right and nothing else is filled / all questions.",
        _exact,
        formula="exact / n",
        limits="One wrong field of many counts as much as all of them wrong.",
        proportion=True,
    ),
    mean_metric(
        "element_f1",
        "Mean over the questions whose truth sets a set of the F1 of its sets' elements: a set "
        "that is right in part counts in part; a verdict that calls a set equivalent makes all "
        "of it right.",
        "element_f1",
        of="has_sets",
    ),
    Metric(
        "field_accuracy_unjudged",
        "Fields right without a verdict / fields that the truths set: what no judge moved.",
        _unjudged_share,
        formula="(fields_right − fields_judged) / fields_set",
    ),
    mean_metric(
        "field_accuracy_as_coded",
        "Mean over all questions of the seed's accuracy by document, as its code computes it: "
        "values equal as written or judged so / fields set, the applicable law preset.",
        "accuracy_as_coded",
        source=f"{_SEED}, code",
    ),
    ANSWERED_RATE,
    rate_metric(
        "field_precision_pooled",
        "Fields right / fields filled, over all questions; 0 where nothing is filled.",
        "fields_right",
        of="fields_filled",
        of_answered=True,
    ),
    Metric(
        "field_f1_pooled",
        "2 * fields right / (fields set + fields filled), over all questions: long answers weigh "
        "more, and one left out may raise it.",
        _pooled_f1,
        formula="2 · fields_right / (fields_set + fields_filled)",
        of_answered=True,
        source="van Rijsbergen 1979, micro-averaged",
    ),
)

ADVERSARIES: tuple[Adversary[PreparedForm], ...] = (
    SILENT,
    Adversary(
        "constant",
        "gives the one answer, made of the truths' values, that serves its task best",
        adversaries.constant,
    ),
    Adversary(
        "random",
        "draws booleans and choices, and leaves other fields out",
        adversaries.random,
        _expectation,
    ),
    Adversary(
        "enumerate",
        "fills every field of its task, and names every element of its sets",
        adversaries.enumerate_all,
    ),
    ECHO,
)

SCORER: Scorer[PreparedForm] = Scorer(
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
    example=lambda: example_file("digesta.scorers.extraction"),
)
