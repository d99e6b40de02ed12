"""Free text marked by criteria: what one judge recorded about an answer, turned into a score.

Measures, per question, which criteria of its rubric the answer meets. Let p be a criterion's
points and w its dimension's weight (structure 1.0, style 0.8, substance 1.5, methodology 1.3),
T the sum of p w, E the same over satisfied criteria, H the cost of claims made up (critical 2,
major 1, minor 0.3), at most the sum of p, and N the points of triggered negative criteria,
once, or per occurrence up to their cap. ``rubric_score`` = (E - H - N) / T, clamped to [0, 1].

A criterion is satisfied only if one passage that the judge gives as evidence stands verbatim in
the answer, white space folded (at least three characters: fewer stand in any answer); else it is
unsatisfied and ``unanchored`` counts it. A negative criterion about an absence (``evidence``:
none) needs no passage. A response is an answer with one judge's verdict on it; several judges
give several rows. An answer that nobody judged earns nothing and is counted (``unjudged``): such
a pair of submission and judge is not shown (``digesta.board.judges``).

Values below 0: the row keeps the clamped score (``credit``) and, apart, what lay below 0
(``below_zero``, in nano-units), so that credit - below_zero is the score before the clamp. A
missing answer falls as low as its rubric allows, at most 2; ``prepare`` refuses other rubrics.

Defined in: FrenchLaw Bench 0.2.0, section Scoring. Differs: no confidence in the headline;
evidence is checked; 1.3 is applied, as are caps; missing answers count. ``answer_score`` is the
seed's formula on checked evidence; ``answer_score_as_coded`` is what its code computes. Means by
category and by task are a release's score rules and boards (``answer_score_weighted``: terms
0.40, 0.35, 0.25 of the three categories); ``group_sums`` gives them by task type and sub-category.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from digesta.metrics.exact import NANO, nano
from digesta.scorers.base import (
    MISSING,
    STANDARD,
    Adversary,
    Column,
    Response,
    Row,
    Rows,
    Scorer,
    Sums,
)
from digesta.scorers.forms import SheetForm
from digesta.scorers.rubric import adversaries
from digesta.scorers.rubric.metrics import METRICS
from digesta.scorers.rubric.prompt import PROMPT
from digesta.scorers.rubric.read import (
    COSTS,
    DIMENSIONS,
    EarnedPoints,
    LostPoints,
    PreparedRubric,
    earn_points,
    fold,
    lose_points,
    made_up,
    penalty,
    prepare,
    share,
)
from digesta.scorers.rubric.records import RubricAnswer, RubricAsk, RubricTruth
from digesta.scorers.shared.adversaries import ECHO, SILENT
from digesta.scorers.shared.files import example_file

COLUMNS = (
    Column("unjudged", "count", "1 when the answer is a text on which there is no verdict"),
    Column("judged", "count", "1 when there is a verdict on the answer"),
    Column("answer_score", "share", "the seed's score: points times confidence"),
    Column("answer_score_as_coded", "share", "the same as the original's code computes it"),
    Column("earned", "share", "weighted points earned, before penalties"),
    Column("below_zero", "count", "how far the score lay below 0, in nano-units, at most 2"),
    *(
        column
        for name in DIMENSIONS
        for column in (
            Column(name, "share", f"points of the criteria of {name} that are satisfied"),
            Column(f"asks_{name}", "count", f"1 when the rubric has criteria of {name}"),
        )
    ),
    Column("criteria", "count", "positive criteria of the rubric"),
    Column("satisfied", "count", "positive criteria satisfied"),
    Column("negatives", "count", "negative criteria judged"),
    Column("triggered", "count", "negative criteria triggered"),
    Column("called", "count", "criteria called satisfied or triggered that need a passage"),
    Column("unanchored", "count", "those of them without a passage of the answer"),
    Column("claims", "count", "claims that the judge found"),
    *(Column(name, "count", f"claims made up, {name}") for name in COSTS),
    Column("hallucinating", "count", "1 when a claim is made up"),
    Column("hallucinated_share", "share", "claims made up, of the answer's; 0 without claims"),
    Column("assertions", "count", "assertions that need a source"),
    Column("sourced", "count", "those of them with a valid source"),
    Column("source_needed", "count", "1 when an assertion needs a source"),
    Column("source_share", "share", "assertions with a source, of the answer's that need one"),
)
_NAMES = tuple(column.name for column in (*STANDARD, *COLUMNS))

GroupBy = Literal["task_type", "sub_category"]


def mark(prepared: PreparedRubric, response: Response) -> Row:
    """Mark one answer by the verdict on it: the standard columns, then ``COLUMNS``."""
    cells = {"criteria": len(prepared.positive)}
    cells |= {f"asks_{name}": 1 for name in prepared.of_dimension}
    status = _status(response)
    if status == "judged":
        assert response.verdict is not None, "judged"
        cells |= _judged_columns(prepared, response.verdict, fold(response.answer))
    else:
        cells["below_zero"] = prepared.worst
    cells[status] = 1
    return tuple(cells.get(name, 0) for name in _NAMES)


def why(prepared: PreparedRubric, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    cells = dict(zip(_NAMES, mark(prepared, response), strict=True))
    status = _status(response)
    if status != "judged":
        return _SAID[status]
    made = sum(cells[severity] for severity in COSTS)
    sentences = (
        f"scored {cells['credit'] / NANO:.3f}: {cells['satisfied']} of {cells['criteria']} "
        f"criteria satisfied, {cells['unanchored']} called so without a passage of the answer, "
        f"{cells['triggered']} of {cells['negatives']} negative ones triggered, "
        f"{made} of {cells['claims']} claims made up"
    )
    low = cells["below_zero"]
    return f"{sentences}; {low / NANO:.3f} below 0 before the clamp" if low else sentences


def group_sums(prepared: Sequence[PreparedRubric], rows: Rows, *, by: GroupBy) -> dict[str, Sums]:
    """Return the column sums of the questions of each task type, or sub-category, by its name.

    prepared, rows: of the same questions. Any metric of a group is its formula on these sums.
    """
    names = np.array([getattr(question, by) for question in prepared])
    return {str(name): SCORER.sums(rows[names == name]) for name in np.unique(names)}


_SAID = {
    "missing": "missing: there is no answer",
    "unreadable": "unreadable: the answer is no text",
    "unjudged": "not judged: there is no verdict on the answer",
}


def _status(response: Response) -> str:
    if response.answer is None:
        return "missing"
    if not isinstance(response.answer, str):
        return "unreadable"
    return "unjudged" if response.verdict is None else "judged"


def _judged_columns(
    prepared: PreparedRubric, verdict: Mapping[str, Any], answer: str
) -> dict[str, int]:
    criteria = {criterion["criterion_id"]: criterion for criterion in verdict["criteria"]}
    got, gone = earn_points(prepared, criteria, answer), lose_points(prepared, criteria, answer)
    claims = verdict.get("claims", ())
    severities = made_up(claims)
    false = severities.total()
    return {
        **_scores(prepared, got, gone, penalty(severities, prepared.points)),
        **_criteria(prepared, got, gone),
        "claims": len(claims),
        **severities,
        "hallucinating": int(false > 0),
        "hallucinated_share": nano(Fraction(false, max(1, len(claims)))),
        **_sources(verdict.get("assertions", ())),
    }


def _scores(
    prepared: PreparedRubric, got: EarnedPoints, gone: LostPoints, made: Fraction
) -> dict[str, int]:
    score = (got.weighted - made - gone.points) / prepared.total
    return {
        "credit": nano(max(score, Fraction(0))),
        "below_zero": nano(max(-score, Fraction(0))),
        "answer_score": share(got.confident - made - gone.points, prepared.total),
        "answer_score_as_coded": share(got.coded - made - gone.coded, prepared.coded_total),
        "earned": share(got.weighted, prepared.total),
    }


def _criteria(prepared: PreparedRubric, got: EarnedPoints, gone: LostPoints) -> dict[str, int]:
    points = prepared.of_dimension
    return {
        **{name: share(got.of_dimension.get(name, Fraction(0)), points[name]) for name in points},
        "satisfied": got.satisfied,
        "negatives": len(prepared.negative),
        "triggered": gone.triggered,
        "called": got.called + gone.called,
        "unanchored": got.unanchored + gone.unanchored,
    }


def _sources(assertions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    needing = [assertion for assertion in assertions if assertion["needs_source"]]
    sourced = sum(assertion["has_source"] for assertion in needing)
    return {
        "assertions": len(needing),
        "sourced": sourced,
        "source_needed": int(bool(needing)),
        "source_share": nano(Fraction(sourced, max(1, len(needing)))),
    }


def _expectation(prepared: PreparedRubric) -> Row:
    return mark(prepared, MISSING)


ADVERSARIES: tuple[Adversary[PreparedRubric], ...] = (
    SILENT,
    Adversary(
        "constant",
        "the headings of a note, and the criteria that at least half of its task shares",
        adversaries.constant,
    ),
    Adversary("random", "has nothing to draw from", SILENT.answers, _expectation),
    Adversary("enumerate", "cites every article of six texts", adversaries.enumerate_all),
    ECHO,
)

SCORER: Scorer[PreparedRubric] = Scorer(
    name="rubric",
    version=1,
    Ask=RubricAsk,
    Truth=RubricTruth,
    Answer=RubricAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    sheet=SheetForm(lambda _ask: "text", lambda _question, words, _resources: [words["text"]]),
    prompt=PROMPT,
    example=lambda: example_file("digesta.scorers.rubric"),
)
