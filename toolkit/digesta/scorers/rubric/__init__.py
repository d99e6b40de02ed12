"""Free text marked by criteria: what one judge recorded about an answer, turned into a score.

Measures, per question, which criteria of its rubric the answer meets. Let p be a criterion's
points and w its dimension's weight (structure 1.0, style 0.8, substance 1.5, methodology 1.3),
T the sum of p w, E the same over satisfied criteria, H the cost of claims made up (critical 2,
major 1, minor 0.3), at most the sum of p, and N the points of triggered negative criteria,
once, or per occurrence up to their cap. ``rubric_score`` = (E - H - N) / T, clamped to [0, 1].

A criterion is satisfied only if one passage that the judge gives as evidence stands verbatim in
the answer, white space folded (at least three characters: fewer stand in any answer); else it is
unsatisfied and ``unanchored`` counts it. A negative criterion about an absence (``evidence``:
none) needs no passage, and nothing does where a verdict says that passages were not recorded: such
a judge ranks nobody. A response is an answer with one judge's verdict on it; several judges give
several rows. An answer that nobody judged earns nothing and is counted (``unjudged``): such a pair
of submission and judge is not shown (``digesta.board.judges``).

Values below 0: the row keeps the clamped score (``credit``) and, apart, what lay below 0
(``below_zero``, in nano-units), so that credit - below_zero is the score before the clamp. A
missing answer falls as low as its rubric allows, at most 2; ``prepare`` refuses other rubrics.

Defined in: FrenchLaw Bench 0.2.0, section Scoring. Differs: no confidence in the headline;
evidence is checked; 1.3 is applied, as are caps; missing answers count. ``answer_score`` is the
seed's formula on checked evidence; ``checkable_score`` is the headline's over the criteria with a
check alone; ``answer_score_as_coded`` is what its code computes. Means by
category and by task are a release's score rules and boards (``answer_score_weighted``: terms
0.40, 0.35, 0.25 of the three categories).
"""

from __future__ import annotations

from digesta.package_files import json_file
from digesta.scorers.base import Scorer
from digesta.scorers.forms import SheetForm, pictures
from digesta.scorers.rubric.adversaries import ADVERSARIES
from digesta.scorers.rubric.mark import COLUMNS, mark, why
from digesta.scorers.rubric.metrics import METRICS
from digesta.scorers.rubric.overlap import paid_for
from digesta.scorers.rubric.read import RubricKey, prepare
from digesta.scorers.rubric.records import RubricAnswer, RubricAsk, RubricTruth
from digesta.scorers.shared.prompt import free_text_form

SCORER: Scorer[RubricKey] = Scorer(
    name="rubric",
    version=2,
    Ask=RubricAsk,
    Truth=RubricTruth,
    Answer=RubricAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    why=why,
    paid_for=paid_for,
    sheet=SheetForm(lambda _ask: "text", lambda _question, words, _resources: [words["text"]]),
    prompt=free_text_form(__name__),
    example=lambda: json_file(__name__, "example.json"),
    pictures=pictures(__name__),
)
